"""A table that is printed twice: on the terminal and in Markdown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.table import Table as TerminalTable

NOTHING = "–"


@dataclass(frozen=True)
class Grid:
    title: str
    columns: Sequence[str]
    """A title may be broken into two lines, for the terminal."""
    rows: Sequence[Sequence[str]]

    def for_terminal(self) -> TerminalTable:
        shown = TerminalTable(box=SIMPLE_HEAD, title=self.title, title_justify="left")
        for index, column in enumerate(self.columns):
            shown.add_column(plain(column), justify="right" if index else "left", no_wrap=True)
        for row in self.rows:
            shown.add_row(*map(plain, row))
        return shown

    def for_markdown(self) -> str:
        rule = ("---", *("---:" for _ in self.columns[1:]))
        titles = [column.replace("\n", " ") for column in self.columns]
        return "\n".join(f"| {' | '.join(row)} |" for row in (titles, rule, *self.rows))


def plain(text: str) -> str:
    """Without the marks of Markdown."""
    return re.sub(r"[*`]", "", text)


def whole(figure: float) -> str:
    return f"{figure:,.0f}"


def times(ratio: float) -> str:
    """With as many digits as a noisy ratio deserves."""
    return f"{ratio:,.0f}×" if ratio >= 20 else f"{ratio:.1f}×" if ratio >= 2 else f"{ratio:.2f}×"


def kilobytes(size: float | None) -> str:
    return NOTHING if size is None else f"{size / 1000:,.1f} kB"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"


def nanoseconds(per_second: float) -> str:
    return f"{1e9 / per_second:,.0f} ns"
