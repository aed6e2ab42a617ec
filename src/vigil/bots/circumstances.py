"""What a card's worth depends on: a few numbers about the table, and how they fill in for chances and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vigil.engine import amounts, conditions
from vigil.engine.filters import Both, Either, Named, OfFaction
from vigil.engine.terms import MECHANA_FACTION

from .weights import PLAIN_WEIGHTS, Weights

if TYPE_CHECKING:
    from vigil.engine.amounts import Amount
    from vigil.engine.conditions import Condition
    from vigil.engine.filters import Filter


class Circumstances(NamedTuple):
    """Small numbers only, so that what was worked out for them once can be found again."""

    constructs: int = 0
    """How many constructs the player controls."""
    mechana: int = 0
    factions: int = 0
    energy: int = 0
    """The energy that a usual turn of the player brings."""
    opponents: int = 1
    targets: int = 0
    """How many constructs all opponents control together."""
    eighths: int = 8
    """How much of the game is left, in eighths of its long middle: thin decks pay only if there is time."""
    weights: Weights = PLAIN_WEIGHTS


def is_mechana(kind: Filter) -> bool:
    if isinstance(kind, (Both, Either)):
        return is_mechana(kind.first) or is_mechana(kind.second)
    return isinstance(kind, OfFaction) and kind.faction == MECHANA_FACTION


def in_play(kind: Filter, now: Circumstances) -> int:
    return now.mechana if is_mechana(kind) else now.constructs


_CHANCES: dict[type[Condition], float] = {
    conditions.IsDay: 0.42,
    conditions.IsNight: 0.42,
    conditions.PutIntoPlay: 0.35,
    conditions.InDiscard: 0.35,
    conditions.DefeatedInRow: 0.2,
    conditions.HaveBanished: 0.3,
    conditions.MostHonor: 0.45,
    conditions.RowIsAll: 0.05,
}


def in_one_turn(kind: Filter) -> float:
    """How likely it is that a turn brings a card of the kind: one of two named ones, one of a sort, a single one."""
    if isinstance(kind, Named):
        return 0.05 if kind.unique else 0.1
    return 0.5 if isinstance(kind, Either) else 0.3


def chance(condition: Condition | None, now: Circumstances) -> float:
    """How likely it is that the condition will hold when it is asked."""
    if condition is None:
        return 1.0
    if isinstance(condition, conditions.AnyOf):
        return 1 - (1 - chance(condition.first, now)) * (1 - chance(condition.second, now))
    if isinstance(condition, conditions.Energized):
        return min(0.9, (now.energy + 0.5) / (condition.amount + 0.5))
    if isinstance(condition, conditions.Played):
        return in_one_turn(condition.kinds[0]) if len(condition.kinds) == 1 else 0.3
    if isinstance(condition, conditions.Control):
        if isinstance(condition.kind, Named):
            return in_one_turn(condition.kind)
        have = in_play(condition.kind, now) + 1
        share = min(1.0, have / (condition.at_least + 1))
        return 0.85 * share * share
    return _CHANCES.get(type(condition), 0.5)


def expected(amount: Amount, now: Circumstances) -> float:
    """How many it will be, counted in a usual turn."""
    if isinstance(amount, amounts.InPlay):
        return in_play(amount.kind, now) + 1.0
    if isinstance(amount, amounts.FactionsInPlay):
        return now.factions + 0.2
    if isinstance(amount, amounts.EnergyGained):
        return now.energy + 0.5
    if isinstance(amount, (amounts.CardsIn, amounts.TreasureUnderThis)):
        return 0.5
    if isinstance(amount, amounts.ValueOf):
        return 4.0 if amount.reads_trigger else 8.0
    return 1.0
