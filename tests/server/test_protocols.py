"""Short texts of clients are read without the library's parser; everything else is left to it."""

from __future__ import annotations

from random import Random

import pytest

from vigil.server.protocols import short_texts

TEXT, BYTES, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A


def frame(content: bytes, first: int = TEXT, mask: bytes = b"\1\2\3\4") -> bytes:
    size = len(content)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2)
    return bytes((first,)) + length + mask + bytes(each ^ mask[place % 4] for place, each in enumerate(content))


@pytest.mark.parametrize("size", [0, 1, 5, 125, 126, 127, 128, 4096])
def test_a_short_text_in_one_piece(size: int) -> None:
    text = bytes(Random(size).choices(b"abc {}", k=size))
    assert short_texts(frame(text)) == ([text], True)


def test_several_that_come_together() -> None:
    assert short_texts(frame(b"one") + frame(b"two" * 50)) == ([b"one", b"two" * 50], True)


@pytest.mark.parametrize("first", [BYTES, PING, PONG])
def test_what_is_whole_but_no_text_is_left_to_the_library(first: int) -> None:
    assert short_texts(frame(b"x", first)) == ([], True)
    assert short_texts(frame(b"one") + frame(b"x", first)) == ([], True)


@pytest.mark.parametrize("content", ["ü".encode(), b"\xff", b"x" * 4097])
def test_what_has_to_be_looked_at_closely(content: bytes) -> None:
    assert short_texts(frame(content)) == ([], True)


@pytest.mark.parametrize(
    "data",
    [
        frame(b"one")[:-1],
        frame(b"one")[:3],
        frame(b"x" * 200)[:3],
        frame(b"x" * 200)[:7],
        frame(b"one") + frame(b"two")[:5],
        frame(b"piece", 0x01),
        frame(b"piece", 0x80),
        frame(b"compressed", 0xC1),
        frame(b"", CLOSE),
        b"\x81\x03one",
        b"\x81\xff" + (3).to_bytes(8) + b"\0\0\0\0one",
    ],
)
def test_after_anything_else_the_library_reads_on(data: bytes) -> None:
    assert short_texts(data) == ([], False)
