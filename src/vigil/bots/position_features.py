"""A position as the network reads it: which cards lie where, and a few numbers. Compiled together with the engine.

Only what everybody may know goes in. What a player owns is public, how it is split between hand and deck is not, so the
two are one bag: a game and every game sampled from a view of it read the same.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from vigil.engine.light import light_over
from vigil.engine.terms import DAY, NIGHT, NOTHING

if TYPE_CHECKING:
    from vigil.engine.state import GameState

# Where a card lies, as far as it matters for what it is worth.
OWNED: Final = 0
DISCARDED: Final = 1
IN_PLAY: Final = 2
TROPHY: Final = 3
IN_ROW: Final = 4
UNDER_ROW: Final = 5
EVENT: Final = 6
ZONES: Final = 7

# The kinds of bags.
OWNED_BAG: Final = 0
OPEN_BAG: Final = 1
MIDDLE_BAG: Final = 2

MARK_BITS: Final = 54
"""So large that two bags hardly ever have the same sum, and so small that a sum is still a small integer."""

NUMBERS: Final = 11
"""How many numbers are read for each seat."""


class PositionBatch:
    """Positions one after the other, all at tables of as many players. `places` are bags of cards, each a place in a
    table of `ZONES` times all cards; `starts` says where each bag begins; `numbers` are `NUMBERS` for every seat.

    A position is two bags for every seat (what it owns; what lies before it) and one for what lies in the middle.
    `keys` has a number for every bag that is the same for the same cards in any order, and different for others.
    """

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.places: list[int] = []
        self.starts: list[int] = []
        self.keys: list[int] = []
        self.numbers: list[float] = []
        self.count = 0
        self._marks = _marks(cards)

    def add(self, game: GameState) -> None:
        """Reads the position between two turns, or at any other moment as if the turn had just begun."""
        self.count += 1
        seats = len(game.players)
        around = float(seats)
        light = light_over(game)
        cards = game.cards
        marks = self._marks
        for seat in range(seats):
            player = game.players[seat]
            self._begin_bag(OWNED_BAG)
            honor: i64 = player.honor
            key: i64 = OWNED_BAG
            # A card that is owned has its number as its place.
            owned = [*player.hand, *player.discard, *player.played, *player.deck.cards]
            self.places.extend(owned)
            number: i64
            for number in owned:
                key += marks[number]
                honor += cards[number].honor
            self.keys[-1] = key
            self._begin_bag(OPEN_BAG)
            self._lay(player.discard, DISCARDED)
            self._lay(player.constructs, IN_PLAY)
            self._lay(player.trophies, TROPHY)
            for number in player.constructs:
                honor += cards[number].honor
            numbers = self.numbers
            numbers.append(float(honor) / 30.0)
            numbers.append(float(len(owned)) / 20.0)
            numbers.append(float((seat - game.turn.seat) % seats) / around)
            numbers.append(float((seat - game.first) % seats) / around)
            numbers.append(float(game.pool) / (15.0 * around))
            numbers.append(float(game.turn_number) / (15.0 * around))
            numbers.append(1.0 if game.ending else 0.0)
            numbers.append(float(game.extra_turns))
            numbers.append(around / 4.0)
            numbers.append(1.0 if light == DAY else 0.0)
            numbers.append(1.0 if light == NIGHT else 0.0)
        self._begin_bag(MIDDLE_BAG)
        self._lay(game.row, IN_ROW)
        for treasure in game.under:
            self._lay(treasure, UNDER_ROW)
        if game.event != NOTHING:
            self._lay((game.event,), EVENT)

    def places_of(self, bag: int) -> list[int]:
        end = self.starts[bag + 1] if bag + 1 < len(self.starts) else len(self.places)
        return self.places[self.starts[bag] : end]

    def kind_of(self, bag: int) -> int:
        bags = len(self.starts) // self.count
        place = bag % bags
        return MIDDLE_BAG if place == bags - 1 else place % 2

    def _begin_bag(self, kind: int) -> None:
        """Every bag begins with the place of no card, so that none is ever empty."""
        self.starts.append(len(self.places))
        self.places.append(ZONES * self.cards)
        self.keys.append(kind)

    def _lay(self, zone: tuple[int, ...], where: int) -> None:
        if not zone:
            return
        marks = self._marks
        key: i64 = self.keys[-1]
        first: i64 = where * self.cards
        number: i64
        for number in zone:
            if number != NOTHING:
                self.places.append(first + number)
                key += marks[first + number]
        self.keys[-1] = key


_known_marks: Final[dict[int, list[int]]] = {}


def _marks(cards: int) -> list[int]:
    """A random number for every place. The key of a bag is the sum of those of its cards."""
    found = _known_marks.get(cards)
    if found is None:
        random = Random(0)
        found = [random.getrandbits(MARK_BITS) for _ in range(ZONES * cards)]
        _known_marks[cards] = found
    return found
