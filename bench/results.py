"""What was measured, and the arithmetic on it: medians over the rounds, ratios within a round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from bench.growth import Growth
from bench.measure import COPY, PLAY, Sample

Figure = Callable[[Sample], float]


@dataclass
class Results:
    rounds: int
    seconds: float
    samples: dict[tuple[str, str], list[Sample]] = field(default_factory=dict)
    """By row and task, one a round, in the order of the rounds."""
    bytes: dict[tuple[str, str], float | None] = field(default_factory=dict)
    """Of one more state and of one more copy, by row and task."""
    growth: dict[str, list[Growth]] = field(default_factory=dict)
    """By the title of the pool, one a quarter."""
    imports: dict[str, float] = field(default_factory=dict)
    absent: Mapping[str, str] = field(default_factory=dict)
    hot: Sequence[tuple[str, float]] = ()

    def has(self, row: str) -> bool:
        return (row, PLAY) in self.samples

    def _median(self, row: str, task: str, figure: Figure) -> float:
        return median(map(figure, self.samples[row, task]))

    def decisions(self, row: str) -> float:
        return self._median(row, PLAY, lambda sample: sample.per_second)

    def games(self, row: str) -> float:
        return self._median(row, PLAY, lambda sample: sample.games_per_second)

    def decisions_per_game(self, row: str) -> float:
        return self._median(row, PLAY, lambda sample: sample.count / sample.games)

    def copies(self, row: str) -> float:
        return self._median(row, COPY, lambda sample: sample.per_second)

    def ratio(self, row: str, other: str, task: str = PLAY) -> float:
        """How many times as fast the row is as the other, taken within each round first."""
        pairs = zip(self.samples[row, task], self.samples[other, task], strict=True)
        return median(ours.per_second / theirs.per_second for ours, theirs in pairs)

    def beside_parts(self, whole: str, parts: Sequence[str]) -> float:
        """The time of a decision in a mixture, beside the mean of that in its parts, within each round."""
        rounds = zip(self.samples[whole, PLAY], *(self.samples[part, PLAY] for part in parts), strict=True)
        return median(seconds_each([mixed]) / seconds_each(alone) for mixed, *alone in rounds)


def seconds_each(samples: Sequence[Sample]) -> float:
    """The mean time of one decision, every sample weighing the same."""
    return sum(1 / sample.per_second for sample in samples) / len(samples)
