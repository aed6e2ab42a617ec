"""What a game is worth to each seat when it is over: its place among the others, and nothing on the way there.

The first place is worth 1, the last one -1, and those between lie evenly: at a table of four 1, 1/3, -1/3 and -1. The
places add up to nothing, and among two players they are victory and defeat. Two seats never share a place, because the
rules settle every tie: the seat that came later to its first turn is ahead. Teammates share theirs.
"""

from __future__ import annotations

from vigil.engine.scoring import scores
from vigil.engine.state import GameState


def rewards(game: GameState) -> list[float]:
    """One number per seat; nothing for anybody while the game goes on. Alone against the Cult, 1 or -1."""
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
