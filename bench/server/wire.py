"""A WebSocket client that costs next to nothing: whoever measures a server must not be busier than the server is.

It knows what a load generator needs, and no more: text messages in one piece, pings, and the end of the connection.
"""

import asyncio
import base64
import os
from collections.abc import Callable, Mapping
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL = 0x80
MASKED = 0x80
NO_MASK = bytes(4)
"""Clients have to mask what they send. Masking with zeros changes nothing, which is allowed, and takes no time."""

Receive = Callable[[bytes], None]
Closed = Callable[[str], None]


class Wire(asyncio.Protocol):
    """`receive` is called with every text, `closed` with a reason when the other side ends the connection."""

    def __init__(self, receive: Receive, closed: Closed) -> None:
        self._receive = receive
        self._closed = closed
        self._received = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None

    async def connect(self, url: str, headers: Mapping[str, str]) -> None:
        address = urlsplit(url)
        assert address.hostname == "127.0.0.1", "A load generator stays on its own machine."
        assert address.port is not None
        headers_sent = {
            "Host": address.netloc,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            **headers,
        }
        fields = "".join(f"{name}: {value}\r\n" for name, value in headers_sent.items())
        await asyncio.get_running_loop().create_connection(lambda: self, address.hostname, address.port)
        assert self._transport is not None
        self._transport.write(f"GET {address.path}?{address.query} HTTP/1.1\r\n{fields}\r\n".encode())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, _: Exception | None) -> None:
        self._end("the connection was lost")

    def send(self, text: bytes, kind: int = TEXT) -> None:
        size = len(text)
        length = (MASKED | size,) if size < 126 else (MASKED | 126, *divmod(size, 256))
        assert self._transport is not None
        self._transport.write(bytes((FINAL | kind, *length)) + NO_MASK + text)

    def close(self) -> None:
        self._closed = _ignore
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        received = self._received + data if self._received else data
        start = 0 if self._is_open else self._welcomed(received)
        while self._is_open and (frame := _frame(received, start)) is not None:
            kind, text, start = frame
            self._take(kind, text)
        self._received = received[start:]

    def _welcomed(self, received: bytes) -> int:
        """Where the first frame begins, once the server has agreed."""
        end = received.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not received.startswith(b"HTTP/1.1 101"):
            self._end(received[:200].decode(errors="replace"))
            return len(received)
        self._is_open = True
        return end + 4

    def _take(self, kind: int, text: bytes) -> None:
        if kind == FINAL | TEXT:
            self._receive(text)
        elif kind == FINAL | PING:
            self.send(text, PONG)
        elif kind == FINAL | CLOSE:
            self._end(f"the server closed the connection: {int.from_bytes(text[:2])} {text[2:].decode()}")
        else:
            self._end(f"a frame of a kind that nobody expected: {kind:#x}")

    def _end(self, reason: str) -> None:
        closed = self._closed
        self.close()
        closed(reason)


def _ignore(_: str) -> None:
    """Nobody waits for the end of a connection that was closed here."""


def _frame(received: bytes, start: int) -> tuple[int, bytes, int] | None:
    """The first byte, the content, and where the next frame begins; nothing where it has not arrived completely."""
    have = len(received) - start
    if have < 2:
        return None
    size, head = received[start + 1], 2
    if size == 126:
        size, head = int.from_bytes(received[start + 2 : start + 4]), 4
    elif size == 127:
        size, head = int.from_bytes(received[start + 2 : start + 10]), 10
    end = start + head + size
    return (received[start], received[start + head : end], end) if len(received) >= end else None
