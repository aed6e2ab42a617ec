"""Results and histories: the same stories on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import MetaData, func, select, text

from tests.helpers.journals import ADA, BEN, CLEO, Played, play_on, started
from tests.helpers.stores import act, begun, opened, with_store
from vigil.storage import schema
from vigil.storage.database import Database, upgrade
from vigil.storage.history import Filters, History, record_results, streaks
from vigil.storage.people import People
from vigil.storage.store import Conflict, Store
from vigil.table import actions as do
from vigil.table.actions import Entry
from vigil.table.clocks import DaysPerTurn
from vigil.table.results import Ending, GameResult, Outcome, SeatResult, result_of_journal
from vigil.table.settings import TableSettings
from vigil.table.table import Table

BEFORE = "0002"
"""A revision before results were stored."""
Story = Callable[[Store, History], Awaitable[None]]


def with_history(url: str, story: Story) -> None:
    async def told(store: Store) -> None:
        await story(store, History(store.database, store.load))

    with_store(url, told)


async def stored(store: Store, played: Played, table_id: str) -> Table:
    """A game that was played, entry by entry, at a table of this name."""
    opening = played.journal[0]
    table = Table(table_id, played.secret, opening)
    await store.create(table, opening)
    for entry in played.journal[1:]:
        table.apply(entry)
        await store.append(table, entry)
    return table


def game(
    number: int,
    seats: tuple[tuple[str, str, Outcome], ...] = ((ADA, "", Outcome.WON), (BEN, "", Outcome.LOST)),
    **given: Any,
) -> GameResult:
    """A made-up result; `seats` are the person, the bot and the outcome."""
    settings = TableSettings(players=len(seats), **given.pop("settings", {}))
    return GameResult(
        **{
            "table_id": f"g{number:05}",
            "ended": float(number),
            "ending": Ending.FINISHED,
            "settings": settings,
            "turns": 20,
            "practice": False,
            "winners": [0],
            "left_by": None,
            "seats": [
                SeatResult(place, person, bot, 30 - place, place + 1, outcome, {"Mystic": 2, "Wolf Shaman": 1})
                for place, (person, bot, outcome) in enumerate(seats)
            ],
            **given,
        }
    )


async def record(store: Store, *results: GameResult) -> None:
    """As the store does it, for tables that exist."""
    async with store.database.writing() as connection:
        fixed = {"owner": ADA, "phase": "finished", "public": False, "rated": False, "settings": "{}"}
        fixed |= {"commitment": "", "open_seats": 0, "deciding": "", "deciding_bot": "", "created": 0, "number": 1}
        rows = [{**fixed, "id": each.table_id, "changed": each.ended} for each in results]
        await connection.execute(schema.tables.insert(), rows)
        await record_results(connection, results)


def entry_row(table_id: str, entry: Entry) -> dict[str, Any]:
    action = msgspec.json.encode(entry.action).decode()
    return {"table_id": table_id, "number": entry.number, "at": entry.at, "by": entry.by, "key": "", "action": action}


async def count(store: Store, table: Any) -> int:
    async with store.database.reading() as connection:
        return int(await connection.scalar(select(func.count()).select_from(table)) or 0)


# --- recording


def test_a_result_is_there_as_soon_as_the_game_is_over(database_url: str) -> None:
    async def story(store: Store, history: History) -> None:
        played = started(honor_pool=3)
        play_on(played)
        table = await stored(store, played, "t")
        found = (await history.latest_games(ADA, 5))[0]
        assert (found.table_id, found.ending, found.sets) == ("t", Ending.FINISHED, list(table.settings.sets))
        result = result_of_journal(table, played.journal)
        assert result is not None
        assert [(seat.score, seat.place) for seat in found.seats] == [(s.score, s.place) for s in result.seats]
        assert {found.outcome, (await history.latest_games(BEN, 5))[0].outcome} == {Outcome.WON, Outcome.LOST}
        assert await store.unfinished_games_of(ADA) == []
        await act(store, table, BEN, do.Say(phrase="good-game"))
        assert await count(store, schema.results) == 1
        favourites = (await history.statistics(BEN)).favourites
        assert {each.card: each.copies for each in favourites}.items() <= result.seats[1].acquired.items()

    with_history(database_url, story)


def test_of_two_workers_that_end_a_game_one_records_it(database_url: str) -> None:
    async def story(store: Store, history: History) -> None:
        table = await begun(store, first=0)
        twin = await Store.open(database_url)
        tables = [Table.rebuilt("t", *found) for found in [await store.load("t"), await twin.load("t")] if found]
        assert table.number == tables[0].number
        ends = [act(each, copy, ADA, do.Close()) for each, copy in zip((store, twin), tables, strict=True)]
        results = await asyncio.gather(*ends, return_exceptions=True)
        assert [isinstance(each, Conflict) for each in results].count(True) == 1
        await twin.close()
        assert await count(store, schema.results) == 1
        assert [each.outcome for each in await history.latest_games(ADA, 5)] == [Outcome.NONE]

    with_history(database_url, story)


def test_a_result_that_is_recorded_twice_counts_once(database_url: str) -> None:
    async def story(store: Store, history: History) -> None:
        await record(store, game(1))
        async with store.database.writing() as connection:
            assert await record_results(connection, [game(1)]) == []
        found = await history.statistics(ADA)
        assert (found.total.won, [each.copies for each in found.favourites]) == (1, [2, 1])

    with_history(database_url, story)


def test_a_table_that_never_began_is_in_no_history(database_url: str) -> None:
    async def story(store: Store, history: History) -> None:
        table = await opened(store)
        await act(store, table, ADA, do.Sit(0))
        await act(store, table, ADA, do.Close())
        assert await count(store, schema.results) == 0
        assert await store.unfinished_games_of(ADA) == []

    with_history(database_url, story)


def test_older_games_are_recorded_a_few_at_a_time(database_url: str) -> None:
    """As after the migration: their results are missing, and computed from the journals."""

    async def story(store: Store, history: History) -> None:
        played = started(honor_pool=3)
        play_on(played)
        for name in ("a", "b", "c"):
            await stored(store, played, name)
        never_began = await opened(store, "d")
        await act(store, never_began, ADA, do.Close())
        before = await history.latest_games(ADA, 9)
        cards = (await history.statistics(ADA)).favourites
        async with store.database.writing() as connection:
            for table in ("result_seats", "participations", "acquired_cards", "results"):
                await connection.execute(text(f"DELETE FROM {table}"))
            await connection.execute(text("INSERT INTO unrecorded_games SELECT id FROM tables"))
            # One that cannot be read: its journal has no beginning.
            await connection.execute(text("DELETE FROM entries WHERE table_id = 'b' AND number = 1"))
        assert await history.record_older(2) == 2
        assert await count(store, schema.unrecorded_games) == 2
        assert await history.record_older(2) == 2
        assert await history.record_older(2) == 0
        assert await history.latest_games(ADA, 9) == [each for each in before if each.table_id != "b"]
        for now, then in zip((await history.statistics(ADA)).favourites, cards, strict=True):
            assert now.copies * 3 == then.copies * 2

    with_history(database_url, story)


def test_games_from_before_the_migration_are_waiting_to_be_recorded(bare_database: str) -> None:
    played = started(honor_pool=3)
    play_on(played)

    async def migrated() -> None:
        database = Database(bare_database)
        async with database.changing_schema() as connection:
            await connection.run_sync(upgrade, BEFORE)
        table, settings = played.table, msgspec.json.encode(played.table.settings).decode()
        fixed = {"owner": ADA, "public": False, "rated": False, "settings": settings, "commitment": "", "created": 0.0}
        fixed |= {"number": table.number, "open_seats": 0, "deciding": "", "deciding_bot": "", "changed": table.changed}
        async with database.writing() as connection:
            old = MetaData()
            await connection.run_sync(old.reflect)
            for name, phase in (("over", "finished"), ("going on", "playing")):
                await connection.execute(old.tables["tables"].insert(), {"id": name, "phase": phase, **fixed})
                seats = [{"table_id": name, "seat": n, "person": p, "bot": ""} for n, p in enumerate((ADA, BEN))]
                await connection.execute(old.tables["seatings"].insert(), seats)
            seed = {"table_id": "over", "seed": str(played.secret.seed), "salt": played.secret.salt}
            await connection.execute(old.tables["seeds"].insert(), seed)
            await connection.execute(old.tables["entries"].insert(), [entry_row("over", e) for e in played.journal])
        await database.close()

    async def story(store: Store, history: History) -> None:
        assert [each.id for each in await store.unfinished_games_of(ADA)] == ["going on"]
        assert await history.latest_games(BEN, 5) == []
        assert await history.record_older() == 1
        assert [each.table_id for each in await history.latest_games(BEN, 5)] == ["over"]

    asyncio.run(migrated())
    with_history(bare_database, story)


# --- finding


def test_a_history_is_read_page_by_page(bare_database: str) -> None:
    async def story(store: Store, history: History) -> None:
        # Three games ended at the same moment: the id decides.
        await record(store, *(game(number, ended=5.0 if 3 < number < 7 else float(number)) for number in range(1, 10)))
        seen: list[str] = []
        before: tuple[float, str] | None = None
        while page := await history.games_of(ADA, Filters(before=before), 2):
            seen += [each.table_id for each in page]
            before = (page[-1].ended, page[-1].table_id)
        assert seen == [f"g{number:05}" for number in range(9, 0, -1)]
        assert await history.games_of(CLEO, Filters(), 5) == []

    with_history(bare_database, story)


def test_a_history_is_filtered(bare_database: str) -> None:
    async def story(store: Store, history: History) -> None:
        people = People(store.database)
        zoe = await people.add_guest("Zoë 100%", 0.0)
        rise = {"settings": {"sets": ("rise-of-vigil", "war-of-shadows")}}
        await record(
            store,
            game(1),
            game(2, ((ADA, "", Outcome.LOST), ("", "expert", Outcome.WON))),
            game(3, ((ADA, "", Outcome.WON), (zoe.id, "", Outcome.LOST)), **rise),
            game(4, ((ADA, "", Outcome.NONE), (zoe.id, "player", Outcome.NONE)), ending=Ending.ABANDONED),
        )

        async def found(**filters: Any) -> list[int]:
            return [int(each.table_id[1:]) for each in await history.games_of(ADA, Filters(**filters), 9)]

        assert await found() == [4, 3, 2, 1]
        assert await found(set_name="war-of-shadows") == [3]
        assert await found(set_name="rise-of") == []
        assert await found(opponent="zo") == [4, 3]
        assert await found(opponent="100%") == [4, 3]
        assert await found(opponent="%") == [4, 3]
        assert await found(opponent="expert") == [2]
        assert await found(opponent="player") == [], "She left; a bot kept her seat."
        assert await found(opponent="nobody") == []
        assert await found(outcome=Outcome.WON) == [3, 1]
        assert await found(since=2.0, until=4.0) == [3, 2]
        assert await found(outcome=Outcome.WON, opponent="ZO", before=(3.0, "g00003")) == []

    with_history(bare_database, story)


def test_thousands_of_games_are_found_by_an_index(bare_database: str) -> None:
    async def story(store: Store, history: History) -> None:
        games = [game(number) for number in range(5_000)]
        for start in range(0, len(games), 500):
            await record(store, *games[start : start + 500])
        page = await history.games_of(ADA, Filters(before=(2_500.0, "g02500")), 30)
        assert [each.ended for each in page] == [float(number) for number in range(2_499, 2_469, -1)]
        assert len(await history.games_of(ADA, Filters(opponent="nobody"), 30)) == 0
        part = schema.participations.c
        wanted = (
            select(schema.results.c.ended)
            .join(schema.participations, part.table_id == schema.results.c.table_id)
            .where(part.person == ADA, part.ended < 2_500.0)
            .order_by(part.ended.desc(), part.table_id.desc())
            .limit(30)
        )
        explain = "EXPLAIN " if store.database.is_postgres else "EXPLAIN QUERY PLAN "
        async with store.database.writing() as connection:
            await connection.execute(text("ANALYZE"))
            query = str(wanted.compile(connection.engine, compile_kwargs={"literal_binds": True}))
            plan = "\n".join(map(str, await connection.execute(text(explain + query))))
        assert "ix_participations_person_ended_table_id" in plan, plan
        assert "Sort" not in plan, plan
        assert "TEMP B-TREE" not in plan, plan
        statistics = await history.statistics(ADA)
        assert statistics.total.won == 5_000
        assert (statistics.streaks.current, statistics.streaks.longest) == (5_000, 5_000)

    with_history(bare_database, story)


# --- what a profile tells


def test_statistics_count_by_set_and_by_opponent(bare_database: str) -> None:
    async def story(store: Store, history: History) -> None:
        both = {"settings": {"sets": ("rise-of-vigil", "war-of-shadows")}}
        await record(
            store,
            game(1, **both),
            game(2),
            # Of three, Ada is second: she has lost the game, and beaten Ben.
            game(3, ((CLEO, "", Outcome.WON), (ADA, "", Outcome.LOST), (BEN, "", Outcome.LOST))),
            game(4, ((ADA, "", Outcome.WON), ("", "expert", Outcome.LOST))),
            game(5, ((ADA, "", Outcome.WON), (ADA, "", Outcome.LOST))),
            game(6, practice=True),
        )
        found = await history.statistics(ADA)
        assert (found.total.won, found.total.lost) == (3, 1)
        assert {name: (tally.won, tally.lost) for name, tally in found.by_set.items()} == {
            "rise-of-vigil": (1, 0),
            "war-of-shadows": (1, 0),
            "chronicle-of-the-godslayer": (2, 1),
        }
        assert [(each.person, each.bot, each.tally.won, each.tally.lost) for each in found.by_opponent] == [
            (BEN, "", 3, 0),
            ("", "expert", 1, 0),
            (CLEO, "", 0, 1),
        ]
        # Neither practice, nor a game against oneself.
        assert [(each.card, each.copies, each.games) for each in found.favourites] == [
            ("Mystic", 8, 4),
            ("Wolf Shaman", 4, 4),
        ]
        assert (found.streaks.current, found.streaks.longest) == (1, 2)

    with_history(bare_database, story)


@pytest.mark.parametrize(
    ("outcomes", "current", "longest"),
    [("", 0, 0), ("w", 1, 1), ("wwl", -1, 2), ("llw", 1, 1), ("wlwwwll", -2, 3), ("lll", -3, 0)],
)
def test_streaks(outcomes: str, current: int, longest: int) -> None:
    names = {"w": "won", "l": "lost"}
    found = streaks(names[each] for each in outcomes)
    assert (found.current, found.longest) == (current, longest)


def test_strangers_see_public_and_rated_games_and_no_private_people(bare_database: str) -> None:
    async def story(store: Store, history: History) -> None:
        people = People(store.database)
        hidden = await people.add_guest("Hidden", 0.0)
        await history.set_private(hidden.id, True)
        public, rated = {"settings": {"public": True}}, {"settings": {"rated": True}}
        with_hidden = ((ADA, "", Outcome.WON), (hidden.id, "", Outcome.LOST))
        await record(store, game(1), game(2, **public), game(3, **rated), game(4, with_hidden, **public))

        async def seen_by(viewer: str) -> list[int]:
            return [int(each.table_id[1:]) for each in await history.games_of(ADA, Filters(), 9, viewer)]

        assert await seen_by("") == [3, 2]
        assert await seen_by(BEN) == [3, 2, 1]
        assert await seen_by(hidden.id) == [4, 3, 2]
        assert await seen_by(ADA) == [4, 3, 2, 1]

    with_history(bare_database, story)


# --- unfinished games


def test_games_that_wait_for_me_come_first_and_hidden_ones_not_at_all(bare_database: str) -> None:
    async def story(store: Store, history: History) -> None:
        person = await People(store.database).add_guest("Ada", 0.0)

        async def begin(name: str, first: int, at: float, **settings: Any) -> None:
            table = await opened(store, name, first=first, **settings)
            for by, action in ((person.id, do.Sit(0)), (BEN, do.Sit(1)), (ADA, do.Start())):
                await act(store, table, by, action, at)

        await begin("theirs", 1, 5)
        await begin("mine", 0, 4)
        await begin("urgent", 0, 3, clock=DaysPerTurn(1))
        await begin("less urgent", 0, 2, clock=DaysPerTurn(2))

        async def ids(**which: bool) -> list[str]:
            return [each.id for each in await store.unfinished_games_of(person.id, **which)]

        assert await ids() == ["urgent", "less urgent", "mine", "theirs"]
        assert await ids(waiting=True) == ["urgent", "less urgent", "mine"]
        for _ in range(2):
            await history.hide(person.id, "urgent")
        assert await ids() == ["less urgent", "mine", "theirs"]
        assert await ids(hidden=True) == ["urgent"]
        assert await ids(waiting=True) == ["less urgent", "mine"]
        assert len(await store.unfinished_games_of(BEN)) == 4
        await history.show(person.id, "urgent")
        assert await ids(hidden=True) == []

    with_history(bare_database, story)
