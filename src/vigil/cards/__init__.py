"""The printed cards, in one file per set, and new games with them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from vigil.engine.library import Library
from vigil.engine.setup import ROW_LENGTH, Setup, deal
from vigil.engine.state import GameState
from vigil.engine.terms import STANDARD
from vigil.rulings import rulings_for

from . import chronicle_of_the_godslayer, gift_of_the_elements, rise_of_vigil, war_of_shadows
from .basics import BASICS

LIBRARY = Library(
    BASICS,
    [chronicle_of_the_godslayer.SET, rise_of_vigil.SET, war_of_shadows.SET, gift_of_the_elements.SET],
    address="vigil.cards:LIBRARY",
    rulings=rulings_for,
)


def new_state(
    players: int = 2,
    sets: Sequence[str] = (chronicle_of_the_godslayer.SET.name,),
    variant: str = STANDARD,
    seed: int | None = None,
    honor_pool: int | None = None,
    shards: int | None = None,
    row_length: int = ROW_LENGTH,
    first: int | None = None,
) -> GameState:
    """Deals a new game, as the engine's own object.

    Sets are given by their full names. Without a seed, a random one is used.
    """
    setup = Setup(LIBRARY, players, sets, variant, honor_pool, shards, row_length, first)
    return deal(setup, secrets.randbits(128) if seed is None else seed)


__all__ = ["LIBRARY", "new_state"]
