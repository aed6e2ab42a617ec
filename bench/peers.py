"""The peers: which they are, what of them is measured, and the environments that they live in."""

import subprocess
import sys
import venv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bench.programs import ROOT, Program

CONSTRAINTS = Path(__file__).parent / "constraints"


@dataclass(frozen=True)
class Peer:
    """A project that is measured beside Vigil. Its file of constraints pins it, and all that it pulls in."""

    title: str
    needs: tuple[str, ...]
    module: str
    imports: str
    games: Mapping[str, str] = field(default_factory=dict)
    """The rows among the engines, and the workload of each."""
    environments: Mapping[str, str] = field(default_factory=dict)
    """The rows among the environments."""

    @property
    def key(self) -> str:
        return self.module.removeprefix("bench.play_")

    @property
    def home(self) -> Path:
        return ROOT / ".bench" / self.key

    def program(self) -> Program | None:
        """The peer, installed on first use; None where it cannot be installed or does not start."""
        python = self.home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        pins = CONSTRAINTS / f"{self.key}.txt"
        stamp = self.home / "installed.txt"
        wanted = f"{pins.read_text()}for {sys.version}"
        if not stamp.exists() or stamp.read_text() != wanted:
            print(f"Installing {self.title} into {self.home.relative_to(ROOT)} ...", flush=True)
            venv.create(self.home, clear=True, with_pip=True)
            install = ["-m", "pip", "--disable-pip-version-check", "--quiet", "--retries", "1", "install"]
            for command in ([*install, "-c", str(pins), *self.needs], ["-c", f"import {self.imports}"]):
                if subprocess.run([python, *command], stdout=subprocess.DEVNULL).returncode:
                    return None
            stamp.write_text(wanted)
        return Program(str(python), self.module, self.imports)


PEERS = (
    Peer(
        "pyminion 0.4.0",
        needs=("pyminion",),
        module="bench.play_pyminion",
        imports="pyminion.game, pyminion.bots.bot, pyminion.expansions.base",
        games={"pyminion, Dominion": "base"},
    ),
    Peer(
        "OpenSpiel 2.0.2",
        needs=("open_spiel",),
        module="bench.play_openspiel",
        imports="pyspiel",
        games={
            "OpenSpiel, crazy eights": "crazy_eights",
            "OpenSpiel, hearts": "hearts",
            "OpenSpiel, gin rummy": "gin_rummy",
        },
        environments={"OpenSpiel, crazy eights": "env crazy_eights", "OpenSpiel, gin rummy": "env gin_rummy"},
    ),
    Peer(
        "rlcard 1.2.0",
        needs=("rlcard",),
        module="bench.play_rlcard",
        imports="rlcard.envs.uno, rlcard.envs.gin_rummy",
        games={"rlcard, uno": "game uno", "rlcard, gin rummy": "game gin-rummy"},
        environments={"rlcard, uno": "env uno", "rlcard, gin rummy": "env gin-rummy"},
    ),
    Peer(
        "PettingZoo 1.27.0",
        needs=("pettingzoo", "rlcard", "pygame"),
        module="bench.play_pettingzoo",
        imports="pettingzoo.classic.connect_four_v3, pettingzoo.classic.leduc_holdem_v4",
        environments={
            "PettingZoo, connect four": "connect_four_v3",
            "PettingZoo, leduc hold'em": "leduc_holdem_v4",
            "PettingZoo, texas hold'em": "texas_holdem_v4",
        },
    ),
    Peer(
        "pgx 2.6.0",
        needs=("pgx",),
        module="bench.play_pgx",
        imports="pgx",
        environments={
            "pgx, sparrow mahjong": "sparrow_mahjong",
            "pgx, leduc hold'em": "leduc_holdem",
            "pgx, connect four": "connect_four",
        },
    ),
)
