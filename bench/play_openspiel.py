"""OpenSpiel's card games, measured through its Python API: random legal actions, chance nodes sampled.

A decision is an action of a player; what chance does (dealing, drawing) takes its time but is not counted, as in Vigil.
This runs in an environment of its own, without Vigil.
"""

import random
import sys
from typing import Any

import pyspiel

from bench.measure import serve

FAIR_GAMES = 3


class RandomGames:
    def __init__(self, name: str) -> None:
        self.game = pyspiel.load_game(name)
        self._check_that_chance_is_fair()

    def play(self, seed: int) -> tuple[int, int]:
        random.seed(seed)
        return 1, self._advance(self.game.new_initial_state())

    def middle(self, seed: int) -> Any:
        _, decisions = self.play(seed)
        random.seed(seed)
        state = self.game.new_initial_state()
        self._advance(state, decisions // 2)
        return state

    def copy(self, position: Any) -> Any:
        return position.clone()

    def _advance(self, state: Any, most: int = sys.maxsize) -> int:
        rand = random.random
        decisions = 0
        while decisions < most and not state.is_terminal():
            if not state.is_chance_node():
                decisions += 1
            # The same for players and chance, whose outcomes are equally likely here: `chance_outcomes` gives
            # the probabilities too, and costs hearts a third of its speed.
            actions = state.legal_actions()
            state.apply_action(actions[int(rand() * len(actions))])
        return decisions

    def _check_that_chance_is_fair(self) -> None:
        for seed in range(FAIR_GAMES):
            random.seed(seed)
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    chances = [chance for _, chance in state.chance_outcomes()]
                    if max(chances) - min(chances) > 1e-9:
                        raise SystemExit(f"{self.game} has chance nodes whose outcomes are not equally likely.")
                state.apply_action(random.choice(state.legal_actions()))


class Environments(RandomGames):
    """The same, and each decision comes with the observation of the player as a tensor, as a learning agent gets it."""

    def _advance(self, state: Any, most: int = sys.maxsize) -> int:
        rand = random.random
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
                state.observation_tensor()
            state.apply_action(actions[int(rand() * len(actions))])
        return decisions


def find(name: str) -> RandomGames:
    kind, _, game = name.rpartition(" ")
    return Environments(game) if kind == "env" else RandomGames(game)


if __name__ == "__main__":
    serve(find)
