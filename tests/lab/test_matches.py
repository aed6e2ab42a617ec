"""Matches: seats are rotated, results depend on the seed alone, and nothing is counted twice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import vigil
from vigil.cards import LIBRARY
from vigil.engine.errors import ImpossibleTable, UnknownName
from vigil.engine.setup import Setup
from vigil.lab.intervals import wilson_interval
from vigil.lab.matches import Match, play, play_game
from vigil.lab.tallies import Tally
from vigil.lab.workers import LocalWorkers


def table(**options: Any) -> Setup:
    return Setup(LIBRARY, sets=["rise-of-vigil"], is_study=True, **options)


RISE = table()
SHORT = Match(("random", "advanced"), table(honor_pool=10), games=6, seed=3)


# --- who sits where


def test_every_bot_gets_every_seat() -> None:
    assert Match(("a", "b"), RISE, 2).lineups() == [(0, 1), (1, 0)]


def test_too_few_bots_take_more_seats() -> None:
    assert Match(("a", "b"), table(players=3), 2).lineups() == [(0, 1, 0), (1, 0, 0), (0, 0, 1)]


def test_too_many_bots_play_in_every_combination() -> None:
    lineups = Match(("a", "b", "c"), RISE, 2).lineups()
    assert lineups == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]


def test_teammates_are_the_same_bot() -> None:
    assert Match(("a", "b"), table(players=4, variant="team"), 2).lineups() == [(0, 1, 0, 1), (1, 0, 1, 0)]
    for lineup in Match(("a", "b"), table(players=6, variant="team"), 2).lineups():
        assert lineup[:3] == lineup[3:]


def test_in_solitaire_the_bots_take_turns() -> None:
    assert Match(("a", "b"), table(players=1, variant="solitaire"), 2).lineups() == [(0,), (1,)]


def test_a_bot_against_itself_is_two_entrants() -> None:
    assert Match(("advanced", "advanced", "random"), RISE, 2).entrants() == ["advanced", "advanced #2", "random"]


# --- playing


class Last(vigil.Bot):
    """Ends the turn, and declines what can be declined."""

    def choose(self, view: vigil.View, decision: vigil.Decision) -> vigil.Option:
        return decision.options[-1]


def test_a_bot_of_a_user_is_an_entrant_in_other_processes_too() -> None:
    match = Match((Last, "random"), table(honor_pool=10), games=4, seed=1)
    assert match.entrants() == ["Last", "random"]
    results = list(play(match))
    with LocalWorkers(2) as workers:
        assert [each.scores for each in play(match, workers)] == [each.scores for each in results]
    assert all(each.scores[each.lineup.index(0)] == 0 for each in results)


def test_rotated_games_share_their_deal() -> None:
    played = list(play(SHORT))
    assert [each.number for each in played] == list(range(6))
    assert [each.first for each in played[::2]] == [each.first for each in played[1::2]]
    assert len({each.scores for each in played}) > 3


def test_the_results_do_not_depend_on_the_processes() -> None:
    alone = list(play(SHORT))
    with LocalWorkers(2) as workers:
        together = list(play(SHORT, workers))
    assert alone == together
    assert alone == [play_game(SHORT, number) for number in range(6)]


def test_another_seed_gives_other_games() -> None:
    other = replace(SHORT, seed=4)
    assert list(play(SHORT)) != list(play(other))


def test_more_games_begin_with_the_same_ones() -> None:
    longer = list(play(replace(SHORT, games=8)))
    assert longer[:6] == list(play(SHORT))


def test_a_standstill_is_ended_and_told() -> None:
    played = play_game(replace(SHORT, bots=(Last, Last)), 0)
    assert (played.stalled, played.decisions, len(played.winners)) == (True, 100, 1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"bots": ()}, "at least one bot"),
        ({"bots": ("advancd",)}, 'Did you mean "advanced"'),
        ({"games": 0}, "match of 0 games"),
    ],
)
def test_an_impossible_match_is_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises((ImpossibleTable, UnknownName), match=message):
        list(play(replace(SHORT, **wrong)))  # type: ignore[arg-type]


# --- counting


def test_the_tally_adds_up() -> None:
    tally = Tally(SHORT)
    played = list(play(SHORT))
    for each in played:
        tally.add(each)
    assert tally.games == 6
    assert sum(each.wins for each in tally.standings) == 6
    assert [each.games for each in tally.standings] == [6, 6]
    assert tally.decisions == sum(each.decisions for each in played)
    points: Counter[int] = Counter()
    for each in played:
        for who, score in zip(each.lineup, each.scores, strict=True):
            points[who] += score
    assert [standing.points for standing in tally.standings] == [points[0], points[1]]
    assert [standing.par for standing in tally.standings] == [0.5, 0.5]


def test_twins_who_repeat_a_game_are_not_counted_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vigil.bots.levels.OPINIONS", 0.0)
    twins = replace(SHORT, bots=("advanced", "advanced"))
    tally = Tally(twins)
    for each in play(twins):
        tally.add(each)
    # Seed 3: who has no opinions leaves nothing to chance, so the second game of each deal is the first one with the
    # names swapped.
    assert (tally.games, tally.repeats, tally.played) == (3, 3, 6)
    assert sum(each.wins for each in tally.standings) == 3
    assert [each.games for each in tally.standings] == [3, 3]
    won = tally.standings[0].won
    assert (won.low, won.high) == wilson_interval(tally.standings[0].wins, 3)


def test_a_team_wins_one_game_not_two() -> None:
    match = Match(("random", "advanced"), table(players=4, variant="team", honor_pool=10), games=2)
    tally = Tally(match)
    for each in play(match):
        assert len(each.winners) == 2
        tally.add(each)
    assert sum(standing.wins for standing in tally.standings) == 2


def test_the_cult_is_counted_in_solitaire() -> None:
    match = Match(("random",), table(players=1, variant="solitaire", honor_pool=10), games=2)
    tally = Tally(match)
    for each in play(match):
        tally.add(each)
    assert tally.cult is not None
    assert tally.cult.wins + tally.standings[0].wins == 2


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (0, 0, 0.0, 1.0)],
)
def test_the_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=0.001)
