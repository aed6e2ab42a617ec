"""Nonsense over the lines of a real server: nobody hangs, nothing is kept, and the others play on."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
import sys
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random

import pytest

from tests.helpers.nonsense import before_the_line, frame, messages, on_the_line, upgrade
from tests.helpers.processes import PATIENCE, Line, ServerProcess
from tests.helpers.wire_players import Message, Person

ROUNDS = 25
WARM = 8
"""After so many rounds everything that is kept once has been kept."""
GROWTH = 16 * 2**20
"""Bytes that the server may grow by in the rounds after that, more than 600 connections: 25 KB for each of them."""
ABRUPTLY = struct.pack("ii", 1, 0)


class Fiend:
    """Somebody who comes to a table and says whatever comes to mind. No connection stays open after the block."""

    def __init__(self, server: ServerProcess, table: str, seed: int) -> None:
        self._server = server
        self._table = table
        self._chance = Random(seed)
        self._open: list[asyncio.StreamWriter] = []
        self.connections = 0

    async def one_round(self) -> None:
        """Everything once, in any order; some of it at the same time. Some connections stay open and are forgotten."""
        chance = self._chance
        said = [(each, b"") for each in before_the_line(self._table, chance)]
        said += [(upgrade(self._table), each) for each in on_the_line(chance)]
        said += [(upgrade(self._table), frame(each, opcode=chance.choice([1, 2]))) for each in messages(chance)]
        said += [(upgrade(self._table), b"".join(map(frame, messages(chance))) * 5)]
        chance.shuffle(said)
        for start in range(0, len(said), 8):
            await asyncio.gather(*(self._say(*each) for each in said[start : start + 8]))

    async def _say(self, first: bytes, then: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port, limit=2**20)
        self._open.append(writer)
        self.connections += 1
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            writer.write(first)
            if then:
                answer = await reader.readuntil(b"\r\n\r\n")
                assert answer.startswith(b"HTTP/1.1 101"), answer
                writer.write(then)
            await writer.drain()
        # Some read what they are told, some not; the connection stays as it is until the end of the round.
        if then and self._chance.random() < 0.5:
            with suppress(ConnectionError):
                await reader.read(1_000)

    async def leave(self) -> None:
        """Some say goodbye, some hang up, some fall silent in the middle of a word."""
        for writer in self._open:
            connection = writer.get_extra_info("socket")
            if self._chance.random() < 0.5 and connection.fileno() != -1:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABRUPTLY)
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
        self._open.clear()


async def until(line: Line, number: int) -> Message:
    """The table as this line is told of it, as soon as it has this entry."""
    while True:
        async with asyncio.timeout(PATIENCE):
            told: Message = json.loads(await line.recv())
        assert told["kind"] in ("table", "presence", "done"), told
        if told["kind"] == "table" and told["number"] >= number:
            return told


async def connections_in(server: ServerProcess) -> int:
    async with server.http() as http:
        numbers = (await http.get("/metrics")).text
    return int(float(re.findall(r"^vigil_sockets (\S+)$", numbers, re.MULTILINE)[0]))


async def nobody_else_is_there(server: ServerProcess, lines: int, files: int) -> None:
    """The server has let everybody go who is gone."""
    async with asyncio.timeout(PATIENCE):
        while await connections_in(server) > lines or server.open_files > files:
            await asyncio.sleep(0.05)


async def play_beside_a_fiend(database: str, folder: Path, seed: int) -> int:
    async with ServerProcess(database, folder) as server, AsyncExitStack() as stack:
        await server.start()
        ada, ben = [await Person.arriving(server) for _ in range(2)]
        table = (await ada.post("/api/tables", {"settings": {"first": 0}, "seats": ["me"]}))["id"]
        await ben.act(table, do="sit", seat=1)
        await ada.act(table, do="start")
        lines = [await stack.enter_async_context(server.line(table, who.cookie)) for who in (ada, ben)]
        now = await until(lines[0], 1)
        fiend = Fiend(server, table, seed)
        stack.push_async_callback(fiend.leave)
        await connections_in(server)
        files, memory = server.open_files, 0
        for turn in range(ROUNDS):
            await fiend.one_round()
            # In the middle of it one of the two ends the turn, and both are told.
            choice = {"do": "choose", "seat": turn % 2, "version": now["version"], "choice": "end turn"}
            await lines[turn % 2].send(json.dumps({"key": f"k{turn}", "action": choice}))
            now, _ = [await until(line, now["number"] + 1) for line in lines]
            await fiend.leave()
            await nobody_else_is_there(server, len(lines), files)
            if turn == WARM:
                memory = server.memory
        assert now["phase"] == "playing"
        # What is no text at all the web server turns away, and calls that an error.
        told = [json.loads(line) for line in server.log.splitlines() if line.startswith("{")]
        errors = [each["event"] for each in told if each["level"] == "error"]
        assert set(errors) <= {"Invalid UTF-8 sequence received from client."}
        assert "Exception in ASGI" not in server.log
        print(f"{fiend.connections} connections; the server grew by {(server.memory - memory) / 2**20:.1f} MB")
        return server.memory - memory


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="The memory of another process is read from /proc.")
def test_others_play_on_beside_a_fiend_and_nothing_is_kept(tmp_path: Path) -> None:
    """The nonsense has seed 5; the deal is the server's own."""
    grown = asyncio.run(play_beside_a_fiend(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path, seed=5))
    assert grown < GROWTH
