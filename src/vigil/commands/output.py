"""What the commands print with: the console, tables, progress bars, and words for numbers."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from vigil.bots import notices

if TYPE_CHECKING:
    from vigil.engine.setup import Setup

WIDTH_OF_A_FILE: Final = 120
PACE_PERIOD: Final = 600.0
"""The pace is averaged over this many seconds, because a block of slow bots can take minutes."""


def console(stderr: bool = False) -> Console:
    """A console as wide as the terminal; into a pipe or a file as wide as tables need to be."""
    made = Console(stderr=stderr, highlight=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made = Console(stderr=stderr, highlight=False, width=WIDTH_OF_A_FILE)
    return made


def results_table(first: str, *others: str) -> Table:
    """A table without lines: words in the first column, numbers in the others."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


class Pace(ProgressColumn):
    def render(self, task: Task) -> Text:
        if task.speed is None:
            return Text("")
        return Text(f"{task.speed:,.1f} a second," if task.speed >= 1 else f"{60 * task.speed:.1f} a minute,")


def progress(doing: str, what: str) -> Progress:
    """A bar that counts `what`, with the description of its task at the end. It goes to stderr, results to stdout."""
    screen = console(stderr=True)
    return Progress(
        TextColumn(doing),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn(f"{what},"),
        Pace(),
        TimeRemainingColumn(),
        TextColumn("left {task.description}", markup=False),
        console=screen,
        transient=True,
        expand=True,
        disable=not screen.is_terminal,
        speed_estimate_period=PACE_PERIOD,
    )


def warn_about_weaker_bots(bots: Iterable[str]) -> None:
    """Says where a bot is weaker on this machine than its name promises."""
    for notice in notices(bots):
        click.echo(f"vigil: {notice}", err=True)


def print_line(page: Console, text: str, style: str = "") -> None:
    """A line that is not wrapped and contains no markup: it may hold a path or a command to copy."""
    page.print(text, style=style or None, soft_wrap=True, markup=False)


def print_setup(page: Console, setup: Setup, more: str) -> None:
    titles = " + ".join(card_set.title for card_set in setup.card_sets())
    page.print(f"[bold]{titles}[/], {counted(setup.players, 'player')}, {more}")


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def between(low: float, high: float) -> str:
    """An interval of shares: `48.2 to 55.1 %`."""
    return f"{100 * low:.1f} to {percent(high)}"


def counted(count: int, what: str) -> str:
    """`1 game`, `2,000 games`"""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
