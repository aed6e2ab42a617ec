"""The servers as processes of their own, on any free port of the loopback interface."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.programs import ROOT
from tools import postgres, web

HOME = ROOT / ".bench"
PEER = Path(__file__).parent / "boardgame_io"
PEER_FILES = ("package.json", "package-lock.json", ".npmrc", "server.cjs")
PEER_VERSION = "0.50.2"

UNLIMITED = (
    "requests-a-second",
    "actions-a-second",
    "chats-a-minute",
    "tables-an-hour",
    "guests-an-hour",
    "address-sockets",
)
_PORT = re.compile(r"(?:127\.0\.0\.1:|listening at )(\d+)")


class Running:
    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.port = port


@contextmanager
def _running(command: Sequence[str], folder: Path, **environment: str) -> Iterator[Running]:
    """The process is there for as long as it is measured, and says first where it listens."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = next((found for line in process.stdout if (found := _PORT.search(line))), None)
        if said is None:
            raise SystemExit(f"{command[0]} has stopped before it could be reached; what it said is above.")
        yield Running(process.pid, int(said[1]))
    finally:
        process.terminate()
        try:
            process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


@contextmanager
def vigil() -> Iterator[Running]:
    """As `vigil serve` starts it: one process, durable SQLite. Only the limits for strangers are lifted."""
    HOME.mkdir(exist_ok=True)
    # Not in the system's folder for temporary files, which may be memory: the disk is part of what is measured.
    with (
        TemporaryDirectory(prefix="tables-", dir=HOME) as folder,
        _serving(f"sqlite:///{folder}/tables.sqlite") as running,
    ):
        yield running


@contextmanager
def vigil_on_postgres() -> Iterator[Running]:
    """With two workers, and a PostgreSQL that synchronises every transaction with the disk."""
    with postgres.server() as database, _serving(database, "--workers", "2") as running:
        yield running


@contextmanager
def _serving(database: str, *more: str) -> Iterator[Running]:
    command = [sys.executable, "-m", "vigil", "serve", "--port", "0", "--bot-processes", "1", "--log-level", "warning"]
    limits = [text for name in UNLIMITED for text in (f"--{name}", "0")]
    # The few people of rated games have a thousand tables.
    with _running([*command, "--database", database, "--sockets", "1000", *limits, *more], ROOT) as running:
        yield running


@contextmanager
def boardgame_io(*storage: str) -> Iterator[Running]:
    """With its storage in memory, as it comes."""
    node = web.find()
    assert node is not None
    command = [str(node.folder / "node"), "server.cjs", "0", *storage]
    with _running(command, HOME / PEER.name, NODE_ENV="production") as running:
        yield running


@contextmanager
def boardgame_io_in_files() -> Iterator[Running]:
    """With the storage in files that it brings."""
    with TemporaryDirectory(prefix="matches-", dir=HOME) as folder, boardgame_io(folder) as running:
        yield running


def install_boardgame_io() -> str:
    """Installs the peer on first use. Says why it cannot be measured, or nothing."""
    node = web.find()
    if node is None:
        return "no Node.js was found"
    home = HOME / PEER.name
    wanted = "".join((PEER / name).read_text() for name in PEER_FILES)
    stamp = home / "installed.txt"
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"Installing boardgame.io {PEER_VERSION} into {home.relative_to(ROOT)} ...", flush=True)
        home.mkdir(parents=True, exist_ok=True)
        for name in PEER_FILES:
            shutil.copy(PEER / name, home)
        environment = {**os.environ, "PATH": f"{node.folder}{os.pathsep}{os.environ.get('PATH', '')}"}
        if subprocess.run([*node.npm, "ci"], cwd=home, env=environment, stdout=subprocess.DEVNULL).returncode:
            return "it could not be installed here"
        stamp.write_text(wanted)
    return ""
