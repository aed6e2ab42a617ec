"""The audit log can only grow, and what is old is removed exactly as far as was asked for; on both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from tests.helpers.journals import ADA
from tests.helpers.stores import act, begun, opened, reloaded, with_store
from vigil.storage import schema
from vigil.storage.administration import Administration, Role, SanctionKind
from vigil.storage.audit import CLI, AuditLog, Deed
from vigil.storage.people import People
from vigil.storage.personal_data import delete_person
from vigil.storage.retention import Retention
from vigil.storage.store import Store
from vigil.table import actions as do
from vigil.table.actions import REMOVED
from vigil.table.clocks import DAY

NOW = 1_000 * DAY


def test_the_audit_log_can_only_grow(database_url: str) -> None:
    async def story(store: Store) -> None:
        ada = await People(store.database).add_guest("Ada", 0.0)
        await Administration(store.database).set_role(ada.id, Role.MODERATOR, CLI, "why", 1.0)
        for change in (update(schema.audit).values(reason="another"), delete(schema.audit)):
            with pytest.raises(DBAPIError, match="The audit log can only grow"):
                async with store.database.writing() as connection:
                    await connection.execute(change)
        # The person goes, what was done stays.
        await delete_person(store.database, ada.id)
        (entry,) = await AuditLog(store.database).entries()
        assert (entry.number, entry.action, entry.target, entry.reason) == (1, Deed.GRANT_ROLE, ada.id, "why")

    with_store(database_url, story)


def test_a_sanction_replaces_the_one_before_and_ends_by_itself(database_url: str) -> None:
    async def story(store: Store) -> None:
        administration, people = Administration(store.database), People(store.database)
        ada = (await people.add_guest("Ada", 0.0)).id
        await administration.impose(ada, SanctionKind.BAN, "first", None, CLI, 10.0)
        await administration.impose(ada, SanctionKind.BAN, "second", 30.0, CLI, 20.0)
        found = await administration.sanctions_of(ada)
        assert [(each.reason, each.until, each.lifted) for each in found] == [
            ("second", 30.0, None),
            ("first", None, 20.0),
        ]
        in_force = await administration.sanction_in_force(ada, SanctionKind.BAN, 29.0)
        assert in_force is not None
        assert in_force.reason == "second"
        assert await administration.sanction_in_force(ada, SanctionKind.BAN, 30.0) is None
        assert await administration.sanction_in_force(ada, SanctionKind.MUTE, 29.0) is None
        assert not await administration.lift(ada, SanctionKind.BAN, CLI, "too late", 31.0)
        banned = [each.name for each in await administration.people(only="sanctioned", now=29.0)]
        assert banned == ["Ada"]
        assert await administration.people(only="sanctioned", now=31.0) == []

    with_store(database_url, story)


def test_of_two_moderators_the_first_resolves_a_report(database_url: str) -> None:
    async def story(store: Store) -> None:
        administration = Administration(store.database)
        row = {"id": "r", "reporter": "ada", "person": "ben", "table_id": "t", "text": "rude", "created": 1.0}
        async with store.database.writing() as connection:
            await connection.execute(insert(schema.reports), row)
        assert await administration.open_reports() == 1
        assert await administration.resolve("r", "mona", "warned", 2.0)
        assert not await administration.resolve("r", "olga", "banned", 3.0)
        assert await administration.reports() == []
        (resolved,) = await administration.reports(resolved=True)
        assert (resolved.resolved_by, resolved.resolution) == ("mona", "warned")

    with_store(database_url, story)


async def left(_: str) -> None:
    """Nobody sits anywhere."""


def test_guests_who_were_not_seen_for_long_are_deleted(database_url: str) -> None:
    """Old guests go; recent ones, accounts and those whose game has changed lately stay."""

    async def story(store: Store) -> None:
        people, retention = People(store.database), Retention(store.database)
        seen = {"old": 10, "recent": 2, "account": 10, "playing": 10, "idle": 10}
        ids = {name: (await people.add_guest(name, NOW - days * DAY)).id for name, days in seen.items()}
        for person in ids.values():
            await people.open_session(person, NOW, DAY)
        await people.register(ids["account"], "Account", "hash")
        for name, days in (("playing", 1), ("idle", 9)):
            table = await opened(store, name, at=NOW - 20 * DAY)
            await act(store, table, ids[name], do.Sit(0), NOW - days * DAY)
        gone: list[str] = []

        async def leave(person: str) -> None:
            gone.append(person)

        pruned = await retention.prune(0, 0, CLI, NOW, leave)
        assert (pruned.guests, gone) == (0, [])
        pruned = await retention.prune(7, 0, CLI, NOW, leave)
        assert pruned.guests == 2
        assert set(gone) == {ids["old"], ids["idle"]}
        assert set(await people.names(ids.values())) == {ids["recent"], ids["account"], ids["playing"]}
        assert not await retention.is_due(NOW + DAY - 1)
        assert await retention.is_due(NOW + DAY)

    with_store(database_url, story)


def test_texts_are_removed_from_games_that_have_been_over_for_long(database_url: str) -> None:
    async def story(store: Store) -> None:
        retention = Retention(store.database)
        for name, days, is_over in (("old", 10, True), ("recent", 2, True), ("running", 10, False)):
            table = await begun(store, name)
            for said in (do.Say(text="hi"), do.Say(phrase="hello"), do.Say(text=REMOVED + " not")):
                await act(store, table, ADA, said, NOW - days * DAY)
            if is_over:
                await act(store, table, do.SERVER, do.Close(), NOW - days * DAY)

        async def texts(name: str) -> list[str]:
            return [line.text or line.phrase for line in (await reloaded(store, name)).chat]

        said = ["hi", "hello", f"{REMOVED} not"]
        assert (await retention.prune(0, 0, CLI, NOW, left)).texts == 0
        assert (await retention.prune(0, 7, CLI, NOW, left)).texts == 2
        assert await texts("old") == [REMOVED, "hello", REMOVED]
        assert await texts("recent") == await texts("running") == said
        assert (await retention.prune(0, 7, CLI, NOW, left)).texts == 0
        # Five days later it is the other's turn; fewer days find it at once.
        assert len(await retention.old_texts(7, NOW + 6 * DAY)) == 2
        assert (await retention.prune(0, 1, CLI, NOW, left)).texts == 2
        assert await texts("recent") == [REMOVED, "hello", REMOVED]
        async with store.database.reading() as connection:
            actions = await connection.scalars(select(schema.entries.c.action).filter_by(table_id="running"))
        assert sum("hi" in each for each in actions) == 1

    with_store(database_url, story)
