"""The line between a person and a table: everything is told as it happens, and actions are answered.

    from the server    TableNow at once, and after every change; PresenceNow when somebody has come or gone;
                       Done or Refusal for everything that was sent
    from the client    {"key": "...", "action": {"do": "choose", ...}}; without an action it is only answered

A client that reads slowly gets fewer messages, never older ones: what is sent is made when there is room for it. One
that does not read at all is let go. Actions of one line are carried out one after the other, so nothing piles up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec import Struct

from vigil.engine.errors import VigilError
from vigil.table.daily import require_open
from vigil.table.messages import Done, PresenceNow, Refusal, TableNow
from vigil.table.projection import presence
from vigil.table.refusals import Code, Refused
from vigil.table.table import Table

from .errors import as_refused
from .presence import Connection
from .protocols import FRAMES, Lines
from .routes.play import PublicAction, act
from .services import Services, Surroundings
from .sessions import InjectedServices, Visitor, visitor_of

PATIENCE: Final = 20.0
"""Seconds for a message to find room; after that the client is taken for dead."""
MOST_MISTAKES: Final = 50
"""So many messages after one another that are unreadable, or come too fast: nobody looks after this client."""
TOO_SLOW: Final = 4008
MISTAKEN: Final = 4009
REFUSED: Final = 4004
GONE: Final = (OSError, WebSocketDisconnect)
"""Whoever has gone cannot be told anything; that is no error."""

log = logging.getLogger("vigil.web")
Socket = WebSocket[Any, Any, Any]


class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends. The answer carries the key; an action that is sent again with its key is applied once."""

    key: str = ""
    action: PublicAction | None = None


_sent: Final = msgspec.json.Decoder(Sent)
_encoder: Final = msgspec.json.Encoder()


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: Socket, services: InjectedServices, table_id: FromPath[str]) -> None:
    await socket.accept()
    try:
        if services.descriptors.are_short():
            raise Refused(Code.UNAVAILABLE, "The server has too many connections.", "Try again in a minute.")
        visitor = await visitor_of(socket.scope, services)
        since = _since(socket)
        require_open(await services.host.table(table_id), visitor.id, services.clock.now())
        connection = Connection(table_id, visitor.id, visitor.proof, visitor.address)
        services.presence.arrive(connection)
        try:
            await Line(socket, services, connection, visitor).run(since)
        finally:
            services.presence.leave(connection)
    except Exception as error:
        refused = as_refused(error)
        if refused.code == Code.INTERNAL_ERROR:
            log.exception("a line failed")
        await say_goodbye(socket, Refusal.of(refused), REFUSED, refused.message)


