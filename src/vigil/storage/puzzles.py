"""Tries at puzzles, and what they make of the ratings of people and puzzles.

    done = await PuzzleTries(database).record(person, "a-puzzle", Rating(1600, 100), solved=True, now=1.0)

The first try of a person at a puzzle is written, and both ratings with it, in one transaction; whatever comes later
finds it there. A transaction locks the person's row first and the puzzle's rating second, so tries of one person, and
tries at one puzzle, come one after the other at all workers.

A person's rating follows from their tries alone, because each of them keeps the rating of its puzzle. So when a guest
becomes part of an account, the account gets the rating that it would have, had it made all of these tries itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Row, RowMapping, case, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.ratings.games import Standing
from vigil.ratings.glicko import Rating
from vigil.ratings.puzzles import rated_try

from . import schema
from .database import Database
from .merged_guests import require_unmerged

_TRY: Final = schema.puzzle_tries.c
_RATING: Final = schema.puzzle_ratings.c
_choices: Final = msgspec.json.Decoder(list[str])


class PuzzleTry(Struct, frozen=True):
    """The first try of somebody at a puzzle. `before` is the person's rating at that moment, `streak` how many puzzles
    in a row were solved then."""

    puzzle: str
    number: int
    at: float
    solved: bool
    choices: list[str]
    key: str
    before: Rating
    after: Rating
    streak: int

    @property
    def standing(self) -> Standing:
        """What is known about the person after this try."""
        return Standing(self.after, self.number, self.at)


class PuzzleRecord(Struct, frozen=True):
    """What somebody has done at puzzles."""

    standing: Standing = Standing()
    solved: int = 0
    streak: int = 0
    best_streak: int = 0

    @property
    def tries(self) -> int:
        return self.standing.games


class PuzzleStanding(Struct, frozen=True):
    """What people's tries have made of a puzzle."""

    rating: Rating
    tries: int
    solved: int


class PuzzleTries:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def record(
        self,
        person: str,
        puzzle: str,
        start: Rating,
        *,
        solved: bool,
        now: float,
        choices: Iterable[str] = (),
        key: str = "",
    ) -> PuzzleTry:
        """The person's first try at the puzzle: this one, unless there is one already. `start` is the rating of a
        puzzle that nobody has tried."""
        async with self.database.writing() as connection:
            await _lock_person(connection, person)
            known = await _find(connection, person, puzzle)
            if known is not None:
                return known
            last = await _last(connection, person)
            before = last.standing if last is not None else Standing()
            met = await _lock_puzzle(connection, puzzle, start)
            after = rated_try(before, met, solved=solved, now=now)
            row = _row(before, last.streak if last is not None else 0, after.player, met, solved=solved, now=now)
            fixed = {"person": person, "puzzle": puzzle, "key": key}
            chosen = msgspec.json.encode(list(choices)).decode()
            await connection.execute(insert(schema.puzzle_tries), {**fixed, "choices": chosen, **row})
            await connection.execute(
                update(schema.puzzle_ratings)
                .where(_RATING.puzzle == puzzle)
                .values(**_values(after.puzzle), tries=_RATING.tries + 1, solved=_RATING.solved + int(solved))
            )
            made = await _find(connection, person, puzzle)
        assert made is not None
        return made

    async def find(self, person: str, puzzle: str) -> PuzzleTry | None:
        async with self.database.reading() as connection:
            return await _find(connection, person, puzzle)

    async def tried(self, person: str) -> dict[str, bool]:
        """All puzzles that somebody has tried, and whether they were solved."""
        async with self.database.reading() as connection:
            rows = await connection.execute(select(_TRY.puzzle, _TRY.solved).where(_TRY.person == person))
            return {row.puzzle: row.solved for row in rows}

    async def history(self, person: str, limit: int) -> list[PuzzleTry]:
        """The last tries, the newest first."""
        wanted = select(schema.puzzle_tries).where(_TRY.person == person).order_by(_TRY.number.desc()).limit(limit)
        async with self.database.reading() as connection:
            return [_try(row) for row in await connection.execute(wanted)]

    async def record_of(self, person: str) -> PuzzleRecord:
        counted = func.sum(case((_TRY.solved, 1), else_=0)).label("solved")
        wanted = select(counted, func.max(_TRY.streak).label("best")).where(_TRY.person == person)
        async with self.database.reading() as connection:
            last = await _last(connection, person)
            if last is None:
                return PuzzleRecord()
            row = (await connection.execute(wanted)).one()
        return PuzzleRecord(last.standing, int(row.solved), last.streak, int(row.best))

    async def ratings(self) -> dict[str, PuzzleStanding]:
        """Of all puzzles that somebody has tried."""
        async with self.database.reading() as connection:
            return {
                row.puzzle: _puzzle_standing(row) for row in await connection.execute(select(schema.puzzle_ratings))
            }

    async def rating_of(self, puzzle: str) -> PuzzleStanding | None:
        async with self.database.reading() as connection:
            wanted = select(schema.puzzle_ratings).where(_RATING.puzzle == puzzle)
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else _puzzle_standing(row)


