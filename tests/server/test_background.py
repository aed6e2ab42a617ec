"""Work that nobody waits for: it stops when the server does."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from unittest.mock import patch

import pytest

from vigil.server.background import BackgroundWorker


async def is_stopped(worker: BackgroundWorker, begun: asyncio.Event) -> None:
    """Once it has begun to do something; it fails where that takes too long."""
    worker.start()
    await begun.wait()
    async with asyncio.timeout(20):
        await worker.stop()


class LostCancellation(Exception):
    """What a library may make of a cancellation."""


@pytest.mark.parametrize("raises", [True, False], ids=["as an error", "not at all"])
def test_a_job_that_loses_its_cancellation_is_stopped_all_the_same(raises: bool) -> None:
    async def story() -> int:
        begun, jobs = asyncio.Event(), 0

        async def job() -> bool:
            nonlocal jobs
            jobs += 1
            begun.set()
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if raises:
                    raise LostCancellation from None
                with suppress(asyncio.CancelledError):
                    await asyncio.sleep(60)
            return True

        await is_stopped(BackgroundWorker("a job", job, 60), begun)
        return jobs

    with patch("vigil.server.background.ASK_AGAIN", 0.05):
        assert asyncio.run(story()) == 1, "Nothing new is begun."


def test_a_worker_that_waits_for_jobs_is_stopped() -> None:
    async def story() -> None:
        looked = asyncio.Event()

        async def nothing() -> bool:
            looked.set()
            return False

        await is_stopped(BackgroundWorker("a job", nothing, 60), looked)

    asyncio.run(story())
