"""Decisions a second as a picture: one bar a program, on a logarithmic scale."""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

WIDTH = 860
LABELS = 290
FIGURES = 80
TOP = 48
LINE = 24
BAR = 16
OURS, THEIRS, INK, FAINT, PAPER = "#7a3ea8", "#9aa5b1", "#222222", "#dddddd", "#ffffff"


def svg(bars: Sequence[tuple[str, float, bool]]) -> str:
    """Name, decisions a second, and whether the bar is ours. The scale begins at a power of ten below the smallest."""
    low = floor(log10(min(figure for _, figure, _ in bars)))
    high = max(ceil(log10(max(figure for _, figure, _ in bars))), low + 1)
    room = WIDTH - LABELS - FIGURES
    height = TOP + LINE * len(bars) + 12

    def length(figure: float) -> float:
        return room * (log10(figure) - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="Decisions a second of each program">',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        f'<text x="{LABELS}" y="18" fill="{INK}" font-weight="bold">decisions a second (each line is ten times'
        " the one before)</text>",
    ]
    for power in range(low, high + 1):
        x = LABELS + length(10**power)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{height - 8}" stroke="{FAINT}"/>')
        parts.append(f'<text x="{x:.1f}" y="{TOP - 11}" fill="{INK}" text-anchor="middle">{10**power:,}</text>')
    for index, (name, figure, ours) in enumerate(bars):
        y = TOP + LINE * index
        weight = ' font-weight="bold"' if ours else ""
        end = LABELS + length(figure)
        parts.append(
            f'<text x="{LABELS - 8}" y="{y + 13}" fill="{INK}" text-anchor="end"{weight}>{escape(name)}</text>'
            f'<rect x="{LABELS}" y="{y}" width="{length(figure):.1f}" height="{BAR}" '
            f'fill="{OURS if ours else THEIRS}"/>'
            f'<text x="{end + 6:.1f}" y="{y + 13}" fill="{INK}"{weight}>{figure:,.0f}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])
