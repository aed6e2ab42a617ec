"""Where bytes come in: what uvicorn would wait for, or keep, without an end.

A request has to arrive within some seconds, and its head has a largest size: whoever connects and says nothing, or says
it one byte a minute, or never stops, is cut off. So is whoever asks for signs of life over a WebSocket and does not
read them, and whoever cuts a message into pieces that do not end.
"""

from __future__ import annotations

import asyncio
from struct import pack
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

PATIENCE: Final = 20.0
"""Seconds in which a request arrives, from the first byte to the last."""
LARGEST_HEAD: Final = 65_536
MOST_UNREAD: Final = 2**20
"""Bytes that wait for somebody who reads slowly: more than the largest table takes."""
MOST_PIECES: Final = 1_000
FRAMES: Final = "vigil.frames"
_FINAL_TEXT: Final = 0x81
_COMPLETE: Final = (_FINAL_TEXT, 0x82, 0x89, 0x8A)
"""How messages in one piece begin: texts, bytes, pings and pongs."""
_IS_MASKED: Final = 0x80
_MASKED_HEAD: Final = 6
_LONGER: Final = 126
"""In place of the size: it stands in the next two bytes. (127: in the next eight; no message is so long.)"""
_SHORT: Final = 4_096
_END_OF_HEAD: Final = b"\r\n\r\n"


def text_head(size: int) -> bytes:
    """The head of a frame that holds a whole text (RFC 6455, section 5.2); servers do not mask what they send."""
    if size < 126:
        return bytes((_FINAL_TEXT, size))
    if size < 65_536:
        return pack("!BBH", _FINAL_TEXT, 126, size)
    return pack("!BBQ", _FINAL_TEXT, 127, size)


def short_texts(data: bytes) -> tuple[list[bytes], bool]:
    """The texts that the data consists of, and whether it ends where a message ends.

    There are none where anything else is among them (RFC 6455, section 5.2): pieces of messages, signs of life, long
    messages, what is not masked or not ASCII. The library takes those; a short text in one piece, which is what nearly
    every message is, costs ten times as much there.
    """
    texts: list[bytes] = []
    is_plain, start, end = True, 0, len(data)
    while start < end:
        if end - start < _MASKED_HEAD or not data[start + 1] & _IS_MASKED:
            return [], False
        size, head = data[start + 1] & ~_IS_MASKED, _MASKED_HEAD
        if size >= _LONGER:
            size, head = int.from_bytes(data[start + 2 : start + 4]), head + (2 if size == _LONGER else end)
        stop = start + head + size
        if stop > end or data[start] not in _COMPLETE:
            return [], False
        if data[start] == _FINAL_TEXT and size <= _SHORT:
            text = bytes(apply_mask(data[start + head : stop], data[start + head - 4 : start + head]))
            texts.append(text)
            is_plain = is_plain and text.isascii()
        else:
            is_plain = False
        start = stop
    return (texts if is_plain else []), True


class Requests(HttpToolsProtocol):
    """One connection, until it becomes a WebSocket or ends."""

    _alarm: asyncio.TimerHandle | None = None
    _in_head = True
    _head = 0
    _last = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._got_it()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            # Only the head counts: a part of the body may come with it.
            known = self._last + data
            end = known.find(b"\r\n\r\n")
            self._head += len(data) if end < 0 else max(0, end - len(self._last))
            self._last = known[-3:]
            if self._head > LARGEST_HEAD:
                self.send_400_response("The head of this request is too large.")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head, self._last = True, 0, b""
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
    """A transport that does without system calls where it can; everything else is the transport's own.

    It writes once a turn of the loop, however many messages there are: whoever has to know whether there is room finds
    it out a turn later. And it pauses reading only when something arrives meanwhile (`hold`): uvicorn asks for a pause
    after every message, and most messages are taken before the next one comes.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._unwritten: list[bytes] = []
        self._is_paused = False

    def pause_reading(self) -> None:
        """Not yet."""

    def hold(self) -> None:
        if not self._is_paused:
            self._is_paused = True
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        if self._is_paused:
            self._is_paused = False
            self._transport.resume_reading()

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
    """One WebSocket. How large a message may be and whether the other side is alive, uvicorn looks after itself.

    Applications find it in the scope, as the extension `vigil.frames`: a text that is already encoded need not go
    through every layer in between (`write_text`).
    """

    _is_between = False
    """Whether everything that has come so far ends where a message ends."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._corked = Corked(transport, self.loop)
        super().connection_made(self._corked)  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        if self.read_paused:
            self._corked.hold()
        if not self.handshake_initiated:
            super().data_received(data)
            self._is_between = self.handshake_initiated and not self.conn.extensions and data.endswith(_END_OF_HEAD)
            return
        if self._is_between:
            texts, self._is_between = short_texts(data)
            if texts and self.conn.state is State.OPEN and not self.close_sent:
                for text in texts:
                    self.curr_msg_data_type, self.frames = "text", [text]
                    self.send_receive_event_to_app()
                return
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.conn.extensions and not self.close_sent:
            # What is compressed is made by the extension that compresses it.
            self.scope["extensions"][FRAMES] = self  # type: ignore[assignment]

    @property
    def has_room(self) -> bool:
        return self.writable.is_set()

    def write_text(self, text: bytes) -> bool:
        """Sends a text, if there is room for it now. Where there is not, the application waits in `send`."""
        if not self.has_room:
            return False
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(text_head(len(text)) + text)
        return True

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
