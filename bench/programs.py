"""The measured programs as processes, and the environment that the peer lives in."""

import json
import os
import subprocess
import sys
import venv
from contextlib import suppress
from pathlib import Path
from typing import Self

from bench.measure import Sample
from vigil._compiled import SWITCH

ROOT = Path(__file__).parent.parent
PEER = "pyminion"
PEER_VERSION = "0.4.0"


class Program:
    """A process that measures itself when asked."""

    def __init__(self, python: str, module: str, workloads: list[str], engine: str = "") -> None:
        self.module = module
        self._process = subprocess.Popen(
            [python, "-m", module, *workloads],
            cwd=ROOT,
            env={**os.environ, SWITCH: engine},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def sample(self, workload: str, seconds: float) -> Sample:
        questions, answers = self._process.stdin, self._process.stdout
        assert questions
        assert answers
        with suppress(BrokenPipeError):  # the process is gone; the missing answer tells
            questions.write(json.dumps([workload, seconds]) + "\n")
            questions.flush()
        answer = answers.readline()
        if not answer:
            raise SystemExit(f"{self.module} stopped at {workload}; what it said is above.")
        return Sample(**json.loads(answer))


def peer_python() -> str:
    """The interpreter of the peer's environment, which is made on first use from the one that runs now."""
    home = ROOT / ".bench" / PEER
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    stamp = home / "installed.txt"
    wanted = f"{PEER}=={PEER_VERSION} for {sys.version}"
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"Installing {PEER} {PEER_VERSION} into {home.relative_to(ROOT)} ...", flush=True)
        venv.create(home, clear=True, with_pip=True)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet"]
        if subprocess.run([*pip, "install", f"{PEER}=={PEER_VERSION}"]).returncode:
            raise SystemExit(f"{PEER} could not be installed; the first benchmark needs the network.")
        stamp.write_text(wanted)
    return str(python)


def stay_on_one_core() -> None:
    """Pin this process, and so the ones it starts, where the system allows it."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
