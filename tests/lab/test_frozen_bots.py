"""Frozen bots: they choose as they did when they were frozen, whatever is around them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from vigil.bots.levels import NETWORK
from vigil.bots.weights import WEIGHTS
from vigil.cards import LIBRARY, new_state
from vigil.engine.options import Decision
from vigil.engine.rollout import RandomPolicy
from vigil.engine.view import SeatView
from vigil.lab.entrants import NamedBot, parse_entrant
from vigil.lab.frozen_bots import Expert2026

CHOICES = json.loads((Path(__file__).parent / "expert_2026_choices.json").read_text())
"""By table: what expert-2026 chose after so many choices of a random game, where it was no close call."""

SETS = list(LIBRARY.sets)
TABLES = {"chronicle for two": (2, SETS[:1]), "rise for three": (3, SETS[1:2]), "all sets for two": (2, SETS)}


def positions(table: str) -> Iterator[tuple[str, SeatView, Decision]]:
    """The decisions of a random game, by their numbers."""
    players, sets = TABLES[table]
    game = new_state(players, sets, seed=2026)
    chance = RandomPolicy(2026)
    for number in range(1000):
        decision = game.decision
        if decision is None:
            return
        yield str(number), game.view(decision.seat), decision
        game.apply(chance.pick(game, decision))


@pytest.mark.parametrize("table", TABLES)
def test_expert_2026_chooses_as_it_did_when_it_was_frozen(table: str) -> None:
    """If this fails, code that expert-2026 shares with the other bots changed its play: give it a copy of the old code.

    A change of the rules or of a card's declaration may change its choices, too; then write the new ones down.
    """
    expected = CHOICES[table]
    found = {
        number: decision.text(Expert2026(int(number)).choose(view, decision))
        for number, view, decision in positions(table)
        if number in expected
    }
    assert found == expected


def test_the_environment_does_not_reach_a_frozen_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Expert2026()
    monkeypatch.setenv(NETWORK, "missing.npz")
    monkeypatch.setenv(WEIGHTS, "missing.toml")
    bot = Expert2026()
    assert (bot.network, bot.notice) == (usual.network, "")


def test_the_arena_knows_it_by_its_name() -> None:
    name, budget = parse_entrant("expert-2026")
    assert isinstance(NamedBot(name, budget)(7), Expert2026)
