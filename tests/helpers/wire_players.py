"""People who play on, whatever happens to the server, and who notice when it has forgotten or repeated something."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.helpers.processes import Line, ServerProcess

Message = dict[str, Any]
CUT_OFF = (OSError, EOFError, ConnectionClosed, InvalidHandshake)


class Person:
    """Somebody with a cookie. Requests are repeated with their keys until a server has answered."""

    def __init__(self, server: ServerProcess, cookie: str, person_id: str) -> None:
        self.server = server
        self.cookie = cookie
        self.id = person_id
        self._keys = count()

    @staticmethod
    async def arriving(server: ServerProcess) -> Person:
        async with server.http() as http:
            me = (await http.get("/api/me")).raise_for_status().json()
            return Person(server, f"vigil={http.cookies['vigil']}", me["id"])

    async def get(self, path: str) -> httpx.Response:
        return await self._ask("GET", path, {})

    async def post(self, path: str, data: Message, key: str = "") -> Message:
        answer = await self._ask("POST", path, data, key or f"request-{next(self._keys)}")
        return dict(answer.json())

    async def act(self, table: str, key: str = "", **action: Any) -> Message:
        return await self.post(f"/api/tables/{table}/actions", action, key)

    async def _ask(self, method: str, path: str, data: Message, key: str = "") -> httpx.Response:
        body = {"json": data, "headers": {"idempotency-key": key}} if key else {}
        while True:
            await self.server.is_up.wait()
            try:
                async with self.server.http(self.cookie) as http:
                    answer = await http.request(method, path, **body)
            except httpx.TransportError:
                continue
            assert answer.is_success, f"{method} {path}: {answer.text}"
            return answer


class Player:
    """A person at a table, who takes any option as soon as there is one; without a seat only a pair of eyes.

    A choice that was not acknowledged when the line broke is sent again with its key. `acknowledged` holds the choices
    in their order: the key, the action, and the number of the entry that it became.
    """

    def __init__(self, person: Person, table: str, chance: Random, acknowledged: Callable[[], None]) -> None:
        self.person = person
        self.table = table
        self.now: Message = {}
        self.acknowledged: list[tuple[str, Message, int]] = []
        self.prompts_restored = 0
        self.sent_again = 0
        self._tell = acknowledged
        self._chance = chance
        self._open: Message | None = None
        self._answered = 0

    @property
    def is_over(self) -> bool:
        return self.now.get("phase") in ("finished", "ended")

    @property
    def seen(self) -> int:
        """The last entry that this player knows of: it must never be gone."""
        done = self.acknowledged[-1][2] if self.acknowledged else 0
        return max(done, self.now.get("number", 0))

    async def play(self) -> None:
        """Until the game is over."""
        while not self.is_over:
            await self.person.server.is_up.wait()
            try:
                await self._play_on_one_line()
            except CUT_OFF:
                continue

    async def _play_on_one_line(self) -> None:
        server, since = self.person.server, self.now.get("number", 0)
        async with server.line(self.table, self.person.cookie, since) as line:
            self._compare(json.loads(await line.recv()))
            if self._open is not None:
                self.sent_again += 1
                await line.send(json.dumps(self._open))
            while not self.is_over or self._open is not None:
                await self._choose(line)
                self._hear(json.loads(await line.recv()))

    def _compare(self, told: Message) -> None:
        """What was seen before is still so: the same entry has the same board, the same question, the same options."""
        assert told["kind"] == "table", told
        assert told["number"] >= self.seen, f"Entry {self.seen} of table {self.table} is gone: {told['number']}."
        if self.now and told["number"] == self.now["number"]:
            assert prompt(told) == prompt(self.now)
            self.prompts_restored += 1
        self.now = told

    def _hear(self, message: Message) -> None:
        if message["kind"] == "table":
            assert message["number"] >= self.now["number"]
            self.now = message
            return
        if message["kind"] == "presence":
            return
        assert self._open is not None, message
        assert (message["kind"], message["key"]) == ("done", self._open["key"]), (message, self._open)
        self.acknowledged.append((message["key"], self._open["action"], message["number"]))
        self._open = None
        self._tell()

    async def _choose(self, line: Line) -> None:
        view = next((each for each in self.now["views"] if each["decision"]), None)
        if view is None or self._open is not None or self.now["version"] <= self._answered:
            return
        texts = [each["text"] for each in view["decision"]["options"]]
        version = self._answered = self.now["version"]
        # Whoever ends every second turn at once never gets to the end of a game.
        choice = self._chance.choice([text for text in texts if text != "end turn"] or texts)
        action = {"do": "choose", "seat": view["seat"], "version": version, "choice": choice}
        self._open = {"key": f"choice-{version}", "action": action}
        await line.send(json.dumps(self._open))


def prompt(told: Message) -> Message:
    """Everything about a position that may not change by itself: not who is there, and how much of it is news."""
    views = [{**view, "news": None} for view in told["views"]]
    return {"version": told["version"], "phase": told["phase"], "undo": told["undo"], "views": views}
