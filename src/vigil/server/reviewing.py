"""Computes the reviews that people request, one at a time, in a process of its own at the lowest priority.

The queue is in the database (`storage/reviews.py`). A review never runs in the bots' processes, so nobody's choices and
nobody's bots wait for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, Final

from vigil.custom_sets import loaded_sources
from vigil.storage.ids import fresh_id
from vigil.storage.reviews import Depth, ReviewJob, Reviews
from vigil.table.records import record_of

from .background import BackgroundWorker, asked_process
from .host import Host
from .review_process import REVIEW, request

LOOK: Final = 5.0
"""Seconds between two looks at the queue: other workers put reviews into it, and may have died over one."""
LIMIT: Final = 600.0
"""Seconds for one review. A full one takes half a minute of a processor that nobody else needs."""

log = logging.getLogger("vigil.table")


class ReviewFailed(Exception):
    """The process ended without a review. The text says how."""


class Reviewing:
    def __init__(self, host: Host, reviews: Reviews) -> None:
        self.host = host
        self.reviews = reviews
        self._lease = fresh_id()
        self._worker = BackgroundWorker("reviews", self._review_next, LOOK)

    def start(self) -> None:
        self._worker.start()

    async def stop(self) -> None:
        await self._worker.stop()
        await self.reviews.give_back(self._lease)

    async def request(self, table_id: str, depth: Depth, person: str) -> ReviewJob:
        job = await self.reviews.request(table_id, depth, person, self.host.clock.now())
        self._worker.wake()
        return job

    async def _review_next(self) -> bool:
        job = await self.reviews.claim(self._lease, self.host.clock.now())
        if job is None:
            return False
        try:
            async with asyncio.timeout(LIMIT):
                content = await self._computed(job)
        except Exception as error:
            log.error("a review failed: %s", error or f"it took longer than {LIMIT:g} seconds")
            await self.reviews.fail(job, self._lease)
        else:
            if content is not None:
                await self.reviews.finish(job, self._lease, content)
        return True

    async def _computed(self, job: ReviewJob) -> bytes | None:
        """The review as JSON; None if it was cancelled."""
        table = await self.host.table(job.table_id)
        # Names are not part of a review: people may change them, and the page knows them.
        record = record_of(table, {})
        record.names = []
        question = request(record.to_json(), job.depth, abandoned=not table.playing.over)
        async with asked_process(question, "vigil.server.review_process", *loaded_sources()) as (process, answers):
            async for line in answers:
                if line.startswith(REVIEW):
                    # It is stored as it comes: reading it would hold up the event loop.
                    return line[len(REVIEW) : line.rindex(b"}")]
                told: dict[str, Any] = json.loads(line)
                if "progress" in told:
                    if not await self.reviews.report(job, self._lease, told["progress"], self.host.clock.now()):
                        return None
                else:
                    raise ReviewFailed(told["error"])
            raise ReviewFailed(f"its process ended with code {await process.wait()}")
