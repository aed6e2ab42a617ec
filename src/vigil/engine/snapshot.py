"""Snapshots: a position as plain data, to save, send or compare it. Also in the middle of an effect."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from json import dumps
from typing import Any, Final

from .chance import Chance
from .errors import BadRecord
from .frames import Context, Frame, Pending, Taken
from .library import Library
from .options import Decision, Option, option
from .piles import Pile
from .procedures.row import FATES, RESOLVE_FATES
from .setup import Setup
from .state import GameState, PlayerState, PublicState, RawHappening, TurnState, fields_of
from .terms import NOTHING

SNAPSHOT_VERSION: Final = 2
"""Incremented whenever the snapshot of an unchanged position changes. Version 1 did not contain its number."""

_NOT_SAVED: Final = {"cards", "decision", "happenings", "records_happenings"}
"""Fields that all games share, that are recomputed, or that describe only the last choice."""


def snapshot(game: GameState) -> dict[str, Any]:
    """Everything that the rest of the game depends on, as JSON data."""
    saved = {name: as_data(getattr(game, name)) for name in fields_of(GameState) if name not in _NOT_SAVED}
    return {"snapshot_version": SNAPSHOT_VERSION, **saved}


def as_data(value: Any) -> Any:
    """Converts a part of the state to numbers, strings, lists and dictionaries."""
    if isinstance(value, tuple | list):
        return [as_data(each) for each in value]
    if isinstance(value, PlayerState | TurnState):
        return {name: as_data(getattr(value, name)) for name in fields_of(type(value))}
    if isinstance(value, Frame):
        return [value.effect.key, value.context.to_list(), as_data(value.picks), as_data(value.taken)]
    if isinstance(value, Option):
        return [value.verb, value.number, value.zone, value.slot, value.seat, value.power, value.cuts, value.label]
    if isinstance(value, Pending):
        return [value.ability.key, value.context.to_list(), value.once]
    if isinstance(value, Taken):
        return value.to_list()
    if isinstance(value, Pile):
        return {"cards": value.cards[:], "layers": as_data(value.layers)}
    if isinstance(value, Chance):
        streams = [[each.block, each.index] for each in value.streams]
        return [value.seed, value.block, value.index, *([streams] if streams else [])]
    if isinstance(value, Setup):
        return {**value.to_dict(), "rules": value.rules}
    return value


def checksum(game: GameState) -> str:
    """A hash of the position, equal for equal positions on every machine. Starts with the snapshot version."""
    digest = blake2b(dumps(snapshot(game), sort_keys=True).encode(), digest_size=16).hexdigest()
    return f"{SNAPSHOT_VERSION}:{digest}"


def is_comparable(found: object) -> bool:
    """Whether a checksum has the current snapshot version, so that comparing it is meaningful."""
    return isinstance(found, str) and found.startswith(f"{SNAPSHOT_VERSION}:")


# --- restoring


def restore(library: Library, data: dict[str, Any]) -> GameState:
    """Restores the game of a snapshot. It continues exactly as the original would."""
    version = data.get("snapshot_version", 1)
    if version != SNAPSHOT_VERSION:
        raise BadRecord(
            f"The snapshot has version {version}. This program reads version {SNAPSHOT_VERSION}. "
            "Load the game's record instead: records of all versions can be read."
        )
    try:
        return _restore(Setup(library, **data["setup"]), data)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise BadRecord(f"This is not a snapshot: {error!r}.") from None


def unpickled(
    setup: Setup, data: dict[str, Any], happenings: list[RawHappening], records_happenings: bool
) -> GameState:
    """Restores a pickled game, including what happened since the last choice."""
    game = _restore(setup, data)
    game.happenings = happenings
    game.records_happenings = records_happenings
    return game


def _restore(setup: Setup, data: dict[str, Any]) -> GameState:
    library = setup.library
    players = [_player_from(each) for each in data["players"]]
    turn = _turn_from(library, data["turn"])
    game = GameState(setup, library.cards, _chance_from(data["chance"]), players, _pile_from(data["deck"]), turn)
    for name in (*fields_of(PublicState), "seen"):
        setattr(game, name, _as_tuples(data[name]))
    game.stack = tuple(frame_from(library, each) for each in data["stack"])
    reopen(game)
    return game


def _chance_from(numbers: Sequence[Any]) -> Chance:
    chance = Chance(*numbers[:3])
    if len(numbers) > 3:
        streams = enumerate(numbers[3], 1)
        chance.streams = tuple([Chance(chance.seed, block, index, number) for number, (block, index) in streams])
    return chance


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(each) for each in value) if isinstance(value, list | tuple) else value


def reopen(game: GameState) -> None:
    """Opens the decision of the topmost frame again."""
    if not game.over:
        frame = game.stack[-1]
        seat = game.turn.seat if frame.context.seat == NOTHING else frame.context.seat
        game.decision = Decision(seat, frame.effect.options(game, frame), frame)


def _pile_from(data: dict[str, Any]) -> Pile:
    return Pile(list(data["cards"]), _as_tuples(data["layers"]))


def _player_from(data: dict[str, Any]) -> PlayerState:
    player = PlayerState(_pile_from(data["deck"]))
    for name in fields_of(PlayerState):
        if name != "deck":
            setattr(player, name, _as_tuples(data[name]))
    return player


def _turn_from(library: Library, data: dict[str, Any]) -> TurnState:
    turn = TurnState(data["seat"])
    for name in fields_of(TurnState):
        if name != "pending":
            setattr(turn, name, _as_tuples(data[name]))
    turn.pending = tuple(
        Pending(library.ability(ability), _context_from(context), once) for ability, context, once in data["pending"]
    )
    return turn


def _context_from(data: list[Any]) -> Context:
    return Context(*_as_tuples(data))


def frame_from(library: Library, data: list[Any]) -> Frame:
    """Restores a frame from the output of `as_data`."""
    key, context, picks, taken = data
    effect = library.effect(key)
    if effect is RESOLVE_FATES:
        return FATES
    return Frame(
        effect,
        _context_from(context),
        tuple(_option_from(library, each) for each in picks),
        tuple(Taken(*_as_tuples(each)) for each in taken),
    )


def _option_from(library: Library, data: list[Any]) -> Option:
    verb, number, *rest = data
    return option(verb, None if number == NOTHING else library.cards[number], *rest)
