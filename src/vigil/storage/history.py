"""Games that are over: their results, somebody's history, and what a profile tells about somebody.

`record_results` is called by the store in the transaction that writes the last entry of a game: a result is stored if
and only if its game has ended, and once, however often a write is tried again. Games that ended before results were
stored are computed from their journals by `History.record_older`, a few at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, case, delete, exists, func, or_, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from vigil.table.actions import Entry
from vigil.table.fairness import Secret
from vigil.table.results import Ending, GameResult, Outcome, result_of_journal
from vigil.table.table import Table

from . import schema
from .database import BadDatabase, Database

FAVOURITES: Final = 8
OPPONENTS: Final = 50
AT_ONCE: Final = 20
"""Older games that are computed between two pauses."""

Load = Callable[[str], Awaitable[tuple[Secret, list[Entry]] | None]]
"""Reads the journal of a table, as `Store.load` does."""

log = logging.getLogger("vigil.table")


# --- recording


async def record_results(connection: AsyncConnection, results: Sequence[GameResult]) -> list[GameResult]:
    """Stores results in the transaction of the connection. Says which of them were new."""
    if not results:
        return []
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    added = dialect.insert(schema.results).on_conflict_do_nothing().returning(schema.results.c.table_id)
    rows = await connection.execute(added, [_result_row(each) for each in results])
    known = {row.table_id for row in rows}
    new = [each for each in results if each.table_id in known]
    if not new:
        return []
    await connection.execute(schema.result_seats.insert(), [row for each in new for row in _seat_rows(each)])
    people = [row for each in new for row in _person_rows(each)]
    if people:
        await connection.execute(schema.participations.insert(), people)
    cards = _acquired(new)
    if cards:
        kept = schema.acquired_cards.c
        counted = dialect.insert(schema.acquired_cards)
        more = {name: kept[name] + counted.excluded[name] for name in ("copies", "games")}
        # In one order everywhere, or two workers could wait for each other.
        rows_of_cards = [
            {"person": person, "card": card, "copies": copies, "games": games}
            for (person, card), (copies, games) in sorted(cards.items())
        ]
        await connection.execute(
            counted.on_conflict_do_update(index_elements=[kept.person, kept.card], set_=more), rows_of_cards
        )
    return new


def _result_row(result: GameResult) -> dict[str, Any]:
    settings = result.settings
    return {
        "table_id": result.table_id,
        "ended": result.ended,
        "ending": str(result.ending),
        "sets": f",{','.join(settings.sets)},",
        "variant": settings.variant,
        "players": settings.players,
        "turns": result.turns,
        "live": result.is_live,
        "rated": settings.rated,
        "public": settings.public,
        "practice": result.practice,
    }


def _seat_rows(result: GameResult) -> list[dict[str, Any]]:
    return [
        {
            "table_id": result.table_id,
            "seat": seat.seat,
            "person": seat.person,
            "bot": seat.bot,
            "score": seat.score,
            "place": seat.place,
            "outcome": str(seat.outcome),
        }
        for seat in result.seats
    ]


def _person_rows(result: GameResult) -> list[dict[str, Any]]:
    rows = []
    for person in result.people():
        outcome = result.outcome_of(person)
        best = max((seat for seat in result.seats if seat.person == person), key=lambda seat: seat.score)
        rows.append(
            {
                "person": person,
                "table_id": result.table_id,
                "ended": result.ended,
                "practice": result.practice,
                "outcome": str(outcome),
                "place": 0 if outcome == Outcome.SHARED else best.place,
                "score": best.score,
            }
        )
    return rows


def _acquired(results: Iterable[GameResult]) -> dict[tuple[str, str], tuple[int, int]]:
    """Copies and games, by person and card. What a bot acquired on somebody's seat is not among them as far as it can
    be told: not where it still had the seat at the end. On a seat beside another of one's own somebody else plays."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for result in results:
        if result.practice:
            continue
        seats_of = Counter(seat.person for seat in result.seats)
        for seat in result.seats:
            if seat.person and not seat.bot and seats_of[seat.person] == 1:
                for card, copies in seat.acquired.items():
                    before = found.get((seat.person, card), (0, 0))
                    found[seat.person, card] = (before[0] + copies, before[1] + 1)
    return found


