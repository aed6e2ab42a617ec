"""`vigil play`: a whole game at the terminal, for people at one screen and bots in the other seats."""

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

from vigil.custom_sets import require_sets
from vigil.engine.errors import ImpossibleTable, VigilError
from vigil.engine.options import END, Decision, Option
from vigil.engine.records import Record
from vigil.engine.setup import Setup, deal
from vigil.engine.terms import seat_name
from vigil.engine.view import SPECTATOR, SeatView

from . import game_files
from .board import Look, board, fitting_board
from .choices import left_over
from .pages import card_page, deck_page, find_card, help_page, log_page, rules_page, scores_page, void_page
from .parsing import YES_WORDS, NotUnderstood, plays_without_questions, understand, whole_number
from .screen import Screen
from .session import Bot, Session, bot_name, seat_labels

SLOW: Final = 0.4
"""A bot that took longer than this, in seconds, is announced the next time."""

WELCOME: Final = "Type a number or the words of an option; a plays all plain cards, h hints, ? helps."
_WORDS: Final = ("a", "hint", "card ", "rules ", "log", "deck", "void", "undo", "save ", "quit", "help")


class Left(Exception):
    """The player has left the table; the game is saved."""


def play_game(setup: Setup, bots: list[str], seed: int | None = None, resume: Path | None = None) -> None:
    """Plays a game at the terminal: a new one, or the one in the file `resume`."""
    screen = Screen.standard()
    try:
        if resume is None and seed is None:
            resume = offer_unfinished(screen)
        table = new_table(screen, setup, bots, seed) if resume is None else resumed(screen, resume)
    except (EOFError, KeyboardInterrupt):
        screen.say("")
        return
    table.run()


def new_table(screen: Screen, setup: Setup, bots: list[str], seed: int | None) -> TerminalTable:
    players = setup.players
    if len(bots) > players:
        raise ImpossibleTable(f"{len(bots)} bots cannot sit at a table with {players} seats: leave some bots out.")
    game = deal(setup, randbits(128) if seed is None else seed)
    record = Record.of(game, seat_labels(players, bots))
    session = Session(game, record, bots_for(record), screen.signs)
    return TerminalTable(session, screen, game_files.new_game_file(datetime.now()))


def bots_for(record: Record) -> dict[int, Bot]:
    """The bots that the record names, each with a seed of its own."""
    names = {seat: bot_name(label) for seat, label in enumerate(record.names)}
    if not any(names.values()):
        return {}
    from vigil.bots import make_bot

    return {seat: make_bot(name, _bot_seed(record, seat)) for seat, name in names.items() if name}


def _bot_seed(record: Record, seat: int) -> int:
    """The same game has the same bots, but nobody can work the game's own seed out of theirs."""
    return Random(f"bot {record.seed} at seat {seat}").getrandbits(48)


def resumed(screen: Screen, path: Path) -> TerminalTable:
    record = game_files.read(path)
    require_sets(record.setup)
    return TerminalTable(Session.resume(record, bots_for(record), screen.signs), screen, path)


def offer_unfinished(screen: Screen) -> Path | None:
    """Somebody at a terminal is asked whether to go on with the game that was left last; a script never is."""
    found = game_files.last_unfinished() if screen.is_live else None
    if found is None:
        return None
    path, record = found
    screen.say(f"Your last game is not finished ({described(record)}).", style="bold")
    if screen.read("Go on with it? [Y/n] ").lower() in ("", *YES_WORDS):
        return path
    screen.say(f"It stays in {path}", wrap=False)
    return None


def described(record: Record) -> str:
    """`rise-of-vigil, p1 and bot advanced, 57 choices`"""
    sets = " + ".join(str(each) for each in record.setup.get("sets", []))
    return f"{sets}; {', '.join(record.names)}; {len(record.choices)} choices so far"


