"""Setting the table of a scenario: a game in the middle of a turn."""

from __future__ import annotations

import re
from typing import Any

from vigil.engine import terms
from vigil.engine.chance import Chance
from vigil.engine.errors import UnknownName, VigilError, did_you_mean
from vigil.engine.library import Library
from vigil.engine.piles import Pile
from vigil.engine.setup import Setup
from vigil.engine.state import GameState, PlayerState, TurnState
from vigil.engine.terms import NOTHING
from vigil.engine.turn import TURN
from vigil.engine.zones import replaced

from .loading import Scenario

TABLE_KEYS = (
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
PLAYER_LISTS = ("hand", "discard", "played", "constructs", "trophies", "deck")
PLAYER_NUMBERS = ("honor", "runes", "power", "energy", "mechana_runes")


def seat_of(scenario: Scenario, name: object, count: int) -> int:
    text = str(name)
    if len(text) == 2 and text[0] == "p" and text[1].isdigit() and 1 <= int(text[1]) <= count:
        return int(text[1]) - 1
    raise scenario.error(f'"{text}" is not a player: there are p1 to p{count}', text)


def is_player_key(key: str) -> bool:
    return len(key) == 2 and key[0] == "p" and key[1].isdigit()


class Setter:
    """Turns the `given` of a scenario into a game."""

    def __init__(self, library: Library, scenario: Scenario) -> None:
        self.library = library
        self.scenario = scenario
        self.given = scenario.given

    def set_up(self) -> GameState:
        given = self.given
        for key in given:
            if key not in TABLE_KEYS and not is_player_key(key):
                raise self.scenario.error(f"given.{key} is not known.{did_you_mean(key, TABLE_KEYS)}", key)
        setup = self._setup()
        seed = self._number("seed", 0)
        players = [PlayerState(Pile([])) for _ in range(setup.players)]
        center_deck = Pile.ordered(self._cards("center_deck"))
        turn = TurnState(self._seat("turn", setup.players))
        game = GameState(setup, self.library.cards, Chance(seed), players, center_deck, turn)
        game.first = self._seat("first", setup.players)
        game.turn_number = 1
        game.pool = self._number("honor_pool", setup.pool())
        game.ending = game.pool == 0
        game.void = self._cards("void")
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

    def _setup(self) -> Setup:
        named = [int(key[1]) for key in self.given if is_player_key(key)]
        variant = self.given.get("variant", terms.STANDARD)
        players = self.given.get("players", self._most_named(variant))
        if not isinstance(players, int) or isinstance(players, bool):
            raise self.scenario.error("given.players must be a number", "players")
        if named and max(named) > players:
            raise self.scenario.error(f"p{max(named)} is named, but there are {players} players", f"p{max(named)}")
        try:
            return Setup(self.library, players, self.scenario.sets, str(variant), row_length=6, is_study=True)
        except VigilError as error:
            raise self.scenario.error(str(error)) from None

    def _most_named(self, variant: object) -> int:
        """As many players as the scenario speaks of, wherever in it; teams need four or six."""
        if variant == terms.SOLITAIRE:
            return 1
        given, then = self.given, self.scenario.then
        seats = [*(table.get(key) for table in (given, then) for key in ("first", "turn")), then.get("winners")]
        words = [*given, *then, *self.scenario.steps, *seats]
        most = max([2, *(int(each) for word in words for each in re.findall(r"\bp([1-6])\b", str(word)))])
        return most if variant != terms.TEAM else 4 if most <= 4 else 6

    # --- pieces

    def _card(self, name: object) -> int:
        if not isinstance(name, str):
            raise self.scenario.error(f"{name!r} is not a card's name")
        try:
            return self.library.card(name.strip()).number
        except UnknownName as error:
            raise self.scenario.error(str(error), name) from None

    def _cards(self, key: str, table: dict[str, Any] | None = None) -> tuple[int, ...]:
        names = (self.given if table is None else table).get(key, [])
        if not isinstance(names, list):
            raise self.scenario.error(f'"{key}" must be a list of names', key)
        return tuple(self._card(name) for name in names)

    def _number(self, key: str, default: int, table: dict[str, Any] | None = None) -> int:
        value = (self.given if table is None else table).get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.scenario.error(f'"{key}" must be a number, 0 or more', key)
        return value

    def _seat(self, key: str, count: int) -> int:
        return seat_of(self.scenario, self.given.get(key, "p1"), count)

    def _set_supply(self, game: GameState) -> None:
        game.supply = game.setup.supply_counts()
        supply = self.given.get("supply", {})
        if not isinstance(supply, dict):
            raise self.scenario.error("given.supply must name its cards: given.supply.Mystic = 3", "supply")
        for name in supply:
            card = self._card(name)
            if card not in game.setup.supply:
                raise self.scenario.error(f'"{name}" is not an always-available card', name)
            game.supply = replaced(game.supply, game.setup.supply.index(card), self._number(name, 0, supply))

    def _set_row(self, game: GameState) -> None:
        row = self.given.get("row", [])
        if not isinstance(row, list):
            raise self.scenario.error('"row" must be a list of names', "row")
        for entry in row:
            names = [part.strip() for part in str(entry).split(" / ")]
            game.row += (self._card(names[0]),)
            game.under += (tuple(self._card(name) for name in reversed(names[1:])),)

    def _set_cult(self, game: GameState) -> None:
        cult = self.given.get("cult", {})
        if not isinstance(cult, dict):
            raise self.scenario.error("given.cult must be a table: write given.cult.honor = 3", "cult")
        for key in cult:
            if key not in ("honor", "cards"):
                raise self.scenario.error(f"given.cult.{key} is not known: there are honor and cards", key)
        game.cult_honor = self._number("honor", 0, cult)
        game.cult_cards = self._cards("cards", cult)

    def _set_player(self, game: GameState, seat: int) -> None:
        table = self.given.get(f"p{seat + 1}", {})
        if not isinstance(table, dict):
            raise self.scenario.error(f"given.p{seat + 1} must be a table", f"p{seat + 1}")
        for key in table:
            if key not in PLAYER_LISTS + PLAYER_NUMBERS:
                hint = did_you_mean(key, PLAYER_LISTS + PLAYER_NUMBERS)
                raise self.scenario.error(f"given.p{seat + 1}.{key} is not known.{hint}", key)
        player = game.players[seat]
        player.hand = tuple(sorted(self._cards("hand", table)))
        player.discard = self._cards("discard", table)
        player.played = self._cards("played", table)
        player.constructs = self._cards("constructs", table)
        player.uses = (0,) * len(player.constructs)
        player.trophies = self._cards("trophies", table)
        player.deck = Pile.ordered(self._cards("deck", table))
        player.honor = self._number("honor", 0, table)
        if seat == game.turn.seat:
            turn = game.turn
            turn.played = player.played
            turn.runes = self._number("runes", 0, table)
            turn.power = self._number("power", 0, table)
            turn.energy = self._number("energy", 0, table)
            turn.mechana_runes = self._number("mechana_runes", 0, table)

    def _set_events_aside(self, game: GameState) -> None:
        """A transformed hero that is on the table was an event once: that side of it lies aside."""
        found = [*game.void, *game.row, *game.deck.cards]
        for player in game.players:
            found += [*player.hand, *player.discard, *player.played, *player.deck.cards]
        cards = game.cards
        aside = [cards[each].other_side for each in found if cards[each].origin == terms.FROM_EVENT]
        game.set_aside = tuple(aside)


def set_up(library: Library, scenario: Scenario) -> GameState:
    game = Setter(library, scenario).set_up()
    assert NOTHING not in game.row
    return game
