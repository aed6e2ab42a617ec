"""The numbers that a player's judgement is made of, in honor. `vigil tune` fits them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from math import exp
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from vigil.engine.setup import Setup


class Weights(NamedTuple):
    """Estimates, held against the games in which a card was slipped into a deck: what it brought in the end."""

    rune: float = 1.0
    power: float = 0.97
    draw: float = 1.65
    banish: float = 0.8
    energy: float = 0.3
    mechana_rune: float = 0.4
    extra_turn: float = 4.5
    hurt: float = 1.0
    """A factor of everything that harms the others."""
    defeat: float = 1.0
    """A factor of what defeating a monster brings."""

    crowded: float = 1.0
    """How often a new card is seen, as a part of how often it would be if the deck stayed as it is."""
    improving: float = 0.03
    """How much better the average card of the deck will be for every turn left: a new card is measured against it."""
    lasts: float = 0.83
    """The part of the turns left in which a construct stays in play."""
    in_the_way: float = 0.5
    """What a construct costs on its way through the hand, in average cards."""
    slack: float = 0.31
    """How much better than a card to be banished the average card may be without."""
    honor_kept: float = 0.35
    """What a point of honor on a card counts against banishing it."""

    first_round: float = 0.3
    each_round: float = 0.27
    """The honor that each player takes from the pool in the first round, and how much more in each later one."""

    def moved(self, direction: Sequence[float], reach: float) -> Weights:
        """Weights are moved by factors: none changes its sign, and all are moved alike, however large they are."""
        return Weights(*(weight * exp(reach * step) for weight, step in zip(self, direction, strict=True)))


PLAIN_WEIGHTS = Weights()


@lru_cache(maxsize=1)
def _fitted() -> dict[str, dict[str, dict[str, float]]]:
    text = resources.files(__package__).joinpath("weights.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def fitted_weights(setup: Setup) -> Weights:
    """The weights for this table: those of its set, or of all sets together; of the nearest number of players."""
    tables = _fitted()
    of_sets = tables.get(setup.sets[0] if len(setup.sets) == 1 else "", tables["all"])
    players = min(of_sets, key=lambda count: abs(int(count) - setup.players))
    return PLAIN_WEIGHTS._replace(**of_sets[players])
