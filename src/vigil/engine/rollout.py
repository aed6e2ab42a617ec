"""Playing a game on without leaving the engine: a policy goes in, the end of the game comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from .options import Decision, Option
    from .state import GameState

EVERY_DECISION: Final = 1_000_000_000
_MODULUS: Final = 4_294_967_296


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Picks one of the options of a decision. It sees the whole game: in a search that is a sampled one."""

    def pick(self, game: GameState, decision: Decision) -> Option:
        raise NotImplementedError


class RandomPolicy(Policy):
    """Every option is equally likely; the numbers come from a small generator of its own."""

    def __init__(self, seed: int) -> None:
        self.state: i64 = seed % _MODULUS

    def pick(self, game: GameState, decision: Decision) -> Option:
        options = decision.options
        count: i64 = len(options)
        self.state = (self.state * 1664525 + 1013904223) % _MODULUS
        return options[(self.state >> 8) * count >> 24]


def rollout(game: GameState, policy: Policy, most: int = EVERY_DECISION) -> int:
    """Plays the game itself on, to its end or for so many decisions at the most. Returns how many there were."""
    count = 0
    while count < most:
        decision = game.decision
        if decision is None:
            break
        game.apply(policy.pick(game, decision))
        count += 1
    return count


def play_turns(game: GameState, policy: Policy, turns: int, most: int = 2_000) -> int:
    """Plays on until so many turns have ended (the present one is the first), or the game, or after many decisions."""
    last = game.turn_number + turns
    count = 0
    while count < most:
        decision = game.decision
        if decision is None or game.turn_number >= last:
            break
        game.apply(policy.pick(game, decision))
        count += 1
    return count
