"""Vigil's environments for learning, measured: random actions that the mask allows, Chronicle, two players."""

from importlib import import_module
from typing import Any

import numpy as np

from bench.measure import Workload, serve
from bench.play_pettingzoo import Environments
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup

GAMES = 128
CALLS = 20


class Vectorised:
    """Many games a call. They never stop: a finished game is dealt anew, so a turn is a few calls and not a game."""

    def __init__(self, module: Any) -> None:
        self.games = module.Games(Setup(LIBRARY, players=2, sets=["chronicle-of-the-godslayer"]), GAMES)
        self.random = np.random.default_rng(0)

    def play(self, seed: int) -> tuple[int, int]:
        ended = sum(int(self.games.step(self._actions())[1].sum()) for _ in range(CALLS))
        return ended, CALLS * GAMES

    def _actions(self) -> Any:
        """One legal action for each game, every one of them equally likely, without a loop over the games."""
        places, legal = self.games.masks.nonzero()
        counts = np.bincount(places, minlength=GAMES)
        firsts = np.cumsum(counts) - counts
        return legal[firsts + (self.random.random(GAMES) * counts).astype(np.intp)]


def find(name: str) -> Workload:
    module = import_module(name)
    return Vectorised(module) if hasattr(module, "Games") else Environments(module.env())


if __name__ == "__main__":
    serve(find)
