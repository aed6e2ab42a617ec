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
from contextlib import aclosing, suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec import Struct

from vigil.engine.errors import VigilError
from vigil.table.daily import require_open
from vigil.table.messages import Done, PresenceNow, Refusal, TableNow
from vigil.table.refusals import Code, Refused

from .errors import as_refused
from .presence import Connection
from .protocols import FRAMES, Lines
from .routes.play import PublicAction, act
from .services import Services
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
        self._seen = 0
        self._unsent = 0
        self._moved = 0.0

    async def run(self, since: int) -> None:
        self._services.metrics.sockets.inc()
        tasks = [asyncio.create_task(each) for each in (self._listen(), self._tell(since), self._until_ended())]
        try:
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

    async def _tell(self, since: int) -> None:
        services, connection = self._services, self._connection
        known: PresenceNow | None = None
        async with aclosing(services.host.watch(connection.table_id)) as tables:
            async for table in tables:
                # Whoever has acted is answered first: both go out together.
                await asyncio.sleep(0)
                present = services.present(table)
                if table.number > self._seen:
                    await self._send(await services.project(table, connection.person, since))
                    since = self._seen = table.number
                elif present != known:
                    await self._send(present)
                known = present

    async def _send(self, message: TableNow | PresenceNow | Done | Refusal) -> None:
        data = _encoder.encode(message)
        self._services.metrics.message(len(data))
        if self._frames is not None and self._frames.write_text(data):
            return
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
