"""Which bots a puzzle fools, and how difficult it therefore is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.bots import bot_label
from vigil.puzzles import Difficulty
from vigil.ratings.bots import bot_rating
from vigil.ratings.glicko import Encounter, Rating, updated
from vigil.ratings.pools import Pool

from .entrants import NamedBot, parse_entrant
from .matches import seed_of

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView


class Solver(NamedTuple):
    """A bot that tries every puzzle, with so many seeds."""

    name: str
    seeds: int


SOLVERS: Final = (
    Solver("random", 1),
    Solver("casual", 8),
    Solver("player", 8),
    Solver("advanced", 8),
    Solver("expert", 2),
    Solver("master@16n", 2),
)
JUDGED: Final = ("player", "advanced", "expert")
"""A puzzle has to fool one of these."""
FOOLED: Final = 0.5
"""A bot is fooled if it fails in at least this share of its tries."""
LEAST_DEVIATION: Final = 150.0
"""Bots do not fail where people do: the tries of bots say no more than this about a puzzle."""

Question = tuple["SeatView", "Decision", Sequence["Option"]]
"""A decision as the solver sees it, and the options that solve it."""


def shares_of_failures(questions: Sequence[Question], seed: int) -> dict[str, float]:
    """By solver, in which share of its tries it does not solve every one of the questions."""
    return {solver.name: _share(solver, questions, seed) for solver in SOLVERS}


def _share(solver: Solver, questions: Sequence[Question], seed: int) -> float:
    if solver.name == "random":
        solved = 1.0
        for _, decision, right in questions:
            solved *= len(right) / len(decision.options)
        return 1.0 - solved
    make = NamedBot(*parse_entrant(solver.name))
    failures = 0
    for number in range(solver.seeds):
        bot = make(seed_of(seed, number))
        failures += any(bot.choose(view, decision) not in right for view, decision, right in questions)
    return failures / solver.seeds


def fooled(shares: Mapping[str, float]) -> tuple[str, ...]:
    """The solvers that fail, from the weakest to the strongest. The one that guesses does not count."""
    return tuple(name for name, share in shares.items() if name != "random" and share >= FOOLED)


def difficulty_of(shares: Mapping[str, float]) -> Difficulty:
    """One Glicko-2 rating period of a new puzzle: it meets every solver once, and wins the share that fails.

    The solvers have the ratings of bots in rated games of two.
    """
    encounters = [
        Encounter(bot_rating(_level(name), Pool.LIVE)._replace(volatility=Rating().volatility), share)
        for name, share in shares.items()
    ]
    found = updated(Rating(), encounters, 1.0)
    return Difficulty(round(found.value), round(max(found.deviation, LEAST_DEVIATION)))


def _level(name: str) -> str:
    return bot_label(*parse_entrant(name)).split("@")[0]
