"""A guest becomes part of an account: the same stories on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import String, select

from tests.helpers.stores import act, begun, opened, reloaded
from vigil.storage import merging, schema
from vigil.storage.challenges import Challenge, Challenges, PlannedSeat
from vigil.storage.database import Database
from vigil.storage.history import History
from vigil.storage.merged_guests import GuestMerged, require_unmerged
from vigil.storage.merging import SharedGame, guest_games, merge_guest
from vigil.storage.people import People
from vigil.storage.personal_data import delete_person, export
from vigil.storage.store import Conflict, Store
from vigil.table import actions as do
from vigil.table.actions import REMOVED, Action, Entry
from vigil.table.settings import Leaving, TableSettings
from vigil.table.table import Table

KNOWN = {
    "people.id": "the guest is deleted",
    "sessions.person": "goes with the guest",
    "recovery_codes.person": "a guest has none",
    "merged_guests.id": "the guest",
    "merged_guests.person": "the account",
    "tables.owner": "merged",
    "tables.deciding": "merged",
    "entries.by": "stays: the journal says who acted then",
    "seatings.person": "merged",
    "ratings.person": "a guest has none",
    "rating_changes.person": "a guest has none",
    "acquired_cards.person": "added up",
    "puzzle_tries.person": "merged, and rated again with those of the account",
    "daily_attempts.person": "the one that was started first counts",
    "challenges.challenger": "deleted: it has to be proposed again",
    "challenge_answers.person": "the same",
    "sanctions.by": "whoever has a role has an account",
    "reports.resolved_by": "the same",
    "registration_invitations.by": "the same",
    "audit.by": "the same",
    "audit.target": "stays: the log says what was done then",
} | {str(column): "merged" for column in (*merging.SIMPLE, *merging.UNIQUE)}
NO_PERSON = {
    "tables.id",
    "tables.deciding_bot",
    "seatings.bot",
    "keys.name",
    "reviews.lease",
    "daily_attempts.table_id",
    "daily_deals.lease",
    "daily_references.level",
    "sanctions.id",
    "reports.id",
    "reports.table_id",
    "registration_invitations.id",
    "audit.action",
    "result_seats.table_id",
    "result_seats.bot",
    "participations.table_id",
    "challenges.id",
    "challenges.rematch_of",
    "challenges.table_id",
    "challenge_answers.challenge_id",
}


def test_no_column_with_a_person_is_overlooked() -> None:
    """Whoever adds one says what becomes of it when a guest is merged, and mends export and deletion too."""
    found = set()
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            points_to = {key.column.table.name for key in column.foreign_keys}
            is_id = isinstance(column.type, String) and column.type.length == 32 and "tables" not in points_to
            if points_to == {"people"} or (is_id and str(column) not in NO_PERSON):
                found.add(str(column))
    assert found == KNOWN.keys()


class Cast:
    """An account, a guest, and somebody else."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.store = Store(self.database)
        self.people = People(self.database)

    async def come(self) -> None:
        self.account, self.guest, self.ben = [
            (await self.people.add_guest(name, 0.0)).id for name in ("Account", "Gus", "Ben")
        ]
        await self.people.register(self.account, "Ada", "hash")

    async def merge(self) -> dict[str, int]:
        return await merge_guest(self.database, self.guest, self.account, 9.0)


def told(url: str, story: Callable[[Cast], Awaitable[None]]) -> None:
    async def run() -> None:
        cast = Cast(url)
        await cast.database.migrate()
        await cast.come()
        try:
            await story(cast)
        finally:
            await cast.store.close()

    asyncio.run(run())


async def ids_in(database: Database) -> str:
    """Everything that is in the database, except for the journals."""
    found = []
    async with database.reading() as connection:
        for table in schema.metadata.sorted_tables:
            if table.name not in ("entries", "merged_guests"):
                rows = (await connection.execute(select(table))).all()
                found += [f"{table.name}: {tuple(row)}" for row in rows]
    return "\n".join(found)


async def a_game(cast: Cast, table_id: str, *people: str, **settings: Any) -> Table:
    table = await opened(cast.store, table_id, **settings)
    for seat, person in enumerate(people):
        await act(cast.store, table, person, do.Sit(seat))
    return table


