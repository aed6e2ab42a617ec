"""`vigil play`: a game at the terminal, for people at one screen and bots in the other seats."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from random import Random
from secrets import randbits
from time import monotonic
from typing import Final

from rich.console import RenderableType
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from vigil.bots import make_bot
from vigil.cards import LIBRARY
from vigil.custom_sets import require_sets
from vigil.engine.errors import ImpossibleTable, VigilError
from vigil.engine.options import END, Decision, Option
from vigil.engine.records import Record
from vigil.engine.setup import Setup
from vigil.engine.terms import seat_name
from vigil.engine.view import SPECTATOR, SeatView

from . import game_files
from .board import board, fitting_board
from .choices import left_over
from .layout import Look
from .log import news
from .pages import card_page, deck_page, find_card, help_page, log_page, rules_page, scores_page, void_page
from .parsing import YES_WORDS, NotUnderstood, plays_without_questions, understand, whole_number
from .screen import Screen
from .session import Bot, Session, bot_name, seat_labels

SLOW: Final = 0.4
"""Once a bot has taken longer than this, in seconds, the screen shows that it is thinking."""

WELCOME: Final = "Type a number or the words of an option. a: play all simple cards, h: hint, ?: help."
_WORDS: Final = ("a", "hint", "card ", "rules ", "log", "deck", "void", "undo", "save ", "quit", "help")


class Left(Exception):
    """The player has left the table; the game is saved."""


def play_game(setup: Setup, bots: list[str], seed: int | None = None, resume: Path | None = None) -> Record | None:
    """Plays a game at the terminal: a new one, or the one in the file `resume`. The record so far, if it began."""
    screen = Screen.standard()
    try:
        if resume is None and seed is None:
            resume = offer_unfinished(screen)
        table = new_table(screen, setup, bots, seed) if resume is None else resumed(screen, resume)
    except (EOFError, KeyboardInterrupt):
        screen.say("")
        return None
    table.run()
    return table.session.record


def new_table(screen: Screen, setup: Setup, bots: list[str], seed: int | None) -> TerminalTable:
    players = setup.players
    if len(bots) > players:
        raise ImpossibleTable(f"{len(bots)} bots cannot sit at a table with {players} seats: leave some bots out.")
    seed = randbits(128) if seed is None else seed
    record = Record(setup.to_dict(), seed, names=seat_labels(players, bots))
    return TerminalTable(session_of(record, screen), screen, game_files.new_game_file(datetime.now()))


def session_of(record: Record, screen: Screen) -> Session:
    """The game of the record, with the bots that it names."""
    names = {seat: bot_name(label) for seat, label in enumerate(record.names)}
    bots: dict[int, Bot] = {seat: make_bot(name, bot_seed(record, seat)) for seat, name in names.items() if name}
    return Session(record, bots, screen.signs)


def bot_seed(record: Record, seat: int) -> int:
    """The same game has the same bots, but the game's own seed cannot be derived from theirs."""
    return Random(f"bot {record.seed} at seat {seat}").getrandbits(48)


def resumed(screen: Screen, path: Path) -> TerminalTable:
    record = game_files.read(path)
    require_sets(record.setup)
    record.replay(LIBRARY)
    return TerminalTable(session_of(record, screen), screen, path)


def offer_unfinished(screen: Screen) -> Path | None:
    """Asks a person at a terminal whether to continue the last game; a script is never asked."""
    found = game_files.last_unfinished() if screen.is_live else None
    if found is None:
        return None
    path, record = found
    screen.say(f"Your last game is not finished ({described(record)}).", style="bold")
    if screen.read("Continue it? [Y/n] ").lower() in ("", *YES_WORDS):
        return path
    screen.say(f"It stays in {path}", wrap=False)
    return None


def described(record: Record) -> str:
    """`rise-of-vigil, p1 and bot advanced, 57 choices`"""
    sets = " + ".join(str(each) for each in record.setup.get("sets", []))
    return f"{sets}; {', '.join(record.names)}; {len(record.choices)} choices so far"


