"""What the result of a game says, however it ended."""

from __future__ import annotations

import pytest

from tests.helpers.journals import ADA, BEN, CLEO, Played, play_on, started
from vigil.engine.scoring import scores
from vigil.table import actions as do
from vigil.table.actions import SERVER
from vigil.table.clocks import PerTurn
from vigil.table.results import Ending, GameResult, Outcome, result_after, result_of_journal
from vigil.table.settings import Leaving
from vigil.table.table import Phase


def result(played: Played) -> GameResult:
    found = result_after(played.table, played.journal[-1])
    assert found is not None
    return found


def outcomes(played: Played) -> list[Outcome]:
    return [seat.outcome for seat in result(played).seats]


@pytest.mark.parametrize("players", [2, 3])
def test_places_follow_the_scores(players: int) -> None:
    played = started(players=players, honor_pool=8)
    while played.table.phase == Phase.PLAYING:
        assert result_after(played.table, played.journal[-1]) is None
        play_on(played, 1)
    found = result(played)
    points = scores(played.table.playing)
    assert (found.ending, found.turns) == (Ending.FINISHED, played.table.playing.turn_number)
    assert [seat.score for seat in found.seats] == points
    ranked = sorted(found.seats, key=lambda seat: seat.place)
    assert ranked[0].seat == played.table.playing.winners[0]
    assert [seat.score for seat in ranked] == sorted(points, reverse=True)
    assert [seat.outcome for seat in ranked] == [Outcome.WON] + [Outcome.LOST] * (players - 1)


def test_what_is_said_afterwards_ends_nothing() -> None:
    played = started(honor_pool=3)
    play_on(played)
    before = result(played)
    played.act(ADA, do.Say(phrase="good-game"))
    assert result_after(played.table, played.journal[-1]) is None
    assert result_of_journal(played.rebuilt(), played.journal) == before


def test_cards_are_counted_for_whoever_acquired_them() -> None:
    played = started(honor_pool=3)
    play_on(played)
    found = result(played)
    owned = played.table.playing
    for seat in found.seats:
        player = owned.players[seat.seat]
        names = {owned.cards[card].name for card in (*player.discard, *player.deck.cards, *player.hand, *player.played)}
        assert seat.acquired
        assert sum(name in names for name in seat.acquired) > 0


def test_whoever_leaves_has_lost_and_the_other_has_won() -> None:
    played = started(leaving=Leaving.END)
    played.act(ADA, do.Leave())
    found = result(played)
    assert (found.ending, found.left_by) == (Ending.LEFT, 0)
    assert outcomes(played) == [Outcome.LOST, Outcome.WON]
    assert [seat.place for seat in found.seats] == [0, 0]


def test_of_three_the_two_who_stay_have_not_won() -> None:
    played = started(players=3, leaving=Leaving.END)
    played.act(BEN, do.Leave())
    assert outcomes(played) == [Outcome.NONE, Outcome.LOST, Outcome.NONE]


def test_partners_lose_together() -> None:
    played = Played(players=4, variant="team", leaving=Leaving.END)
    for seat, person in enumerate((ADA, BEN, CLEO, "dora")):
        played.act(person, do.Sit(seat))
    played.act(ADA, do.Start())
    played.act(CLEO, do.Leave())
    assert outcomes(played) == [Outcome.LOST, Outcome.WON, Outcome.LOST, Outcome.WON]


def test_running_out_of_time_is_told_from_leaving() -> None:
    played = started(leaving=Leaving.END, clock=PerTurn(60))
    played.now = 61.0
    played.act(SERVER, do.Expire(0))
    assert result(played).ending == Ending.TIMED_OUT
    assert outcomes(played) == [Outcome.LOST, Outcome.WON]


def test_somebody_whose_seat_a_bot_keeps_has_lost() -> None:
    played = started(honor_pool=3)
    played.act(ADA, do.Leave())
    play_on(played)
    assert result(played).seats[0].outcome == Outcome.LOST
    assert result(played).seats[0].bot


def test_nobody_wins_an_abandoned_game() -> None:
    played = Played()
    played.act(ADA, do.Sit(0))
    played.act(ADA, do.SeatBot(1, "random"))
    played.act(ADA, do.Start())
    played.act(ADA, do.Close())
    assert result(played).ending == Ending.ABANDONED
    assert outcomes(played) == [Outcome.NONE, Outcome.NONE]


def test_a_table_that_is_closed_before_its_game_has_no_result() -> None:
    played = Played()
    played.act(ADA, do.Close())
    assert played.table.is_over
    assert result_after(played.table, played.journal[-1]) is None


def test_two_seats_of_one_person_are_a_game_against_oneself() -> None:
    played = Played(honor_pool=3)
    for seat in range(2):
        played.act(ADA, do.Sit(seat))
    played.act(ADA, do.Start())
    play_on(played)
    assert result(played).people() == [ADA]
    assert result(played).outcome_of(ADA) == Outcome.SHARED
