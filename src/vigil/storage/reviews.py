"""Reviews of finished games, and the queue of those that are still to be computed.

The queue is in the database, so it survives a restart and all workers of a server share it. A worker that computes a
review holds a lease, which it renews with every report of progress. If the worker dies, the lease ends and another
worker starts the review again; a review that has killed its worker several times is given up.
"""

from __future__ import annotations

import asyncio
import zlib
from base64 import b64decode, b64encode
from collections.abc import Collection
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import and_, case, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.engine.errors import VigilError

from . import schema
from .database import Database

LEASE: Final = 60.0
"""Seconds that a worker may be silent before another one takes its review over."""
MOST_ATTEMPTS: Final = 3
MOST_WAITING: Final = 3
"""Reviews that one person may have in the queue."""


class ReviewState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Depth(StrEnum):
    """How thorough a review is."""

    QUICK = "quick"
    FULL = "full"


class ReviewJob(Struct, frozen=True):
    """A review that was requested. `progress` goes from 0 to 1; `ahead` counts the reviews before it in the queue."""

    table_id: str
    depth: Depth
    state: ReviewState
    progress: float
    requested_by: str
    ahead: int = 0


class TooManyReviews(VigilError):
    """A person has too many reviews in the queue."""


_REVIEW: Final = schema.reviews.c
_WAITING: Final = _REVIEW.state.in_((ReviewState.QUEUED, ReviewState.RUNNING))
# Quick reviews go first: somebody waits for them at the screen.
_ORDER: Final = (case((_REVIEW.depth == Depth.QUICK, 0), else_=1), _REVIEW.requested, _REVIEW.table_id)


