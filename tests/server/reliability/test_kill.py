"""kill -9 at any moment: nothing that was acknowledged is lost, nothing is done twice, and every game goes on.

More of it: VIGIL_KILLS=200 pytest -n 0 tests/server/reliability/test_kill.py
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from tests.helpers.processes import PATIENCE, ServerProcess
from tests.helpers.wire_players import Person, Player
from vigil.cli import main

KILLS = {"sqlite": 6, "postgres": 6}
SETTINGS = {"honor_pool": 12}
MOST_CHOICES = 40
"""Between two kills, all tables together."""


class Evening:
    """Some tables where games are played one after the other, until the server has been killed often enough."""

    def __init__(self, server: ServerProcess, folder: Path, seed: int) -> None:
        self.server = server
        self.chance = Random(seed)
        self.players: list[Player] = []
        self.tables: list[str] = []
        self.is_late = False
        self._folder = folder
        self.choices = 0
        self._awaited = 0
        self._enough = asyncio.Event()

    def acknowledged(self) -> None:
        self.choices += 1
        if self.choices >= self._awaited:
            self._enough.set()

    async def some_choices(self) -> None:
        self._awaited = self.choices + self.chance.randint(1, MOST_CHOICES)
        self._enough.clear()
        await self._enough.wait()

    async def games(self, people: list[Person], seats: list[str]) -> None:
        while not self.is_late:
            await self.one_game(people, seats)

    async def one_game(self, people: list[Person], seats: list[str]) -> None:
        """Others than the owner take the seats that are left; the last of the people only watches."""
        owner, *others, watcher = people
        asked = {"settings": {**SETTINGS, "players": len(seats)}, "seats": seats}
        table = (await owner.post("/api/tables", asked))["id"]
        self.tables.append(table)
        free = [place for place, who in enumerate(seats) if not who]
        for person, place in zip(others, free, strict=True):
            await person.act(table, do="sit", seat=place)
        await owner.act(table, do="start")
        players = [self._player(person, table) for person in (owner, *others, watcher)]
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
        await self._check(table, players)

    def _player(self, person: Person, table: str) -> Player:
        found = Player(person, table, Random(self.chance.random()), self.acknowledged)
        self.players.append(found)
        return found

    async def _check(self, table: str, players: list[Player]) -> None:
        """The game holds exactly the choices that were acknowledged, in their order, each of them once."""
        person = players[0].person
        page = (await person.get(f"/api/games/{table}")).json()
        for player in players:
            seats = player.now["your_seats"]
            chosen = [action["choice"] for _, action, _ in player.acknowledged]
            assert [step["choice"] for step in page["steps"] if step["seat"] in seats] == chosen
            numbers = [number for _, _, number in player.acknowledged]
            assert numbers == sorted(set(numbers))
        for player in players:
            for key, action, number in player.acknowledged[-3:]:
                assert (await player.person.act(table, key, **action))["number"] == number
        file = self._folder / f"{table}.json"
        file.write_text((await person.get(f"/api/games/{table}/record")).text)
        done = CliRunner().invoke(main, ["verify", str(file)])
        assert done.exit_code == 0, done.output
        assert "Its seed fits the commitment" in done.output


async def kill_while_it_starts(server: ServerProcess, chance: Random) -> None:
    await server.spawn()
    await asyncio.sleep(chance.random() * 2)
    await server.kill()


async def kill_again_and_again(evening: Evening, kills: int) -> None:
    """Under load, and every fourth time while it starts."""
    server, chance = evening.server, evening.chance
    for number in range(kills):
        if number % 4 == 3:
            await kill_while_it_starts(server, chance)
        else:
            await server.start()
            await evening.some_choices()
            # A moment of its own: in the middle of a write, of a thought, of a message.
            await asyncio.sleep(chance.random() * 0.05)
            await server.kill()
    await server.start()
    evening.is_late = True


async def play_an_evening(database: str, folder: Path, kills: int, seed: int) -> Evening:
    async with ServerProcess(database, folder) as server, asyncio.timeout(PATIENCE + kills * 30):
        # The database is empty: this one dies somewhere on the way to its first table.
        await kill_while_it_starts(server, Random(seed))
        await server.start()
        evening = Evening(server, folder, seed)
        ada, ben, cleo, dora, eve = [await Person.arriving(server) for _ in range(5)]
        await server.kill()
        async with asyncio.TaskGroup() as group:
            group.create_task(evening.games([ada, ben, eve], ["me", ""]))
            group.create_task(evening.games([cleo, dora, eve], ["me", "", "random"]))
            group.create_task(evening.games([dora, eve], ["me", "casual"]))
            group.create_task(evening.games([eve, ada], ["me", "me"]))
            group.create_task(kill_again_and_again(evening, kills - 2))
        lobby = (await cleo.get("/api/lobby")).json()
        assert {each["id"] for each in lobby["mine"]} <= set(evening.tables), "A table was opened twice."
        assert '"level": "error"' not in server.log
        return evening


@pytest.mark.slow
@pytest.mark.parametrize("kind", KILLS)
def test_nothing_that_was_acknowledged_is_lost_when_the_server_is_killed(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The moments have seed 5; the deals are the server's own."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    if kind == "postgres":
        database = request.getfixturevalue("postgres_url")
    kills = int(os.environ.get("VIGIL_KILLS", KILLS[kind]))
    evening = asyncio.run(play_an_evening(database, tmp_path, kills, seed=5))
    restored = sum(player.prompts_restored for player in evening.players)
    again = sum(player.sent_again for player in evening.players)
    print(f"{kind}: {kills} kills, {evening.choices} choices, {restored} prompts restored, {again} sent again")
    assert restored > kills, "The kills came while nobody looked at an open question."
    assert again > 0, "No kill came between a choice and its acknowledgement."
