"""Tables of a report: cells with what is shown and what they are sorted by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from .estimates import Estimate

Cell = tuple[str, float | str]
"""HTML, and the value to sort by; nothing to sort by is an empty text and comes last."""


@dataclass(frozen=True)
class Column:
    title: str
    is_word: bool = False


def rate(share: float) -> str:
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%"


def plus_minus(share: float) -> str:
    """Percentage points with their sign, and a real minus."""
    return f"{100 * share:+.1f}".replace("-", "−")


def word(text: str) -> Cell:
    return escape(text), text


def spread(estimate: Estimate | None, as_rate: bool = True, points: bool = False) -> Cell:
    """A number with its interval underneath."""
    if estimate is None:
        return "", ""
    if points:
        shown, low, high = (plus_minus(each) for each in (estimate.value, estimate.low, estimate.high))
    elif as_rate:
        shown = rate(estimate.value)
        low, high = (f"{100 * each:.0f}" for each in (estimate.low, estimate.high))
    else:
        shown, low, high = (f"{each:.1f}" for each in (estimate.value, estimate.low, estimate.high))
    return f"{shown}<small>{low} to {high}</small>", round(estimate.value, 6)


def html_table(
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    caption: str,
    name: str = "",
    few: Sequence[bool] = (),
    tall: bool = False,
) -> str:
    """The first cell of a row is its heading. Whoever has no mouse scrolls the frame around it with the arrow keys."""
    heads = "".join(
        f'<th scope="col"{" class=word" if column.is_word else ""}>{escape(column.title)}</th>' for column in columns
    )
    lines = []
    for index, row in enumerate(rows):
        cells = "".join(
            _cell(cell, column, place == 0) for place, (cell, column) in enumerate(zip(row, columns, strict=True))
        )
        lines.append(f"<tr{' class=few' if few and few[index] else ''}>{cells}</tr>")
    identity = f' id="{name}"' if name else ""
    return (
        f'<div class="scroll{" tall" if tall else ""}" role="region" aria-label="{escape(caption)}" tabindex="0">'
        f'<table class="sorts"{identity}><thead><tr>{heads}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'
    )


def _cell(cell: Cell, column: Column, is_first: bool) -> str:
    shown, value = cell
    # Words are sorted by what is shown; numbers need the whole number behind what is shown.
    data = "" if column.is_word else f' data-value="{value}"'
    if is_first:
        return f'<th scope="row"{data}>{shown}</th>'
    return f"<td{' class=word' if column.is_word else ''}{data}>{shown}</td>"


def figure(chart: str, caption: str) -> str:
    return f"<figure>{chart}<figcaption>{escape(caption)}</figcaption></figure>"
