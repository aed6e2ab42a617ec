"""Work that nobody waits for: jobs from a queue in the database, each in a process of its own at the lowest priority.

Several servers may share a database. Whoever has claimed a job keeps it by reporting; another takes it over when the
reports end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from vigil.bot_pool.processes import start_process

log = logging.getLogger("vigil.table")

ASK_AGAIN: Final = 1.0
"""Seconds after which a job that does not stop is asked to stop again."""


class BackgroundWorker:
    """Does one job after the other.

    `do_next` claims the next job, does it, and returns whether there was one. If there was none, the queue is looked at
    again when somebody calls `wake`, and every few seconds: other servers put jobs into it, and may have died over one.
    """

    def __init__(self, name: str, do_next: Callable[[], Awaitable[bool]], pause: float) -> None:
        self._name = name
        self._do_next = do_next
        self._pause = pause
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stops = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        self._stops = True
        while self._task is not None and not self._task.done():
            # Asked again: a library may turn the cancellation into an error of its own, or lose it.
            self._task.cancel()
            await asyncio.wait([self._task], timeout=ASK_AGAIN)

    def wake(self) -> None:
        self._woken.set()

    async def _run(self) -> None:
        while not self._stops:
            # Before the look: whoever calls `wake` during it is not missed.
            self._woken.clear()
            try:
                if await self._do_next():
                    continue
            except Exception:
                log.exception("%s: a job has failed, or the queue could not be read", self._name)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause):
                    await self._woken.wait()


@asynccontextmanager
async def asked_process(
    question: bytes, module: str, *arguments: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, asyncio.StreamReader]]:
    """A process that has been asked, and where its answers are read. It does not outlive the block."""
    process = await start_process(module, *arguments)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(question)
        yield process, process.stdout
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
