"""The setup that an environment plays with."""

from __future__ import annotations

from collections.abc import Iterable

from vigil.cards import LIBRARY
from vigil.engine.setup import ROW_LENGTH, Setup
from vigil.set_names import set_names

Sets = str | Iterable[str]


def table(
    sets: Sets = "chronicle",
    players: int = 2,
    variant: str = "standard",
    honor_pool: int | None = None,
    shards: int | None = None,
    row_length: int = ROW_LENGTH,
    first: int | None = None,
) -> Setup:
    """Sets by their names or the beginnings of them: `"rise,war"`. The first one brings the always-available cards."""
    names = set_names([sets] if isinstance(sets, str) else sets)
    return Setup(LIBRARY, players, names, variant, honor_pool, shards, row_length, first)