def test_everything_of_the_guest_is_the_accounts_and_the_guest_is_gone(database_url: str) -> None:
    async def story(cast: Cast) -> None:
        table = await a_game(cast, "one", cast.ben, cast.guest)
        await act(cast.store, table, table.owner, do.Start())
        await act(cast.store, table, cast.guest, do.Say(text="I live in Paris"))
        await a_game(cast, "two", cast.ben)
        await act(cast.store, await a_game(cast, "chat", cast.account), cast.guest, do.Say(text="hello"))
        await cast.people.accept(await cast.people.invite("two", 1, 0.0), cast.guest)
        token = await cast.people.add_token(cast.guest, "bot", 0.0)
        session = await cast.people.open_session(cast.guest, 0.0, 100.0)
        await cast.people.mute(cast.guest, cast.ben)
        await cast.people.mute(cast.ben, cast.guest)
        await cast.people.mute(cast.account, cast.guest)
        assert await guest_games(cast.database, cast.guest, cast.account) == await guest_games(
            cast.database, cast.guest, ""
        )
        assert await cast.merge() == {"one": table.number + 1, "chat": 4}
        assert cast.guest not in await ids_in(cast.database)
        after = await reloaded(cast.store, "one")
        assert [seat.person for seat in after.seats] == [cast.ben, cast.account]
        assert [line.by for line in after.chat] == [cast.account]
        assert after.changed == table.changed, "A game is not newer because its player has signed in."
        assert [each.id for each in await cast.store.unfinished_games_of(cast.account)] == ["one", "chat"]
        program = await cast.people.of_token(token, 1.0)
        assert program is not None
        assert program.id == cast.account
        assert await cast.people.of_session(session, 1.0) is None
        assert await cast.people.muted_by(cast.account) == {cast.ben}
        assert await cast.people.muted_by(cast.ben) == {cast.account}
        assert await cast.merge() == {}, "Twice is once."

    told(database_url, story)


def test_what_was_done_as_a_guest_is_exported_and_deleted_with_the_account(database_url: str) -> None:
    async def story(cast: Cast) -> None:
        table = await a_game(cast, "one", cast.ben, cast.guest)
        await act(cast.store, table, cast.guest, do.Say(text="my secret"))
        await cast.merge()
        data = await export(cast.database, cast.account)
        assert [each["action"]["do"] for each in data["actions"]] == ["sit", "say"]
        assert [each["id"] for each in data["merged_guests"]] == [cast.guest]
        await delete_person(cast.database, cast.account)
        after = await reloaded(cast.store, "one")
        assert [line.text for line in after.chat] == [REMOVED]

    told(database_url, story)


def test_a_game_against_oneself_is_finished_first(database_url: str) -> None:
    async def story(cast: Cast) -> None:
        table = await a_game(cast, "one", cast.account, cast.guest)
        await a_game(cast, "two", cast.guest)
        assert (await guest_games(cast.database, cast.guest, cast.account)).shared == ["one"]
        with pytest.raises(SharedGame):
            await cast.merge()
        assert [seat.person for seat in (await reloaded(cast.store, "two")).seats] == [cast.guest, ""]
        await act(cast.store, table, table.owner, do.Close())
        await cast.merge()
        assert [seat.person for seat in (await reloaded(cast.store, "one")).seats] == [cast.account] * 2

    told(database_url, story)


def test_only_a_guest_is_merged_and_only_into_an_account(database_url: str) -> None:
    async def story(cast: Cast) -> None:
        await a_game(cast, "one", cast.ben)
        assert await merge_guest(cast.database, cast.account, cast.ben, 1.0) == {}
        assert await merge_guest(cast.database, cast.ben, cast.guest, 1.0) == {}
        assert await merge_guest(cast.database, "nobody", cast.account, 1.0) == {}
        assert [seat.person for seat in (await reloaded(cast.store, "one")).seats] == [cast.ben, ""]

    told(database_url, story)


def test_somebody_who_acts_at_the_same_moment_is_told_to_look_again(database_url: str) -> None:
    """A worker has the table in memory as it was before."""

    async def story(cast: Cast) -> None:
        before = await a_game(cast, "one", cast.ben, cast.guest)
        await cast.merge()
        with pytest.raises(Conflict):
            await act(cast.store, before, cast.guest, do.Say(text="too late"))

    told(database_url, story)


