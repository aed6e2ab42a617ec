"""What runes and power buy together: the best combination of purchases. Compiled together with the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from vigil.engine.costs import may_use_restricted, price
from vigil.engine.modifiers import MIXED_PAYMENT
from vigil.engine.terms import NOTHING, ROW_ZONE, SUPPLY_ZONE

if TYPE_CHECKING:
    from vigil.engine.options import Option
    from vigil.engine.state import GameState

    from .evaluator import Evaluator

MOST_ITEMS: Final = 14
"""More purchases than this are not compared with each other."""


class Plan:
    """Purchases that can be paid for together. Bits of `chosen` are indices of the purchases that were compared."""

    def __init__(self) -> None:
        self.value = -1.0
        self.chosen: i64 = 0


class Purchase:
    """An option to acquire, to defeat or to pay for something, with what it is worth and what it costs.

    `rest` is what this purchase and all later ones are worth together: no plan can gain more from here on.
    """

    def __init__(self, option: Option, value: float, runes: int, power: int) -> None:
        self.option = option
        self.value = value
        self.runes: i64 = runes
        self.power: i64 = power
        self.rest = 0.0


class Purchases:
    """The purchases that are possible, each with its value and its cost; those of no value are left out."""

    def __init__(self, evaluator: Evaluator, game: GameState, seat: int) -> None:
        self.evaluator = evaluator
        self.game = game
        self.seat = seat
        self.items: list[Purchase] = []

    def consider(self, option: Option) -> None:
        """Adds an option to acquire or to defeat a card."""
        card = option.card
        assert card is not None
        game = self.game
        owner = self.seat if option.seat == NOTHING else option.seat
        value = self.evaluator.take_value(game, owner, card.number)
        if option.seat != NOTHING:
            value -= self.evaluator.rune
        if option.zone == ROW_ZONE:
            for number in game.under[option.slot]:
                value += self.evaluator.acquire_value(game, owner, number)
            if game.setup.solitaire:
                honor = float(card.reward_honor if card.is_monster else card.honor)
                value += 0.7 * honor if option.slot >= len(game.row) - 2 else 0.2 * honor
        runes, power = card.runes, card.power
        if card.special_price or option.zone == ROW_ZONE:
            runes, power = price(game, card, option.zone, option.slot)
        if may_use_restricted(game, card):
            runes = max(0, runes - game.turn.mechana_runes)
        if card.pays_either and runes > game.turn.runes:
            power += runes - game.turn.runes
            runes = game.turn.runes
        self.add(option, value, runes, power)
        # Cards that are always available can be taken more than once.
        if option.zone == SUPPLY_ZONE and runes + power > 0:
            self.add(option, value - 0.05, runes, power)

    def add(self, option: Option, value: float, runes: int, power: int) -> None:
        if value > 0.0 and len(self.items) < MOST_ITEMS:
            self.items.append(Purchase(option, value, runes, power))

    def best_plan(self, runes: int, power: int) -> Plan:
        """The most valuable combination for so many runes and so much power."""
        rest = 0.0
        for index in range(len(self.items) - 1, -1, -1):
            item = self.items[index]
            rest += item.value
            item.rest = rest
        plan = Plan()
        if self.game.turn.modifiers[MIXED_PAYMENT]:
            self._fill(plan, 0, runes + power, 0, True, 0.0, 0)
        else:
            self._fill(plan, 0, runes, power, False, 0.0, 0)
        return plan

    def _fill(self, plan: Plan, index: i64, runes: i64, power: i64, mixed: bool, value: float, chosen: i64) -> None:
        if index == len(self.items):
            if value > plan.value:
                plan.value = value
                plan.chosen = chosen
            return
        item = self.items[index]
        # Sums in another order differ in the last digits.
        if value + item.rest < plan.value - 1e-9:
            return
        need_runes = item.runes
        need_power = item.power
        if mixed:
            need_runes += need_power
            need_power = 0
        if need_runes <= runes and need_power <= power:
            bit: i64 = 1
            with_it = chosen | (bit << index)
            self._fill(plan, index + 1, runes - need_runes, power - need_power, mixed, value + item.value, with_it)
            if need_runes + need_power == 0:
                return
        self._fill(plan, index + 1, runes, power, mixed, value, chosen)


def everything_on_offer(evaluator: Evaluator, game: GameState, seat: int) -> Purchases:
    """The row and the cards that are always available."""
    purchases = Purchases(evaluator, game, seat)
    cards = game.cards
    for slot, number in enumerate(game.row):
        if number != NOTHING:
            purchases.consider(cards[number].row_option(slot))
    for number in game.setup.supply:
        purchases.consider(cards[number].supply_option)
    for number in game.setup.standing_monsters:
        purchases.consider(cards[number].supply_option)
    return purchases
