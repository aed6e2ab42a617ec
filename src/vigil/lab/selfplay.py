"""Games that a network learns from: players of many tastes play each other on all kinds of tables.

They play by the quick policy, which gives many games; or they look ahead with a network that there is already, which
gives better ones: those the next network learns from.

A position goes in as everybody at the table could read it (`bots/position_features.py`), and what comes out is how the
game ended. A chunk of games is a file; those that are there are not played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import numpy as np

from vigil.bots.bot import Budget
from vigil.bots.card_values import quick_policy
from vigil.bots.levels import ExpertBot
from vigil.bots.network import language, load_network
from vigil.bots.outcome import outcome
from vigil.bots.position_features import PositionBatch
from vigil.bots.weights import fitted_weights
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup, deal
from vigil.engine.terms import STANDARD, TEAM
from vigil.files import replacing

from .tuning import FITTED, MOST_DECISIONS
from .workers import Workers

if TYPE_CHECKING:
    from vigil.bots.network import Network
    from vigil.bots.policy import QuickPolicy
    from vigil.bots.weights import Weights
    from vigil.engine.options import Decision, Option
    from vigil.engine.state import GameState

TASTES: Final = 6
"""So many players of different tastes know each table of a chunk."""
TASTE: Final = 0.25
"""How far their weights are from the fitted ones, as a part of each."""
SLIPS: Final = (0.0, 0.0, 0.03, 0.15)
"""How often a player does anything at all: positions that good play never meets have to be judged too."""
GAMES_A_TABLE: Final = 64
TURNS: Final = 14.0
"""About so many turns each player has in a game."""


class Kind(NamedTuple):
    """Positions of tables of one size fit into the same arrays."""

    players: int
    variant: str

    @property
    def label(self) -> str:
        return f"{self.players}-{self.variant}"


KINDS: Final = {
    Kind(2, STANDARD): 12,
    Kind(3, STANDARD): 3,
    Kind(4, STANDARD): 3,
    Kind(5, STANDARD): 1,
    Kind(6, STANDARD): 1,
    Kind(4, TEAM): 1,
    Kind(6, TEAM): 1,
}
"""How often each is played."""

ARRAYS: Final = ("places", "starts", "numbers", "results", "games")
"""What a chunk holds for each kind of table: what `PositionBatch` has read, how each game went for every seat, and
the number of that game. Positions of one game follow each other as they were played."""


@dataclass(frozen=True)
class SelfPlay:
    """What is played: chunks of so many games. `positions` is how many are read from a game, about.

    If players look ahead, `nodes` is how many positions they look at before a decision, and `network` evaluates them;
    without one, that of the package does.
    """

    folder: Path
    games: int = 256
    positions: float = 16.0
    seed: int = 0
    nodes: int = 0
    network: Network | None = None

    def file(self, chunk: int) -> Path:
        ahead = f"-{self.nodes}n" if self.nodes else ""
        return self.folder / f"{format_hash()}-{self.seed}{ahead}-{chunk:05d}.npz"

    def missing(self, chunks: int) -> list[int]:
        """Which of the first so many are not there yet."""
        return [chunk for chunk in range(chunks) if not self.file(chunk).exists()]


def format_hash() -> str:
    """A fingerprint of how positions are written down. Files with another one would be misread: they do not count."""
    text = "\n".join([language(), *ARRAYS, *LIBRARY.names()])
    return blake2b(text.encode(), digest_size=4).hexdigest()


def chunk_files(folder: Path) -> list[Path]:
    """Everything in the folder that can be learned from, whatever its seed."""
    return sorted(folder.glob(f"{format_hash()}-*.npz"))


Arrays = dict[str, Any]


def play_chunks(plan: SelfPlay, chunks: int, workers: Workers) -> Iterator[int]:
    """Plays what is not there yet. Yields the number of each chunk as soon as it is written."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    for number, arrays in workers.results(play_chunk, plan, plan.missing(chunks)):
        write_chunk(plan, number, arrays)
        yield number


def write_chunk(plan: SelfPlay, number: int, arrays: Arrays) -> None:
    with replacing(plan.file(number)) as draft, draft.open("wb") as file:
        np.savez(file, **arrays)


