"""The arena: bots play the same deals, each from every seat.

A block is one deal, played by every lineup. Its games share their cards, so it counts as one observation. A block
depends only on the contest and its number.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from threading import current_thread, main_thread
from time import perf_counter
from traceback import extract_tb
from types import FrameType
from typing import Final

from vigil.bots import Bot
from vigil.engine.errors import IllegalChoice, ImpossibleTable, VigilError
from vigil.engine.options import Decision, Option
from vigil.engine.setup import Setup, deal
from vigil.engine.view import SeatView

from .matches import Played, rotated_lineups, seed_of, sides
from .workers import Workers

BotFactory = Callable[[int], Bot]
"""Makes a bot from a seed. It is sent to other processes, so it has to be picklable."""

ERROR: Final = "error"
TIMEOUT: Final = "timeout"
NOBODY: Final = -1
"""The entrant of a mishap that no bot caused."""


class BotFailed(VigilError):
    """A bot raised an exception, made an illegal choice, or took too long."""


@dataclass(frozen=True)
class Entrant:
    label: str
    make: BotFactory


@dataclass(frozen=True)
class Contest:
    """The entrants and the table."""

    entrants: tuple[Entrant, ...]
    setup: Setup
    seed: int = 0
    move_limit: float | None = None
    """Seconds for one decision. A block in which a bot takes longer does not count."""

    def check(self) -> None:
        """Raises an error for a contest that cannot be played."""
        if len(self.entrants) < (1 if self.setup.solitaire else 2):
            raise ImpossibleTable("An arena needs at least two bots. To let a bot play itself, name it twice.")
        if self.move_limit is not None and not self.move_limit > 0:
            raise ImpossibleTable(f"A move limit of {self.move_limit:g} seconds is impossible. Choose one above 0.")

    @property
    def labels(self) -> list[str]:
        return [entrant.label for entrant in self.entrants]

    def lineups(self) -> list[tuple[int, ...]]:
        """The games of a block. Of fewer entrants than seats, the last one takes the rest: one against many."""
        count = len(self.entrants)
        return rotated_lineups((*range(count), *[count - 1] * (sides(self.setup) - count)), self.setup)


@dataclass
class Thinking:
    """How many decisions an entrant made, how long they took together, and the longest one."""

    decisions: int = 0
    seconds: float = 0.0
    worst: float = 0.0

    def add(self, other: Thinking) -> None:
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.worst = max(self.worst, other.worst)


@dataclass(frozen=True)
class Mishap:
    """Why a block does not count: a bot failed or took too long."""

    kind: str
    entrant: int
    sentence: str


@dataclass(frozen=True)
class Block:
    """The games of one deal. After a mishap the remaining games are not played, and the block does not count."""

    number: int
    games: tuple[Played, ...]
    thinking: tuple[Thinking, ...]
    """By entrant."""
    seconds: float
    mishap: Mishap | None = None

    def won(self, entrant: int) -> float:
        """How many games of the block the entrant won."""
        return sum(share_of(game, entrant) for game in self.games)

    def score(self, entrant: int) -> float:
        return score_of(self.games, entrant)


def score_of(games: Sequence[Played], entrant: int) -> float:
    """The entrant's share of the games in which it took part."""
    shares = [share_of(game, entrant) for game in games if entrant in game.lineup]
    return sum(shares) / len(shares)


def share_of(game: Played, entrant: int) -> float:
    """The entrant's share of a game. Several winners share it; teammates are one entrant."""
    if not game.winners:
        return 0.0
    return sum(game.lineup[seat] == entrant for seat in game.winners) / len(game.winners)


# --- playing


def play_blocks(contest: Contest, numbers: Iterable[int], workers: Workers) -> Iterator[Block]:
    """Yields the blocks with these numbers as they are finished: with several processes, in any order."""

    def lost(number: int, exit_code: int | None) -> Block:
        if hasattr(signal, "SIGPROF") and exit_code == -signal.SIGPROF:
            mishap = Mishap(TIMEOUT, NOBODY, f"A process had to be ended: {_too_long(contest.move_limit)}")
        else:
            mishap = Mishap(ERROR, NOBODY, f"A process that played died (exit code {exit_code}).")
        return Block(number, (), tuple(Thinking() for _ in contest.entrants), 0.0, mishap)

    return workers.results(play_block, contest, numbers, lost)


