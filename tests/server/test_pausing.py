"""Tables without people wait: over a real server, and with several workers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.helpers.servers import PATIENCE, Served, serving
from tests.helpers.thinking_tables import bots_at, has_moves, thinking_for, until
from vigil.server.bot_players import BotPlayers
from vigil.server.host import Host
from vigil.server.presence import Connection, Presence
from vigil.storage.hub import MemoryHub


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database = f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}"
    with serving(database, bots=lambda host: BotPlayers(host, processes=1, pace=0.01)) as found:
        yield found


def settled(served: Served) -> None:
    """Until no bot plays anywhere."""
    bot_players = served.services.bot_players
    assert bot_players is not None
    eventually(lambda: not bot_players._playing)


def eventually(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "It never happened."
        time.sleep(0.02)


def test_a_game_against_bots_waits_for_whoever_leaves_it(served: Served) -> None:
    """Also while the one who left still looks at it, and while somebody else watches."""
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open(["me", "random"], start=True, first=0)["id"]
    line, watching = ada.line(table), ben.line(table)
    line.told()
    done = line.send({"do": "leave"})
    settled(served)
    before = line.until(done["number"])
    assert (before["paused"], ada.now(table)["number"]) == (True, done["number"])
    line.close()
    again = ada.line(table)
    done = again.send({"do": "return"}, "back")
    assert again.until(done["number"])["version"] == before["version"]
    again.choose("end turn", "on")
    while again.told()["views"][0]["board"]["turn"]["number"] < 3:
        pass
    watching.close()


def test_bots_alone_play_while_somebody_is_connected(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    opened = ada.open(["random", "random"], start=True)
    settled(served)
    assert ada.now(opened["id"])["number"] == opened["number"]
    watching = ben.line(opened["id"])
    watching.until(opened["number"] + 5)
    watching.close()
    settled(served)
    assert ada.now(opened["id"])["phase"] == "playing"


async def heard_of(presence: Presence) -> None:
    """Workers tell each other a moment later who has come."""
    while presence.here("t") != {"ben"}:
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("arrives", ["before", "after"])
def test_whoever_watches_may_be_connected_to_another_worker(tmp_path: Path, arrives: str) -> None:
    async def story() -> None:
        line, url = MemoryHub(), f"sqlite:///{tmp_path / 'tables.sqlite'}"
        async with AsyncExitStack() as stack:
            hubs = line, line.another()
            hosts: list[Host] = [(await stack.enter_async_context(thinking_for(url, hub)))[0] for hub in hubs]
            here, there = (Presence(host, 3, 0) for host in hosts)
            watching = Connection("t", "ben", "", "192.0.2.1")
            if arrives == "before":
                there.arrive(watching)
                await heard_of(here)
            table = await bots_at(hosts[0], "random", "random", table_id="t")
            if arrives == "after":
                await hosts[1].table(table.id)
                there.arrive(watching)
                await heard_of(here)
            await until(hosts[0], table, has_moves(5))

    asyncio.run(asyncio.wait_for(story(), 3 * PATIENCE))
