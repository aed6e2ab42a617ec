"""A file of fitted weights: a table for each set and number of players, as the bots read them from their own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from vigil.bots.weights import PLAIN_WEIGHTS, BadWeights, Tables, Weights, nearest_weights, read_weights
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.files import replacing

from .tuning import FITTED

ALL: Final = "all"
HEADER: Final = (
    "# Weights fitted by `vigil tune`, by set and number of players. A weight that is not named is the plain one.\n"
)


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
        self._tables: Tables = {}
        if must_exist or path.exists():
            self._tables = read_weights(path)
            self._header = _header_of(path.read_text(encoding="utf-8"))

    def weights(self, setup: Setup) -> Weights:
        """Those for this table; where they are missing, those of the nearest number of players."""
        name = table_name(setup)
        found = self._tables.get(name)
        if not found:
            known = ", ".join(self._tables) or "nothing"
            raise BadWeights(f"{self.path} has no weights for {name}. It has those for {known}.")
        return nearest_weights(found, setup.players)

    def put(self, setup: Setup, weights: Weights) -> None:
        """Writes the weights of this table."""
        named = [
            name for name in Weights._fields if name in FITTED or getattr(weights, name) != getattr(PLAIN_WEIGHTS, name)
        ]
        values = {name: _round(getattr(weights, name)) for name in named}
        self._tables.setdefault(table_name(setup), {})[str(setup.players)] = values
        try:
            with replacing(self.path) as draft:
                draft.write_text("\n".join([self._header, *self._texts()]), encoding="utf-8")
        except OSError as error:
            raise BadWeights(f"{self.path} cannot be written: {error.strerror}.") from None

    def check_writable(self) -> None:
        """Raises now what would otherwise be raised after hours."""
        if not os.access(self.path.parent, os.W_OK):
            raise BadWeights(
                f"{self.path} cannot be written: {self.path.parent} is no folder that files can be put into."
            )

    def _texts(self) -> list[str]:
        return [
            f'["{name}".{count}]\n' + "".join(f"{weight} = {_number(value)}\n" for weight, value in weights.items())
            for name, by_players in self._tables.items()
            for count, weights in sorted(by_players.items(), key=lambda each: int(each[0]))
        ]


def _header_of(text: str) -> str:
    """What is said before the first table stays."""
    before_tables = text.partition("\n[")[0] if not text.startswith("[") else ""
    return before_tables.strip() + "\n" if before_tables.strip() else HEADER


def _round(value: float) -> float:
    # A weight is moved by factors: one that is rounded to nothing would stay there.
    return float(f"{value:.3f}" if value >= 0.1 else f"{value:.3g}")


def _number(value: float) -> str:
    short = f"{value:.3f}"
    return short if float(short) == value else repr(value)
