"""Matches between bots: many games with rotated seats. The results do not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations, cycle, islice
from typing import TYPE_CHECKING, Final

from vigil.bots import Bot, bot_label, parse_bot
from vigil.engine import happenings
from vigil.engine.errors import ImpossibleTable
from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.procedures.turn import is_standstill
from vigil.engine.records import Record
from vigil.engine.scoring import owned, scores
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING
from vigil.extras import needed
from vigil.public.play import BotLike, bot_name, seated

from .workers import LocalWorkers, Workers
from .worth_sums import Measured

if TYPE_CHECKING:
    from vigil.engine.options import Option
    from vigil.engine.view import SeatView
    from vigil.learn import Encoding


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
    """The entrants by seat, in every combination and every rotation of it."""
    count = sides(setup)
    rotated = [table[turn:] + table[:turn] for table in combinations(entrants, count) for turn in range(count)]
    return [lineup * (setup.players // count) for lineup in rotated]


@dataclass(frozen=True)
class Match:
    """A number of games between bots: names, or anything else that `vigil.play` accepts. Each is one entrant."""

    bots: tuple[BotLike, ...]
    setup: Setup
    games: int
    seed: int = 0
    recorded: bool = False
    """Whether to record data for a study. The games are the same either way."""
    decisions: bool = False
    """Whether that data includes every decision."""
    worth: bool = False
    """Whether that data includes what cards are worth: forced and judged decisions of every game."""

    def check(self) -> None:
        """Raises an error for a match that cannot be played."""
        if not self.bots:
            raise ImpossibleTable("A match needs at least one bot.")
        self.names()
        if self.games < 1:
            raise ImpossibleTable(f"A match of {self.games} games cannot be played: choose 1 or more.")

    def names(self) -> list[str]:
        """The names of the bots."""
        return [_label(each) if isinstance(each, str) else bot_name(each) for each in self.bots]

    def entrants(self) -> list[str]:
        return numbered(self.names())

    def deal(self, number: int) -> int:
        """The number of a game's deal. All lineups play the same deals."""
        return number // len(self.lineups())

    def lineups(self) -> list[tuple[int, ...]]:
        """The lineups that give every entrant every seat. With few entrants, some have several seats."""
        count = len(self.bots)
        return rotated_lineups(list(islice(cycle(range(count)), max(count, sides(self.setup)))), self.setup)


# --- what a study keeps of a game

ACQUIRED: Final = "acquired"
DEFEATED: Final = "defeated"
TAKINGS: Final = {happenings.ACQUIRES: ACQUIRED, happenings.DEFEATS: DEFEATED}


@dataclass(frozen=True)
class TurnRow:
    """The player's state at the end of the turn."""

    turn: int
    round: int
    """The number of turns that the seat has had, including this one and extra turns."""
    seat: int
    honor: int
    """Tokens only."""
    score: int
    """Tokens, and the honor on the cards."""
    pool: int
    cards: int


@dataclass(frozen=True)
class CardRow:
    """A card that a player acquired, or a monster that a player defeated."""

    turn: int
    seat: int
    card: int
    taking: str
    zone: int


@dataclass(frozen=True)
class DecisionRow:
    """What a seat saw, what it could do and what it did, in the encoding of `vigil.learn`."""

    turn: int
    seat: int
    observation: list[int]
    legal: list[int]
    action: int
    option: str
    values: list[float | None]
    """The win probability that the bot gave each legal action, if it searched."""


@dataclass
class GameData:
    """What is kept of one game. Cards are their numbers in the library."""

    turns: list[TurnRow] = field(default_factory=list)
    cards: list[CardRow] = field(default_factory=list)
    offers: dict[int, int] = field(default_factory=dict)
    """How often each card came into the row."""
    decisions: list[DecisionRow] = field(default_factory=list)
    """Every decision, if the match asks for them."""
    worth: list[Measured] = field(default_factory=list)
    """What cards were worth in this game, if the match asks for it."""
    record: str = ""
    """The record of the game, as JSON."""


