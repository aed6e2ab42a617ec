"""Output of the commands: the console, tables, progress bars and numbers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from vigil._compiled import plain_notice
from vigil.bots import notices

if TYPE_CHECKING:
    from vigil.engine.setup import Setup
    from vigil.lab.intervals import Estimate

Item = TypeVar("Item")
WIDTH_OF_A_FILE: Final = 120
PACE_PERIOD: Final = 600.0
"""The speed is averaged over this many seconds, because a block of slow bots can take minutes."""


def console(stderr: bool = False) -> Console:
    """A console as wide as the terminal; for a pipe or a file, as wide as tables need it."""
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


def text_table(*headings: str, unwrapped: Sequence[str] = ()) -> Table:
    """A table without lines for columns of text."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, no_wrap=heading in unwrapped)
    return table


class Pace(ProgressColumn):
    def render(self, task: Task) -> Text:
        if task.speed is None:
            return Text("")
        return Text(f"{task.speed:,.1f} a second," if task.speed >= 1 else f"{60 * task.speed:.1f} a minute,")


def progress(doing: str, what: str) -> Progress:
    """A progress bar on stderr that counts `what`, with the description of its task at the end."""
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


def tracked(
    items: Iterable[Item],
    doing: str,
    what: str,
    total: int,
    completed: int = 0,
    describe: Callable[[Item], str] = lambda item: "",
) -> Iterator[Item]:
    """Yields the items while a progress bar counts them."""
    with progress(doing, what) as bar:
        task = bar.add_task("", total=total, completed=completed)
        for item in items:
            yield item
            bar.update(task, advance=1, description=describe(item))


def warn_about_weaker_bots(bots: Iterable[str]) -> None:
    """Warns about bots that play weaker on this machine than they should."""
    for notice in notices(bots):
        click.echo(f"vigil: {notice}", err=True)


def warn_about_plain_engine() -> None:
    """Says that the engine could be faster, where nobody has asked for the plain one."""
    if notice := plain_notice():
        click.echo(f"vigil: {notice}", err=True)


def print_line(page: Console, text: str, style: str = "") -> None:
    """A line that is not wrapped and contains no markup: it may hold a path or a command to copy."""
    page.print(text, style=style or None, soft_wrap=True, markup=False)


def print_setup(page: Console, setup: Setup, more: str) -> None:
    titles = " + ".join(card_set.title for card_set in setup.card_sets())
    page.print(f"[bold]{titles}[/], {counted(setup.players, 'player')}, {more}")


def print_verdict(page: Console, subject: str, won: Estimate, par: float = 0.5, advice: str = "") -> None:
    """Prints whether a win rate is better than par: `They are better.`"""
    if par < won.low:
        page.print(f"[bold]{subject} better.[/]")
    elif won.high < par:
        page.print(f"[bold]{subject} worse.[/] {advice}")
    else:
        page.print("[bold]The difference is not significant with so few deals.[/]")


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def between(share: Estimate) -> str:
    """The interval of a share: `48.2 to 55.1 %`."""
    return f"{100 * share.low:.1f} to {percent(share.high)}"


def counted(count: int, what: str) -> str:
    """`1 game`, `2,000 games`"""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
