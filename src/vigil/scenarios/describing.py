"""Games as descriptions: the `given` keys that set up a position, and the text of a scenario file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from json import dumps
from typing import Any, Final

from vigil.engine.chance import Chance
from vigil.engine.piles import Pile
from vigil.engine.positions import PLAYER_LISTS, PLAYER_NUMBERS, TURN_NUMBERS
from vigil.engine.setup import Setup
from vigil.engine.state import GameState, PlayerState
from vigil.engine.terms import NOTHING, STANDARD, seat_name

_WIDTH: Final = 100
"""Lists that are longer than this have a line for each of their entries."""


def describe(game: GameState, shuffle: int = 0) -> dict[str, Any]:
    """The `given` of a scenario that sets up this position: the inverse of `build_position`.

    Cards whose order nobody knows are put in an order that depends on `shuffle` alone. What has happened earlier in the
    turn is only described as far as `given` has keys for it, and an open question not at all.
    """
    setup, cards, turn = game.setup, game.cards, game.turn
    chance = Chance(shuffle)
    given: dict[str, Any] = {"players": setup.players}
    if setup.variant != STANDARD:
        given["variant"] = setup.variant
    given |= {"first": seat_name(game.first), "turn": seat_name(turn.seat)}
    given["row"] = [
        " / ".join(cards[number].name for number in (card, *reversed(under)))
        for card, under in zip(game.row, game.under, strict=True)
        if card != NOTHING
    ]
    given["center_deck"] = _names(game, _in_some_order(game.deck, chance))
    given["void"] = _names(game, game.void)
    if game.event != NOTHING:
        given["event"] = cards[game.event].name
    given["honor_pool"] = game.pool
    usual = setup.supply_counts()
    given["supply"] = {
        cards[number].name: count
        for number, count, before in zip(setup.supply, game.supply, usual, strict=True)
        if count != before
    }
    given["cult"] = {"honor": game.cult_honor, "cards": _names(game, game.cult_cards)} if setup.solitaire else {}
    for seat, player in enumerate(game.players):
        given[seat_name(seat)] = _player(game, seat, player, chance)
    kept = ("players", "turn", "honor_pool")
    return {key: value for key, value in given.items() if value not in ([], {}) or key in kept}


def _player(game: GameState, seat: int, player: PlayerState, chance: Chance) -> dict[str, Any]:
    found: dict[str, Any] = {"honor": player.honor}
    if seat == game.turn.seat:
        found |= {key: getattr(game.turn, key) for key in TURN_NUMBERS}
    zones = {key: getattr(player, key) for key in PLAYER_LISTS if key != "deck"}
    zones["deck"] = _in_some_order(player.deck, chance)
    found |= {key: _names(game, zone) for key, zone in zones.items()}
    return {key: found[key] for key in (*PLAYER_NUMBERS, *PLAYER_LISTS) if found.get(key)}


def _in_some_order(pile: Pile, chance: Chance) -> list[int]:
    """The cards from the top down. The order within a layer is random."""
    found: list[int] = []
    for bag in pile.shown_layers():
        left = bag[:]
        while left:
            found.append(left.pop(chance.below(len(left))))
    return found


def _names(game: GameState, numbers: Iterable[int]) -> list[str]:
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
