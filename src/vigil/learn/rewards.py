"""What a seat is rewarded for: its place or its margin at the end of a game, and on request progress on the way.

The first place is worth 1, the last one -1, and those between lie evenly: at a table of four 1, 1/3, -1/3 and -1. The
places add up to nothing, and among two players they are victory and defeat. Two seats never share a place, because the
rules settle every tie: the seat that came later to its first turn is ahead. Teammates share theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import tanh
from typing import Final

from vigil.bots.network import SMALL, own_network
from vigil.bots.position_features import PositionBatch
from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.scoring import scores
from vigil.engine.state import GameState

MARGIN: Final = 20.0
"""A lead of so many honor is worth tanh(1), about 0.76."""

Reward = Callable[[GameState], list[float]]
"""One number per seat, when a game is over."""
Potential = Callable[[Sequence[GameState]], list[list[float]]]
"""For each game one number per seat: how well it stands there, from -1 to 1."""


def rewards(game: GameState) -> list[float]:
    """The places: one number per seat; 0 for everybody while the game goes on. Alone against the Cult, 1 or -1."""
    count = len(game.players)
    if not game.over:
        return [0.0] * count
    if game.setup.solitaire:
        return [1.0 if game.winners else -1.0]
    from_last_to_first = _standings(game)
    worth = [0.0] * count
    for place, seats in enumerate(from_last_to_first):
        for seat in seats:
            worth[seat] = 2 * place / (len(from_last_to_first) - 1) - 1
    return worth


def margins(game: GameState) -> list[float]:
    """How far each seat (with its teammate) is ahead of the best other one, or behind it: tanh(difference / 20)."""
    points = scores(game)
    if game.setup.solitaire:
        return [tanh((points[0] - cult_score(game)) / MARGIN)]
    totals = [points[seat] + (points[game.teammate(seat)] if game.setup.team else 0) for seat in range(len(points))]
    return [
        tanh((totals[seat] - max(totals[each] for each in game.opponents(seat))) / MARGIN)
        for seat in range(len(points))
    ]


def honor_potential(games: Sequence[GameState]) -> list[list[float]]:
    """The margins as they are now."""
    return [margins(game) for game in games]


def network_potential(games: Sequence[GameState]) -> list[list[float]]:
    """What the small value network expects of each seat, as a place: 1 is a certain victory, -1 a certain defeat."""
    setup = games[0].setup
    positions = PositionBatch(len(setup.library.cards))
    for game in games:
        positions.add(game)
    found: list[list[float]] = (2.0 * own_network(SMALL).chances(setup, positions) - 1.0).tolist()
    return found


REWARDS: Final[dict[str, Reward]] = {"result": rewards, "margin": margins}
POTENTIALS: Final[dict[str, Potential]] = {"honor": honor_potential, "network": network_potential}


def _standings(game: GameState) -> list[tuple[int, ...]]:
    """Who shares a place, from the last to the first, ordered as the rules order the winners."""
    count = len(game.players)
    points = scores(game)
    sides: list[tuple[int, ...]] = [(seat,) for seat in range(count)]
    if game.setup.team:
        sides = [(seat, game.teammate(seat)) for seat in range(count // 2)]

    def standing(side: tuple[int, ...]) -> tuple[bool, int, int]:
        # Whoever won on the spot is ahead of everybody, whatever the points say.
        lateness = max((seat - game.first) % count for seat in side)
        return side[0] in game.winners, sum(points[seat] for seat in side), lateness

    return sorted(sides, key=standing)
