"""What speaks for the choices of a player's own turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vigil.engine.options import END
from vigil.engine.terms import ACQUIRE, DEFEAT, NOTHING, PLAY, TROPHIES_ZONE, USE

from .reasons import Piece, Reasoner, Reasons
from .wording import Gains, amounts

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.options import Option


class OwnTurn(Reasoner):
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
        arrival = self.arrival(card) if owner == self.seat else ""
        first, *more = self.owning(card, owner, at_once=bool(arrival))
        pieces: list[Piece] = [first, arrival, self.treasure(*place), self.bargain(option, card), *more]
        pieces += [self.cult(*place), self.empower(card)]
        return card.shown_name if owner == self.seat else self.given(card, owner), pieces

    def _defeating(self, option: Option, card: Card) -> list[Piece]:
        gained, rest = self.reward(card)
        price = self.cost(option, card)
        extras = [self.treasure(option.zone, option.slot), self.cult(option.zone, option.slot)]
        return [f"{gained} for {price}", *extras, *rest]

    # --- abilities

    def _using(self, option: Option, card: Card) -> list[Piece]:
        ability = option.ability
        price = amounts(runes=ability.runes, power=ability.power)
        if card.other_side != NOTHING and price:
            hero = self.view.cards[card.other_side]
            return [f"{price} for {hero.shown_name}", *self.owning(hero, self.seat)]
        found = Gains(ability.effects, self.now(card))
        gains = self.gains(found)
        if ability.is_sacrifice:
            return self._giving_up(option, card, gains)
        if price:
            return [f"{found.named()} for {price}"]
        return [*gains, "free once a turn" if ability.once else "free"]

    def _giving_up(self, option: Option, card: Card, gains: list[Piece]) -> list[Piece]:
        """What the card is given up for, and what goes with it."""
        ability = option.ability
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
        if self.best is not END and self.policy.pick(self.game, self.decision) is not END:
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
