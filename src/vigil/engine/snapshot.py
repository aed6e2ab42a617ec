"""A position as plain data: to save it, to send it, to compare two of them. Also in the middle of an effect."""

from __future__ import annotations

from hashlib import blake2b
from json import dumps
from typing import TYPE_CHECKING, Any, Final

from .chance import Chance
from .errors import BadRecord
from .options import Decision, Option, option
from .piles import Pile
from .row import FATES, RESOLVE_FATES
from .setup import Setup
from .state import Context, Frame, GameState, Pending, PlayerState, RawHappening, Taken, TurnState
from .terms import NOTHING

if TYPE_CHECKING:
    from .library import Library

SNAPSHOT_VERSION: Final = 2
"""Raised whenever a snapshot of the same position looks different. The first version did not name itself."""

_GAME_NUMBERS = (
    "event",
    "pool",
    "ending",
    "over",
    "first",
    "turn_number",
    "extra_turns",
    "idle_turns",
    "cult_honor",
    "version",
    "seen",
)
_GAME_ZONES = ("row", "void", "supply", "winners", "removed", "set_aside", "limbo", "cult_cards")
_PLAYER_ZONES = ("hand", "discard", "played", "constructs", "uses", "shown", "trophies")
TURN_NUMBERS = (
    "seat",
    "runes",
    "power",
    "energy",
    "mechana_runes",
    "row_defeats",
    "banished",
    "extra_mechana",
    "construct_discount",
    "treasure_discount",
    "void_defeats",
    "event_uses",
    "took",
    "mixed_payment",
)


def snapshot(game: GameState) -> dict[str, Any]:
    """Everything that the future of the game depends on."""
    data: dict[str, Any] = {name: getattr(game, name) for name in _GAME_NUMBERS}
    data["snapshot_version"] = SNAPSHOT_VERSION
    data.update((name, list(getattr(game, name))) for name in _GAME_ZONES)
    data["setup"] = {**game.setup.to_dict(), "rules": game.setup.rules}
    data["chance"] = [game.chance.seed, game.chance.block, game.chance.place]
    data["under"] = [list(cards) for cards in game.under]
    data["fates"] = [list(fate) for fate in game.fates]
    data["deck"] = _pile(game.deck)
    data["players"] = [_player(player) for player in game.players]
    data["turn"] = _turn(game.turn)
    data["stack"] = [frame_to_list(frame) for frame in game.stack]
    return data


def checksum(game: GameState) -> str:
    """Equal for equal positions, whatever machine made them. Begins with the version of the snapshots it is made of."""
    digest = blake2b(dumps(snapshot(game), sort_keys=True).encode(), digest_size=16).hexdigest()
    return f"{SNAPSHOT_VERSION}:{digest}"


def is_comparable(found: object) -> bool:
    """Whether a checksum is of the present version. That of another one says nothing about the position."""
    return isinstance(found, str) and found.startswith(f"{SNAPSHOT_VERSION}:")


def _pile(pile: Pile) -> dict[str, Any]:
    return {"cards": pile.cards[:], "layers": [list(layer) for layer in pile.layers]}


def _player(player: PlayerState) -> dict[str, Any]:
    data: dict[str, Any] = {name: list(getattr(player, name)) for name in _PLAYER_ZONES}
    data["honor"] = player.honor
    data["deck"] = _pile(player.deck)
    return data


def _turn(turn: TurnState) -> dict[str, Any]:
    data: dict[str, Any] = {name: getattr(turn, name) for name in TURN_NUMBERS}
    data["played"] = list(turn.played)
    data["entered"] = list(turn.entered)
    data["pending"] = [[each.ability.number, each.context.to_list(), each.once] for each in turn.pending]
    return data


def frame_to_list(frame: Frame) -> list[Any]:
    return [
        frame.effect.number,
        frame.context.to_list(),
        [option_to_list(each) for each in frame.picks],
        [each.to_list() for each in frame.taken],
    ]


