"""Where the commands write."""

from __future__ import annotations

import os
from collections.abc import Iterable

import click
from rich.console import Console

from vigil.bots import notices

WIDTH_OF_A_FILE = 120


def console(stderr: bool = False) -> Console:
    """A console as wide as the terminal; into a pipe or a file as wide as tables need to be."""
    made = Console(stderr=stderr, highlight=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made = Console(stderr=stderr, highlight=False, width=WIDTH_OF_A_FILE)
    return made


def say_what_is_lacking(bots: Iterable[str]) -> None:
    """Whoever lets bots play should know where one of them is weaker here than its name promises."""
    for notice in notices(bots):
        click.echo(f"vigil: {notice}", err=True)


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"