class Recorder:
    """Follows a game from outside: the game is the same whether it is recorded or not."""

    def __init__(self, game: GameState) -> None:
        self.data = GameData()
        self._turn = 0
        self._seat = game.first
        self._rounds = [0] * len(game.players)
        self.watch(game)

    def watch(self, game: GameState) -> None:
        """Call this after the deal and after every choice."""
        for kind, seat, card, amount, zone, *_ in game.happenings:
            if kind == happenings.ENTERS_ROW:
                self.data.offers[card] = self.data.offers.get(card, 0) + 1
            elif kind == happenings.TURN_BEGINS:
                self._end_turn(game)
                self._turn, self._seat = amount, seat
            elif kind in TAKINGS and seat != NOTHING:  # the Cult takes cards too, but has no seat
                self.data.cards.append(CardRow(self._turn, seat, card, TAKINGS[kind], zone))
        if game.over:
            self._end_turn(game)

    def _end_turn(self, game: GameState) -> None:
        """Records the turn that has just ended: the player's cards are still as it left them."""
        if not self._turn:
            return
        seat = self._seat
        player = game.players[seat]
        cards = owned(game, seat)
        self._rounds[seat] += 1
        self.data.turns.append(
            TurnRow(
                turn=self._turn,
                round=self._rounds[seat],
                seat=seat,
                honor=player.honor,
                score=player.honor + sum(game.cards[card].honor for card in cards),
                pool=game.pool,
                cards=len(cards),
            )
        )


# --- playing


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
    """The game came to a standstill and was decided by the scores of that moment."""
    data: GameData | None = None

    @staticmethod
    def of(
        game: GameState, number: int, lineup: tuple[int, ...], decisions: int, data: GameData | None = None
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
            data=data,
        )


def play_game(match: Match, number: int) -> Played:
    """Plays the game with this number. It depends only on the match and the number."""
    lineups = match.lineups()
    lineup = lineups[number % len(lineups)]
    game = deal(match.setup, seed_of(match.seed, match.deal(number)))
    bots = [seated(match.bots[who], seat, seed_of(match.seed, number, seat)) for seat, who in enumerate(lineup)]
    recorder = Recorder(game) if match.recorded else None
    record = Record.of(game, [match.names()[who] for who in lineup]) if match.recorded else None
    decisions = 0
    while game.decision is not None:
        seat = game.decision.seat
        view = game.view(seat)
        choice = bots[seat](view, game.decision)
        decisions += 1
        if recorder is None or record is None:
            game.choose(choice)
        else:
            if match.decisions:
                recorder.data.decisions.append(_decision_row(match.setup, game, choice, _values(bots[seat], view)))
            record.choose(game, choice)
            recorder.watch(game)
    data = None if recorder is None else recorder.data
    if data is not None and record is not None:
        data.record = record.to_json()
        if match.worth:
            # The seats have the seeds before this one.
            data.worth = _worth(record, match.setup, seed_of(match.seed, number, len(bots)))
    return Played.of(game, number, lineup, decisions, data)


def _worth(record: Record, setup: Setup, seed: int) -> list[Measured]:
    from .card_worth import measured_in  # it needs what is defined here

    return list(measured_in(record, setup, seed))


def _label(name: str) -> str:
    if ".py:" in name:
        return bot_name(name)
    kind, budget = parse_bot(name)
    return bot_label(kind.name, budget)


@lru_cache(maxsize=2)
def _encoding(setup: Setup) -> Encoding:
    needed("librt.vecs", "learn", "Decision data")
    from vigil.learn import Encoding

    return Encoding(setup)


def _values(choose: object, view: SeatView) -> dict[Option, float]:
    """The values that a built-in bot's search gave the options; empty if it did not search."""
    bot = getattr(choose, "__self__", None)
    return bot.last_values(view) if isinstance(bot, Bot) else {}


def _decision_row(setup: Setup, game: GameState, choice: Option, values: dict[Option, float]) -> DecisionRow:
    decision, encoding = game.decision, _encoding(setup)
    assert decision is not None
    ids = encoding.ids(decision)
    return DecisionRow(
        turn=game.turn_number,
        seat=decision.seat,
        observation=encoding.observe_seat(game, decision.seat)[0].tolist(),
        legal=ids,
        action=ids[decision.options.index(choice)],
        option=decision.text(choice),
        values=[values.get(each) for each in decision.options],
    )


def seed_of(*numbers: int) -> int:
    """A seed derived from these numbers, such as a game and a seat."""
    text = ",".join(str(number) for number in numbers)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def play(match: Match, workers: Workers | None = None, first: int = 0) -> Iterator[Played]:
    """Yields the games of the match in order as they are played, by the workers or in this process.

    It begins with the game that has the number `first`.
    """
    match.check()
    workers = workers or LocalWorkers()
    count = match.games - first
    # Chunks large enough to keep communication cheap, and small enough to show progress.
    size = 1 if workers.processes <= 1 else max(1, min(8, count // (4 * workers.processes)))
    for games in workers.results_in_order(_play_chunk, (match, size, first), -(-count // size)):
        yield from games


def _play_chunk(given: tuple[Match, int, int], chunk: int) -> list[Played]:
    match, size, first = given
    begin = first + chunk * size
    return [play_game(match, number) for number in range(begin, min(begin + size, match.games))]