def play_chunk(plan: SelfPlay, chunk: int) -> tuple[int, Arrays]:
    """The chunk depends on the plan and its number alone."""
    random = Random(f"self-play {plan.seed} {chunk}")
    network = (plan.network or load_network()) if plan.nodes else None
    notes: dict[Kind, Notes] = {}
    for begun in range(0, plan.games, GAMES_A_TABLE):
        kind = random.choices(list(KINDS), list(KINDS.values()))[0]
        setup = Setup(LIBRARY, kind.players, _sets(random, kind.players), kind.variant)
        fitted = fitted_weights(setup)
        tastes = [fitted.moved([random.gauss(0, 1) for _ in FITTED], TASTE) for _ in range(TASTES)]
        players: list[Player] = (
            [quick_policy(setup, taste) for taste in tastes]
            if network is None
            else [Thinker(taste, random.getrandbits(32), plan.nodes, network) for taste in tastes]
        )
        noted = notes.setdefault(kind, Notes(PositionBatch(len(LIBRARY.cards))))
        for _ in range(min(GAMES_A_TABLE, plan.games - begun)):
            game = deal(setup, random.getrandbits(48)).copy(quiet=True)
            seated = [random.choice(players) for _ in range(kind.players)]
            _play(game, seated, random, noted.reading, plan.positions / (TURNS * kind.players))
            noted.end_game(outcome(game))
    return chunk, arrays_of(notes)


class Notes:
    """What is kept of the games of one kind of table."""

    def __init__(self, reading: PositionBatch) -> None:
        self.reading = reading
        self.results: list[list[float]] = []
        self.games: list[int] = []
        self._ended = 0

    def end_game(self, result: list[float]) -> None:
        """All positions that were read since the last one belong to the game that has ended so."""
        count = self.reading.count - len(self.results)
        self.results += [result] * count
        self.games += [self._ended] * count
        self._ended += 1


def arrays_of(notes: dict[Kind, Notes]) -> Arrays:
    arrays: Arrays = {}
    for kind, noted in notes.items():
        reading = noted.reading
        arrays[f"{kind.label} places"] = np.array(reading.places, dtype=np.uint16)
        arrays[f"{kind.label} starts"] = np.array(reading.starts, dtype=np.int32)
        arrays[f"{kind.label} numbers"] = np.array(reading.numbers, dtype=np.float32)
        arrays[f"{kind.label} results"] = np.array(noted.results, dtype=np.float32).reshape(-1, kind.players)
        arrays[f"{kind.label} games"] = np.array(noted.games, dtype=np.int32)
    return arrays


def _sets(random: Random, players: int) -> tuple[str, ...]:
    """Most games are with one set, which is how most people play; large tables need two or more."""
    if players <= 4 and random.random() < 0.6:
        return (random.choice(list(LIBRARY.sets)),)
    sizes = range(2, len(LIBRARY.sets) + 1)
    return random.choice([each for size in sizes for each in combinations(LIBRARY.sets, size)])


class Player(Protocol):
    """Whoever plays a game that is learned from. It may be given the game: what is hidden it does not read."""

    def begin(self) -> None: ...

    def pick(self, game: GameState, decision: Decision) -> Option: ...


class Thinker(ExpertBot):
    """Looks a little ahead before it chooses, by a taste of its own. It is content with few worlds: many games teach
    more than careful ones."""

    caution = 0.0
    fewest = 1

    def __init__(self, taste: Weights, seed: int, nodes: int, network: Network) -> None:
        super().__init__(seed, Budget(nodes=nodes))
        self.taste = taste
        self.network = network

    def make_policy(self, setup: Setup) -> QuickPolicy:
        return quick_policy(setup, self.taste)

    def begin(self) -> None:
        """It keeps nothing of a game that another one could be mistaken for."""

    def pick(self, game: GameState, decision: Decision) -> Option:
        view = game.view(decision.seat)
        assert view.decision is not None
        return self.choose(view, view.decision)


def _play(game: GameState, players: list[Player], random: Random, reading: PositionBatch, rate: float) -> None:
    """Plays to the end, and reads positions at the beginning of some turns."""
    slips = [random.choice(SLIPS) for _ in players]
    for each in players:
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
            game.apply(players[seat].pick(game, decision))
