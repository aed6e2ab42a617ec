"""How the workers of one database learn that another of them has changed a table.

A hub calls `noticed(table_id, number)` for every change, and `lost()` when changes may have been missed.
One process alone needs none. On PostgreSQL the store announces a change in the transaction that makes it, so that a
change that is durable is also told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol

import asyncpg  # type: ignore[import-untyped]

from .database import Database
from .store import CHANNEL

Noticed = Callable[[str, int], None]
Lost = Callable[[], None]

PAUSE: Final = 1.0
"""Seconds before a lost connection is tried again."""


class Hub(Protocol):
    async def start(self, noticed: Noticed, lost: Lost) -> None: ...

    async def stop(self) -> None: ...

    def announce(self, table_id: str, number: int) -> None:
        """A change was written."""


class MemoryHub:
    """One end of a line between hosts in the same process: `second = first.another()`."""

    def __init__(self, line: list[MemoryHub] | None = None) -> None:
        self._line = [] if line is None else line
        self._line.append(self)
        self._noticed: Noticed | None = None

    def another(self) -> MemoryHub:
        return MemoryHub(self._line)

    async def start(self, noticed: Noticed, lost: Lost) -> None:
        self._noticed = noticed

    async def stop(self) -> None:
        self._noticed = None

    def announce(self, table_id: str, number: int) -> None:
        for each in self._line:
            if each is not self and each._noticed is not None:
                each._noticed(table_id, number)


class PostgresHub:
    """Listens on a connection of its own, and opens another when it is lost."""

    def __init__(self, database: Database) -> None:
        self._address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._task: asyncio.Task[None] | None = None

    async def start(self, noticed: Noticed, lost: Lost) -> None:
        connection, closed = await self._connect(noticed)
        self._task = asyncio.create_task(self._keep_listening(connection, closed, noticed, lost))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def announce(self, table_id: str, number: int) -> None:
        """The store has done it, in its transaction."""

    async def _connect(self, noticed: Noticed) -> tuple[Any, asyncio.Event]:
        def hear(connection: Any, process: int, channel: str, payload: str) -> None:
            for change in payload.split(","):
                table_id, _, number = change.rpartition(":")
                noticed(table_id, int(number))

        closed = asyncio.Event()
        connection = await asyncpg.connect(self._address)
        connection.add_termination_listener(lambda _: closed.set())
        await connection.add_listener(CHANNEL, hear)
        return connection, closed

    async def _keep_listening(self, connection: Any, closed: asyncio.Event, noticed: Noticed, lost: Lost) -> None:
        try:
            while True:
                await closed.wait()
                with suppress(OSError, asyncpg.PostgresError):
                    connection, closed = await self._connect(noticed)
                    lost()
                    continue
                await asyncio.sleep(PAUSE)
        finally:
            if not connection.is_closed():
                await connection.close(timeout=PAUSE)
