"""Derives the bots' fixed ratings from what the arena measured (docs/bots.json): src/vigil/ratings/bot_table.py.

Run by `make docs`. Neighbours on the ladder have met in every set; their share of the wins, averaged over the sets,
is a difference in rating, and the differences add up from the reference. At tables for three and four one bot played
against two or three of the other level: if everybody wins in proportion to strength, a share p of n players' games is a
factor of p(n - 1)/(1 - p) between the two, and the mean of both tables counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot, log
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

from vigil.bots import BOTS
from vigil.ratings.glicko import LEAST, MOST_DEVIATION, START
from vigil.ratings.pools import Pool

from .pages import DOCS, with_generated

RECORD: Final = DOCS / "bots.json"
PAGE: Final = DOCS / "ratings.md"
MODULE: Final = Path(__file__).parent.parent / "src" / "vigil" / "ratings" / "bot_table.py"

REFERENCE: Final = "player"
"""Its rating is that of a newcomer."""
MEASURED_AS: Final = {"master": "master@64n"}
"""Bots that were measured with a fixed number of nodes instead of a time."""
TABLES: Final[Mapping[Pool, Sequence[tuple[str, int]]]] = {
    Pool.LIVE: [("table/2", 2)],
    Pool.CORRESPONDENCE: [("table/2", 2)],
    Pool.MULTIPLAYER: [("table/3", 3), ("table/4", 4)],
    Pool.TEAM: [("team", 2)],
}
"""Where each pool was measured, and how many sides a game has there."""
POINTS: Final = 400 / log(10)
NORMAL_95: Final = 1.96


class Measured(NamedTuple):
    """A number of points, and its standard error."""

    value: float
    error: float


def difference(matches: Mapping[str, Any], part: str, sides: int, upper: str, lower: str) -> Measured:
    """By how much one level is above the next, in points."""
    start = f"{part}/{MEASURED_AS.get(upper, upper)}-{MEASURED_AS.get(lower, lower)}-"
    won = [match["won"] for name, match in matches.items() if name.startswith(start)]
    # Whoever won every game would be infinitely far ahead: half a game that was not won keeps the number finite.
    edge = 1 / (4 * sum(each["count"] for each in won))
    share = min(max(fmean(each["value"] for each in won), edge), 1 - edge)
    error = hypot(*((each["high"] - each["low"]) / 2 / NORMAL_95 for each in won)) / len(won)
    return Measured(POINTS * log(share * (sides - 1) / (1 - share)), POINTS * error / (share * (1 - share)))


def ratings(matches: Mapping[str, Any], pool: Pool) -> dict[str, Measured]:
    levels = list(BOTS)
    place = levels.index(REFERENCE)
    found = {REFERENCE: Measured(START, 0.0)}
    for way, sign in ((levels[place:], 1), (levels[place::-1], -1)):
        for known, level in pairwise(way):
            upper, lower = (level, known) if sign > 0 else (known, level)
            steps = [difference(matches, part, sides, upper, lower) for part, sides in TABLES[pool]]
            error = hypot(*(each.error for each in steps)) / len(steps)
            value = found[known].value + sign * fmean(each.value for each in steps)
            found[level] = Measured(value, hypot(found[known].error, error))
    return {level: _bounded(found[level]) for level in levels}


def _bounded(measured: Measured) -> Measured:
    """Of a bot that lost nearly every game it is only known that it is far below: its rating is the lowest there is."""
    return Measured(max(measured.value, LEAST), min(measured.error, MOST_DEVIATION))


def all_ratings() -> dict[Pool, dict[str, Measured]]:
    matches = json.loads(RECORD.read_text(encoding="utf-8"))["matches"]
    return {pool: ratings(matches, pool) for pool in Pool}


def module() -> str:
    return "\n".join(_module()) + "\n"


def _module() -> Iterator[str]:
    yield '"""The bots\' ratings and their standard errors by pool and level. Made by `make docs`; do not edit."""'
    yield "\nfrom __future__ import annotations\n\nfrom typing import Final\n"
    yield "BOT_TABLE: Final[dict[str, dict[str, tuple[float, float]]]] = {"
    for pool, levels in all_ratings().items():
        yield f'    "{pool}": {{'
        yield from (f'        "{level}": ({each.value:.0f}.0, {each.error:.0f}.0),' for level, each in levels.items())
        yield "    },"
    yield "}"


def grid() -> str:
    """The same for people; the correspondence pool has the ratings of the live one."""
    found = all_ratings()
    pools = {Pool.LIVE: "two players", Pool.MULTIPLAYER: "three and more", Pool.TEAM: "team"}
    lines = [f"| | {' | '.join(pools.values())} |", f"| --- | {' | '.join(['---:'] * len(pools))} |"]
    for level in BOTS:
        cells = [f"{found[pool][level].value:.0f} ± {2 * found[pool][level].error:.0f}" for pool in pools]
        lines.append(f"| {level} | {' | '.join(cells)} |")
    return "\n".join(lines)


def page() -> str:
    return with_generated(PAGE, {"bots": grid})
