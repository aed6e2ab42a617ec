"""People, and what is kept about them: the same stories on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import update

from tests.helpers.stores import act, opened, reloaded
from vigil.storage import schema
from vigil.storage.database import BadText, Database
from vigil.storage.people import People
from vigil.storage.personal_data import delete_person, export
from vigil.storage.store import Store
from vigil.storage.usernames import BadName, NameTaken
from vigil.table import actions as do
from vigil.table.actions import REMOVED

DAY = 86_400.0


def with_people(url: str, story: Callable[[People], Awaitable[None]]) -> None:
    async def told() -> None:
        database = Database(url)
        await database.migrate()
        try:
            await story(People(database))
        finally:
            await database.close()

    asyncio.run(told())


def test_a_guest_becomes_somebody_with_an_account(database_url: str) -> None:
    async def story(people: People) -> None:
        guest = await people.add_guest("  Ada \n Lovelace ", 1.0)
        other = await people.add_guest("Ada Lovelace", 1.0)
        assert guest.is_guest
        assert await people.names([guest.id, other.id, "nobody"]) == dict.fromkeys((guest.id, other.id), "Ada Lovelace")
        await people.register(guest.id, "Ada", "hash")
        with pytest.raises(NameTaken):
            await people.register(other.id, "ADA", "hash")
        found = await people.called("aDa")
        assert found is not None
        assert (found.id, found.is_guest) == (guest.id, False)
        assert await people.called("Ben") is None

    with_people(database_url, story)


def test_nobody_takes_the_name_of_an_account_or_one_that_looks_like_it(database_url: str) -> None:
    async def story(people: People) -> None:
        ada, guest, other = [await people.add_guest("Guest", 0.0) for _ in range(3)]
        await people.register(ada.id, "Paola Tex", "hash")
        await people.register(other.id, "Ben", "hash")
        for name in ("Paola Tex", "PAOLA  tex", "Pao1a Tex", "Ｐaola Tex", "Раоӏа Тех", "ᴘᴀᴏʟᴀ ᴛᴇx"):
            for who in (guest, other):
                with pytest.raises(NameTaken):
                    await people.rename(who.id, name)
            with pytest.raises(NameTaken):
                await people.register(guest.id, name, "hash")
        await people.rename(ada.id, "PAOLA TEX")
        assert await people.names([ada.id, guest.id]) == {ada.id: "PAOLA TEX", guest.id: "Guest"}

    with_people(database_url, story)


def test_an_account_of_an_earlier_version_keeps_its_name(database_url: str) -> None:
    async def story(people: People) -> None:
        old, new = [await people.add_guest("Guest", 0.0) for _ in range(2)]
        kept = {"name": "Вill\u200d 1", "name_key": "вill\u200d 1", "password": "hash"}
        async with people.database.writing() as connection:
            await connection.execute(update(schema.people).where(schema.people.c.id == old.id).values(kept))
        await people.rename(old.id, kept["name"])
        await people.set_password(old.id, "another hash")
        found = await people.called("ВILL\u200d 1")
        assert found is not None
        assert (found.id, found.name, found.password) == (old.id, kept["name"], "another hash")
        with pytest.raises(BadName):
            await people.rename(new.id, kept["name"])

    with_people(database_url, story)


def test_keys_of_earlier_versions_are_brought_up_to_date(database_url: str) -> None:
    async def story(people: People) -> None:
        ada, bob, lookalike, guest = [await people.add_guest("Guest", number) for number in range(4)]
        old = {ada: ("Simon", "simon"), bob: ("B0b", "b0b"), lookalike: ("Bob", "bob")}
        async with people.database.writing() as connection:
            for person, (name, key) in old.items():
                kept = update(schema.people).where(schema.people.c.id == person.id)
                await connection.execute(kept.values(name=name, name_key=key, password="hash"))
        await people.rename(guest.id, "S1mon")
        for _ in range(2):
            await people.update_keys()
            with pytest.raises(NameTaken):
                await people.rename(guest.id, "SlMON")
            for person, (name, _) in old.items():
                found = await people.called(name)
                assert found is not None
                assert found.id == person.id

    with_people(database_url, story)


def test_no_text_with_a_nul_reaches_a_database(database_url: str) -> None:
    async def story(people: People) -> None:
        ada = await people.add_guest("Ada", 0.0)
        for asking in (people.called("a\0b"), people.drop_token(ada.id, "\0"), people.set_webhook(ada.id, "x\0")):
            with pytest.raises(BadText):
                await asking

    with_people(database_url, story)


def test_sessions_end_one_by_one_or_all_at_once(database_url: str) -> None:
    async def story(people: People) -> None:
        ada = await people.add_guest("Ada", 0.0)
        phone, laptop, old = [await people.open_session(ada.id, 0.0, lasts) for lasts in (DAY, DAY, 10.0)]
        assert await people.of_session(phone, 5.0) == ada
        assert await people.of_session(old, 11.0) is None
        await people.sign_out(phone)
        assert await people.of_session(phone, 5.0) is None
        assert await people.of_session(laptop, 5.0) == ada
        await people.sign_out_everywhere(ada.id)
        assert await people.of_session(laptop, 5.0) is None

    with_people(database_url, story)


def test_programs_have_tokens_that_can_be_taken_away(database_url: str) -> None:
    async def story(people: People) -> None:
        ada, ben = await people.add_guest("Ada", 0.0), await people.add_guest("Ben", 0.0)
        token = await people.add_token(ada.id, "my bot", 1.0)
        assert await people.of_token(token, 2.0) == ada
        assert await people.of_token("guess", 2.0) is None
        (kept,) = await people.tokens_of(ada.id)
        assert (kept.label, kept.used, token in repr(kept)) == ("my bot", 2.0, False)
        await people.drop_token(ben.id, kept.hash)
        assert await people.of_token(token, 3.0) == ada
        await people.drop_token(ada.id, kept.hash)
        assert await people.of_token(token, 4.0) is None

    with_people(database_url, story)


def test_somebody_is_muted(database_url: str) -> None:
    async def story(people: People) -> None:
        ada = await people.add_guest("Ada", 0.0)
        troll = (await people.add_guest("Troll", 0.0)).id
        await people.mute(ada.id, troll)
        await people.mute(ada.id, troll)
        assert await people.muted_by(ada.id) == {troll}
        with pytest.raises(BadName):
            await people.mute(ada.id, "nobody\0")
        await people.unmute(ada.id, troll)
        assert await people.muted_by(ada.id) == set()

    with_people(database_url, story)


def test_an_invitation_gives_one_person_one_seat(database_url: str) -> None:
    async def story(people: People) -> None:
        store = Store(people.database)
        await opened(store)
        token = await people.invite("t", 1, 0.0)
        assert await people.accept("guess", "ben") is None
        assert await people.accept(token, "ben") == ("t", 1)
        assert await people.accept(token, "cleo") is None
        assert await people.accept(token, "ben") == ("t", 1)

    with_people(database_url, story)


def test_whoever_is_forgotten_leaves_games_but_no_words(database_url: str) -> None:
    async def story(people: People) -> None:
        store = Store(people.database)
        ada = await people.add_guest("Ada", 0.0)
        session = await people.open_session(ada.id, 0.0, DAY)
        table = await opened(store)
        await people.accept(await people.invite("t", 1, 2.0), ada.id)
        await people.invite("t", 0, 2.0)
        await act(store, table, ada.id, do.Sit(1))
        await act(store, table, ada.id, do.Say(text="I live in Paris"))
        exported = await export(people.database, ada.id)
        assert [each["action"]["do"] for each in exported["actions"]] == ["sit", "say"]
        assert exported["invitations"] == [{"table": "t", "seat": 1, "created": 2.0}]
        assert session not in str(exported)
        await delete_person(people.database, ada.id)
        assert await export(people.database, ada.id) == {}
        assert await people.of_session(session, 1.0) is None
        again = await reloaded(store)
        assert [line.text for line in again.chat] == [REMOVED]
        assert again.seats[1].person == ada.id

    with_people(database_url, story)


def test_guests_who_did_nothing_and_cannot_come_back_are_forgotten(database_url: str) -> None:
    async def story(people: People) -> None:
        lost, player, member, program, visitor = [await people.add_guest(name, 0.0) for name in "LPMTV"]
        for each in (lost, player, member):
            await people.open_session(each.id, 0.0, DAY)
        await people.open_session(visitor.id, 0.0, 3 * DAY)
        await people.add_token(program.id, "bot", 0.0)
        await people.register(member.id, "Mia", "hash")
        store = Store(people.database)
        await act(store, await opened(store), player.id, do.Sit(1))
        everybody = [each.id for each in (lost, player, member, program, visitor)]
        assert await people.forget_lost_guests(DAY / 2) == 0
        assert await people.forget_lost_guests(2 * DAY) == 1
        assert set(await people.names(everybody)) == {*everybody} - {lost.id}

    with_people(database_url, story)


def test_somebody_is_called_something_else(database_url: str) -> None:
    async def story(people: People) -> None:
        ada, ben = [await people.add_guest(name, 0.0) for name in ("Ada", "Ben")]
        await people.register(ada.id, "Ada", "hash")
        await people.register(ben.id, "Ben", "hash")
        with pytest.raises(NameTaken):
            await people.rename(ben.id, "ADA")
        await people.rename(ada.id, "Ada Lovelace")
        found = await people.called("ada lovelace")
        assert found is not None
        assert (found.id, await people.called("Ada")) == (ada.id, None)

    with_people(database_url, story)


def test_which_sessions_and_tokens_still_prove_something(database_url: str) -> None:
    async def story(people: People) -> None:
        ada = await people.add_guest("Ada", 0.0)
        phone, old, laptop = [await people.open_session(ada.id, 0.0, lasts) for lasts in (DAY, 10.0, DAY)]
        token = await people.add_token(ada.id, "bot", 0.0)
        await people.sign_out(laptop)
        assert await people.live_sessions({phone, old, laptop, token, "nonsense"}, 11.0) == {phone, token}
        assert await people.live_sessions(set(), 11.0) == set()

    with_people(database_url, story)


def test_an_invitation_can_be_looked_at_before_it_is_taken(database_url: str) -> None:
    async def story(people: People) -> None:
        await opened(Store(people.database))
        token = await people.invite("t", 1, 0.0)
        assert await people.invitation(token) == ("t", 1)
        assert await people.invitation("nonsense") is None
        assert await people.accept(token, "ben") == ("t", 1)

    with_people(database_url, story)
