"""Good manners: every bot plays every table to its end, keeps to the rules, and does not let others wait.

Work is counted, not timed: that is the same on every machine. `python -m tools.bot_manners` measures the time.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from tests.helpers.positions import COSTLY, decisions, positions, thinker
from tools.bot_manners import main, play, watch
from tools.checksums import tables
from vigil._compiled import ENGINE
from vigil.bots import BOTS, Bot, make_bot
from vigil.cards import new_state
from vigil.engine.errors import UnknownName
from vigil.engine.options import Decision, Option, label_option
from vigil.engine.procedures.turn import is_standstill
from vigil.engine.view import SeatView

MOST_IN_A_TURN = 400
"""Decisions. A bot that makes use of something without end would never come to the end of its turn."""

MOST_CALLS = {"compiled": (100, 8_000), "plain": (15_000, 3_000_000)}[ENGINE]
"""Of functions for one answer, at a glance and with a search: about three times as many as the dearest answer takes."""


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTS)
def test_every_table_is_played_to_its_end(name: str) -> None:
    standstills = 0
    some = tables()[:: 13 if name in COSTLY else 1]
    for number, (players, sets, variant) in enumerate(some):
        pool = 6 * players if name in COSTLY else None
        game = new_state(players, sets, variant, seed=number, honor_pool=pool)
        bots = [thinker(name, seat) for seat in range(players)]
        in_turn: Counter[tuple[int, int]] = Counter()
        for decision in decisions(game, bots):
            in_turn[game.turn_number, decision.seat] += 1
            assert in_turn[game.turn_number, decision.seat] <= MOST_IN_A_TURN, (players, sets, variant)
        assert game.over
        standstills += is_standstill(game)
    assert standstills <= 0.02 * len(some)


def calls_during(work: Callable[[], object]) -> int:
    """How many functions were called. Of the compiled engine only what Python calls itself is seen."""
    count = 0

    def notice(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(notice)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def test_work_is_counted() -> None:
    assert calls_during(lambda: [abs(each) for each in range(100)]) > 100


@pytest.mark.parametrize("name", [name for name in BOTS if name != "master"])
def test_an_answer_takes_little_work(name: str) -> None:
    most = MOST_CALLS[name in COSTLY]
    for each in positions()[::4]:
        # Networks are read and cards are judged once in a process: the first bot does it for the second.
        make_bot(name).choose(each.view, each.decision)
        answer = partial(make_bot(name).choose, each.view, each.decision)
        assert calls_during(answer) < most, each.story


# --- by name


@pytest.mark.parametrize("wrong", ["advansed", "", "ADVANCED!", "grand master"])
def test_an_unknown_bot_gets_the_list_of_names(wrong: str) -> None:
    with pytest.raises(UnknownName) as caught:
        make_bot(wrong)
    message = str(caught.value)
    assert f'no bot called "{wrong}"' in message
    assert all(name in message for name in BOTS)


# --- the command that measures the time


class RudeBot(Bot):
    name = "rude"
    about = "Takes what is not on offer."

    def choose(self, view: SeatView, decision: Decision) -> Option:
        return label_option("all of it")


def test_a_game_is_watched() -> None:
    seen = play(("random", 3, 10.0))
    assert (seen.games, seen.errors, seen.hangs) == (1, [], [])
    assert len(seen.thoughts) > 50


def test_a_long_thought_is_told() -> None:
    seen = play(("random", 3, 0.0))
    assert len(seen.hangs) == len(seen.thoughts)
    assert seen.hangs[0].startswith("random, new_state(4, ['chronicle-of-the-godslayer'], 'standard', seed=3): 0.0 s")


def test_a_broken_rule_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "rude", RudeBot)
    (error,) = play(("rude", 0, 10.0)).errors
    assert error.startswith("rude, new_state(1, ['chronicle-of-the-godslayer'], 'solitaire', seed=0): IllegalChoice")


@pytest.mark.slow
def test_a_game_that_never_ends_is_told() -> None:
    seen = watch("random", games=2, processes=1, limit=10.0, patience=0.0)
    assert seen.hangs == ["random: after 0 games no other one ended within 0 s"]


@pytest.mark.slow
def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["bot_manners", "--bots", "random", "--games", "2"])
    main()
    assert capsys.readouterr().out.splitlines()[-1].split()[:2] == ["random", "2"]


def test_the_command_does_not_know_every_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bot_manners", "--bots", "random,advansed"])
    with pytest.raises(SystemExit):
        main()
    assert 'no bot called "advansed"' in capsys.readouterr().err
