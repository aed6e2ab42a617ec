"""How a game went for every seat, between nothing and one: what searches average and networks learn."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.scoring import scores

if TYPE_CHECKING:
    from vigil.engine.state import GameState

CLEAR: Final = 8.0
"""A lead of so many points is as good as a win, nearly."""


def outcome(game: GameState) -> list[float]:
    """Half of it is who won, half by how much: a lead tells more about the play than one game's winner.

    A game that is not over is rated by the points alone.
    """
    points = [float(each) for each in scores(game)]
    setup = game.setup
    if setup.solitaire:
        return [0.5 * (0 in game.winners) + 0.5 * by_points([points[0], float(cult_score(game))])[0]]
    if setup.team:
        half = len(points) // 2
        pairs = by_points([points[seat] + points[seat + half] for seat in range(half)])
        return [0.5 * (seat in game.winners) + 0.5 * pairs[seat % half] for seat in range(len(points))]
    shares = by_points(points)
    if not game.over:
        return shares
    won = 0.5 / len(game.winners)
    return [won * (seat in game.winners) + 0.5 * share for seat, share in enumerate(shares)]


def by_points(points: list[float]) -> list[float]:
    """How sure a win with these points would have been."""
    most = max(points)
    powers = [exp((each - most) / CLEAR) for each in points]
    total = sum(powers)
    return [each / total for each in powers]
