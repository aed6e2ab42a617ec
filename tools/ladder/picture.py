"""Elo by level as a picture: a line for each set, with the intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vigil.lab import charts
from vigil.lab.intervals import Estimate

from .figures import one_sided
from .words import rating


def svg(levels: Sequence[str], lines: Mapping[str, Mapping[str, Estimate]]) -> str:
    """A line for each name in `lines`, through those levels that it has a rating for."""
    marks = {name: {level: _mark(each) for level, each in line.items()} for name, line in lines.items()}
    return charts.levels("Elo of every level in every set", "Elo, with 95 % intervals", levels, marks)


def _mark(each: Estimate) -> charts.Mark:
    """At the bound, if that is all that is known."""
    bound = one_sided(each)
    if bound is None:
        return charts.Mark(each.value, each.low, each.high, rating(each))
    return charts.Mark(bound, bound, bound, rating(each), 1 if each.value < bound else -1)
