"""Games to train a network with: players with different preferences play each other on all kinds of tables.

They play by the quick policy, which gives many games; or they search with an existing network, which gives better ones
for training the next network.

The input is a position as everybody at the table knows it (`bots/position_features.py`), the output how the game ended.
Each file holds one chunk of games; chunks whose files exist are not played again.
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
"""The number of players with different preferences for each table of a chunk."""
TASTE: Final = 0.25
"""The standard deviation of their weights from the fitted ones, as a fraction of each."""
SLIPS: Final = (0.0, 0.0, 0.03, 0.15)
"""How often a player chooses at random, so that positions that good play never reaches occur too."""
GAMES_A_TABLE: Final = 64
TURNS: Final = 14.0
"""The approximate number of turns of each player in a game."""


class Kind(NamedTuple):
    """A kind of table. Positions of the same kind fit into the same arrays."""

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
"""The kinds of tables, with their relative frequencies."""

ARRAYS: Final = ("places", "starts", "numbers", "results", "games")
"""The arrays of a chunk for each kind of table: those of `PositionBatch`, the outcome for every seat, and the number of
the game. The positions of a game are in the order in which they were played."""


@dataclass(frozen=True)
class SelfPlay:
    """A plan: chunks of `games` games each, with about `positions` positions read from every game.

    If players search, `nodes` is how many positions they evaluate before a decision, with `network` or else with that
    of the package.
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
        """Which of the first `chunks` chunks have no file yet."""
        return [chunk for chunk in range(chunks) if not self.file(chunk).exists()]


def format_hash() -> str:
    """A hash of the format of positions. Files with another one are ignored."""
    text = "\n".join([language(), *ARRAYS, *LIBRARY.names()])
    return blake2b(text.encode(), digest_size=4).hexdigest()


def chunk_files(folder: Path) -> list[Path]:
    """All chunks in the folder with the present format, whatever their seed."""
    return sorted(folder.glob(f"{format_hash()}-*.npz"))


Arrays = dict[str, Any]


def play_chunks(plan: SelfPlay, chunks: int, workers: Workers) -> Iterator[int]:
    """Plays the missing chunks. Yields the number of each when its file is written."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    for number, arrays in workers.results(play_chunk, plan, plan.missing(chunks)):
        write_chunk(plan, number, arrays)
        yield number


def write_chunk(plan: SelfPlay, number: int, arrays: Arrays) -> None:
    with replacing(plan.file(number)) as draft, draft.open("wb") as file:
        np.savez(file, **arrays)


def play_chunk(plan: SelfPlay, chunk: int) -> tuple[int, Arrays]:
    """Plays a chunk, which depends only on the plan and its number."""
    random = Random(f"self-play {plan.seed} {chunk}")
    network = (plan.network or load_network()) if plan.nodes else None
    notes: dict[Kind, Notes] = {}
    for begun in range(0, plan.games, GAMES_A_TABLE):
        kind = random.choices(list(KINDS), list(KINDS.values()))[0]
        setup = Setup(LIBRARY, kind.players, random_sets(random, kind.players), kind.variant)
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
    """The positions and outcomes of the games of one kind of table."""

    def __init__(self, reading: PositionBatch) -> None:
        self.reading = reading
        self.results: list[list[float]] = []
        self.games: list[int] = []
        self._ended = 0

    def end_game(self, result: list[float]) -> None:
        """Adds the outcome of the game to which all positions read since the last one belong."""
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


def random_sets(random: Random, players: int) -> tuple[str, ...]:
    """Random sets: mostly a single one, as most people play; large tables need two or more."""
    if players <= 4 and random.random() < 0.6:
        return (random.choice(list(LIBRARY.sets)),)
    sizes = range(2, len(LIBRARY.sets) + 1)
    return random.choice([each for size in sizes for each in combinations(LIBRARY.sets, size)])


class Player(Protocol):
    """A player of training games. It gets the whole game, but does not read what is hidden."""

    def begin(self) -> None: ...

    def pick(self, game: GameState, decision: Decision) -> Option: ...


class Thinker(ExpertBot):
    """Searches a little, with preferences of its own. It samples few worlds, because many games count more."""

    caution = 0.0
    fewest = 1

    def __init__(self, taste: Weights, seed: int, nodes: int, network: Network) -> None:
        super().__init__(seed, Budget(nodes=nodes))
        self.taste = taste
        self.network = network

    def make_policy(self, setup: Setup) -> QuickPolicy:
        return quick_policy(setup, self.taste)

    def begin(self) -> None:
        """It keeps no state between games."""

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
            # Positions of the last round are easy to evaluate, so they are read less often.
            if random.random() < (0.5 * rate if game.ending else rate):
                reading.add(game)
        seat = decision.seat
        if random.random() < slips[seat]:
            game.apply(random.choice(decision.options))
        else:
            game.apply(players[seat].pick(game, decision))
