"""Comparisons to train a network with: what the options of one decision lead to, in the same possible worlds.

How a single game ends says little about a choice made in it. So every option of a decision is played on by the quick
policy in common worlds, to the end of the game. The positions at the end of the turn and a round later are the input,
as a search would evaluate them; the outcomes are the target, above all how they differ between the options.

Each file holds one chunk of decisions; chunks whose files exist are not made again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vigil.bots.card_values import quick_policy
from vigil.bots.outcome import outcome
from vigil.bots.position_features import PositionBatch
from vigil.bots.weights import fitted_weights
from vigil.cards import LIBRARY
from vigil.engine.rollout import play_turns, rollout
from vigil.engine.setup import Setup, deal
from vigil.files import replacing

from .book import sample_world
from .selfplay import KINDS, SLIPS, TASTE, TASTES, Kind, format_hash, random_sets
from .tuning import FITTED, MOST_DECISIONS
from .workers import Workers

if TYPE_CHECKING:
    from vigil.bots.policy import QuickPolicy
    from vigil.engine.options import Decision, Option
    from vigil.engine.state import GameState

MOST_OPTIONS: Final = 6
"""Of more options, a random choice is compared, with that of the quick policy among them."""
RATE: Final = 0.04
"""The share of decisions that are compared: about three in a game."""
GAMES_A_TABLE: Final = 8

COMPARISON_ARRAYS: Final = ("places", "starts", "numbers", "results", "groups", "seats")
"""The arrays of a chunk for each kind of table: those of `PositionBatch`; for every position how its game ended for
every seat, its group (a decision's option at one of the two horizons; all groups of a decision are neighbours), and the
seat that decides. A decision has `2 * MOST_OPTIONS` groups; those that are not used have no positions."""


@dataclass(frozen=True)
class ComparisonPlan:
    """A plan: chunks of `decisions` decisions each, every option of which is played on in `worlds` worlds.

    With more than two players games are longer, and the worlds fewer."""

    folder: Path
    decisions: int = 256
    worlds: int = 16
    seed: int = 0

    def file(self, chunk: int) -> Path:
        return self.folder / f"{format_hash()}-{self.seed}-{self.worlds}w-{chunk:05d}.npz"

    def missing(self, chunks: int) -> list[int]:
        """Which of the first `chunks` chunks have no file yet."""
        return [chunk for chunk in range(chunks) if not self.file(chunk).exists()]


def make_comparisons(plan: ComparisonPlan, chunks: int, workers: Workers) -> Iterator[int]:
    """Makes the missing chunks. Yields the number of each when its file is written."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    yield from workers.results(make_chunk, plan, plan.missing(chunks))


def make_chunk(plan: ComparisonPlan, chunk: int) -> int:
    """Makes a chunk, which depends only on the plan and its number, and writes its file."""
    random = Random(f"comparisons {plan.seed} {chunk}")
    compared: dict[Kind, Compared] = {}
    made = 0
    while made < plan.decisions:
        kind = random.choices(list(KINDS), list(KINDS.values()))[0]
        setup = Setup(LIBRARY, kind.players, random_sets(random, kind.players), kind.variant)
        fitted = fitted_weights(setup)
        players = [
            quick_policy(setup, fitted.moved([random.gauss(0, 1) for _ in FITTED], TASTE)) for _ in range(TASTES)
        ]
        into = compared.setdefault(kind, Compared(max(4, 2 * plan.worlds // kind.players)))
        for _ in range(GAMES_A_TABLE):
            seated = [random.choice(players) for _ in range(kind.players)]
            made += _compare_in_game(setup, seated, quick_policy(setup, fitted), random, into)
    arrays = {f"{kind.label} {name}": each for kind in compared for name, each in compared[kind].arrays(kind)}
    with replacing(plan.file(chunk)) as draft, draft.open("wb") as file:
        np.savez(file, **arrays)
    return chunk


def _compare_in_game(
    setup: Setup, players: list[QuickPolicy], policy: QuickPolicy, random: Random, into: Compared
) -> int:
    """Plays a game and compares the options of some of its decisions. Returns of how many."""
    game = deal(setup, random.getrandbits(48)).copy(quiet=True)
    slips = [random.choice(SLIPS) for _ in players]
    for each in players:
        each.begin()
    made = 0
    for _ in range(MOST_DECISIONS):
        decision = game.decision
        if decision is None:
            break
        seat = decision.seat
        usual = players[seat].pick(game, decision)
        if len(decision.options) > 1 and random.random() < RATE and not players[seat].is_routine(decision, usual):
            into.compare(game, _options(decision, usual, random), policy, random)
            made += 1
        game.apply(random.choice(decision.options) if random.random() < slips[seat] else usual)
    return made


def _options(decision: Decision, usual: Option, random: Random) -> list[Option]:
    if len(decision.options) <= MOST_OPTIONS:
        return list(decision.options)
    others = [option for option in decision.options if option != usual]
    return [usual, *random.sample(others, MOST_OPTIONS - 1)]


class Compared:
    """The comparisons of a chunk at one kind of table."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds
        self.reading = PositionBatch(len(LIBRARY.cards))
        self.results: list[list[float]] = []
        self.groups: list[int] = []
        self.seats: list[int] = []
        self._decisions = 0

    def compare(self, game: GameState, options: list[Option], policy: QuickPolicy, random: Random) -> None:
        seat = game.decision.seat if game.decision is not None else 0
        view = game.view(seat)
        first = 2 * MOST_OPTIONS * self._decisions
        self._decisions += 1
        begun = game.turn_number
        for _ in range(self.worlds):
            base = sample_world(view, random.getrandbits(48))
            for place, option in enumerate(options):
                end = base.copy()
                end.apply(option)
                policy.begin()
                noted = 0
                for horizon, turns in enumerate((1, 1 + len(game.players))):
                    play_turns(end, policy, begun + turns - end.turn_number, MOST_DECISIONS)
                    if not end.over:
                        self.reading.add(end)
                        self.groups.append(first + 2 * place + horizon)
                        noted += 1
                rollout(end, policy, MOST_DECISIONS)
                self.results += [outcome(end)] * noted
                self.seats += [seat] * noted

    def arrays(self, kind: Kind) -> list[tuple[str, Any]]:
        reading = self.reading
        return list(
            zip(
                COMPARISON_ARRAYS,
                (
                    np.array(reading.places, dtype=np.uint16),
                    np.array(reading.starts, dtype=np.int32),
                    np.array(reading.numbers, dtype=np.float32),
                    np.array(self.results, dtype=np.float32).reshape(-1, kind.players),
                    np.array(self.groups, dtype=np.int32),
                    np.array(self.seats, dtype=np.int8),
                ),
                strict=True,
            )
        )