def option_to_list(choice: Option) -> list[Any]:
    number = NOTHING if choice.card is None else choice.card.number
    return [choice.verb, number, choice.zone, choice.slot, choice.seat, choice.power, choice.cuts, choice.label]


# --- and back


def restore(library: Library, data: dict[str, Any]) -> GameState:
    """The same position again; it goes on exactly as the one it was taken from."""
    version = data.get("snapshot_version", 1)
    if version != SNAPSHOT_VERSION:
        raise BadRecord(
            f"This position was saved as version {version}, but this program reads version {SNAPSHOT_VERSION}. "
            "Load the game's record instead: records of all versions can be read."
        )
    try:
        return _restore(Setup(library, **data["setup"]), data)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise BadRecord(f"This is not a saved position: {error!r} is missing or wrong.") from None


def unpickled(
    setup: Setup, data: dict[str, Any], happenings: list[RawHappening], records_happenings: bool
) -> GameState:
    """A game that was pickled, what happened since the last choice included."""
    game = _restore(setup, data)
    game.happenings = happenings
    game.records_happenings = records_happenings
    return game


def _restore(setup: Setup, data: dict[str, Any]) -> GameState:
    library = setup.library
    players = [_player_from(each) for each in data["players"]]
    turn = _turn_from(library, data["turn"])
    game = GameState(setup, library.cards, Chance(*data["chance"]), players, _pile_from(data["deck"]), turn)
    for name in _GAME_NUMBERS:
        setattr(game, name, data[name])
    for name in _GAME_ZONES:
        setattr(game, name, tuple(data[name]))
    game.under = tuple(tuple(cards) for cards in data["under"])
    game.fates = tuple((card, count) for card, count in data["fates"])
    game.stack = tuple(_frame_from(library, each) for each in data["stack"])
    reopen(game)
    return game


def reopen(game: GameState) -> None:
    """The topmost frame asks its question again."""
    if not game.over:
        frame = game.stack[-1]
        seat = game.turn.seat if frame.context.seat == NOTHING else frame.context.seat
        game.decision = Decision(seat, frame.effect.options(game, frame), frame)


def _pile_from(data: dict[str, Any]) -> Pile:
    return Pile(list(data["cards"]), tuple((start, size) for start, size in data["layers"]))


def _player_from(data: dict[str, Any]) -> PlayerState:
    player = PlayerState(_pile_from(data["deck"]))
    player.honor = data["honor"]
    for name in _PLAYER_ZONES:
        setattr(player, name, tuple(data[name]))
    return player


def _context_from(data: list[Any]) -> Context:
    seat, card, light, energy, target, chain, about, count = data
    return Context(seat, card, light, energy, target, tuple(chain), about, count)


def _turn_from(library: Library, data: dict[str, Any]) -> TurnState:
    turn = TurnState(data["seat"])
    for name in TURN_NUMBERS:
        setattr(turn, name, data[name])
    turn.played = tuple(data["played"])
    turn.entered = tuple(data["entered"])
    turn.pending = tuple(
        Pending(library.abilities[ability], _context_from(context), once) for ability, context, once in data["pending"]
    )
    return turn


def _frame_from(library: Library, data: list[Any]) -> Frame:
    number, context, picks, taken = data
    effect = library.effects[number]
    if effect is RESOLVE_FATES:
        return FATES
    return Frame(
        effect,
        _context_from(context),
        tuple(_option_from(library, each) for each in picks),
        tuple(_taken_from(*each) for each in taken),
    )


def _taken_from(card: int, zone: int, slot: int, to: int, receiver: int, places: list[int], may_send: bool) -> Taken:
    return Taken(card, zone, slot, to, receiver, tuple(places), may_send)


def _option_from(library: Library, data: list[Any]) -> Option:
    verb, number, *rest = data
    return option(verb, None if number == NOTHING else library.cards[number], *rest)
