"""The assertions of scenarios: every path that `then` and `check` may name, and the comparison with its value."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from vigil.engine import terms
from vigil.engine.errors import BadPosition, UnknownName, did_you_mean
from vigil.engine.light import light_over
from vigil.engine.piles import Pile
from vigil.engine.positions import PLAYER_LISTS, PLAYER_NUMBERS, is_player_key, seat_of
from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.scoring import score
from vigil.engine.state import GameState
from vigil.engine.terms import LIGHT_WORDS, NOTHING

from .loading import Scenario

ORDERED = ("row", "deck", "center_deck")


def flatten(table: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Nested tables as paths such as `p1.discard.count`. Card names under `supply` may contain dots and spaces."""
    found: list[tuple[str, Any]] = []
    for key, value in table.items():
        path = f"{prefix}{key}"
        if isinstance(value, dict):
            found += flatten(value, f"{path}.")
        else:
            found.append((path, value))
    return found


def value_of_text(text: str) -> Any:
    """Parses `3`, `false`, `["Mystic"]` or an unquoted string."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text.strip().strip('"')


class Reader:
    """Reads paths from a game and compares them with expected values."""

    def __init__(self, scenario: Scenario, game: GameState) -> None:
        self.scenario = scenario
        self.game = game

    def differs(self, path: str, wanted: Any) -> str:
        """Describes how the value at the path differs from the expected one; empty if it does not."""
        found = self.read(path)
        if isinstance(found, list):
            return self._list_differs(path, found, wanted)
        if isinstance(wanted, str) and isinstance(found, str):
            same = wanted.lower() == found.lower()
        else:
            same = wanted == found and isinstance(wanted, bool) == isinstance(found, bool)
        return "" if same else f"{path} is {_show(found)}, not {_show(wanted)}"

    def _list_differs(self, path: str, found: list[str], wanted: Any) -> str:
        if not isinstance(wanted, list):
            raise self.scenario.error(f"{path} is a list. Write {path} = [...].", path)
        names = [self._name(str(each)) for each in wanted]
        last = path.rpartition(".")[2]
        if last in ("deck", "center_deck"):
            same = self._deck_could_be(path, names)
        elif last in ORDERED:
            same = names == found
        else:
            same = Counter(names) == Counter(found)
        return "" if same else f"{path} is {_show(found)}, not {_show(names)}"

    def _deck_could_be(self, path: str, names: list[str]) -> bool:
        """Whether the deck matches the names. Cards within a layer have no order, so any order of them matches."""
        pile = self.game.deck if path == "center_deck" else self._player(path).deck
        for layer in (_names(self.game, cards) for cards in pile.shown_layers()):
            if Counter(names[: len(layer)]) != Counter(layer):
                return False
            names = names[len(layer) :]
        return not names

    def _name(self, text: str) -> str:
        """The correct spelling of a card's name (with treasure after slashes); players are returned unchanged."""
        if text == "cult" or is_player_key(text):
            return text
        try:
            return " / ".join(self.game.setup.library.card(part.strip()).name for part in text.split(" / "))
        except UnknownName as error:
            raise self.scenario.error(str(error), text) from None

    def _player(self, path: str) -> Any:
        return self.game.players[self._seat(path.split(".")[0])]

    def _seat(self, name: str) -> int:
        try:
            return seat_of(name, len(self.game.players))
        except BadPosition as error:
            raise self.scenario.error(str(error), error.near) from None

    # --- reading

    def read(self, path: str) -> Any:
        head, _, rest = path.partition(".")
        if is_player_key(head):
            return self._read_player(self._seat(head), rest, path)
        if head == "supply":
            return self._read_supply(rest)
        key = path.removesuffix(".count")
        if key not in TABLE_PATHS:
            raise self.scenario.error(f'There is no path "{path}".{did_you_mean(path, TABLE_PATHS)}', path)
        value = TABLE_PATHS[key](self.game)
        if key == path:
            return value
        if not isinstance(value, list):
            raise self.scenario.error(f'There is no path "{path}". Only lists have a .count.', path)
        return len(value)

    def _read_supply(self, name: str) -> int:
        try:
            card = self.game.setup.library.card(name).number
            return self.game.supply[self.game.setup.supply.index(card)]
        except (UnknownName, ValueError):
            raise self.scenario.error(f'"{name}" is not an always-available card.', name) from None

    def _read_player(self, seat: int, rest: str, path: str) -> Any:
        game = self.game
        player = game.players[seat]
        zone, _, count = rest.partition(".")
        if zone in PLAYER_LISTS and count in ("", "count"):
            names = _pile(game, player.deck) if zone == "deck" else _names(game, getattr(player, zone))
            return len(names) if count else names
        if rest == "score":
            return score(game, seat)
        if rest == "honor":
            return player.honor
        if rest in PLAYER_NUMBERS:
            return getattr(game.turn, rest) if seat == game.turn.seat else 0
        known = (*PLAYER_LISTS, *PLAYER_NUMBERS, "score")
        raise self.scenario.error(f'There is no path "{path}".{did_you_mean(zone, known)}', path)


def _names(game: GameState, cards: Iterable[int]) -> list[str]:
    return [game.cards[card].name for card in cards]


def _pile(game: GameState, pile: Pile) -> list[str]:
    return [game.cards[card].name for layer in pile.shown_layers() for card in layer]


def _row(game: GameState) -> list[str]:
    """The cards of the row, each with the treasure under it: `Mystic / Energy Shard`."""
    slots = [(card, under) for card, under in zip(game.row, game.under, strict=True) if card != NOTHING]
    return [" / ".join(_names(game, [card, *reversed(under)])) for card, under in slots]


def _winners(game: GameState) -> list[str]:
    return ([terms.seat_name(seat) for seat in game.winners] or ["cult"]) if game.over else []


TABLE_PATHS: Final[dict[str, Callable[[GameState], Any]]] = {
    "row": _row,
    "center_deck": lambda game: _pile(game, game.deck),
    "void": lambda game: _names(game, game.void),
    "removed": lambda game: _names(game, game.removed),
    "event": lambda game: "" if game.event == NOTHING else game.cards[game.event].name,
    "honor_pool": lambda game: game.pool,
    "light": lambda game: LIGHT_WORDS[light_over(game)],
    "turn": lambda game: terms.seat_name(game.turn.seat),
    "first": lambda game: terms.seat_name(game.first),
    "game_over": lambda game: game.over,
    "winners": _winners,
    "players": lambda game: len(game.players),
    "variant": lambda game: game.setup.variant,
    "cult.honor": lambda game: game.cult_honor,
    "cult.score": cult_score,
    "cult.cards": lambda game: _names(game, game.cult_cards),
}
"""The paths that do not name a player or the supply, and how they are read."""


def _show(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(f'"{each}"' for each in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
