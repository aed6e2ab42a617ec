"""What blocks say: intervals that hold what they promise, and every figure counted by hand once."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.arena_bots import contest
from vigil.lab.arena import Block, Thinking, play_blocks
from vigil.lab.arena_results import Results
from vigil.lab.intervals import mean_of_blocks, share_of_blocks, student_95, wilson_interval
from vigil.lab.matches import Played
from vigil.lab.workers import LocalWorkers


@pytest.mark.parametrize(
    ("degrees", "value"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)],
)
def test_students_t(degrees: int, value: float) -> None:
    assert student_95(degrees) == pytest.approx(value, abs=0.0001)


def test_the_interval_of_a_mean() -> None:
    # Mean 3, standard deviation 1.5811, of the mean 0.7071; t is 2.7764.
    found = mean_of_blocks([1.0, 2.0, 3.0, 4.0, 5.0])
    assert (found.value, found.low, found.high) == pytest.approx((3.0, 1.0368, 4.9632), abs=0.003)


def test_many_independent_games_have_wilsons_interval() -> None:
    scores = [1.0, 0.0, 0.5, 0.5] * 250
    found = share_of_blocks(scores, games=2)
    assert (found.low, found.high) == pytest.approx(wilson_interval(1000, 2000), abs=0.001)


def test_games_that_repeat_each_other_count_once() -> None:
    found = share_of_blocks([1.0, 0.0] * 200, games=2)
    assert (found.low, found.high) == pytest.approx(wilson_interval(200, 400), abs=0.001)


def test_blocks_that_are_split_are_worth_more_than_their_games() -> None:
    split = share_of_blocks([0.5] * 190 + [1.0] * 5 + [0.0] * 5, games=2)
    assert split.high - split.low < 0.04


def test_blocks_that_are_all_alike_prove_as_much_as_their_games() -> None:
    found = share_of_blocks([1.0] * 1000, games=2)
    assert (found.low, found.high) == pytest.approx(wilson_interval(2000, 2000), abs=1e-4)
    assert share_of_blocks([1.0], games=2).low == 0.0


@pytest.mark.parametrize(("share", "blocks"), [(0.5, 10), (0.5, 40), (0.75, 30), (0.93, 40)])
def test_the_interval_holds_the_truth_nineteen_times_of_twenty(share: float, blocks: int) -> None:
    chance = Random(11)
    held = 0
    for _ in range(1000):
        # A deal that suits one side: the two games of a block go together more often than not.
        luck = [share if chance.random() < 0.5 else float(chance.random() < share) for _ in range(blocks)]
        scores = [sum(chance.random() < each for _ in range(2)) / 2 for each in luck]
        found = share_of_blocks(scores, games=2)
        held += found.low <= share <= found.high
    assert 930 <= held <= 985


# --- figures


def game(lineup: tuple[int, ...], winner: int, scores: tuple[int, ...]) -> Played:
    return Played(0, lineup, 0, (winner,), scores, None, 20, 100, False)


def block(number: int, *games: Played, worst: float = 0.1) -> Block:
    return Block(number, games, (Thinking(100, 1.0, worst), Thinking(100, 3.0, 0.2)), 4.0)


TWO = [
    block(1, game((0, 1), 0, (30, 20)), game((1, 0), 0, (25, 15)), worst=0.7),
    block(0, game((0, 1), 0, (30, 20)), game((1, 0), 1, (10, 20))),
]


def test_two_blocks_counted_by_hand() -> None:
    results = Results(contest("advanced", "random"), TWO)
    advanced, random = results.standings
    assert results.scores(0) == [1.0, 0.5]
    assert (advanced.won.value, random.won.value, advanced.par) == (0.75, 0.25, 0.5)
    assert advanced.honor.value == -random.honor.value == (10 + 10 + 10 - 10) / 4
    assert results.first_player.value == 0.75
    assert (results.games_played, results.decisions, results.seconds) == (4, 400, 8.0)
    assert advanced.rating.value == 1500 > random.rating.value
    assert Results(contest("advanced", "random"), TWO, reference=1).standings[0].rating.value > 1600


def test_thinking_is_counted_by_bot() -> None:
    advanced, random, _ = Results(contest("advanced", "random"), TWO).conduct
    assert (advanced.mean_seconds, advanced.thinking.worst) == (0.01, 0.7)
    assert (random.mean_seconds, random.thinking.worst, random.thinking.decisions) == (0.03, 0.2, 200)


def test_everybody_against_everybody() -> None:
    given = contest("advanced", "random", "advanced")
    with LocalWorkers(1) as workers:
        results = Results(given, play_blocks(given, range(4), workers))
    crosses = {pair: estimate.value for pair, estimate in results.crosses.items()}
    assert crosses == {(0, 1): 1.0, (1, 0): 0.0, (0, 2): 0.5, (2, 0): 0.5, (1, 2): 0.0, (2, 1): 1.0}
    assert [standing.won.value for standing in results.standings] == [0.75, 0.0, 0.75]


def test_the_par_of_one_against_many() -> None:
    given = contest("advanced", "random", players=4)
    with LocalWorkers(1) as workers:
        results = Results(given, play_blocks(given, range(2), workers))
    assert [standing.par for standing in results.standings] == [0.25, 0.75]
    assert results.standings[0].won.value > 0.25


def test_in_solitaire_the_cult_is_the_opponent() -> None:
    given = contest("advanced", "random", players=1, variant="solitaire", honor_pool=30)
    with LocalWorkers(1) as workers:
        results = Results(given, play_blocks(given, range(3), workers))
    advanced, random = results.standings
    assert advanced.rating.value >= random.rating.value
    assert advanced.honor.value > random.honor.value
    assert results.crosses == {}
