"""Charts as SVG: those of the report, and stand-alone pictures for the docs.

They work on phones and on paper, and nothing depends on colour alone. Charts of the report take their colours from its
style sheet; pictures contain their own style. Both have a light and a dark version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final, NamedTuple

from .intervals import Estimate

WIDTH: Final = 360
"""The width of a chart in the report: that of a phone, so that the letters are large enough there."""
PICTURE_WIDTH: Final = 860
LINE_STYLES: Final = 5
LETTER: Final = 7.2
"""The width of a letter of a label in a wide font."""


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
    """The tooltip."""


class Scale:
    """Maps values to coordinates, with ticks at round numbers."""

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


# --- charts of the report


def intervals(title: str, rows: Sequence[Row], base: float, base_label: str, write: Callable[[float], str]) -> str:
    """A dot and its interval for each row; `base` is the value to compare with."""
    longest = max((len(row.label) for row in rows), default=0)
    left = min(200.0, 12 + LETTER * longest)
    low = min(base, *(row.estimate.low for row in rows))
    high = max(base, *(row.estimate.high for row in rows))
    scale = Scale(low, high, left, WIDTH - 18, ticks=4)
    top, step = 22, 20
    bottom = top + step * len(rows)
    x = scale(base)
    parts = [
        _columns(scale, top, bottom, write),
        _line("base", x, top - 6, x, bottom),
        _text(x, top - 10, base_label, "small", "end" if x > WIDTH - 60 else "middle"),
    ]
    for index, row in enumerate(rows):
        y = top + step * index + step / 2
        kind = kind_of(row.estimate, base)
        parts += [
            f"<g><title>{escape(row.note)}</title>",
            _text(left - 8, y + 4, _short(row.label, left), "label", "end"),
            _line(f"reach {kind}", scale(row.estimate.low), y, scale(row.estimate.high), y),
            dot(scale(row.estimate.value), y, kind),
            "</g>",
        ]
    return _chart(title, bottom + 20, parts)


class Point(NamedTuple):
    """A card, say, in a scatter chart; `kind` is one of `kind_of`."""

    x: float
    y: float
    kind: str
    label: str
    note: str


def scatter(title: str, points: Sequence[Point], base: float, across_label: str, up_label: str, named: int = 8) -> str:
    """A dot for each point; `base` is a height to compare with. The points farthest from it have their names beside
    them, where there is room."""
    left, right, top, bottom = 34.0, WIDTH - 22.0, 22.0, 250.0
    across = Scale(0.0, max((point.x for point in points), default=1.0), left, right)
    heights = [base, *(point.y for point in points)]
    up = Scale(min(heights), max(heights), bottom, top)
    parts = [_rows(up, left, right, percent), _text(2, 10, up_label, "small")]
    parts += [_text(across(tick), bottom + 18, percent(tick), "small", "middle") for tick in across.ticks]
    parts += [_line("base", left, up(base), right, up(base)), _text(right, bottom + 33, across_label, "small", "end")]
    taken = [(across(point.x) - 5, across(point.x) + 5, up(point.y)) for point in points]
    for point in sorted(points, key=lambda point: -abs(point.y - base)):
        x, y = across(point.x), up(point.y)
        parts.append(f"<g><title>{escape(point.note)}</title>{dot(x, y, point.kind)}</g>")
        width = LETTER * len(point.label)
        sides = [(x + 7, "start", x + 7), (x - 7, "end", x - 7 - width)]
        for at, anchor, start in sides if x <= (left + right) / 2 else sides[::-1]:
            is_inside = start >= left and start + width <= right
            if named and is_inside and all(_is_beside(each, start, start + width, y) for each in taken):
                named -= 1
                taken.append((start, start + width, y))
                parts.append(_text(at, y + 4, point.label, "small", anchor))
                break
    return _chart(title, bottom + 39, parts)


def _is_beside(taken: tuple[float, float, float], start: float, end: float, height: float) -> bool:
    """Whether a label leaves this dot or label free."""
    first, last, at = taken
    return abs(height - at) > 11 or start > last or end < first


def kind_of(estimate: Estimate, base: float) -> str:
    """`more` or `less` if the interval does not contain the base, otherwise `even`."""
    if estimate.low > base + 1e-9:
        return "more"
    return "less" if estimate.high < base - 1e-9 else "even"


def dot(x: float, y: float, kind: str) -> str:
    """A full circle for more, a diamond for less, an empty circle otherwise."""
    if kind == "less":
        return f'<path class="dot less" d="M{x - 5} {y}L{x} {y - 5}L{x + 5} {y}L{x} {y + 5}Z"/>'
    return f'<circle class="dot {kind}" cx="{x}" cy="{y}" r="4"/>'


def mark(estimate: Estimate, reach: float) -> str:
    """A small chart of one interval around zero, for a cell of a table."""
    width, height = 72, 14
    place = Scale(-1, 1, 5, width - 5, ticks=2)
    zero, value, low, high = (
        place(max(-1.0, min(1.0, each / reach))) for each in (0.0, estimate.value, estimate.low, estimate.high)
    )
    kind = kind_of(estimate, 0.0)
    return (
        f'<svg class="mark" viewBox="0 0 {width} {height}" width="{width}" height="{height}" aria-hidden="true">'
        f"{_line('base', zero, 0, zero, height)}{_line(f'reach {kind}', low, height / 2, high, height / 2)}"
        f"{dot(value, height / 2, kind)}</svg>"
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
    """Whole numbers in at most `most` classes of equal width, which is a multiple of `step`."""
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
    parts = [_rows(scale, left, right, percent), _text(2, 10, "share of the games", "small")]
    width = (right - left) / len(classes)
    every = ceil(len(classes) / 7)
    for index, (each, part) in enumerate(zip(classes, shares, strict=True)):
        x, y = left + index * width, scale(part)
        note = f"{each.label} {axis}: {each.count} games, {100 * part:.1f} %"
        parts.append(
            f'<rect class="bar" x="{x + 1:.1f}" y="{y}" width="{width - 2:.1f}" height="{bottom - y:.1f}">'
            f"<title>{escape(note)}</title></rect>"
        )
        if index % every == 0:
            parts.append(_text(x + width / 2, bottom + 14, str(each.low), "small", "middle"))
    parts.append(_text(right, bottom + 28, axis, "small", "end"))
    return _chart(title, bottom + 39, parts)


def lines(title: str, series: dict[str, list[float]], axis: str, unit: str) -> str:
    """A line for each name, with the name at its end."""
    shown = {name: values for name, values in series.items() if values}
    longest = max((len(name) for name in shown), default=0)
    left, right, top, bottom = 34.0, WIDTH - 14 - min(120.0, LETTER * longest), 20.0, 190.0
    last = max(2, *(len(values) for values in shown.values()))
    across = Scale(1, last, left, right)
    across.low, across.high = 1, last
    everything = [value for values in shown.values() for value in values]
    up = Scale(min(0.0, *everything), max(everything), bottom, top)
    parts = [_rows(up, left, right, number), _text(2, 10, unit, "small")]
    for tick in (max(tick, 1) for tick in across.ticks if tick == int(tick)):
        if tick <= last:
            parts.append(_text(across(tick), bottom + 14, number(tick), "small", "middle"))
    parts.append(_text(right, bottom + 28, axis, "small", "end"))
    ends = []
    for index, (name, values) in enumerate(shown.items()):
        places = [(across(at + 1), up(value)) for at, value in enumerate(values)]
        note = f"{name}: {values[-1]:.1f} after {len(values)}"
        style = index % LINE_STYLES
        parts.append(f'<path class="line line{style}" d="{_path(places)}"><title>{escape(note)}</title></path>')
        ends.append((places[-1][1], places[-1][0], name, style))
    for (_, x, name, style), y in _apart(ends, bottom, 14):
        parts.append(_text(x + 5, y + 4, name, f"label name{style}"))
    return _chart(title, bottom + 39, parts)


# --- pictures

COLOURS: Final = (("#0b5fa5", "#6cb6ff"), ("#b3420a", "#ff9c63"), ("#1d7a46", "#62d492"), ("#7a3ea8", "#cf9bf2"),
                  ("#3d4650", "#c3ccd6"))  # fmt: skip
"""The colour of each line on a light and on a dark background. Lines also differ in dashes and shapes."""
DASHES: Final = ("none", "9 3", "2 3", "9 3 2 3", "5 5")
SHAPES: Final = (
    "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z",
    "M-4 -4H4V4H-4Z",
    "M0 -5L5 0L0 5L-5 0Z",
    "M0 -5L5 4H-5Z",
    "M0 5L5 -4H-5Z",
)
"""Circle, square, diamond, and two triangles."""


class Mark(NamedTuple):
    """A dot with its interval. Where only one bound is known, an arrow points `way`: 1 down, -1 up."""

    value: float
    low: float
    high: float
    note: str
    way: int = 0


def bars(title: str, unit: str, rows: Sequence[tuple[str, float, bool]]) -> str:
    """Positive numbers on a logarithmic scale: name, number, and whether it is emphasised."""
    left, top, step = 290, 48, 24
    logs = [log10(value) for _, value, _ in rows]
    low, high = floor(min(logs)), max(ceil(max(logs)), floor(min(logs)) + 1)
    scale = Scale(low, high, left, PICTURE_WIDTH - 80, ticks=high - low)
    bottom = top + step * len(rows)
    parts = [_text(left, 18, f"{unit} (each line is ten times the one before)", "strong")]
    for power in range(low, high + 1):
        parts.append(_line("grid", scale(power), top - 6, scale(power), bottom + 4))
        parts.append(_text(scale(power), top - 11, f"{10**power:,}", "label", "middle"))
    for index, ((name, value, is_strong), log) in enumerate(zip(rows, logs, strict=True)):
        y = top + step * index
        kind = "strong" if is_strong else "label"
        parts += [
            _text(left - 8, y + 13, name, kind, "end"),
            f'<rect class="bar {kind}" x="{left}" y="{y}" width="{scale(log) - left:.1f}" height="16"/>',
            _text(scale(log) + 6, y + 13, f"{value:,.0f}", kind),
        ]
    return _picture(title, bottom + 12, parts)


def levels(title: str, unit: str, names: Sequence[str], series: Mapping[str, Mapping[str, Mark]]) -> str:
    """A line for each name in `series`, through those of the levels that it has a mark for."""
    left, top, bottom, right = 56, 44, 480, PICTURE_WIDTH - 190
    marks = [mark for line in series.values() for mark in line.values()]
    up = Scale(min(mark.low for mark in marks), max(mark.high for mark in marks), bottom, top, ticks=8)
    step = (right - left) / len(names)
    middles = {name: left + step * (place + 0.5) for place, name in enumerate(names)}
    parts = [_text(left, 20, unit, "strong"), _rows(up, left, right, number, "label")]
    parts += [_text(x, bottom + 24, name, "label", "middle") for name, x in middles.items()]
    ends = []
    for place, (name, line) in enumerate(series.items()):
        # Lines are shifted, so that their intervals do not overlap.
        shift = 12 * (place - (len(series) - 1) / 2)
        dots = [(round(middles[level] + shift, 1), line[level]) for level in names if level in line]
        style = place % LINE_STYLES
        parts.append(f'<g class="line{style}"><path class="way" d="{_path((x, up(each.value)) for x, each in dots)}"/>')
        parts += [_marked(x, up, each, style) for x, each in dots]
        parts.append("</g>")
        ends.append((up(dots[-1][1].value), dots[-1][0], name, style))
    for (y, x, name, style), beside in _apart(ends, bottom, 16):
        parts.append(
            f'<g class="line{style}"><path class="lead" d="M{x + 7:.1f} {y}L{right} {beside}"/>'
            f'<path class="mark" transform="translate({right + 8} {beside})" d="{SHAPES[style]}"/></g>'
        )
        parts.append(_text(right + 18, beside + 4, name, "label"))
    return _picture(title, bottom + 40, parts)


def _marked(x: float, up: Scale, mark: Mark, style: int) -> str:
    y = up(mark.value)
    reach = f"M{x} {up(mark.low)}V{up(mark.high)}"
    if mark.way:
        reach = f"M{x} {y}v{22 * mark.way}m-3 {-5 * mark.way}l3 {5 * mark.way}l3 {-5 * mark.way}"
    return (
        f'<path class="reach" d="{reach}"/><path class="mark" transform="translate({x} {y})" d="{SHAPES[style]}">'
        f"<title>{escape(mark.note)}</title></path>"
    )


# --- pieces


def _chart(title: str, height: float, parts: Iterable[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )


def _picture(title: str, height: float, parts: Iterable[str]) -> str:
    """A stand-alone SVG file."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PICTURE_WIDTH} {height:g}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="{escape(title)}">'
    )
    return "\n".join([head, _style(), '<rect class="paper" width="100%" height="100%"/>', *parts, "</svg>\n"])


