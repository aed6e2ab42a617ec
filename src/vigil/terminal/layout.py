"""The layout of a board: what there is room for, and the grids that its parts share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.console import OverflowMethod
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from vigil.engine.terms import seat_name

from . import signs as paint
from .signs import UNICODE, Signs

if TYPE_CHECKING:
    from vigil.engine.card import Card

WIDE: Final = 100
"""From this width on, words are not abbreviated."""

# What a board shows as long as there is room for it; a tighter board gives these up from the first to the last.
HAND_TEXTS: Final = 0
"""A line with its text for each card of the hand."""
PILES_AS_ROWS: Final = 1
"""A line for each of the always-available cards."""
RULES: Final = 2
"""Lines between the parts of the board."""
WRAPPED_TEXTS: Final = 3
"""Long texts take more than one line."""
CONSTRUCT_TEXTS: Final = 4
"""The texts of the player's own constructs, not only which of them can be used."""
WRAPPED_NEWS: Final = 5
"""The whole of what happened; it is in the log as well."""
TIGHTEST: Final = 6


@dataclass(frozen=True)
class Look:
    """How a board is drawn. `about` is shown beside the name of each seat: `advanced`."""

    width: int = 80
    tightness: int = 0
    signs: Signs = UNICODE
    about: Sequence[str] = ()
    is_replay: bool = False
    """No seat is called `you`."""

    @property
    def is_wide(self) -> bool:
        return self.width >= WIDE

    def has(self, feature: int) -> bool:
        """Whether there is room for it."""
        return self.tightness <= feature

    def seat(self, seat: int, viewer: int) -> str:
        words = [seat_name(seat)]
        if seat == viewer and not self.is_replay:
            words.append("you")
        elif seat < len(self.about) and self.about[seat]:
            words.append(self.about[seat])
        return " ".join(words)


def overflow(look: Look) -> OverflowMethod:
    """Rich's own ellipsis is not ASCII."""
    return "ellipsis" if look.signs is UNICODE else "crop"


def fitted(text: Text, look: Look, feature: int = WRAPPED_TEXTS) -> Text:
    """The text, cut at the end of the line unless the board has room to wrap it."""
    if not look.has(feature):
        text.no_wrap, text.overflow = True, overflow(look)
    return text


def counted_card(card: Card, name: str, count: int, signs: Signs) -> Text:
    """The name of the card in its colour, with the number of copies: `Apprentice ×3`."""
    text = Text(name, style=paint.card_style(card))
    return text.append(f" {signs.times}{count}", style="bold") if count > 1 else text


def add_text_column(grid: Table, look: Look) -> None:
    """The last column takes the remaining room; what does not fit is wrapped, or cut on a tight board."""
    grid.add_column(ratio=1, no_wrap=not look.has(WRAPPED_TEXTS), overflow=overflow(look))


def rule(look: Look) -> list[Rule]:
    """A line between the parts of the board, if there is room for it."""
    return [Rule(style=paint.QUIET, characters=look.signs.line)] if look.has(RULES) else []


def labelled_grid() -> Table:
    """Labels on the left, as wide as the longest verb, so that everything below the players is aligned."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True, min_width=7)
    grid.add_column(ratio=1)
    return grid


def label(word: str) -> Text:
    return Text(word, style="bold")


LABELS_WIDTH: Final = 8
"""The width of the labels of a labelled grid, with the gap after them."""


def flow(items: Sequence[Text], width: int) -> Text:
    """The items, three spaces apart. Lines are broken between items, never inside one."""
    gap = "   "
    flowing = Text()
    used = 0
    for item in items:
        if used and used + len(gap) + item.cell_len > width:
            flowing.append("\n")
            used = 0
        elif used:
            flowing.append(gap)
            used += len(gap)
        flowing.append_text(item)
        used += item.cell_len
    return flowing
