"""Positions from plain data: a game in the middle of a turn, described by the `given` keys of docs/scenarios.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from . import terms
from .chance import Chance
from .errors import BadPosition, UnknownName, VigilError, did_you_mean
from .library import Library
from .piles import Pile
from .procedures.turn import TURN
from .setup import RULES_VERSION, Setup
from .state import GameState, PlayerState, TurnState
from .zones import replaced

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
    "shuffled",
)
PLAYER_LISTS: Final = ("hand", "discard", "played", "constructs", "trophies", "deck")
TURN_NUMBERS: Final = ("runes", "power", "energy", "mechana_runes")
"""What only the player whose turn it is can have."""
PLAYER_NUMBERS: Final = ("honor", *TURN_NUMBERS)


def is_player_key(key: str) -> bool:
    """Whether the key is `p1` to `p9`."""
    return len(key) == 2 and key[0] == "p" and key[1].isdigit()


def seat_of(name: object, count: int) -> int:
    """The seat called `p1`, `p2` and so on."""
    text = str(name)
    if is_player_key(text) and 1 <= int(text[1]) <= count:
        return int(text[1]) - 1
    raise BadPosition(f'"{text}" is not a player. The players are p1 to p{count}.', text)


def least_players(variant: object, named: int) -> int:
    """The default number of players: the highest seat named, but at least two, and four or six in teams."""
    if variant == terms.SOLITAIRE:
        return 1
    if variant == terms.TEAM:
        return 4 if named <= 4 else 6
    return max(2, named)


def build_position(
    library: Library, sets: Sequence[str], given: Mapping[str, Any], rules: int = RULES_VERSION
) -> GameState:
    """Builds the described game. Raises `BadPosition`, which names the key, if the description is invalid."""
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
                raise BadPosition(f'There is no key "{key}".{did_you_mean(key, TABLE_KEYS)}', key)
        setup = self._setup(sets)
        players = [PlayerState(Pile([])) for _ in range(setup.players)]
        center_deck = self._pile("center_deck", given)
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
            if not game.cards[game.event].is_event:
                raise BadPosition(f'"{given["event"]}" is not an event.', "event")
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
            raise BadPosition('"players" must be a number.', "players")
        if named > players:
            raise BadPosition(f"There is no p{named} in a game for {players} players.", f"p{named}")
        try:
            return Setup(self.library, players, sets, str(variant), row_length=6, is_study=True, rules=self.rules)
        except VigilError as error:
            raise BadPosition(str(error)) from None

    # --- pieces

    def _card(self, name: object) -> int:
        if not isinstance(name, str):
            raise BadPosition(f"{name!r} is not the name of a card.")
        try:
            return self.library.card(name.strip()).number
        except UnknownName as error:
            raise BadPosition(str(error), name) from None

    def _cards(self, key: str, table: Mapping[str, Any]) -> tuple[int, ...]:
        return tuple([self._card(name) for name in _list(key, table)])

    def _pile(self, key: str, table: Mapping[str, Any]) -> Pile:
        """A face-down pile in the given order, or in an order that nobody knows where the position is `shuffled`."""
        cards = self._cards(key, table)
        is_shuffled = self.given.get("shuffled", False)
        if not isinstance(is_shuffled, bool):
            raise BadPosition('"shuffled" must be true or false.', "shuffled")
        return Pile(sorted(cards)) if is_shuffled else Pile.ordered(cards)

    def _number(self, key: str, table: Mapping[str, Any], default: int = 0) -> int:
        value = table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise BadPosition(f'"{key}" must be a number, 0 or more.', key)
        return value

    def _set_supply(self, game: GameState) -> None:
        game.supply = game.setup.supply_counts()
        supply = _table("supply", self.given)
        for name in supply:
            card = self._card(name)
            if card not in game.setup.supply:
                raise BadPosition(f'"{name}" is not an always-available card.', name)
            game.supply = replaced(game.supply, game.setup.supply.index(card), self._number(name, supply))

    def _set_row(self, game: GameState) -> None:
        for entry in _list("row", self.given):
            names = [part.strip() for part in str(entry).split(" / ")]
            game.row += (self._card(names[0]),)
            game.under += (tuple([self._card(name) for name in reversed(names[1:])]),)

    def _set_cult(self, game: GameState) -> None:
        cult = _table("cult", self.given)
        if cult and not game.setup.solitaire:
            raise BadPosition('"cult" is for solitaire. Add variant = "solitaire", or leave it out.', "cult")
        for key in cult:
            if key not in ("honor", "cards"):
                raise BadPosition(f'There is no key "cult.{key}". The keys are honor and cards.', key)
        game.cult_honor = self._number("honor", cult)
        game.cult_cards = self._cards("cards", cult)

    def _set_player(self, game: GameState, seat: int) -> None:
        name = terms.seat_name(seat)
        table = _table(name, self.given)
        for key in table:
            if key not in PLAYER_LISTS + PLAYER_NUMBERS:
                hint = did_you_mean(key, PLAYER_LISTS + PLAYER_NUMBERS)
                raise BadPosition(f'There is no key "{name}.{key}".{hint}', key)
        player = game.players[seat]
        for key in ("discard", "played", "constructs", "trophies"):
            setattr(player, key, self._cards(key, table))
        player.hand = tuple(sorted(self._cards("hand", table)))
        player.uses = (0,) * len(player.constructs)
        # A monster in play was captured.
        self._check_kinds(game, f"{name}.constructs", player.constructs, (terms.CONSTRUCT_KIND, terms.MONSTER_KIND))
        self._check_kinds(game, f"{name}.trophies", player.trophies, (terms.MONSTER_KIND,))
        player.deck = self._pile("deck", table)
        player.honor = self._number("honor", table)
        resources = {key: self._number(key, table) for key in TURN_NUMBERS}
        if seat == game.turn.seat:
            game.turn.played = player.played
            for key, value in resources.items():
                setattr(game.turn, key, value)

    def _check_kinds(self, game: GameState, key: str, cards: Sequence[int], kinds: Sequence[int]) -> None:
        for card in cards:
            if game.cards[card].kind_number not in kinds:
                name = game.cards[card].name
                raise BadPosition(f'"{name}" is a {game.cards[card].kind}, so it cannot be in {key}.', name)

    def _set_events_aside(self, game: GameState) -> None:
        """Sets aside the event side of every transformed hero in the position."""
        found = [*game.void, *game.row, *game.deck.cards]
        for player in game.players:
            found += [*player.hand, *player.discard, *player.played, *player.deck.cards]
        cards = game.cards
        game.set_aside = tuple([cards[each].other_side for each in found if cards[each].origin == terms.FROM_EVENT])


def _list(key: str, table: Mapping[str, Any]) -> list[Any]:
    found = table.get(key, [])
    if not isinstance(found, list):
        raise BadPosition(f'"{key}" must be a list of names.', key)
    return found


def _table(key: str, table: Mapping[str, Any]) -> dict[str, Any]:
    found = table.get(key, {})
    if not isinstance(found, dict):
        raise BadPosition(f'"{key}" must be a table of keys and values.', key)
    return found
