"""Rated games: how they end, and what their results are for the ratings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.journals import ADA, BEN, CLEO, Played, play_on
from vigil.ratings.games import RatedGame, RatedPlayer
from vigil.ratings.pools import Pool
from vigil.table import actions as do
from vigil.table.actions import SERVER
from vigil.table.clocks import DaysPerTurn, PerGame, PerTurn
from vigil.table.projection import project
from vigil.table.rated import pool, rated_game, require_rateable
from vigil.table.refusals import Code, Refused
from vigil.table.settings import TableSettings
from vigil.table.table import Phase

DAN = "dan"
CLOCK = PerTurn(60)


def started(*people: str, bots: tuple[str, ...] = (), **settings: Any) -> Played:
    """These people on the first seats, these bots on the others."""
    players = len(people) + len(bots)
    played = Played(rated=True, clock=CLOCK, players=players, **{"first": None, **settings})
    for seat, person in enumerate(people):
        played.act(person, do.Sit(seat))
    for seat, level in enumerate(bots, len(people)):
        played.act(ADA, do.SeatBot(seat, level))
    played.act(ADA, do.Start())
    return played


def end_turn(played: Played) -> None:
    seat = played.table.seats[played.table.deciding]
    played.choose(SERVER if seat.bot else seat.person, "end turn")


def after_first_round(*people: str, bots: tuple[str, ...] = (), **settings: Any) -> Played:
    played = started(*people, bots=bots, **settings)
    while played.table.is_first_round:
        end_turn(played)
    return played


def result(played: Played) -> RatedGame | None:
    """Of the last entry; the journal says the same."""
    found = rated_game(played.table, played.journal[-1])
    assert rated_game(played.rebuilt(), played.journal[-1]) == found
    return found


def places(played: Played) -> dict[str, int]:
    found = result(played)
    assert found is not None
    return {player.person or player.bot: player.place for player in found.players}


def run_out_of_time(played: Played) -> str:
    """Whoever has to decide now."""
    seat = played.table.deciding
    played.now += 61
    played.act(SERVER, do.Expire(seat))
    return played.table.seats[seat].person


# --- by the rules


def test_the_winner_of_two_is_first() -> None:
    played = started(ADA, BEN)
    play_on(played)
    (winner,) = played.table.playing.winners
    found = result(played)
    assert found is not None
    assert (found.pool, found.ended) == (Pool.LIVE, played.now)
    assert [player.place for player in found.players] == ([1, 2] if winner == 0 else [2, 1])
    played.act(ADA, do.Say(phrase="good-game"))
    assert result(played) is None


def test_several_players_are_placed_by_their_scores() -> None:
    played = started(ADA, BEN, bots=("player", "random"))
    play_on(played)
    found = places(played)
    assert sorted(found.values()) == [1, 2, 3, 4]
    assert found["random"] == 4
    assert result(played).players[2] == RatedPlayer("", "player", found["player"], 2)  # type: ignore[union-attr]


def test_a_team_wins_together() -> None:
    played = started(ADA, BEN, CLEO, DAN, variant="team")
    play_on(played)
    found = result(played)
    assert found is not None
    assert found.pool == Pool.TEAM
    assert [player.team for player in found.players] == [0, 1, 0, 1]
    assert sorted(places(played).values()) == [1, 1, 2, 2]
    assert places(played)[ADA] == places(played)[CLEO]


def test_an_unrated_game_counts_for_nobody() -> None:
    played = Played(honor_pool=6)
    played.act(ADA, do.Sit(0))
    played.act(BEN, do.Sit(1))
    played.act(ADA, do.Start())
    play_on(played)
    assert played.table.phase == Phase.FINISHED
    assert result(played) is None


# --- aborting


def test_in_the_first_round_everybody_may_abort() -> None:
    played = started(ADA, BEN)
    assert project(played.table, BEN, 0, {}, 0.0).may_abort
    assert not project(played.table, CLEO, 0, {}, 0.0).may_abort
    played.refused(CLEO, do.Abort(), Code.NOT_SEATED)
    played.act(BEN, do.Abort())
    assert played.table.phase == Phase.ENDED
    assert result(played) is None
    ended = project(played.table, BEN, 0, {}, 0.0).result
    assert ended is not None
    assert (ended.aborted, ended.left_by, ended.ratings) == (True, 1, [])


def test_after_the_first_round_nobody_can_abort() -> None:
    played = after_first_round(ADA, BEN)
    assert not project(played.table, ADA, 0, {}, 0.0).may_abort
    played.refused(ADA, do.Abort(), Code.FORBIDDEN)


def test_an_unrated_game_is_left_and_not_aborted() -> None:
    played = Played()
    for seat, person in enumerate((ADA, BEN)):
        played.act(person, do.Sit(seat))
    played.act(ADA, do.Start())
    played.refused(ADA, do.Abort(), Code.NO_EFFECT)


def test_whoever_leaves_or_is_late_in_the_first_round_aborts() -> None:
    left = started(ADA, BEN)
    left.act(BEN, do.Leave())
    late = started(ADA, BEN)
    run_out_of_time(late)
    for played in (left, late):
        assert (played.table.phase, played.table.is_aborted) == (Phase.ENDED, True)
        assert result(played) is None


# --- leaving


def test_whoever_leaves_a_game_of_two_has_lost_it() -> None:
    played = after_first_round(ADA, BEN)
    played.act(ADA, do.Leave())
    assert played.table.phase == Phase.ENDED
    assert places(played) == {BEN: 1, ADA: 2}
    played.refused(ADA, do.Return(), Code.GAME_NOT_RUNNING)


def test_whoever_runs_out_of_time_has_lost() -> None:
    played = after_first_round(ADA, BEN)
    late = run_out_of_time(played)
    assert places(played)[late] == 2


def test_whoever_leaves_first_is_behind_all_others() -> None:
    """A bot plays on for Ben; then Ada leaves, too, and Cleo is left."""
    played = after_first_round(ADA, BEN, CLEO)
    played.act(BEN, do.Leave())
    assert played.table.phase == Phase.PLAYING
    assert played.table.seats[1].is_kept
    played.refused(BEN, do.Return(), Code.NOT_IN_RATED_GAMES)
    played.refused(BEN, do.Leave(), Code.NO_EFFECT)
    played.act(ADA, do.Leave())
    assert played.table.phase == Phase.ENDED
    assert places(played) == {CLEO: 1, ADA: 2, BEN: 3}


def test_what_the_bot_does_for_somebody_who_left_does_not_count() -> None:
    played = after_first_round(ADA, BEN, CLEO)
    played.act(BEN, do.Leave())
    play_on(played)
    assert played.table.phase == Phase.FINISHED
    found = places(played)
    assert found[BEN] == 3
    assert {found[ADA], found[CLEO]} == {1, 2}


def test_a_game_against_bots_ends_when_the_last_person_leaves() -> None:
    played = after_first_round(ADA, bots=("player", "advanced"))
    played.act(ADA, do.Leave())
    assert played.table.phase == Phase.ENDED
    assert places(played) == {"player": 1, "advanced": 1, ADA: 3}


def test_a_team_plays_on_without_a_member_who_has_lost_in_any_case() -> None:
    played = after_first_round(ADA, BEN, CLEO, DAN, variant="team")
    played.act(ADA, do.Leave())
    assert played.table.phase == Phase.PLAYING
    play_on(played)
    found = places(played)
    assert found[ADA] > 2
    assert found[BEN] == found[DAN] != found[CLEO]


def test_a_team_that_nobody_is_left_of_has_lost() -> None:
    played = after_first_round(ADA, BEN, CLEO, DAN, variant="team")
    played.act(ADA, do.Leave())
    played.act(CLEO, do.Leave())
    assert played.table.phase == Phase.ENDED
    assert places(played) == {ADA: 4, BEN: 1, CLEO: 4, DAN: 1}


def test_a_rated_game_against_a_bot_cannot_be_closed_to_avoid_the_loss() -> None:
    played = after_first_round(ADA, bots=("player",))
    played.refused(ADA, do.Close(), Code.NOT_IN_RATED_GAMES)
    played.act(SERVER, do.Close())
    assert played.table.phase == Phase.ENDED
    assert result(played) is None


# --- which games are rated


def test_the_pool_follows_from_players_and_clock() -> None:
    two = TableSettings(rated=True, clock=PerGame())
    assert pool(two) == Pool.LIVE
    assert pool(TableSettings(clock=DaysPerTurn())) == Pool.CORRESPONDENCE
    assert pool(TableSettings(players=3, clock=DaysPerTurn())) == Pool.MULTIPLAYER
    assert pool(TableSettings(players=4, variant="team", clock=PerTurn())) == Pool.TEAM
    require_rateable(two)


@pytest.mark.parametrize("settings", [{}, {"clock": CLOCK, "stand_in": "master"}])
def test_what_cannot_be_rated_is_refused_when_the_table_is_opened(settings: dict[str, Any]) -> None:
    with pytest.raises(Refused) as met:
        require_rateable(TableSettings(rated=True, **settings))
    assert met.value.code == Code.NOT_IN_RATED_GAMES
    require_rateable(TableSettings(**settings))


def test_a_rated_game_is_played_under_the_own_name() -> None:
    played = Played(rated=True, first=None, clock=CLOCK)
    played.refused(ADA, do.Sit(0, "Somebody else"), Code.NOT_IN_RATED_GAMES)
