"""rlcard's games, measured: random legal actions, through its games and through its environments.

`game` steps the game itself, `env` the environment around it, which encodes an observation for every step.
This runs in an environment of its own, without Vigil.
"""

import copy
import random
import sys
from typing import Any

import rlcard

from bench.measure import serve


class Games:
    """The game inside the environment: legal actions are asked of the game or, in gin rummy, of its judge."""

    def __init__(self, name: str) -> None:
        self.env = rlcard.make(name, config={"seed": 0})

    def play(self, seed: int) -> tuple[int, int]:
        return 1, self._advance(self._new(seed))

    def middle(self, seed: int) -> Any:
        _, decisions = self.play(seed)
        game = self._new(seed)
        self._advance(game, decisions // 2)
        return copy.deepcopy(game)  # the environment has only this one game and deals it anew

    def copy(self, position: Any) -> Any:
        return copy.deepcopy(position)

    def _new(self, seed: int) -> Any:
        self.env.seed(seed)
        random.seed(seed)
        self.env.game.init_game()
        return self.env.game

    def _advance(self, game: Any, most: int = sys.maxsize) -> int:
        rand = random.random
        judge = game if hasattr(game, "get_legal_actions") else game.judge
        decisions = 0
        while decisions < most and not game.is_over():
            actions = judge.get_legal_actions()
            game.step(actions[int(rand() * len(actions))])
            decisions += 1
        return decisions


class Environments:
    def __init__(self, name: str) -> None:
        self.env = rlcard.make(name, config={"seed": 0})

    def play(self, seed: int) -> tuple[int, int]:
        env, rand = self.env, random.Random(seed).random
        env.seed(seed)
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(rand() * len(actions))])
            decisions += 1
        return 1, decisions


def find(name: str) -> Games | Environments:
    level, _, game = name.partition(" ")
    return Games(game) if level == "game" else Environments(game)


if __name__ == "__main__":
    serve(find)
