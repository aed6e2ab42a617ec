"""What is said at a table, in the words of either server: who opens it, and what a player makes of a message.

Both servers are used as their browsers use them: tables are opened over HTTP, one guest a seat, and
everything else goes over one WebSocket a seat. Of a message only what a player needs is read: so reading costs little.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from http.cookiejar import CookieJar, DefaultCookiePolicy
from itertools import count
from math import inf
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec
from msgspec import Struct

Send = Callable[[bytes], None]

CHRONICLE = "chronicle-of-the-godslayer"

VIGIL, PEER, DURABLE_PEER = "vigil", "boardgame.io", "boardgame.io in files"
PEERS = (PEER, DURABLE_PEER)
RATED, NOTICED, ON_POSTGRES = "vigil rated", "vigil with notices", "vigil on PostgreSQL"
ACCOUNTS = 100
"""People who play the rated games. Each plays many at a time: to register more would take longer than to play."""
SHORTEST, LONGEST = 40, 300
"""Entries after which somebody resigns a rated game: so games end all the time, after the first round of each."""


class Unexpected(Exception):
    """The server has sent something that does not belong in a game."""


class Received(NamedTuple):
    """What a message contains: the version of the position, what to send now (if it is this seat's turn), the end."""

    version: int
    choice: bytes | None
    is_over: bool


class Endpoint(NamedTuple):
    """How a seat is reached: the address of its WebSocket, its headers, and its player.

    With `notices`, a second WebSocket is open at that address, as every page has one.
    """

    url: str
    headers: dict[str, str]
    player: "Player"
    notices: str = ""


class Player(ABC):
    """One seat. What has to be sent besides choices is sent at once; `send` is set when it is connected."""

    send: Send

    @abstractmethod
    def receive(self, text: bytes) -> Received | None: ...


class Service(ABC):
    """A server of tables for two."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self.address = f"127.0.0.1:{port}"
        self.random = Random(seed)
        # Everybody has a cookie of their own, so the client keeps none.
        nobody = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        self.http = httpx.AsyncClient(base_url=f"http://{self.address}", timeout=120, cookies=nobody)

    async def post(self, path: str, data: Any, **headers: str) -> httpx.Response:
        answer = await self.http.post(path, json=data, headers=headers)
        if not answer.is_success:
            raise Unexpected(f"{path}: {answer.status_code} {answer.text[:300]}")
        return answer

    async def prepare(self) -> None:  # noqa: B027
        """What has to be there before the first table is opened; most services need nothing."""

    @abstractmethod
    async def open_table(self) -> list[Endpoint]: ...


# --- Vigil


class _Option(Struct):
    text: str


class _Decision(Struct):
    options: list[_Option]


class _View(Struct):
    seat: int
    decision: _Decision | None


class _Table(Struct, tag_field="kind", tag="table"):
    number: int
    version: int
    phase: str
    views: list[_View]


class _Done(Struct, tag_field="kind", tag="done"):
    pass


class _Refused(Struct, tag_field="kind", tag="refused"):
    message: str


class _Presence(Struct, tag_field="kind", tag="presence"):
    pass


_decoder = msgspec.json.Decoder(_Table | _Done | _Refused | _Presence)


class VigilPlayer(Player):
    """Chooses at random, and ends a turn when there is nothing else to do: so games end, as those of people do.

    With a `resigns` it leaves the game at that version.
    """

    def __init__(self, random: Random, resigns: float = inf) -> None:
        self._random = random
        self._resigns = resigns
        self._keys = count()

    def receive(self, text: bytes) -> Received | None:
        message = _decoder.decode(text)
        if isinstance(message, _Table):
            decision = message.views[0].decision
            choice = (
                None if decision is None else self._choice(message.version, message.views[0].seat, decision.options)
            )
            return Received(message.number, choice, message.phase in ("finished", "ended"))
        if isinstance(message, _Refused):
            raise Unexpected(message.message)
        return None

    def _choice(self, version: int, seat: int, options: list[_Option]) -> bytes:
        wanted = [option.text for option in options if option.text != "end turn"] or ["end turn"]
        action: dict[str, Any] = {"do": "leave"}
        if version < self._resigns:
            action = {"do": "choose", "seat": seat, "version": version, "choice": self._random.choice(wanted)}
        return msgspec.json.encode({"key": f"k{next(self._keys)}", "action": action})


class Vigil(Service):
    async def open_table(self) -> list[Endpoint]:
        settings = {"sets": [CHRONICLE], "players": 2}
        opened = await self.post("/api/tables", {"settings": settings, "seats": ["me", ""]})
        table = opened.json()["id"]
        joined = await self.post(f"/api/tables/{table}/actions", {"do": "sit", "seat": 1})
        cookies = [answer.headers["set-cookie"].partition(";")[0] for answer in (opened, joined)]
        await self.post(f"/api/tables/{table}/actions", {"do": "start"}, cookie=cookies[0])
        url = f"ws://{self.address}/ws/tables/{table}"
        return [Endpoint(url, {"Cookie": cookie}, VigilPlayer(self.random)) for cookie in cookies]


class NoticedVigil(Vigil):
    """Every seat has a page, which is notified as well when it is its turn."""

    async def open_table(self) -> list[Endpoint]:
        notices = f"ws://{self.address}/ws/notices"
        return [each._replace(notices=notices) for each in await super().open_table()]


class RatedVigil(Vigil):
    """Rated games between people with accounts. Each ends with an update of both ratings."""

    def __init__(self, port: int, seed: int = 1) -> None:
        super().__init__(port, seed)
        self._cookies: list[str] = []

    async def prepare(self) -> None:
        for number in range(ACCOUNTS):
            # The first request of somebody makes a guest, who then registers.
            hello = await self.http.get("/api/me")
            cookie = hello.headers["set-cookie"].partition(";")[0]
            account = {"name": f"Player {number + 1}", "password": f"password of player {number + 1}"}
            await self.post("/api/me/account", account, cookie=cookie)
            self._cookies.append(cookie)

    async def open_table(self) -> list[Endpoint]:
        first, second = self.random.sample(self._cookies, 2)
        settings = {"sets": [CHRONICLE], "players": 2, "rated": True, "clock": {"kind": "turn", "seconds": 600}}
        opened = await self.post("/api/tables", {"settings": settings, "seats": ["me", ""]}, cookie=first)
        table = opened.json()["id"]
        await self.post(f"/api/tables/{table}/actions", {"do": "sit", "seat": 1}, cookie=second)
        await self.post(f"/api/tables/{table}/actions", {"do": "start"}, cookie=first)
        url, resigns = f"ws://{self.address}/ws/tables/{table}", self.random.randint(SHORTEST, LONGEST)
        return [Endpoint(url, {"Cookie": each}, VigilPlayer(self.random, resigns)) for each in (first, second)]


# --- boardgame.io, which uses Socket.IO 4


class _Seat(Struct):
    hand: list[str] | int
    runes: int


class _Cards(Struct):
    row: list[str]
    players: dict[str, _Seat]


class _Context(Struct, rename="camel"):
    current_player: str
    gameover: Any = None


class _State(Struct):
    cards: _Cards = msgspec.field(name="G")
    context: _Context = msgspec.field(name="ctx")
    version: int = msgspec.field(name="_stateID")


class _Sync(Struct):
    state: _State


class _Event(Struct, array_like=True):
    name: str
    match: str
    body: msgspec.Raw = msgspec.Raw()


_event = msgspec.json.Decoder(_Event)
_state = msgspec.json.Decoder(_State)
_sync = msgspec.json.Decoder(_Sync)

GAME = "cards"
COSTS = {"Mystic": 3, "Seer": 4, "Warden": 5, "Oracle": 6, "Smith": 2, "Ranger": 3, "Herald": 4, "Titan": 7}
PING, PONG, CONNECT, CONNECTED, EVENT = b"2", b"3", f"40/{GAME},".encode(), b"40", f"42/{GAME},".encode()


class BoardgamePlayer(Player):
    """Plays the hand, buys what it can, ends the turn."""

    def __init__(self, match: str, seat: str, credentials: str) -> None:
        self._match = match
        self._seat = seat
        self._credentials = credentials

    def receive(self, text: bytes) -> Received | None:
        if text.startswith(EVENT):
            return self._happened(_event.decode(text[len(EVENT) :]))
        if text == PING:
            self.send(PONG)
        elif text.startswith(CONNECTED):
            self.send(EVENT + json.dumps(["sync", self._match, self._seat, self._credentials, 2]).encode())
        elif text.startswith(b"0"):
            self.send(CONNECT)
        else:
            raise Unexpected(text[:300].decode())
        return None

    def _happened(self, event: _Event) -> Received | None:
        if event.name not in ("update", "sync"):
            return None
        state = _state.decode(event.body) if event.name == "update" else _sync.decode(event.body).state
        is_over = state.context.gameover is not None
        is_ours = state.context.current_player == self._seat and not is_over
        return Received(state.version, self._choice(state) if is_ours else None, is_over)

    def _choice(self, state: _State) -> bytes:
        seat = state.cards.players[self._seat]
        affordable = [place for place, card in enumerate(state.cards.row) if COSTS[card] <= seat.runes]
        move, *places = ("play", 0) if seat.hand else ("acquire", affordable[0]) if affordable else ("end",)
        payload = {"type": move, "args": places, "playerID": self._seat, "credentials": self._credentials}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return EVENT + msgspec.json.encode(["update", action, state.version, self._match, self._seat])


class Boardgame(Service):
    async def open_table(self) -> list[Endpoint]:
        match = (await self.post(f"/games/{GAME}/create", {"numPlayers": 2})).json()["matchID"]
        url = f"ws://{self.address}/socket.io/?EIO=4&transport=websocket"
        endpoints = []
        for seat in ("0", "1"):
            joined = await self.post(f"/games/{GAME}/{match}/join", {"playerID": seat, "playerName": f"Guest {seat}"})
            endpoints.append(Endpoint(url, {}, BoardgamePlayer(match, seat, joined.json()["playerCredentials"])))
        return endpoints


SERVICES: dict[str, type[Service]] = {
    VIGIL: Vigil,
    RATED: RatedVigil,
    NOTICED: NoticedVigil,
    ON_POSTGRES: Vigil,
    PEER: Boardgame,
    DURABLE_PEER: Boardgame,
}
