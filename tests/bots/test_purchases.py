"""The best combination of purchases, compared with trying all of them."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.helpers.networks import played
from vigil.bots.card_values import quick_policy
from vigil.bots.purchases import Purchases
from vigil.bots.weights import fitted_weights
from vigil.cards import LIBRARY
from vigil.engine.modifiers import MIXED_PAYMENT
from vigil.engine.options import END

Item = tuple[float, int, int]


def best_by_trying(items: list[Item], runes: int, power: int, mixed: bool) -> float:
    best = 0.0
    for taken in product((False, True), repeat=len(items)):
        chosen = [item for item, is_taken in zip(items, taken, strict=True) if is_taken]
        need_runes, need_power = sum(item[1] for item in chosen), sum(item[2] for item in chosen)
        can_pay = need_runes + need_power <= runes + power if mixed else need_runes <= runes and need_power <= power
        if can_pay:
            best = max(best, sum(item[0] for item in chosen))
    return best


@pytest.mark.parametrize("mixed", [False, True])
def test_no_other_combination_is_worth_more(mixed: bool) -> None:
    game = played(2, list(LIBRARY.sets)[:1], seed=1)
    if mixed:
        game.turn.modify(MIXED_PAYMENT, 1)
    evaluator = quick_policy(game.setup, fitted_weights(game.setup)).evaluator
    random = Random(4)
    for _ in range(60):
        # Few different values: many plans are worth the same.
        items = [(random.choice((0.5, 1.0, 1.1, 3.0)), random.randrange(5), random.randrange(3)) for _ in range(8)]
        purchases = Purchases(evaluator, game, 0)
        for item in items:
            purchases.add(END, *item)
        runes, power = random.randrange(9), random.randrange(5)
        plan = purchases.best_plan(runes, power)
        chosen = [item for index, item in enumerate(items) if plan.chosen & 1 << index]
        assert plan.value == pytest.approx(sum(item[0] for item in chosen))
        assert plan.value == pytest.approx(best_by_trying(items, runes, power, mixed))
