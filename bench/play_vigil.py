"""Vigil, measured: two random players.

The player is one call of random.random() an option list, inline, so that the figures are the engine's.
"""

import sys
from random import Random
from typing import TYPE_CHECKING

from bench.measure import serve
from vigil import new_game

if TYPE_CHECKING:
    from vigil.engine import Game


class RandomGames:
    def __init__(self, sets: list[str]) -> None:
        self.sets = sets

    def play(self, seed: int) -> int:
        return self._play(self._new(seed), seed)

    def middle(self, seed: int) -> "Game":
        game = self._new(seed)
        self._play(game, seed, limit=self.play(seed) // 2)
        return game

    def copy(self, position: "Game") -> "Game":
        return position.copy()

    def _new(self, seed: int) -> "Game":
        return new_game(players=2, sets=self.sets, seed=seed)

    def _play(self, game: "Game", seed: int, limit: int = sys.maxsize) -> int:
        """Choose at random until the game is over or the limit is reached; answer the number of choices."""
        rand = Random(seed).random
        decisions = 0
        while not game.over and decisions < limit:
            options = game.decision.options
            game.choose(options[int(rand() * len(options))])
            decisions += 1
        return decisions


if __name__ == "__main__":
    serve({name: RandomGames(name.split("+")) for name in sys.argv[1:]})
