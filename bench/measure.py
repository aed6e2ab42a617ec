"""The side of the measured program: play games, copy positions, answer with counts and processor time.

Only the standard library is used here, because the peer runs this in an environment of its own.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from time import process_time
from typing import Any, Protocol

POSITIONS = 10


class Workload(Protocol):
    """A kind of game that a program can play by itself."""

    def play(self, seed: int) -> int:
        """Set up and play one whole game at random; answer how many decisions it took."""

    def middle(self, seed: int) -> Any:
        """The game of this seed, stopped halfway."""

    def copy(self, position: Any) -> Any:
        """A second game that can be played on without touching the first."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What one program did in one round."""

    games: int
    decisions: int
    play_seconds: float
    copies: int
    copy_seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.play_seconds

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.play_seconds

    @property
    def copies_per_second(self) -> float:
        return self.copies / self.copy_seconds

    @property
    def decisions_per_game(self) -> float:
        return self.decisions / self.games

    @property
    def copy_in_decisions(self) -> float:
        """How many decisions could have been played in the time of one copy."""
        return self.decisions_per_second / self.copies_per_second


def sample(workload: Workload, positions: list[Any], seconds: float) -> Sample:
    """Play and copy for about this long each. Every round plays the same games in the same order."""
    games = decisions = copies = 0
    start = process_time()  # not the wall clock: what other processes take is not ours
    while (play_seconds := process_time() - start) < seconds:
        decisions += workload.play(games)
        games += 1
    start = process_time()
    while (copy_seconds := process_time() - start) < seconds:
        for position in positions:
            workload.copy(position)
        copies += len(positions)
    return Sample(games, decisions, play_seconds, copies, copy_seconds)


def serve(workloads: Mapping[str, Workload]) -> None:
    """Answer each line of standard input, a workload's name and seconds, with a sample."""
    positions: dict[str, list[Any]] = {}
    for line in sys.stdin:
        name, seconds = json.loads(line)
        workload = workloads[name]
        if name not in positions:
            positions[name] = [workload.middle(seed) for seed in range(POSITIONS)]
        print(json.dumps(asdict(sample(workload, positions[name], seconds))), flush=True)
