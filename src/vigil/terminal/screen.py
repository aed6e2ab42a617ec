"""The screen and the keyboard; or two pipes, where nothing is ever cleared."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TextIO

from rich.console import Console, RenderableType

from vigil.engine.errors import VigilError

from .signs import Signs, signs_for

_CLEAR: Final = "\x1b[H\x1b[2J"
_FORGET: Final = "\x1b[3J"
"""Erases what has scrolled away, so that the next player cannot scroll back to a hand."""

NARROWEST: Final = 60


class ClosedStream(VigilError):
    """Standard input or output is closed."""


class Screen:
    """`is_live` means that a person sits at a terminal."""

    def __init__(self, console: Console, keyboard: TextIO, is_live: bool) -> None:
        self.console = console
        self.keyboard = keyboard
        self.is_live = is_live
        self.signs: Signs = signs_for(console.encoding)
        self._pushed_back: list[str] = []

    @staticmethod
    def standard() -> Screen:
        if sys.stdin is None or sys.stdout is None:
            closed = "input" if sys.stdin is None else "output"
            raise ClosedStream(
                f"Standard {closed} is closed. Run this in a terminal, or connect it to a file or a pipe."
            )
        is_live = sys.stdin.isatty() and sys.stdout.isatty()
        # A character that cannot be read or shown becomes a question mark instead of an error.
        for stream in (sys.stdin, sys.stdout):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")
        if is_live:
            with suppress(ImportError):
                import readline  # noqa: F401  # gives input() a history and editing keys
        return Screen(Console(highlight=False, emoji=False, markup=False), sys.stdin, is_live)

    @property
    def width(self) -> int:
        return max(self.console.width, NARROWEST)

    @property
    def height(self) -> int:
        return self.console.height

    def show(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)

    def say(self, text: str, style: str = "", wrap: bool = True) -> None:
        """Prints a line. Text that people may want to copy, such as a path, should not be wrapped."""
        self.console.print(text, style=style or None, soft_wrap=not wrap)

    def clear(self, forget: bool = False) -> None:
        """Clears the screen; with `forget`, also what has scrolled away."""
        if self.is_live:
            self.console.file.write(_CLEAR + (_FORGET if forget else ""))
            self.console.file.flush()

    def read(self, prompt: str) -> str:
        """One line; EOFError at the end of the input."""
        if self._pushed_back:
            return self._pushed_back.pop()
        if self.is_live:
            return input(prompt).strip()
        line = self.keyboard.readline()
        if not line:
            self.say(prompt.rstrip())
            raise EOFError
        # Echo the answer, so that the output of a script reads like a session.
        self.say(f"{prompt}{line.rstrip()}")
        return line.strip()

    def push_back(self, line: str) -> None:
        """The next `read` gets this line again."""
        self._pushed_back.append(line)

    def complete_with(self, words: Sequence[str]) -> None:
        """Sets the words that the tab key completes to."""
        if not self.is_live:
            return
        with suppress(ImportError):
            import readline

            def completer(typed: str, number: int) -> str | None:
                found = [word for word in words if word.lower().startswith(typed.lower())]
                return found[number] if number < len(found) else None

            readline.set_completer_delims("")
            readline.set_completer(completer)
            readline.parse_and_bind("tab: complete")