# --- looking


class SeatOfGame(Struct, frozen=True):
    person: str
    bot: str
    score: int
    place: int
    outcome: Outcome


class PlayedGame(Struct, frozen=True):
    """A game in somebody's history; `outcome`, `place` and `score` are theirs."""

    table_id: str
    ended: float
    ending: Ending
    sets: list[str]
    variant: str
    turns: int
    live: bool
    rated: bool
    practice: bool
    outcome: Outcome
    place: int
    score: int
    seats: list[SeatOfGame]


class Filters(Struct, frozen=True):
    """What is looked for in a history. `opponent` is a part of a name, or the level of a bot; times include `since` and
    exclude `until`. `before` is the end and the id of the last game of the page before."""

    set_name: str = ""
    opponent: str = ""
    outcome: Outcome | None = None
    since: float | None = None
    until: float | None = None
    before: tuple[float, str] | None = None


class Tally(Struct):
    """How many games somebody has won and lost; `none` counts those that nobody won."""

    won: int
    lost: int
    none: int

    def add(self, outcome: str, count: int) -> None:
        if outcome == Outcome.WON:
            self.won += count
        elif outcome == Outcome.LOST:
            self.lost += count
        else:
            self.none += count

    @property
    def games(self) -> int:
        return self.won + self.lost + self.none


class Opponent(Struct, frozen=True):
    """`person` is empty for bots, which have a level."""

    person: str
    bot: str
    tally: Tally


class Favourite(Struct, frozen=True):
    """A card that somebody acquires often."""

    card: str
    copies: int
    games: int


class Streaks(Struct, frozen=True):
    """Games won or lost one after the other: `current` is negative where the last ones were lost."""

    current: int
    longest: int


class Statistics(Struct, frozen=True):
    total: Tally
    by_set: dict[str, Tally]
    by_opponent: list[Opponent]
    favourites: list[Favourite]
    streaks: Streaks


_RESULT: Final = schema.results.c
_PART: Final = schema.participations.c
_SEAT: Final = schema.result_seats.c


