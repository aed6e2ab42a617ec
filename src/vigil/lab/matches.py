"""Matches between bots: many games with rotated seats. The results do not depend on who plays them where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations, cycle, islice
from time import perf_counter

from vigil.bots import bot_kind, make_bot
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

from .recorder import GameData, Recorder
from .workers import LocalWorkers, Workers


def numbered(names: Iterable[str]) -> list[str]:
    """A label for each: the name, with a number if it occurs more than once."""
    seen: dict[str, int] = {}
    labels = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        labels.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return labels


def sides(setup: Setup) -> int:
    """How many entrants sit at a table: teammates are one entrant."""
    return setup.players // 2 if setup.team else setup.players


def rotated_lineups(entrants: Sequence[int], setup: Setup) -> list[tuple[int, ...]]:
    """Who sits where, entrants by their numbers: in every combination, and in each of these from every seat."""
    count = sides(setup)
    rotated = [table[turn:] + table[:turn] for table in combinations(entrants, count) for turn in range(count)]
    return [lineup * (setup.players // count) for lineup in rotated]


@dataclass(frozen=True)
class Match:
    """What is played. `bots` are names, or anything else that `vigil.play` takes; each is an entrant of its own."""

    bots: tuple[BotLike, ...]
    setup: Setup
    games: int
    seed: int = 0
    recorded: bool = False
    """Whether data for a study is recorded. The games are the same either way."""

    def check(self) -> None:
        """Raises an error for a match that cannot be played."""
        if not self.bots:
            raise ImpossibleTable("A match needs at least one bot.")
        self.names()
        if self.games < 1:
            raise ImpossibleTable(f"A match of {self.games} games cannot be played: choose 1 or more.")

    def names(self) -> list[str]:
        """The names of the bots."""
        return [bot_kind(each).name if isinstance(each, str) else bot_name(each) for each in self.bots]

    def entrants(self) -> list[str]:
        return numbered(self.names())

    def deal(self, number: int) -> int:
        """The deal of a game. All lineups play the same deals, so that no entrant is lucky with its seat."""
        return number // len(self.lineups())

    def lineups(self) -> list[tuple[int, ...]]:
        """Until every entrant has had every seat. Of fewer entrants than seats, some sit on several."""
        count = len(self.bots)
        return rotated_lineups(list(islice(cycle(range(count)), max(count, sides(self.setup)))), self.setup)


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
    data: GameData | None = None

    @staticmethod
    def of(
        game: GameState,
        number: int,
        lineup: tuple[int, ...],
        decisions: int,
        seconds: float,
        data: GameData | None = None,
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
            data=data,
        )


def play_game(match: Match, number: int) -> Played:
    """The game of that number. It depends on the match and the number alone."""
    lineups = match.lineups()
    lineup = lineups[number % len(lineups)]
    game = deal(match.setup, seed_of(match.seed, match.deal(number)))
    bots = [seated(match.bots[who], seat, seed_of(match.seed, number, seat)) for seat, who in enumerate(lineup)]
    recorder = Recorder(game) if match.recorded else None
    decisions = 0
    start = perf_counter()
    while game.decision is not None:
        seat = game.decision.seat
        game.choose(bots[seat](game.view(seat), game.decision))
        decisions += 1
        if recorder is not None:
            recorder.watch(game)
    data = None if recorder is None else recorder.data
    return Played.of(game, number, lineup, decisions, perf_counter() - start, data)


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


def play(match: Match, workers: Workers | None = None) -> Iterator[Played]:
    """Every game of the match, in order, as soon as it is played: by the workers, or here."""
    match.check()
    workers = workers or LocalWorkers()
    # Chunks large enough to keep communication cheap, and small enough to show progress.
    size = 1 if workers.processes <= 1 else max(1, min(8, match.games // (4 * workers.processes)))
    for games in workers.results_in_order(_play_chunk, (match, size), -(-match.games // size)):
        yield from games


def _play_chunk(given: tuple[Match, int], chunk: int) -> list[Played]:
    match, size = given
    return [play_game(match, number) for number in range(chunk * size, min((chunk + 1) * size, match.games))]
