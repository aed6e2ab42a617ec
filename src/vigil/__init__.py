"""Vigil: a computer table for the Ascension deckbuilding game."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from vigil._compiled import choose_engine

ENGINE = choose_engine()
"""`compiled` or `plain`."""

from vigil.cards import LIBRARY  # noqa: E402
from vigil.engine.setup import Setup, deal  # noqa: E402
from vigil.engine.state import GameState  # noqa: E402

__version__ = "0.1.0"


def new_game(
    players: int = 2,
    sets: Sequence[str] = ("chronicle-of-the-godslayer",),
    variant: str = "standard",
    seed: int | None = None,
    honor_pool: int | None = None,
    shards: int | None = None,
    row_length: int = 6,
    first: int | None = None,
) -> GameState:
    """A new game, dealt and ready for its first decision. Without a seed nobody can foresee it."""
    setup = Setup(LIBRARY, players, sets, variant, honor_pool, shards, row_length, first)
    return deal(setup, secrets.randbits(128) if seed is None else seed)


__all__ = ["LIBRARY", "GameState", "new_game"]
