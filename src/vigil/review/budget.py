"""How much work a review is. Budgets count playouts, not seconds, so that a review can be repeated exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vigil.bots.bot import BadBudget

if TYPE_CHECKING:
    from vigil.engine.setup import Setup

FEWEST_NODES: Final = 16
MOST_NODES: Final = 65_536
FEWEST_WORLDS: Final = 2
MOST_WORLDS: Final = 32_768
NODES_PER_WORLD: Final = 2
SOLITAIRE: Final = 4
"""Games against the Cult get so many times the budget: their playouts are cheaper, and the results vary more."""


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadBudget(f"A review cannot have a budget of {value:,} {name}. Choose {least:,} to {most:,}.")


@dataclass(frozen=True)
class ReviewBudget:
    """`nodes` playouts for each decision, `worlds` sampled worlds for each chance event and each turn."""

    nodes: int
    worlds: int

    def __post_init__(self) -> None:
        _check("nodes", self.nodes, FEWEST_NODES, MOST_NODES)
        _check("worlds", self.worlds, FEWEST_WORLDS, MOST_WORLDS)

    @staticmethod
    def of(nodes: int) -> ReviewBudget:
        """The budget with so many nodes for each decision, and the usual share of worlds."""
        _check("nodes", nodes, FEWEST_NODES, MOST_NODES)
        return ReviewBudget(nodes, max(FEWEST_WORLDS, nodes // NODES_PER_WORLD))

    def at(self, setup: Setup) -> ReviewBudget:
        """What the budget comes to at this table."""
        if not setup.solitaire:
            return self
        return ReviewBudget(min(MOST_NODES, SOLITAIRE * self.nodes), min(MOST_WORLDS, SOLITAIRE * self.worlds))


QUICK: Final = ReviewBudget.of(64)
FULL: Final = ReviewBudget.of(512)
