"""Journals that last: the same stories on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from tests.helpers.journals import ADA, BEN, Played
from tests.helpers.stores import act, begun, opened, reloaded, with_store
from vigil.engine.errors import UnknownName
from vigil.storage.database import database_url as with_driver
from vigil.storage.schema import metadata
from vigil.storage.store import Conflict, Store
from vigil.table import actions as do
from vigil.table.actions import SERVER, Entry
from vigil.table.clocks import DAY, PerTurn
from vigil.table.table import Seat

# --- journals


def test_a_table_comes_back_as_it_was(database_url: str) -> None:
    async def story(store: Store) -> None:
        table = await begun(store, first=0)
        await act(store, table, ADA, do.Choose(0, table.version, "play Apprentice"))
        await act(store, table, ADA, do.Say(text="Ça va? \N{OWL} 'quoted' \\ %s"))
        again = await reloaded(store)
        assert Played.trace(again) == Played.trace(table)
        assert again.secret.seed == 2**127 + 5
        found = await store.load("t", after=5)
        assert found is not None
        assert [entry.number for entry in found[1]] == [6]
        for unknown in ("nowhere", "", "a\0b", "x" * 99, "'; DROP TABLE entries"):
            assert await store.load(unknown) is None
        async with store.database.reading() as connection:
            written = (await connection.execute(text("SELECT action FROM entries"))).scalars().all()
        assert str(2**127 + 5) not in str(written)

    with_store(database_url, story)


def test_of_two_workers_one_is_first(database_url: str) -> None:
    async def story(store: Store) -> None:
        await begun(store, first=0)
        mine, theirs = await reloaded(store), await reloaded(store)
        other = await Store.open(database_url)
        choices = [
            act(store, mine, ADA, do.Choose(0, mine.version, "play Apprentice")),
            act(other, theirs, ADA, do.Choose(0, theirs.version, "end turn")),
        ]
        results = await asyncio.gather(*choices, return_exceptions=True)
        assert [isinstance(each, Conflict) for each in results].count(True) == 1
        found = await store.load("t")
        assert found is not None
        assert [entry.number for entry in found[1]] == [1, 2, 3, 4, 5]
        await other.close()

    with_store(database_url, story)


def test_two_hands_in_one_process_do_not_both_win(database_url: str) -> None:
    async def story(store: Store) -> None:
        await opened(store)
        tables = [await reloaded(store) for _ in range(5)]
        results = await asyncio.gather(
            *(act(store, table, BEN, do.Say(text=str(n))) for n, table in enumerate(tables)), return_exceptions=True
        )
        assert sum(isinstance(each, Entry) for each in results) == 1
        assert sum(isinstance(each, Conflict) for each in results) == 4

    with_store(database_url, story)


def test_many_tables_write_together(database_url: str) -> None:
    async def story(store: Store) -> None:
        tables = [await opened(store, f"t{n}") for n in range(20)]
        transactions = 0
        write = store._write

        async def counted(batch: Any) -> None:
            nonlocal transactions
            transactions += 1
            await write(batch)

        store._write = counted  # type: ignore[method-assign]
        for _ in range(3):
            await asyncio.gather(*(act(store, table, BEN, do.Say(phrase="hello")) for table in tables))
        assert transactions < 10
        assert set((await store.numbers([table.id for table in tables])).values()) == {4}

    with_store(database_url, story)


def test_one_bad_write_does_not_spoil_the_others(database_url: str) -> None:
    async def story(store: Store) -> None:
        good, bad = await opened(store, "good"), await opened(store, "bad")
        bad.id = "never created"
        results = await asyncio.gather(
            *(act(store, table, BEN, do.Say(phrase="hello")) for table in (bad, good)), return_exceptions=True
        )
        assert isinstance(results[0], Exception)
        assert isinstance(results[1], Entry)
        assert (await reloaded(store, "good")).number == 2

    with_store(database_url, story)


CHILD = """
import asyncio, os, signal, sys
from tests.helpers.stores import ADA, act, begun, do
from vigil.storage.store import Store

