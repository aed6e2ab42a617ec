"""Ratings in the database: written with the end of a game, once, and the same when they are computed again."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from random import Random

import pytest
from sqlalchemy import delete, insert, select, update

from tests.helpers.hosts import SetClock, with_hosts
from tests.helpers.journals import ADA, BEN, CLEO
from tests.helpers.rated_games import begun, won
from vigil.ratings.games import RatedGame, RatedPlayer, Standing, rated
from vigil.ratings.glicko import Rating
from vigil.ratings.pools import Pool
from vigil.server.host import Host
from vigil.storage import schema
from vigil.storage.audit import CLI
from vigil.storage.history import History
from vigil.storage.people import People
from vigil.storage.personal_data import delete_person
from vigil.storage.ratings import Change, Ratings
from vigil.storage.rerating import in_order, rerate
from vigil.table import actions as do
from vigil.table.actions import SERVER
from vigil.table.clocks import DAY, DaysPerTurn
from vigil.table.refusals import Refused
from vigil.table.table import Phase


async def ratings_of(host: Host, *people: str) -> dict[str, dict[Pool, Standing]]:
    return await Ratings(host.store.database).of(people)


async def changes(host: Host) -> list[Change]:
    """All of them, in the order in which the games were rated."""
    async with host.store.database.reading() as connection:
        kept = schema.rating_changes.c
        ids = list(await connection.scalars(select(kept.table_id).order_by(kept.number, kept.seat)))
    found = await Ratings(host.store.database).changes_at(ids)
    return [change for table_id in dict.fromkeys(ids) for change in found[table_id].values()]


async def nothing_changes_when_rated_again(host: Host, games: int) -> None:
    found = await rerate(host.store, CLI, 5.0)
    assert (found.games, found.games_before, found.changed, found.ratings) == (games, games, 0, {})


def test_the_end_of_a_game_changes_ratings_in_its_pool(database_url: str) -> None:
    async def story(host: Host) -> None:
        table_id = await won(host, ADA, BEN)
        await won(host, BEN, ADA, clock=DaysPerTurn(3))
        found = await ratings_of(host, ADA, BEN, CLEO)
        game = RatedGame(Pool.LIVE, 1_000.0, (RatedPlayer(ADA, "", 1, 0), RatedPlayer(BEN, "", 2, 1)))
        expected = rated(game, {})
        assert {person: each[Pool.LIVE] for person, each in found.items()} == expected
        assert found[ADA][Pool.CORRESPONDENCE] == expected[BEN]._replace(rating=found[ADA][Pool.CORRESPONDENCE].rating)
        (change,) = await Ratings(host.store.database).history(ADA, Pool.LIVE, 10)
        assert change == Change(table_id, 0, ADA, Pool.LIVE, 1_000.0, Rating(), expected[ADA].rating, 1)
        await nothing_changes_when_rated_again(host, 2)

    with_hosts(database_url, 1, story)


def test_a_game_that_counts_for_nobody_changes_nothing(database_url: str) -> None:
    async def story(host: Host) -> None:
        closed = await begun(host, ADA, BEN)
        await host.act(closed.id, SERVER, do.Close())
        aborted = await host.open(ADA, closed.settings)
        for seat, person in enumerate((ADA, BEN)):
            await host.act(aborted.id, person, do.Sit(seat))
        await host.act(aborted.id, ADA, do.Start())
        await host.act(aborted.id, ADA, do.Abort())
        assert await ratings_of(host, ADA, BEN) == {}
        await nothing_changes_when_rated_again(host, 0)

    with_hosts(database_url, 1, story)


def test_what_is_said_after_a_game_does_not_rate_it_again(database_url: str) -> None:
    async def story(host: Host) -> None:
        table_id = await won(host, ADA, BEN)
        await host.act(table_id, BEN, do.Say(phrase="good-game"))
        assert (await ratings_of(host, ADA))[ADA][Pool.LIVE].games == 1
        await nothing_changes_when_rated_again(host, 1)

    with_hosts(database_url, 1, story)


def test_a_request_that_is_repeated_at_another_worker_is_rated_once(database_url: str) -> None:
    async def story(first: Host, second: Host) -> None:
        table = await begun(first, ADA, BEN)
        done = await asyncio.gather(*(host.act(table.id, BEN, do.Leave(), "k") for host in (first, second) * 3))
        assert len({each.number for each in done}) == 1
        assert (await ratings_of(first, ADA))[ADA][Pool.LIVE].games == 1
        assert len(await changes(first)) == 2
        await nothing_changes_when_rated_again(second, 1)

    with_hosts(database_url, 2, story)


def test_resigning_at_both_workers_at_once_has_one_result(database_url: str) -> None:
    async def story(first: Host, second: Host) -> None:
        for _ in range(5):
            table = await begun(first, ADA, BEN)
            await second.table(table.id)
            done = await asyncio.gather(
                first.act(table.id, ADA, do.Leave()), second.act(table.id, BEN, do.Leave()), return_exceptions=True
            )
            assert sum(isinstance(each, Refused) for each in done) == 1
            mine, theirs = await first.table(table.id), await second.table(table.id)
            assert mine.left_by == theirs.left_by
        assert [each.games for each in await changes(first)] == [n for n in range(1, 6) for _ in range(2)]
        await nothing_changes_when_rated_again(first, 5)

    with_hosts(database_url, 2, story)


def test_resigning_and_running_out_of_time_at_the_same_moment_is_one_loss(database_url: str) -> None:
    """At one worker time is up; at the other, whose clock is a moment behind, the opponent resigns."""

    async def story(first: Host, second: Host) -> None:
        for turn in range(6):
            table = await begun(first, ADA, BEN)
            await second.table(table.id)
            late = SetClock()
            late.time = first.clock.now() + 61
            second.clock = late
            waiting = table.seats[1 - table.deciding].person
            both = [first.act(table.id, waiting, do.Leave()), second.tick()]
            await asyncio.gather(*(both if turn % 2 else both[::-1]), return_exceptions=True)
            now = await first.table(table.id)
            await second.refresh()
            assert now.phase == Phase.ENDED
            found = (await Ratings(first.store.database).changes_at([table.id]))[table.id]
            loser = now.left_by
            assert found[loser].after.value < found[loser].before.value
            assert found[1 - loser].after.value > found[1 - loser].before.value
        await nothing_changes_when_rated_again(first, 6)

    with_hosts(database_url, 2, story)


def test_games_of_one_person_that_end_at_once_are_rated_one_after_the_other(database_url: str) -> None:
    """Ada plays eight games at two workers. Whichever ends first, each is rated with what the ones before it made."""

    async def story(first: Host, second: Host) -> None:
        others = [f"p{n}" for n in range(8)]
        tables = [await begun((first, second)[n % 2], ADA, other) for n, other in enumerate(others)]
        ends = [
            (first, second)[n % 2].act(table.id, other, do.Leave())
            for n, (table, other) in enumerate(zip(tables, others, strict=True))
        ]
        await asyncio.gather(*ends)
        history = await Ratings(first.store.database).history(ADA, Pool.LIVE, 100)
        assert [each.games for each in history] == list(range(1, 9))
        for before, after in pairwise(history):
            assert after.before == before.after
        await nothing_changes_when_rated_again(second, 8)

    with_hosts(database_url, 2, story)


def test_everything_can_be_computed_again(database_url: str) -> None:
    """A small season with all kinds of games; then the ratings are damaged in every way."""

    async def story(host: Host) -> None:
        chance = Random(3)
        people = [ADA, BEN, CLEO, "dan"]
        for _ in range(12):
            host.clock.time += chance.random() * 30 * DAY  # type: ignore[attr-defined]
            who = chance.sample(people, chance.choice([2, 2, 3, 4]))
            settings = {"variant": "team"} if len(who) == 4 else {}
            table = await begun(host, *who, **settings)
            for person in who[1:]:
                if not (await host.table(table.id)).is_over:
                    await host.act(table.id, person, do.Leave())
        before, ratings = await changes(host), await ratings_of(host, *people)
        await nothing_changes_when_rated_again(host, 12)
        database = host.store.database
        async with database.writing() as connection:
            await connection.execute(update(schema.ratings).where(schema.ratings.c.person == ADA).values(rating=2800.0))
            first = before[0].table_id
            await connection.execute(delete(schema.rating_changes).where(schema.rating_changes.c.table_id == first))
        found = await rerate(host.store, CLI, 5.0)
        assert (found.games, found.games_before, found.changed) == (12, 11, 1)
        assert ADA in {person for person, _ in found.ratings}
        assert await changes(host) == before
        assert await ratings_of(host, *people) == ratings
        async with database.writing() as connection:
            await connection.execute(delete(schema.ratings))
            await connection.execute(delete(schema.rating_changes))
        await rerate(host.store, CLI, 5.0)
        assert await changes(host) == before
        assert await ratings_of(host, *people) == ratings

    with_hosts(database_url, 1, story)


def test_the_order_of_rated_games_stays_whatever_the_clocks_say() -> None:
    def game(ended: float) -> RatedGame:
        return RatedGame(Pool.LIVE, ended, ())

    games = [("a", game(10.0)), ("b", game(9.0)), ("c", game(30.0)), ("new", game(20.0)), ("old", game(1.0))]
    ordered = in_order(games, {"a": 1, "b": 2, "c": 3})
    assert [table_id for table_id, _ in ordered] == ["old", "a", "b", "new", "c"]


def test_a_game_with_a_guest_is_not_rated(database_url: str) -> None:
    """In journals from before accounts were asked for there are some."""

    async def story(host: Host) -> None:
        guest = await People(host.store.database).add_guest("Guest 1", 0.0)
        await won(host, ADA, guest.id)
        assert await ratings_of(host, ADA, guest.id) == {}
        await nothing_changes_when_rated_again(host, 0)

    with_hosts(database_url, 1, story)


# --- leaderboards


async def account(host: Host, name: str, rating: float, deviation: float = 60.0, updated: float = 0.0) -> str:
    people = People(host.store.database)
    person = await people.add_guest("Guest 1", 0.0)
    await people.register(person.id, name, "hash")
    row = {"person": person.id, "pool": "live", "rating": rating, "deviation": deviation, "volatility": 0.06}
    async with host.store.database.writing() as connection:
        await connection.execute(insert(schema.ratings), {**row, "games": 9, "updated": updated})
    return person.id


def test_a_leaderboard_has_established_ratings_in_pages(database_url: str) -> None:
    async def story(host: Host) -> None:
        now = 400 * DAY
        ids = {name: await account(host, name, rating, updated=now) for name, rating in ROWS}
        await account(host, "Provisional", 2900, deviation=111, updated=now)
        await account(host, "Long gone", 2800, deviation=60, updated=now - 366 * DAY)
        await account(host, "Still here", 2000, deviation=60, updated=now - 364 * DAY)
        ratings = Ratings(host.store.database)
        total, lines = await ratings.leaderboard(Pool.LIVE, now, 0, 3)
        assert total == 5
        assert [(each.rank, each.name) for each in lines][:2] == [(1, "Still here"), (2, "Ada")]
        assert lines[2].rank == 3
        _, rest = await ratings.leaderboard(Pool.LIVE, now, 3, 3)
        assert [each.rank for each in rest] == [3, 5]
        assert {lines[2].name, rest[0].name} == {"Ben", "Cleo"}
        assert await ratings.leaderboard(Pool.TEAM, now, 0, 3) == (0, [])
        await History(host.store.database, host.store.load).set_private(ids["Ben"], True)
        assert "Ben" not in [each.name for each in (await ratings.leaderboard(Pool.LIVE, now, 0, 9))[1]]
        await delete_person(host.store.database, ids["Ada"])
        assert "Ada" not in [each.name for each in (await ratings.leaderboard(Pool.LIVE, now, 0, 9))[1]]

    with_hosts(database_url, 1, story)


ROWS = [("Ada", 1900.0), ("Ben", 1800.0), ("Cleo", 1800.0), ("Dan", 1500.0)]


@pytest.mark.parametrize("pool", Pool)
def test_an_empty_history(database_url: str, pool: Pool) -> None:
    async def story(host: Host) -> None:
        assert await Ratings(host.store.database).history(ADA, pool, 5) == []

    with_hosts(database_url, 1, story)
