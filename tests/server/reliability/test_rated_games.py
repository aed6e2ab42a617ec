"""Rated games that end while servers are killed: each is rated once, and computing everything again changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.helpers.processes import PATIENCE, ServerProcess
from tests.helpers.wire_players import Message, Person
from vigil.storage.audit import CLI
from vigil.storage.ratings import Ratings
from vigil.storage.rerating import rerate
from vigil.storage.store import Store

pytestmark = pytest.mark.slow
GAMES = 6
"""While every second of them ends, the server or one of the servers is killed."""
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
            return bool(now["sights"]) and now["sights"][0]["board"]["turn"]["number"] == turn

        now = await _until(ada, table, is_turn)
        seat = now["sights"][0]["board"]["deciding"]
        await (ada, ben)[seat].act(table, do="choose", seat=seat, version=now["version"], choice="end turn")
    return table


async def _until(person: Person, table: str, is_so: Callable[[Message], bool]) -> Message:
    """A server may hear of what was done at another one a moment later."""
    while not is_so(now := (await person.get(f"/api/tables/{table}")).json()):
        await asyncio.sleep(0.02)
    return dict(now)


async def leave(person: Person, table: str) -> None:
    """Until some server has answered. Who is second is refused: the game is over."""
    while True:
        await person.server.is_up.wait()
        try:
            async with person.server.http(person.cookie) as http:
                answer = await http.post(
                    f"/api/tables/{table}/actions", json={"do": "leave"}, headers={"idempotency-key": "leave"}
                )
        except httpx.TransportError:
            continue
        assert answer.is_success or answer.json()["code"] == "not_seated", answer.text
        return


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


def test_a_server_that_is_killed_rates_every_game_once(tmp_path: Path) -> None:
    """With SQLite; the moments have seed 4."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def story() -> None:
        async with asyncio.timeout(3 * PATIENCE), ServerProcess(database, tmp_path) as server:
            await play(database, [server], seed=4)

    asyncio.run(story())
