"""The queue of reviews: shared by workers, and safe when one of them dies. On SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tests.helpers.journals import ADA, BEN
from tests.helpers.stores import opened, with_store
from vigil.storage.reviews import LEASE, MOST_ATTEMPTS, MOST_WAITING, Depth, Reviews, ReviewState, TooManyReviews
from vigil.storage.store import Store

NOW = 1_000.0
QUICK, FULL = Depth.QUICK, Depth.FULL


def with_queue(url: str, story: Callable[[Reviews], Awaitable[None]], tables: str = "tuvwx") -> None:
    async def told(store: Store) -> None:
        for table_id in tables:
            await opened(store, table_id)
        await story(Reviews(store.database))

    with_store(url, told)


def test_a_review_is_computed_once_and_kept(database_url: str) -> None:
    async def story(reviews: Reviews) -> None:
        assert (await reviews.request("t", QUICK, ADA, NOW)).state == ReviewState.QUEUED
        assert (await reviews.request("t", QUICK, BEN, NOW)).requested_by == ADA
        job = await reviews.claim("worker", NOW)
        assert job is not None
        assert await reviews.content("t", QUICK) is None
        assert await reviews.report(job, "worker", 0.5, NOW)
        assert [each.progress for each in await reviews.of("t")] == [0.5]
        assert await reviews.finish(job, "worker", b'{"format": "vigil review"}')
        assert (await reviews.request("t", QUICK, BEN, NOW)).state == ReviewState.DONE
        assert await reviews.content("t", QUICK) == b'{"format": "vigil review"}'
        assert await reviews.claim("worker", NOW + 2 * LEASE) is None

    with_queue(database_url, story)


def test_quick_reviews_go_first_and_the_others_in_their_order(database_url: str) -> None:
    async def story(reviews: Reviews) -> None:
        for number, (table_id, depth) in enumerate([("t", FULL), ("u", FULL), ("v", QUICK)]):
            await reviews.request(table_id, depth, ADA, NOW + number)
        waiting = await reviews.find("u", FULL)
        assert waiting is not None
        assert waiting.ahead == 2
        found = [await reviews.claim("worker", NOW + 9) for _ in range(4)]
        assert [job and job.table_id for job in found] == ["v", "t", "u", None]

    with_queue(database_url, story)


def test_two_workers_never_take_the_same_review(database_url: str) -> None:
    async def story(reviews: Reviews) -> None:
        for number, table_id in enumerate("tuv"):
            await reviews.request(table_id, QUICK, ADA, NOW + number)
        found = await asyncio.gather(*(reviews.claim(f"worker {number}", NOW + 9) for number in range(3)))
        taken = [job.table_id for job in found if job is not None]
        assert len(taken) == len(set(taken))
        while job := await reviews.claim("another", NOW + 9):
            taken.append(job.table_id)
        assert sorted(taken) == ["t", "u", "v"]

    with_queue(database_url, story)


def test_the_review_of_a_worker_that_died_is_taken_over_but_not_for_ever(database_url: str) -> None:
    async def story(reviews: Reviews) -> None:
        await reviews.request("t", QUICK, ADA, NOW)
        now = NOW
        for attempt in range(MOST_ATTEMPTS):
            job = await reviews.claim(f"worker {attempt}", now)
            assert job is not None
            assert await reviews.claim("impatient", now + LEASE / 2) is None
            now += LEASE + 1
        assert await reviews.claim("last", now) is None
        failed = await reviews.find("t", QUICK)
        assert failed is not None
        assert failed.state == ReviewState.FAILED
        assert not await reviews.finish(failed, "worker 0", b"too late")
        assert (await reviews.request("t", QUICK, BEN, now)).state == ReviewState.QUEUED

    with_queue(database_url, story)


def test_a_worker_that_stops_gives_its_review_back(database_url: str) -> None:
    async def story(reviews: Reviews) -> None:
        await reviews.request("t", QUICK, ADA, NOW)
        for _ in range(MOST_ATTEMPTS + 1):
            assert await reviews.claim("worker", NOW) is not None
            await reviews.give_back("worker")
        waiting = await reviews.find("t", QUICK)
        assert waiting is not None
        assert waiting.state == ReviewState.QUEUED

    with_queue(database_url, story)


def test_only_whoever_requested_a_review_cancels_it_and_its_worker_notices(database_url: str) -> None:
    async def story(reviews: Reviews) -> None:
        await reviews.request("t", FULL, ADA, NOW)
        job = await reviews.claim("worker", NOW)
        assert job is not None
        assert not await reviews.cancel("t", FULL, BEN)
        assert await reviews.cancel("t", FULL, ADA)
        assert not await reviews.report(job, "worker", 0.5, NOW)
        assert not await reviews.cancel("t", FULL, ADA)

    with_queue(database_url, story)


def test_nobody_fills_the_queue_alone(database_url: str) -> None:
    async def story(reviews: Reviews) -> None:
        for table_id in "tuvwx"[:MOST_WAITING]:
            await reviews.request(table_id, FULL, ADA, NOW)
        with pytest.raises(TooManyReviews, match=str(MOST_WAITING)):
            await reviews.request("x", FULL, ADA, NOW)
        assert (await reviews.request("x", FULL, BEN, NOW)).state == ReviewState.QUEUED

    with_queue(database_url, story)
