"""The numbers that come with Vigil: `python -m tools.card_worth write` makes the file."""

from __future__ import annotations

from functools import cache
from importlib import resources
from json import loads
from typing import Any, Final

from .model import Measure, Worth

FILE: Final = "measured.json"
ALL: Final = "all"
FIELDS: Final = ("acquired", "gain", "effect", "honor")
"""The measures of a group of games, in the order of the file."""


@cache
def data() -> dict[str, Any]:
    """The file: about the study, and by card and group of games `[games, value, half of the interval]` or nothing."""
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    found: dict[str, Any] = loads(text)
    return found


def own_worth(card: str) -> Worth | None:
    """The worth of the printed card with this name; None for those that nobody can take, and for custom cards."""
    groups = data()["cards"].get(card)
    if groups is None:
        return None
    parts = {name: _worth(card, found) for name, found in groups.items() if name != ALL}
    return _worth(card, groups[ALL], parts)


def _worth(card: str, found: list[list[float] | None], parts: dict[str, Worth] | None = None) -> Worth:
    known = [None if each is None else _measure(*each) for each in found]
    # The honor is known for the whole only.
    acquired, gain, effect, honor = [*known, None][: len(FIELDS)]
    return Worth(card, acquired, gain, effect, honor, parts or {})


def _measure(games: float, value: float, reach: float) -> Measure:
    return Measure(value, round(value - reach, 1), round(value + reach, 1), int(games))
