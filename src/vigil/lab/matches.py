"""Matches between bots: many games, the seats rotated, and the same results however many processes play them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import combinations, cycle, islice
from multiprocessing import get_context
from multiprocessing.pool import Pool
from signal import SIG_IGN, SIGINT, signal
from threading import current_thread, main_thread
from time import perf_counter

from vigil.bots import bot_kind, make_bot
from vigil.cards import LIBRARY
from vigil.custom_sets import load_sets, loaded_sources
from vigil.engine.errors import ImpossibleTable
from vigil.engine.options import Decision, Option
from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.procedures.turn import is_standstill
from vigil.engine.scoring import scores
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState
from vigil.engine.view import SeatView
from vigil.public import decisions as public_decisions
from vigil.public.play import BotLike, as_bot, bot_name
from vigil.public.view import View

from .notes import Notes, Scribe


def numbered(names: Iterable[str]) -> list[str]:
    """A label for each: the name, with a number where it stands more than once."""
    seen: dict[str, int] = {}
    labels = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        labels.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return labels


@dataclass(frozen=True)
class Match:
    """What is played. `bots` are names, or whatever else `vigil.play` takes; each is one entrant, even if repeated."""

    bots: tuple[BotLike, ...]
    sets: tuple[str, ...]
    games: int
    players: int = 2
    variant: str = "standard"
    seed: int = 0
    honor_pool: int | None = None
    shards: int | None = None
    row_length: int = 6
    noted: bool = False
    """Whether notes are taken for a study. The games are the same either way."""
    custom_sets: tuple[str, ...] = field(default_factory=loaded_sources)
    """Where the sets of the players' own are found: a process that plays the match has to load them first."""

    def check(self) -> None:
        """Raises what is wrong before anything is played."""
        if not self.bots:
            raise ImpossibleTable("A match needs at least one bot.")
        self.names()
        self.setup()
        if self.games < 1:
            raise ImpossibleTable(f"A match of {self.games} games cannot be played: choose 1 or more.")

    def setup(self) -> Setup:
        load_sets(self.custom_sets)
        return Setup(
            LIBRARY, self.players, self.sets, self.variant, self.honor_pool, self.shards, self.row_length, first=None
        )

    def names(self) -> list[str]:
        """The names of the bots."""
        return [bot_kind(each).name if isinstance(each, str) else bot_name(each) for each in self.bots]

    def entrants(self) -> list[str]:
        return numbered(self.names())

    def deal(self, number: int) -> int:
        """Which deal a game plays: all lineups play the same, so that nobody is lucky with the seat."""
        return number // len(self.lineups())

    def lineups(self) -> list[tuple[int, ...]]:
        """Who sits where, entrants by their numbers, until every entrant has had every seat."""
        count = len(self.bots)
        # Teammates are the same bot: a team has one entrant, however many seats it takes.
        sides = self.players // 2 if self.variant == "team" else self.players
        if count > sides:
            tables = list(combinations(range(count), sides))
        else:
            tables = [tuple(islice(cycle(range(count)), sides))]
        rotated = [table[turn:] + table[:turn] for table in tables for turn in range(sides)]
        return [lineup * (self.players // sides) for lineup in rotated]


@dataclass(frozen=True)
class Played:
    """How one game went. `lineup` says which entrant sat in each seat."""

    number: int
    lineup: tuple[int, ...]
    first: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    cult: int | None
    """The Cult's score in solitaire."""
    turns: int
    decisions: int
    stalled: bool
    """The game came to a standstill, and the scores of that moment decided it."""
    seconds: float
    notes: Notes | None = None

    @staticmethod
    def of(
        game: GameState,
        number: int,
        lineup: tuple[int, ...],
        decisions: int,
        seconds: float,
        notes: Notes | None = None,
    ) -> Played:
        return Played(
            number=number,
            lineup=lineup,
            first=game.first,
            winners=game.winners,
            scores=tuple(scores(game)),
            cult=cult_score(game) if game.setup.solitaire else None,
            turns=game.turn_number,
            decisions=decisions,
            stalled=is_standstill(game),
            seconds=seconds,
            notes=notes,
        )


def play_game(match: Match, number: int) -> Played:
    """The match's game of that number. It depends on nothing else."""
    lineups = match.lineups()
    lineup = lineups[number % len(lineups)]
    game = deal(match.setup(), seed_of(match.seed, match.deal(number)))
    bots = [seated(match.bots[who], seat, seed_of(match.seed, number, seat)) for seat, who in enumerate(lineup)]
    scribe = Scribe(game) if match.noted else None
    decisions = 0
    start = perf_counter()
    while game.decision is not None:
        seat = game.decision.seat
        game.choose(bots[seat](game.view(seat), game.decision))
        decisions += 1
        if scribe is not None:
            scribe.watch(game)
    notes = None if scribe is None else scribe.notes
    return Played.of(game, number, lineup, decisions, perf_counter() - start, notes)


def seated(bot: BotLike, seat: int, seed: int) -> Callable[[SeatView, Decision], Option]:
    """How the bot chooses in this seat: a built-in one from the engine's view, any other from the public one."""
    if isinstance(bot, str):
        return make_bot(bot, seed).choose
    player = as_bot(bot)
    player.begin(seat, seed)

    def choose(view: SeatView, decision: Decision) -> Option:
        shown = public_decisions.Decision(decision, view.cards)
        return shown.option(player.choose(View(view), shown)).raw

    return choose


def seed_of(*numbers: int) -> int:
    """A seed of its own for every game and every seat."""
    text = ",".join(str(number) for number in numbers)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def play(match: Match, processes: int = 1) -> Iterator[Played]:
    """Every game of the match, in order, as soon as it is there."""
    match.check()
    game = partial(play_game, match)
    if processes <= 1 or match.games == 1:
        yield from map(game, range(match.games))
        return
    with _workers(min(processes, match.games)) as pool:
        yield from pool.imap(game, range(match.games), chunksize=chunk_size(match.games, processes))


def chunk_size(games: int, processes: int) -> int:
    """Large enough not to talk all the time, small enough to show progress."""
    return max(1, min(8, games // (4 * processes)))


@contextmanager
def _workers(count: int) -> Iterator[Pool]:
    """Workers that leave Ctrl-C to the one who started them."""
    # A spawned process inherits no threads and no half-written output, but it does inherit what is ignored.
    with ignoring_interrupts():
        pool = get_context("spawn").Pool(count)
    with pool:
        yield pool


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """What is started in here leaves Ctrl-C to whoever started it."""
    if current_thread() is not main_thread():
        yield
        return
    usual = signal(SIGINT, SIG_IGN)
    try:
        yield
    finally:
        signal(SIGINT, usual)
