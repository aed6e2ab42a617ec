"""How the workers of one database learn that another of them has changed a table.

A hub calls `noticed(change)` for every entry that another worker has written, and `lost()` when some may have been
missed. What one of them says besides, such as who is connected, the others hear: `heard(text)`. It is short, and may
get lost. The store announces what it has written: on PostgreSQL in the transaction, so that what is durable is also
told; elsewhere through `MemoryHub.announce`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from .announcements import CHANNEL, Change, unpacked
from .database import BadDatabase, Database
from .sqlite_writer import Row

Noticed = Callable[[Change], None]
Lost = Callable[[], None]
Heard = Callable[[str], None]

WHISPERS: Final = "vigil_whispers"
_SAY: Final = text(f"SELECT pg_notify('{WHISPERS}', said) FROM unnest(CAST(:texts AS text[])) AS said")
MOST_UNSAID: Final = 10_000
PAUSE: Final = 1.0
"""Seconds before a lost connection is tried again."""


class Hub(Protocol):
    heard: Heard | None

    async def start(self, noticed: Noticed, lost: Lost) -> None: ...

    async def stop(self) -> None: ...

    def announce(self, entries: Sequence[Row]) -> None:
        """Entries were written."""

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

    def announce(self, entries: Sequence[Row]) -> None:
        for each in self._line:
            if each is not self and each._noticed is not None:
                for entry in entries:
                    each._noticed(Change.of(entry))

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

    def announce(self, entries: Sequence[Row]) -> None:
        """The database has done it."""

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
                    await connection.execute(_SAY, {"texts": texts})

    async def _connect(self, noticed: Noticed) -> tuple[Any, asyncio.Event]:
        def hear(connection: Any, process: int, channel: str, payload: str) -> None:
            for change in unpacked(payload):
                noticed(change)

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