async def merge_tries(connection: AsyncConnection, guest: str, account: str) -> None:
    """The guest's tries are the account's. Where both have tried a puzzle, the earlier try is the first one."""
    both = select(schema.puzzle_tries).where(_TRY.person.in_([guest, account])).order_by(_TRY.at, _TRY.number)
    rows = (await connection.execute(both)).mappings().all()
    if not any(row["person"] == guest for row in rows):
        return
    first: dict[str, RowMapping] = {}
    for row in rows:
        first.setdefault(row["puzzle"], row)
    await connection.execute(delete(schema.puzzle_tries).where(_TRY.person.in_([guest, account])))
    standing, streak, merged = Standing(), 0, []
    for row in first.values():
        met = Rating(row["puzzle_rating"], row["puzzle_deviation"])
        solved, now = bool(row["solved"]), row["at"]
        after = rated_try(standing, met, solved=solved, now=now).player
        merged.append({**row, "person": account, **_row(standing, streak, after, met, solved=solved, now=now)})
        standing, streak = after, merged[-1]["streak"]
    await connection.execute(insert(schema.puzzle_tries), merged)


async def _lock_person(connection: AsyncConnection, person: str) -> None:
    """Until the transaction ends nobody else writes a try of this person, and the person is merged into no account."""
    lock = select(schema.people.c.id).where(schema.people.c.id == person).with_for_update(key_share=True)
    await connection.execute(lock)
    await require_unmerged(connection, {person})


async def _lock_puzzle(connection: AsyncConnection, puzzle: str, start: Rating) -> Rating:
    """The puzzle's rating now; until the transaction ends nobody else changes it."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    add = dialect.insert(schema.puzzle_ratings).on_conflict_do_nothing()
    await connection.execute(add, {"puzzle": puzzle, **_values(start), "tries": 0, "solved": 0})
    lock = select(schema.puzzle_ratings).where(_RATING.puzzle == puzzle).with_for_update()
    return _rating((await connection.execute(lock)).one())


def _row(before: Standing, streak: int, after: Standing, puzzle: Rating, *, solved: bool, now: float) -> dict[str, Any]:
    """What is written about a try, except for who, which puzzle, and what was chosen."""
    then = before.at(now)
    return {
        "number": after.games,
        "at": after.updated,
        "solved": solved,
        "puzzle_rating": puzzle.value,
        "puzzle_deviation": puzzle.deviation,
        "rating_before": then.value,
        "deviation_before": then.deviation,
        **_values(after.rating),
        "streak": streak + 1 if solved else 0,
    }


def _values(rating: Rating) -> dict[str, float]:
    return {"rating": rating.value, "deviation": rating.deviation, "volatility": rating.volatility}


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def _puzzle_standing(row: Row[Any]) -> PuzzleStanding:
    return PuzzleStanding(_rating(row), row.tries, row.solved)


async def _find(connection: AsyncConnection, person: str, puzzle: str) -> PuzzleTry | None:
    wanted = select(schema.puzzle_tries).where(_TRY.person == person, _TRY.puzzle == puzzle)
    row = (await connection.execute(wanted)).one_or_none()
    return None if row is None else _try(row)


async def _last(connection: AsyncConnection, person: str) -> PuzzleTry | None:
    wanted = select(schema.puzzle_tries).where(_TRY.person == person).order_by(_TRY.number.desc()).limit(1)
    row = (await connection.execute(wanted)).one_or_none()
    return None if row is None else _try(row)


def _try(row: Row[Any]) -> PuzzleTry:
    return PuzzleTry(
        row.puzzle,
        row.number,
        row.at,
        row.solved,
        _choices.decode(row.choices),
        row.key,
        Rating(row.rating_before, row.deviation_before),
        _rating(row),
        row.streak,
    )