class TerminalTable:
    """Draws, reads and obeys, until the game is over or somebody leaves."""

    def __init__(self, session: Session, screen: Screen, path: Path) -> None:
        self.session = session
        self.screen = screen
        self.path = path
        self.looking = SPECTATOR
        lacking = dict.fromkeys(bot.notice for bot in session.bots.values() if bot.notice)
        self.notice = "\n".join([*lacking, WELCOME])
        self.end_was_asked_at = -1
        self.slow_bots: set[int] = set()
        self.told = 0
        self.could_not_save = False
        self.commands: dict[str, Callable[[str], bool]] = {
            "a": self._play_all,
            "all": self._play_all,
            "h": self._hint,
            "hint": self._hint,
            "u": self._undo,
            "undo": self._undo,
            "save": self._save,
            "q": self._quit,
            "quit": self._quit,
            "exit": self._quit,
        }
        self.pages: dict[str, Callable[[str], RenderableType]] = {
            "?": lambda _: help_page(screen.signs),
            "help": lambda _: help_page(screen.signs),
            "c": self._card_page,
            "card": self._card_page,
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
        """Shows who thinks, and for how long already."""
        columns = (SpinnerColumn(), TextColumn(f"{seat_name(seat)} thinks"), TimeElapsedColumn())
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
        turn = game.turn_number
        self.session.choose(option)
        if not self.session.humans and (game.turn_number != turn or game.over):
            self._tell_onlooker()

    def _tell_onlooker(self) -> None:
        """A game of bots alone is told turn by turn."""
        log = self.session.logs[SPECTATOR]
        for line in log.news(self.session.game.cards, self.told):
            self.screen.say(line)
        self.told = len(log.entries)

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
        """Nobody sees another's hand: the screen is empty until the right person looks."""
        self.screen.clear(forget=True)
        line = self.screen.read(f"{seat_name(seat)}, press Enter when you alone look. ")
        if line:
            self.screen.push_back(line)

    def _draw(self) -> None:
        screen = self.screen
        screen.clear()
        view = self._view()
        look = Look(screen.width, signs=screen.signs, about=self.session.about())
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
        """Does what was typed. True when the board has to be drawn anew."""
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
        """Once for each moment of a turn: who says it again means it."""
        game = self.session.game
        left = left_over(self._decision())
        if not left or self.end_was_asked_at == game.version:
            return False
        self.end_was_asked_at = game.version
        self.screen.say(f"You could still {left}. End the turn anyway? (y ends it)")
        return True

    # --- commands; each says whether the board has to be drawn anew

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
            raise NotUnderstood("There is nothing to play that asks no question.")
        return True

    def _hint(self, rest: str) -> bool:
        from vigil.bots.hints import advice

        decision = self._decision()
        option, reason = advice(self._view(), decision)
        self.screen.say(f"{decision.options.index(option) + 1} {decision.text(option)}", style="bold")
        self.screen.say(reason)
        return False

    def _card_page(self, rest: str) -> RenderableType:
        if not rest:
            raise NotUnderstood("Which card? Type card and its name, or card and the number of an option.")
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
            raise NotUnderstood(f'"log {rest}" is not known: type log, log and a number of turns, or log all.')
        return log_page(self.session.logs[self.looking], game.cards, turns)

    def _undo(self, rest: str) -> bool:
        if rest not in ("", "all"):
            raise NotUnderstood(f'"undo {rest}" is not known: type undo, or undo all.')
        undone = [self.session.undo(self.looking)]
        while rest == "all" and not self.session.why_not_undo(self.looking):
            undone.append(self.session.undo(self.looking))
        self.end_was_asked_at = -1
        self.notice = f"Taken back: {', '.join(undone)}."
        return True

    def _save(self, rest: str) -> bool:
        if not rest:
            raise NotUnderstood("Where to? Type save and the name of a file.")
        path = game_files.save_as(self.session.record, rest)
        self.screen.say(f"Saved to {path}. Go on from there with:\n{resume_line(path)}", wrap=False)
        return False

    def _quit(self, rest: str) -> bool:
        raise Left

    # --- keeping the game

    def _autosave(self) -> None:
        """Before every choice of a person: whatever happens to the terminal, the game is there."""
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
            self.screen.say(f"The game is saved. Go on with it:\n{resume_line(self.path)}", wrap=False)

    def _finish(self) -> None:
        self._autosave()
        screen = self.screen
        view = self.session.game.view(SPECTATOR)
        seat = self.looking if self.looking in self.session.logs else next(iter(self.session.logs))
        if self.session.humans:
            screen.clear()
            # With several people at the screen the end belongs to nobody: only what everybody knows is told.
            if len(self.session.humans) == 1:
                screen.say(" ".join(self.session.news(seat)))
        screen.show("", scores_page(view, self.session.about(), screen.signs))
        if not self.could_not_save:
            screen.say(f"The record is kept. Look at it again:\nvigil replay {shlex.quote(str(self.path))}", wrap=False)


def resume_line(path: Path) -> str:
    return f"vigil play --resume {shlex.quote(str(path))}"
