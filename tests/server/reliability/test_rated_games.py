"""Rated games that end while servers are killed: each is rated once, and computing everything again changes nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from tests.helpers.processes import PATIENCE, ServerProcess
from tests.helpers.wire_players import Message, Person
from vigil.storage import schema
from vigil.storage.audit import CLI
from vigil.storage.ratings import Ratings
from vigil.storage.rerating import rerate
from vigil.storage.store import Store

pytestmark = pytest.mark.slow
GAMES = 4
"""While every second of them ends, the server or one of the servers is killed."""
SOON = 0.3
"""Seconds until a clock that was set runs out."""
RATED = {"rated": True, "clock": {"kind": "turn", "seconds": 600}}


async def account(server: ServerProcess, name: str) -> Person:
    person = await Person.arriving(server)
    await person.post("/api/me/account", {"name": name, "password": "correct horse"})
    return person


async def begun(ada: Person, ben: Person) -> str:
    """Ada and Ben play, perhaps at different servers; everybody has had a turn."""
    table = str((await ada.post("/api/tables", {"settings": RATED, "seats": ["me"]}))["id"])
    await ben.act(table, do="sit", seat=1)
    await _until(ada, table, lambda now: all(seat["person"] for seat in now["seats"]))
    await ada.act(table, do="start")
    for turn in (1, 2):

        def is_turn(now: Message, turn: int = turn) -> bool:
            return bool(now["views"]) and now["views"][0]["board"]["turn"]["number"] == turn

        now = await _until(ada, table, is_turn)
        seat = now["views"][0]["board"]["deciding"]
        await (ada, ben)[seat].act(table, do="choose", seat=seat, version=now["version"], choice="end turn")
    return table


async def _until(person: Person, table: str, is_so: Callable[[Message], bool]) -> Message:
    """A server may hear of what was done at another one a moment later."""
    while not is_so(now := (await person.get(f"/api/tables/{table}")).json()):
        await asyncio.sleep(0.02)
    return dict(now)


async def leave(person: Person, table: str) -> None:
    """Who is second is refused: the game is over."""
    assert await tried(person, table, do="leave") in ("", "not_seated")


async def tried(person: Person, table: str, **action: Any) -> str:
    """Repeated with the same key until some server has answered: nothing, or the code of the refusal."""
    while True:
        await person.server.is_up.wait()
        try:
            async with person.server.http(person.cookie) as http:
                answer = await http.post(
                    f"/api/tables/{table}/actions", json=action, headers={"idempotency-key": "once"}
                )
        except httpx.TransportError:
            continue
        return "" if answer.is_success else str(answer.json()["code"])


async def kill_soon(server: ServerProcess, chance: Random) -> None:
    """In the middle of a request, of a write, or just after it."""
    await asyncio.sleep(chance.random() * 0.03)
    await server.kill()
    await server.start()


async def play(database: str, servers: list[ServerProcess], seed: int) -> None:
    chance = Random(seed)
    await asyncio.gather(*(server.start() for server in servers))
    ada, ben = await account(servers[0], "Ada"), await account(servers[-1], "Ben")
    tables = []
    for number in range(GAMES):
        table = await begun(ada, ben)
        tables.append(table)
        async with asyncio.TaskGroup() as group:
            for person in (ada, ben):
                group.create_task(leave(person, table))
            if number % 2:
                group.create_task(kill_soon(chance.choice(servers), chance))
    pages = [(await ada.get(f"/api/games/{table}")).json() for table in tables]
    for server in servers:
        assert '"level": "error"' not in server.log, server.log
        await server.kill()
    await check(database, tables, pages)


async def play_until_time_is_over(database: str, servers: list[ServerProcess], seed: int) -> None:
    """Both resign, each at a server of their own, at the moment at which the clock of one of them runs out."""
    chance = Random(seed)
    await asyncio.gather(*(server.start() for server in servers))
    ada, ben = await account(servers[0], "Ada"), await account(servers[-1], "Ben")
    tables = [await begun(ada, ben) for _ in range(GAMES)]
    # No server has the tables in memory when their clocks are set.
    await asyncio.gather(*(server.kill() for server in servers))
    await asyncio.gather(*(server.start() for server in servers))
    store = await Store.open(database)
    for number, table in enumerate(tables):
        deadline = await set_deadline(store, table, SOON)
        await asyncio.sleep(max(0.0, deadline - time.time() - chance.random() * 0.02))
        async with asyncio.TaskGroup() as group:
            for person in (ada, ben):
                group.create_task(leave(person, table))
            if number % 2:
                group.create_task(kill_soon(chance.choice(servers), chance))
    pages = [(await ada.get(f"/api/games/{table}")).json() for table in tables]
    await store.close()
    for server in servers:
        assert '"level": "error"' not in server.log, server.log
        await server.kill()
    await check(database, tables, pages)


async def set_deadline(store: Store, table: str, seconds: float) -> float:
    """The game was played so long ago that its clock runs out in so many seconds: when that is."""
    kept, entries = schema.tables.c, schema.entries.c
    async with store.database.writing() as connection:
        deadline = await connection.scalar(select(kept.deadline).where(kept.id == table))
        assert deadline is not None
        wanted = time.time() + seconds
        ago = deadline - wanted
        await connection.execute(update(schema.entries).where(entries.table_id == table).values(at=entries.at - ago))
        await connection.execute(update(schema.tables).where(kept.id == table).values(deadline=wanted))
    return wanted


async def check(database: str, tables: list[str], pages: list[Message]) -> None:
    """Every game has one loser, who lost points, and was rated once, after the games before it."""
    store = await Store.open(database)
    found = await Ratings(store.database).changes_at(tables)
    again = await rerate(store, CLI, 5.0)
    await store.close()
    assert (again.games, again.games_before, again.changed, again.ratings) == (GAMES, GAMES, 0, {})
    for number, (table, page) in enumerate(zip(tables, pages, strict=True), 1):
        changes = found[table]
        assert [changes[seat].games for seat in (0, 1)] == [number, number]
        loser = page["result"]["left_by"]
        assert changes[loser].after.value < changes[loser].before.value
        assert changes[1 - loser].after.value > changes[1 - loser].before.value


def test_two_workers_that_are_killed_rate_every_game_once(postgres_url: str, tmp_path: Path) -> None:
    """Both players leave at the same moment, each at a server of their own. The moments have seed 4."""

    async def story() -> None:
        async with (
            asyncio.timeout(3 * PATIENCE),
            ServerProcess(postgres_url, tmp_path) as first,
            ServerProcess(postgres_url, tmp_path) as second,
        ):
            await play(postgres_url, [first, second], seed=4)

    asyncio.run(story())


def test_who_resigns_when_time_is_over_has_one_result_with_two_workers(postgres_url: str, tmp_path: Path) -> None:
    """The moments have seed 5."""

    async def story() -> None:
        async with (
            asyncio.timeout(3 * PATIENCE),
            ServerProcess(postgres_url, tmp_path) as first,
            ServerProcess(postgres_url, tmp_path) as second,
        ):
            await play_until_time_is_over(postgres_url, [first, second], seed=5)

    asyncio.run(story())


def test_the_last_seat_is_given_once_whichever_worker_is_killed(postgres_url: str, tmp_path: Path) -> None:
    """Ben and Cy want it at the same moment, each at a server of their own. The moments have seed 6."""

    async def story() -> None:
        chance = Random(6)
        async with (
            asyncio.timeout(3 * PATIENCE),
            ServerProcess(postgres_url, tmp_path) as first,
            ServerProcess(postgres_url, tmp_path) as second,
        ):
            await asyncio.gather(first.start(), second.start())
            ada, ben, cy = [await Person.arriving(server) for server in (first, first, second)]
            for number in range(GAMES):
                table = str((await ada.post("/api/tables", {"seats": ["me"]}))["id"])
                async with asyncio.TaskGroup() as group:
                    tries = [group.create_task(tried(each, table, do="sit", seat=1)) for each in (ben, cy)]
                    if number % 2:
                        group.create_task(kill_soon(chance.choice((first, second)), chance))
                said = [each.result() for each in tries]
                assert sorted(said) == ["", "seat_taken"]
                winner = (ben, cy)[said.index("")]
                assert (await cy.get(f"/api/tables/{table}")).json()["seats"][1]["person"] == winner.id

    asyncio.run(story())


def test_a_server_that_is_killed_rates_every_game_once(tmp_path: Path) -> None:
    """With SQLite; the moments have seed 4."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with asyncio.timeout(3 * PATIENCE), ServerProcess(database, tmp_path) as server:
            await play(database, [server], seed=4)

    asyncio.run(story())
