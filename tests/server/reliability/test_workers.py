"""Several servers on one PostgreSQL are one services: whoever is at a table may be connected to any of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from tests.helpers.processes import PATIENCE, Line, ServerProcess
from tests.helpers.wire_players import Message, Person, Player

pytestmark = pytest.mark.slow
Story = Callable[[ServerProcess, ServerProcess], Awaitable[None]]


def told(database: str, folder: Path, *stories: Story) -> None:
    """Two servers are started at the same time, on an empty database."""

    async def with_servers() -> None:
        async with (
            asyncio.timeout(2 * PATIENCE),
            ServerProcess(database, folder) as first,
            ServerProcess(database, folder) as second,
        ):
            await asyncio.gather(first.start(), second.start())
            for story in stories:
                await story(first, second)
            for server in (first, second):
                assert '"level": "error"' not in server.log, server.log

    asyncio.run(with_servers())


async def begun(ada: Person, ben: Person, **settings: object) -> str:
    """Ada has opened a table, Ben has joined, each of them at a server of their own; Ada begins."""
    asked = {"settings": {"first": 0, **settings}, "seats": ["me"]}
    table = str((await ada.post("/api/tables", asked))["id"])
    await ben.act(table, do="sit", seat=1)
    # Her server judges by what it has heard of.
    while not all(seat["person"] for seat in (await ada.get(f"/api/tables/{table}")).json()["seats"]):
        await asyncio.sleep(0.02)
    await ada.act(table, do="start")
    return table


async def hear_until(line: Line, number: int) -> Message:
    """The table as it is told, as soon as it is at this entry."""
    while True:
        message: Message = json.loads(await line.recv())
        if message["kind"] == "table" and message["number"] >= number:
            return message


async def see_each_other(first: ServerProcess, second: ServerProcess) -> None:
    """Ada and Ben, and somebody who watches, know of each other and are told what the others do."""
    ada, ben = await Person.arriving(first), await Person.arriving(second)
    table = await begun(ada, ben)
    async with AsyncExitStack() as stack:
        a = await stack.enter_async_context(first.line(table, ada.cookie))
        b = await stack.enter_async_context(second.line(table, ben.cookie))
        watcher = await stack.enter_async_context(second.line(table))
        now = await hear_until(a, 1)
        present = {"here": [seat["here"] for seat in now["seats"]], "watching": now["watching"]}
        while not (all(present["here"]) and present["watching"] == 1):
            present = json.loads(await a.recv())
        await b.send(json.dumps({"action": {"do": "say", "text": "Are you there?"}}))
        while not now["chat"]:
            now = await hear_until(a, 1)
        assert now["chat"][0]["text"] == "Are you there?"
        choice = {"do": "choose", "seat": 0, "version": now["version"], "choice": "end turn"}
        await a.send(json.dumps({"action": choice}))
        seen = await hear_until(b, now["number"] + 1)
        assert seen["views"][0]["decision"]["is_turn"]
        (of_watcher,) = (await hear_until(watcher, now["number"] + 1))["views"]
        assert of_watcher["decision"] is None
        assert of_watcher["board"]["turn"] == seen["views"][0]["board"]["turn"]


async def choose_at_both_at_once(first: ServerProcess, second: ServerProcess) -> None:
    """Whoever gets no answer asks another server, with the same key: whatever was done is done once."""
    at_first = await Person.arriving(first)
    at_second = Person(second, at_first.cookie, at_first.id)
    asked = {"settings": {"honor_pool": 6}, "seats": ["me", "me"], "start": True}
    opened = await asyncio.gather(*(who.post("/api/tables", asked, "k") for who in (at_first, at_second)))
    assert opened[0]["id"] == opened[1]["id"]
    table = opened[0]["id"]
    for turn in range(30):
        now = (await at_first.get(f"/api/tables/{table}")).json()
        view = next(each for each in now["views"] if each["decision"])
        option = view["decision"]["options"][0]["text"]
        choice = {"do": "choose", "seat": view["seat"], "version": now["version"], "choice": option}
        done = await asyncio.gather(*(who.act(table, f"k{turn}", **choice) for who in (at_first, at_second)))
        assert [each["number"] for each in done] == [now["number"] + 1] * 2


def test_two_servers_share_their_tables(postgres_url: str, tmp_path: Path) -> None:
    told(postgres_url, tmp_path, see_each_other, choose_at_both_at_once)


def test_when_a_server_dies_its_players_go_on_at_the_other(postgres_url: str, tmp_path: Path) -> None:
    """The choices have seed 3; the deal is the server's own."""

    async def story(first: ServerProcess, second: ServerProcess) -> None:
        ada, ben = await Person.arriving(first), await Person.arriving(second)
        table = await begun(ada, ben, honor_pool=12)
        chosen = 0
        enough = asyncio.Event()

        def count() -> None:
            nonlocal chosen
            chosen += 1
            if chosen == 30:
                enough.set()

        players = [Player(person, table, Random(3), count) for person in (ada, ben)]
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
            await enough.wait()
            # Her cookie was made by the server that is gone; who has it is known here too.
            ada.server = second
            await first.kill()
        page = (await ben.get(f"/api/games/{table}")).json()
        for seat, player in enumerate(players):
            chosen_here = [action["choice"] for _, action, _ in player.acknowledged]
            assert [step["choice"] for step in page["steps"] if step["seat"] == seat] == chosen_here

    told(postgres_url, tmp_path, story)
