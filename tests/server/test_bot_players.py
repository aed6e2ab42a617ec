"""Bots think in processes of their own. Whatever happens to these, the game goes on; nothing hidden reaches them."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.helpers import thinking_bots
from tests.helpers.journals import ADA, BEN, Played
from tests.helpers.random_tables import TABLES, dealt_anew_behind, random_table
from tests.helpers.thinking_tables import (
    PATIENCE,
    bots_at,
    hands_over,
    has_moves,
    is_finished,
    tell,
    thinking_for,
    until,
    words,
)
from vigil.bot_pool import pool
from vigil.bot_pool.processes import process_environment
from vigil.bot_pool.queue import Urgency
from vigil.bot_pool.worker import Advise, Answer, Think
from vigil.bots import make_bot
from vigil.cards import new_state
from vigil.engine.notation import parse
from vigil.server import bot_players as thinking
from vigil.server.bot_players import BotPlayers, question
from vigil.server.host import Host
from vigil.storage.hub import MemoryHub
from vigil.storage.store import Store
from vigil.table import actions as do
from vigil.table.actions import SERVER
from vigil.table.fairness import Secret
from vigil.table.refusals import Code, Refused
from vigil.table.settings import TableSettings
from vigil.table.table import Phase


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'vigil.sqlite'}"


# --- games


def test_a_game_of_four_levels_plays_itself(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, "random", "casual", "player", "expert", honor_pool=25)
        over = await until(host, table, is_finished)
        assert {move.by for move in over.moves} == {SERVER}
        assert {move.seat for move in over.moves[1:]} == {0, 1, 2, 3}
        tally = bot_players.tally
        assert (tally.thoughts, tally.timeouts, tally.crashes) == (len(over.moves) - 1, 0, 0)
        assert tally.seconds > 0
        assert (bot_players.waiting, bot_players.ready) == (0, 1)

    tell(url, story)


def test_a_bot_chooses_in_its_process_what_it_would_choose_here(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, "player", "player", honor_pool=10)
        over = await until(host, table, is_finished)
        game = new_state(seed=8, first=0, honor_pool=10)
        bots = [make_bot("player", over.secret.bot_seed(seat)) for seat in (0, 1)]
        for move in over.moves[1:]:
            assert game.decision is not None
            option = bots[move.seat].choose(game.view(move.seat), game.decision)
            assert game.decision.text(option) == move.text
            game.choose(option)

    tell(url, story)


def test_bots_answer_people_and_wait_for_them(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, ADA, "player")
        for _ in range(3):
            table = await until(host, table, hands_over)
            await host.act(table.id, ADA, do.Choose(table.deciding, table.version, "end turn"))
        table = await until(host, table, lambda now: hands_over(now) and now.playing.turn_number > 6)
        await asyncio.sleep(0.3)
        assert (await host.table(table.id)).number == table.number

    tell(url, story)


async def played_out(bot_players: BotPlayers) -> None:
    """Until no bot plays anywhere."""
    while bot_players._playing:
        await asyncio.sleep(0.02)


def test_a_game_that_everybody_has_left_waits_for_them(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await until(host, await bots_at(host, ADA, "random", "random"), hands_over)
        await host.act(table.id, ADA, do.Choose(0, table.version, "end turn"))
        await host.act(table.id, ADA, do.Leave())
        await played_out(bot_players)
        left = await host.table(table.id)
        # A bot may have chosen before she left; none has gone on until it would be her turn again.
        assert left.is_paused
        assert left.deciding in (1, 2)
        assert await host.store.waiting_for_bots() == []
        await host.act(table.id, ADA, do.Return())
        assert (await until(host, table, hands_over)).playing.turn_number == 4

    tell(url, story)


def test_a_bot_plays_for_whoever_leaves_others_behind(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await host.open(ADA, TableSettings(first=0), Secret(8, "a grain of salt"))
        for by, action in ((ADA, do.Sit(0)), (BEN, do.Sit(1)), (ADA, do.Start()), (ADA, do.Leave())):
            await host.act(table.id, by, action)
        assert (await until(host, table, hands_over)).playing.turn_number == 2

    tell(url, story)


def test_bots_alone_play_while_somebody_watches(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        here: set[str] = set()
        host.here = lambda table_id: here
        table = await bots_at(host, "random", "random")
        await played_out(bot_players)
        assert len((await host.table(table.id)).moves) == 1
        here.add(BEN)
        host.arrived(table.id)
        await until(host, table, has_moves(5))
        here.clear()
        await played_out(bot_players)
        assert (await host.table(table.id)).phase == Phase.PLAYING

    tell(url, story, pace=0.02)


def test_tables_without_people_stay_paused_after_a_restart(url: str) -> None:
    async def leave(host: Host, bot_players: BotPlayers) -> None:
        host.here = lambda table_id: ()
        table = await bots_at(host, ADA, "random")
        await host.act(table.id, ADA, do.Choose(0, table.version, "end turn"))
        await host.act(table.id, ADA, do.Leave())
        await bots_at(host, "random", "random")
        await bots_at(host, "random", ADA)

    async def look(host: Host, bot_players: BotPlayers) -> None:
        host.here = lambda table_id: ()
        taken_up: list[str] = []
        host.after_write.append(lambda table, entry: taken_up.append(table.id))
        waiting = await host.store.waiting_for_bots()
        assert len(waiting) == 1
        await until(host, await host.table(waiting[0]), hands_over)
        await played_out(bot_players)
        assert set(taken_up) == set(waiting)

    tell(url, leave, pace=10.0)
    tell(url, look)


def test_where_nobody_is_connected_bots_are_asked_last(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, ADA, "random")
        for here, urgency in (
            ({ADA}, Urgency.PLAYED),
            ({BEN, "~1"}, Urgency.WATCHED),
            (set[str](), Urgency.UNATTENDED),
        ):
            host.here = lambda table_id, here=here: here  # type: ignore[misc]
            assert bot_players._urgency(table) == urgency

    tell(url, story)


def test_people_can_follow_what_bots_do(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        while not bot_players.ready:
            await asyncio.sleep(0.05)
        shown: list[float] = []
        host.after_write.append(lambda table, entry: shown.append(time.perf_counter()))
        await until(host, await bots_at(host, "random", "random"), has_moves(4))
        gaps = [later - earlier for earlier, later in zip(shown[-5:], shown[-4:], strict=False)]
        assert min(gaps) > 0.19

    tell(url, story, pace=0.2)


# --- what goes wrong


def test_a_bot_that_hangs_is_answered_for_and_loses_its_seat(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, "expert", "random")
        table = await until(host, table, has_moves(1))
        assert table.seats[0].bot == "expert"
        table = await until(host, table, lambda now: now.seats[0].bot == "advanced")
        assert [move.seat for move in table.moves[1:]] == [0, 0]
        await until(host, table, has_moves(10))
        assert (bot_players.tally.timeouts, bot_players.tally.crashes) == (3, 0)

    tell(url, story, limit=1.5, make=thinking_bots.hanging)
    assert "the bot expert on seat 0 failed: That took longer than 1.5 seconds." in words(caplog)
    assert "advanced takes the seat 0 of expert" in words(caplog)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (thinking_bots.raising, "KeyError at thinking_bots.py:"),
        (thinking_bots.dying, "its process ended with code -9"),
        (thinking_bots.lingering, "its process ended with code -9"),
    ],
)
def test_a_bot_that_crashes_is_replaced(
    url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, make: Callable[..., Any], reason: str
) -> None:
    monkeypatch.setattr(pool, "PARTING", 0.3)

    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, "expert", "random")
        table = await until(host, table, has_moves(15))
        assert [seat.bot for seat in table.seats] == ["advanced", "random"]
        assert (bot_players.tally.timeouts, bot_players.tally.crashes) == (0, 1)

    tell(url, story, make=make)
    assert f"the bot expert on seat 0 failed: {reason}" in words(caplog)
    assert thinking_bots.HIDDEN not in caplog.text


def test_a_bot_that_chooses_what_is_not_on_offer_is_answered_for(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, "expert", "random")
        table = await until(host, table, has_moves(5))
        assert table.moves[1].text != "end turn"
        assert bot_players.tally.crashes == 0

    tell(url, story, make=thinking_bots.lying)
    assert "the choice of a bot was refused as illegal" in words(caplog)
    assert "to win at once" not in caplog.text


def test_where_all_bots_fail_the_first_option_is_taken(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, "casual", "random", honor_pool=5)
        over = await until(host, table, is_finished)
        assert [seat.bot for seat in over.seats] == ["random", "random"]
        game = new_state(seed=8, first=0, honor_pool=5)
        for move in over.moves[1:]:
            assert game.decision is not None
            assert parse(game.decision, move.text) is game.decision.options[0]
            game.choose(game.decision.options[0])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(logging.getLogger("vigil.table"), "disabled", True)
        tell(url, story, make=thinking_bots.nobody)


def test_a_process_that_dies_while_nobody_asks_harms_no_bot(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await until(host, await bots_at(host, ADA, "player"), hands_over)
        while not bot_players.ready:
            await asyncio.sleep(0.05)
        (worker,) = bot_players._pool._workers.values()
        assert worker.process is not None
        os.kill(worker.process.pid, signal.SIGKILL)
        while bot_players.ready:
            await asyncio.sleep(0.05)
        await host.act(table.id, ADA, do.Choose(0, table.version, "end turn"))
        await until(host, table, lambda now: hands_over(now) and now.playing.turn_number > 1)
        assert (await host.table(table.id)).seats[1].bot == "player"
        assert bot_players.tally.crashes == 0

    tell(url, story)


def test_a_process_that_cannot_start_is_tried_again(
    url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, "random", "random")
        await asyncio.sleep(0.5)
        assert not bot_players.ready
        monkeypatch.undo()
        await until(host, table, has_moves(3))

    monkeypatch.setattr(pool, "PAUSE", 0.1)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    tell(url, story)
    assert "a process to think in is missing, its process ended with code 1" in words(caplog)


def test_where_the_rules_fail_the_bots_leave_the_table_alone(
    url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise Refused(Code.INTERNAL_ERROR, "The rules failed.", "Report it.")

    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, "casual", "random")
        while bot_players._playing:
            await asyncio.sleep(0.02)
        thoughts = bot_players.tally.thoughts
        await asyncio.sleep(0.2)
        assert (thoughts, bot_players.tally.thoughts) == (2, 2)
        assert (await host.table(table.id)).number == table.number

    monkeypatch.setattr(thinking, "LOOK_AROUND", 0.01)
    monkeypatch.setattr("vigil.table.validation._possible", failing)
    tell(url, story)
    assert "nothing that p1 may do is possible" in words(caplog)


def test_a_process_that_nobody_ends_ends_itself() -> None:
    """The server was killed while a bot hung: there is nobody left to enforce the limit."""
    asked = Think(msgspec.Raw(new_state(seed=1, first=0).view(0).to_bytes()), "expert", 1)
    command = [sys.executable, "-m", "vigil.bot_pool.worker", "tests.helpers.thinking_bots:hanging", "0.2", ""]
    ended = subprocess.run(
        command, input=msgspec.json.encode(asked) + b"\n", capture_output=True, timeout=PATIENCE, check=False
    )
    assert (ended.returncode, ended.stdout) == (1, b"ready\n")
    assert b"Timeout" in ended.stderr


def test_a_level_that_is_gone_is_answered_for() -> None:
    assert thinking._from("gentle of yore") == ["player", "casual", "random"]
    assert thinking._from("random") == ["random"]


# --- several servers, and none


def test_a_killed_server_leaves_nothing_behind_and_its_tables_go_on(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The next server looks for tables that wait every so many seconds.
    monkeypatch.setattr("vigil.server.bot_players.LOOK_AROUND", 0.2)

    async def number(table_id: str) -> int:
        store = await Store.open(url)
        numbers = await store.numbers([table_id])
        await store.close()
        return numbers[table_id]

    server = subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.thinking_server", url], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        table_id, process = server.stdout.readline().split()
        eventually(lambda: asyncio.run(number(table_id)) > 20)
    finally:
        server.kill()
        server.communicate()
    before = asyncio.run(number(table_id))
    eventually(lambda: is_gone(int(process)))

    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await host.table(table_id)
        assert table.number == before
        await until(host, table, has_moves(len(table.moves) + 20))

    tell(url, story)


def eventually(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "It never happened."
        time.sleep(0.05)


def is_gone(process: int) -> bool:
    """One that ended and was not asked after yet is gone too."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_servers_that_think_about_the_same_decision_do_no_harm(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        line = MemoryHub()
        first, second = thinking_for(database_url, line), thinking_for(database_url, line.another())
        async with first as (host, bot_players), second as (other, others):
            while not (bot_players.ready and others.ready):
                await asyncio.sleep(0.05)
            table = await bots_at(host, "random", "player", honor_pool=10, seed=3)
            async with aclosing(other.watch(table.id)) as watching:
                async for over in watching:
                    others._attend(over)
                    if is_finished(over):
                        break
            assert Played.trace(await until(host, table, is_finished)) == Played.trace(over)
            assert bot_players.tally.thoughts > 0
            assert others.tally.thoughts > 0

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
    assert words(caplog) == ""


