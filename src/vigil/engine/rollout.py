"""Rollouts: playing a game on with a policy, inside the compiled engine."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from .options import Decision, Option
from .state import GameState

EVERY_DECISION: Final = 1_000_000_000
EVERY_TURN: Final = 1_000_000_000
_MODULUS: Final = 4_294_967_296


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Picks an option of a decision. It gets the whole game, so give it sampled games only."""

    def pick(self, game: GameState, decision: Decision) -> Option:
        raise NotImplementedError


class RandomPolicy(Policy):
    """Picks uniformly at random, with its own small generator."""

    def __init__(self, seed: int) -> None:
        self.state: i64 = seed % _MODULUS

    def pick(self, game: GameState, decision: Decision) -> Option:
        options = decision.options
        count: i64 = len(options)
        self.state = (self.state * 1664525 + 1013904223) % _MODULUS
        return options[(self.state >> 8) * count >> 24]


def rollout(game: GameState, policy: Policy, most: int = EVERY_DECISION) -> int:
    """Plays the game (not a copy) to its end, or for at most `most` decisions. Returns the number of decisions."""
    return play_turns(game, policy, EVERY_TURN, most)


def play_turns(game: GameState, policy: Policy, turns: int, most: int = 2_000) -> int:
    """Plays until this many turns have ended, counting the current one. Returns the number of decisions.

    Stops earlier at the end of the game or after `most` decisions.
    """
    last = game.turn_number + turns
    count = 0
    while count < most:
        decision = game.decision
        if decision is None or game.turn_number >= last:
            break
        game.apply(policy.pick(game, decision))
        count += 1
    return count