class TerminalTable:
    """Draws the board and carries out what is typed, until the game is over or the player leaves."""

    def __init__(self, session: Session, screen: Screen, path: Path) -> None:
        self.session = session
        self.screen = screen
        self.path = path
        self.looking = SPECTATOR
        lacking = dict.fromkeys(bot.notice for bot in session.bots.values() if bot.notice)
        names = session.about
        manners = {seat: bot.manner for seat, bot in session.bots.items() if bot.manner}
        told = [f"{seat_name(seat)} ({names[seat]}): {manner}" for seat, manner in manners.items()]
        self.notice = "\n".join([*lacking, *told, WELCOME])
        self.end_was_asked_at = -1
        self.slow_bots: set[int] = set()
        self.told = 0
        self.could_not_save = False
        self.commands: dict[str, Callable[[str], bool]] = {
            **dict.fromkeys(("a", "all"), self._play_all),
            **dict.fromkeys(("h", "hint"), self._hint),
            **dict.fromkeys(("u", "undo"), self._undo),
            **dict.fromkeys(("q", "quit", "exit"), self._quit),
            "save": self._save,
        }
        self.pages: dict[str, Callable[[str], RenderableType]] = {
            **dict.fromkeys(("?", "help"), lambda _: help_page(screen.signs)),
            **dict.fromkeys(("c", "card"), self._card_page),
            "rules": rules_page,
            "log": self._log_page,
            "deck": lambda _: deck_page(self._view(), screen.signs),
            "void": lambda _: void_page(self._view(), screen.signs),
        }

    # --- the game

    def run(self) -> None:
        try:
            while self.session.game.decision is not None:
                seat = self.session.game.decision.seat
                if seat in self.session.bots:
                    self._bot_chooses(seat)
                else:
                    self._person_chooses(seat)
            self._finish()
        except (EOFError, KeyboardInterrupt):
            self.screen.say("")
            self._take_leave()
        except Left:
            self._take_leave()

    def _thinking(self, seat: int) -> Progress:
        """Shows who is thinking, and for how long."""
        columns = (SpinnerColumn(), TextColumn(f"{seat_name(seat)} is thinking"), TimeElapsedColumn())
        shown = Progress(*columns, console=self.screen.console, transient=True, disable=not self.screen.is_live)
        shown.add_task("")
        return shown

    def _bot_chooses(self, seat: int) -> None:
        game = self.session.game
        assert game.decision is not None
        began = monotonic()
        bot = self.session.bots[seat]
        with self._thinking(seat) if bot.takes_time or seat in self.slow_bots else nullcontext():
            option = bot.choose(game.view(seat), game.decision)
        if monotonic() - began > SLOW:
            self.slow_bots.add(seat)
        self.session.choose(option)
        after = self.session.game
        if not self.session.humans and (after.turn_number != game.turn_number or after.over):
            self._tell_spectator()

    def _tell_spectator(self) -> None:
        """Prints a game of bots alone turn by turn."""
        table = self.session.table
        for line in news(table, self.session.reader(SPECTATOR), self.told):
            self.screen.say(line)
        self.told = len(table.moves)

    def _person_chooses(self, seat: int) -> None:
        self._autosave()
        if len(self.session.humans) > 1 and seat != self.looking:
            self._hand_over(seat)
        self.looking = seat
        self._draw()
        version = self.session.game.version
        self.screen.complete_with([*self._decision().texts(), *_WORDS])
        while self.session.game.version == version and self.session.game.decision is not None:
            line = self.screen.read(f"{seat_name(seat)}> ")
            if self._obey(line):
                return

    def _hand_over(self, seat: int) -> None:
        """Empties the screen until the next person is there, so that nobody sees another's hand."""
        self.screen.clear(forget=True)
        line = self.screen.read(f"{seat_name(seat)}, press Enter when nobody else is looking. ")
        if line:
            self.screen.push_back(line)

    def _draw(self) -> None:
        screen = self.screen
        screen.clear()
        view = self._view()
        look = Look(screen.width, signs=screen.signs, about=self.session.about)
        news = self.session.news(self.looking)
        if screen.is_live:
            screen.show(fitting_board(view, screen.console, look, screen.height - 2, news))
        else:
            screen.show("", board(view, look, news))
        if self.notice:
            screen.say(self.notice, style="bold")
            self.notice = ""

    def _view(self) -> SeatView:
        return self.session.game.view(self.looking)

    def _decision(self) -> Decision:
        decision = self.session.game.decision
        assert decision is not None
        return decision

    # --- what was typed

    def _obey(self, line: str) -> bool:
        """Carries out what was typed. Returns True if the board has to be drawn again."""
        if not line:
            return True
        word, _, rest = line.partition(" ")
        word = word.lower()
        try:
            if word in self.commands:
                return self.commands[word](rest.strip())
            if word in self.pages:
                self.screen.show(self.pages[word](rest.strip()))
                return False
            return self._take(self._meant(line))
        except VigilError as error:
            self.screen.say(str(error))
            return False

    def _meant(self, line: str) -> Option:
        decision = self._decision()
        if self.end_was_asked_at == self.session.game.version and line.lower() in YES_WORDS:
            return END
        return understand(self._view(), decision, line)

    def _take(self, option: Option) -> bool:
        if option is END and self._should_ask_before_the_end():
            return False
        self.session.choose(option)
        return True

    def _should_ask_before_the_end(self) -> bool:
        """Asks once for each position: whoever says it again means it."""
        game = self.session.game
        left = left_over(self._decision())
        if not left or self.end_was_asked_at == game.version:
            return False
        self.end_was_asked_at = game.version
        self.screen.say(f"You could still {left}. End the turn anyway? (y ends it)")
        return True

    # --- commands; each returns whether the board has to be drawn again

    def _play_all(self, rest: str) -> bool:
        seat = self.looking
        played = 0
        while (decision := self.session.game.decision) is not None and decision.seat == seat and decision.is_turn:
            plays = plays_without_questions(decision)
            if not plays:
                break
            self.session.choose(plays[0], keep_news=played > 0)
            played += 1
        if not played:
            raise NotUnderstood("There is no card that can be played without a question.")
        return True

    def _hint(self, rest: str) -> bool:
        from vigil.bots.hints import advice
        from vigil.text.tokens import plain

        decision = self._decision()
        option, reason = advice(self._view(), decision)
        self.screen.say(f"{decision.options.index(option) + 1} {decision.text(option)}", style="bold")
        self.screen.say(plain(reason))
        return False

    def _card_page(self, rest: str) -> RenderableType:
        if not rest:
            raise NotUnderstood("Which card? Type card with its name, or with the number of an option.")
        options = self._decision().options
        number = whole_number(rest)
        if number is None or not 1 <= number <= len(options):
            return card_page(find_card(rest), self.screen.signs)
        card = options[number - 1].card
        if card is None:
            raise NotUnderstood(f"Option {rest} is not about a card.")
        return card_page(card, self.screen.signs)

    def _log_page(self, rest: str) -> RenderableType:
        game = self.session.game
        turns = max(2 * len(game.players), 4)
        number = whole_number(rest)
        if number is not None and number > 0:
            turns = number
        elif rest == "all":
            turns = game.turn_number + 1
        elif rest:
            raise NotUnderstood(f'"log {rest}" is not a command. Type log, log and a number of turns, or log all.')
        return log_page(self.session.table, self.session.reader(self.looking), turns)

    def _undo(self, rest: str) -> bool:
        if rest not in ("", "all"):
            raise NotUnderstood(f'"undo {rest}" is not a command. Type undo, or undo all.')
        undone = [self.session.undo(self.looking)]
        while rest == "all" and not self.session.why_not_undo(self.looking):
            undone.append(self.session.undo(self.looking))
        self.end_was_asked_at = -1
        self.notice = f"Taken back: {', '.join(undone)}."
        return True

    def _save(self, rest: str) -> bool:
        if not rest:
            raise NotUnderstood("Which file? Type save and the name of a file.")
        path = game_files.save_as(self.session.record, rest)
        self.screen.say(f"Saved to {path}. Continue from there with:\n{resume_line(path)}", wrap=False)
        return False

    def _quit(self, rest: str) -> bool:
        raise Left

    # --- keeping the game

    def _autosave(self) -> None:
        """Saves the game before every choice of a person, whatever happens to the terminal."""
        try:
            game_files.write(self.session.record, self.path)
        except game_files.NotSaved as error:
            if not self.could_not_save:
                self.notice = f"{error} Save it elsewhere with: save FILE"
            self.could_not_save = True
        else:
            self.could_not_save = False

    def _take_leave(self) -> None:
        self._autosave()
        if self.could_not_save:
            self.screen.say(f"The game could not be saved to {self.path}.", style="bold", wrap=False)
        else:
            self.screen.say(f"The game is saved. Continue it with:\n{resume_line(self.path)}", wrap=False)

    def _finish(self) -> None:
        self._autosave()
        screen = self.screen
        view = self.session.game.view(SPECTATOR)
        humans = self.session.humans
        if humans:
            screen.clear()
            # With several people at the screen, only what everybody knows is shown.
            if len(humans) == 1:
                screen.say(" ".join(self.session.news(humans[0])))
        screen.show("", scores_page(view, self.session.about, screen.signs))
        if not self.could_not_save:
            screen.say(f"The record is saved. Replay it with:\nvigil replay {shlex.quote(str(self.path))}", wrap=False)


def resume_line(path: Path) -> str:
    return f"vigil play --resume {shlex.quote(str(path))}"
