"""A real server on a free port of this machine, in a thread; and the guests who come to it."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from typing import Any
from unittest.mock import patch

import httpx
import uvicorn
from argon2 import PasswordHasher
from litestar import Litestar
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from vigil.server.app import create_app
from vigil.server.host import Clock
from vigil.server.passwords import Passwords
from vigil.server.serve import bound_socket, uvicorn_config
from vigil.server.services import MakeBotPlayers, Services
from vigil.server.settings import ServerSettings
from vigil.table.fairness import Secret

PATIENCE = 180.0
"""Seconds after which something hangs: on a busy machine everything takes a while."""
QUICK_HASHER = PasswordHasher(time_cost=2, memory_cost=64, parallelism=1)
"""Hundreds of people sign up in the tests: their passwords are not worth a tenth of a second each."""
UNLIMITED: dict[str, Any] = dict.fromkeys(
    ("requests_a_second", "actions_a_second", "chats_a_minute", "tables_an_hour", "reviews_an_hour", "guests_an_hour"),
    0.0,
) | {"address_sockets": 0}
UNUSED = ssl.create_default_context()
"""No server here has a certificate; without this every client of httpx loads all authorities of the system."""
Message = dict[str, Any]


class SetClock:
    """A clock that stands still until somebody moves it; `step` is by how much it was set anew meanwhile."""

    def __init__(self) -> None:
        self.time = 1_000_000.0
        self.step = 0.0

    def now(self) -> float:
        return self.time + self.step

    def monotonic(self) -> float:
        return self.time


class Served:
    """Where a server is reached, its services, and its clock."""

    def __init__(self, port: int, app: Litestar, clock: Any) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.services: Services = app.state.services
        self.clock = clock
        self.guests: list[Guest] = []

    def guest(self, name: str = "", **headers: str) -> Guest:
        """Somebody new; with a name it has been there before."""
        found = Guest(self, headers)
        self.guests.append(found)
        if name:
            found.good(found.http.patch("/api/me", json={"name": name}))
        return found


@contextmanager
def serving(
    database: str, clock: Clock | None = None, bots: MakeBotPlayers | None = None, **given: Any
) -> Iterator[Served]:
    """A server; every deal at its tables has seed 8."""
    settings = ServerSettings(**{"port": 0, "database": database, **UNLIMITED, **given})
    clock = clock or SetClock()
    app = create_app(settings, clock=clock, bots=bots)
    app.state.services.passwords = Passwords(QUICK_HASHER)
    with bound_socket(settings) as taken, patch.object(Secret, "fresh", lambda: Secret(8, "a grain of salt")):
        server = uvicorn.Server(uvicorn_config(app, settings))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        served = Served(taken.getsockname()[1], app, clock)
        try:
            yield served
        finally:
            server.should_exit = True
            thread.join()
            for guest in served.guests:
                guest.leave()


def connected(address: str, headers: dict[str, str]) -> ClientConnection:
    """A WebSocket that is not given up because the machine is busy: only the server looks whether it is alive."""
    patient = {"open_timeout": PATIENCE, "close_timeout": PATIENCE, "ping_interval": None}
    return connect(address, additional_headers=headers, **patient)


class Guest:
    """A person with a browser: cookies stay, lines are closed at the end."""

    def __init__(self, served: Served, headers: dict[str, str]) -> None:
        self.served = served
        self.http = httpx.Client(base_url=served.url, timeout=PATIENCE, headers=headers, verify=UNUSED)
        self._stack = ExitStack()
        self._stack.enter_context(self.http)

    def leave(self) -> None:
        self._stack.close()

    @staticmethod
    def good(answer: httpx.Response) -> Any:
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    @staticmethod
    def refused(answer: httpx.Response, code: str, status: int | None = None) -> Message:
        """Everything that is refused has one shape."""
        told: Message = answer.json()
        assert set(told) == {"kind", "code", "message", "hint", "why", "advice", "key"}
        assert (told["kind"], told["code"]) == ("refused", code), told
        assert status is None or answer.status_code == status
        return told

    @property
    def id(self) -> str:
        return str(self.good(self.http.get("/api/me"))["id"])

    def open(self, seats: list[str], start: bool = False, **settings: Any) -> Message:
        asked = {"settings": settings, "seats": seats, "start": start}
        return dict(self.good(self.http.post("/api/tables", json=asked)))

    def post(self, table: str, key: str = "", **action: Any) -> httpx.Response:
        headers = {"idempotency-key": key} if key else {}
        return self.http.post(f"/api/tables/{table}/actions", json=action, headers=headers)

    def act(self, table: str, key: str = "", **action: Any) -> Message:
        return dict(self.good(self.post(table, key, **action)))

    def now(self, table: str, since: int = 0) -> Message:
        return dict(self.good(self.http.get(f"/api/tables/{table}", params={"since": since})))

    def signs_up(self, name: str) -> Guest:
        """Gets an account."""
        self.good(self.http.post("/api/me/account", json={"name": name, "password": "correct horse"}))
        return self

    def notices(self) -> Notices:
        """Listens to what is new for this person."""
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}
        address = f"ws://127.0.0.1:{self.served.port}/ws/notices"
        return Notices(self._stack.enter_context(connected(address, headers)))

    def line(self, table: str, since: int = 0, **headers: str) -> Line:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        given = {"cookie": cookies, **headers} if cookies else headers
        address = f"ws://127.0.0.1:{self.served.port}/ws/tables/{table}?since={since}"
        return Line(self._stack.enter_context(connected(address, given)))


class Notices:
    """A WebSocket with notices."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def receive(self) -> Message:
        return dict(json.loads(self.socket.recv(timeout=PATIENCE)))

    def until(self, is_there: Callable[[Message], Any]) -> Message:
        """The first notices of which this is true."""
        while not is_there(now := self.receive()):
            pass
        return now