class Reviews:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def request(self, table_id: str, depth: Depth, person: str, now: float) -> ReviewJob:
        """Puts a review into the queue, unless it is there or done already. One that failed is tried again."""
        async with self.database.writing() as connection:
            await connection.execute(
                delete(schema.reviews).where(_is(table_id, depth), _REVIEW.state == ReviewState.FAILED)
            )
            found = await _find(connection, table_id, depth)
            if found is not None:
                return found
            mine = select(func.count()).select_from(schema.reviews).where(_REVIEW.requested_by == person, _WAITING)
            if (await connection.scalar(mine) or 0) >= MOST_WAITING:
                raise TooManyReviews(f"{MOST_WAITING} of your reviews are being computed.")
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(schema.reviews), _row(table_id, depth, person, now))
        except IntegrityError:
            # Somebody else has requested it at the same moment.
            pass
        job = await self.find(table_id, depth)
        assert job is not None
        return job

    async def find(self, table_id: str, depth: Depth) -> ReviewJob | None:
        async with self.database.reading() as connection:
            return await _find(connection, table_id, depth)

    async def of(self, table_id: str) -> list[ReviewJob]:
        """All reviews of a game, whatever their state, the quick one first."""
        found = [await self.find(table_id, depth) for depth in Depth]
        return [job for job in found if job is not None]

    async def done(self, table_ids: Collection[str]) -> set[str]:
        """Those of these games that have a review to read."""
        wanted = select(_REVIEW.table_id).where(_REVIEW.table_id.in_(table_ids), _REVIEW.state == ReviewState.DONE)
        async with self.database.reading() as connection:
            return set(await connection.scalars(wanted))

    async def content(self, table_id: str, depth: Depth) -> bytes | None:
        """The review as JSON, if it is done."""
        async with self.database.reading() as connection:
            found = await connection.scalar(
                select(_REVIEW.content).where(_is(table_id, depth), _REVIEW.state == ReviewState.DONE)
            )
        return None if found is None else await asyncio.to_thread(_unpacked, found)

    async def cancel(self, table_id: str, depth: Depth, person: str) -> bool:
        """Whether there was something to cancel: a review of this person that is not done yet."""
        async with self.database.writing() as connection:
            which = and_(_is(table_id, depth), _REVIEW.requested_by == person, _WAITING)
            return bool((await connection.execute(delete(schema.reviews).where(which))).rowcount)

    # --- for workers

    async def claim(self, lease: str, now: float) -> ReviewJob | None:
        """The next review to compute, which now belongs to the holder of the lease."""
        is_free = or_(
            _REVIEW.state == ReviewState.QUEUED, and_(_REVIEW.state == ReviewState.RUNNING, _REVIEW.lease_until < now)
        )
        async with self.database.reading() as connection:
            # Workers look every few seconds: as long as there is nothing to do, nobody has to wait for them.
            if (await connection.execute(select(_REVIEW.table_id).where(is_free).limit(1))).first() is None:
                return None
        async with self.database.writing() as connection:
            worn_out = and_(is_free, _REVIEW.attempts >= MOST_ATTEMPTS)
            await connection.execute(update(schema.reviews).where(worn_out).values(state=ReviewState.FAILED))
            query = select(_REVIEW.table_id, _REVIEW.depth).where(is_free).order_by(*_ORDER).limit(1)
            row = (await connection.execute(query.with_for_update(skip_locked=True))).first()
            if row is None:
                return None
            values = {"state": ReviewState.RUNNING, "progress": 0.0, "lease": lease, "lease_until": now + LEASE}
            await connection.execute(
                update(schema.reviews)
                .where(_is(row.table_id, row.depth))
                .values(**values, attempts=_REVIEW.attempts + 1)
            )
            return await _find(connection, row.table_id, Depth(row.depth))

    async def report(self, job: ReviewJob, lease: str, progress: float, now: float) -> bool:
        """Renews the lease. False if the review was cancelled, or taken over by another worker."""
        return await self._change(job, lease, progress=progress, lease_until=now + LEASE)

    async def finish(self, job: ReviewJob, lease: str, content: bytes) -> bool:
        packed = await asyncio.to_thread(_packed, content)
        return await self._change(job, lease, state=ReviewState.DONE, progress=1.0, content=packed)

    async def fail(self, job: ReviewJob, lease: str) -> bool:
        return await self._change(job, lease, state=ReviewState.FAILED)

    async def give_back(self, lease: str) -> None:
        """The worker stops: what it was computing goes back into the queue, and does not count as an attempt."""
        async with self.database.writing() as connection:
            which = and_(_REVIEW.lease == lease, _REVIEW.state == ReviewState.RUNNING)
            values = {"state": ReviewState.QUEUED, "progress": 0.0, "lease": ""}
            await connection.execute(
                update(schema.reviews).where(which).values(**values, attempts=_REVIEW.attempts - 1)
            )

    async def _change(self, job: ReviewJob, lease: str, **values: Any) -> bool:
        async with self.database.writing() as connection:
            which = and_(_is(job.table_id, job.depth), _REVIEW.lease == lease, _REVIEW.state == ReviewState.RUNNING)
            return bool((await connection.execute(update(schema.reviews).where(which).values(**values))).rowcount)


def _packed(content: bytes) -> str:
    return b64encode(zlib.compress(content)).decode()


def _unpacked(text: str) -> bytes:
    return zlib.decompress(b64decode(text))


def _is(table_id: str, depth: str) -> Any:
    return and_(_REVIEW.table_id == table_id, _REVIEW.depth == depth)


def _row(table_id: str, depth: Depth, person: str, now: float) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "depth": depth,
        "state": ReviewState.QUEUED,
        "progress": 0.0,
        "requested_by": person,
        "requested": now,
        "lease": "",
        "lease_until": 0.0,
        "attempts": 0,
        "content": "",
    }


async def _find(connection: AsyncConnection, table_id: str, depth: Depth) -> ReviewJob | None:
    columns = (_REVIEW.state, _REVIEW.progress, _REVIEW.requested_by)
    row = (await connection.execute(select(*columns).where(_is(table_id, depth)))).first()
    if row is None:
        return None
    state = ReviewState(row.state)
    ahead = await _ahead(connection, table_id, depth) if state == ReviewState.QUEUED else 0
    return ReviewJob(table_id, depth, state, row.progress, row.requested_by, ahead)


async def _ahead(connection: AsyncConnection, table_id: str, depth: Depth) -> int:
    """How many reviews are computed before this one."""
    rows = (await connection.execute(select(_REVIEW.table_id, _REVIEW.depth).where(_WAITING).order_by(*_ORDER))).all()
    return next((place for place, row in enumerate(rows) if (row.table_id, row.depth) == (table_id, depth)), 0)