def _since(socket: Socket) -> int:
    text = socket.query_params.get("since", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused(Code.INVALID_REQUEST, "since is not a number.", "Send the number of the last entry you have.")
    return int(text)


async def say_goodbye(socket: Socket, message: Refusal, code: int, reason: str) -> None:
    # A close frame has room for 123 bytes.
    short = reason.encode()[:120].decode(errors="ignore")
    with suppress(*GONE):
        async with asyncio.timeout(PATIENCE):
            await socket.send({"type": "websocket.send", "text": _encoder.encode(message).decode(), "bytes": None})
            await socket.close(code, short)


class Line:
    """Listening and telling, each in a task of its own, until one of them ends or somebody ends the line."""

    def __init__(self, socket: Socket, services: Services, connection: Connection, visitor: Visitor) -> None:
        self._socket = socket
        self._services = services
        self._connection = connection
        self._visitor = visitor
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self._frames: Lines | None = extensions.get(FRAMES)
        self._since = self._seen = 0
        self._present: PresenceNow | None = None
        self._waker = asyncio.Event()
        self._is_telling = False
        self._failure: Exception | None = None
        self._unsent = 0
        self._moved = 0.0

    async def run(self, since: int) -> None:
        self._services.metrics.sockets.inc()
        self._since = since
        # The first table is told in any case.
        self._waker.set()
        tasks = [asyncio.create_task(each) for each in (self._listen(), self._keep_telling(), self._until_ended())]
        try:
            with self._services.audiences.joined(self._connection.table_id, self):
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._services.metrics.sockets.dec()
        for task in done:
            with suppress(*GONE):
                task.result()

    async def _until_ended(self) -> None:
        """Until somebody ends the line; a client that does not read is somebody."""
        while not self._connection.ended.is_set():
            try:
                async with asyncio.timeout(PATIENCE / 2):
                    await self._connection.ended.wait()
            except TimeoutError:
                if self._unsent and time.monotonic() - self._moved > PATIENCE:
                    self._services.metrics.slow_clients.inc()
                    self._connection.end(TOO_SLOW, "You do not read what you are sent.")
        with suppress(*GONE):
            async with asyncio.timeout(PATIENCE):
                await self._socket.close(self._connection.code, self._connection.reason)

    # --- telling

    def tell(self, table: Table, known: Surroundings | None) -> None:
        """Tells at once what has changed, or wakes the task that waits until that is possible."""
        muted: Collection[str] | None = ()
        if self._connection.person:
            found = self._services.mutes.known((self._connection.person,))
            muted = None if found is None else found.get(self._connection.person, ())
        has_room = self._frames is not None and self._frames.has_room and not self._is_telling
        if known is None or muted is None or not has_room:
            self._waker.set()
            return
        try:
            message = self._message(table, known, muted)
            if message is not None:
                self._write(_encoder.encode(message))
        except Exception as error:
            self._fail(error)

    async def _keep_telling(self) -> None:
        """Tells what cannot be told at once: something has to be looked up, or the client does not read."""
        while True:
            await self._waker.wait()
            self._waker.clear()
            if self._failure is not None:
                raise self._failure
            self._is_telling = True
            table = await self._services.host.table(self._connection.table_id)
            muted = await self._services.muted_by(self._connection.person)
            message = self._message(table, await self._services.surroundings(table), muted)
            if message is not None:
                await self._send(message)
            self._is_telling = False

    def _fail(self, error: Exception) -> None:
        """Ends the line, as if the task had failed."""
        self._failure = error
        self._waker.set()

    def _message(self, table: Table, known: Surroundings, muted: Collection[str]) -> TableNow | PresenceNow | None:
        """What this client does not know yet."""
        if table.number > self._seen:
            now = known.project(table, self._connection.person, self._since, muted)
            self._since = self._seen = table.number
            self._present = PresenceNow([seat.here for seat in now.seats], now.watching)
            return now
        present = presence(table, known.here)
        if present == self._present:
            return None
        self._present = present
        return present

    def _write(self, data: bytes) -> bool:
        """Sends it now, if there is room."""
        is_sent = self._frames is not None and self._frames.write_text(data)
        if is_sent:
            self._services.metrics.message(len(data))
        return is_sent

    async def _send(self, message: TableNow | PresenceNow | Done | Refusal) -> None:
        data = _encoder.encode(message)
        if self._write(data):
            return
        self._services.metrics.message(len(data))
        # Whether it finds room is looked at now and then: a clock for each message would cost more than the message.
        if not self._unsent:
            self._moved = time.monotonic()
        self._unsent += 1
        await self._socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})
        self._unsent -= 1
        self._moved = time.monotonic()

    # --- listening

    async def _listen(self) -> None:
        mistakes = 0
        while True:
            event: dict[str, Any] = await self._socket.receive()  # type: ignore[assignment]
            if event["type"] == "websocket.disconnect":
                return
            answer = await self._answer(event.get("text") or event.get("bytes") or b"")
            await self._send(answer)
            is_mistake = isinstance(answer, Refusal) and answer.code in (Code.INVALID_REQUEST, Code.RATE_LIMITED)
            mistakes = mistakes + 1 if is_mistake else 0
            if mistakes == MOST_MISTAKES:
                self._connection.end(MISTAKEN, "Too many messages that cannot be read, or come too fast.")
                await asyncio.Event().wait()

    async def _answer(self, text: str | bytes) -> Done | Refusal:
        key = ""
        try:
            sent = _sent.decode(text)
            key = sent.key
            if sent.action is None:
                self._services.limits.spend("action", self._visitor.bucket)
                return Done(self._seen, key)
            return await act(self._services, self._visitor, self._connection.table_id, sent.action, key)
        except (VigilError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return Refusal.of(as_refused(error), key[:64])
        except Exception as error:
            log.exception("an action failed")
            return Refusal.of(as_refused(error), key)


HANDLERS = [table_socket]
