"""Recovery codes: each works once, for one person, however it is typed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

import pytest

from vigil.storage.database import Database
from vigil.storage.people import People
from vigil.storage.recovery import COUNT, RecoveryCodes, code_hash, fresh_code

CODE = "70QA-B1CD-WXYZ-4567"


def told(url: str, story: Callable[[People, RecoveryCodes], Awaitable[None]]) -> None:
    async def run() -> None:
        database = Database(url)
        await database.migrate()
        try:
            await story(People(database), RecoveryCodes(database))
        finally:
            await database.close()

    asyncio.run(run())


def test_codes_are_random_and_have_no_letters_that_are_misread() -> None:
    codes = [fresh_code() for _ in range(200)]
    assert len(set(codes)) == 200
    assert all(re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}", code) for code in codes)


TYPED = ["70qa-b1cd-wxyz-4567", " 70QA B1CD WXYZ 4567\n", "7OQABlCDWXYZ4567", "7oqa–bicd–wxyz–4567"]


@pytest.mark.parametrize("typed", TYPED)
def test_a_code_may_be_typed_as_people_type(typed: str) -> None:
    assert code_hash("ada", typed) == code_hash("ada", CODE)
    assert code_hash("ben", typed) != code_hash("ada", CODE)


def test_a_code_sets_a_password_once_and_ends_all_sessions(database_url: str) -> None:
    async def story(people: People, recovery: RecoveryCodes) -> None:
        ada, ben = [await people.add_guest("Guest", 0.0) for _ in range(2)]
        await people.register(ada.id, "Ada", "old hash")
        session = await people.open_session(ada.id, 0.0, 100.0)
        assert (await recovery.left(ada.id)).left == 0
        codes = await recovery.renew(ada.id, 5.0)
        assert ((await recovery.left(ada.id)).left, (await recovery.left(ada.id)).created) == (COUNT, 5.0)
        assert not await recovery.is_right(ben.id, codes[0])
        assert not await recovery.redeem(ben.id, codes[0], "stolen")
        assert await recovery.is_right(ada.id, codes[0])
        assert await recovery.redeem(ada.id, codes[0].lower(), "new hash")
        assert not await recovery.redeem(ada.id, codes[0], "again")
        found = await people.person(ada.id)
        assert found is not None
        assert found.password == "new hash"
        assert await people.of_session(session, 1.0) is None
        assert (await recovery.left(ada.id)).left == COUNT - 1

    told(database_url, story)


def test_of_two_who_use_a_code_at_once_one_is_refused(database_url: str) -> None:
    async def story(people: People, recovery: RecoveryCodes) -> None:
        ada = await people.add_guest("Guest", 0.0)
        (code, *_) = await recovery.renew(ada.id, 0.0)
        outcomes = await asyncio.gather(*(recovery.redeem(ada.id, code, f"hash {number}") for number in range(4)))
        assert sorted(outcomes) == [False, False, False, True]

    told(database_url, story)


def test_new_codes_replace_the_old_ones(database_url: str) -> None:
    async def story(people: People, recovery: RecoveryCodes) -> None:
        ada = await people.add_guest("Guest", 0.0)
        before, after = await recovery.renew(ada.id, 0.0), await recovery.renew(ada.id, 1.0)
        assert not await recovery.is_right(ada.id, before[0])
        assert await recovery.is_right(ada.id, after[0])

    told(database_url, story)
