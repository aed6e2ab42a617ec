"""Networks that nobody has taught, positions to show them, and a slow network that judges the fast one."""

from __future__ import annotations

import runpy
from collections.abc import Sequence
from itertools import pairwise
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from vigil.bots.card_features import card_features
from vigil.bots.card_values import quick_policy
from vigil.bots.network import Floats, Network, shapes
from vigil.bots.position_features import NUMBERS, ZONES, PositionBatch
from vigil.bots.weights import fitted_weights
from vigil.cards import basics, new_state
from vigil.custom_sets import add_set
from vigil.engine.library import Library
from vigil.engine.rollout import play_turns
from vigil.engine.setup import Setup
from vigil.engine.state import GameState

FIVE_CARDS = Path(__file__).parents[2] / "examples" / "five_cards.py"

Vector = list[float]
Weights = dict[str, Any]


def untaught(seed: int, wide: int = 6, card: int = 6, hidden: int = 16, second: int = 8) -> Network:
    """Any numbers, of a size that leaves the chances in doubt."""
    chance = np.random.default_rng(seed)
    sizes = shapes(wide, card, hidden, second)
    return Network(
        {name: chance.normal(0, (6 / shape[0]) ** 0.5, shape).astype(np.float32) for name, shape in sizes.items()}
    )


def played(players: int, sets: Sequence[str], variant: str = "standard", seed: int = 0, turns: int = 9) -> GameState:
    """A game after some turns of the quick policy."""
    game = new_state(players, sets, variant, seed=seed)
    play_turns(game, quick_policy(game.setup, fitted_weights(game.setup)), turns)
    return game


def read(*games: GameState) -> PositionBatch:
    found = PositionBatch(len(games[0].cards))
    for game in games:
        found.add(game)
    return found


def bags(reading: PositionBatch) -> list[list[int]]:
    """Every bag in an order of its own."""
    ends = [*reading.starts, len(reading.places)]
    return [sorted(reading.places[start:end]) for start, end in pairwise(ends)]


def chances(network: Network, *games: GameState) -> Floats:
    return network.chances(games[0].setup, read(*games))


def library_of_five_cards() -> Library:
    """The cards that everybody starts with, as declared again, and the examples."""
    library = Library(runpy.run_path(str(Path(basics.__file__)))["BASICS"], [])
    add_set(library, str(FIVE_CARDS))
    return library


def shuffled_bags(reading: PositionBatch, random: Random) -> PositionBatch:
    """The same bags, with their cards in another order."""
    found = PositionBatch(reading.cards)
    for bag in bags(reading):
        found.starts.append(len(found.places))
        found.places += random.sample(bag, len(bag))
    found.keys = list(reading.keys)
    found.numbers = list(reading.numbers)
    found.count = reading.count
    return found


# --- slow and obvious


def slow_chances(network: Network, setup: Setup, reading: PositionBatch) -> list[Vector]:
    """What `Network.chances` says, worked out number by number."""
    weights: Weights = {name: array.tolist() for name, array in network.arrays.items()}
    traits = card_features(setup.library)
    found = []
    for position in range(reading.count):
        first = position * (2 * setup.players + 1)
        vectors = [_sum_of_bag(weights, traits, bag) for bag in bags(reading)[first : first + 2 * setup.players + 1]]
        begin = position * setup.players * NUMBERS
        numbers = [
            reading.numbers[begin + seat * NUMBERS : begin + (seat + 1) * NUMBERS] for seat in range(setup.players)
        ]
        found.append(_chances(weights, setup, vectors, numbers))
    return found


def _sum_of_bag(weights: Weights, traits: list[Vector], bag: list[int]) -> Vector:
    total = [0.0] * len(weights["card_out"])
    for place in bag:
        zone, card = divmod(place, len(traits))
        if zone < ZONES:
            where = [float(zone == each) for each in range(ZONES)]
            inside = _relu(_plus(_times([*traits[card], *where], weights["card_in"]), weights["card_in_bias"]))
            total = _plus(total, _plus(_times(inside, weights["card_out"]), weights["card_out_bias"]))
    return total


def _chances(weights: Weights, setup: Setup, vectors: list[Vector], numbers: list[Vector]) -> list[float]:
    seats = range(setup.players)
    holdings = []
    for seat in seats:
        owned, before = vectors[2 * seat], vectors[2 * seat + 1]
        count = max(1.0, 20 * numbers[seat][1])
        holdings.append([each / 8 for each in _plus(owned, before)] + [each / count for each in owned])
    middle = [each / 8 for each in vectors[-1]]
    powers = []
    for seat in seats:
        mate = (seat + setup.players // 2) % setup.players if setup.team else seat
        opponents = [other for other in seats if other not in (seat, mate)]
        theirs = [sum(holdings[other][k] for other in opponents) / len(opponents) for k in range(len(holdings[0]))]
        hidden = _plus(_times(holdings[seat], weights["mine"]), _times(theirs, weights["others"]))
        hidden = _plus(hidden, _plus(_times(middle, weights["middle"]), _times(numbers[seat], weights["numbers"])))
        hidden = _relu(_plus(hidden, weights["hidden_bias"]))
        second = _relu(_plus(_times(hidden, weights["second"]), weights["second_bias"]))
        powers.append(_times(second, weights["last"])[0])
    if setup.team:
        half = setup.players // 2
        teams = [exp((powers[team] + powers[team + half]) / 2) for team in range(half)]
        return [teams[seat % half] / sum(teams) for seat in seats]
    return [exp(each) / sum(map(exp, powers)) for each in powers]


def _times(vector: Vector, matrix: list[Vector]) -> Vector:
    return [sum(each * row[k] for each, row in zip(vector, matrix, strict=True)) for k in range(len(matrix[0]))]


def _plus(one: Vector, other: Vector) -> Vector:
    return [each + more for each, more in zip(one, other, strict=True)]


def _relu(vector: Vector) -> Vector:
    return [max(0.0, each) for each in vector]
