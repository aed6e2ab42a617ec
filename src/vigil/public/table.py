"""The public part of a game, which `Game` and `View` have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from vigil.engine.library import fold
from vigil.engine.light import light_of
from vigil.engine.state import GameState, PublicPlayer
from vigil.engine.terms import LIGHT_WORDS, NOTHING, seat_name
from vigil.engine.view import SeatView

from .arguments import seat_in, whole
from .cards import WRAPPED, Card
from .wording import amount


class Supply(Mapping[Card, int]):
    """The number of copies left of each always-available card. Names work as keys too.

    >>> import vigil
    >>> supply = vigil.new_game(sets="chronicle", seed=8).supply
    >>> supply["Mystic"], supply[vigil.card("Heavy Infantry")]
    (30, 29)
    """

    def __init__(self, counts: Mapping[Card, int]) -> None:
        self._counts = counts

    def __getitem__(self, key: Card | str) -> int:
        if isinstance(key, str):
            return {fold(card.name): count for card, count in self._counts.items()}[fold(key)]
        return self._counts[key]

    def __iter__(self) -> Iterator[Card]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __repr__(self) -> str:
        return repr(self._counts)


class _PartOfState:
    """A part of the table. It always shows the current state of the game."""

    __slots__ = ("_state",)

    def __init__(self, state: GameState | SeatView) -> None:
        self._state = state

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._state is self._state

    def __hash__(self) -> int:
        return id(self._state)


class Turn(_PartOfState):
    """The current turn. It always shows the current state of the game.

    >>> import vigil
    >>> game = vigil.new_game(seed=8, first=0)
    >>> game.choose("play Militia")
    >>> game.turn
    <Turn 1 of p1: 0 runes, 1 power>
    >>> game.turn.power, game.turn.played
    (1, [<Card 'Militia'>])
    """

    __slots__ = ()

    @property
    def seat(self) -> int:
        """The seat of the active player."""
        return self._state.turn.seat

    @property
    def number(self) -> int:
        """The number of the turn, counted from 1 over all players."""
        return self._state.turn_number

    @property
    def runes(self) -> int:
        """The runes left to spend."""
        return self._state.turn.runes

    @property
    def power(self) -> int:
        """The power left to spend."""
        return self._state.turn.power

    @property
    def energy(self) -> int:
        """The energy gained this turn. It is counted, not spent."""
        return self._state.turn.energy

    @property
    def mechana_runes(self) -> int:
        """Runes that can only be spent on Mechana constructs."""
        return self._state.turn.mechana_runes

    @property
    def played(self) -> list[Card]:
        """The cards played this turn, in order, including those that have since left play."""
        return cards_of(self._state, self._state.turn.played)

    @property
    def resources(self) -> str:
        """What can be spent, in words: `3 runes, 1 power`."""
        parts = [amount(self.runes, "rune"), f"{self.power} power"]
        if self.mechana_runes:
            parts.insert(1, amount(self.mechana_runes, "Mechana rune"))
        return ", ".join(parts + [f"{self.energy} energy"] * (self.energy > 0))

    def __repr__(self) -> str:
        return f"<Turn {self.number} of {seat_name(self.seat)}: {self.resources}>"


class Cult(_PartOfState):
    """The opponent in solitaire.

    >>> import vigil
    >>> vigil.new_game(variant="solitaire", seed=8).cult
    <Cult: 0 honor, 0 cards>
    """

    __slots__ = ()

    @property
    def honor(self) -> int:
        """The Cult's honor tokens."""
        return self._state.cult_honor

    @property
    def cards(self) -> list[Card]:
        """The cards that the Cult has taken."""
        return cards_of(self._state, self._state.cult_cards)

    @property
    def score(self) -> int:
        """The Cult's honor tokens plus the honor of its cards."""
        return self.honor + sum(card.honor for card in self.cards)

    def __repr__(self) -> str:
        return f"<Cult: {self.score} honor, {amount(len(self.cards), 'card')}>"


