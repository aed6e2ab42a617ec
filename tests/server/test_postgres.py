"""What several workers on one PostgreSQL owe people, and what happens while it is away."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from pathlib import Path

import asyncpg
import httpx
import pytest

from tests.helpers.serve_process import Process
from tests.helpers.servers import PATIENCE, serving
from vigil.server import host
from vigil.server.host import Host
from vigil.storage.store import Store
from vigil.table.actions import Sit
from vigil.table.settings import TableSettings

Away = Callable[[bool], Awaitable[None]]


END_CONNECTIONS = "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE datname = 'postgres'"
"""It waits, 20 seconds at the most, until they have ended: one that ends later might take a request with it."""
CLOSE = "ALTER DATABASE postgres ALLOW_CONNECTIONS false"
OPEN = "ALTER DATABASE postgres ALLOW_CONNECTIONS true"


async def administer(url: str, *commands: str) -> None:
    """From another database of the same server."""
    connection = await asyncpg.connect(url, database="template1")
    for command in commands:
        await connection.execute(command)
    await connection.close()


@pytest.fixture
def away(ready_postgres: str) -> Iterator[Away]:
    """`await away(True)`: the database takes nobody any more."""

    async def set_away(is_away: bool) -> None:
        await administer(ready_postgres, *([CLOSE, END_CONNECTIONS] if is_away else [OPEN]))

    yield set_away
    asyncio.run(set_away(False))


def test_a_guest_is_merged_at_every_worker(ready_postgres: str) -> None:
    with serving(ready_postgres) as first, serving(ready_postgres) as second:
        ada = {"name": "Ada", "password": "correct horse"}
        owner = second.guest()
        owner.good(owner.http.post("/api/me/account", json=ada))
        guest = first.guest("Gus")
        table = guest.open(["me", "me"], start=True, first=0)["id"]
        elsewhere = second.guest()
        elsewhere.http.cookies = guest.http.cookies
        elsewhere.good(elsewhere.http.post("/api/session", json=ada))
        elsewhere.good(elsewhere.http.post("/api/session/guest"))
        account = first.guest()
        account.http.cookies = elsewhere.http.cookies
        deadline = time.monotonic() + PATIENCE
        while (now := account.now(table))["your_seats"] != [0, 1]:
            assert time.monotonic() < deadline
        choice = now["views"][0]["decision"]["options"][0]["text"]
        account.act(table, do="choose", seat=0, version=now["version"], choice=choice)
        assert elsewhere.now(table)["your_seats"] == [0, 1]


def test_whoever_signs_out_is_signed_out_at_every_worker(ready_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and not when the connections are looked at the next time."""
    monkeypatch.setattr("vigil.server.services.AGAIN", 3600.0)
    with serving(ready_postgres) as first, serving(ready_postgres) as second:
        ada = first.guest("Ada")
        table = ada.open(["me"])["id"]
        cookie = f"vigil={ada.http.cookies['vigil']}"
        line = second.guest().line(table, cookie=cookie)
        assert line.told()["you"] == ada.id
        ada.good(ada.http.delete("/api/sessions"))
        assert line.ended() == (4001, "You were signed out.")


def test_nobody_meets_a_connection_that_the_database_has_closed(ready_postgres: str) -> None:
    """As after a restart of PostgreSQL: those in the pool are dead, and do not know it."""

    with serving(ready_postgres) as served:
        ada = served.guest("Ada")
        table = ada.open(["me"])["id"]
        with ThreadPoolExecutor(5) as five:

            def status(_: int) -> int:
                return ada.post(table, do="say", text="hello").status_code

            assert set(five.map(status, range(10))) == {200}
            asyncio.run(administer(ready_postgres, END_CONNECTIONS))
            assert set(five.map(status, range(10))) == {200}


def test_an_outage_is_logged_once_and_everybody_is_told_to_try_again(
    ready_postgres: str, away: Away, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(ready_postgres) as served:
        ada = served.guest("Ada")
        table = ada.open(["me"])["id"]
        asyncio.run(away(True))
        while "not currently accepting connections" not in caplog.text:
            ada.refused(ada.post(table, do="say", text="hello"), "unavailable", 503)
        assert ada.http.get("/health").status_code == 503
        asyncio.run(away(False))
        while "the database answers again" not in caplog.text:
            ada.http.get("/health")
        ada.act(table, do="say", text="hello")
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == [
        'The database cannot be used: database "postgres" is not currently accepting connections'
    ]


def test_what_was_missed_during_an_outage_is_looked_for_until_it_is_found(
    ready_postgres: str, away: Away, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers that do not hear each other."""
    monkeypatch.setattr(host, "TICK", 0.05)
    monkeypatch.setattr(host, "REFRESH", 1_000_000)

    async def story() -> None:
        stores = [await Store.open(ready_postgres) for _ in range(2)]
        first, second = (Host(store) for store in stores)
        table = await first.open("ada", TableSettings())
        async with asyncio.timeout(PATIENCE), aclosing(first.watch(table.id, since=table.number)) as watching:
            await away(True)
            first._lost()
            await asyncio.gather(*first._tasks, return_exceptions=True)
            await away(False)
            await second.act(table.id, "ada", Sit(0))
            running = asyncio.create_task(first.run())
            assert (await anext(watching)).seats[0].person == "ada"
            running.cancel()
        for store in stores:
            await store.close()

    asyncio.run(story())


def is_served(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.mark.slow
def test_workers_end_when_their_supervisor_is_killed(postgres_url: str) -> None:
    """And the port is free for the next server."""
    server = Process("--database", postgres_url, "--workers", "2")
    pid = server.process.pid
    workers: list[str] = []
    try:
        assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200
        workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        server.process.kill()
        deadline = time.monotonic() + PATIENCE
        while is_served(server.port):
            assert time.monotonic() < deadline, "The workers go on."
            time.sleep(0.05)
    finally:
        server.process.kill()
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(int(worker), signal.SIGKILL)
        server.process.communicate(timeout=PATIENCE)


@pytest.mark.slow
def test_a_worker_that_gets_no_processor_for_a_while_is_not_replaced(postgres_url: str) -> None:
    """As while a busy machine starts: a worker that is killed before it is ready would never be."""
    server = Process("--database", postgres_url, "--workers", "2")
    pid = server.process.pid
    try:
        assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200
        children = Path(f"/proc/{pid}/task/{pid}/children")
        workers = children.read_text().split()
        os.kill(int(workers[-1]), signal.SIGSTOP)
        time.sleep(7)
        os.kill(int(workers[-1]), signal.SIGCONT)
        assert children.read_text().split() == workers
        server.stop()
        assert server.process.returncode == 0
    finally:
        server.process.kill()