class History:
    def __init__(self, database: Database, load: Load) -> None:
        self.database = database
        self._load = load

    async def games_of(self, person: str, filters: Filters, limit: int, viewer: str | None = None) -> list[PlayedGame]:
        """The latest games of somebody first. With a `viewer`, those that this person may see: games at public tables,
        rated games, and games that the viewer has played; but of other people who want to be private none but these."""
        wanted = (
            select(schema.results, _PART.outcome, _PART.place, _PART.score)
            .join(schema.participations, _PART.table_id == _RESULT.table_id)
            .where(_PART.person == person, *_conditions(person, filters))
            .order_by(_PART.ended.desc(), _PART.table_id.desc())
            .limit(limit)
        )
        if viewer is not None and viewer != person:
            wanted = wanted.where(_visible_to(viewer))
        return await self._games(wanted)

    async def latest_games(self, person: str, limit: int) -> list[PlayedGame]:
        return await self.games_of(person, Filters(), limit)

    async def _games(self, wanted: Select[Any]) -> list[PlayedGame]:
        async with self.database.reading() as connection:
            rows = (await connection.execute(wanted)).all()
            ids = [row.table_id for row in rows]
            seated = select(schema.result_seats).where(_SEAT.table_id.in_(ids)).order_by(_SEAT.seat)
            seats: dict[str, list[SeatOfGame]] = {table_id: [] for table_id in ids}
            for each in await connection.execute(seated):
                seats[each.table_id].append(
                    SeatOfGame(each.person, each.bot, each.score, each.place, Outcome(each.outcome))
                )
        return [
            PlayedGame(
                row.table_id,
                row.ended,
                Ending(row.ending),
                row.sets.strip(",").split(","),
                row.variant,
                row.turns,
                row.live,
                row.rated,
                row.practice,
                Outcome(row.outcome),
                row.place,
                row.score,
                seats[row.table_id],
            )
            for row in rows
        ]

    # --- what a profile tells

    async def statistics(self, person: str) -> Statistics:
        """Everything that counts: neither practice, nor games that somebody played against themselves."""
        mine = (_PART.person == person, _PART.practice.is_(False), _PART.outcome != Outcome.SHARED)
        by_sets = (
            select(_RESULT.sets, _PART.outcome, func.count())
            .join(schema.results, _RESULT.table_id == _PART.table_id)
            .where(*mine)
            .group_by(_RESULT.sets, _PART.outcome)
        )
        outcomes = select(_PART.outcome).where(*mine, _PART.outcome.in_([Outcome.WON, Outcome.LOST]))
        kept = schema.acquired_cards.c
        favourites = select(schema.acquired_cards).where(kept.person == person).order_by(kept.copies.desc(), kept.card)
        total, sets = Tally(0, 0, 0), dict[str, Tally]()
        async with self.database.reading() as connection:
            for names, outcome, count in await connection.execute(by_sets):
                total.add(outcome, count)
                for name in names.strip(",").split(","):
                    sets.setdefault(name, Tally(0, 0, 0)).add(outcome, count)
            opponents = _opponents((await connection.execute(_against(mine))).all())
            in_order = list(await connection.scalars(outcomes.order_by(_PART.ended, _PART.table_id)))
            cards = [
                Favourite(row.card, row.copies, row.games)
                for row in await connection.execute(favourites.limit(FAVOURITES))
            ]
        return Statistics(total, sets, opponents, cards, streaks(in_order))

    async def private(self, people: Collection[str]) -> set[str]:
        """Which of these people have a private profile."""
        kept = schema.people.c
        wanted = select(kept.id).where(kept.id.in_(list(people)), kept.private_profile.is_(True))
        async with self.database.reading() as connection:
            return set(await connection.scalars(wanted))

    async def accounts(self, people: Collection[str]) -> set[str]:
        """Which of these people have an account, and so a profile."""
        kept = schema.people.c
        wanted = select(kept.id).where(kept.id.in_(list(people)), kept.name_key.is_not(None))
        async with self.database.reading() as connection:
            return set(await connection.scalars(wanted))

    async def set_private(self, person: str, is_private: bool) -> None:
        kept = schema.people
        async with self.database.writing() as connection:
            await connection.execute(kept.update().where(kept.c.id == person).values(private_profile=is_private))

    # --- unfinished games that somebody does not want to see

    async def hide(self, person: str, table_id: str) -> None:
        dialect = postgresql if self.database.is_postgres else sqlite
        row = {"person": person, "table_id": table_id}
        async with self.database.writing() as connection:
            await connection.execute(dialect.insert(schema.hidden_tables).on_conflict_do_nothing(), row)

    async def show(self, person: str, table_id: str) -> None:
        kept = schema.hidden_tables.c
        async with self.database.writing() as connection:
            await connection.execute(
                delete(schema.hidden_tables).where(kept.person == person, kept.table_id == table_id)
            )

    async def hidden(self, person: str) -> set[str]:
        kept = schema.hidden_tables.c
        async with self.database.reading() as connection:
            return set(await connection.scalars(select(kept.table_id).where(kept.person == person)))

    # --- games from before results were stored

    async def record_older(self, limit: int = AT_ONCE) -> int:
        """Computes the results of some games that ended long ago. Says how many were looked at; 0 when all are done."""
        kept = schema.unrecorded_games.c
        async with self.database.reading() as connection:
            ids = list(await connection.scalars(select(kept.table_id).order_by(kept.table_id).limit(limit)))
        for table_id in ids:
            try:
                result = await self._compute(table_id)
            except BadDatabase:
                raise
            except Exception:
                # A journal that cannot be read must not keep the others from being read.
                log.exception("table %s: its result could not be computed", table_id)
                result = None
            async with self.database.writing() as connection:
                if result is not None:
                    await record_results(connection, [result])
                await connection.execute(delete(schema.unrecorded_games).where(kept.table_id == table_id))
        return len(ids)

    async def _compute(self, table_id: str) -> GameResult | None:
        found = await self._load(table_id)
        if found is None:
            return None
        secret, entries = found
        table = await asyncio.to_thread(Table.rebuilt, table_id, secret, entries)
        return result_of_journal(table, entries)


