"""A game at the terminal: a table of `vigil.table`, with people at one screen and bots on the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from vigil.bots import parse_bot
from vigil.engine.errors import VigilError
from vigil.engine.records import Record
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, seat_name
from vigil.engine.view import SPECTATOR
from vigil.messages import Reader, message
from vigil.table import actions as do
from vigil.table.actions import SERVER, Action, Entry
from vigil.table.fairness import Secret
from vigil.table.records import record_so_far
from vigil.table.refusals import Refused
from vigil.table.settings import TableSettings
from vigil.table.table import Table
from vigil.table.validation import accept

from .log import news
from .signs import UNICODE, Signs

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView

_BOT: Final = "bot "
"""How a record names a seat that a bot plays: `bot advanced`."""
_OWNER: Final = "terminal"
_NOW: Final = 0.0
"""There is no clock at the terminal."""


class Bot(Protocol):
    @property
    def notice(self) -> str: ...
    @property
    def manner(self) -> str: ...
    @property
    def takes_time(self) -> bool: ...
    def choose(self, view: SeatView, decision: Decision) -> Option: ...


class NoUndo(VigilError):
    """The last choice cannot be taken back."""


def seat_labels(players: int, bots: Sequence[str]) -> list[str]:
    """The names in the record: people first, bots in the last seats."""
    humans = players - len(bots)
    return [*(seat_name(seat) for seat in range(humans)), *(f"{_BOT}{name}" for name in bots)]


def bot_name(label: str) -> str:
    """The bot that a name in the record means; empty for a person."""
    return label.removeprefix(_BOT) if label.startswith(_BOT) else ""


class Session:
    """The table after the choices of the record, which may have none. `bots` are the seats that bots play."""

    def __init__(self, record: Record, bots: dict[int, Bot], signs: Signs = UNICODE) -> None:
        self.names = record.names
        self.bots = bots
        self.signs = signs
        settings = TableSettings(**record.setup)
        self.humans = [seat for seat in range(settings.players) if seat not in bots]
        opening = do.Open(settings, None, tuple(record.choices), record.rules, record.position)
        self.table = Table("", Secret.known(record.seed), Entry(1, _NOW, _OWNER, opening))
        for seat in self.humans:
            self._act(seat_name(seat), do.Sit(seat))
        for seat in bots:
            # How long it may think is not a matter of the table.
            kind, _ = parse_bot(self.about[seat])
            self._act(_OWNER, do.SeatBot(seat, kind.name))
        self._act(_OWNER, do.Start())
        # A game of bots alone has one spectator.
        self._news_from = dict.fromkeys(self.humans or [SPECTATOR], len(self.table.moves) - 1)

    def _act(self, by: str, action: Action) -> None:
        try:
            _, self.table = accept(self.table, by, action, _NOW)
        except Refused as refused:
            # A fault in a custom set is reported as such, with its file and line.
            raise (refused.__cause__ or refused) from None

    @property
    def game(self) -> GameState:
        return self.table.playing

    @property
    def record(self) -> Record:
        return record_so_far(self.table, self.names)

    @property
    def about(self) -> list[str]:
        """What is shown beside the name of each seat: which bot plays it."""
        return [bot_name(label) for label in self.names]

    def choose(self, option: Option, keep_news: bool = False) -> None:
        """Makes a choice. With `keep_news`, what follows is told together with what came just before."""
        seat, decision = self.table.deciding, self.game.decision
        assert decision is not None
        if seat in self._news_from and not keep_news:
            self._news_from[seat] = len(self.table.moves)
        by = SERVER if seat in self.bots else seat_name(seat)
        self._act(by, do.Choose(seat, self.table.version, decision.text(option)))

    def news(self, seat: int) -> list[str]:
        """What the seat has seen since its last choice."""
        return news(self.table, self.reader(seat), self._news_from[seat])

    def reader(self, seat: int) -> Reader:
        return Reader(seat, times=self.signs.times)

    def why_not_undo(self, seat: int) -> str:
        """Why the seat cannot take back its last choice; empty if it can."""
        place, last = self.table.last_own_move(seat_name(seat)), self.table.moves[-1]
        if place is not None and self.table.undo_is_free(place):
            return ""
        if last.seat == NOTHING:
            return message("no-undo-yet")
        if last.by == SERVER and last.seat in self.humans:
            return message("no-undo-after-resume")
        if last.seat != seat:
            return message("no-undo-after-other", who=last.seat)
        return message("no-undo-of-revealed", choice=last.text)

    def undo(self, seat: int) -> str:
        """Takes back the last choice and returns its text."""
        reason = self.why_not_undo(seat)
        if reason:
            raise NoUndo(reason)
        undone = self.table.moves[-1].text
        self._act(seat_name(seat), do.Undo(self.table.version))
        last = len(self.table.moves) - 1
        self._news_from = {each: min(start, last) for each, start in self._news_from.items()}
        return undone
