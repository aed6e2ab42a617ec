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
SHARED = {"cards", "decision", "setup"}  # they never change


def fields(of: type) -> set[str]:
    """Read off the source: a compiled class does not tell its slots."""
    found = next(node for node in SOURCE.body if isinstance(node, ast.ClassDef) and node.name == of.__name__)
    slots = next(node for node in found.body if isinstance(node, ast.Assign))
    return set(ast.literal_eval(slots.value))


def test_every_field_of_the_state_is_saved() -> None:
    saved = snapshot(new_state(seed=1))
    assert fields(GameState) - NOT_SAVED == set(saved) - {"snapshot_version"}
    assert fields(PlayerState) == set(saved["players"][0])
    assert fields(TurnState) == set(saved["turn"]) == {*TURN_NUMBERS, "played", "entered", "pending"}


def test_a_copy_shares_nothing_that_can_change() -> None:
    game = new_state(seed=1)
    twin = game.copy()
    own = set()
    for mine, its in ((game, twin), (game.turn, twin.turn), *zip(game.players, twin.players, strict=True)):
        for name in fields(type(mine)) - SHARED:
            value = getattr(mine, name)
            if not isinstance(value, int | tuple):
                assert value is not getattr(its, name), name
                own.add(name)
    assert own == {"chance", "deck", "happenings", "players", "turn"}
