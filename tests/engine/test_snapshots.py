"""Nothing of the state is forgotten when a position is saved or copied."""

from __future__ import annotations

import ast
from pathlib import Path

import vigil
from vigil.cards import new_state
from vigil.engine.snapshot import TURN_NUMBERS, snapshot
from vigil.engine.state import GameState, PlayerState, TurnState

SOURCE = ast.parse((Path(vigil.__file__).parent / "engine" / "state.py").read_text())
NOT_SAVED = {"cards", "decision", "happenings", "records_happenings"}  # shared, asked again, and of the moment


def fields(of: type) -> set[str]:
    """Read off the source: a compiled class does not tell its slots."""
    found = next(node for node in SOURCE.body if isinstance(node, ast.ClassDef) and node.name == of.__name__)
    slots = next(node for node in found.body if isinstance(node, ast.Assign))
    return set(ast.literal_eval(slots.value))


def test_every_field_of_the_state_is_saved() -> None:
    saved = snapshot(new_state(seed=1))
    assert fields(GameState) - NOT_SAVED == set(saved)
    assert fields(PlayerState) == set(saved["players"][0])
    assert fields(TurnState) == set(saved["turn"]) == {*TURN_NUMBERS, "played", "entered", "pending"}


def test_every_field_of_the_state_is_copied() -> None:
    game = new_state(seed=1)
    twin = game.copy()
    for name in fields(GameState) - {"cards"}:
        if isinstance(getattr(game, name), list):
            assert getattr(game, name) is not getattr(twin, name), name
    for name in fields(PlayerState):
        if isinstance(getattr(game.players[0], name), list):
            assert getattr(game.players[0], name) is not getattr(twin.players[0], name), name
    game.turn.played += (1,)
    assert twin.turn.played == ()
