"""Whose time runs, and when it is over. No test waits: the time is a number."""

from __future__ import annotations

import pytest

from vigil.engine.terms import NOTHING
from vigil.table.clocks import GRACE, Clock, Clocks, DaysPerTurn, PerGame, PerTurn, Untimed


def started(rule: Clock, now: float = 0.0) -> Clocks:
    return Clocks.of(rule, players=2).passed_to(0, turn=1, active=0, now=now)


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    clocks = started(Untimed())
    assert clocks.deadline() is None
    assert clocks.left(0, now=1e9) is None
    assert clocks.welcomed(0) == clocks


def test_a_turn_has_its_time_and_the_next_one_a_full_bank() -> None:
    clocks = started(PerTurn(60), now=100)
    clocks = clocks.passed_to(0, turn=1, active=0, now=140)
    assert clocks.deadline() == 160
    clocks = clocks.passed_to(1, turn=2, active=1, now=150)
    assert clocks.deadline() == 210
    assert clocks.left(0, now=999) == 60


def test_a_question_in_somebody_elses_turn_is_answered_on_the_own_time() -> None:
    clocks = started(PerTurn(60))
    clocks = clocks.passed_to(1, turn=1, active=0, now=20)
    assert clocks.deadline() == 80
    clocks = clocks.passed_to(0, turn=1, active=0, now=50)
    assert (clocks.left(0, now=50), clocks.left(1, now=50)) == (40, 30)


def test_whoever_ends_a_turn_gains_the_increment() -> None:
    clocks = started(PerGame(300, increment=10))
    clocks = clocks.passed_to(0, turn=1, active=0, now=30)
    clocks = clocks.passed_to(1, turn=2, active=1, now=50)
    assert (clocks.left(0, now=50), clocks.left(1, now=50)) == (260, 300)


def test_a_turn_that_is_taken_back_earns_nothing() -> None:
    clocks = started(PerGame(300, increment=10)).passed_to(1, turn=2, active=1, now=50)
    clocks = clocks.passed_to(0, turn=1, active=0, now=60)
    assert (clocks.left(0, now=60), clocks.left(1, now=60)) == (260, 290)


def test_bots_take_no_time() -> None:
    clocks = started(PerTurn(60)).passed_to(NOTHING, turn=2, active=1, now=10)
    assert clocks.deadline() is None
    assert clocks.left(1, now=1_000) == 60


def test_days_are_long() -> None:
    assert started(DaysPerTurn(3)).deadline() == 3 * 24 * 3600


@pytest.mark.parametrize(("rule", "left"), [(PerGame(60, 5), GRACE), (PerTurn(60), 60.0)])
def test_whoever_comes_back_has_time_to_look_around(rule: Clock, left: float) -> None:
    clocks = started(rule).passed_to(NOTHING, turn=1, active=0, now=100)
    assert clocks.left(0, now=100) == 0
    assert clocks.welcomed(0).left(0, now=100) == left


def test_a_clock_that_is_set_back_gives_no_time() -> None:
    clocks = started(PerTurn(60), now=100).passed_to(0, turn=1, active=0, now=90)
    assert clocks.left(0, now=90) == 60
