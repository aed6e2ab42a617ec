"""Hosts with a store each, as the processes of a server have them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from vigil.server.host import Host
from vigil.storage.hub import MemoryHub, PostgresHub
from vigil.storage.store import Store

PATIENCE = 60.0


class SetClock:
    """A clock that stands still until somebody moves it."""

    def __init__(self) -> None:
        self.time = 1_000.0

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time


@asynccontextmanager
async def hosting(url: str, workers: int = 1) -> AsyncIterator[list[Host]]:
    """Hosts with a store each, as processes would have them, and a hub between them."""
    clock, line = SetClock(), MemoryHub()
    hosts = []
    for _ in range(workers):
        store = await Store.open(url)
        hosts.append(Host(store, clock, PostgresHub(store.database) if store.database.is_postgres else line.another()))
    for host in hosts:
        await host.start()
    try:
        yield hosts
    finally:
        for host in hosts:
            await host.stop()
            await host.store.close()


def with_hosts(url: str, workers: int, story: Callable[..., Awaitable[None]]) -> None:
    async def told() -> None:
        async with hosting(url, workers) as hosts:
            await asyncio.wait_for(story(*hosts), PATIENCE)

    asyncio.run(told())
