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
        setup = Setup(LIBRARY, players=2, sets=["chronicle-of-the-godslayer"])
        self.games = module.Games(setup, GAMES, copy=False)
        self.random = np.random.default_rng(0)

    def play(self, seed: int) -> tuple[int, int]:
        before = self.games.finished
        for _ in range(CALLS):
            self.games.step(self.games.sample(self.random))
        return self.games.finished - before, CALLS * GAMES


def find(name: str) -> Workload:
    module = import_module(name)
    return Vectorised(module) if hasattr(module, "Games") else Environments(module.env())


if __name__ == "__main__":
    serve(find)
