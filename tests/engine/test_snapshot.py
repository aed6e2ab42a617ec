"""Nothing of the state is forgotten when a position is saved, copied or shown."""

from __future__ import annotations

from vigil.cards import LIBRARY, new_state
from vigil.engine.snapshot import as_data, restore, snapshot
from vigil.engine.state import GameState, PlayerState, PublicState, TurnState, fields_of

NOT_SAVED = {"cards", "decision", "happenings", "records_happenings"}  # shared, asked again, and of the moment
SHARED = {"cards", "decision", "setup"}  # they never change


def mark(thing: GameState | PlayerState | TurnState, number: int) -> None:
    """Gives every number and every zone a value that no other has."""
    for name in fields_of(type(thing)):
        value = getattr(thing, name)
        number += 1
        if isinstance(value, bool):
            setattr(thing, name, not value)
        elif isinstance(value, int) and name != "seat":
            setattr(thing, name, number)
        elif name == "under":
            setattr(thing, name, ((number,),))
        elif name == "fates":
            setattr(thing, name, ((number, number),))
        elif name == "modifiers":
            setattr(thing, name, tuple(range(number, number + len(value))))
        elif isinstance(value, tuple) and name not in ("stack", "pending"):
            setattr(thing, name, (number,))


def test_every_field_of_the_state_is_declared() -> None:
    game = new_state(seed=1)
    found = {name for name in dir(game) if not name.startswith("_") and not callable(getattr(game, name))}
    assert found - {"is_waiting"} == set(fields_of(GameState))
    found = {name for name in dir(game.turn) if not name.startswith("_") and not callable(getattr(game.turn, name))}
    assert found == set(fields_of(TurnState))


def test_every_field_of_the_state_is_saved() -> None:
    saved = snapshot(new_state(seed=1))
    assert set(fields_of(GameState)) - NOT_SAVED == set(saved) - {"snapshot_version"}
    assert set(fields_of(PlayerState)) == set(saved["players"][0])
    assert set(fields_of(TurnState)) == set(saved["turn"])


def test_every_field_of_the_state_is_copied() -> None:
    game = new_state(seed=1)
    for number, thing in enumerate((game, game.turn, *game.players)):
        mark(thing, 30 * number)
    assert snapshot(game.copy()) == snapshot(game)


def test_a_copy_shares_nothing_that_can_change() -> None:
    game = new_state(seed=1)
    twin = game.copy()
    own = set()
    for mine, its in ((game, twin), (game.turn, twin.turn), *zip(game.players, twin.players, strict=True)):
        for name in set(fields_of(type(mine))) - SHARED:
            value = getattr(mine, name)
            if not isinstance(value, int | tuple):
                assert value is not getattr(its, name), name
                own.add(name)
    assert own == {"chance", "deck", "happenings", "players", "turn"}


def test_every_field_of_the_state_is_restored() -> None:
    game = new_state(seed=1)
    for number, thing in enumerate((game.turn, *game.players), 1):
        mark(thing, 30 * number)
    assert snapshot(restore(LIBRARY, snapshot(game))) == snapshot(game)


def test_a_view_shows_every_public_field() -> None:
    game = new_state(seed=1)
    mark(game, 0)
    mark(game.turn, 30)
    view = game.view(0)
    for name in fields_of(PublicState):
        assert getattr(view, name) == getattr(game, name), name
    assert as_data(view.turn) == as_data(game.turn)
