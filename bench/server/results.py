"""What was measured, and the arithmetic on it: medians over the rounds, ratios within a round."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from msgspec.structs import replace

from bench.server.load import Measured, Phase
from bench.server.players import SHORTEST, VIGIL

PACE = 1.0
"""Seconds between two choices at a table, where people play."""
UNTIL_GAMES_END = (SHORTEST + 5) * PACE
"""Seconds at that pace after which rated games end all the time."""


@dataclass(frozen=True)
class Level:
    """So many live tables, and what happens at them in turn."""

    tables: int
    phases: tuple[Phase, ...]


def levels(seconds: float, warm_up: float, most: int) -> list[Level]:
    """One table, a tenth of the most, and the most; at the last also at the pace of people."""
    flat_out = Phase(0.0, seconds, warm_up)
    calm = Phase(PACE, seconds, warm_up)
    counts = dict.fromkeys((1, max(1, most // 10), most))
    return [Level(count, (calm, flat_out) if count == most else (flat_out,)) for count in counts]


def at_pace(level: Level, warm_up: float = 0.0) -> Level:
    """The same tables at the pace of people alone, after a warm-up of so many seconds at least."""
    calm = (phase for phase in level.phases if phase.every)
    return Level(level.tables, tuple(replace(phase, warm_up=max(phase.warm_up, warm_up)) for phase in calm))


Figure = Callable[[Measured], float]


def per_second(taken: Measured) -> float:
    return len(taken.times) / taken.seconds


def server_time(taken: Measured) -> float:
    """Processor time of the server for a choice: it does not know how busy the machine was otherwise."""
    return taken.server_seconds / len(taken.times)


def load_time(taken: Measured) -> float:
    return taken.load_seconds / len(taken.times)


def bytes_a_table(taken: Measured) -> float:
    return (taken.bytes_after - taken.bytes_before) / taken.tables


def percentile(hundredth: float) -> Figure:
    return lambda taken: taken.times[min(len(taken.times) - 1, int(len(taken.times) * hundredth / 100))]


@dataclass
class Results:
    rounds: int
    taken: dict[tuple[str, int, float], list[Measured]] = field(default_factory=dict)
    """By server, number of tables and pace; one a round."""
    absent: str = ""
    """Why there is no peer."""
    crowd: float = 0.0
    """How many processes wanted to run before anything was measured: the system's load average."""

    def add(self, service: str, measured: Sequence[Measured]) -> None:
        for each in measured:
            self.taken.setdefault((service, each.tables, each.every), []).append(each)

    def has(self, service: str, tables: int, every: float) -> bool:
        return (service, tables, every) in self.taken

    def figure(self, service: str, tables: int, every: float, figure: Figure) -> float:
        return median(map(figure, self.taken[service, tables, every]))

    def ratio(self, peer: str, tables: int, every: float, figure: Figure) -> float:
        """How many times the peer's figure is ours, taken within each round first."""
        pairs = zip(self.taken[VIGIL, tables, every], self.taken[peer, tables, every], strict=True)
        return median(figure(ours) / figure(theirs) for ours, theirs in pairs)

    def games(self, service: str) -> int:
        return sum(each.games for (name, _, _), taken in self.taken.items() if name == service for each in taken)

    def notices(self, service: str) -> int:
        return sum(each.notices for (name, _, _), taken in self.taken.items() if name == service for each in taken)

    @property
    def counts(self) -> list[tuple[int, float]]:
        """Every number of tables and pace that was measured, in order."""
        return sorted({(tables, every) for _, tables, every in self.taken}, key=lambda each: (bool(each[1]), each[0]))
