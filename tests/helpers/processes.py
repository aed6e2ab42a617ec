"""`vigil serve` as a process of its own, which may be killed at any moment and started again at the same address."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.helpers.servers import PATIENCE, UNUSED

NO_LIMITS = {
    f"VIGIL_{name}": "0"
    for name in (
        *("REQUESTS_A_SECOND", "ACTIONS_A_SECOND", "CHATS_A_MINUTE", "TABLES_AN_HOUR", "GUESTS_AN_HOUR"),
        "ADDRESS_SOCKETS",
    )
}


def held_port() -> socket.socket:
    """Nobody else is given this port while the server is down. The server may have it, because this does not listen."""
    place = socket.socket()
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind(("127.0.0.1", 0))
    return place


class ServerProcess:
    """One that is used as a block leaves no process behind, whatever happens in it.

    `is_up` is set while the server listens: whoever was cut off waits for it.
    """

    def __init__(self, database: str, folder: Path, **environment: str) -> None:
        self._place = held_port()
        self.port = int(self._place.getsockname()[1])
        self.address = f"127.0.0.1:{self.port}"
        self.is_up = asyncio.Event()
        self._log = folder / f"server-{self.port}.log"
        self._database = database
        self._environment = {**os.environ, **NO_LIMITS, "VIGIL_BOT_PROCESSES": "1", **environment}
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> ServerProcess:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.kill()
        self._place.close()

    @property
    def pid(self) -> int:
        assert self._process is not None, "The server was never started."
        return self._process.pid

    @property
    def log(self) -> str:
        """What all servers at this address have written."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    @property
    def memory(self) -> int:
        """Bytes that the process has in memory now."""
        (kilobytes,) = re.findall(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text(), re.MULTILINE)
        return int(kilobytes) * 1024

    @property
    def open_files(self) -> int:
        """How many files and connections the process has open."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    async def spawn(self) -> None:
        """The process begins; nobody knows how far it is."""
        command = [sys.executable, "-m", "vigil", "serve", "--port", str(self.port), "--database", self._database]
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *command,
                "--log",
                "json",
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )

    async def start(self) -> None:
        """As soon as it has its port, whoever comes waits until it is ready."""
        await self.spawn()
        assert self._process is not None
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await self._process.stdout.readline()
        assert re.search(rb"http://127\.0\.0\.1:\d+/", line), line.decode() + self.log
        self.is_up.set()

    async def kill(self) -> None:
        """As the system kills it when there is no memory left, or as a power cut does."""
        self.is_up.clear()
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            # The processes of its bots notice by themselves that nobody asks them any more.
            await self._process.wait()

    # --- reaching it

    def http(self, cookie: str = "") -> httpx.AsyncClient:
        headers = {"cookie": cookie} if cookie else {}
        return httpx.AsyncClient(base_url=f"http://{self.address}", headers=headers, timeout=PATIENCE, verify=UNUSED)

    def line(self, table: str, cookie: str = "", since: int = 0) -> connect:
        """A WebSocket, to be used as a block."""
        headers = {"cookie": cookie} if cookie else {}
        address = f"ws://{self.address}/ws/tables/{table}?since={since}"
        return connect(
            address, additional_headers=headers, open_timeout=PATIENCE, close_timeout=PATIENCE, compression=None
        )


Line = ClientConnection