def test_many_who_act_meanwhile_lose_nothing(database_url: str) -> None:
    async def story(cast: Cast) -> None:
        tables = [await a_game(cast, f"table{number}", cast.ben, cast.guest) for number in range(12)]

        async def talk(table: Table) -> int:
            """Until somebody else has written."""
            for said in range(30):
                try:
                    await act(cast.store, table, cast.ben, do.Say(text=f"word {said}"))
                except Conflict:
                    return said
            return 30

        *said, _ = await asyncio.gather(*map(talk, tables), cast.merge())
        for table, count in zip(tables, said, strict=True):
            after = await reloaded(cast.store, table.id)
            assert [seat.person for seat in after.seats] == [cast.ben, cast.account]
            assert len(after.chat) == count
        assert cast.guest not in await ids_in(cast.database)

    told(database_url, story)


def test_a_table_that_is_opened_meanwhile_is_not_left_behind(database_url: str) -> None:
    """Another tab still has the guest's session while the guest is merged."""

    async def story(cast: Cast) -> None:
        table = await opened(cast.store, "bens", by=cast.ben)
        async with cast.database.writing() as connection:
            merge = (cast.database.is_postgres, cast.guest, cast.account, 9.0)
            await merging._merge(connection, *merge)
            late = [
                asyncio.create_task(opened(cast.store, "late", by=cast.guest)),
                asyncio.create_task(act(cast.store, table, cast.guest, do.Sit(1))),
            ]
            await asyncio.wait(late, timeout=0.2)
            assert not any(each.done() for each in late), "They wait until the merge is over."
        outcomes = await asyncio.gather(*late, return_exceptions=True)
        assert [type(each) for each in outcomes] == [GuestMerged, GuestMerged]
        assert cast.guest not in await ids_in(cast.database)

    told(database_url, story)


def test_a_merge_waits_for_a_table_that_is_being_opened(postgres_url: str) -> None:
    async def story(cast: Cast) -> None:
        async with cast.database.writing() as connection:
            await require_unmerged(connection, {cast.guest})
            merging_now = asyncio.create_task(cast.merge())
            await asyncio.wait([merging_now], timeout=0.2)
            assert not merging_now.done()
        assert await merging_now == {}

    told(postgres_url, story)


def test_choices_undos_and_requests_follow(database_url: str) -> None:
    """The account takes back what the guest chose, and answers what the guest was asked."""

    async def story(cast: Cast) -> None:
        table = await begun(cast.store, first=0)
        guest = table.seats[0].person
        choice = table.playing.decision
        assert choice is not None
        await act(cast.store, table, guest, do.Choose(0, table.version, choice.options[0].words))
        merge = Entry(table.number + 1, 9.0, do.SERVER, do.Merge(guest, "account"))
        table.apply(merge)
        assert table.last_own_move(guest) is None
        assert table.last_own_move("account") == 1
        assert table.answered("account", f"k{merge.number - 2}") is not None
        assert table.owner == "account"

    told(database_url, story)


def test_the_entry_is_an_action_like_any_other() -> None:
    merge: Action = do.Merge("guest", "account")
    assert msgspec.json.decode(msgspec.json.encode(merge), type=Action) == merge


def test_results_of_a_guest_are_the_accounts(database_url: str) -> None:
    async def story(cast: Cast) -> None:
        history = History(cast.database, cast.store.load)
        for number, opponent in enumerate((cast.account, cast.ben)):
            table = await a_game(cast, f"t{number}", cast.guest, opponent, leaving=Leaving.END)
            await act(cast.store, table, table.owner, do.Start())
            await act(cast.store, table, opponent, do.Leave())
        async with cast.database.writing() as connection:
            cards = [(cast.guest, "Mystic", 2), (cast.account, "Mystic", 3), (cast.guest, "Seer", 1)]
            rows = [{"person": who, "card": card, "copies": copies, "games": 1} for who, card, copies in cards]
            await connection.execute(schema.acquired_cards.insert(), rows)
        settings = TableSettings()
        seats = [PlannedSeat(cast.ben), PlannedSeat(cast.guest)]
        await Challenges(cast.database).add(Challenge("c", cast.ben, settings, seats, 0.0, 100.0), 0.0)
        await cast.merge()
        assert {each.table_id for each in await history.latest_games(cast.account, 9)} == {"t0", "t1"}
        found = await history.statistics(cast.account)
        assert [(each.card, each.copies, each.games) for each in found.favourites] == [("Mystic", 5, 2), ("Seer", 1, 1)]
        assert await Challenges(cast.database).of(cast.ben, 1.0) == []
        assert cast.guest not in await ids_in(cast.database)

    told(database_url, story)
