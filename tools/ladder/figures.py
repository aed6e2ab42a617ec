"""What the matches say, from the folder or the record, as the figures of the page. None is what was not measured."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from math import hypot, log
from typing import Final

from vigil.lab.arena_results import Results
from vigil.lab.elo import POINTS, REFERENCE_ELO
from vigil.lab.intervals import Estimate

from .finding import Finding, Speed, finding_of
from .folder import Folder
from .plan import TABLES, Box, Fixture, Plan
from .profile import Profile
from .record import Record

HALF_A_POINT: Final = 0.5


class Figures:
    def __init__(self, plan: Plan, folder: Folder, record: Record) -> None:
        self.plan = plan
        self.folder = folder
        self.record = record
        self._results: dict[str, Results] = {}

    def results(self, fixture: Fixture) -> Results:
        """What has been played of the match on this machine."""
        known = self._results.get(fixture.name)
        if known is None:
            known = self._results[fixture.name] = Results(fixture.contest, self.folder.blocks(fixture))
        return known

    @cached_property
    def findings(self) -> dict[str, Finding]:
        """By the name of the match. Where this machine and the record know of a match, the longer part of it counts."""
        known = {}
        for fixture in self.plan.fixtures():
            here = finding_of(fixture, self.results(fixture), self.folder.machines(fixture))
            told = [each for each in (here, self.record.findings.get(fixture.name)) if each is not None]
            if told:
                known[fixture.name] = max(told, key=lambda each: each.blocks)
        return known

    def finding(self, fixture: Fixture) -> Finding | None:
        return self.findings.get(fixture.name)

    def won(self, fixture: Fixture) -> Estimate | None:
        finding = self.finding(fixture)
        return finding.won if finding else None

    def speed(self, label: str) -> Speed | None:
        """Of a bot against itself."""
        finding = self.finding(self.plan.speed(label))
        return finding.speed if finding else None

    @property
    def profile(self) -> Profile | None:
        """Of the best one as players meet it."""
        return self.folder.profile(self.plan.champion) or self.record.profile

    # --- ratings

    @cached_property
    def ratings(self) -> dict[Box, dict[str, Estimate]]:
        return {box: self._ratings(box) for box in self.plan.boxes}

    @property
    def drawn(self) -> dict[str, dict[str, Estimate]]:
        """The lines of the picture: where somebody besides the reference has a rating."""
        return {box.title: line for box, line in self.ratings.items() if len(line) > 1}

    def _ratings(self, box: Box) -> dict[str, Estimate]:
        """From the reference up and down, as far as neighbours have met.

        The matches between neighbours form a chain, so the likeliest ratings of all are the sums of the differences.
        """
        levels = self.plan.levels
        place = levels.index(self.plan.reference)
        found = {levels[place]: Estimate(REFERENCE_ELO, REFERENCE_ELO, REFERENCE_ELO, 0)}
        for way in (levels[place:], levels[place::-1]):
            for known, level in pairwise(way):
                difference = self._difference(level, known, box)
                if difference is None:
                    break
                found[level] = _sum(found[known], difference)
        return found

    def _difference(self, one: str, other: str, box: Box) -> Estimate | None:
        """By how much the one is above the other, in points of Elo."""
        is_above = (one, other) in self.plan.pairs
        won = self.won(self.plan.meeting(TABLES[0], (one, other) if is_above else (other, one), box))
        if won is None or won.count < 2:
            return None
        above = in_points(won)
        return above if is_above else Estimate(-above.value, -above.high, -above.low, above.count)

    # --- everything together

    @property
    def mishaps(self) -> dict[str, Counter[str]]:
        """Of every bot that had any: how many of which kind."""
        known: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for finding in self.findings.values():
            for label, kinds in finding.mishaps.items():
                known[label].update(kinds)
        return dict(known)

    def machines(self) -> Iterator[str]:
        for finding in self.findings.values():
            yield from finding.machines

    @property
    def games(self) -> int:
        return sum(finding.games for finding in self.findings.values())

    @property
    def aside(self) -> int:
        """Blocks that count for nobody."""
        return sum(finding.aside for finding in self.findings.values())

    def seconds_left(self, fixture: Fixture) -> float:
        """On one core, by the pace of what has been played of the match here, or else by a rough guess."""
        finding = self.finding(fixture)
        if finding is not None and finding.blocks >= fixture.blocks:
            return 0.0
        results = self.results(fixture)
        played = len(results.blocks)
        pace = results.seconds / played if played else fixture.rough_seconds
        return (fixture.blocks - played) * pace


def in_points(won: Estimate) -> Estimate:
    """A share of the games of two as points of Elo: 400 for a factor of ten.

    Who won every game would have no end of points; half a game that was not won keeps the number finite, and says
    nothing that the bound on the other side does not say.
    """
    edge = 1 / (4 * won.count)
    shares = (min(max(share, edge), 1 - edge) for share in (won.value, won.low, won.high))
    value, low, high = (POINTS * log(share / (1 - share)) for share in shares)
    return Estimate(value, low, high, won.count)


def _sum(rating: Estimate, difference: Estimate) -> Estimate:
    value = rating.value + difference.value
    low = _error(rating.value - rating.low, difference.value - difference.low, rating.count)
    high = _error(rating.high - rating.value, difference.high - difference.value, rating.count)
    return Estimate(value, value - low, value + high, difference.count)


def _error(known: float, step: float, blocks: int) -> float:
    """The errors of two matches add up as independent ones do; a side that is open stays open."""
    if not blocks:
        return step
    return 0.0 if min(known, step) <= HALF_A_POINT else hypot(known, step)


def one_sided(rating: Estimate) -> float | None:
    """The bound of a rating that has only one: of somebody who won all games, or none."""
    is_bounded = rating.value - rating.low > HALF_A_POINT, rating.high - rating.value > HALF_A_POINT
    return {(True, False): rating.low, (False, True): rating.high}.get(is_bounded)
