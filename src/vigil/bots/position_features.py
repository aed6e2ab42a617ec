"""A position as the network reads it: which cards lie where, and a few numbers. Compiled together with the engine.

Only what everybody may know goes in. What a player owns is public, how it is split between hand and deck is not, so the
two are one bag: a game and every game sampled from a view of it read the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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

NUMBERS: Final = 11
"""How many numbers are read for each seat."""


class PositionBatch:
    """Positions one after the other, all at tables of as many players. `places` are bags of cards, each a place in a
    table of `ZONES` times all cards; `starts` says where each bag begins; `numbers` are `NUMBERS` for every seat.

    A position is two bags for every seat (what it owns; what lies before it) and one for what lies in the middle.
    """

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.places: list[int] = []
        self.starts: list[int] = []
        self.numbers: list[float] = []
        self.count = 0

    def add(self, game: GameState) -> None:
        """Reads the position between two turns, or at any other moment as if the turn had just begun."""
        self.count += 1
        seats = len(game.players)
        around = float(seats)
        light = light_over(game)
        for seat in range(seats):
            player = game.players[seat]
            self._begin_bag()
            honor = player.honor
            size = 0
            for zone in (player.hand, player.discard, player.played):
                for number in zone:
                    self.places.append(number)
                    honor += game.cards[number].honor
                    size += 1
            for number in player.deck.cards:
                self.places.append(number)
                honor += game.cards[number].honor
                size += 1
            self._begin_bag()
            self._lay(player.discard, DISCARDED)
            self._lay(player.constructs, IN_PLAY)
            self._lay(player.trophies, TROPHY)
            for number in player.constructs:
                honor += game.cards[number].honor
            numbers = self.numbers
            numbers.append(float(honor) / 30.0)
            numbers.append(float(size) / 20.0)
            numbers.append(float((seat - game.turn.seat) % seats) / around)
            numbers.append(float((seat - game.first) % seats) / around)
            numbers.append(float(game.pool) / (15.0 * around))
            numbers.append(float(game.turn_number) / (15.0 * around))
            numbers.append(1.0 if game.ending else 0.0)
            numbers.append(float(game.extra_turns))
            numbers.append(around / 4.0)
            numbers.append(1.0 if light == DAY else 0.0)
            numbers.append(1.0 if light == NIGHT else 0.0)
        self._begin_bag()
        self._lay(game.row, IN_ROW)
        for treasure in game.under:
            self._lay(treasure, UNDER_ROW)
        if game.event != NOTHING:
            self.places.append(EVENT * self.cards + game.event)

    def _begin_bag(self) -> None:
        """Every bag begins with the place of no card, so that none is ever empty."""
        self.starts.append(len(self.places))
        self.places.append(ZONES * self.cards)

    def _lay(self, zone: tuple[int, ...], where: int) -> None:
        for number in zone:
            if number != NOTHING:
                self.places.append(where * self.cards + number)
