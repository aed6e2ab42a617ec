"""Days, results and deals of the daily deal, without a server."""

from __future__ import annotations

import pytest

from vigil.cards import LIBRARY
from vigil.daily.days import BadDate, Streak, checked_day, day_of, end_of, start_of, streak_of
from vigil.daily.deals import PRINTED, Kind, public_seed, sets_of, setup_of
from vigil.daily.references import names, references
from vigil.daily.results import DealResult, Played, percentile, share_text

DAY = "2026-11-18"


def test_days_begin_at_midnight_utc() -> None:
    begins = 1_794_960_000
    assert (start_of(DAY), end_of(DAY)) == (begins, begins + 86_400)
    assert [day_of(begins - 0.1), day_of(begins), day_of(begins + 86_399.9)] == ["2026-11-17", DAY, DAY]


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "20261118", "2026-W47-3", "2026-1-1", "../2026-11-18"])
def test_only_one_text_stands_for_a_day(text: str) -> None:
    with pytest.raises(BadDate):
        checked_day(text)


@pytest.mark.parametrize(
    ("days", "current", "longest"),
    [
        ([], 0, 0),
        (["2026-11-18"], 1, 1),
        (["2026-11-17"], 1, 1),
        (["2026-11-16"], 0, 1),
        (["2026-11-15", "2026-11-16", "2026-11-18"], 1, 2),
        (["2026-02-28", "2026-03-01", "2026-11-17", "2026-11-18"], 2, 2),
        (["2024-02-28", "2024-02-29", "2024-03-01"], 0, 3),
    ],
)
def test_streaks(days: list[str], current: int, longest: int) -> None:
    assert streak_of(days, DAY) == Streak(current, longest)


def test_the_deals_of_a_day_follow_from_its_date() -> None:
    days = [f"2026-{month:02}-{date:02}" for month in (1, 2, 3) for date in range(1, 29)]
    deals = {sets_of(day, kind) for day in days for kind in Kind}
    assert len(deals) == 4 + 6, "Every set and every mixture of two has its turn."
    assert set(PRINTED) <= set(LIBRARY.sets)
    assert len({public_seed(day, kind) for day in days for kind in Kind}) == 2 * len(days)
    assert setup_of(DAY, Kind.DUEL).players == 2
    assert setup_of(DAY, Kind.SOLITAIRE).solitaire


def test_a_percentile_counts_equal_results_half() -> None:
    results = [DealResult(50 + margin, 50, margin > 0) for margin in (-5, 0, 3, 3, 9)]
    assert [percentile(each, results) for each in results] == [10, 30, 60, 60, 90]
    assert percentile(results[0], []) is None


def test_a_tie_is_better_for_who_wins_it_and_giving_up_is_worst() -> None:
    won, lost = DealResult(50, 50, True), DealResult(50, 50, False)
    gave_up, terrible = DealResult(90, 0, False, given_up=True), DealResult(0, 90, False)
    assert percentile(won, [lost]) == 100
    assert percentile(gave_up, [terrible, lost]) == 0


def test_the_text_to_share() -> None:
    played = [
        Played(Kind.SOLITAIRE, DealResult(70, 58, True), [DealResult(1, 2, False)] * 3, [DealResult(99, 1, True)] * 2),
        Played(Kind.DUEL, DealResult(50, 50, False), [DealResult(50, 50, False)]),
    ]
    assert share_text(DAY, played, Streak(4, 9), "https://example.org/daily/2026-11-18") == (
        "Vigil daily deal, 2026-11-18\n"
        "Solitaire: won by 12, better than 100% of 3 players, better than 0% of 2 bot games\n"
        "Duel with Expert: lost on a tie, better than 50% of 1 player\n"
        "Streak: 4 days\n"
        "https://example.org/daily/2026-11-18"
    )


def test_bots_play_the_same_games_again_and_leave_out_what_is_known() -> None:
    setup = setup_of(DAY, Kind.SOLITAIRE)
    known = {(level, number) for level, number in names() if level == "expert" or number}
    first, again = (list(references(setup, 5, 1, known)) for _ in range(2))
    assert first == again
    assert [each.level for each in first] == ["casual", "player", "advanced"]
