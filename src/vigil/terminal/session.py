"""A game in progress at the terminal: the game, its record, what each seat was told, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.engine.records import Record
from vigil.engine.terms import seat_name
from vigil.engine.view import SPECTATOR
from vigil.messages import message

from .log import Log
from .signs import UNICODE, Signs

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.state import GameState
    from vigil.engine.view import SeatView

_BOT: Final = "bot "
"""How a record names a seat that a bot plays: `bot advanced`."""


class Bot(Protocol):
    @property
    def notice(self) -> str: ...
    @property
    def takes_time(self) -> bool: ...
    def choose(self, view: SeatView, decision: Decision) -> Option: ...


class NoWayBack(VigilError):
    """The last choice cannot be taken back."""


def seat_labels(players: int, bots: Sequence[str]) -> list[str]:
    """The names in the record: people first, bots in the last seats."""
    humans = players - len(bots)
    return [*(seat_name(seat) for seat in range(humans)), *(f"{_BOT}{name}" for name in bots)]


def bot_name(label: str) -> str:
    """The bot that a name in the record means; nothing for a person."""
    return label.removeprefix(_BOT) if label.startswith(_BOT) else ""


class Session:
    """`bots` are the seats that play by themselves. Every human seat has a log of what it may know."""

    def __init__(self, game: GameState, record: Record, bots: dict[int, Bot], signs: Signs = UNICODE) -> None:
        self.game = game
        self.record = record
        self.bots = bots
        self.humans = [seat for seat in range(len(game.players)) if seat not in bots]
        # A game of bots alone has one onlooker, who knows what everybody knows.
        self.logs = {seat: Log(seat, signs) for seat in self.humans or [SPECTATOR]}
        self.news_from = dict.fromkeys(self.logs, 0)
        self._before: list[tuple[int, GameState]] = []
        self._listen()

    @staticmethod
    def resume(record: Record, bots: dict[int, Bot], signs: Signs = UNICODE) -> Session:
        """The game as the record left it, with everything that was told on the way."""
        session = Session(record.begin(LIBRARY), record, bots, signs)
        for _, game in record.steps(LIBRARY):
            session.game = game
            session._listen()
        last = len(record.choices)
        session.news_from = dict.fromkeys(session.logs, max(0, last))
        return session

    def about(self) -> list[str]:
        """What is said about each seat beside its name: which bot plays it."""
        return [bot_name(label) for label in self.record.names]

    # --- choosing

    def choose(self, option: Option, keep_news: bool = False) -> None:
        """Takes a choice. With `keep_news` what follows is told together with what came just before."""
        game = self.game
        assert game.decision is not None
        seat = game.decision.seat
        if self._before and self._before[-1][0] != seat:
            self._before.clear()
        before = game.copy()
        if seat in self.news_from and not keep_news:
            self.news_from[seat] = len(self.logs[seat].entries)
        self.record.choose(game, option)
        self._before.append((seat, before))
        self._listen()

    def _listen(self) -> None:
        for log in self.logs.values():
            log.listen(self.game)

    def news(self, seat: int) -> list[str]:
        return self.logs[seat].news(self.game.cards, self.news_from[seat])

    # --- the way back

    def why_not_undo(self, seat: int) -> str:
        """The reason why the seat cannot take its last choice back; empty when it can."""
        if not self.record.choices:
            return message("no-undo-yet")
        if not self._before:
            return message("no-undo-after-resume")
        chooser, before = self._before[-1]
        if chooser != seat:
            return message("no-undo-after-other", who=chooser)
        if before.seen != self.game.seen:
            return message("no-undo-of-revealed", choice=self.record.choices[-1])
        return ""

    def undo(self, seat: int) -> str:
        """Takes the last choice back and returns its text."""
        reason = self.why_not_undo(seat)
        if reason:
            raise NoWayBack(reason)
        _, self.game = self._before.pop()
        undone = self.record.choices.pop()
        self.record.result = None
        for seat_log, log in self.logs.items():
            log.forget_after(len(self.record.choices))
            self.news_from[seat_log] = min(self.news_from[seat_log], len(log.entries) - 1)
        return undone
