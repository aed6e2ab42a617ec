"""How a board is laid out: how much room there is for it, and the frames that its parts share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import OverflowMethod
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from vigil.engine.terms import seat_name

from . import signs as paint
from .signs import UNICODE, Signs

WIDE: Final = 100
"""From this width on there is room for whole words."""

TIGHTEST: Final = 6
"""Each step from 0 to here gives up something, the dearest thing last; see the properties of `Look`."""


@dataclass(frozen=True)
class Look:
    """How a board is drawn: how wide, how tight, with which signs, and what is said about each seat (`advanced`)."""

    width: int = 80
    tightness: int = 0
    signs: Signs = UNICODE
    about: Sequence[str] = ()
    is_replay: bool = False
    """Nobody is `you`: the seat that is looked at is not the one who looks."""

    @property
    def is_wide(self) -> bool:
        return self.width >= WIDE

    @property
    def tells_hand(self) -> bool:
        """A line with its text for each card of the hand."""
        return self.tightness < 1

    @property
    def piles_as_rows(self) -> bool:
        """A line for each of the always-available cards."""
        return self.tightness < 2

    @property
    def has_rules(self) -> bool:
        """Lines between the parts of the table."""
        return self.tightness < 3

    @property
    def wraps(self) -> bool:
        """Long texts take more than one line."""
        return self.tightness < 4

    @property
    def tells_constructs(self) -> bool:
        """What the own constructs say, not only which of them can be used."""
        return self.tightness < 5

    @property
    def wraps_news(self) -> bool:
        """What happened, whole; the log has it all the same."""
        return self.tightness < 6

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


def one_line(text: Text, look: Look) -> Text:
    """The text cut at the end of the line instead of wrapped."""
    text.no_wrap = True
    text.overflow = overflow(look)
    return text


def add_text_column(grid: Table, look: Look) -> None:
    """The last column takes the room that is left; what does not fit is wrapped, or cut where lines are dear."""
    if look.wraps:
        grid.add_column(ratio=1)
    else:
        grid.add_column(ratio=1, no_wrap=True, overflow=overflow(look))


def rule(look: Look) -> list[Rule]:
    """A line between the parts of the table, where there is room for it."""
    return [Rule(style=paint.QUIET, characters=look.signs.line)] if look.has_rules else []


def labelled_grid() -> Table:
    """Labels to the left, as wide as the longest of the verbs, so that everything below the players lines up."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True, min_width=7)
    grid.add_column(ratio=1)
    return grid


def label(word: str) -> Text:
    return Text(word, style="bold")


LABELS_WIDTH: Final = 8
"""What the labels of a labelled grid take, with the gap after them."""


def flow(items: Sequence[Text], width: int) -> Text:
    """The items one after the other, three spaces apart; a line is broken between items, never inside one."""
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
