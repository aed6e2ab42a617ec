"""Elo by level as a picture: a line for each set, with the intervals. It follows light and dark by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from vigil.lab.charts import Scale
from vigil.lab.estimates import Estimate

from .figures import one_sided
from .words import points, rating

WIDTH, LEFT, NAMES, TOP, BOTTOM = 860, 56, 190, 44, 480
APART: Final = 12
"""Between the dots of two lines at the same level, so that their intervals stand side by side."""
LINE: Final = 16
"""Between two names."""
ARROW: Final = 22

COLOURS: Final = (("#0b5fa5", "#6cb6ff"), ("#b3420a", "#ff9c63"), ("#1d7a46", "#62d492"), ("#7a3ea8", "#cf9bf2"),
                  ("#3d4650", "#c3ccd6"))  # fmt: skip
"""Of each line in the light and in the dark. Dashes and shapes tell them apart as well."""
DASHES: Final = ("none", "9 3", "2 3", "9 3 2 3", "5 5")
SHAPES: Final = (
    "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z",
    "M-4 -4H4V4H-4Z",
    "M0 -5L5 0L0 5L-5 0Z",
    "M0 -5L5 4H-5Z",
    "M0 5L5 -4H-5Z",
)
"""Circle, square, diamond, and two triangles."""


def svg(levels: Sequence[str], lines: Mapping[str, Mapping[str, Estimate]]) -> str:
    """A line for each name in `lines`, through those levels that it has a rating for."""
    bounds = [bound for line in lines.values() for each in line.values() for bound in _reach(each)]
    up = Scale(min(bounds), max(bounds), BOTTOM, TOP, ticks=8)
    right = WIDTH - NAMES
    step = (right - LEFT) / len(levels)
    middles = {level: LEFT + step * (place + 0.5) for place, level in enumerate(levels)}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {BOTTOM + 40}" font-family="sans-serif" '
        'font-size="13" role="img" aria-label="Elo of every level in every set">',
        _style(),
        f'<rect class="paper" width="{WIDTH}" height="{BOTTOM + 40}"/>',
        _text(LEFT, 20, "Elo, with 95 % intervals", "start", "bold"),
    ]
    for tick in up.ticks:
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{right}" y1="{up(tick)}" y2="{up(tick)}"/>')
        parts.append(_text(LEFT - 8, up(tick) + 4, points(tick), "end"))
    parts += [_text(x, BOTTOM + 24, level, "middle") for level, x in middles.items()]
    ends: list[tuple[float, float, str, int]] = []
    for place, (name, line) in enumerate(lines.items()):
        shift = APART * (place - (len(lines) - 1) / 2)
        dots = [(middles[level] + shift, line[level]) for level in levels if level in line]
        path = "L".join(f"{x:.1f} {up(_place(each))}" for x, each in dots)
        kind = place % len(COLOURS)
        parts.append(f'<g class="line{kind}"><path class="way" d="M{path}"/>')
        parts += [_dot(x, each, up, kind) for x, each in dots]
        parts.append("</g>")
        ends.append((up(_place(dots[-1][1])), dots[-1][0], name, kind))
    lowest = float(BOTTOM + LINE)
    for y, x, name, kind in sorted(ends, reverse=True):
        lowest = min(y + 4, lowest - LINE)
        parts.append(
            f'<g class="line{kind}"><path class="lead" d="M{x + 7:.1f} {y}L{right} {lowest - 4}"/>'
            f'<path class="mark" transform="translate({right + 8} {lowest - 4})" d="{SHAPES[kind]}"/></g>'
        )
        parts.append(_text(right + 18, lowest, name, "start"))
    return "\n".join([*parts, "</svg>\n"])


def _place(each: Estimate) -> float:
    """Where the dot stands: at the bound, if that is all that is known."""
    bound = one_sided(each)
    return each.value if bound is None else bound


def _reach(each: Estimate) -> tuple[float, float]:
    return (each.low, each.high) if one_sided(each) is None else (_place(each), _place(each))


def _dot(x: float, each: Estimate, up: Scale, kind: int) -> str:
    low, high = map(up, _reach(each))
    y = up(_place(each))
    interval = f"M{x:.1f} {low}V{high}"
    if low == high and each.count:
        way = 1 if each.value < _place(each) else -1
        interval = f"M{x:.1f} {y}v{ARROW * way}m-3 {-5 * way}l3 {5 * way}l3 {-5 * way}"
    return (
        f'<path class="reach" d="{interval}"/><path class="mark" transform="translate({x:.1f} {y})" d="{SHAPES[kind]}">'
        f"<title>{escape(rating(each))}</title></path>"
    )


def _text(x: float, y: float, words: str, anchor: str, weight: str = "normal") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}">{escape(words)}</text>'


def _style() -> str:
    light, dark = (_colours(index) for index in range(2))
    dashes = "".join(f".line{kind} .way{{stroke-dasharray:{dash}}}" for kind, dash in enumerate(DASHES))
    return (
        "<style>.way,.reach,.lead{fill:none;stroke-width:2}.reach{stroke-width:1.2}.lead{stroke-width:.6;opacity:.6}"
        f".paper{{fill:#fff}}text{{fill:#222}}.grid{{stroke:#ddd}}{light}{dashes}"
        f"@media (prefers-color-scheme:dark){{.paper{{fill:#14171c}}text{{fill:#e6e6e6}}.grid{{stroke:#3a3f47}}{dark}}}"
        "</style>"
    )


def _colours(index: int) -> str:
    return "".join(f".line{kind}{{stroke:{each[index]};fill:{each[index]}}}" for kind, each in enumerate(COLOURS))
