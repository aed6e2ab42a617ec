"""A try at a puzzle as a game between the player and the puzzle, and the ratings after it.

    player, puzzle = rated_try(Standing(), Rating(1600, 100), solved=True, now=0.0)

Puzzles and their players have a scale of their own. A puzzle stays what it is: its rating does not become less certain
with time.
"""

from __future__ import annotations

from typing import NamedTuple

from .games import Standing
from .glicko import Encounter, Rating, updated


class RatedTry(NamedTuple):
    player: Standing
    puzzle: Rating


def rated_try(player: Standing, puzzle: Rating, *, solved: bool, now: float) -> RatedTry:
    """Both ratings after the try; each is compared with what the other one was before it."""
    score = 1.0 if solved else 0.0
    after = updated(player.rating, [Encounter(puzzle, score)], player.periods(now))
    standing = Standing(after, player.games + 1, max(player.updated, now))
    return RatedTry(standing, updated(puzzle, [Encounter(player.at(now), 1.0 - score)], 0.0))
