"""The arena: everybody has every seat, a block depends on its number alone, and nobody loses by a mishap."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace

import pytest

from tests.helpers.arena_bots import Cheats, Dawdles, Dies, Hangs, OnlySometimes, Raises, Sleeps, SleepsSoundly, contest
from vigil.engine.errors import ImpossibleTable
from vigil.lab.arena import ERROR, NOBODY, TIMEOUT, Block, BotFailed, Contest, duel, play_block, play_blocks, share_of
from vigil.lab.arena_results import Results
from vigil.lab.matches import Played
from vigil.lab.workers import LocalWorkers, NoWorkers

posix = pytest.mark.skipif(os.name != "posix", reason="needs timers that interrupt")


def outcome(block: Block) -> Block:
    """Everything but the time it took."""
    return replace(block, thinking=(), seconds=0.0)


def played(given: Contest, blocks: int, processes: int = 1) -> list[Block]:
    with LocalWorkers(processes) as workers:
        return sorted(play_blocks(given, range(blocks), workers), key=lambda block: block.number)


# --- who sits where


@pytest.mark.parametrize(
    ("bots", "players", "variant", "games"),
    [
        (2, 2, "standard", 2),
        (3, 2, "standard", 6),
        (6, 2, "standard", 30),
        (2, 3, "standard", 3),
        (3, 4, "standard", 4),
        (4, 3, "standard", 12),
        (2, 4, "team", 2),
        (3, 6, "team", 3),
        (4, 6, "team", 12),
        (2, 1, "solitaire", 2),
    ],
)
def test_everybody_has_every_seat_equally_often(bots: int, players: int, variant: str, games: int) -> None:
    lineups = contest(*["random"] * bots, players=players, variant=variant).lineups()
    assert len(lineups) == games
    for entrant in range(bots):
        seats = Counter(seat for lineup in lineups for seat, who in enumerate(lineup) if who == entrant)
        assert set(seats) == set(range(players))
        assert len(set(seats.values())) == 1


def test_one_against_many() -> None:
    assert contest("advanced", "random", players=3).lineups() == [(0, 1, 1), (1, 1, 0), (1, 0, 1)]


def test_teammates_are_the_same_bot() -> None:
    assert contest("advanced", "random", players=4, variant="team").lineups() == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_seats_that_win_together_share_the_game() -> None:
    game = Played(0, (0, 1, 0), 0, (0, 1), (9, 9, 3), None, 9, 90, False)
    assert [share_of(game, who) for who in (0, 1, 2)] == [0.5, 0.5, 0.0]
    assert share_of(replace(game, winners=()), 0) == 0.0


# --- playing


def test_the_games_of_a_block_share_their_deal() -> None:
    one, other = played(contest("random", "advanced"), 2)
    assert [game.lineup for game in one.games] == [(0, 1), (1, 0)]
    assert len({game.first for game in one.games}) == 1
    assert outcome(one) != replace(outcome(other), number=0)


def test_blocks_do_not_depend_on_the_processes() -> None:
    given = contest("random", "advanced", move_limit=30.0)
    alone = [outcome(block) for block in played(given, 6)]
    assert [outcome(block) for block in played(given, 6, processes=2)] == alone
    assert [outcome(play_block(given, number)) for number in range(6)] == alone
    assert [outcome(block) for block in played(replace(given, seed=4), 6)] != alone


def test_twins_are_exactly_equal() -> None:
    # Whoever sits on a chair has the same luck there, so twins play the same game twice, random ones too.
    with LocalWorkers(1) as workers:
        assert duel(contest("random", "random"), 5, workers) == [0.5] * 5


def test_a_crew_plays_one_contest_after_the_other() -> None:
    with LocalWorkers(2) as workers:
        assert duel(contest("advanced", "random"), 4, workers) == [1.0] * 4
        assert duel(contest("random", "advanced"), 4, workers) == [0.0] * 4


def test_a_crew_goes_on_after_somebody_stopped_listening() -> None:
    with LocalWorkers(2) as workers:
        blocks = play_blocks(contest("advanced", "random"), range(1000), workers)
        next(blocks)
        blocks.close()  # type: ignore[attr-defined]
        assert duel(contest("advanced", "random"), 3, workers) == [1.0] * 3


def test_a_lonely_bot_is_refused() -> None:
    with pytest.raises(ImpossibleTable, match="at least two bots"):
        contest("advanced").check()
    contest("advanced", players=1, variant="solitaire").check()


# --- mishaps


def test_a_bot_that_raises_spoils_its_blocks_and_loses_nothing() -> None:
    results = Results(contest("advanced", Raises), played(contest("advanced", Raises), 3))
    assert (len(results.blocks), len(results.counted)) == (3, 0)
    advanced, raises, nobody = results.conduct
    assert (advanced.errors, raises.errors, raises.timeouts, nobody.errors) == (0, 3, 0, 0)
    [(sentence, times)] = raises.sentences.items()
    assert sentence.startswith("LookupError: no idea what to do (arena_bots.py:")
    assert times == 3


@pytest.mark.parametrize("processes", [1, 2])
def test_a_duel_says_which_bot_failed_and_where(processes: int) -> None:
    sentence = r'The bot "Raises" failed. LookupError: no idea what to do \(arena_bots.py:\d+\)'
    with LocalWorkers(processes) as workers, pytest.raises(BotFailed, match=sentence):
        duel(contest("advanced", Raises), 3, workers)


def test_the_other_blocks_count() -> None:
    given = contest("random", OnlySometimes(Raises))
    results = Results(given, played(given, 8))
    aside = len(results.blocks) - len(results.counted)
    # Seed 3: advanced wins whatever it plays, and the misfit has a seat of some of these deals.
    assert 0 < aside < 8
    assert results.conduct[1].errors == aside
    assert results.standings[1].won.value == 1.0


def test_an_impossible_answer_is_an_error_of_the_bot() -> None:
    [block] = played(contest(Cheats, "random"), 1)
    assert block.mishap is not None
    assert (block.mishap.kind, block.mishap.entrant) == (ERROR, 0)
    assert "None is not among the options" in block.mishap.sentence


@posix
@pytest.mark.parametrize("kind", [Sleeps, SleepsSoundly])
def test_a_bot_that_sleeps_is_woken(kind: type[Sleeps]) -> None:
    [block] = played(contest("random", kind, move_limit=0.1), 1)
    assert block.mishap is not None
    assert (block.mishap.kind, block.mishap.entrant) == (TIMEOUT, 1)
    assert block.mishap.sentence == "A decision took more than 0.1 seconds."
    assert 0.1 <= block.thinking[1].worst < 30


@posix
def test_a_bot_that_answers_too_late_is_too_late() -> None:
    # In a process of its own, since this one keeps its ears shut.
    blocks = played(contest("random", Dawdles, move_limit=0.1), 2, processes=2)
    assert [block.mishap and block.mishap.kind for block in blocks] == [TIMEOUT, TIMEOUT]


def test_a_process_that_dies_is_replaced() -> None:
    given = contest("random", OnlySometimes(Dies))
    blocks = played(given, 8, processes=2)
    dead = [block.mishap for block in blocks if block.mishap is not None]
    assert 0 < len(dead) < 8
    assert {(mishap.kind, mishap.entrant) for mishap in dead} == {(ERROR, NOBODY)}
    assert dead[0].sentence == "A process that played died (exit code 7)."
    assert Results(given, blocks).conduct[NOBODY].errors == len(dead)


@posix
def test_a_process_that_calculates_for_ever_is_ended() -> None:
    blocks = played(contest("random", Hangs, move_limit=0.1), 2, processes=2)
    assert [block.mishap and block.mishap.kind for block in blocks] == [TIMEOUT, TIMEOUT]


def breaks_at_once(connection: object) -> None:
    os._exit(1)


def test_processes_that_cannot_start_are_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vigil.lab.workers._work", breaks_at_once)
    with LocalWorkers(2) as workers, pytest.raises(NoWorkers, match="could not be started"):
        list(play_blocks(contest("advanced", "random"), range(4), workers))
