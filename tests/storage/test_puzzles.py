"""Tries at puzzles: the first one counts, once, whatever is sent again and whichever worker gets it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import func, select

from vigil.ratings.games import Standing
from vigil.ratings.glicko import Rating
from vigil.ratings.puzzles import rated_try
from vigil.storage import merging, schema
from vigil.storage.database import Database
from vigil.storage.merged_guests import GuestMerged
from vigil.storage.merging import merge_guest
from vigil.storage.people import People
from vigil.storage.personal_data import delete_person, export
from vigil.storage.puzzles import PuzzleRecord, PuzzleTries, PuzzleTry

START = Rating(1600, 120)


class Solvers:
    """An account, a guest, two connections to the database, and short words for what they do."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.people = People(self.database)
        self.tries = PuzzleTries(self.database)

    async def come(self) -> None:
        await self.database.migrate()
        names = ("Ada", "Gus")
        self.ada, self.gus = [(await self.people.add_guest(name, 0.0)).id for name in names]
        await self.people.register(self.ada, "Ada", "hash")

    async def solve(self, person: str, puzzle: str, now: float = 1.0, key: str = "") -> PuzzleTry:
        return await self.tries.record(person, puzzle, START, solved=True, now=now, choices=["play Mystic"], key=key)

    async def fail(self, person: str, puzzle: str, now: float = 1.0, key: str = "") -> PuzzleTry:
        return await self.tries.record(person, puzzle, START, solved=False, now=now, choices=["end turn"], key=key)

    async def merge(self) -> None:
        await merge_guest(self.database, self.gus, self.ada, 9.0)


def told(url: str, story: Callable[[Solvers], Awaitable[None]]) -> None:
    async def run() -> None:
        solvers = Solvers(url)
        try:
            await solvers.come()
            await story(solvers)
        finally:
            await solvers.database.close()

    asyncio.run(run())


def test_a_try_rates_the_person_and_the_puzzle(database_url: str) -> None:
    async def story(by: Solvers) -> None:
        made = await by.solve(by.gus, "one", key="k")
        expected = rated_try(Standing(), START, solved=True, now=1.0)
        assert made == PuzzleTry("one", 1, 1.0, True, ["play Mystic"], "k", Rating(), expected.player.rating, 1), (
            "Guests have a rating too."
        )
        found = await by.tries.rating_of("one")
        assert found is not None
        assert (found.rating, found.tries, found.solved) == (expected.puzzle, 1, 1)
        assert (await by.tries.record_of(by.gus)).standing == expected.player

    told(database_url, story)


def test_only_the_first_try_counts(database_url: str) -> None:
    async def story(by: Solvers) -> None:
        first = await by.fail(by.gus, "one", key="a")
        assert await by.solve(by.gus, "one", now=2.0, key="b") == first
        assert await by.tries.record_of(by.gus) == PuzzleRecord(first.standing)
        assert (await by.tries.ratings())["one"].tries == 1

    told(database_url, story)


def test_streaks_and_the_history(database_url: str) -> None:
    async def story(by: Solvers) -> None:
        for place, does in enumerate((by.solve, by.solve, by.fail, by.solve)):
            await does(by.gus, f"puzzle {place}", now=float(place))
        record = await by.tries.record_of(by.gus)
        assert (record.tries, record.solved, record.streak, record.best_streak) == (4, 3, 1, 2)
        assert [each.number for each in await by.tries.history(by.gus, 3)] == [4, 3, 2]
        assert await by.tries.tried(by.gus) == {f"puzzle {place}": place != 2 for place in range(4)}
        assert await by.tries.record_of(by.ada) == PuzzleRecord()

    told(database_url, story)


def test_a_try_that_several_workers_get_at_once_counts_once(database_url: str) -> None:
    async def story(by: Solvers) -> None:
        other = PuzzleTries(Database(database_url))
        given: dict[str, Any] = {"solved": True, "now": 1.0, "key": "k"}
        made = await asyncio.gather(*(tries.record(by.gus, "one", START, **given) for tries in (by.tries, other) * 5))
        await other.database.close()
        assert made == made[:1] * 10
        assert (await by.tries.ratings())["one"].tries == 1

    told(database_url, story)


