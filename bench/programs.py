"""The measured programs as processes."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any, Self

from bench.measure import STATM, Sample
from vigil._compiled import SWITCH

ROOT = Path(__file__).parent.parent
IMPORTS = 5
TIMED_IMPORT = "from time import process_time; start = process_time(); import {}; print(process_time() - start)"


class Program:
    """A process that measures itself when asked. It is started by the first question."""

    def __init__(self, python: str, module: str, imports: str, engine: str = "", root: Path = ROOT) -> None:
        self.python = python
        self.root = root
        self.module = module
        self.imports = imports
        self.engine = engine
        # One core is all there is to share: the threads of numpy would only wait for one another.
        self._environment = {**os.environ, SWITCH: engine, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def sample(self, task: str, workload: str, seconds: float) -> Sample:
        return Sample(**self._ask(task, workload, seconds))

    def bytes_each(self, task: str, workload: str) -> float | None:
        """Bytes of a state or of a copy, asked of a process that has done nothing else; None where no system tells."""
        if not STATM.exists():
            return None
        with Program(self.python, self.module, self.imports, self.engine, self.root) as fresh:
            return float(fresh._ask(task, workload, 0))

    def import_seconds(self, times: int = IMPORTS) -> float:
        """The median of a few fresh processes, after one that fills the caches."""
        command = [self.python, "-c", TIMED_IMPORT.format(self.imports)]
        runs = [
            subprocess.run(command, cwd=self.root, env=self._environment, capture_output=True, text=True, check=True)
            for _ in range(times + 1)
        ]
        return median(float(run.stdout.split()[-1]) for run in runs[1:])

    def _ask(self, task: str, workload: str, seconds: float) -> Any:
        if self._process is None:
            self._process = subprocess.Popen(
                [self.python, "-m", self.module],
                cwd=self.root,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        questions, answers = self._process.stdin, self._process.stdout
        assert questions
        assert answers
        with suppress(BrokenPipeError):  # the process is gone; the missing answer tells
            questions.write(json.dumps([task, workload, seconds]) + "\n")
            questions.flush()
        answer = answers.readline()
        if not answer:
            raise SystemExit(f"{self.module} stopped at {workload} ({task}); what it said is above.")
        return json.loads(answer)


def stay_on_one_core() -> None:
    """Pin this process, and so the ones it starts, where the system allows it."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
