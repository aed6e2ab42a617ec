"""A file of fitted weights: a table for each set and number of players, as the bots read them from their own."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Final

from vigil import LIBRARY
from vigil.bots.weights import PLAIN_WEIGHTS, Weights
from vigil.engine.errors import VigilError, did_you_mean
from vigil.engine.setup import Setup

from .tuning import FITTED

ALL: Final = "all"
HEADER: Final = (
    "# Weights fitted by `vigil tune`, by set and number of players. A weight that is not named is the plain one.\n"
)


class BadWeights(VigilError):
    """The file of weights cannot be read, says something else, or cannot be written."""


def table_name(setup: Setup) -> str:
    """Where the weights for this table are kept: under its set, or under all of them together."""
    if len(setup.sets) == 1:
        return setup.sets[0]
    if set(setup.sets) == set(LIBRARY.sets):
        return ALL
    raise BadWeights("Weights are kept for one set or for all of them together: choose one set, or --sets all.")


class WeightsFile:
    """What is in the file already is kept, except for the table that is written."""

    def __init__(self, path: Path, must_exist: bool = False) -> None:
        self.path = path
        self._header = HEADER
        self._tables: dict[str, dict[str, dict[str, float]]] = {}
        self._read(must_exist)

    def weights(self, setup: Setup) -> Weights:
        """Those for this table; where they are missing, those of the nearest number of players."""
        name = table_name(setup)
        found = self._tables.get(name)
        if not found:
            known = ", ".join(self._tables) or "nothing"
            raise BadWeights(f"{self.path} has no weights for {name}. It has those for {known}.")
        nearest = min(found, key=lambda count: abs(int(count) - setup.players))
        return PLAIN_WEIGHTS._replace(**found[nearest])

    def put(self, setup: Setup, weights: Weights) -> None:
        """Writes the table for this setup. A crash leaves the old file or the new one, never half of one."""
        named = [
            name for name in Weights._fields if name in FITTED or getattr(weights, name) != getattr(PLAIN_WEIGHTS, name)
        ]
        values = {name: _round(getattr(weights, name)) for name in named}
        self._tables.setdefault(table_name(setup), {})[str(setup.players)] = values
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}.new")
        try:
            draft.write_text("\n".join([self._header, *self._texts()]), encoding="utf-8")
            draft.replace(self.path)
        except OSError as error:
            raise BadWeights(f"{self.path} cannot be written: {error.strerror}.") from None
        finally:
            draft.unlink(missing_ok=True)

    def check_writable(self) -> None:
        """Raises now what would otherwise be raised after hours."""
        if not os.access(self.path.parent, os.W_OK):
            raise BadWeights(
                f"{self.path} cannot be written: {self.path.parent} is no folder that files can be put into."
            )

    # --- reading

    def _read(self, must_exist: bool) -> None:
        try:
            text = self.path.read_text(encoding="utf-8")
            tables = tomllib.loads(text)
        except FileNotFoundError:
            if not must_exist:
                return
            raise BadWeights(f"There is no file {self.path}.") from None
        except OSError as error:
            raise BadWeights(f"{self.path} cannot be read: {error.strerror}.") from None
        except ValueError as error:
            raise BadWeights(f"{self.path} is not a file of weights: {error}.") from None
        for name, by_players in tables.items():
            if not isinstance(by_players, dict) or not all(count.isdecimal() for count in by_players):
                raise BadWeights(f'{self.path}: "{name}" should hold tables by number of players: ["{name}".2].')
            self._tables[name] = {count: self._checked(name, count, table) for count, table in by_players.items()}
        before_tables = text.partition("\n[")[0] if not text.startswith("[") else ""
        self._header = before_tables.strip() + "\n" if before_tables.strip() else HEADER

    def _checked(self, name: str, count: str, table: object) -> dict[str, float]:
        place = f'{self.path}, ["{name}".{count}]'
        if not isinstance(table, Mapping):
            raise BadWeights(f"{place}: a table of weights is missing.")
        for weight, value in table.items():
            if weight not in Weights._fields:
                raise BadWeights(f"{place}: there is no weight `{weight}`.{did_you_mean(weight, Weights._fields)}")
            if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
                raise BadWeights(f"{place}: `{weight}` should be a number, not {value!r}.")
        return {weight: float(value) for weight, value in table.items()}

    # --- writing

    def _texts(self) -> list[str]:
        return [
            f'["{name}".{count}]\n' + "".join(f"{weight} = {_number(value)}\n" for weight, value in weights.items())
            for name, by_players in self._tables.items()
            for count, weights in sorted(by_players.items(), key=lambda each: int(each[0]))
        ]


def _round(value: float) -> float:
    # A weight is moved by factors: one that is rounded to nothing would stay there.
    return float(f"{value:.3f}" if value >= 0.1 else f"{value:.3g}")


def _number(value: float) -> str:
    short = f"{value:.3f}"
    return short if float(short) == value else repr(value)
