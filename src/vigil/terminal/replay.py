"""`vigil replay`: steps through a record, forwards and backwards; through a pipe, prints a transcript."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import RenderableType
from rich.text import Text

from vigil.cards import LIBRARY
from vigil.custom_sets import require_sets
from vigil.engine.errors import BadRecord, VigilError
from vigil.engine.records import Record
from vigil.engine.terms import seat_name
from vigil.engine.view import SPECTATOR, happenings_for
from vigil.messages import Reader, sentences

from . import game_files
from .board import fitting_board
from .layout import Look
from .pages import card_page, find_card, scores_page
from .parsing import whole_number
from .screen import Screen
from .session import bot_name

if TYPE_CHECKING:
    from vigil.engine.happenings import Happening
    from vigil.engine.state import GameState
    from vigil.engine.view import SeatView

PAUSE: Final = 1.0
"""Seconds between two choices when the replay advances by itself."""

_KEYS: Final = "Enter: next, b: back, a number: go there, t: next turn, e: end, card NAME, q: quit"


def replay_record(path: Path, follow: bool) -> None:
    """Shows a record. With `follow` it advances by itself, and waits for more if the game is still being played."""
    screen = Screen.standard()
    replay = Replay(game_files.read(path))
    if replay.damage and replay.length == 0:
        raise BadRecord(replay.damage)
    shown = ReplayScreen(replay, screen)
    try:
        if follow:
            shown.follow(path)
        elif screen.is_live:
            shown.run()
        else:
            shown.transcript()
    except (EOFError, KeyboardInterrupt):
        screen.say("")


class Moment(NamedTuple):
    """A choice, the seat that made it, the game afterwards, and what everybody could see happen."""

    game: GameState
    seat: int
    choice: str
    told: list[Happening]


class Replay:
    """Every moment of a record. A copy of the game is kept for each, so going back is quick.

    In a finished game nothing is secret any more: each moment is shown as the player who decides sees it. While a game
    is still being played, only what everybody knows is shown.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.damage = ""
        require_sets(record.setup)
        game = record.begin(LIBRARY)
        self.moments = [Moment(game.copy(), SPECTATOR, "the deal", happenings_for(game, SPECTATOR))]
        seat = _decider(game)
        try:
            for choice, after in record.steps(LIBRARY):
                self.moments.append(Moment(after.copy(), seat, choice, happenings_for(after, SPECTATOR)))
                seat = _decider(after)
        except BadRecord as error:
            # The legal part is shown, and the error at the end.
            self.damage = str(error)
        self.is_open = self.moments[-1].game.over

    @property
    def length(self) -> int:
        return len(self.moments) - 1

    def view(self, number: int) -> SeatView:
        game = self.moments[number].game
        return game.view(_decider(game) if self.is_open else SPECTATOR)

    def about(self) -> list[str]:
        return [bot_name(label) for label in self.record.names]


def _decider(game: GameState) -> int:
    return SPECTATOR if game.decision is None else game.decision.seat


class ReplayScreen:
    """A replay on the screen: as a transcript, step by step, or advancing by itself."""

    def __init__(self, replay: Replay, screen: Screen) -> None:
        self.replay = replay
        self.screen = screen
        self.at = 0

    # --- transcript

    def transcript(self) -> None:
        """One line for each choice, and what followed from it."""
        for number in range(self.replay.length + 1):
            self._tell(number)
        self._end()

    def _tell(self, number: int) -> None:
        self.screen.say(self._line(number))
        for sentence in self._told(number):
            self.screen.say(f"    {sentence}")

    def _line(self, number: int) -> str:
        moment = self.replay.moments[number]
        who = "" if moment.seat == SPECTATOR else f"{seat_name(moment.seat)}: "
        width = len(str(self.replay.length))
        return f"{number:{width}}  {who}{moment.choice}"

    def _told(self, number: int) -> list[str]:
        moment = self.replay.moments[number]
        return sentences(moment.told, moment.game.cards, Reader(times=self.screen.signs.times))

    def _end(self) -> None:
        game = self.replay.moments[-1].game
        if self.replay.damage:
            self.screen.say(self.replay.damage, style="bold")
        elif game.over:
            self.screen.show("", scores_page(game.view(SPECTATOR), self.replay.about(), self.screen.signs))
        else:
            self.screen.say("The record ends here: the game is not finished.")

    # --- step by step

    def run(self) -> None:
        keys: dict[str, Callable[[], int]] = {
            "": lambda: self.at + 1,
            "n": lambda: self.at + 1,
            "b": lambda: self.at - 1,
            "t": self._next_turn,
            "e": lambda: self.replay.length,
        }
        self._draw()
        while True:
            line = self.screen.read(f"{self.at}/{self.replay.length}> ")
            word, _, rest = line.partition(" ")
            if word in ("q", "quit", "exit"):
                return
            if word in ("c", "card") and rest:
                self._look_up(rest)
                continue
            number = whole_number(line)
            if number is not None:
                wanted = number
            elif line in keys:
                wanted = keys[line]()
            else:
                self.screen.say(f'"{line}" is not a command. {_KEYS}.')
                continue
            self.at = min(max(wanted, 0), self.replay.length)
            self._draw()

    def _next_turn(self) -> int:
        moments = self.replay.moments
        now = moments[self.at].game.turn_number
        later = (n for n in range(self.at + 1, len(moments)) if moments[n].game.turn_number != now)
        return next(later, self.replay.length)

    def _look_up(self, name: str) -> None:
        try:
            self.screen.show(card_page(find_card(name), self.screen.signs))
        except VigilError as error:
            self.screen.say(str(error))

    def _draw(self) -> None:
        screen = self.screen
        screen.clear()
        look = Look(screen.width, signs=screen.signs, about=self.replay.about(), is_replay=True)
        header: RenderableType = Text(self._line(self.at), style="bold reverse")
        view = self.replay.view(self.at)
        news = self._told(self.at)
        if not view.over:
            screen.show(fitting_board(view, screen.console, look, screen.height - 4, news))
        else:
            screen.say(" ".join(news))
        screen.show(header)
        if self.at == self.replay.length:
            self._end()
        elif self.at == 0:
            screen.say(_KEYS)

    # --- following

    def follow(self, path: Path) -> None:
        """Advances by itself; at the end of an unfinished record it waits until the file has more."""
        live = self.screen.is_live
        shown = -1
        while True:
            while shown < self.replay.length:
                shown += 1
                self.at = shown
                if live:
                    self._draw()
                    sleep(PAUSE)
                else:
                    self._tell(shown)
            if self.replay.moments[-1].game.over or self.replay.damage:
                if not live:
                    self._end()
                return
            sleep(PAUSE)
            record = game_files.read(path)
            if record.choices != self.replay.record.choices:
                # After an undo, continue from the last choice that still stands.
                shown = min(shown, _common(record.choices, self.replay.record.choices))
                self.replay = Replay(record)


def _common(some: list[str], others: list[str]) -> int:
    """How many choices two records share at the beginning."""
    pairs = enumerate(zip(some, others, strict=False))
    return next((number for number, (one, other) in pairs if one != other), min(len(some), len(others)))
