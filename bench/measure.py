"""The side of the measured program: play games, copy positions, answer with counts and processor time.

Only the standard library is used here, because each peer runs this in an environment of its own.
"""

import gc
import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time
from typing import Any, Protocol

POSITIONS = 10
BATCH = 50
PLAY, COPY, STATE_BYTES, COPY_BYTES = "play", "copy", "bytes of a state", "bytes of a copy"

# Growth is counted in pages and in the allocator's arenas: it has to be large beside both.
ENOUGH_GROWTH = 24_000_000
LONGEST_GROWTH_SECONDS = 3.0
STATM = Path("/proc/self/statm")


class Workload(Protocol):
    """A kind of game that a program can play by itself."""

    def play(self, seed: int) -> tuple[int, int]:
        """Set up and play at random; answer how many games came to their end and how many decisions they took."""


class Copying(Workload, Protocol):
    """One whose positions can be copied as well."""

    def middle(self, seed: int) -> Any:
        """The game of this seed, stopped halfway."""

    def copy(self, position: Any) -> Any:
        """A second game that can be played on without touching the first."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What one program did in one round: decisions (and whole games) played, or copies made."""

    count: int
    seconds: float
    games: int = 0

    @property
    def per_second(self) -> float:
        return self.count / self.seconds

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds


def play(workload: Workload, seconds: float) -> Sample:
    """Play for about this long. Every round plays the same games in the same order."""
    turns = games = decisions = 0
    start = process_time()  # not the wall clock: what other processes take is not ours
    while (passed := process_time() - start) < seconds:
        ended, made = workload.play(turns)
        games += ended
        decisions += made
        turns += 1
    return Sample(decisions, passed, games)


def copy(workload: Copying, positions: list[Any], seconds: float) -> Sample:
    copies = 0
    start = process_time()
    while (passed := process_time() - start) < seconds:
        for position in positions:
            workload.copy(position)
        copies += len(positions)
    return Sample(copies, passed)


def resident_bytes() -> int:
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def bytes_each(make: Callable[[int], Any]) -> float:
    """Bytes that one more of them adds to the process: the growth of its resident memory, divided by their number.

    Asked in a fresh process, because memory that was freed before would be filled first and nothing would grow.
    """
    kept = [make(number) for number in range(BATCH)]  # fills what is free by now
    gc.collect()
    before, start = resident_bytes(), process_time()
    while resident_bytes() - before < ENOUGH_GROWTH and process_time() - start < LONGEST_GROWTH_SECONDS:
        kept += [make(number) for number in range(len(kept), len(kept) + BATCH)]
    gc.collect()
    return (resident_bytes() - before) / (len(kept) - BATCH)


def answer(task: str, workload: Any, positions: list[Any], seconds: float) -> Any:
    if task == PLAY:
        return asdict(play(workload, seconds))
    if task == COPY:
        return asdict(copy(workload, positions, seconds))
    if task == STATE_BYTES:
        return bytes_each(workload.middle)
    return bytes_each(lambda number: workload.copy(positions[number % POSITIONS]))


def serve(find: Callable[[str], Any]) -> None:
    """Answer each line of standard input: what to do, with which workload, for how many seconds."""
    workloads: dict[str, Any] = {}
    positions: dict[str, list[Any]] = {}
    for line in sys.stdin:
        task, name, seconds = json.loads(line)
        if name not in workloads:
            workloads[name] = find(name)
        if task in (COPY, COPY_BYTES) and name not in positions:
            positions[name] = [workloads[name].middle(seed) for seed in range(POSITIONS)]
        print(json.dumps(answer(task, workloads[name], positions.get(name, []), seconds)), flush=True)
