"""Estimates behind the value of a card: the usual situation, how likely conditions hold, how large amounts are.

Every condition and every amount of the vocabulary has its row here; a test fails where one is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from vigil.engine import amounts, conditions
from vigil.engine.filters import Both, Either, Named, OfFaction
from vigil.engine.terms import MECHANA_FACTION

from .weights import PLAIN_WEIGHTS, Weights

if TYPE_CHECKING:
    from vigil.engine.amounts import Amount
    from vigil.engine.conditions import Condition
    from vigil.engine.filters import Filter


Row = TypeVar("Row")


class Situation(NamedTuple):
    """A few numbers about a game, from the player's side."""

    constructs: int = 0
    """Constructs that the player controls."""
    mechana: int = 0
    factions: int = 0
    energy: int = 0
    """Energy in a usual turn of the player."""
    opponents: int = 1
    targets: int = 0
    """Constructs that all opponents control together."""
    eighths: int = 8
    """How much of the game is left, in eighths of its long middle: thin decks pay only if there is time."""
    weights: Weights = PLAIN_WEIGHTS


def row_of(table: Mapping[type, Row], thing: object) -> Row | None:
    """What a table by classes says about an object: the row of its class, or of the nearest class above it."""
    return next((table[kind] for kind in type(thing).__mro__ if kind in table), None)


def resolved(value: Any, *arguments: object) -> Any:
    """A constant of a table, or the result of its function for these arguments."""
    return value(*arguments) if callable(value) else value


def is_mechana(kind: Filter) -> bool:
    if isinstance(kind, (Both, Either)):
        return is_mechana(kind.first) or is_mechana(kind.second)
    return isinstance(kind, OfFaction) and kind.faction == MECHANA_FACTION


def _in_play(kind: Filter, now: Situation) -> int:
    return now.mechana if is_mechana(kind) else now.constructs


def chance_in_one_turn(kind: Filter) -> float:
    """The chance that a turn brings a card of the kind: one of two named ones, one of a sort, a single one."""
    if isinstance(kind, Named):
        return 0.05 if kind.unique else 0.1
    return 0.5 if isinstance(kind, Either) else 0.3


# --- conditions


def _any_of(condition: conditions.AnyOf, now: Situation) -> float:
    return 1 - (1 - chance(condition.first, now)) * (1 - chance(condition.second, now))


def _energized(condition: conditions.Energized, now: Situation) -> float:
    return min(0.9, (now.energy + 0.5) / (condition.amount + 0.5))


def _played(condition: conditions.Played, now: Situation) -> float:
    return chance_in_one_turn(condition.kinds[0]) if len(condition.kinds) == 1 else 0.3


def _control(condition: conditions.Control, now: Situation) -> float:
    if isinstance(condition.kind, Named):
        return chance_in_one_turn(condition.kind)
    have = _in_play(condition.kind, now) + 1
    share = min(1.0, have / (condition.at_least + 1))
    return 0.85 * share * share


CHANCES: Final[dict[type[Condition], float | Callable[[Any, Situation], float]]] = {
    conditions.AnyOf: _any_of,
    conditions.Control: _control,
    conditions.DefeatedInRow: 0.2,
    conditions.Energized: _energized,
    conditions.HaveBanished: 0.3,
    conditions.InDiscard: 0.35,
    conditions.IsDay: 0.42,
    conditions.IsNight: 0.42,
    conditions.MostHonor: 0.45,
    conditions.Played: _played,
    conditions.PutIntoPlay: 0.35,
    conditions.RowIsAll: 0.05,
}


def chance(condition: Condition | None, now: Situation) -> float:
    """The chance that the condition holds when it is checked."""
    if condition is None:
        return 1.0
    found = row_of(CHANCES, condition)
    return 0.5 if found is None else float(resolved(found, condition, now))


# --- amounts


def _value_of(amount: amounts.ValueOf, now: Situation) -> float:
    return 4.0 if amount.reads_trigger else 8.0


AMOUNTS: Final[dict[type[Amount], float | Callable[[Any, Situation], float]]] = {
    amounts.CardsIn: 0.5,
    amounts.EnergyGained: lambda amount, now: now.energy + 0.5,
    amounts.FactionsInPlay: lambda amount, now: now.factions + 0.2,
    amounts.InPlay: lambda amount, now: _in_play(amount.kind, now) + 1.0,
    amounts.TreasureUnderThis: 0.5,
    amounts.ValueOf: _value_of,
}


def expected(amount: Amount, now: Situation) -> float:
    """The amount that can be expected in a usual turn."""
    found = row_of(AMOUNTS, amount)
    return 1.0 if found is None else float(resolved(found, amount, now))
