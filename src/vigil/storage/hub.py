"""How the workers of one database learn that another of them has changed a table.

A hub calls `noticed(table_id, number)` for every change, and `lost()` when changes may have been missed. What one of
them says besides, such as who is connected, the others hear: `heard(text)`. It is short, and may get lost.
One process alone needs none. On PostgreSQL the store announces a change in the transaction that makes it, so that a
change that is durable is also told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from .database import BadDatabase, Database
from .store import CHANNEL

Noticed = Callable[[str, int], None]
Lost = Callable[[], None]
Heard = Callable[[str], None]

WHISPERS: Final = "vigil_whispers"
MOST_UNSAID: Final = 10_000
PAUSE: Final = 1.0
"""Seconds before a lost connection is tried again."""


class Hub(Protocol):
    heard: Heard | None

    async def start(self, noticed: Noticed, lost: Lost) -> None: ...

    async def stop(self) -> None: ...

    def announce(self, table_id: str, number: int) -> None:
        """A change was written."""

    def say(self, text: str) -> None:
        """For the other workers, as soon as possible."""


class MemoryHub:
    """One end of a line between hosts in the same process: `second = first.another()`."""

    def __init__(self, line: list[MemoryHub] | None = None) -> None:
        self._line = [] if line is None else line
        self._line.append(self)
        self._noticed: Noticed | None = None
        self.heard: Heard | None = None

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

    def say(self, text: str) -> None:
        for each in self._line:
            if each is not self and each.heard is not None:
                each.heard(text)


class PostgresHub:
    """Listens on a connection of its own, and opens another when it is lost."""

    def __init__(self, database: Database) -> None:
        self._address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._database = database
        self._tasks: list[asyncio.Task[None]] = []
        self._unsaid: asyncio.Queue[str] = asyncio.Queue(MOST_UNSAID)
        self.heard: Heard | None = None

    async def start(self, noticed: Noticed, lost: Lost) -> None:
        connection, closed = await self._connect(noticed)
        self._tasks = [
            asyncio.create_task(self._keep_listening(connection, closed, noticed, lost)),
            asyncio.create_task(self._keep_saying()),
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def announce(self, table_id: str, number: int) -> None:
        """The store has done it, in its transaction."""

    def say(self, text: str) -> None:
        with suppress(asyncio.QueueFull):
            self._unsaid.put_nowait(text)

    async def _keep_saying(self) -> None:
        while True:
            texts = [await self._unsaid.get()]
            while not self._unsaid.empty():
                texts.append(self._unsaid.get_nowait())
            with suppress(BadDatabase, SQLAlchemyError):
                async with self._database.writing() as connection:
                    for text in texts:
                        await connection.execute(select(func.pg_notify(WHISPERS, text)))

    async def _connect(self, noticed: Noticed) -> tuple[Any, asyncio.Event]:
        def hear(connection: Any, process: int, channel: str, payload: str) -> None:
            for change in payload.split(","):
                table_id, _, number = change.rpartition(":")
                noticed(table_id, int(number))

        def overhear(connection: Any, process: int, channel: str, payload: str) -> None:
            if self.heard is not None:
                self.heard(payload)

        closed = asyncio.Event()
        connection = await asyncpg.connect(self._address)
        try:
            connection.add_termination_listener(lambda _: closed.set())
            await connection.add_listener(CHANNEL, hear)
            await connection.add_listener(WHISPERS, overhear)
        except BaseException:
            # Whoever is stopped meanwhile leaves no connection behind.
            connection.terminate()
            raise
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
