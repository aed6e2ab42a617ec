"""Why: one sentence for a player about an option, from the judgement that the bots play by.

It says what speaks for the option, with the numbers behind it, and nothing that the player may not know:
`Landtalker: 3 runes a play for about 6 more plays, and 3 honor at the end.`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vigil.engine.options import END
from vigil.engine.terms import ACQUIRE, DEFEAT, NOTHING, PLAY, TROPHIES_ZONE, USE
from vigil.text.english import sentence

from .grounds import Grounds, Piece, Reasons
from .questions import Question
from .sense import instinct_for
from .weights import fitted_weights
from .wording import Harvest, amounts
from .worth import is_sacrifice

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView

    from .instinct import Instinct

LONGEST: Final = 100
"""So many characters are read at a glance."""


def explain(view: SeatView, decision: Decision, option: Option, judge: Instinct, fact: str = "") -> str:
    """What speaks for the option. `fact` is what a bot has seen besides: `won 63 of 100 possible games`."""
    why = OwnTurn(view, decision, judge) if decision.is_turn else Question(view, decision, judge)
    subject, pieces = why.reasons(option)
    return told(subject, pieces, fact)


def advice(view: SeatView, decision: Decision) -> tuple[Option, str]:
    """What a strong player would do at a glance, and why."""
    judge = instinct_for(view.setup, fitted_weights(view.setup))
    option = judge.pick(view.sample(0), decision)
    return option, explain(view, decision, option, judge)


def told(subject: str, pieces: Sequence[Piece], fact: str = "") -> str:
    """As many of the pieces as have room, the weightier ones first; the fact always, and at least one of them.

    Everything is said for short first, and then at length as far as there is room left.
    """
    lead = f"{subject}: " if subject else ""
    end = f"; {fact}" if fact else ""
    room = LONGEST - len(lead) - len(end) - 1
    given = [ways for ways in map(_ways, pieces) if ways]
    chosen: list[str] = []
    longer: list[list[str]] = []
    for ways in given:
        if len(_joined([*chosen, ways[-1]])) <= room:
            chosen.append(ways[-1])
            longer.append(ways)
    for place, ways in enumerate(longer):
        tried = ([*chosen[:place], way, *chosen[place + 1 :]] for way in ways)
        chosen = next(each for each in tried if len(_joined(each)) <= room)
    if not chosen:
        chosen = [min((ways[-1] for ways in given), key=len)]
    return sentence(lead + _joined(chosen) + end)


def _ways(piece: Piece) -> list[str]:
    return [way for way in ([piece] if isinstance(piece, str) else piece) if way]


def _joined(pieces: Sequence[str]) -> str:
    """With commas, one `and`, and what is of its own at the end."""
    heads = [each for each in pieces if not each.startswith(";")]
    tails = "".join(each for each in pieces if each.startswith(";"))
    last = max((place for place, each in enumerate(heads) if each.startswith("and ")), default=0)
    named = [each if place == last > 0 else each.removeprefix("and ") for place, each in enumerate(heads)]
    return ", ".join(named) + tails if named else tails.removeprefix("; ")


class OwnTurn(Grounds):
    """The things that may be done in a turn."""

    def reasons(self, option: Option) -> Reasons:
        card = option.card
        if card is None:
            return "", self._ending()
        name = card.shown_name
        if option.verb == PLAY:
            return name, self.playing(card)
        if option.verb == USE:
            return name, self._using(option, card)
        if option.verb == ACQUIRE:
            return self._acquiring(option, card)
        return name, self._defeating(option, card)

    def _acquiring(self, option: Option, card: Card) -> Reasons:
        owner = self.seat if option.seat == NOTHING else option.seat
        place = (option.zone, option.slot)
        pieces = self.owning(card, owner)
        extras: list[Piece] = [self.bargain(option, card), self.treasure(*place), self.cult(*place), self.empower(card)]
        if owner != self.seat:
            return self.given(card, owner), [*pieces, *extras]
        return card.shown_name, [*pieces, *extras]

    def _defeating(self, option: Option, card: Card) -> list[Piece]:
        gained, rest = self.reward(card)
        price = self.cost(option, card)
        extras = [self.treasure(option.zone, option.slot), self.cult(option.zone, option.slot)]
        return [f"{gained} for {price}", *extras, *rest]

    # --- abilities

    def _using(self, option: Option, card: Card) -> list[Piece]:
        ability = card.uses[option.slot]
        price = amounts(runes=ability.runes, power=ability.power)
        if card.other_side != NOTHING and price:
            hero = self.view.cards[card.other_side]
            return [f"{price} for {hero.shown_name}", *self.owning(hero, self.seat)]
        found = Harvest(ability.effects, self.now(card))
        gains = self.gains(found)
        if is_sacrifice(ability):
            return self._giving_up(option, card, gains)
        if price:
            return [f"{found.named} for {price}"]
        return [*gains, "free once a turn" if ability.once else "free"]

    def _giving_up(self, option: Option, card: Card, gains: list[Piece]) -> list[Piece]:
        """What the card is given up for, and what goes with it."""
        ability = card.uses[option.slot]
        if option.zone == TROPHIES_ZONE:
            return [*gains, "for a trophy that brings nothing else"]
        if ability.destroy_this:
            back = max(1, round(self.ahead(self.seat).cycle))
            return [*gains, f"and it comes back in about {back} turns"]
        lost = card.honor * (2 if ability.with_twin else 1)
        return [*gains, f"at the price of {lost} honor at the end"]

    # --- the end

    def _ending(self) -> list[Piece]:
        turn = self.view.turn
        options = self.decision.options
        unspent = amounts(runes=turn.runes, power=turn.power, mechana_runes=turn.mechana_runes)
        if len(options) == 1:
            return [f"nothing is left that {unspent} could buy" if unspent else "nothing is left to do"]
        if self.judge.pick(self.game, self.decision) is not END:
            hand = self.view.me.hand_count
            cards = f"{hand} card{'s' if hand > 1 else ''} would stay unplayed" if hand else ""
            lost = f"{unspent} would be lost" if unspent else ""
            return [lost, f"and {cards}" if cards else "", "" if lost or cards else "what is left can wait"]
        if any(each.verb in (ACQUIRE, DEFEAT) for each in options):
            return [f"nothing that {unspent or 'nothing'} could buy is worth having", self._lateness()]
        names = dict.fromkeys(each.card.shown_name for each in options if each.card is not None)
        kept = "nothing is left but what is better kept"
        return [(f"{kept}: {', '.join(names)}", kept)]

    def _lateness(self) -> str:
        left = max(1, round(self.left))
        return f"with about {left} turn{'s' if left > 1 else ''} left" if self.left < 4 else ""


__all__ = ["advice", "explain", "told"]
