"""Notices: asked for, or told as they come over a WebSocket that any page may open."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket, get, websocket

from vigil.table.messages import Refusal
from vigil.table.refusals import Code, Refused

from ..errors import as_refused
from ..notices import NoticesNow, notices_for
from ..presence import Connection
from ..rate_limits import RateLimited
from ..services import Services
from ..sessions import InjectedServices, KnownVisitor, Visitor, visitor_of
from ..websocket import GONE, PATIENCE, REFUSED, say_goodbye

Socket = WebSocket[Any, Any, Any]
TOGETHER: Final = 0.2
"""Seconds in which changes are gathered before they are looked up."""
_encoder: Final = msgspec.json.Encoder()

log = logging.getLogger("vigil.web")


@get("/api/notices", summary="Games that wait for you, and challenges", tags=["people"])
async def notices(services: InjectedServices, me: KnownVisitor) -> NoticesNow:
    return await notices_for(services, me.id)


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
    with services.notices.listening(visitor.id) as waker:
        work = (
            _tell(socket, services, visitor.id, waker),
            _listen(socket, services, visitor, waker),
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


async def _tell(socket: Socket, services: Services, person: str, waker: asyncio.Event) -> None:
    while True:
        waker.clear()
        data = _encoder.encode(await notices_for(services, person))
        async with asyncio.timeout(PATIENCE):
            await socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})
        services.metrics.message(len(data))
        await waker.wait()
        await asyncio.sleep(TOGETHER)


async def _listen(socket: Socket, services: Services, visitor: Visitor, waker: asyncio.Event) -> None:
    while True:
        event: dict[str, Any] = await socket.receive()  # type: ignore[assignment]
        if event["type"] == "websocket.disconnect":
            return
        with suppress(RateLimited):
            services.limits.spend("action", visitor.bucket)
            waker.set()


async def _until_ended(socket: Socket, connection: Connection) -> None:
    await connection.ended.wait()
    with suppress(*GONE):
        async with asyncio.timeout(PATIENCE):
            await socket.close(connection.code, connection.reason)


HANDLERS = [notices, notices_socket]
