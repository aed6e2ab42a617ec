"""Charts as SVG, drawn for a page that is read on a phone, on paper, and by people who cannot tell red from green.

Nothing is told by colour alone: lines have dashes and their names beside them, dots have shapes. Colours come from
the page's style sheet, so that a chart follows light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final

from .estimates import Estimate

WIDTH: Final = 360
"""In the units of the drawing: as wide as a phone, so that the letters are large enough there."""
LINE_STYLES: Final = 5
LETTER: Final = 7.2
"""As wide as a letter of a label is in a wide font."""


def percent(value: float) -> str:
    return f"{100 * value:.0f}\N{NO-BREAK SPACE}%"


def points(value: float) -> str:
    """Percentage points, with their sign."""
    return f"{100 * value:+.0f}".replace("-", "−").replace("+0", "0")


def number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


@dataclass(frozen=True)
class Row:
    """A line of a chart of intervals."""

    label: str
    estimate: Estimate
    note: str
    """What is said when somebody points at it."""


class Scale:
    """From values to places in the drawing, with round numbers on the way."""

    def __init__(self, low: float, high: float, start: float, end: float, ticks: int = 5) -> None:
        step = _round_step((high - low or 1.0) / ticks)
        self.low = floor(low / step + 1e-9) * step
        self.high = max(ceil(high / step - 1e-9) * step, self.low + step)
        self.start = start
        self.end = end
        count = round((self.high - self.low) / step)
        self.ticks = [round(self.low + step * index, 10) for index in range(count + 1)]

    def __call__(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return round(self.start + part * (self.end - self.start), 1)


def _round_step(rough: float) -> float:
    unit: float = 10.0 ** floor(log10(rough))
    return next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough * 0.999)


def intervals(title: str, rows: Sequence[Row], base: float, base_label: str, write: Callable[[float], str]) -> str:
    """A dot and a line for each row: what was found, and where the truth may lie; `base` is what to compare with."""
    longest = max((len(row.label) for row in rows), default=0)
    left = min(200.0, 12 + LETTER * longest)
    scale = Scale(
        min(base, *(row.estimate.low for row in rows)),
        max(base, *(row.estimate.high for row in rows)),
        left,
        WIDTH - 18,
        ticks=4,
    )
    top, step = 22, 20
    bottom = top + step * len(rows)
    parts = [_grid_down(scale, top, bottom, write)]
    x = scale(base)
    parts.append(f'<line class="base" x1="{x}" y1="{top - 6}" x2="{x}" y2="{bottom}"/>')
    parts.append(_text(x, top - 10, base_label, "small", _anchor(x)))
    for index, row in enumerate(rows):
        y = top + step * index + step / 2
        parts.append(f"<g><title>{escape(row.note)}</title>")
        parts.append(_text(left - 8, y + 4, _short(row.label, left), "label", "end"))
        low, high = scale(row.estimate.low), scale(row.estimate.high)
        kind = kind_of(row.estimate, base)
        parts.append(f'<line class="reach {kind}" x1="{low}" y1="{y}" x2="{high}" y2="{y}"/>')
        parts.append(dot(scale(row.estimate.value), y, kind))
        parts.append("</g>")
    return _svg(title, bottom + 20, parts)


def kind_of(estimate: Estimate, base: float) -> str:
    """Surely more, surely less, or neither."""
    if estimate.low > base + 1e-9:
        return "more"
    return "less" if estimate.high < base - 1e-9 else "even"


def dot(x: float, y: float, kind: str) -> str:
    """A full circle for more, a diamond for less, an empty circle where nothing is sure."""
    if kind == "less":
        return f'<path class="dot less" d="M{x - 5} {y}L{x} {y - 5}L{x + 5} {y}L{x} {y + 5}Z"/>'
    return f'<circle class="dot {kind}" cx="{x}" cy="{y}" r="4"/>'


def mark(estimate: Estimate, reach: float) -> str:
    """A small picture of one interval around zero, for a cell of a table."""
    width, height = 72, 14
    place = Scale(-1, 1, 5, width - 5, ticks=2)

    def x(value: float) -> float:
        return place(max(-1.0, min(1.0, value / reach)))

    kind = kind_of(estimate, 0.0)
    middle = height / 2
    return (
        f'<svg class="mark" viewBox="0 0 {width} {height}" width="{width}" height="{height}" aria-hidden="true">'
        f'<line class="base" x1="{x(0)}" y1="0" x2="{x(0)}" y2="{height}"/>'
        f'<line class="reach {kind}" x1="{x(estimate.low)}" y1="{middle}" x2="{x(estimate.high)}" y2="{middle}"/>'
        f"{dot(x(estimate.value), middle, kind)}</svg>"
    )


@dataclass(frozen=True)
class Bin:
    low: int
    high: int
    count: int

    @property
    def label(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


def bins(values: Sequence[int], step: int = 1, most: int = 18) -> list[Bin]:
    """Whole numbers in at most so many equal classes, whose width is a multiple of `step`."""
    high = max(values)
    low = (min(values) - 1) // step * step + 1
    width = step * max(1, ceil((high - low + 1) / (most * step)))
    starts = range(low, high + 1, width)
    counts = [0] * len(starts)
    for value in values:
        counts[(value - low) // width] += 1
    return [Bin(start, start + width - 1, count) for start, count in zip(starts, counts, strict=True)]


def histogram(title: str, classes: Sequence[Bin], whole: int, axis: str) -> str:
    left, right, top, bottom = 40, WIDTH - 8, 20, 170
    shares = [each.count / whole for each in classes]
    scale = Scale(0, max(shares), bottom, top, ticks=4)
    parts = [_grid_across(scale, left, right, percent), _text(2, 10, "share of the games", "small")]
    width = (right - left) / len(classes)
    every = ceil(len(classes) / 7)
    for index, (each, part) in enumerate(zip(classes, shares, strict=True)):
        x = left + index * width
        y = scale(part)
        note = f"{each.label} {axis}: {each.count} games, {100 * part:.1f} %"
        parts.append(
            f'<rect class="bar" x="{x + 1:.1f}" y="{y}" width="{width - 2:.1f}" height="{bottom - y:.1f}">'
            f"<title>{escape(note)}</title></rect>"
        )
        if index % every == 0:
            parts.append(_text(x + width / 2, bottom + 14, str(each.low), "small", "middle"))
    parts.append(_text(right, bottom + 28, axis, "small", "end"))
    return _svg(title, bottom + 34, parts)


def lines(title: str, series: dict[str, list[float]], axis: str, unit: str) -> str:
    """One line each, its name at its end."""
    shown = {name: values for name, values in series.items() if values}
    longest = max((len(name) for name in shown), default=0)
    left, right, top, bottom = 34.0, WIDTH - 14 - min(120.0, LETTER * longest), 20.0, 190.0
    across = Scale(1, max(2, *(len(values) for values in shown.values())), left, right)
    across.low, across.high = 1, max(2, *(len(values) for values in shown.values()))
    everything = [value for values in shown.values() for value in values]
    up = Scale(min(0.0, *everything), max(everything), bottom, top)
    parts = [_grid_across(up, left, right, number), _text(2, 10, unit, "small")]
    for tick in across.ticks:
        if 1 <= max(tick, 1) <= across.high and tick == int(tick):
            parts.append(_text(across(max(tick, 1)), bottom + 14, number(max(tick, 1)), "small", "middle"))
    parts.append(_text(right, bottom + 28, axis, "small", "end"))
    ends: list[tuple[float, str, int, float]] = []
    for index, (name, values) in enumerate(shown.items()):
        places = [(across(at + 1), up(value)) for at, value in enumerate(values)]
        path = "L".join(f"{x} {y}" for x, y in places)
        style = index % LINE_STYLES
        note = f"{name}: {values[-1]:.1f} after {len(values)}"
        parts.append(f'<path class="line line{style}" d="M{path}"><title>{escape(note)}</title></path>')
        ends.append((places[-1][1], name, style, places[-1][0]))
    highest = bottom + 14
    for y, name, style, x in sorted(ends, reverse=True):
        highest = min(y, highest - 14)  # names do not lie upon each other
        parts.append(_text(x + 5, highest + 4, name, f"label name{style}"))
    return _svg(title, bottom + 34, parts)


# --- pieces


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'


def _anchor(x: float) -> str:
    return "end" if x > WIDTH - 60 else "middle"


def _short(label: str, room: float) -> str:
    most = int((room - 8) / LETTER)
    return label if len(label) <= most + 1 else label[:most] + "…"


def _grid_down(scale: Scale, top: float, bottom: float, write: Callable[[float], str]) -> str:
    return "".join(
        f'<line class="grid" x1="{scale(tick)}" y1="{top}" x2="{scale(tick)}" y2="{bottom}"/>'
        + _text(scale(tick), bottom + 14, write(tick), "small", "middle")
        for tick in scale.ticks
    )


def _grid_across(scale: Scale, left: float, right: float, write: Callable[[float], str]) -> str:
    return "".join(
        f'<line class="grid" x1="{left:g}" y1="{scale(tick)}" x2="{right:g}" y2="{scale(tick)}"/>'
        + _text(left - 4, scale(tick) + 4, write(tick), "small", "end")
        for tick in scale.ticks
    )
