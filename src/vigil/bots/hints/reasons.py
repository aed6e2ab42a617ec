"""What there is to say about the cards of a table: what having, playing, defeating or losing one means to a player.

Everything is given in pieces of a sentence, the weightiest first; whoever makes the sentence takes as many as fit.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from vigil.engine.costs import can_pay, may_use_restricted, price
from vigil.engine.effects.combine import If
from vigil.engine.effects.select import EMPOWER
from vigil.engine.procedures.placement import possible_places
from vigil.engine.procedures.solitaire import CARDS_TAKEN
from vigil.engine.terms import CONSTRUCTS_ZONE, DECK_ZONE, DISCARD_ZONE, HAND_ZONE, NOTHING, ROW_ZONE, SUPPLY_ZONE
from vigil.engine.triggers import context_now
from vigil.text.english import ENGLISH

from ..verbs import is_against_constructs
from .players import player
from .wording import SHORTER, Gains, Moment, a_play, amounts, is_counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.options import Decision, Option
    from vigil.engine.state import GameState
    from vigil.engine.view import SeatView

    from ..evaluator import Outlook
    from ..policy import QuickPolicy

Piece = str | tuple[str, ...]
"""A part of a sentence, or several ways to say it, the longest first. It may begin with a semicolon or an `and`."""

Reasons = tuple[str, list[Piece]]
"""What a sentence is about, as a rule a card's name; and its pieces."""

ARRIVALS: Final = {HAND_ZONE: "to your hand at once", DECK_ZONE: "onto your deck", CONSTRUCTS_ZONE: "into play at once"}
"""Where acquired cards can come to instead of the discard pile."""

SELDOM: Final = 0.5
"""What will be played less often than that is as good as never played."""