def test_a_server_takes_up_the_tables_of_one_that_went(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LOOK_AROUND", 0.2)

    async def story() -> None:
        line = MemoryHub()
        first, second = thinking_for(url, line), thinking_for(url, line.another())
        async with second as (other, others):
            async with first as (host, _):
                table = await until(host, await bots_at(host, "random", "player", seed=3), has_moves(5))
            before = len((await other.table(table.id)).moves)
            await until(other, table, has_moves(before + 20))
            assert others.tally.thoughts >= 20

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


# --- hidden cards


def test_games_that_cannot_be_told_apart_give_the_same_question() -> None:
    for seed, agreed in enumerate(TABLES * 3):
        table = random_table(agreed, seed, 40 + 20 * seed)
        if table.phase == Phase.PLAYING:
            before = msgspec.json.encode(question(table, "master"))
            dealt_anew_behind(table, [table.deciding], Random(seed))
            assert msgspec.json.encode(question(table, "master")) == before


def test_a_question_would_show_another_hand() -> None:
    """The check above would find a leak: what the seat itself knows is in the question."""
    table = random_table(TABLES[0], 1, 60)
    before = msgspec.json.encode(question(table, "master"))
    dealt_anew_behind(table, [1 - table.deciding], Random(2))
    assert msgspec.json.encode(question(table, "master")) != before


def test_a_question_tells_nothing_of_the_deal(url: str) -> None:
    """Neither the seed nor the salt, nor which table it is; and all that is ever sent is such a question."""
    asked: list[bytes] = []

    async def story(host: Host, bot_players: BotPlayers) -> None:
        ask = bot_players._pool.ask

        async def noted(asking: Think | Advise, *given: Any) -> Answer:
            asked.append(msgspec.json.encode(asking))
            return await ask(asking, *given)

        bot_players._pool.ask = noted  # type: ignore[method-assign]
        table = await bots_at(host, "player", "random", seed=2**100 + 1)
        table = await until(host, table, has_moves(10))
        for each in asked:
            assert set(msgspec.json.decode(each)) == {"ask", "view", "level", "seed", "time_share"}
            assert not any(secret.encode() in each for secret in (str(2**100 + 1), "a grain of salt", table.id))

    tell(url, story)
    assert len(asked) >= 10


def test_the_secrets_of_the_server_are_not_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGIL_SECRET", "cookies")
    monkeypatch.setenv("VIGIL_ENGINE", "plain")
    monkeypatch.setenv("VIGIL_NETWORK", "network.npz")
    environment = process_environment()
    assert "VIGIL_SECRET" not in environment
    assert environment["VIGIL_NETWORK"] == "network.npz"
    assert (environment["VIGIL_ENGINE"], environment["OPENBLAS_NUM_THREADS"]) == ("plain", "1")


def test_bots_play_by_the_weights_that_the_environment_names(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    weights = tmp_path / "weights.toml"
    weights.write_text('["all".2]\nrune = 7\n')
    monkeypatch.setenv("VIGIL_WEIGHTS", str(weights))

    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, "expert", ADA)
        await until(host, table, has_moves(1))

    tell(url, story, make=thinking_bots.weighing)
    assert "RuneIsWorth7" in caplog.text
