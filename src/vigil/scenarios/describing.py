"""Games as descriptions: the `given` keys that set up a position, and the text of a scenario file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from json import dumps
from typing import Any, Final

from vigil.engine.chance import Chance
from vigil.engine.piles import Pile
from vigil.engine.positions import PLAYER_LISTS, TURN_NUMBERS
from vigil.engine.setup import Setup
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, STANDARD, seat_name

_WIDTH: Final = 100
"""Lists that are longer than this have a line for each of their entries."""


def describe(game: GameState, shuffle: int = 0) -> dict[str, Any]:
    """The `given` of a scenario that sets up this position: the inverse of `build_position`.

    Cards whose order nobody knows are put in an order that depends on `shuffle` alone. What has happened earlier in the
    turn is only described as far as `given` has keys for it, and an open question not at all.
    """
    setup = game.setup
    given = described(game, shuffle)
    if setup.variant == STANDARD:
        del given["variant"]
    if not setup.solitaire:
        del given["cult"]
    for card, usual in zip(setup.supply, setup.supply_counts(), strict=True):
        if given["supply"][game.cards[card].name] == usual:
            del given["supply"][game.cards[card].name]
    for seat in map(seat_name, range(setup.players)):
        given[seat] = {key: value for key, value in given[seat].items() if value}
    kept = ("players", "turn", "honor_pool")
    return {key: value for key, value in given.items() if value or key in kept}


def described(game: GameState, shuffle: int = 0) -> dict[str, Any]:
    """The value of every key that `given` has in this game, also where it is the default."""
    setup = game.setup
    chance = Chance(shuffle)
    return {
        "players": setup.players,
        "variant": setup.variant,
        "first": seat_name(game.first),
        "turn": seat_name(game.turn.seat),
        "row": [
            " / ".join(names(game, [card, *reversed(under)]))
            for card, under in zip(game.row, game.under, strict=True)
            if card != NOTHING
        ],
        "center_deck": names(game, _in_some_order(game.deck, chance)),
        "void": names(game, game.void),
        "event": "" if game.event == NOTHING else game.cards[game.event].name,
        "honor_pool": game.pool,
        "supply": dict(zip(names(game, setup.supply), game.supply, strict=True)),
        "cult": {"honor": game.cult_honor, "cards": names(game, game.cult_cards)},
        **{seat_name(seat): _player(game, seat, chance) for seat in range(setup.players)},
    }


def _player(game: GameState, seat: int, chance: Chance) -> dict[str, Any]:
    player, turn = game.players[seat], game.turn
    found: dict[str, Any] = {"honor": player.honor}
    found |= {key: getattr(turn, key) if seat == turn.seat else 0 for key in TURN_NUMBERS}
    for key in PLAYER_LISTS:
        zone = getattr(player, key)
        found[key] = names(game, _in_some_order(zone, chance) if isinstance(zone, Pile) else zone)
    return found


def _in_some_order(pile: Pile, chance: Chance) -> list[int]:
    """The cards from the top down. The order within a layer is random."""
    found: list[int] = []
    for bag in pile.shown_layers():
        left = bag[:]
        while left:
            found.append(left.pop(chance.below(len(left))))
    return found


def names(game: GameState, numbers: Iterable[int]) -> list[str]:
    """The names of the cards with these numbers."""
    return [game.cards[number].name for number in numbers]


# --- files


def scenario_text(
    title: str,
    sets: Sequence[str],
    given: Mapping[str, Any],
    steps: Sequence[str] = (),
    then: Mapping[str, Any] | None = None,
    comment: str = "",
) -> str:
    """A scenario file with one scenario. The comment stands above it, line by line."""
    lines = [f"# {each}".rstrip() for each in comment.splitlines()]
    lines += ["[[scenario]]", f"title = {_value(title)}", f"sets = {_value(list(sets))}"]
    lines += _keys("given", given)
    if steps:
        lines.append(f"when = {_value(list(steps))}")
    lines += _keys("then", then or {})
    return "\n".join(lines) + "\n"


def _keys(path: str, table: Mapping[str, Any]) -> list[str]:
    """`given.p1.hand = [...]`: a line for each key, whatever tables it lies in."""
    lines: list[str] = []
    for key, value in table.items():
        here = f"{path}.{key if key.replace('_', '').isalnum() and key.isascii() else _value(key)}"
        lines += _keys(here, value) if isinstance(value, Mapping) else [f"{here} = {_value(value)}"]
    return lines


def _value(value: Any) -> str:
    """JSON is TOML here, apart from the one control character that JSON leaves as it is."""
    if isinstance(value, list):
        texts = [_value(each) for each in value]
        line = f"[{', '.join(texts)}]"
        return line if len(line) <= _WIDTH else "\n".join(["[", *(f"  {text}," for text in texts), "]"])
    return dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def copies(setup: Setup) -> dict[int, int]:
    """How many copies of each card a game with this setup is played with, by the cards' numbers."""
    found: dict[int, int] = {}
    numbers = [*setup.center_deck(), *setup.starting_deck() * setup.players]
    for number in numbers:
        found[number] = found.get(number, 0) + 1
    for number, count in zip(setup.supply, setup.supply_counts(), strict=True):
        found[number] = found.get(number, 0) + count
    return found
