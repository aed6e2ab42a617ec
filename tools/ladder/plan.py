"""What is measured: every match of the ladder, with as many games as its bots allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from vigil.bots import BOTS, Budget
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.engine.terms import SOLITAIRE, STANDARD, TEAM
from vigil.lab.arena import Contest
from vigil.lab.entrants import NamedBot, entrant_kind, entrants, parse_entrant
from vigil.lab.scripted_bots import SCRIPTS
from vigil.set_names import ALL, short_name

SEED: Final = 2013
MOVE_LIMIT: Final = 60.0
"""Seconds for one decision, as `vigil arena` has it."""
REFERENCE: Final = "player"
"""Who has 1500 Elo."""

FEW_NODES: Final = 32
"""Whoever looks at more of them before a decision is slow."""
REPEATABLE: Final = Budget(nodes=64)
"""In the tables this takes the place of a time: then they can be played again exactly, on any machine."""

SIMPLE_SECONDS, NODE_SECONDS, TURNS = 0.01, 0.03, 15
"""What a seat costs in a game, roughly: a bot that does not search; each node of a budget; turns of so many seconds."""


@dataclass(frozen=True)
class Box:
    """Sets that are played together."""

    name: str
    title: str
    sets: tuple[str, ...]


BOXES: Final = (
    *(Box(short_name(name), box.title, (name,)) for name, box in LIBRARY.sets.items()),
    Box(ALL, "All sets mixed", tuple(LIBRARY.sets)),
)


@dataclass(frozen=True)
class Table:
    """Where a level meets the one below. It should win more than `aim` of the games, and surely more than `par`."""

    part: str
    players: int
    variant: str
    par: float
    aim: float


TABLES: Final = (
    Table("table/2", 2, STANDARD, 1 / 2, 0.6),
    Table("table/3", 3, STANDARD, 1 / 3, 1 / 3),
    Table("table/4", 4, STANDARD, 1 / 4, 1 / 4),
    Table("team", 4, TEAM, 1 / 2, 1 / 2),
)


class Mirror(Contest):
    """A bot against itself: the chairs need no rotation, so that a block is one game."""

    def lineups(self) -> list[tuple[int, ...]]:
        return [(0,) * self.setup.players]


@dataclass(frozen=True)
class Fixture:
    """A match of the plan. `bots` are written as on a command line: `expert`, `master@1s`."""

    part: str
    bots: tuple[str, ...]
    box: Box
    games: int
    players: int = 2
    variant: str = STANDARD
    alone: bool = False
    """Whether nothing else is to be played at the same time: it is about speed."""

    @property
    def name(self) -> str:
        return f"{self.part}/{'-'.join(self.bots)}-{self.box.name}"

    @property
    def contest(self) -> Contest:
        kind = Mirror if len(self.bots) == 1 and self.variant != SOLITAIRE else Contest
        setup = Setup(LIBRARY, self.players, self.box.sets, self.variant)
        return kind(entrants(self.bots), setup, SEED, MOVE_LIMIT)

    @property
    def blocks(self) -> int:
        return max(2, self.games // len(self.contest.lineups()))

    @property
    def rough_seconds(self) -> float:
        """What a block takes on one core, as far as that is known before any was played."""
        contest = self.contest
        return sum(_seat_seconds(self.bots[who]) for lineup in contest.lineups() for who in lineup)


def usual_budget(label: str) -> Budget | None:
    """The budget that a bot is named with, or else takes of its own accord."""
    name, budget = parse_entrant(label)
    return budget or getattr(entrant_kind(name), "usual", None)


def _seat_seconds(label: str) -> float:
    budget = usual_budget(label)
    if budget is None:
        return SIMPLE_SECONDS
    return TURNS * budget.seconds if budget.seconds is not None else NODE_SECONDS * (budget.nodes or 0)


@dataclass(frozen=True)
class Sizes:
    """How many games a match has, by what its slowest bot does: judge at a glance, look at a few nodes, or at many."""

    simple: int
    searching: int
    slow: int

    def games(self, *labels: str) -> int:
        budgets = [budget for budget in map(usual_budget, labels) if budget is not None]
        if any(budget.nodes is None or budget.nodes > FEW_NODES for budget in budgets):
            return self.slow
        return self.searching if budgets else self.simple


@dataclass(frozen=True)
class Plan:
    """`levels` are the opponents from gentle to merciless, `boxes` what they play with, `sizes` how much of it.
    `champion` is the last of them as players meet it, with its own time."""

    levels: tuple[str, ...]
    champion: str
    boxes: tuple[Box, ...]
    sizes: Sizes
    """At tables for two, where every step of the ladder has to be clear."""
    other_sizes: Sizes
    """At all other tables, alone and against scripts."""
    speed_sizes: Sizes
    headline_games: int
    """Of the champion against the level below, with the first of the boxes."""
    reference: str = REFERENCE
    is_quick: bool = False

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Every level with the one below."""
        return [(upper, lower) for lower, upper in pairwise(self.levels)]

    @property
    def opponents(self) -> tuple[str, ...]:
        """Whom players meet."""
        return (*self.levels[:-1], self.champion)

    @property
    def strongest(self) -> tuple[str, str]:
        """Those who meet the scripts, the best one last."""
        return self.levels[-2], self.levels[-1]

    @property
    def mirrored(self) -> tuple[str, ...]:
        """Those who tell what it is worth to go first: the two below the best."""
        return self.levels[-3:-1]

    @property
    def headline(self) -> Fixture:
        return Fixture("headline", (self.champion, self.levels[-2]), self.boxes[0], self.headline_games)

    # --- matches

    def meeting(self, table: Table, pair: tuple[str, str], box: Box) -> Fixture:
        """One of the upper level against a table of the lower one; in a team two against two."""
        sizes = self.sizes if table.players == 2 else self.other_sizes
        return Fixture(table.part, pair, box, sizes.games(*pair), table.players, table.variant)

    def solitaire(self, level: str, box: Box) -> Fixture:
        return Fixture("solitaire", (level,), box, self.other_sizes.games(level), 1, SOLITAIRE)

    def scripted(self, level: str, script: str) -> Fixture:
        return Fixture("scripts", (level, script), self.boxes[0], self.other_sizes.games(level))

    def seats(self, level: str, players: int) -> Fixture:
        return Fixture(f"seats/{players}", (level,), self.boxes[0], self.other_sizes.games(level), players)

    def speed(self, level: str) -> Fixture:
        return Fixture("speed", (level,), self.boxes[0], self.speed_sizes.games(level), alone=True)

    def fixtures(self) -> Iterator[Fixture]:
        for table in TABLES:
            for pair in self.pairs:
                yield from (self.meeting(table, pair, box) for box in self.boxes)
        for level in self.levels:
            yield from (self.solitaire(level, box) for box in self.boxes)
        for level in self.strongest:
            yield from (self.scripted(level, script) for script in SCRIPTS)
        for level in self.mirrored:
            yield from (self.seats(level, table.players) for table in TABLES if table.variant == STANDARD)
        yield from map(self.speed, self.opponents)
        yield self.headline


