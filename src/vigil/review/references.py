"""The error rates of our bots, measured with the same judge: `python -m tools.review_validation` makes the file."""

from __future__ import annotations

from functools import cache
from importlib import resources
from json import loads
from math import log
from typing import TYPE_CHECKING, Any, Final

from .budget import ReviewBudget
from .model import ReferenceRate

if TYPE_CHECKING:
    from vigil.engine.setup import Setup

FILE: Final = "references.json"
MIXTURE: Final = "mixture"
"""Stands for every combination of several sets."""
ANY: Final = "any"
"""Stands for all sets together: used where too few games with the same sets were measured."""


@cache
def _measured() -> list[dict[str, Any]]:
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    found: list[dict[str, Any]] = loads(text)["rates"]
    return found


def reference_rates(setup: Setup, budget: ReviewBudget) -> list[ReferenceRate]:
    """Those of tables like this one, measured with the nearest budget; the strongest bot first."""
    if setup.team or setup.solitaire:
        return []
    sets = setup.sets[0] if len(setup.sets) == 1 else MIXTURE
    like = [each for each in _measured() if each["players"] == setup.players]
    same = [each for each in like if each["sets"] == sets] or [each for each in like if each["sets"] == ANY]
    if not same:
        return []
    nodes = min({each["nodes"] for each in same}, key=lambda nodes: abs(log(nodes / budget.nodes)))
    found = [each for each in same if each["nodes"] == nodes]
    return sorted(
        (ReferenceRate(each["bot"], each["rate"], each["low"], each["high"], each["games"]) for each in found),
        key=lambda each: each.rate,
    )
