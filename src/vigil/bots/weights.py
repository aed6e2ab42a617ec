"""The weights from which the values of cards are computed, in honor. `vigil tune` fits them."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from math import exp, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.engine.errors import VigilError, did_you_mean

if TYPE_CHECKING:
    from vigil.engine.setup import Setup

WEIGHTS: Final = "VIGIL_WEIGHTS"
"""The environment variable with a file of weights that replace those of the package."""

Tables = dict[str, dict[str, dict[str, float]]]
"""Weights by set, number of players and name."""


class BadWeights(VigilError):
    """The file of weights cannot be read or written, or is not valid."""


class Weights(NamedTuple):
    """Estimates, checked against games in which a card was added to a deck."""

    rune: float = 1.0
    power: float = 0.97
    draw: float = 1.65
    banish: float = 0.8
    energy: float = 0.3
    mechana_rune: float = 0.4
    extra_turn: float = 4.5
    hurt: float = 1.0
    """A factor for everything that harms opponents."""
    defeat: float = 1.0
    """A factor for the rewards of monsters."""

    crowded: float = 1.0
    """How often a new card is drawn, relative to a deck that stays as it is."""
    improving: float = 0.03
    """How much better the average card of the deck becomes per turn left. New cards are compared with it."""
    lasts: float = 0.83
    """The share of the remaining turns in which a construct stays in play."""
    in_the_way: float = 0.5
    """What a construct costs on its way through the hand, in average cards."""
    slack: float = 0.31
    """By how much the average card must be better than a card to be banished."""
    honor_kept: float = 0.35
    """What a point of honor on a card counts against banishing it."""

    first_round: float = 0.3
    each_round: float = 0.27
    """The honor that each player takes from the pool in the first round, and how much more in each later one."""

    def moved(self, direction: Sequence[float], reach: float) -> Weights:
        """The weights multiplied by factors, so that none changes its sign."""
        return Weights(*(weight * exp(reach * step) for weight, step in zip(self, direction, strict=True)))


PLAIN_WEIGHTS = Weights()


def fitted_weights(setup: Setup) -> Weights:
    """The weights for this table: those of its set, or of all sets together; of the nearest number of players."""
    tables, _ = find_weights()
    return weights_for(setup, tables)


def weights_for(setup: Setup, tables: Tables) -> Weights:
    """What these tables say about this one."""
    of_sets = tables.get(setup.sets[0] if len(setup.sets) == 1 else "", tables["all"])
    return nearest_weights(of_sets, setup.players)


def nearest_weights(by_players: Mapping[str, Mapping[str, float]], players: int) -> Weights:
    """The weights for the nearest number of players."""
    nearest = min(by_players, key=lambda count: abs(int(count) - players))
    return PLAIN_WEIGHTS._replace(**by_players[nearest])


def find_weights() -> tuple[Tables, str]:
    """The package's tables, overridden by those of the file in the environment; and an error if that is not valid."""
    return _found(os.environ.get(WEIGHTS, ""))


@lru_cache(maxsize=2)
def _found(named: str) -> tuple[Tables, str]:
    with resources.as_file(resources.files(__package__).joinpath("weights.toml")) as path:
        tables = read_weights(path)
    if named:
        try:
            for name, by_players in read_weights(Path(named)).items():
                tables[name] = {**tables.get(name, {}), **by_players}
        except BadWeights as error:
            return tables, str(error)
    return tables, ""


def read_weights(path: Path) -> Tables:
    """Reads a file of weights."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadWeights(f"There is no file {path}.") from None
    except OSError as error:
        raise BadWeights(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise BadWeights(f"{path} is not a file of weights: {error}.") from None
    for name, by_players in tables.items():
        if not isinstance(by_players, dict) or not by_players or not all(map(str.isdecimal, by_players)):
            raise BadWeights(f'{path}: "{name}" should hold tables by number of players: ["{name}".2].')
    return {
        name: {count: _checked(f'{path}, ["{name}".{count}]', table) for count, table in by_players.items()}
        for name, by_players in tables.items()
    }


def _checked(place: str, table: object) -> dict[str, float]:
    if not isinstance(table, Mapping):
        raise BadWeights(f"{place}: a table of weights is missing.")
    for weight, value in table.items():
        if weight not in Weights._fields:
            raise BadWeights(f"{place}: there is no weight `{weight}`.{did_you_mean(weight, Weights._fields)}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise BadWeights(f"{place}: `{weight}` should be a number, not {value!r}.")
    return {weight: float(value) for weight, value in table.items()}
