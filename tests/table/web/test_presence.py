"""Who is connected, as several workers tell each other; and what is remembered for a while."""

from __future__ import annotations

import asyncio

import pytest

from vigil.table.host import Host
from vigil.table.hub import MemoryHub
from vigil.table.refusals import Refused
from vigil.table.store import Store
from vigil.table.web.limits import Limits, TooFast, address_key
from vigil.table.web.presence import GONE, Connection, Presence
from vigil.table.web.remembered import LASTS, MOST, Remembered
from vigil.table.web.settings import ServerSettings

from .servers import SetClock, serving


def two_workers(sqlite: str) -> tuple[SetClock, Presence, Presence]:
    clock, line = SetClock(), MemoryHub()

    async def made() -> list[Host]:
        store = await Store.open(sqlite)
        await store.close()
        return [Host(store, clock, hub) for hub in (line, line.another())]

    first, second = asyncio.run(made())
    return clock, Presence(first, 3), Presence(second, 3)


def test_workers_know_who_is_connected_elsewhere(sqlite: str) -> None:
    _, first, second = two_workers(sqlite)
    ada, ben, nobody = Connection("t", "ada", ""), Connection("t", "ben", ""), Connection("t", "", "")
    first.arrive(ada)
    second.arrive(ben)
    second.arrive(nobody)
    assert len(first.here("t")) == len(second.here("t")) == 3
    assert {"ada", "ben"} <= first.here("t")
    second.leave(ben)
    second.leave(nobody)
    assert first.here("t") == second.here("t") == {"ada"}
    assert first.here("another") == set()


def test_somebody_with_two_lines_is_there_once_until_both_are_closed(sqlite: str) -> None:
    _, first, second = two_workers(sqlite)
    lines = [Connection("t", "ada", "") for _ in range(2)]
    for line in lines:
        first.arrive(line)
    assert second.here("t") == {"ada"}
    first.leave(lines[0])
    assert second.here("t") == {"ada"}
    first.leave(lines[1])
    assert second.here("t") == set()


def test_the_people_of_a_worker_that_is_gone_are_gone(sqlite: str) -> None:
    clock, first, second = two_workers(sqlite)
    first.arrive(Connection("t", "ada", ""))
    clock.time += GONE - 1
    first.tell_again()
    clock.time += GONE - 1
    assert second.here("t") == {"ada"}
    clock.time += 2
    assert second.here("t") == set()
    second.tell_again()
    assert second._elsewhere == {}


def test_nonsense_from_another_worker_is_not_believed(sqlite: str) -> None:
    _, first, second = two_workers(sqlite)
    for text in ("", "[]", '["w", {"t": 5}]', "nonsense"):
        first._heard(text)
        second._heard(text)
    assert first.here("t") == set()


def test_nobody_has_too_many_lines(sqlite: str) -> None:
    _, first, _ = two_workers(sqlite)
    for _ in range(3):
        first.arrive(Connection("t", "ada", ""))
    with pytest.raises(Refused, match="3 connections"):
        first.arrive(Connection("u", "ada", ""))
    for _ in range(10):
        first.arrive(Connection("t", "", ""))


# --- what is remembered


def test_what_is_looked_up_is_remembered_for_a_while() -> None:
    clock, asked = SetClock(), []

    async def look_up(keys: list[str]) -> dict[str, str]:
        asked.append(keys)
        return {key: key.upper() for key in keys if key != "nobody"}

    async def story() -> None:
        names = Remembered(look_up, clock)
        assert await names.of(["ada", "nobody"]) == {"ada": "ADA"}
        assert await names.of(["ada", "nobody", "ben"]) == {"ada": "ADA", "ben": "BEN"}
        assert asked == [["ada", "nobody"], ["ben"]]
        names.forget("ada")
        await names.of(["ada", "ben"])
        clock.time += LASTS + 1
        await names.of(["ben"])
        assert asked[2:] == [["ada"], ["ben"]]
        many = [str(number) for number in range(MOST)]
        assert len(await names.of(["ada", *many])) == MOST + 1
        assert await names.of(["ada"]) == {"ada": "ADA"}

    asyncio.run(story())


# --- limits


def test_a_bucket_fills_again() -> None:
    clock = SetClock()
    limits = Limits(ServerSettings(actions_a_second=2.0), clock)
    for _ in range(10):
        limits.spend("action", "ada")
    with pytest.raises(TooFast) as met:
        limits.spend("action", "ada")
    assert met.value.seconds == 1
    limits.spend("action", "ben")
    clock.time += 0.5
    limits.spend("action", "ada")
    with pytest.raises(TooFast):
        limits.spend("action", "ada")


@pytest.mark.parametrize("step", [-3600.0, 3600.0])
def test_nobody_is_limited_because_the_clock_was_set(sqlite: str, step: float) -> None:
    with serving(sqlite, clock := SetClock(), requests_a_second=2.0) as served:
        http = served.guest().http
        codes = [http.get("/api/lobby").status_code for _ in range(11)]
        assert codes == [200] * 10 + [429]
        clock.step = step
        assert http.get("/api/lobby").status_code == 429
        clock.time += 0.5
        assert http.get("/api/lobby").status_code == 200


def test_many_addresses_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vigil.table.web.limits.MOST_BUCKETS", 100)
    clock = SetClock()
    limits = Limits(ServerSettings(), clock)
    for number in range(1_000):
        clock.time += 1
        limits.spend("request", str(number))
    assert len(limits._buckets) <= 101
    for number in range(1_000):
        limits.spend("request", f"at once {number}")
    assert len(limits._buckets) <= 101


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
    ],
)
def test_one_household_is_one_address(address: str, key: str) -> None:
    assert address_key(address) == key
