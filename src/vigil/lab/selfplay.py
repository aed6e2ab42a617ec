"""Games that a network learns from: quick players of many tastes play each other on all kinds of tables.

A position goes in as everybody at the table could read it (`vigil.bots.position`), and what comes out is how the game
ended. A chunk of games is one file for every size of table; chunks that are there are not played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vigil import LIBRARY
from vigil.bots.outcome import outcome
from vigil.bots.position import Reading
from vigil.bots.sense import instinct_for
from vigil.bots.weights import fitted_weights
from vigil.engine.setup import Setup, deal
from vigil.engine.terms import STANDARD, TEAM

from .crew import Crew
from .tuning import FITTED, moved

if TYPE_CHECKING:
    from vigil.bots.instinct import Instinct
    from vigil.engine.state import Game

MOST_DECISIONS: Final = 5_000
TASTES: Final = 6
"""So many players of different tastes know each table of a chunk."""
TASTE: Final = 0.25
"""How far their weights are from the fitted ones, as a part of each."""
SLIPS: Final = (0.0, 0.0, 0.03, 0.15)
"""How often a player does anything at all: positions that good play never meets have to be judged too."""
GAMES_A_TABLE: Final = 64


class Kind(NamedTuple):
    """Positions of tables of one size fit into the same arrays."""

    players: int
    variant: str

    @property
    def label(self) -> str:
        return f"{self.players}-{self.variant}"


KINDS: Final = {
    Kind(2, STANDARD): 10,
    Kind(3, STANDARD): 3,
    Kind(4, STANDARD): 3,
    Kind(5, STANDARD): 1,
    Kind(6, STANDARD): 1,
    Kind(4, TEAM): 1,
    Kind(6, TEAM): 1,
}
"""How often each is played."""


@dataclass(frozen=True)
class SelfPlay:
    """What is played. `positions` is how many are read from a game, about."""

    folder: Path
    games: int = 4_096
    positions: float = 8.0
    seed: int = 0

    def file(self, chunk: int, kind: Kind) -> Path:
        return self.folder / f"{chunk:05d}-{kind.label}.npz"


def play_chunks(plan: SelfPlay, chunks: int, processes: int) -> Iterator[int]:
    """Plays what is not there yet. Gives the number of positions of a chunk as soon as it is played."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    missing = [chunk for chunk in range(chunks) if not (plan.folder / f"{chunk:05d}.done").exists()]
    with Crew(processes) as crew:
        yield from crew.results(play_chunk, plan, missing, lambda *_: 0)


def play_chunk(plan: SelfPlay, chunk: int) -> int:
    random = Random(f"self-play {plan.seed} {chunk}")
    readings: dict[Kind, tuple[Reading, list[list[float]]]] = {}
    for _ in range(0, plan.games, GAMES_A_TABLE):
        kind = random.choices(list(KINDS), list(KINDS.values()))[0]
        setup = Setup(LIBRARY, kind.players, _sets(random, kind.players), kind.variant)
        fitted = fitted_weights(setup)
        tastes = [
            instinct_for(setup, moved(fitted, tuple(random.gauss(0, 1) for _ in FITTED), TASTE)) for _ in range(TASTES)
        ]
        reading, results = readings.setdefault(kind, (Reading(len(LIBRARY.cards)), []))
        for _ in range(GAMES_A_TABLE):
            game = deal(setup, random.getrandbits(48)).copy(quiet=True)
            judges = [random.choice(tastes) for _ in range(kind.players)]
            count = reading.count
            _play(game, judges, random, reading, plan.positions / (14.0 * kind.players))
            results += [outcome(game) for _ in range(reading.count - count)]
    for kind, (reading, results) in readings.items():
        np.savez(
            plan.file(chunk, kind),
            places=np.array(reading.places, dtype=np.uint16),
            starts=np.array(reading.starts, dtype=np.int32),
            numbers=np.array(reading.numbers, dtype=np.float32),
            results=np.array(results, dtype=np.float32),
        )
    (plan.folder / f"{chunk:05d}.done").touch()
    return sum(reading.count for reading, _ in readings.values())


def _sets(random: Random, players: int) -> tuple[str, ...]:
    """Half of the games are with one set, which is how most people play."""
    fewest = 2 if players > 4 else 1
    if fewest == 1 and random.random() < 0.5:
        return (random.choice(list(LIBRARY.sets)),)
    mixtures = [each for size in range(max(2, fewest), 5) for each in combinations(LIBRARY.sets, size)]
    return random.choice(mixtures)


def _play(game: Game, judges: list[Instinct], random: Random, reading: Reading, rate: float) -> None:
    """Plays to the end, and reads positions at the beginning of some turns."""
    slips = [random.choice(SLIPS) for _ in judges]
    for each in judges:
        each.begin()
    turn = 0
    for _ in range(MOST_DECISIONS):
        decision = game.decision
        if decision is None:
            break
        if game.turn_number != turn:
            turn = game.turn_number
            # The end is short, and there a position can be judged well: it is read less often.
            if random.random() < (0.5 * rate if game.ending else rate):
                reading.add(game)
        seat = decision.seat
        if random.random() < slips[seat]:
            game.apply(random.choice(decision.options))
        else:
            game.apply(judges[seat].pick(game, decision))