class Reasoner:
    """One view, a policy that values it, and a game that could be the real one, because rules are asked of games."""

    def __init__(self, view: SeatView, decision: Decision, policy: QuickPolicy, best: Option | None = None) -> None:
        """`best` is the option that is known to be the best one, if it is known."""
        self.best = best
        self.view = view
        self.decision = decision
        self.policy = policy
        self.evaluator = policy.evaluator
        self.game: GameState = view.sample(0)
        self.seat = view.seat
        # What the policy worked out last may have been about another position.
        policy.forget()

    @property
    def deck_size(self) -> int:
        """How many cards go around; constructs in play do not."""
        return self.ahead(self.seat).size

    @cached_property
    def left(self) -> float:
        return self.evaluator.turns_left(self.game)

    def ahead(self, seat: int) -> Outlook:
        return self.evaluator.outlook(self.game, seat)

    def now(self, card: Card) -> Moment:
        return Moment(self.game, context_now(self.game, self.seat, card.number, True))

    # --- having a card

    def owning(self, card: Card, owner: int, at_once: bool = False) -> list[Piece]:
        """What it means to have the card from now on: what it brings, how often, and what it counts at the end.

        `at_once` says that it need not wait for the next shuffle.
        """
        honor = (f"and {card.honor} honor at the end", f"and {card.honor} honor") if card.honor else ""
        brings = a_play(card)
        often = max(1.0 if at_once else 0.0, self.often(card, owner))
        if not brings:
            return [honor, "; it does nothing else"]
        if often < SELDOM:
            seldom = f"; it will hardly {'come into play' if card.is_construct else 'be played'}"
            return [honor, seldom if self.best is None else ""]
        if not card.is_construct and self.best is None and self.is_below_average(card, owner):
            return [honor, f"; {brings} is less than the average card of the deck brings"]
        use = self._use_of(card, brings, often)
        value = self.policy.values.cards[card.number]
        counts_more = card.honor > often * (value.per_play + value.per_play_long)
        return [honor, use] if counts_more else [use, honor]

    def _use_of(self, card: Card, brings: str, often: float) -> Piece:
        """`3 runes a play for about 6 more plays`"""
        noun = "turn" if card.is_construct else "play"
        if is_counted(brings):
            return f"and {brings} for {_more(often, noun)}"
        when = f"in {_more(often, noun)}"
        ways = [f"and {text}{rest}" for rest in (f", {when}", "") for text in (brings, a_play(card, SHORTER))]
        its = f"and its {'ability' if card.is_construct else 'effect'} {when}"
        return (*ways, its) if round(often) > 1 else tuple(ways)

    @staticmethod
    def given(card: Card, owner: int) -> str:
        """A card that somebody else is to have, which costs a little more."""
        return f"{card.shown_name} for {player(owner)}, at 1 rune more"

    def often(self, card: Card, owner: int) -> float:
        """How often a new card will be played; in how many turns a new construct will be in play."""
        cycle = self.ahead(owner).cycle
        if card.is_construct:
            return max(0.0, self.left - 0.6 * cycle)
        return max(0.0, self.left - cycle / 2) / cycle

    def is_below_average(self, card: Card, owner: int) -> bool:
        return self.evaluator.play_value(self.game, owner, card.number) < self.ahead(owner).average

    def arrival(self, card: Card) -> str:
        """Where the card comes to if it is acquired now, unless it can only be the discard pile."""
        places = possible_places(self.game, context_now(self.game, self.seat, card.number, True), card.number)
        for place in places:
            if place != DISCARD_ZONE:
                return f"and it {'can come' if DISCARD_ZONE in places else 'comes'} {ARRIVALS[place]}"
        return ""

    def treasure(self, zone: int, slot: int) -> Piece:
        """`and the Energy Shard under it`"""
        under = self.view.under[slot] if zone == ROW_ZONE else ()
        if not under:
            return ""
        name = self.view.cards[under[0]].shown_name
        treasure = f"the {name}" if len(under) == 1 else f"the {len(under)} {name}s"
        return f"and {treasure} under it", f"and {treasure}"

    def cult(self, zone: int, slot: int) -> str:
        """In solitaire the last cards of the row are gone after the turn."""
        if zone != ROW_ZONE or not self.view.setup.solitaire:
            return ""
        taken = [place for place, card in enumerate(self.view.row) if card != NOTHING][-CARDS_TAKEN:]
        return "before the Cult takes it" if slot in taken else ""

    def empower(self, card: Card) -> str:
        return f"and {ENGLISH.clause(EMPOWER.phrase())}" if card.empower else ""

    # --- paying

    def bargain(self, option: Option, card: Card) -> str:
        """What is special about the price."""
        runes, power = price(self.game, card, option.zone, option.slot, option.cuts)
        saved = amounts(runes=card.runes - runes, power=card.power - power)
        if not runes + power:
            return "free of cost now"
        if option.cuts != NOTHING:
            return "and a discount is kept"
        if option.power > 0:
            return f"{option.power} of its cost in power"
        return f"{saved} cheaper now" if saved else ""

    def cost(self, option: Option, card: Card) -> str:
        """`3 power`"""
        runes, power = price(self.game, card, option.zone, option.slot, option.cuts)
        return amounts(runes=runes, power=power) or "nothing"

    def reach(self, runes: int, power: int) -> str:
        """The best card that so much more brings within reach: `which brings Mystic within reach`."""
        richer = self.game.copy(quiet=True)
        richer.turn.runes += runes
        richer.turn.power += power
        best: Card | None = None
        most = 0.0
        for card, zone, slot in self._on_sale():
            cost = price(self.game, card, zone, slot)
            restricted = may_use_restricted(self.game, card)
            value = self.evaluator.take_value(self.game, self.seat, card.number)
            if value > most and can_pay(richer, *cost, restricted) and not can_pay(self.game, *cost, restricted):
                best, most = card, value
        return f"which brings {best.shown_name} within reach" if best is not None else ""

    def _on_sale(self) -> Iterator[tuple[Card, int, int]]:
        view = self.view
        for slot, number in enumerate(view.row):
            if number != NOTHING:
                yield view.cards[number], ROW_ZONE, slot
        for index, number in enumerate(view.setup.supply):
            if view.supply[index]:
                yield view.cards[number], SUPPLY_ZONE, NOTHING
        for number in view.setup.standing_monsters:
            yield view.cards[number], SUPPLY_ZONE, NOTHING

    # --- what happens now

    def gains(self, found: Gains) -> list[Piece]:
        """What effects bring in this moment, and what that makes possible."""
        use = self.reach(found.gained["runes"], found.gained["power"])
        if not use and found.cards:
            use = "which can still be played"
        is_energy = found.gained["energy"] and not use
        return [
            (f"{found.words}, {use}", found.words) if use else found.words,
            f"and {found.first_other()}" if found.first_other() else "",
            "; energy counts for what is played after it" if is_energy else "",
            _missed(found),
        ]

    def playing(self, card: Card) -> list[Piece]:
        after = self.game.copy(quiet=True)
        after.turn.played += (card.number,)
        now = Moment(after, context_now(after, self.seat, card.number, True))
        if card.is_construct:
            return [self._staying(card), f"and {words} at once" if (words := Gains(card.play, now).words) else ""]
        pieces = self.gains(Gains(card.play, now))
        if not any(pieces):
            return ["does nothing, but costs nothing to play"]
        is_bare = isinstance(pieces[0], str) and not any(pieces[1:])
        return [*pieces, "and costs nothing to play"] if is_bare else pieces

    def _staying(self, card: Card) -> Piece:
        """A construct that comes into play."""
        brings = a_play(card)
        stays = f"stays in play with {brings}" if is_counted(brings) else brings or "stays in play"
        turns = f", in this and {_more(self.left, 'turn')}" if round(self.left) else ""
        return f"{stays}{turns}", stays, f"stays in play{turns}"

    def reward(self, card: Card) -> tuple[str, list[Piece]]:
        """What defeating the monster brings now: what can be counted, and the rest."""
        found = Gains(card.reward, self.now(card))
        others = [each for each in found.others if not self._is_hollow(each)]
        other = Gains(others)
        rest: list[Piece] = [(f"and {other.first_other()}", f"and {other.first_other(SHORTER)}") if others else ""]
        if card.is_trophy:
            rest.append("and a trophy to keep")
        if card.infest and self.view.opponents():
            rest.append("and it may go into an opponent's deck")
        if found.gained["honor"] >= self.view.pool and not self.view.ending:
            rest.insert(0, "; that empties the honor pool, so this is the last round")
        return found.words or "its reward", rest

    def _is_hollow(self, effect: Effect) -> bool:
        """It would destroy constructs, and there are none."""
        inside = effect.parts()
        if not inside or not is_against_constructs(inside[0]):
            return False
        return not any(self.view.players[seat].constructs for seat in self.view.opponents())

    # --- other players

    def standing(self, seat: int) -> int:
        """All the honor that a player has: tokens and cards, which everybody can count."""
        player = self.view.players[seat]
        return player.honor + sum(self.view.cards[number].honor for number in player.owned())


def _more(often: float, noun: str) -> str:
    """`about 6 more plays`"""
    count = max(1, round(often))
    return f"about {count} more {noun}s" if count > 1 else f"about one more {noun}"


def _missed(found: Gains) -> str:
    """The keyword that would have brought more."""
    conditions = [ENGLISH.clause(each.condition.label()) for each in found.unmet if isinstance(each, If)]
    return f"; {conditions[0]} would bring more" if conditions and conditions[0] else ""
