"""The assertions of scenarios: every path that `then` and `check` may name, and the comparison with its value."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from typing import Any

from vigil.engine import terms
from vigil.engine.errors import BadPosition, UnknownName, did_you_mean
from vigil.engine.light import light_over
from vigil.engine.positions import PLAYER_LISTS, PLAYER_NUMBERS, is_player_key, seat_of
from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.scoring import score
from vigil.engine.state import GameState
from vigil.engine.terms import LIGHT_WORDS, NOTHING

from .loading import Scenario

TABLE_PATHS = (
    "row",
    "center_deck",
    "void",
    "removed",
    "event",
    "honor_pool",
    "supply",
    "light",
    "turn",
    "first",
    "game_over",
    "winners",
    "players",
    "variant",
    "cult",
)
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
        layers = [[self.game.cards[card].name for card in layer] for layer in pile.shown_layers()]
        for layer in layers:
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
        if head == "cult":
            return self._read_cult(rest, path)
        if head not in TABLE_PATHS:
            raise self.scenario.error(f'There is no path "{path}".{did_you_mean(head, TABLE_PATHS)}', path)
        value = self._read_table(head)
        if rest == "count" and isinstance(value, list):
            return len(value)
        if rest:
            raise self.scenario.error(f'There is no path "{path}". Only .count may follow a list.', path)
        return value

    def _read_table(self, key: str) -> Any:
        game = self.game
        if key == "row":
            return self._row()
        if key == "center_deck":
            return self._pile(game.deck)
        if key in ("void", "removed"):
            return self._names(game.void if key == "void" else game.removed)
        if key == "winners":
            return self._winners()
        plain: dict[str, Any] = {
            "event": "" if game.event == NOTHING else game.cards[game.event].name,
            "honor_pool": game.pool,
            "light": LIGHT_WORDS[light_over(game)],
            "turn": terms.seat_name(game.turn.seat),
            "first": terms.seat_name(game.first),
            "game_over": game.over,
            "players": len(game.players),
            "variant": game.setup.variant,
        }
        return plain[key]

    def _winners(self) -> list[str]:
        if not self.game.over:
            return []
        return [terms.seat_name(seat) for seat in self.game.winners] or ["cult"]

    def _row(self) -> list[str]:
        names = []
        for card, under in zip(self.game.row, self.game.under, strict=True):
            if card != NOTHING:
                names.append(" / ".join(self._names([card, *reversed(under)])))
        return names

    def _names(self, cards: Iterable[int]) -> list[str]:
        return [self.game.cards[card].name for card in cards]

    def _pile(self, pile: Any) -> list[str]:
        return [self.game.cards[card].name for layer in pile.shown_layers() for card in layer]

    def _read_supply(self, name: str) -> int:
        try:
            card = self.game.setup.library.card(name).number
            return self.game.supply[self.game.setup.supply.index(card)]
        except (UnknownName, ValueError):
            raise self.scenario.error(f'"{name}" is not an always-available card.', name) from None

    def _read_cult(self, rest: str, path: str) -> Any:
        cards = self._names(self.game.cult_cards)
        known: dict[str, Any] = {
            "honor": self.game.cult_honor,
            "score": cult_score(self.game),
            "cards": cards,
            "cards.count": len(cards),
        }
        if rest not in known:
            raise self.scenario.error(f'There is no path "{path}". The keys of cult are {", ".join(known)}.', path)
        return known[rest]

    def _read_player(self, seat: int, rest: str, path: str) -> Any:
        game = self.game
        player = game.players[seat]
        zone, _, count = rest.partition(".")
        if zone in PLAYER_LISTS and count in ("", "count"):
            names = self._pile(player.deck) if zone == "deck" else self._names(getattr(player, zone))
            return len(names) if count else names
        if rest == "score":
            return score(game, seat)
        if rest == "honor":
            return player.honor
        if rest in PLAYER_NUMBERS:
            return getattr(game.turn, rest) if seat == game.turn.seat else 0
        known = (*PLAYER_LISTS, *PLAYER_NUMBERS, "score")
        raise self.scenario.error(f'There is no path "{path}".{did_you_mean(zone, known)}', path)


def _show(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(f'"{each}"' for each in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
