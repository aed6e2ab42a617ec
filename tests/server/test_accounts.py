"""Sessions, recovery codes, and a guest who signs in: the same stories on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from typing import Any, TypeVar

import pytest
from argon2 import PasswordHasher

from tests.helpers.databases import KINDS, emptied
from tests.helpers.servers import Guest, Served, serving
from vigil.server.devices import device_name
from vigil.storage.database import Database
from vigil.storage.people import People

Found = TypeVar("Found")
PASSWORD = "correct horse"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"
_numbers = count(1)


@pytest.fixture(scope="module", params=KINDS)
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}"
    else:
        url = emptied(request.getfixturevalue("postgres_server"))
    with serving(url) as found:
        yield found


@pytest.fixture
def name() -> str:
    """Of an account that nobody has."""
    return f"Ada number {next(_numbers)}"


def sign_up(guest: Guest, name: str) -> Guest:
    guest.good(guest.http.post("/api/me/account", json={"name": name, "password": PASSWORD}))
    return guest


def sign_in(guest: Guest, name: str, password: str = PASSWORD) -> Any:
    return guest.good(guest.http.post("/api/session", json={"name": name, "password": password}))


def beside(served: Served, ask: Callable[[People], Awaitable[Found]]) -> Found:
    """In the server's database, without the server."""

    async def asked() -> Found:
        database = Database(served.services.settings.database_url)
        try:
            return await ask(People(database))
        finally:
            await database.close()

    return asyncio.run(asked())


def guest_of(somebody: Guest) -> Any:
    return somebody.good(somebody.http.get("/api/session/guest"))


# --- who is signed in


def test_a_stranger_who_looks_stays_a_stranger(served: Served, name: str) -> None:
    stranger = served.guest()
    assert stranger.good(stranger.http.get("/api/session"))["me"] is None
    assert not stranger.http.cookies
    sign_up(stranger, name)
    assert stranger.good(stranger.http.get("/api/session"))["me"]["name"] == name


def test_a_guest_who_makes_an_account_keeps_everything(served: Served, name: str) -> None:
    guest = served.guest("Gus")
    table = guest.open(["me"])["id"]
    before = guest.id
    sign_up(guest, name)
    assert guest.id == before
    (listed,) = guest.good(guest.http.get("/api/lobby"))["mine"]
    assert listed["id"] == table
    assert guest.now(table)["seats"][0]["name"] == name


def test_sessions_are_listed_and_ended_one_by_one(served: Served, name: str) -> None:
    laptop = sign_up(served.guest(), name)
    phone = served.guest(**{"user-agent": IPHONE})
    served.clock.time += 7200
    sign_in(phone, name)
    one, other = laptop.good(laptop.http.get("/api/sessions"))
    assert (one["device"], one["current"], other["current"]) == ("Safari on iPhone", False, True)
    assert other["used"] == other["created"] + 7200 == served.clock.now()
    line = phone.line(laptop.open(["me"])["id"])
    line.told()
    stranger = served.guest("Ben")
    stranger.good(stranger.http.delete(f"/api/sessions/{one['id']}"))
    assert len(laptop.good(laptop.http.get("/api/sessions"))) == 2, "Only one's own sessions can be ended."
    laptop.good(laptop.http.delete(f"/api/sessions/{one['id']}"))
    assert line.ended()[0] == 4001
    assert phone.good(phone.http.get("/api/session"))["me"] is None
    assert laptop.good(laptop.http.get("/api/session"))["me"]["name"] == name