def test_no_try_of_a_crowd_is_lost(database_url: str) -> None:
    """Many people at few puzzles, at two workers: every try is in the person's rating and in the puzzle's."""

    async def story(by: Solvers) -> None:
        other = PuzzleTries(Database(database_url))
        people = [(await by.people.add_guest(f"G{number}", 0.0)).id for number in range(6)]
        await asyncio.gather(
            *(
                (by.tries, other)[(place + number) % 2].record(
                    person, f"puzzle {number}", START, solved=(place + number) % 3 > 0, now=1.0
                )
                for number in range(4)
                for place, person in enumerate(people)
            )
        )
        await other.database.close()
        found = await by.tries.ratings()
        assert [each.tries for each in found.values()] == [6] * 4
        assert sum(each.solved for each in found.values()) == 16
        for person in people:
            history = (await by.tries.history(person, 10))[::-1]
            assert [each.number for each in history] == [1, 2, 3, 4]
            assert history[0].before == Rating()
            assert [(each.before.value, each.before.deviation) for each in history[1:]] == [
                (each.after.value, each.after.deviation) for each in history[:-1]
            ], "Each try starts where the one before it ended."

    told(database_url, story)


def test_a_guests_tries_are_rated_with_those_of_the_account(database_url: str) -> None:
    """The account has the rating that it would have, had it made all of the tries itself."""

    async def story(by: Solvers) -> None:
        await by.solve(by.gus, "both", now=1.0)
        await by.solve(by.ada, "mine", now=2.0)
        await by.fail(by.ada, "both", now=3.0)
        await by.solve(by.gus, "his", now=4.0)
        puzzles = await by.tries.ratings()
        await by.merge()
        assert await by.tries.ratings() == puzzles, "What the puzzles have been through stays."
        assert await by.tries.tried(by.ada) == {"both": True, "mine": True, "his": True}
        history = (await by.tries.history(by.ada, 10))[::-1]
        assert [(each.puzzle, each.number, each.streak) for each in history] == [
            ("both", 1, 1),
            ("mine", 2, 2),
            ("his", 3, 3),
        ]
        expected = Standing()
        for now in (1.0, 2.0, 4.0):
            expected = rated_try(expected, START, solved=True, now=now).player
        assert (await by.tries.record_of(by.ada)).standing == expected
        assert await by.tries.tried(by.gus) == {}

    told(database_url, story)


def test_an_account_is_not_changed_by_a_guest_without_tries(database_url: str) -> None:
    async def story(by: Solvers) -> None:
        made = await by.solve(by.ada, "mine")
        await by.merge()
        assert await by.tries.find(by.ada, "mine") == made

    told(database_url, story)


def test_a_try_during_the_merge_waits_and_is_refused(database_url: str) -> None:
    async def story(by: Solvers) -> None:
        async with by.database.writing() as connection:
            await merging._merge(connection, by.database.is_postgres, by.gus, by.ada, 9.0)
            late = asyncio.create_task(by.solve(by.gus, "late"))
            await asyncio.wait([late], timeout=0.2)
            assert not late.done()
        with pytest.raises(GuestMerged):
            await late
        assert await by.tries.ratings() == {}

    told(database_url, story)


def test_tries_are_exported_and_deleted_with_their_person(database_url: str) -> None:
    async def story(by: Solvers) -> None:
        await by.solve(by.ada, "one")
        (exported,) = (await export(by.database, by.ada))["puzzles"]
        assert (exported["puzzle"], exported["solved"], exported["choices"]) == ("one", True, '["play Mystic"]')
        await delete_person(by.database, by.ada)
        async with by.database.reading() as connection:
            assert await connection.scalar(select(func.count()).select_from(schema.puzzle_tries)) == 0
        assert (await by.tries.ratings())["one"].tries == 1, "What the puzzle has been through stays."

    told(database_url, story)
