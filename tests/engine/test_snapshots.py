"""Nothing of the state is forgotten when a position is saved or copied."""

from __future__ import annotations

from vigil import new_game
from vigil.engine.snapshot import TURN_NUMBERS, snapshot
from vigil.engine.state import Game, Player, Turn

NOT_SAVED = {"cards", "decision", "told"}  # shared, asked again, and of the moment


def test_every_field_of_the_state_is_saved() -> None:
    saved = snapshot(new_game(seed=1))
    assert set(Game.__slots__) - NOT_SAVED == set(saved)
    assert set(Player.__slots__) == set(saved["players"][0])
    assert set(Turn.__slots__) == set(saved["turn"]) == {*TURN_NUMBERS, "played", "entered", "pending"}


def test_every_field_of_the_state_is_copied() -> None:
    game = new_game(seed=1)
    twin = game.copy()
    for name in Game.__slots__:
        mine, other = getattr(game, name), getattr(twin, name)
        if isinstance(mine, list) and name not in ("cards",):
            assert mine is not other, name
    for name in Player.__slots__:
        if isinstance(getattr(game.players[0], name), list):
            assert getattr(game.players[0], name) is not getattr(twin.players[0], name), name
    game.turn.played.append(1)
    assert twin.turn.played == []
