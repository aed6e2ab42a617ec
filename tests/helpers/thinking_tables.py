"""Servers without their doors, and tables with bots at them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest

from tests.helpers.journals import ADA, CLEO
from vigil.server.bot_players import BotPlayers
from vigil.server.host import Host
from vigil.storage.hub import MemoryHub, PostgresHub
from vigil.storage.store import Store
from vigil.table import actions as do
from vigil.table.fairness import Secret
from vigil.table.settings import TableSettings
from vigil.table.table import Phase, Table

PATIENCE = 120.0
"""Processes take a second to start, and the machine may have other things to do."""

Story = Callable[[Host, BotPlayers], Awaitable[None]]


@asynccontextmanager
async def thinking_for(
    url: str, hub: MemoryHub | None = None, **settings: Any
) -> AsyncIterator[tuple[Host, BotPlayers]]:
    """A server without its doors. Somebody watches every table, so bots play on where no person plays."""
    store = await Store.open(url)
    host = Host(store, hub=PostgresHub(store.database) if store.database.is_postgres else hub)
    host.here = lambda table_id: {CLEO}
    bot_players = BotPlayers(host, **{"processes": 1, **settings})
    await host.start()
    await bot_players.start()
    try:
        yield host, bot_players
    finally:
        await bot_players.stop()
        await host.stop()
        await store.close()


def tell(url: str, story: Story, **settings: Any) -> None:
    async def told() -> None:
        async with thinking_for(url, **settings) as (host, bot_players):
            await asyncio.wait_for(story(host, bot_players), PATIENCE)

    asyncio.run(told())


async def bots_at(host: Host, *levels: str, seed: int = 8, table_id: str = "", **settings: Any) -> Table:
    """A table with these bots, and with Ada on the seats that are called so; seat 0 begins."""
    agreed = TableSettings(**{"players": len(levels), "first": 0, **settings})
    table = await host.open(ADA, agreed, Secret(seed, "a grain of salt"), table_id)
    for seat, level in enumerate(levels):
        await host.act(table.id, ADA, do.Sit(seat) if level == ADA else do.SeatBot(seat, level))
    await host.act(table.id, ADA, do.Start())
    return await host.table(table.id)


async def until(host: Host, table: Table, condition: Callable[[Table], bool]) -> Table:
    async with aclosing(host.watch(table.id)) as watching:
        async for now in watching:
            if condition(now):
                return now
    raise AssertionError("The table is gone.")


def is_finished(table: Table) -> bool:
    return table.phase == Phase.FINISHED


def has_moves(count: int) -> Callable[[Table], bool]:
    return lambda table: len(table.moves) > count


def hands_over(table: Table) -> bool:
    """A person has to decide."""
    return not table.seats[table.deciding].bot


def words(log: pytest.LogCaptureFixture) -> str:
    return "\n".join(record.getMessage() for record in log.records if record.name == "vigil.table")
