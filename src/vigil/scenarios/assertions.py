"""The assertions of scenarios: every path that `then` and `check` may name, and the comparison with its value."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

from vigil.engine.errors import BadPosition, UnknownName, did_you_mean
from vigil.engine.light import light_over
from vigil.engine.positions import is_player_key, seat_of
from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.scoring import score
from vigil.engine.state import GameState
from vigil.engine.terms import LIGHT_WORDS, seat_name

from .describing import described, names
from .loading import Scenario


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
        self.values = values_of(game)

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
        meant = [self._name(str(each)) for each in wanted]
        last = path.rpartition(".")[2]
        if last in ("deck", "center_deck"):
            same = self._deck_could_be(path, meant)
        elif last == "row":
            same = meant == found
        else:
            same = Counter(meant) == Counter(found)
        return "" if same else f"{path} is {_show(found)}, not {_show(meant)}"

    def _deck_could_be(self, path: str, meant: list[str]) -> bool:
        """Whether the deck matches the names. Cards within a layer have no order, so any order of them matches."""
        owner, _, _ = path.rpartition(".")
        pile = self.game.players[self._seat(owner)].deck if owner else self.game.deck
        for layer in (names(self.game, cards) for cards in pile.shown_layers()):
            if Counter(meant[: len(layer)]) != Counter(layer):
                return False
            meant = meant[len(layer) :]
        return not meant

    def _name(self, text: str) -> str:
        """The correct spelling of a card's name (with treasure after slashes); players are returned unchanged."""
        if text == "cult" or is_player_key(text):
            return text
        try:
            return " / ".join(self.game.setup.library.card(part.strip()).name for part in text.split(" / "))
        except UnknownName as error:
            raise self.scenario.error(str(error), text) from None

    def _seat(self, name: str) -> int:
        try:
            return seat_of(name, len(self.game.players))
        except BadPosition as error:
            raise self.scenario.error(str(error), error.near) from None

    # --- reading

    def read(self, path: str) -> Any:
        head, _, rest = path.partition(".")
        if is_player_key(head):
            self._seat(head)
        if head == "supply":
            path = f"supply.{self._name(rest)}"
        key = path.removesuffix(".count")
        if path in self.values:
            return self.values[path]
        if isinstance(self.values.get(key), list):
            return len(self.values[key])
        if head == "supply":
            raise self.scenario.error(f'"{rest}" is not an always-available card.', rest)
        hint = "Only lists have a .count." if key in self.values else did_you_mean(key, self.values).strip()
        raise self.scenario.error(f'There is no path "{path}". {hint}'.rstrip(), path)


def values_of(game: GameState) -> dict[str, Any]:
    """Everything that `then` and `check` can read, by its path."""
    values = dict(flatten(described(game)))
    values |= {f"{seat_name(seat)}.score": score(game, seat) for seat in range(len(game.players))}
    winners = [seat_name(seat) for seat in game.winners] or ["cult"]
    return values | {
        "cult.score": cult_score(game),
        "removed": names(game, game.removed),
        "light": LIGHT_WORDS[light_over(game)],
        "game_over": game.over,
        "winners": winners if game.over else [],
    }


def _show(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(f'"{each}"' for each in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