def _conditions(person: str, filters: Filters) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if filters.set_name:
        found.append(_RESULT.sets.contains(f",{filters.set_name},", autoescape=True))
    if filters.outcome is not None:
        found.append(_PART.outcome == filters.outcome)
    if filters.since is not None:
        found.append(_PART.ended >= filters.since)
    if filters.until is not None:
        found.append(_PART.ended < filters.until)
    if filters.before is not None:
        found.append(tuple_(_PART.ended, _PART.table_id) < tuple_(*filters.before))
    if filters.opponent:
        found.append(_has_opponent(person, filters.opponent))
    return found


def _has_opponent(person: str, name: str) -> ColumnElement[bool]:
    """Whether somebody of this name, or a bot of this level, had another seat."""
    seats, people = schema.result_seats.alias(), schema.people.c
    text = name.strip().lower()
    is_called = func.lower(people.name).contains(text, autoescape=True)
    called = exists().where(people.id == seats.c.person, is_called).correlate(seats)
    is_bot = (seats.c.person == "") & (seats.c.bot == text)
    others = exists().where(seats.c.table_id == _PART.table_id, seats.c.person != person, or_(called, is_bot))
    return others.correlate(schema.participations)


def _visible_to(viewer: str) -> ColumnElement[bool]:
    mine, other, people = schema.participations.alias().c, schema.result_seats.alias().c, schema.people.c
    played = exists().where(mine.person == viewer, mine.table_id == _RESULT.table_id).correlate(schema.results)
    somebody_private = (
        exists()
        .where(other.table_id == _RESULT.table_id, people.id == other.person, people.private_profile.is_(True))
        .correlate(schema.results)
    )
    return or_(played, or_(_RESULT.public, _RESULT.rated) & ~somebody_private)


def _against(mine: Iterable[ColumnElement[bool]]) -> Select[Any]:
    """Games against others, by opponent: who was placed better. Partners share their place, and are no opponents."""
    level = case((_SEAT.person == "", _SEAT.bot), else_="")
    result = case((_PART.place == 0, _PART.outcome), (_PART.place < _SEAT.place, "won"), else_="lost")
    columns = (_SEAT.person.label("person"), level.label("bot"), result.label("result"))
    return (
        select(*columns, func.count(func.distinct(_PART.table_id)).label("count"))
        .join(schema.result_seats, _SEAT.table_id == _PART.table_id)
        .where(*mine, _SEAT.person != _PART.person, or_(_PART.place == 0, _PART.place != _SEAT.place))
        .group_by(*columns)
    )


def _opponents(rows: Iterable[Any]) -> list[Opponent]:
    """Those with the most games first."""
    found: dict[tuple[str, str], Tally] = {}
    for row in rows:
        found.setdefault((row.person, row.bot), Tally(0, 0, 0)).add(row.result, row.count)
    opponents = [Opponent(person, bot, tally) for (person, bot), tally in found.items()]
    opponents.sort(key=lambda each: (-each.tally.games, each.person, each.bot))
    return opponents[:OPPONENTS]


def streaks(outcomes: Iterable[str]) -> Streaks:
    """From outcomes in the order of the games."""
    current = longest = 0
    for outcome in outcomes:
        step = 1 if outcome == Outcome.WON else -1
        current = current + step if current * step > 0 else step
        longest = max(longest, current)
    return Streaks(current, longest)
