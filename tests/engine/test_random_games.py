"""Random games on every table that can be played, with every check in every effect."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.walks import Table, Walk, every_table
from vigil.cards import LIBRARY

TABLES = list(every_table())
MIXTURES = [table for table in TABLES if 1 < len(table.sets) < len(LIBRARY.sets)]
LEFT_OUT = {table for number, table in enumerate(MIXTURES) if number % 3}
"""Of the mixtures of two and three sets every third table is enough for every day."""


@pytest.mark.parametrize(
    "table",
    [pytest.param(table, id=str(table), marks=pytest.mark.deep if table in LEFT_OUT else ()) for table in TABLES],
)
def test_a_whole_game(table: Table) -> None:
    game = Walk(table, seed=len(table.sets) * 100 + table.players).run()
    assert game.ending or game.winners
    if table.variant != "solitaire":
        assert game.winners


@given(table=st.sampled_from(TABLES), seed=st.integers(0, 2**64), choices=st.lists(st.integers(0, 50), max_size=120))
@settings(max_examples=40)
def test_any_choices(table: Table, seed: int, choices: list[int]) -> None:
    walk = Walk(table, seed)
    for number in choices:
        decision = walk.game.decision
        if decision is None:
            break
        walk.step(decision.options[number % len(decision.options)])
        walk.check()
    walk.check_record()
