"""Notices: asked for, or told as they come over a WebSocket that any page may open."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from math import inf
from typing import Any, Final

import msgspec
from litestar import WebSocket, get, websocket

from vigil.table.messages import Refusal
from vigil.table.refusals import Code, Refused

from ..errors import as_refused
from ..notices import Listener, NoticesNow
from ..presence import Connection
from ..rate_limits import RateLimited
from ..services import Services
from ..sessions import InjectedServices, KnownVisitor, Visitor, visitor_of
from ..websocket import GONE, PATIENCE, REFUSED, say_goodbye

Socket = WebSocket[Any, Any, Any]
TOGETHER: Final = 0.2
"""Seconds in which changes are gathered before somebody is told of them."""
LEAST_BETWEEN: Final = 1.0
"""Seconds between two look-ups for one connection, whatever happens and however often the client asks."""
_encoder: Final = msgspec.json.Encoder()

log = logging.getLogger("vigil.web")


@get("/api/notices", summary="Games that wait for you, and challenges", tags=["people"])
async def notices(services: InjectedServices, me: KnownVisitor) -> NoticesNow:
    listener = Listener(me.id)
    await listener.look_up(services)
    return await listener.now(services)


@websocket("/ws/notices")
async def notices_socket(socket: Socket, services: InjectedServices) -> None:
    """The notices at once, and whenever they change. Whatever the client sends asks for them again."""
    await socket.accept()
    try:
        if services.descriptors.are_short():
            raise Refused(Code.UNAVAILABLE, "The server has too many connections.", "Try again in a minute.")
        visitor = await visitor_of(socket.scope, services)
        if visitor.person is None:
            raise Refused(Code.UNAUTHENTICATED, "Notices are for people who are known here.", "Play, or sign in.")
        connection = Connection("", visitor.id, visitor.proof, visitor.address)
        services.presence.arrive(connection)
        try:
            await _run(socket, services, visitor, connection)
        finally:
            services.presence.leave(connection)
    except Exception as error:
        refused = as_refused(error)
        if refused.code == Code.INTERNAL_ERROR:
            log.exception("a line for notices failed")
        await say_goodbye(socket, Refusal.of(refused), REFUSED, refused.message)


async def _run(socket: Socket, services: Services, visitor: Visitor, connection: Connection) -> None:
    with services.notices.listening(visitor.id) as listener:
        work = (
            _tell(socket, services, listener),
            _listen(socket, services, visitor, listener),
            _until_ended(socket, connection),
        )
        tasks = [asyncio.create_task(each) for each in work]
        services.metrics.sockets.inc()
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            services.metrics.sockets.dec()
    for task in done:
        with suppress(*GONE):
            task.result()


async def _tell(socket: Socket, services: Services, listener: Listener) -> None:
    looked_up = -inf
    while True:
        listener.waker.clear()
        if listener.is_stale:
            looked_up = time.monotonic()
            await listener.look_up(services)
        data = _encoder.encode(await listener.now(services))
        async with asyncio.timeout(PATIENCE):
            await socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})
        services.metrics.message(len(data))
        await listener.waker.wait()
        await asyncio.sleep(TOGETHER)
        if listener.is_stale:
            await asyncio.sleep(looked_up + LEAST_BETWEEN - time.monotonic())


async def _listen(socket: Socket, services: Services, visitor: Visitor, listener: Listener) -> None:
    while True:
        event: dict[str, Any] = await socket.receive()  # type: ignore[assignment]
        if event["type"] == "websocket.disconnect":
            return
        with suppress(RateLimited):
            services.limits.spend("action", visitor.bucket)
            listener.wake()


async def _until_ended(socket: Socket, connection: Connection) -> None:
    await connection.ended.wait()
    with suppress(*GONE):
        async with asyncio.timeout(PATIENCE):
            await socket.close(connection.code, connection.reason)


HANDLERS = [notices, notices_socket]
