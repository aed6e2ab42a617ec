"""Spending runes and power: the combination of cards, monsters and abilities that is worth the most together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vigil.engine.costs import may_use_restricted, price
from vigil.engine.terms import NOTHING, ROW, SUPPLY, VOID

from .worth import is_sacrifice, total

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.state import Game
    from vigil.engine.view import View

    from .appraisal import Appraisal


class Purse(NamedTuple):
    runes: int
    power: int
    mechana_runes: int = 0
    mixed: bool = False

    @staticmethod
    def of(view: View) -> Purse:
        turn = view.turn
        return Purse(turn.runes, turn.power, turn.mechana_runes, turn.mixed_payment)

    def plus(self, runes: int = 0, power: int = 0) -> Purse:
        return self._replace(runes=self.runes + runes, power=self.power + power)

    def after(self, wish: Wish) -> Purse | None:
        """What is left when the wish is paid; nothing if it cannot be."""
        runes, power, special, mixed = self
        need_runes, need_power = wish.runes, wish.power
        if wish.restricted:
            used = min(need_runes, special)
            need_runes -= used
            special -= used
        if runes < need_runes and (mixed or wish.either):
            need_power += need_runes - runes
            need_runes = runes
        elif power < need_power and mixed:
            need_runes += need_power - power
            need_power = power
        if runes < need_runes or power < need_power:
            return None
        return Purse(runes - need_runes, power - need_power, special, mixed)


class Wish(NamedTuple):
    """Something that can be had for runes or power."""

    card: Card
    zone: int
    slot: int
    worth: float
    runes: int
    power: int
    seat: int = NOTHING
    """The teammate who is to have it."""
    restricted: bool = False
    either: bool = False
    again: bool = False
    """It is there as often as it can be paid."""
    is_use: bool = False


def wishes(game: Game, own: Appraisal, mate: Appraisal | None) -> list[list[Wish]]:
    """Everything worth having, affordable or not. Of each list one at most can be had.

    The game is an imagined one, for the rules' own answers about prices; whatever is hidden has no part in them.
    """
    view = own.view
    found: list[list[Wish]] = []
    for slot, number in enumerate(view.row):
        if number != NOTHING:
            found.append(_ways(game, own, mate, view.cards[number], ROW, slot))
    setup = view.setup
    for index, number in enumerate(setup.supply):
        if view.supply[index]:
            found.append(_ways(game, own, mate, view.cards[number], SUPPLY, NOTHING))
    found += [_ways(game, own, None, view.cards[number], SUPPLY, NOTHING) for number in setup.standing_monsters]
    if view.turn.void_defeats:
        monsters = [view.cards[number] for number in dict.fromkeys(view.void)]
        found += [
            _ways(game, own, None, card, VOID, NOTHING) for card in monsters if card.is_monster and not card.is_trophy
        ]
    found += _paid_abilities(own)
    useful = [[wish for wish in ways if wish.worth > 0] for ways in found]
    return [ways for ways in useful if ways]


def _ways(game: Game, own: Appraisal, mate: Appraisal | None, card: Card, zone: int, slot: int) -> list[Wish]:
    view = own.view
    runes, power = price(game, card, zone, slot)
    value = own.taken(card)
    if zone == ROW:
        value += sum(own.acquired(view.cards[each]) for each in view.under[slot])
        if view.setup.solitaire:
            value += _kept_from_the_cult(view, card, slot)
    restricted = may_use_restricted(game, card)
    again = zone == SUPPLY
    ways = [Wish(card, zone, slot, value, runes, power, NOTHING, restricted, card.pays_either, again)]
    if mate is not None and not card.is_monster:
        ways.append(Wish(card, zone, slot, mate.taken(card), runes + 1, power, mate.seat, restricted, False, again))
    return ways


def _kept_from_the_cult(view: View, card: Card, slot: int) -> float:
    """The Cult takes from the right end of the row: what is taken before it counts twice."""
    honor = card.reward_honor if card.is_monster else card.honor
    return 0.7 * honor if slot >= len(view.row) - 2 else 0.2 * honor


def _paid_abilities(own: Appraisal) -> list[list[Wish]]:
    view = own.view
    mine = own.player
    sources = [(view.cards[number], mine.uses[index]) for index, number in enumerate(mine.constructs)]
    if view.event != NOTHING:
        sources.append((view.cards[view.event], view.turn.event_uses))
    found = []
    for card, used in sources:
        for place, use in enumerate(card.uses):
            if (use.runes or use.power) and not used & use.bit and not is_sacrifice(use) and not card.is_monster:
                value = total(use.effects, own.now)
                if card.other_side != NOTHING:
                    value = own.acquired(view.cards[card.other_side])
                found.append([Wish(card, NOTHING, place, value, use.runes, use.power, is_use=True)])
    return found


class Plan:
    """The best that the purse can buy."""

    def __init__(self, groups: list[list[Wish]], purse: Purse) -> None:
        self._groups = groups
        self._known: dict[tuple[int, Purse], tuple[float, tuple[Wish, ...]]] = {}
        self.worth, self.bought = self._best(0, purse)

    def _best(self, index: int, purse: Purse) -> tuple[float, tuple[Wish, ...]]:
        if index == len(self._groups):
            return 0.0, ()
        key = (index, purse)
        found = self._known.get(key)
        if found is not None:
            return found
        best = self._best(index + 1, purse)
        for wish in self._groups[index]:
            left = purse.after(wish)
            if left is None:
                continue
            # What costs nothing can be had without end: the plan takes it once.
            again = wish.again and left != purse
            value, others = self._best(index if again else index + 1, left)
            if wish.worth + value > best[0]:
                best = (wish.worth + value, (wish, *others))
        self._known[key] = best
        return best

    def in_order(self) -> list[Wish]:
        """Monsters first, because their rewards may pay for more; then the best."""
        return sorted(self.bought, key=lambda wish: (not wish.card.is_monster, -wish.worth))
