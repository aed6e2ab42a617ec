"""The frame that the lower part of the board shares."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text


def labelled_grid() -> Table:
    """Labels to the left, as wide as the longest of the verbs, so that everything below the players lines up."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True, min_width=7)
    grid.add_column(ratio=1)
    return grid


def label(word: str) -> Text:
    return Text(word, style="bold")
