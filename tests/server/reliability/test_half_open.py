"""Whoever connects and then does not do their part is let go, and nobody else notices."""

from __future__ import annotations

import socket as sockets
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.helpers.nonsense import frame, upgrade
from tests.helpers.servers import PATIENCE, Line, Served, serving
from vigil.server import protocols, serve

SOON = 1.0


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server that waits for nobody."""
    monkeypatch.setattr(protocols, "PATIENCE", SOON)
    monkeypatch.setattr(serve, "PING_EVERY", SOON)
    monkeypatch.setattr(serve, "GIVE_UP_AFTER", SOON)
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as found:
        yield found


@pytest.fixture
def connections(served: Served) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def connected(connections: ExitStack, served: Served, said: bytes) -> sockets.socket:
    found = connections.enter_context(sockets.create_connection(("127.0.0.1", served.port), timeout=PATIENCE))
    found.sendall(said)
    return found


def is_cut_off(connection: sockets.socket) -> bool:
    """Everything that comes is read; in the end nothing more comes."""
    try:
        while connection.recv(65_536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def is_stopped(connection: sockets.socket, endless: bytes, times: int) -> bool:
    """Whether the other side has had enough before all of it was said; nothing is read."""
    try:
        for _ in range(times):
            connection.sendall(endless)
    except (ConnectionResetError, BrokenPipeError):
        return True
    return False


def wait_until_watched_by(line: Line, people: int) -> None:
    while line.table.get("watching") != people:
        line.told()


UNFINISHED_REQUESTS = {
    "nothing": b"",
    "empty lines": b"\r\n" * 10,
    "half a line": b"GET /api/lob",
    "half a head": b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    "half a chunk": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    "half a second one": b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\n",
}


def test_whoever_does_not_finish_a_request_is_cut_off(served: Served, connections: ExitStack) -> None:
    waiting = {name: connected(connections, served, said) for name, said in UNFINISHED_REQUESTS.items()}
    assert [name for name, connection in waiting.items() if not is_cut_off(connection)] == []
    assert served.guest().http.get("/health").status_code == 200


def test_a_request_that_comes_in_pieces_is_answered(served: Served, connections: ExitStack) -> None:
    """The time is for each request, and what the answer takes is not part of it."""
    connection = connected(connections, served, b"")
    for _ in range(3):
        for piece in (b"GET /health HT", b"TP/1.1\r\nHost: x\r", b"\n\r\n"):
            connection.sendall(piece)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("endless", [b"x: " + b"y" * 1_000 + b"\r\n", b"y" * 1_000], ids=["headers", "one header"])
def test_a_head_without_end_is_not_read(served: Served, connections: ExitStack, endless: bytes) -> None:
    connection = connected(connections, served, b"GET /health HTTP/1.1\r\nHost: x\r\nz: ")
    assert is_stopped(connection, endless, 100_000)


UNFINISHED_FRAMES = {
    "nothing": b"",
    "half a frame": frame(b'{"key":"k"}')[:7],
    "half a long frame": frame(b"x" * 5_000)[:100],
    "half a message": frame(b'{"key":', fin=False),
}


def test_a_line_that_shows_no_sign_of_life_is_cut_off(served: Served, connections: ExitStack) -> None:
    ada = served.guest("Ada")
    table = ada.open(["me"])["id"]
    line = ada.line(table)
    silent = {name: connected(connections, served, upgrade(table)) for name in UNFINISHED_FRAMES}
    wait_until_watched_by(line, len(silent))
    for name, connection in silent.items():
        connection.sendall(UNFINISHED_FRAMES[name])
    assert [name for name, connection in silent.items() if not is_cut_off(connection)] == []
    wait_until_watched_by(line, 0)


def test_a_line_that_answers_stays(served: Served) -> None:
    """Ada's client answers every ping; hers is the line over which it is seen that others come and go."""
    ada = served.guest("Ada")
    table = ada.open(["me"])["id"]
    line, other = ada.line(table), served.guest("Ben").line(table)
    end = time.monotonic() + 4 * SOON
    while (left := end - time.monotonic()) > 0:
        with suppress(TimeoutError):
            other.socket.recv(timeout=left)
    assert line.send(None)["kind"] == other.send(None)["kind"] == "done"


@pytest.mark.parametrize(
    "endless", [frame(b"z" * 125, opcode=9), frame(b"", opcode=0, fin=False)], ids=["pings", "empty pieces"]
)
def test_a_line_cannot_fill_the_memory(tmp_path: Path, endless: bytes) -> None:
    """Long before it would have to show a sign of life."""
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as served, ExitStack() as connections:
        ada = served.guest("Ada")
        table = ada.open(["me"])["id"]
        line = ada.line(table)
        flood = connected(connections, served, upgrade(table))
        wait_until_watched_by(line, 1)
        flood.sendall(frame(b"{", fin=False))
        assert is_stopped(flood, endless * 1_000, 1_000)
        wait_until_watched_by(line, 0)
