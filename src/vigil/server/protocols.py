"""Where bytes come in: what uvicorn would wait for, or keep, without an end.

A request has to arrive within some seconds, and its head has a largest size: whoever connects and says nothing, or says
it one byte a minute, or never stops, is cut off. So is whoever asks for signs of life over a WebSocket and does not
read them, and whoever cuts a message into pieces that do not end.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

PATIENCE: Final = 20.0
"""Seconds in which a request arrives, from the first byte to the last."""
LARGEST_HEAD: Final = 65_536
MOST_UNREAD: Final = 2**20
"""Bytes that wait for somebody who reads slowly: more than the largest table takes."""
MOST_PIECES: Final = 1_000


class Requests(HttpToolsProtocol):
    """One connection, until it becomes a WebSocket or ends."""

    _alarm: asyncio.TimerHandle | None = None
    _in_head = True
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._got_it()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.send_400_response("The head of this request is too large.")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self._expect_request()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._got_it()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._got_it()
        super().handle_websocket_upgrade()

    def _expect_request(self) -> None:
        self._got_it()
        self._alarm = self.loop.call_later(PATIENCE, self.transport.abort)

    def _got_it(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


class Corked:
    """A transport that writes once a turn of the loop, however many messages there are: each write costs a system call.

    Whoever has to know whether there is room finds it out a turn later; everything else is the transport's own.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._unwritten: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._unwritten:
            self._loop.call_soon(self._flush)
        self._unwritten.append(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        unwritten, self._unwritten = self._unwritten, []
        # Whoever has gone meanwhile gets nothing.
        if unwritten and not self._transport.is_closing():
            self._transport.write(b"".join(unwritten))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Lines(WebSocketsSansIOProtocol):
    """One WebSocket. How large a message may be and whether the other side is alive, uvicorn looks after itself."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(Corked(transport, self.loop))  # type: ignore[arg-type]

    async def send(self, message: ASGISendEvent) -> None:
        await self.writable.wait()
        if self.handshake_complete and self.close_sent:
            # The other side has hung up, and nobody has heard of it yet. Uvicorn would call that a mistake of ours.
            raise ClientDisconnected
        await super().send(message)

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > MOST_PIECES:
            self.transport.abort()
