"""Two bots play the same turns from the decisions of a book."""

from __future__ import annotations

from vigil.lab.book_file import own_book
from vigil.lab.book_turns import Comparison, alike, compare, mean_gain, play_pair
from vigil.lab.entrants import NamedBot
from vigil.lab.workers import LocalWorkers

ENTRIES = tuple(own_book()[:12])


def test_whoever_chooses_the_same_gains_nothing() -> None:
    comparison = Comparison(NamedBot("expert"), NamedBot("expert-2026"), ENTRIES[:3], worlds=3)
    with LocalWorkers() as workers:
        pairs = list(compare(comparison, workers))
    assert [pair.gain for pair in pairs] == [0.0] * 3
    assert alike(pairs) == 1


def test_good_turns_are_worth_more_than_random_ones() -> None:
    comparison = Comparison(NamedBot("expert"), NamedBot("random"), ENTRIES, worlds=30)
    with LocalWorkers() as workers:
        pairs = list(compare(comparison, workers))
    assert mean_gain(pairs).value > 0.01
    assert alike(pairs) < 1


def test_a_pair_depends_on_the_comparison_alone() -> None:
    comparison = Comparison(NamedBot("advanced"), NamedBot("random"), ENTRIES[:2], worlds=3, seed=4)
    first, again = play_pair(comparison, 1), play_pair(comparison, 1)
    assert (first.one.choices, first.gain) == (again.one.choices, again.gain)
    assert all(turn.choices for turn in first)
