"""Where the time of a bot that searches goes, by what it asks others to do.

The profiler sees every call from the search into the engine, also into the compiled one, as a whole; where the engine
asks the search in the middle of it, that part is taken off again. What is not spent in such a call is the search's own.
"""

from __future__ import annotations

import re
from cProfile import Profile as Profiler
from dataclasses import dataclass
from pathlib import Path
from pstats import Stats
from typing import Any, Final

import vigil.bots
from vigil._compiled import compiled_sources
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup, deal
from vigil.lab.entrants import entrants

from .plan import SEED, Box

NETWORK: Final = "the network"
# The first pattern that is found in "file function" names the group.
GROUPS: Final = (
    ("dealing possible worlds", r"view\.py sample|'sample' of 'SeatView'"),
    ("copying games and applying options", r"state\.py (?:copy|apply)|'(?:copy|apply)' of 'GameState'"),
    (
        "playing on inside the engine",
        r"(?:rollout|turn_finisher)\.py |engine\.rollout\.|of '(?:TurnFinisher|Playout|EvaluationBatch)'",
    ),
    ("reading positions for the network", r"position_features\.py |of 'PositionBatch'|bots\.position_features\."),
    (NETWORK, r"(?:network|bag_sums)\.py "),
    ("the quick policy", r"(?:policy|evaluator|purchases)\.py |of 'QuickPolicy'"),
)
REST: Final = "the search itself, and the rest"

WARM_UP: Final = 10
"""Decisions before the profile begins: what is worked out once for a table does not belong into it."""

BOTS_FOLDER: Final = Path(vigil.bots.__file__).parent
NO_SEARCH: Final = {*compiled_sources(), BOTS_FOLDER / "network.py"}
"""What is compiled with the engine, and the network's arithmetic."""


@dataclass(frozen=True)
class Profile:
    bot: str
    machine: str
    decisions: int
    """Those that the bot thought about: of several options."""
    seconds: float
    shares: dict[str, float]


def profiled(label: str, box: Box, machine: str) -> Profile:
    """The bot plays both seats of a game, and is watched from its first turns on."""
    game = deal(Setup(LIBRARY, 2, box.sets), SEED)
    [bot] = entrants([label])
    bots = [bot.make(seat) for seat in range(2)]
    profiler = Profiler()
    asked = 0
    while game.decision is not None:
        decision = game.decision
        view = game.view(decision.seat)
        asked += len(decision.options) > 1
        if asked > WARM_UP:
            profiler.enable()
        option = bots[decision.seat].choose(view, decision)
        profiler.disable()
        game.choose(option)
    stats = Stats(profiler)
    return Profile(label, machine, max(0, asked - WARM_UP), stats.total_tt, shares(stats))  # type: ignore[attr-defined]


def shares(stats: Any) -> dict[str, float]:
    """For every group its part of the whole, the largest first, and the rest at the end."""
    spent = dict.fromkeys((name for name, _ in GROUPS), 0.0)
    for (file, _, function), (_, _, _, _, callers) in stats.stats.items():
        group = group_of(file, function)
        for (caller, _, name), (_, _, _, whole) in callers.items():
            asking = group_of(caller, name)
            if group is not None and is_searching(caller):
                spent[group] += whole
            elif asking is not None and is_searching(file):
                spent[asking] -= whole
            elif asking is not None and asking != group == NETWORK:
                # Games that are played on together ask it from inside the engine.
                spent[asking] -= whole
                spent[NETWORK] += whole
    total = stats.total_tt or 1.0
    found = {name: seconds / total for name, seconds in sorted(spent.items(), key=lambda item: -item[1]) if seconds}
    return {**found, REST: max(0.0, 1.0 - sum(found.values()))}


def group_of(file: str, function: str) -> str | None:
    place = f"{Path(file).name} {function}"
    return next((name for name, pattern in GROUPS if re.search(pattern, place)), None)


def is_searching(file: str) -> bool:
    """Whether the bots' own thinking is written there."""
    path = Path(file)
    return path.parent == BOTS_FOLDER and path not in NO_SEARCH