async def main():
    store = await Store.open(sys.argv[1])
    table = await begun(store, first=0)
    await act(store, table, ADA, do.Choose(0, table.version, "play Apprentice"))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def test_an_acknowledged_choice_survives_a_kill(database_url: str) -> None:
    killed = subprocess.run([sys.executable, "-c", CHILD, database_url], check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL

    async def story(store: Store) -> None:
        table = await reloaded(store)
        assert [move.text for move in table.moves] == ["", "play Apprentice"]

    with_store(database_url, story)


def test_sqlite_survives_a_power_cut(tmp_path: Any) -> None:
    async def story(store: Store) -> None:
        async with store.database.reading() as connection:
            settings = [
                (await connection.execute(text(f"PRAGMA {name}"))).scalar() for name in ("journal_mode", "synchronous")
            ]
        assert settings == ["wal", 2], "2 is FULL"

    with_store(f"sqlite:///{tmp_path / 'vigil.sqlite'}", story)


def test_the_quick_way_is_taken_and_as_durable(tmp_path: Any) -> None:
    async def story(store: Store) -> None:
        table = await opened(store)
        store._write_carefully = None  # type: ignore[method-assign, assignment]
        await act(store, table, BEN, do.Say(phrase="hello"))
        quick = store.database._quick
        assert quick is not None
        assert quick._connection is not None
        settings = [
            quick._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
        assert settings == ["wal", 2, 1]
        assert (await reloaded(store)).chat == table.chat
        assert (await store.numbers(["t"])) == {"t": 2}

    with_store(f"sqlite:///{tmp_path / 'vigil.sqlite'}", story)


def test_the_quick_way_is_taken_on_postgresql_and_is_exact(postgres_url: str) -> None:
    async def story(store: Store) -> None:
        table = await opened(store)
        theirs = await reloaded(store)
        store._write_carefully = None  # type: ignore[method-assign, assignment]
        await act(store, table, BEN, do.Say(text="first \N{OWL}"))
        with pytest.raises(Conflict):
            await act(store, theirs, BEN, do.Say(text="second"))
        assert [line.text for line in (await reloaded(store)).chat] == ["first \N{OWL}"]
        assert (await store.numbers(["t"])) == {"t": 2}

    with_store(postgres_url, story)


# --- lists


def test_a_new_sqlite_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Whatever the process would give others; also what SQLite keeps beside the file."""
    folder = tmp_path / "data"

    async def story() -> None:
        store = await Store.open(f"sqlite:///{folder / 'vigil.sqlite'}")
        await act(store, await begun(store), ADA, do.Say(text="hello"))
        modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
        assert modes == dict.fromkeys(("vigil.sqlite", "vigil.sqlite-wal", "vigil.sqlite-shm"), 0o600)
        await store.close()

    before = os.umask(0)
    try:
        asyncio.run(story())
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_sqlite_file_that_everybody_can_read_is_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "vigil.sqlite"

    async def opened() -> None:
        await (await Store.open(f"sqlite:///{path}")).close()

    for mode, warned in ((0o600, False), (0o644, True)):
        path.touch()
        path.chmod(mode)
        asyncio.run(opened())
        assert (f"chmod 600 {path}" in caplog.text) is warned


def test_lists_know_who_waits_for_whom(database_url: str) -> None:
    async def story(store: Store) -> None:
        await opened(store, "hidden")
        waiting = await opened(store, "waiting", public=True)
        await act(store, waiting, BEN, do.Sit(1), at=3)
        running = await begun(store, "running", public=True, first=0, clock=PerTurn(60))
        assert [each.id for each in await store.open_tables(4)] == ["waiting"]
        assert await store.open_tables(4 + DAY) == []
        assert [(each.id, each.deciding) for each in await store.running_tables()] == [("running", ADA)]
        assert [each.id for each in await store.unfinished_games_of(BEN)] == ["waiting"]
        mine = {each.id: each for each in await store.unfinished_games_of(ADA)}
        assert set(mine) == {"hidden", "waiting", "running"}
        assert (mine["waiting"].seats, mine["waiting"].open_seats) == ([Seat(), Seat(BEN)], 1)
        assert await store.overdue(60) == []
        assert await store.overdue(70) == ["running"]
        assert await store.waiting_for_bots() == []
        await act(store, running, ADA, do.Choose(0, running.version, "end turn"))
        assert await store.waiting_for_bots() == ["running"]
        assert await store.overdue(1e9) == []
        await act(store, running, SERVER, do.Close())
        assert await store.waiting_for_bots() == []
        assert {each.id for each in await store.unfinished_games_of(ADA)} == {"hidden", "waiting"}

    with_store(database_url, story)


# --- the schema


def test_the_migrations_lead_to_the_schema(bare_database: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))

    async def story(store: Store) -> None:
        async with store.database.reading() as connection:
            assert await connection.run_sync(differences) == []

    with_store(bare_database, story)


def test_several_workers_start_at_once(bare_database: str) -> None:
    async def start() -> None:
        stores = await asyncio.gather(*(Store.open(bare_database) for _ in range(4)))
        await opened(stores[0])
        assert (await reloaded(stores[3])).number == 1
        for store in stores:
            await store.close()

    asyncio.run(start())


def test_an_unknown_database_gets_an_answer() -> None:
    with pytest.raises(UnknownName, match="Use sqlite:///FILE or postgresql"):
        with_driver("mysql://localhost/vigil")
    assert with_driver("postgres://host/name").drivername == "postgresql+asyncpg"


def test_a_table_is_created_once_and_the_keys_are_shared(database_url: str) -> None:
    async def story(store: Store) -> None:
        await opened(store)
        with pytest.raises(Conflict):
            await opened(store)
        key = await store.key("cookies")
        assert len(key) == 32
        assert await Store(store.database).key("cookies") == key
        assert await store.key("other") != key

    with_store(database_url, story)
