"""Positions from plain data: a game in the middle of a turn, set up as docs/scenarios.md describes under `given`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from . import terms
from .chance import Chance
from .errors import BadPosition, UnknownName, VigilError, did_you_mean
from .piles import Pile
from .procedures.turn import TURN
from .setup import RULES_VERSION, Setup
from .state import GameState, PlayerState, TurnState
from .zones import replaced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .library import Library

TABLE_KEYS: Final = (
    "players",
    "variant",
    "first",
    "turn",
    "row",
    "center_deck",
    "void",
    "event",
    "honor_pool",
    "supply",
    "cult",
    "seed",
)
PLAYER_LISTS: Final = ("hand", "discard", "played", "constructs", "trophies", "deck")
PLAYER_NUMBERS: Final = ("honor", "runes", "power", "energy", "mechana_runes")


def is_player_key(key: str) -> bool:
    """`p1` to `p9`."""
    return len(key) == 2 and key[0] == "p" and key[1].isdigit()


def seat_of(name: object, count: int) -> int:
    """The seat of `p1`, `p2` and so on."""
    text = str(name)
    if is_player_key(text) and 1 <= int(text[1]) <= count:
        return int(text[1]) - 1
    raise BadPosition(f'"{text}" is not a player: there are p1 to p{count}', text)


def least_players(variant: object, named: int) -> int:
    """How many play where nobody says it: all who are named, at least two; teams need four or six."""
    if variant == terms.SOLITAIRE:
        return 1
    if variant == terms.TEAM:
        return 4 if named <= 4 else 6
    return max(2, named)


def build_position(
    library: Library, sets: Sequence[str], given: Mapping[str, Any], rules: int = RULES_VERSION
) -> GameState:
    """The game that the description gives. What is wrong with it raises BadPosition, which names the key."""
    return _Builder(library, given, rules).build(sets)


class _Builder:
    def __init__(self, library: Library, given: Mapping[str, Any], rules: int) -> None:
        self.library = library
        self.given = given
        self.rules = rules

    def build(self, sets: Sequence[str]) -> GameState:
        given = self.given
        for key in given:
            if key not in TABLE_KEYS and not is_player_key(key):
                raise BadPosition(f"{key} is not known.{did_you_mean(key, TABLE_KEYS)}", key)
        setup = self._setup(sets)
        players = [PlayerState(Pile([])) for _ in range(setup.players)]
        center_deck = Pile.ordered(self._cards("center_deck", given))
        turn = TurnState(seat_of(given.get("turn", "p1"), setup.players))
        chance = Chance(self._number("seed", given, 0))
        game = GameState(setup, self.library.cards, chance, players, center_deck, turn)
        game.first = seat_of(given.get("first", "p1"), setup.players)
        game.turn_number = 1
        game.pool = self._number("honor_pool", given, setup.pool())
        game.ending = game.pool == 0
        game.void = self._cards("void", given)
        self._set_supply(game)
        self._set_row(game)
        if given.get("event"):
            game.event = self._card(given["event"])
        self._set_cult(game)
        for seat in range(setup.players):
            self._set_player(game, seat)
        self._set_events_aside(game)
        game.stack = (TURN,)
        game.run()
        return game

    def _setup(self, sets: Sequence[str]) -> Setup:
        named = max([0, *(int(key[1]) for key in self.given if is_player_key(key))])
        variant = self.given.get("variant", terms.STANDARD)
        players = self.given.get("players", least_players(variant, named))
        if not isinstance(players, int) or isinstance(players, bool):
            raise BadPosition("players must be a number", "players")
        if named > players:
            raise BadPosition(f"p{named} is named, but there are {players} players", f"p{named}")
        try:
            return Setup(self.library, players, sets, str(variant), row_length=6, is_study=True, rules=self.rules)
        except VigilError as error:
            raise BadPosition(str(error)) from None

    # --- pieces

    def _card(self, name: object) -> int:
        if not isinstance(name, str):
            raise BadPosition(f"{name!r} is not a card's name")
        try:
            return self.library.card(name.strip()).number
        except UnknownName as error:
            raise BadPosition(str(error), name) from None

    def _cards(self, key: str, table: Mapping[str, Any]) -> tuple[int, ...]:
        return tuple([self._card(name) for name in _list(key, table)])

    def _number(self, key: str, table: Mapping[str, Any], default: int = 0) -> int:
        value = table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise BadPosition(f'"{key}" must be a number, 0 or more', key)
        return value

    def _set_supply(self, game: GameState) -> None:
        game.supply = game.setup.supply_counts()
        supply = _table("supply", self.given)
        for name in supply:
            card = self._card(name)
            if card not in game.setup.supply:
                raise BadPosition(f'"{name}" is not an always-available card', name)
            game.supply = replaced(game.supply, game.setup.supply.index(card), self._number(name, supply))

    def _set_row(self, game: GameState) -> None:
        for entry in _list("row", self.given):
            names = [part.strip() for part in str(entry).split(" / ")]
            game.row += (self._card(names[0]),)
            game.under += (tuple([self._card(name) for name in reversed(names[1:])]),)

    def _set_cult(self, game: GameState) -> None:
        cult = _table("cult", self.given)
        for key in cult:
            if key not in ("honor", "cards"):
                raise BadPosition(f"cult.{key} is not known: there are honor and cards", key)
        game.cult_honor = self._number("honor", cult)
        game.cult_cards = self._cards("cards", cult)

    def _set_player(self, game: GameState, seat: int) -> None:
        name = terms.seat_name(seat)
        table = _table(name, self.given)
        for key in table:
            if key not in PLAYER_LISTS + PLAYER_NUMBERS:
                hint = did_you_mean(key, PLAYER_LISTS + PLAYER_NUMBERS)
                raise BadPosition(f"{name}.{key} is not known.{hint}", key)
        player = game.players[seat]
        player.hand = tuple(sorted(self._cards("hand", table)))
        player.discard = self._cards("discard", table)
        player.played = self._cards("played", table)
        player.constructs = self._cards("constructs", table)
        player.uses = (0,) * len(player.constructs)
        player.trophies = self._cards("trophies", table)
        player.deck = Pile.ordered(self._cards("deck", table))
        player.honor = self._number("honor", table)
        if seat == game.turn.seat:
            turn = game.turn
            turn.played = player.played
            turn.runes = self._number("runes", table)
            turn.power = self._number("power", table)
            turn.energy = self._number("energy", table)
            turn.mechana_runes = self._number("mechana_runes", table)

    def _set_events_aside(self, game: GameState) -> None:
        """A transformed hero in the game was an event once: that side of it lies aside."""
        found = [*game.void, *game.row, *game.deck.cards]
        for player in game.players:
            found += [*player.hand, *player.discard, *player.played, *player.deck.cards]
        cards = game.cards
        game.set_aside = tuple([cards[each].other_side for each in found if cards[each].origin == terms.FROM_EVENT])


def _list(key: str, table: Mapping[str, Any]) -> list[Any]:
    found = table.get(key, [])
    if not isinstance(found, list):
        raise BadPosition(f'"{key}" must be a list of names', key)
    return found


def _table(key: str, table: Mapping[str, Any]) -> dict[str, Any]:
    found = table.get(key, {})
    if not isinstance(found, dict):
        raise BadPosition(f'"{key}" must be a table of names and values', key)
    return found