def _style() -> str:
    light, dark = (
        "".join(f".line{kind}{{stroke:{each[ground]};fill:{each[ground]}}}" for kind, each in enumerate(COLOURS))
        + f".bar.strong{{fill:{COLOURS[3][ground]}}}"
        for ground in (0, 1)
    )
    dashes = "".join(f".line{kind} .way{{stroke-dasharray:{dash}}}" for kind, dash in enumerate(DASHES))
    return (
        "<style>.way,.reach,.lead{fill:none;stroke-width:2}.reach{stroke-width:1.2}.lead{stroke-width:.6;opacity:.6}"
        ".strong{font-weight:bold}.bar{fill:#9aa5b1}"
        f".paper{{fill:#fff}}text{{fill:#222}}.grid{{stroke:#ddd}}{light}{dashes}"
        f"@media (prefers-color-scheme:dark){{.paper{{fill:#14171c}}text{{fill:#e6e6e6}}.grid{{stroke:#3a3f47}}{dark}}}"
        "</style>"
    )


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'


def _path(places: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in places)


def _apart(
    ends: list[tuple[float, float, str, int]], bottom: float, gap: float
) -> list[tuple[tuple[float, float, str, int], float]]:
    """The ends of lines with the height of each name, such that no two names overlap."""
    found = []
    lowest = bottom + gap
    for end in sorted(ends, reverse=True):
        lowest = min(end[0], lowest - gap)
        found.append((end, lowest))
    return found


def _short(label: str, room: float) -> str:
    most = int((room - 8) / LETTER)
    return label if len(label) <= most + 1 else label[:most] + "…"


def _columns(scale: Scale, top: float, bottom: float, write: Callable[[float], str]) -> str:
    return "".join(
        _line("grid", scale(tick), top, scale(tick), bottom)
        + _text(scale(tick), bottom + 14, write(tick), "small", "middle")
        for tick in scale.ticks
    )


def _rows(scale: Scale, left: float, right: float, write: Callable[[float], str], kind: str = "small") -> str:
    return "".join(
        _line("grid", left, scale(tick), right, scale(tick))
        + _text(left - 4, scale(tick) + 4, write(tick), kind, "end")
        for tick in scale.ticks
    )