class Table:
    """The public part of a game, the base class of `Game` and `View`."""

    __slots__ = ("names", "state")

    state: GameState | SeatView
    names: list[str]
    """The players' names; empty if none were given."""

    @property
    def sets(self) -> list[str]:
        """The titles of the sets in play."""
        return [card_set.title for card_set in self.state.setup.card_sets()]

    @property
    def variant(self) -> str:
        """`standard`, `team` or `solitaire`."""
        return self.state.setup.variant

    @property
    def turn(self) -> Turn:
        """The current turn: the active player, and what they can spend."""
        return Turn(self.state)

    @property
    def turn_number(self) -> int:
        """The number of the turn, counted from 1 over all players."""
        return self.state.turn_number

    @property
    def first_seat(self) -> int:
        """The seat that took the first turn."""
        return self.state.first

    @property
    def row(self) -> list[Card]:
        """The center row from left to right."""
        return cards_of(self.state, (card for card in self.state.row if card != NOTHING))

    @property
    def under_row(self) -> list[list[Card]]:
        """The treasure under each card of the row."""
        pairs = zip(self.state.row, self.state.under, strict=True)
        return [cards_of(self.state, under) for card, under in pairs if card != NOTHING]

    @property
    def supply(self) -> Supply:
        """The number of copies left of each always-available card. Names work as keys too: `supply["Mystic"]`."""
        return Supply(dict(zip(cards_of(self.state, self.state.setup.supply), self.state.supply, strict=True)))

    @property
    def standing_monsters(self) -> list[Card]:
        """The always-available monsters, which can be defeated any number of times."""
        return cards_of(self.state, self.state.setup.standing_monsters)

    @property
    def void(self) -> list[Card]:
        """The void: banished cards and defeated monsters."""
        return cards_of(self.state, self.state.void)

    @property
    def removed(self) -> list[Card]:
        """The cards removed from the game."""
        return cards_of(self.state, self.state.removed)

    @property
    def event(self) -> Card | None:
        """The current event; None if there is none."""
        return None if self.state.event == NOTHING else WRAPPED[self.state.cards[self.state.event]]

    @property
    def light(self) -> str:
        """`day`, `night` or `neither`."""
        return LIGHT_WORDS[light_of(self.state.cards, self.state.row)]

    @property
    def honor_pool(self) -> int:
        """The honor left in the pool. Once it is empty, the game ends after the current round."""
        return self.state.pool

    @property
    def cult(self) -> Cult | None:
        """The opponent in solitaire; None in other games."""
        return Cult(self.state) if self.state.setup.solitaire else None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    @property
    def winners(self) -> list[int]:
        """The seats that won: one, a team, or none (the game is not over, or the Cult won)."""
        return list(self.state.winners)

    def name_of(self, seat: int) -> str:
        """The name of the player in this seat; `p1`, `p2` and so on if no names were given."""
        number = seat_in(self.state, whole("seat", seat))
        return (self.names[number] if self.names else "") or seat_name(number)


class TablePlayer:
    """The public part of a player, the base class of `Player` and `SeenPlayer`."""

    __slots__ = ("_seat", "_table")

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self._seat = seat

    @property
    def seat(self) -> int:
        """The player's seat, counted from 0."""
        return self._seat

    def __eq__(self, other: object) -> bool:
        """Whether it is the same player of the same game."""
        return isinstance(other, TablePlayer) and other._table.state is self._table.state and other.seat == self.seat

    def __hash__(self) -> int:
        return hash((id(self._table.state), self.seat))

    @property
    def _player(self) -> PublicPlayer:
        return self._table.state.players[self.seat]

    def _cards(self, numbers: Iterable[int]) -> list[Card]:
        return cards_of(self._table.state, numbers)

    @property
    def name(self) -> str:
        """The player's name; `p1`, `p2` and so on if no names were given."""
        return self._table.name_of(self.seat)

    @property
    def honor(self) -> int:
        """The player's honor tokens, without the honor of their cards."""
        return self._player.honor

    @property
    def discard(self) -> list[Card]:
        """The discard pile."""
        return self._cards(self._player.discard)

    @property
    def played(self) -> list[Card]:
        """The cards played this turn, without constructs and cards that have left play."""
        return self._cards(self._player.played)

    @property
    def constructs(self) -> list[Card]:
        """The constructs in play."""
        return self._cards(self._player.constructs)

    @property
    def trophies(self) -> list[Card]:
        """The player's trophies."""
        return self._cards(self._player.trophies)


def cards_of(state: GameState | SeatView, numbers: Iterable[int]) -> list[Card]:
    """The cards with these numbers."""
    cards = state.cards
    return [WRAPPED[cards[number]] for number in numbers]
