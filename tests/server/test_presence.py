"""Who is connected, as several workers tell each other; and what is remembered for a while."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable

import pytest

from tests.helpers.servers import PATIENCE, SetClock, begun, serving
from vigil.server.cache import LASTS, MOST, Cache
from vigil.server.host import Host
from vigil.server.presence import GONE, Connection, Presence
from vigil.server.rate_limits import Limits, RateLimited, address_key
from vigil.server.settings import ServerSettings
from vigil.server.steady_clock import START, SteadyClock
from vigil.storage.hub import MemoryHub
from vigil.storage.ids import fresh_id
from vigil.storage.store import Store
from vigil.table.clocks import DAY
from vigil.table.refusals import Refused

Story = Callable[[SetClock, Presence, Presence], Awaitable[None]]


def with_two_workers(sqlite: str, story: Story) -> None:
    async def told() -> None:
        clock, line = SetClock(), MemoryHub()
        store = await Store.open(sqlite)
        await store.close()
        first, second = (Presence(Host(store, clock, hub), 3, 5) for hub in (line, line.another()))
        async with asyncio.timeout(PATIENCE):
            await story(clock, first, second)

    asyncio.run(told())


def connection(person: str, table: str = "t", address: str = "") -> Connection:
    return Connection(table, person, "", address or person)


async def until_here(presence: Presence, *people: str) -> None:
    """What happens at another worker is heard of a little later."""
    while presence.here("t") != set(people):
        await asyncio.sleep(0.01)


def test_workers_know_who_is_connected_elsewhere(sqlite: str) -> None:
    async def story(_: SetClock, first: Presence, second: Presence) -> None:
        ada, ben, nobody = connection("ada"), connection("ben"), connection("")
        first.arrive(ada)
        second.arrive(ben)
        second.arrive(nobody)
        while len(first.here("t")) < 3 or len(second.here("t")) < 3:
            await asyncio.sleep(0.01)
        assert {"ada", "ben"} <= first.here("t")
        second.leave(ben)
        second.leave(nobody)
        assert second.here("t") == {"ada"}
        await until_here(first, "ada")
        assert first.here("another") == set()

    with_two_workers(sqlite, story)


def test_somebody_with_two_lines_is_there_once_until_both_are_closed(sqlite: str) -> None:
    async def story(_: SetClock, first: Presence, second: Presence) -> None:
        lines = [connection("ada") for _ in range(2)]
        for line in lines:
            first.arrive(line)
        await until_here(second, "ada")
        first.leave(lines[0])
        first.tell_again()
        assert second.here("t") == {"ada"}
        first.leave(lines[1])
        await until_here(second)

    with_two_workers(sqlite, story)


def test_the_people_of_a_worker_that_is_gone_are_gone(sqlite: str) -> None:
    async def story(clock: SetClock, first: Presence, second: Presence) -> None:
        first.arrive(connection("ada"))
        await until_here(second, "ada")
        clock.time += GONE - 1
        first.tell_again()
        clock.time += GONE - 1
        assert second.here("t") == {"ada"}
        clock.time += 2
        assert second.here("t") == set()
        second.tell_again()
        assert second._elsewhere == {}

    with_two_workers(sqlite, story)


def test_many_tables_are_told_again_in_few_messages_that_fit(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(_: SetClock, first: Presence, second: Presence) -> None:
        tables = [fresh_id() for _ in range(300)]
        for table_id in tables:
            first.arrive(connection(fresh_id(), table_id))
        said: list[str] = []
        monkeypatch.setattr(first._host.hub, "say", said.append)
        first.tell_again()
        assert len(said) < 10
        assert max(len(text.encode()) for text in said) < 8_000, "PostgreSQL takes no more."
        for text in said:
            second._heard(text)
        assert all(len(second.here(table_id)) == 1 for table_id in tables)

    with_two_workers(sqlite, story)


def test_nonsense_from_another_worker_is_not_believed(sqlite: str) -> None:
    async def story(_: SetClock, first: Presence, second: Presence) -> None:
        for text in ("", "[]", '["w", {"t": 5}]', "nonsense"):
            first._heard(text)
            second._heard(text)
        assert first.here("t") == set()

    with_two_workers(sqlite, story)


def test_nobody_has_too_many_lines(sqlite: str) -> None:
    async def story(_: SetClock, first: Presence, second: Presence) -> None:
        for _ in range(3):
            first.arrive(connection("ada"))
        with pytest.raises(Refused, match="You have 3 connections"):
            first.arrive(connection("ada", "u", "elsewhere"))

    with_two_workers(sqlite, story)


def test_no_address_has_too_many_lines(sqlite: str) -> None:
    """Whether they have a name or not; one that is closed makes room."""

    async def story(_: SetClock, first: Presence, second: Presence) -> None:
        lines = [connection(person, address="192.0.2.1") for person in ("", "", "", "ada", "ben")]
        for line in lines:
            first.arrive(line)
        for person in ("", "cleo"):
            with pytest.raises(Refused, match="address has 5 connections"):
                first.arrive(connection(person, address="192.0.2.1"))
        first.arrive(connection("", address="192.0.2.2"))
        first.leave(lines[0])
        first.arrive(connection("cleo", address="192.0.2.1"))

    with_two_workers(sqlite, story)


def test_many_who_come_and_go_are_told_together_and_in_few_bytes(sqlite: str) -> None:
    with serving(sqlite) as served:
        ada, _, table = begun(served)
        line = ada.line(table)
        size = len(json.dumps(line.told()))
        crowd = [served.guest() for _ in range(12)]
        for guest in crowd:
            guest.line(table).told()
        while line.told()["watching"] < len(crowd):
            pass
        for guest in crowd:
            guest.leave()
        while line.told()["watching"]:
            pass
        assert sum(len(json.dumps(message)) for message in line.heard[1:]) < size
        assert {message["kind"] for message in line.heard[1:]} == {"presence"}


def test_who_comes_in_the_same_moment_is_told_once(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vigil.server.presence.TOGETHER", 0.01)
    told: list[str] = []

    async def story() -> None:
        store = await Store.open(sqlite)
        host = Host(store)
        monkeypatch.setattr(host, "nudge", told.append)
        presence = Presence(host, 20, 0)
        for number in range(12):
            presence.arrive(Connection("t", f"person {number}", "", "address"))
        assert told == []
        while not told:
            await asyncio.sleep(0.01)
        await store.close()

    asyncio.run(story())
    assert told == ["t"]


# --- what is remembered


def test_what_is_looked_up_is_remembered_for_a_while() -> None:
    clock, asked = SetClock(), []

    async def look_up(keys: list[str]) -> dict[str, str]:
        asked.append(keys)
        return {key: key.upper() for key in keys if key != "nobody"}

    async def story() -> None:
        names = Cache(look_up, clock)
        assert await names.of(["ada", "nobody"]) == {"ada": "ADA"}
        assert await names.of(["ada", "nobody", "ben"]) == {"ada": "ADA", "ben": "BEN"}
        assert asked == [["ada", "nobody"], ["ben"]]
        names.forget("ada")
        await names.of(["ada", "ben"])
        assert asked[2:] == [["ada"]]
        many = [str(number) for number in range(MOST)]
        assert len(await names.of(["ada", *many])) == MOST + 1
        assert await names.of(["ada"]) == {"ada": "ADA"}

    asyncio.run(story())


def test_what_is_in_use_is_looked_up_again_together() -> None:
    clock, asked = SetClock(), []

    async def look_up(keys: list[str]) -> dict[str, str]:
        asked.append(sorted(keys))
        return {key: key.upper() for key in keys}

    async def story() -> None:
        names = Cache(look_up, clock)
        for person in ("ada", "ben", "gone"):
            await names.of([person])
        assert names.known(["ada", "ben"]) == {"ada": "ADA", "ben": "BEN"}
        clock.time += LASTS + 1
        assert names.known(["ada"]) is None
        await names.of(["ada"])
        assert asked[3:] == [["ada", "ben"]], "Whoever has gone is not looked up for ever."

    asyncio.run(story())


def test_what_changes_while_it_is_looked_up_is_not_remembered() -> None:
    async def look_up(keys: list[str]) -> dict[str, str]:
        names.forget("ada")
        return dict.fromkeys(keys, "before")

    async def story() -> None:
        assert await names.of(["ada"]) == {"ada": "before"}
        assert names.known(["ada"]) is None

    names = Cache(look_up, SetClock())
    asyncio.run(story())


# --- limits


def test_a_bucket_fills_again() -> None:
    clock = SetClock()
    limits = Limits(ServerSettings(actions_a_second=2.0), clock)
    for _ in range(10):
        limits.spend("action", "ada")
    with pytest.raises(RateLimited) as met:
        limits.spend("action", "ada")
    assert met.value.seconds == 1
    limits.spend("action", "ben")
    clock.time += 0.5
    limits.spend("action", "ada")
    with pytest.raises(RateLimited):
        limits.spend("action", "ada")


def test_the_time_of_a_server_does_not_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = time.time
    clock = SteadyClock()
    began = clock.now()
    assert abs(began - wall()) < 60
    for step in (3_600.0, -3_600.0):
        monkeypatch.setattr(time, "time", lambda step=step: wall() + step)
        assert 0 <= clock.now() - began < 600
    monkeypatch.setattr(time, "time", lambda: wall() + 3_600.0)
    monkeypatch.setenv(START, clock.start)
    assert 0 <= SteadyClock().now() - began < 600, "A worker that is started later has the time of the others."
    monkeypatch.setattr(time, "time", lambda: wall() + 10 * DAY)
    assert clock.now() - began > 9 * DAY, "The machine had no date before."


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
    monkeypatch.setattr("vigil.server.rate_limits.MOST_BUCKETS", 100)
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
