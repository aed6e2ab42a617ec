"""What runes and power buy together: the best combination of purchases. Compiled together with the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
        self.chosen = 0


class Purchases:
    """The purchases that are possible, each with its value and its cost; those of no value are left out."""

    def __init__(self, evaluator: Evaluator, game: GameState, seat: int) -> None:
        self.evaluator = evaluator
        self.game = game
        self.seat = seat
        self.options: list[Option] = []
        self.values: list[float] = []
        self._runes: list[int] = []
        self._power: list[int] = []

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
        if value > 0.0 and len(self.options) < MOST_ITEMS:
            self.options.append(option)
            self.values.append(value)
            self._runes.append(runes)
            self._power.append(power)

    def best_plan(self, runes: int, power: int) -> Plan:
        """The most valuable combination for so many runes and so much power."""
        plan = Plan()
        if self.game.turn.modifiers[MIXED_PAYMENT]:
            self._fill(plan, 0, runes + power, 0, True, 0.0, 0)
        else:
            self._fill(plan, 0, runes, power, False, 0.0, 0)
        return plan

    def _fill(self, plan: Plan, index: int, runes: int, power: int, mixed: bool, value: float, chosen: int) -> None:
        if index == len(self.options):
            if value > plan.value:
                plan.value = value
                plan.chosen = chosen
            return
        need_runes = self._runes[index]
        need_power = self._power[index]
        if mixed:
            need_runes += need_power
            need_power = 0
        if need_runes <= runes and need_power <= power:
            gain = value + self.values[index]
            self._fill(plan, index + 1, runes - need_runes, power - need_power, mixed, gain, chosen | (1 << index))
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
