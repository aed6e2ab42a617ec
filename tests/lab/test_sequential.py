"""The sequential test: right about as often as it promises, and not impressed by the first few blocks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from vigil.lab.sequential import BOUND, BadHypotheses, SequentialTest, expected_score, parse_hypotheses


def blocks(chance: Random, share: float, games: int = 2) -> Iterator[float]:
    while True:
        yield sum(chance.random() < share for _ in range(games)) / games


def judged(test: SequentialTest, scores: Iterator[float], most: int = 20_000) -> SequentialTest:
    for score in islice(scores, most):
        test.add(score)
        if test.accepted is not None:
            break
    return test


def accepted(true_elo: float, elo0: float, elo1: float, times: int = 200, chairs: int = 1, of: int = 2) -> float:
    """How often the test decides for the higher difference."""
    share = expected_score(true_elo, chairs, of)
    tests = [
        judged(SequentialTest(elo0, elo1, chairs, of, games=of), blocks(Random(seed), share, of))
        for seed in range(times)
    ]
    assert all(test.accepted is not None for test in tests)
    return sum(test.accepted == elo1 for test in tests) / times


@pytest.mark.parametrize(("elo0", "elo1"), [(0, 30), (0, 80), (-20, 20)])
def test_it_errs_about_as_often_as_it_says(elo0: float, elo1: float) -> None:
    assert accepted(elo0, elo0, elo1) < 0.09
    assert accepted(elo1, elo0, elo1) > 0.91


def test_it_errs_hardly_ever_where_the_difference_is_clear() -> None:
    assert accepted(-40, 0, 40) < 0.01
    assert accepted(120, 0, 40) > 0.99


def test_one_against_three() -> None:
    assert accepted(0, 0, 60, chairs=1, of=4) < 0.1
    assert accepted(60, 0, 60, chairs=1, of=4) > 0.9


def test_a_clear_case_is_short_and_a_close_one_long() -> None:
    clear = judged(SequentialTest(0, 15), blocks(Random(1), 0.8)).blocks
    close = judged(SequentialTest(0, 15), blocks(Random(1), expected_score(15))).blocks
    assert clear < 60 < 300 < close


def test_a_few_blocks_prove_nothing_and_many_equal_ones_do() -> None:
    for score, most in ((1.0, 4), (0.5, 30)):
        assert judged(SequentialTest(0, 15), iter([score] * most)).accepted is None
    # Twins split every block.
    twins = judged(SequentialTest(0, 15), iter([0.5] * 100))
    assert (twins.accepted, twins.blocks < 100, twins.ratio < -BOUND) == (0, True, True)


def test_after_the_decision_nothing_changes() -> None:
    test = judged(SequentialTest(0, 100), iter([1.0] * 50))
    before = (test.blocks, test.ratio)
    test.add(0.0)
    assert (test.blocks, test.ratio, test.accepted) == (*before, 100)


def test_expected_scores() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(0, chairs=1, of=4) == 0.25
    assert expected_score(400, chairs=1, of=3) == pytest.approx(10 / 12)


def test_hypotheses_are_read() -> None:
    assert parse_hypotheses("0,15") == (0, 15)
    assert parse_hypotheses(" -5, 2.5") == (-5, 2.5)


@pytest.mark.parametrize("text", ["", "15", "15,0", "5,5", "0,15,30", "a,b", "0,inf", "nan,1"])
def test_hypotheses_that_cannot_be_tested(text: str) -> None:
    with pytest.raises(BadHypotheses, match="such as 0,15"):
        parse_hypotheses(text)
