"""Store first, then tell; one change at a time; several workers at one table. On SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from tests.helpers.hosts import hosting, with_hosts
from tests.helpers.journals import ADA, BEN, CLEO, Played
from vigil.bots import make_bot
from vigil.server import host as host_module
from vigil.server.host import IDLE, Host
from vigil.storage import announcements
from vigil.table import actions as do
from vigil.table.actions import LONGEST_KEY, LONGEST_TEXT, SERVER, Entry
from vigil.table.clocks import PerTurn
from vigil.table.fairness import Secret
from vigil.table.refusals import Code, Refused
from vigil.table.settings import TableSettings
from vigil.table.table import Phase, Table


async def begun(host: Host, **settings: Any) -> Table:
    """Ada against Ben; Ada begins, and has Apprentices and Militia."""
    table = await host.open(ADA, TableSettings(**{"first": 0, **settings}), Secret(8, "salt"))
    for person, action in ((ADA, do.Sit(0)), (BEN, do.Sit(1)), (ADA, do.Start())):
        await host.act(table.id, person, action)
    return await host.table(table.id)


def play(table: Table, choice: str = "play Apprentice") -> do.Choose:
    return do.Choose(table.deciding, table.version, choice)


async def refusal(doing: Awaitable[object]) -> Code:
    with pytest.raises(Refused) as met:
        await doing
    return met.value.code


def test_a_choice_is_stored_and_then_told(database_url: str) -> None:
    async def story(host: Host) -> None:
        table = await begun(host)
        append, told = host.store.append, asyncio.Event()

        async def watched() -> None:
            async for now in host.watch(table.id, table.number):
                assert (await host.store.numbers([table.id]))[table.id] >= now.number
                told.set()
                return

        async def slow_append(draft: Table, entry: Entry) -> None:
            await asyncio.sleep(0.05)
            assert not told.is_set()
            await append(draft, entry)

        host.store.append = slow_append  # type: ignore[method-assign]
        watcher = asyncio.create_task(watched())
        await host.act(table.id, ADA, play(table))
        await watcher
        assert (await host.table(table.id)).number == table.number + 1

    with_hosts(database_url, 1, story)


def test_what_could_not_be_stored_did_not_happen(database_url: str) -> None:
    async def story(host: Host) -> None:
        table = await begun(host)
        append = host.store.append

        async def broken(draft: Table, entry: Entry) -> None:
            raise OSError("No space left on device")

        host.store.append = broken  # type: ignore[method-assign]
        with pytest.raises(OSError, match="No space"):
            await host.act(table.id, ADA, play(table))
        assert Played.trace(await host.table(table.id)) == Played.trace(table)
        host.store.append = append  # type: ignore[method-assign]
        await host.act(table.id, ADA, play(table))

    with_hosts(database_url, 1, story)


def test_a_choice_sent_twice_is_applied_once(database_url: str) -> None:
    async def story(host: Host) -> None:
        table = await begun(host)
        answers = await asyncio.gather(*(host.act(table.id, ADA, play(table), key="k") for _ in range(5)))
        assert {answer.number for answer in answers} == {table.number + 1}
        assert await refusal(host.act(table.id, ADA, play(table), key="k2")) == Code.STALE
        for key in ("x" * (LONGEST_KEY + 1), "a\0b", "é"):
            assert await refusal(host.act(table.id, ADA, play(table), key=key)) == Code.INVALID_REQUEST
        assert (await host.table(table.id)).number == table.number + 1

    with_hosts(database_url, 1, story)


def test_a_key_that_comes_with_another_action_is_refused(database_url: str) -> None:
    async def story(host: Host) -> None:
        table = await begun(host)
        first = do.Choose(0, table.version, "Play apprentice")
        done = await host.act(table.id, ADA, first, key="k")
        assert await host.act(table.id, ADA, first, key="k") == done
        later = play(await host.table(table.id))
        for other in (later, replace(first, choice="end turn"), replace(first, seat=1), do.Say(phrase="hello")):
            assert await refusal(host.act(table.id, ADA, other, key="k")) == Code.IDEMPOTENCY_KEY_REUSED
        assert (await host.act(table.id, ADA, later, key="k2")).number == done.number + 1

    with_hosts(database_url, 1, story)


def test_an_undo_that_others_are_asked_about_may_be_sent_twice(database_url: str) -> None:
    async def story(host: Host) -> None:
        table = await begun(host)
        for person, seat in ((ADA, 0), (BEN, 1)):
            await host.act(table.id, person, do.Choose(seat, (await host.table(table.id)).version, "end turn"))
        undo = do.Undo((await host.table(table.id)).version)
        done = await host.act(table.id, ADA, undo, key="k")
        assert (await host.table(table.id)).unanswered() == [BEN]
        assert await host.act(table.id, ADA, undo, key="k") == done

    with_hosts(database_url, 1, story)


def test_a_request_that_nobody_waits_for_is_finished(database_url: str) -> None:
    async def story(host: Host) -> None:
        table = await begun(host)
        impatient = asyncio.create_task(host.act(table.id, ADA, play(table)))
        await asyncio.sleep(0)
        impatient.cancel()
        async for now in host.watch(table.id, table.number):
            assert [move.text for move in now.moves] == ["", "play Apprentice"]
            break

    with_hosts(database_url, 1, story)


def test_a_new_process_finds_everything(database_url: str) -> None:
    async def play_some() -> tuple[str, do.Choose]:
        async with hosting(database_url) as (host,):
            table = await begun(host)
            await host.act(table.id, ADA, play(table), key="k")
            return table.id, play(table)

    async def look(table_id: str, played: do.Choose) -> None:
        async with hosting(database_url) as (host,):
            table = await host.table(table_id)
            assert [move.text for move in table.moves] == ["", "play Apprentice"]
            assert (await host.act(table_id, ADA, played, key="k")).number == table.number

    asyncio.run(look(*asyncio.run(play_some())))


def test_a_long_journal_is_replayed_in_a_thread(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []
    rebuilt = Table.rebuilt

    def noted(*given: Any) -> Table:
        threads.append(threading.current_thread())
        return rebuilt(*given)

    async def story(host: Host) -> None:
        table = await begun(host)
        for longest in (table.number, table.number - 1):
            host._rooms.clear()
            monkeypatch.setattr(host_module, "LONG", longest)
            assert Played.trace(await host.table(table.id)) == Played.trace(table)

    monkeypatch.setattr(Table, "rebuilt", noted)
    with_hosts(database_url, 1, story)
    assert [each is threading.main_thread() for each in threads] == [True, False]


def test_a_table_that_does_not_exist_takes_no_memory(database_url: str) -> None:
    async def story(host: Host) -> None:
        assert await refusal(host.open("", TableSettings())) == Code.UNAUTHENTICATED
        for number in range(20):
            assert await refusal(host.act(f"guess{number}", ADA, do.Sit(0))) == Code.TABLE_NOT_FOUND
        assert host.tables_in_memory == 0

    with_hosts(database_url, 1, story)


def test_tables_that_nobody_uses_leave_the_memory(database_url: str) -> None:
    async def story(host: Host) -> None:
        used, forgotten = await begun(host), await begun(host)
        watching = host.watch(used.id)
        await anext(watching)
        host.clock.time += IDLE + 1  # type: ignore[attr-defined]
        await host.tick()
        assert host.tables_in_memory == 1
        assert Played.trace(await host.table(forgotten.id)) == Played.trace(forgotten)
        await watching.aclose()

    with_hosts(database_url, 1, story)


# --- time


def test_the_clock_of_a_table_that_nobody_looks_at_runs_out_too(database_url: str) -> None:
    async def story(host: Host) -> None:
        table = await begun(host, clock=PerTurn(60))
        host._rooms.clear()
        host.clock.time += 59  # type: ignore[attr-defined]
        await host.tick()
        assert (await host.table(table.id)).seats[0].bot == ""
        host.clock.time += 2  # type: ignore[attr-defined]
        await host.tick()
        assert (await host.table(table.id)).seats[0].is_kept
        assert await host.store.waiting_for_bots() == [table.id]

    with_hosts(database_url, 1, story)


def test_a_choice_that_comes_too_late_finds_a_bot_in_the_seat(database_url: str) -> None:
    async def story(host: Host) -> None:
        table = await begun(host, clock=PerTurn(60))
        host.clock.time += 61  # type: ignore[attr-defined]
        assert await refusal(host.act(table.id, ADA, play(table))) == Code.SEAT_HELD_BY_BOT
        assert (await host.table(table.id)).seats[0].is_kept
        await host.act(table.id, ADA, do.Return())
        await host.act(table.id, ADA, play(table))

    with_hosts(database_url, 1, story)


def test_one_broken_table_does_not_stop_the_clocks(database_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story(host: Host) -> None:
        tables = [await begun(host, clock=PerTurn(seconds)) for seconds in (30, 60)]
        load = host.store.load

        async def broken(table_id: str, after: int = 0) -> Any:
            if table_id == tables[0].id:
                raise ValueError("damaged")
            return await load(table_id, after)

        host._rooms.clear()
        host.store.load = broken  # type: ignore[method-assign]
        host.clock.time += 61  # type: ignore[attr-defined]
        await host.tick()
        assert (await host.table(tables[1].id)).seats[0].is_kept

    with caplog.at_level(logging.CRITICAL, "vigil.table"):
        with_hosts(database_url, 1, story)


# --- bots, and whoever else has to be told


def test_a_bot_is_asked_after_every_entry(database_url: str) -> None:
    """The whole of what a server has to do for bots, in a few lines: a game of two of them plays itself."""

    async def story(host: Host) -> None:
        bot, asked = make_bot("advanced"), asyncio.Queue[Table]()
        host.after_write.append(lambda table, entry: asked.put_nowait(table))
        table = await host.open(ADA, TableSettings(honor_pool=5), Secret(3, "salt"))
        for action in (do.SeatBot(0, "advanced"), do.SeatBot(1, "advanced"), do.Start()):
            await host.act(table.id, ADA, action)
        while table.phase in (Phase.LOBBY, Phase.PLAYING):
            table = await asked.get()
            decision = None if table.game is None else table.game.decision
            if decision is not None:
                option = bot.choose(table.playing.view(decision.seat), decision)
                await host.act(table.id, SERVER, play(table, decision.text(option)))
        assert table.phase == Phase.FINISHED
        assert Played.trace(await stored(host, table.id)) == Played.trace(table)

    with_hosts(database_url, 1, story)


async def stored(host: Host, table_id: str) -> Table:
    found = await host.store.load(table_id)
    assert found is not None
    return Table.rebuilt(table_id, *found)


def test_a_notice_that_fails_takes_nothing_back(database_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story(host: Host) -> None:
        table = await begun(host)
        host.after_write.append(lambda table, entry: 1 // 0)  # type: ignore[arg-type, return-value]
        await host.act(table.id, ADA, play(table))
        assert (await stored(host, table.id)).number == table.number + 1

    with caplog.at_level(logging.CRITICAL, "vigil.table"):
        with_hosts(database_url, 1, story)


# --- several workers


def test_two_workers_serve_one_table(database_url: str) -> None:
    async def story(first: Host, second: Host) -> None:
        table = await begun(first)
        watching = second.watch(table.id, table.number)
        news = asyncio.ensure_future(anext(watching))
        await asyncio.sleep(0.05)
        await first.act(table.id, ADA, play(table))
        assert [move.text for move in (await news).moves] == ["", "play Apprentice"]
        await second.act(table.id, BEN, do.Say(phrase="hello"))
        here = await second.table(table.id)
        await second.act(table.id, ADA, play(here, "play Militia"))
        async for there in first.watch(table.id, here.number):
            if there.number == here.number + 1:
                break
        assert Played.trace(there) == Played.trace(await second.table(table.id))
        await watching.aclose()

    with_hosts(database_url, 2, story)


def test_an_announced_entry_is_applied_without_asking_the_database(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(first: Host, second: Host) -> None:
        table = await begun(first)
        await second.table(table.id)

        async def refuse(table_id: str, after: int = 0) -> None:
            raise AssertionError("The announcement has everything.")

        monkeypatch.setattr(second.store, "load", refuse)
        long = "\N{OWL}" * LONGEST_TEXT
        await asyncio.gather(*(first.act(table.id, ADA, do.Say(text=long)) for _ in range(8)))
        await first.act(table.id, ADA, play(table))
        async for now in second.watch(table.id, table.number + 8):
            assert Played.trace(now) == Played.trace(await first.table(table.id))
            return

    with_hosts(database_url, 2, story)


def test_an_entry_too_long_to_be_announced_is_loaded(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(first: Host, second: Host) -> None:
        table = await begun(first)
        await second.table(table.id)
        monkeypatch.setattr(announcements, "LARGEST", 100)
        await first.act(table.id, ADA, do.Say(text="x" * LONGEST_TEXT))
        async for now in second.watch(table.id, table.number):
            assert now.chat[-1][-1] == "x" * LONGEST_TEXT
            return

    with_hosts(database_url, 2, story)


def test_a_change_while_a_table_is_being_loaded_is_not_missed(database_url: str) -> None:
    async def story(first: Host, second: Host) -> None:
        table = await begun(first)
        load, go_on = second.store.load, asyncio.Event()

        async def slow(table_id: str, after: int = 0) -> Any:
            found = await load(table_id, after)
            await go_on.wait()
            return found

        second.store.load = slow  # type: ignore[method-assign]
        loading = asyncio.create_task(second.table(table.id))
        await asyncio.sleep(0.1)
        await first.act(table.id, ADA, play(table))
        while second._rooms[table.id].noticed <= table.number:
            await asyncio.sleep(0.01)
        go_on.set()
        assert (await loading).number == table.number + 1

    with_hosts(database_url, 2, story)


def test_workers_that_write_at_the_same_time_agree(database_url: str) -> None:
    async def story(*hosts: Host) -> None:
        table = await begun(hosts[0])
        lines = [
            host.act(table.id, person, do.Say(text=f"{place} {person} {number}"))
            for place, host in enumerate(hosts)
            for person in (ADA, BEN, CLEO)
            for number in range(5)
        ]
        choices = [host.act(table.id, ADA, play(table)) for host in hosts]
        results = await asyncio.gather(*lines, *choices, return_exceptions=True)
        refused = [each for each in results if isinstance(each, Exception)]
        assert [each.code for each in refused if isinstance(each, Refused)] == [Code.STALE] * (len(hosts) - 1)
        assert len(refused) == len(hosts) - 1
        final = await stored(hosts[0], table.id)
        assert len({line.text for line in final.chat}) == len(lines)
        assert final.number == table.number + len(lines) + 1

    with_hosts(database_url, 3, story)


def test_a_worker_that_lost_its_line_catches_up(postgres_url: str) -> None:
    async def story(first: Host, second: Host) -> None:
        table = await begun(first)
        assert (await second.table(table.id)).number == table.number
        connection = await asyncpg.connect(second.store.database.url.set(drivername="postgresql").render_as_string())
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
        await connection.close()
        await first.act(table.id, ADA, play(table))
        async for there in second.watch(table.id, table.number):
            assert there.number == table.number + 1
            break

    with_hosts(postgres_url, 2, story)


def test_a_table_that_is_opened_twice_is_there_once(database_url: str) -> None:
    async def story(first: Host, second: Host) -> None:
        settings = TableSettings()
        tables = [await host.open(ADA, settings, table_id="asked-twice") for host in (first, second, first)]
        assert {table.id for table in tables} == {"asked-twice"}
        assert len({table.secret.commitment for table in tables}) == 1
        assert [each.id for each in await first.store.unfinished_games_of(ADA)] == ["asked-twice"]

    with_hosts(database_url, 2, story)


def test_a_nudge_shows_the_table_again_without_an_entry(database_url: str) -> None:
    async def story(host: Host) -> None:
        table = await begun(host)
        watching = host.watch(table.id)
        assert (await anext(watching)).number == table.number
        host.nudge(table.id)
        host.nudge("nowhere")
        assert (await anext(watching)).number == table.number
        await watching.aclose()

    with_hosts(database_url, 1, story)


def test_what_one_worker_says_the_others_hear(database_url: str) -> None:
    async def story(first: Host, second: Host) -> None:
        heard: asyncio.Queue[str] = asyncio.Queue()
        second.hub.heard = heard.put_nowait
        for text in ("hello", "'quoted' é"):
            first.hub.say(text)
            assert await heard.get() == text

    with_hosts(database_url, 2, story)