@pytest.mark.parametrize(
    ("header", "told"),
    [
        (EDGE, "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("python-httpx/0.28", ""),
        ("Safari/" * 5_000, "Safari"),
    ],
)
def test_a_device_is_called_what_people_call_it(header: str, told: str) -> None:
    assert device_name(header) == told


def test_a_password_is_hashed_again_when_hashing_costs_more(served: Served, name: str) -> None:
    somebody = sign_up(served.guest(), name)
    cheap = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(PASSWORD)

    def stored() -> str:
        found = beside(served, lambda people: people.person(somebody.id))
        assert found is not None
        assert found.password is not None
        return str(found.password)

    beside(served, lambda people: people.set_password(somebody.id, cheap))
    sign_in(served.guest(), name)
    assert stored() != cheap
    assert not served.services.passwords.is_outdated(stored())
    again = stored()
    sign_in(served.guest(), name)
    assert stored() == again


# --- a guest signs in


def test_a_guest_who_signs_in_brings_the_games_along(served: Served, name: str) -> None:
    sign_up(served.guest(), name)
    guest, ben = served.guest("Gus"), served.guest("Ben")
    table = guest.open(["me", ""], first=0)["id"]
    ben.act(table, do="sit", seat=1)
    guest.act(table, do="start")
    guest.act(table, do="say", text="Hello Ben")
    mine, watching = guest.line(table), ben.line(table)
    mine.told()
    watching.told()
    version = guest.now(table)["version"]
    me = sign_in(guest, name)
    assert guest_of(guest) == {"name": "Gus", "games": 1, "shared": []}
    assert guest.now(table)["your_seats"] == [], "Nothing is merged without being asked."
    assert guest.good(guest.http.post("/api/session/guest")) == {"games": 1}
    assert mine.ended()[0] == 4001
    now = guest.now(table)
    assert (now["your_seats"], now["owner"], now["version"]) == ([0], me["id"], version)
    assert now["views"][0]["decision"]["options"]
    assert [line["name"] for line in ben.now(table)["chat"]] == [name]
    while watching.table["seats"][0]["name"] != name:
        watching.told()
    guest.act(table, do="choose", seat=0, version=version, choice=now["views"][0]["decision"]["options"][0]["text"])
    assert guest_of(guest) == {"name": "", "games": 0, "shared": []}
    guest.refused(guest.http.post("/api/session/guest"), "no_effect", 409)


def test_a_guest_who_does_not_is_the_guest_again_after_signing_out(served: Served, name: str) -> None:
    sign_up(served.guest(), name)
    guest = served.guest("Gus")
    table = guest.open(["me"])["id"]
    before = guest.id
    sign_in(guest, name)
    assert guest.id != before
    guest.good(guest.http.delete("/api/session"))
    assert guest.id == before
    assert guest.now(table)["your_seats"] == [0]
    assert "vigil-guest" not in guest.http.cookies


def test_a_guest_who_has_not_played_leaves_nothing(served: Served, name: str) -> None:
    sign_up(served.guest(), name)
    guest = served.guest("Gus")
    sign_in(guest, name)
    assert guest_of(guest)["games"] == 0
    guest.good(guest.http.delete("/api/session"))
    assert guest.good(guest.http.get("/api/session"))["me"] is None


def test_a_game_against_the_own_guest_is_finished_first(served: Served, name: str) -> None:
    laptop = sign_up(served.guest(), name)
    guest = served.guest("Gus")
    table = laptop.open(["me", ""])["id"]
    guest.act(table, do="sit", seat=1)
    sign_in(guest, name)
    assert guest_of(guest) == {"name": "Gus", "games": 1, "shared": [table]}
    guest.refused(guest.http.post("/api/session/guest"), "game_not_over", 409)
    laptop.act(table, do="close")
    guest.good(guest.http.post("/api/session/guest"))
    assert guest.now(table)["your_seats"] == [0, 1]


def test_nobody_merges_an_account_or_somebody_else(served: Served, name: str) -> None:
    other = sign_up(served.guest(), f"{name} junior")
    other.open(["me"])
    attacker = sign_up(served.guest(), name)
    attacker.http.cookies.set("vigil-guest", other.http.cookies["vigil"])
    attacker.refused(attacker.http.post("/api/session/guest"), "no_effect", 409)
    victim = served.guest("Victim")
    victim.open(["me"])
    attacker.http.cookies.set("vigil-guest", victim.http.cookies["vigil"].partition(".")[0] + ".forged")
    attacker.refused(attacker.http.post("/api/session/guest"), "no_effect", 409)
    victim.refused(victim.http.post("/api/session/guest"), "no_effect", 409)


# --- recovery codes


def codes_for(somebody: Guest) -> list[str]:
    answer = somebody.http.post("/api/me/recovery-codes", json={"password": PASSWORD})
    return list(somebody.good(answer)["codes"])


def recover(somebody: Guest, name: str, code: str, password: str = "battery staple") -> Any:
    return somebody.http.post("/api/session/recovery", json={"name": name, "code": code, "password": password})


def test_whoever_has_forgotten_the_password_uses_a_code(served: Served, name: str) -> None:
    laptop = sign_up(served.guest(), name)
    codes = codes_for(laptop)
    line = laptop.line(laptop.open(["me"])["id"])
    line.told()
    phone = served.guest("Gus")
    phone.refused(recover(phone, name, codes[0][:-1]), "wrong_password", 403)
    phone.refused(recover(phone, f"{name} x", codes[0]), "wrong_password", 403)
    assert recover(phone, name, codes[0], "short").status_code == 422
    assert phone.good(recover(phone, name.upper(), codes[0].lower()))["name"] == name
    assert line.ended()[0] == 4001
    assert phone.good(phone.http.get("/api/me/recovery-codes"))["left"] == len(codes) - 1
    third = served.guest()
    third.refused(recover(third, name, codes[0]), "wrong_password", 403)
    third.refused(third.http.post("/api/session", json={"name": name, "password": PASSWORD}), "wrong_password", 403)
    sign_in(third, name, "battery staple")


def test_codes_need_the_password_and_an_account(served: Served, name: str) -> None:
    guest = served.guest("Gus")
    guest.refused(guest.http.post("/api/me/recovery-codes", json={"password": ""}), "unauthenticated", 401)
    change = {"old": "", "new": PASSWORD}
    guest.refused(guest.http.put("/api/me/password", json=change), "unauthenticated", 401)
    sign_up(guest, name)
    guest.refused(guest.http.post("/api/me/recovery-codes", json={"password": "wrong"}), "wrong_password", 403)
    assert guest.good(guest.http.get("/api/me/recovery-codes")) == {"left": 0, "created": None}


def test_guessing_codes_is_limited_like_guessing_passwords(sqlite: str) -> None:
    with serving(sqlite, guests_an_hour=36.0) as served:
        sign_up(served.guest(), "Ada")
        thief = served.guest("Thief")
        guesses = [recover(thief, "Ada", "0000-0000-0000-0000").json()["code"] for _ in range(6)]
        assert guesses[0] == "wrong_password"
        assert guesses[-1] == "rate_limited"


def test_codes_are_not_in_what_is_exported(served: Served, name: str) -> None:
    somebody = sign_up(served.guest(), name)
    codes = codes_for(somebody)
    data = somebody.http.get("/api/me/export")
    assert len(data.json()["recovery_codes"]) == len(codes)
    assert not any(code in data.text for code in codes)
