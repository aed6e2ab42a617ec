"""`vigil puzzle`: a puzzle on the terminal's board, what every option is worth, and the streak."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from rich.table import Table

from vigil.engine.terms import seat_name
from vigil.puzzles import THEMES, BadPuzzles, Puzzle, Verdict, check, go_on, start

from .board import board, fitting_board
from .layout import Look
from .pages import card_page, deck_page, find_card, void_page
from .parsing import NotUnderstood, understand
from .puzzle_progress import Progress, read_progress, write_progress
from .screen import Screen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from vigil.engine.options import Decision
    from vigil.engine.view import SeatView

KEYS: Final = "A number or the words of an option. card NAME, deck, void; skip: another puzzle, q: quit."
LINES_BELOW: Final = 6


class _Left(Exception):
    """The solver has had enough."""


def solve(puzzles: Sequence[Puzzle], seed: int | None = None, go_on_after: bool = True) -> None:
    """Asks puzzles in a random order, those that were not tried yet first, until the solver has had enough."""
    if not puzzles:
        raise BadPuzzles("There is no such puzzle. Leave out --sets or --theme to have more to choose from.")
    screen = Screen.standard()
    progress = read_progress()
    random = Random(seed)
    order = sorted(puzzles, key=lambda puzzle: (puzzle.id in progress.tried, random.random()))
    try:
        for number, puzzle in enumerate(order):
            PuzzleScreen(puzzle, screen, progress).run()
            is_last = number == len(order) - 1
            if is_last or not go_on_after or screen.read("Enter: next puzzle, q: quit > ").lower() in ("q", "quit"):
                return
    except (EOFError, KeyboardInterrupt, _Left):
        screen.say("")


class PuzzleScreen:
    """One puzzle: shows the board, reads answers, and says what they are worth."""

    def __init__(self, puzzle: Puzzle, screen: Screen, progress: Progress) -> None:
        self.puzzle = puzzle
        self.screen = screen
        self.progress = progress
        self.game = start(puzzle)

    def run(self) -> None:
        for step in range(len(self.puzzle.steps)):
            if step:
                go_on(self.puzzle, self.game)
            if not self._ask(step):
                return

    def _ask(self, step: int) -> bool:
        """Whether the step was solved, so that the next one can be asked."""
        view = self.game.view(self.puzzle.seat)
        decision = view.decision
        assert decision is not None
        self._show(view, step)
        answer = self._answer(view, decision)
        if answer is None:
            return False
        verdict = check(self.puzzle, step, answer)
        self._tell(verdict)
        if verdict.is_solved or not verdict.is_right:
            self._count(verdict)
        return verdict.is_right

    def _show(self, view: SeatView, step: int) -> None:
        puzzle, screen = self.puzzle, self.screen
        look = Look(width=screen.width, signs=screen.signs)
        drawn: RenderableType = board(view, look)
        if screen.is_live:
            screen.clear()
            drawn = fitting_board(view, screen.console, look, screen.height - LINES_BELOW)
        screen.show(drawn)
        steps = "" if len(puzzle.steps) == 1 else f", step {step + 1} of {len(puzzle.steps)}"
        screen.say(
            f"Puzzle {puzzle.id}{steps}, rated {puzzle.difficulty.rating:.0f}. You are {seat_name(puzzle.seat)}. "
            "Which option gives the best chance to win?",
            style="bold",
        )
        if not step:
            screen.say(KEYS)

    def _answer(self, view: SeatView, decision: Decision) -> str | None:
        """The option that was meant, in the notation; None if the puzzle is skipped."""
        pages = {"deck": deck_page, "void": void_page}
        while True:
            typed = self.screen.read("> ")
            word, _, rest = typed.partition(" ")
            if typed.lower() in ("q", "quit"):
                raise _Left
            if typed.lower() == "skip":
                return None
            try:
                if word.lower() == "card":
                    self.screen.show(card_page(find_card(rest), self.screen.signs))
                elif typed.lower() in pages:
                    self.screen.show(pages[typed.lower()](view, self.screen.signs))
                elif typed:
                    return decision.text(understand(view, decision, typed))
            except NotUnderstood as error:
                self.screen.say(str(error))

    def _tell(self, verdict: Verdict) -> None:
        if verdict.is_right:
            self.screen.say(f"Right: {verdict.answer.text}.", style="bold green")
        else:
            loss = f"{verdict.loss:.1f} points of win chance"
            self.screen.say(f"No: {verdict.answer.text} loses {loss}. Best is {verdict.best.text}.", style="bold red")
        self.screen.say(verdict.reason)
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("win chance", justify="right")
        table.add_column("95 %", justify="right")
        table.add_column("option")
        for each in sorted(verdict.step.options, key=lambda option: -option.chance):
            table.add_row(f"{each.chance:.1f}", f"± {each.reach:.1f}", each.text)
        self.screen.show(table)

    def _count(self, verdict: Verdict) -> None:
        puzzle = self.puzzle
        bots = f"It fools {', '.join(puzzle.fooled)}." if puzzle.fooled else ""
        about = " ".join(THEMES[theme] for theme in puzzle.themes)
        self.screen.say(f"{bots} {about}".strip(), style="dim")
        if self.progress.note(puzzle.id, verdict.is_solved):
            write_progress(self.progress)
            solved, tried = self.progress.solved, len(self.progress.tried)
            self.screen.say(
                f"{solved} of {tried} solved at the first try. Streak: {self.progress.streak}, "
                f"longest {self.progress.longest}."
            )
        else:
            self.screen.say("You have tried this puzzle before, so it does not count.")
