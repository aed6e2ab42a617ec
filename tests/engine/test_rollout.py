"""A game can be played on inside the engine, by any policy."""

from __future__ import annotations

from vigil.cards import new_state
from vigil.engine.options import Decision, Option
from vigil.engine.rollout import Policy, RandomPolicy, rollout
from vigil.engine.snapshot import checksum, snapshot
from vigil.engine.state import GameState


def test_a_rollout_ends_the_game_and_the_same_seed_ends_it_in_the_same_way() -> None:
    game = new_state(seed=3)
    first, second, other = game.copy(quiet=True), game.copy(), game.copy(quiet=True)
    decisions = rollout(first, RandomPolicy(7))
    assert first.over
    assert first.version == decisions
    assert rollout(second, RandomPolicy(7)) == decisions
    assert checksum(first) == checksum(second)
    rollout(other, RandomPolicy(8))
    assert checksum(other) != checksum(first)
    assert game.version == 0


def test_a_quiet_copy_tells_nothing() -> None:
    game = new_state(seed=3)
    quiet, loud = game.copy(quiet=True), game.copy()
    rollout(quiet, RandomPolicy(1), most=30)
    rollout(loud, RandomPolicy(1), most=30)
    assert snapshot(quiet) == snapshot(loud)
    assert quiet.happenings == []
    assert loud.happenings != []
    assert quiet.copy().records_happenings is False


class LastOption(Policy):
    """A policy of one's own, in plain Python."""

    def pick(self, game: GameState, decision: Decision) -> Option:
        return decision.options[-1]


def test_a_policy_of_ones_own() -> None:
    game = new_state(seed=3)
    assert rollout(game, LastOption(), most=10) == 10
    assert game.turn_number == 11