def duel(contest: Contest, blocks: int, workers: Workers) -> list[float]:
    """The first entrant's score in each block, in order. Raises BotFailed if a bot fails or takes too long."""
    played = sorted(play_blocks(contest, range(blocks), workers), key=lambda block: block.number)
    for mishap in (block.mishap for block in played if block.mishap is not None):
        who = "" if mishap.entrant == NOBODY else f'The bot "{contest.labels[mishap.entrant]}" failed. '
        raise BotFailed(f"{who}{mishap.sentence}")
    return [block.score(0) for block in played]


def play_block(contest: Contest, number: int) -> Block:
    start = perf_counter()
    games: list[Played] = []
    thinking = tuple(Thinking() for _ in contest.entrants)
    mishap = None
    try:
        with _Alarm(contest.move_limit) as alarm:
            for lineup in contest.lineups():
                games.append(_play_game(contest, number, len(games), lineup, thinking, alarm))
    except _Spoiled as spoiled:
        mishap = spoiled.mishap
    return Block(number, tuple(games), thinking, perf_counter() - start, mishap)


def _play_game(
    contest: Contest, block: int, number: int, lineup: tuple[int, ...], thinking: tuple[Thinking, ...], alarm: _Alarm
) -> Played:
    decisions = 0
    who = NOBODY
    try:
        game = deal(contest.setup, seed_of(contest.seed, block))
        bots = []
        for seat, who in enumerate(lineup):
            # The seed belongs to the seat: two bots that hardly differ play games that hardly differ.
            bots.append(contest.entrants[who].make(seed_of(contest.seed, block, seat)))
        while game.decision is not None:
            decision = game.decision
            view = game.view(decision.seat)
            who = lineup[decision.seat]
            option = _timed_choice(bots[decision.seat], view, decision, thinking[who], alarm)
            if option not in decision.options:
                raise IllegalChoice(f"{option!r} is not among the options.")
            who = NOBODY
            game.apply(option)
            decisions += 1
    except _OutOfTime:
        raise _Spoiled(Mishap(TIMEOUT, who, _too_long(contest.move_limit))) from None
    except Exception as error:
        raise _Spoiled(Mishap(ERROR, who, said(error))) from error
    return Played.of(game, number, lineup, decisions)


def _timed_choice(bot: Bot, view: SeatView, decision: Decision, thinking: Thinking, alarm: _Alarm) -> Option:
    begin = perf_counter()
    try:
        alarm.set()
        option = bot.choose(view, decision)
    finally:
        alarm.stop()
        seconds = perf_counter() - begin
        thinking.add(Thinking(1, seconds, seconds))
    if alarm.limit is not None and seconds > alarm.limit:
        raise _OutOfTime
    return option


def said(error: Exception) -> str:
    """An error as a sentence, with the place where it happened."""
    text = next(iter(str(error).splitlines()), "")
    kind = type(error).__name__
    trace = extract_tb(error.__traceback__)
    place = f" ({Path(trace[-1].filename).name}:{trace[-1].lineno})" if trace else ""
    return f"{kind}: {text}{place}" if text else f"{kind}{place}"


def _too_long(limit: float | None) -> str:
    return f"A decision took more than {limit:g} seconds."


# --- time


class _Spoiled(Exception):
    def __init__(self, mishap: Mishap) -> None:
        super().__init__(mishap.sentence)
        self.mishap = mishap


class _OutOfTime(BaseException):
    """Not an Exception, because a bot may catch those."""


class _Alarm:
    """Interrupts a decision that takes too long, if the system has interval timers."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.rings = limit is not None and hasattr(signal, "setitimer") and current_thread() is main_thread()

    def __enter__(self) -> _Alarm:
        if self.rings:
            self.usual = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(self, *_: object) -> None:
        if self.rings:
            signal.signal(signal.SIGALRM, self.usual)

    def set(self) -> None:
        if self.rings and self.limit is not None:
            signal.setitimer(signal.ITIMER_REAL, self.limit)
            # The alarm does not interrupt compiled code. The system ends a worker that goes on.
            if parent_process() is not None:
                signal.setitimer(signal.ITIMER_PROF, 2 * self.limit + 1)

    def stop(self) -> None:
        if self.rings:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.setitimer(signal.ITIMER_PROF, 0)

    @staticmethod
    def _ring(number: int, frame: FrameType | None) -> None:
        raise _OutOfTime
