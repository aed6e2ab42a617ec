"""PettingZoo's classic environments, measured: random actions that the mask allows, through the AEC loop.

This runs in an environment of its own, without Vigil.
"""

import os
import warnings
from importlib import import_module
from random import Random
from typing import Any

from bench.measure import serve


class Environments:
    def __init__(self, env: Any) -> None:
        self.env = env

    def play(self, seed: int) -> tuple[int, int]:
        env, rand = self.env, Random(seed).random
        env.reset(seed=seed)
        decisions = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            actions = observation["action_mask"].nonzero()[0]
            env.step(int(actions[int(rand() * len(actions))]))
            decisions += 1
        return 1, decisions


def find(name: str) -> Environments:
    return Environments(import_module(f"pettingzoo.classic.{name}").env())


if __name__ == "__main__":
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # it would greet on the line that the answer is read from
    warnings.simplefilter("ignore")
    serve(find)
