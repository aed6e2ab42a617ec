"""Trials of networks: each candidate plays the same opponent, on the same deals and from every seat.

A block is one deal of one table; the tables alternate: every set, and all of them together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vigil.bots import Bot, Budget
from vigil.bots.card_values import quick_policy
from vigil.bots.levels import ExpertBot, PolicyBot
from vigil.bots.network import Network, load_network
from vigil.bots.weights import fitted_weights
from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.engine.setup import Setup

from .arena import BotFactory, Contest, Entrant, play_block
from .intervals import Estimate, share_of_blocks
from .workers import Workers

if TYPE_CHECKING:
    from vigil.bots.policy import QuickPolicy

NODES: Final = 24
"""Positions that a candidate evaluates before a decision: few, so that many games can be played."""
GAMES_A_BLOCK: Final = 2


class BadTrial(VigilError):
    """A candidate failed during a game."""


class FittedBot(PolicyBot):
    """The quick policy with the fitted weights of the table, and nothing else."""

    name = "fitted"
    about = "Plays by the quick policy."

    def make_policy(self, setup: Setup) -> QuickPolicy:
        return quick_policy(setup, fitted_weights(setup))


class NetworkBot(ExpertBot):
    """An expert that relies on its network more than on the quick policy."""

    caution = 1.0


@dataclass(frozen=True)
class Candidate:
    """Makes a bot that uses the network in a file, or that of the package. Workers get the network itself."""

    path: Path | None
    network: Network = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "network", load_network(self.path))

    def __call__(self, seed: int) -> Bot:
        bot = NetworkBot(seed, Budget(nodes=NODES))
        bot.network, bot.notice = self.network, ""
        return bot


@dataclass(frozen=True)
class Trials:
    """The same number of blocks for every candidate against the opponent."""

    candidates: tuple[BotFactory, ...]
    opponent: BotFactory = FittedBot
    blocks: int = 100
    seed: int = 0

    def __len__(self) -> int:
        return len(self.candidates) * self.blocks

    def contest(self, candidate: int, block: int) -> Contest:
        tables = [*((name,) for name in LIBRARY.sets), tuple(LIBRARY.sets)]
        entrants = (Entrant("candidate", self.candidates[candidate]), Entrant("opponent", self.opponent))
        return Contest(entrants, Setup(LIBRARY, sets=tables[block % len(tables)]), self.seed)


def play_trial(trials: Trials, number: int) -> tuple[int, float]:
    """The candidate of the trial with this number, and its score in the block."""
    candidate, block = divmod(number, trials.blocks)
    played = play_block(trials.contest(candidate, block), block)
    if played.mishap is not None:
        raise BadTrial(f"A network could not be tried: {played.mishap.sentence}")
    return candidate, played.score(0)


def play_trials(trials: Trials, workers: Workers) -> Iterator[tuple[int, float]]:
    """Yields the trials as they are finished."""
    return workers.results(play_trial, trials, range(len(trials)))


def win_rates(trials: Trials, played: Sequence[tuple[int, float]]) -> list[Estimate]:
    """By candidate."""
    return [
        share_of_blocks([score for who, score in played if who == candidate], GAMES_A_BLOCK)
        for candidate in range(len(trials.candidates))
    ]
