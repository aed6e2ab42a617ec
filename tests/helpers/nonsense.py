"""What a client may say that has lost its mind, or means harm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

KEY = b"dGhlIHNhbXBsZSBub25jZQ=="


def upgrade(table: str) -> bytes:
    """The request that begins a line, as somebody without a cookie sends it."""
    return (
        b"GET /ws/tables/%s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n" % (table.encode(), KEY)
    )


def frame(payload: bytes, opcode: int = 1, fin: bool = True, masked: bool = True, size: int | None = None) -> bytes:
    """A frame as a client sends it. `size` is what it says about itself; the mask of zeros changes nothing."""
    size = len(payload) if size is None else size
    flag = 0x80 if masked else 0
    if size < 126:
        length = bytes([flag | size])
    elif size < 2**16:
        length = bytes([flag | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([flag | 127]) + size.to_bytes(8, "big")
    return bytes([(0x80 if fin else 0) | opcode]) + length + (b"\0\0\0\0" if masked else b"") + payload


def before_the_line(table: str, chance: Random) -> Iterator[bytes]:
    """Instead of a request."""
    good = upgrade(table)
    yield b""
    yield chance.randbytes(200)
    yield good[: chance.randrange(len(good))]
    yield good.replace(b"13", b"8")
    yield good.replace(KEY, b"short")
    yield good.replace(b"Upgrade: websocket", b"Upgrade: h2c")
    yield good.replace(b"GET", b"POST")
    yield good.replace(table.encode(), b"%00%ff" + b"x" * 3_000)
    yield good.replace(b" HTTP", b"?since=-1 HTTP")
    yield good.replace(b"Host: 127.0.0.1", b"Host: " + b"x" * 70_000)


def on_the_line(chance: Random) -> Iterator[bytes]:
    """Instead of a message."""
    yield chance.randbytes(300)
    yield frame(b"{}", masked=False)
    yield frame(b"{}", opcode=chance.choice([3, 4, 7, 11, 15]))
    yield bytes([0xF1]) + frame(b"{}")[1:]
    yield frame(b"\xff\xfe\x00")
    yield frame(b"x" * 200, opcode=9)
    yield frame(b"\x00\x00", opcode=8)
    yield frame(b"\x03", opcode=8)
    yield frame(b"more", opcode=0)
    yield frame(b"{", fin=False) + frame(b"{", fin=False)
    yield frame(b"x", size=2**62)
    yield frame(b"x" * 20_000)
    yield frame(b"x" * 9_000, fin=False) + frame(b"x" * 9_000, opcode=0)
    yield frame(b'{"key":"never ends')[: chance.randrange(1, 20)]


def messages(chance: Random) -> Iterator[bytes]:
    """What can be received, and not understood."""
    for text in (
        "",
        "null",
        "[]",
        "1e999",
        '{"key":5}',
        '{"key":"k","action":7}',
        '{"key":"k","action":{"do":"open"}}',
    ):
        yield text.encode()
    yield b"[" * 8_000
    yield b'{"action":' * 1_500
    yield b'{"key":"' + b"k" * 10_000 + b'"}'
    yield json.dumps({"action": {"do": "choose", "seat": 2**70, "version": -1, "choice": "x" * 5_000}}).encode()
    yield json.dumps({"action": {"do": "say", "text": "\0" * 3_000}}).encode()
    yield json.dumps({"action": {"do": "sit", "seat": None, "colour": "red"}}).encode()
    yield chance.randbytes(100)