class Line:
    """A WebSocket: what is told, and answers to what was sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table: Message = {}
        self.heard: list[Message] = []
        self._keys = count()

    def close(self) -> None:
        self.socket.close()

    def receive(self) -> Message:
        message: Message = json.loads(self.socket.recv(timeout=PATIENCE))
        self.heard.append(message)
        if message["kind"] == "table":
            self.table = message
        elif message["kind"] == "presence":
            seats = [{**seat, "here": here} for seat, here in zip(self.table["seats"], message["here"], strict=True)]
            self.table = {**self.table, "seats": seats, "watching": message["watching"]}
        return message

    def told(self) -> Message:
        """The table as it is told next, or as it is once somebody has come or gone."""
        while self.receive()["kind"] not in ("table", "presence"):
            pass
        return self.table

    def until(self, number: int) -> Message:
        """The table, as soon as it is at least at this entry."""
        while self.table.get("number", 0) < number:
            self.receive()
        return self.table

    def send(self, action: Message | None, key: str = "") -> Message:
        """The answer: done or refused. Without a key it gets one of its own."""
        key = key or f"k{next(self._keys)}"
        self.socket.send(json.dumps({"key": key, "action": action} if action else {"key": key}))
        while (answer := self.receive())["kind"] in ("table", "presence"):
            pass
        assert answer["key"] == key
        return answer

    def choose(self, choice: str, key: str = "") -> Message:
        seat = self.view["seat"]
        return self.send({"do": "choose", "seat": seat, "version": self.table["version"], "choice": choice}, key)

    @property
    def view(self) -> Message:
        """What is seen from the seat that has to decide, or from the first."""
        views: list[Message] = self.table["views"]
        return next((each for each in views if each["decision"]), views[0])

    @property
    def options(self) -> list[str]:
        decision = self.view["decision"]
        return [each["text"] for each in decision["options"]] if decision else []

    def ended(self) -> tuple[int, str]:
        """How the line was closed by the other side."""
        with suppress(ConnectionClosed):
            while True:
                self.receive()
        return self.socket.close_code or 0, self.socket.close_reason or ""


# --- games at such a server

SHORT = {"honor_pool": 6, "first": 0}


def begun(served: Served, **settings: Any) -> tuple[Guest, Guest, str]:
    """Ada has opened a table, Ben has joined, and Ada has started."""
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open(["me"], **{**SHORT, **settings})["id"]
    ben.act(table, do="sit", seat=1)
    ada.act(table, do="start")
    return ada, ben, table


def play_on(*lines: Line) -> None:
    """Everybody takes the first option that is not the end of the turn, until the game is over."""
    while not all(line.table["phase"] == "finished" for line in lines):
        for line in lines:
            if line.options:
                done = line.choose(line.options[0])
                for each in lines:
                    each.until(done["number"])


def finished(guest: Guest, **settings: Any) -> str:
    """A short game that is over: the guest has played all seats, and the deal has seed 8. Its id."""
    table = guest.open(["me"] * int(settings.get("players", 2)), start=True, **{**SHORT, **settings})["id"]
    line = guest.line(table)
    line.told()
    play_on(line)
    return str(table)
