"""Stores with tables in them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tests.helpers.journals import ADA
from vigil.storage.store import Store
from vigil.table import actions as do
from vigil.table.actions import Action, Entry
from vigil.table.fairness import Secret
from vigil.table.settings import TableSettings
from vigil.table.table import Table
from vigil.table.validation import accept


def with_store(url: str, story: Callable[[Store], Awaitable[None]]) -> None:
    async def told() -> None:
        store = await Store.open(url)
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(told())


async def opened(store: Store, table_id: str = "t", at: float = 1.5, by: str = ADA, **settings: Any) -> Table:
    opening = Entry(1, at, by, do.Open(TableSettings(**settings)), key="first")
    table = Table(table_id, Secret(2**127 + 5, "salt"), opening)
    await store.create(table, opening)
    return table


async def act(store: Store, table: Table, by: str, action: Action, at: float = 2.5) -> Entry:
    entry, _ = accept(table, by, action, at, key=f"k{table.number}")
    table.apply(entry)
    await store.append(table, entry)
    return entry


async def reloaded(store: Store, table_id: str = "t") -> Table:
    found = await store.load(table_id)
    assert found is not None
    return Table.rebuilt(table_id, *found)


async def begun(store: Store, table_id: str = "t", **settings: Any) -> Table:
    table = await opened(store, table_id, **settings)
    for person, action in ((ADA, do.Sit(0)), (ADA, do.SeatBot(1, "advanced")), (ADA, do.Start())):
        await act(store, table, person, action)
    return table
