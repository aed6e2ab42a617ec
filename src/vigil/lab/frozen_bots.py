"""Bots that never change, to measure the others by: with a fixed opponent, results of different years compare.

A frozen bot has its own files of weights and networks, and ignores those that the environment names. It shares the code
of the quick policy and of the search; `tests/lab/test_frozen_bots.py` fails where a change of that code changes one of
its choices.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from vigil.bots import Bot, Budget
from vigil.bots.card_values import quick_policy
from vigil.bots.levels import SearchingBot
from vigil.bots.network import Network, load_network
from vigil.bots.weights import Tables, read_weights, weights_for

if TYPE_CHECKING:
    from vigil.bots.policy import QuickPolicy
    from vigil.engine.setup import Setup


class Expert2026(SearchingBot):
    name = "expert-2026"
    about = "Expert as it was in November 2026. It never changes."
    usual = Budget(nodes=16)
    alone = Budget(nodes=12)
    large = False
    rounds = 0
    thorough = False
    caution = 5.0
    fewest = 4
    worlds_alone = 2

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self.network, self.notice = _frozen_network(self.name), ""
        self.plays_like = Expert2026

    def make_policy(self, setup: Setup) -> QuickPolicy:
        return quick_policy(setup, weights_for(setup, _frozen_weights(self.name)))


FROZEN: Final[dict[str, type[Bot]]] = {kind.name: kind for kind in (Expert2026,)}


@lru_cache
def _frozen_network(name: str) -> Network:
    with resources.as_file(resources.files(__package__).joinpath("frozen", f"{name}.npz")) as path:
        return load_network(path)


@lru_cache
def _frozen_weights(name: str) -> Tables:
    with resources.as_file(resources.files(__package__).joinpath("frozen", f"{name}.toml")) as path:
        return read_weights(path)
