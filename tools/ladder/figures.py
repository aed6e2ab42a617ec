"""What the matches say: from the blocks in the folder to the figures of the page. None is what was not measured."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Final

from vigil.lab.arena import Thinking
from vigil.lab.arena_results import Results, mean_of_blocks, share_of_blocks
from vigil.lab.findings import Estimate
from vigil.lab.ratings import REFERENCE_ELO

from .folder import Folder
from .plan import TABLES, Box, Fixture, Plan

HALF_A_POINT: Final = 0.5


@dataclass(frozen=True)
class Speed:
    """How a bot plays against itself with a core of its own."""

    games_a_second: float
    decisions_a_game: float
    turns_a_game: float
    answer: float
    """Seconds, on the average."""
    longest_answer: float
    turn: float


@dataclass
class Manners:
    """What a bot did in all matches together."""

    thinking: Thinking = field(default_factory=Thinking)
    mishaps: Counter[str] = field(default_factory=Counter)


class Figures:
    def __init__(self, plan: Plan, folder: Folder) -> None:
        self.plan = plan
        self.folder = folder
        self._results: dict[str, Results] = {}

    def results(self, fixture: Fixture) -> Results:
        found = self._results.get(fixture.name)
        if found is None:
            found = self._results[fixture.name] = Results(fixture.contest, self.folder.blocks(fixture), reference=1)
        return found

    def is_measured(self, fixture: Fixture) -> bool:
        return bool(self.results(fixture).counted)

    def won(self, fixture: Fixture) -> Estimate | None:
        """The first bot's share of the games."""
        results = self.results(fixture)
        return share_of_blocks(results.scores(0), len(results.lineups)) if results.counted else None

    def ahead_of_the_cult(self, fixture: Fixture) -> Estimate | None:
        games = [block.games[0] for block in self.results(fixture).counted]
        return mean_of_blocks([game.scores[0] - (game.cult or 0) for game in games]) if games else None

    def by_turn_order(self, fixture: Fixture) -> list[Estimate] | None:
        """What the first player wins of a bot's games against itself, the second, and so on."""
        games = [block.games[0] for block in self.results(fixture).counted]
        if not games:
            return None
        count = fixture.players
        shares = [
            [((game.first + place) % count in game.winners) / len(game.winners) for game in games]
            for place in range(count)
        ]
        return [share_of_blocks(each, games=1) for each in shares]

    def speed(self, fixture: Fixture) -> Speed | None:
        results = self.results(fixture)
        games = [block.games[0] for block in results.counted]
        if not games:
            return None
        thinking = results.conduct[0].thinking
        turns = sum(game.turns for game in games)
        return Speed(
            games_a_second=len(games) / results.seconds,
            decisions_a_game=thinking.decisions / len(games),
            turns_a_game=turns / len(games),
            answer=thinking.seconds / thinking.decisions,
            longest_answer=thinking.worst,
            turn=thinking.seconds / turns,
        )

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
        results = self.results(self.plan.meeting(TABLES[0], (one, other) if is_above else (other, one), box))
        if len(results.counted) < 2:
            return None
        above = results.standings[0].rating.minus(REFERENCE_ELO)
        return above if is_above else Estimate(-above.value, -above.high, -above.low, above.count)

    # --- everything together

    def manners(self, label: str) -> Manners:
        found = Manners()
        for fixture in self.plan.fixtures():
            for name, conduct in zip(fixture.bots, self.results(fixture).conduct, strict=False):
                if name == label:
                    found.thinking.include(conduct.thinking)
                    found.mishaps += conduct.mishaps
        return found

    @property
    def games(self) -> int:
        return sum(self.results(fixture).games_played for fixture in self.plan.fixtures())

    @property
    def aside(self) -> int:
        """Blocks that count for nobody."""
        results = [self.results(fixture) for fixture in self.plan.fixtures()]
        return sum(len(each.blocks) - len(each.counted) for each in results)

    def seconds_left(self, fixture: Fixture) -> float:
        """On one core, by the pace of what has been played of the match, or else by a rough guess."""
        results = self.results(fixture)
        played = len(results.blocks)
        pace = results.seconds / played if played else fixture.rough_seconds
        return (fixture.blocks - played) * pace


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