def full_plan() -> Plan:
    """Everybody thinks as long as they usually do, but for those who go by the clock."""
    return Plan(
        levels=tuple(map(_repeatable, BOTS)),
        champion=_with_its_time(list(BOTS)[-1]),
        boxes=BOXES,
        sizes=Sizes(simple=2_000, searching=600, slow=200),
        other_sizes=Sizes(simple=2_000, searching=200, slow=100),
        speed_sizes=Sizes(simple=200, searching=100, slow=4),
        headline_games=1_040,
    )


def quick_plan() -> Plan:
    """A look at everything: few games with one set and with all, and bots that search hardly do."""
    return Plan(
        levels=tuple(map(_in_a_hurry, BOTS)),
        champion=_in_a_hurry(list(BOTS)[-1]),
        boxes=(BOXES[0], BOXES[-1]),
        sizes=Sizes(simple=12, searching=4, slow=4),
        other_sizes=Sizes(simple=12, searching=4, slow=4),
        speed_sizes=Sizes(simple=20, searching=4, slow=2),
        headline_games=8,
        is_quick=True,
    )


def _with_its_time(name: str) -> str:
    """A budget of seconds stands in the name, because it is half of what is claimed."""
    budget = usual_budget(name)
    return NamedBot(name, budget).label if budget is not None and budget.seconds is not None else name


def _repeatable(name: str) -> str:
    budget = usual_budget(name)
    return NamedBot(name, REPEATABLE).label if budget is not None and budget.seconds is not None else name


def _in_a_hurry(name: str) -> str:
    budget = usual_budget(name)
    if budget is None:
        return name
    return NamedBot(name, Budget(nodes=4 if budget.nodes is not None else 16)).label
