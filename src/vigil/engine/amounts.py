"""Amounts: numbers that are counted when the effect resolves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from ..text import phrases as p
from ..text.phrases import Words
from . import terms
from .card import Card
from .declared import Declared
from .filters import ANY, CONSTRUCT, Filter, count_in_play, of_constructs
from .frames import Context
from .places import Places, zone_of
from .state import GameState
from .terms import NOTHING


@mypyc_attr(allow_interpreted_subclasses=True)
class Amount(Declared):
    """A number that is counted when an effect happens."""

    reads_treasure: bool = False
    """Whether it counts the treasure under the card, which only the fate of a card does."""
    personal: bool = False
    """Whether it counts something of the context's player, rather than of the turn."""
    reads_trigger: bool = False
    """Whether it reads the card that set off a trigger."""

    def of(self, game: GameState, context: Context) -> int:
        raise NotImplementedError

    def phrase(self) -> Words:
        """The words after `for each`."""
        raise NotImplementedError


class InPlay(Amount):
    """How many such cards the player has in play."""

    personal = True

    def __init__(self, kind: Filter) -> None:
        self.kind = of_constructs("InPlay", kind)

    def of(self, game: GameState, context: Context) -> int:
        return count_in_play(game, context.seat, self.kind)

    def phrase(self) -> Words:
        return p.Cards(self.kind.phrase(), how=p.SINGULAR, place=p.CONTROLLED)


class FactionsInPlay(Amount):
    """The number of different printed factions. A captured monster is Mechana."""

    personal = True

    def of(self, game: GameState, context: Context) -> int:
        found = set()
        for card in game.players[context.seat].constructs:
            found.add(game.cards[card].faction_in_play)
        found.discard(terms.NO_FACTION)
        return len(found)

    def phrase(self) -> Words:
        constructs = p.Cards(CONSTRUCT.phrase(), how=p.PLURAL, place=p.CONTROLLED)
        return p.words(p.Short("different faction among", "faction of"), constructs)


class EnergyGained(Amount):
    """The energy that the player has gained this turn."""

    keyword = "Energize"

    def of(self, game: GameState, context: Context) -> int:
        return context.energy

    def phrase(self) -> Words:
        return p.words("energy", p.Short(p.words(p.YOU, "have gained this turn"), "gained"))


_COUNTED: Final = (terms.HAND_ZONE, terms.DISCARD_ZONE, terms.PLAYED_ZONE, terms.ROW_ZONE, terms.VOID_ZONE)
"""The zones whose cards the player may know."""


def cards_in(game: GameState, seat: int, places: Places, kind: Filter) -> list[int]:
    """All matching cards in these places. A card played this turn counts even if it has been banished since."""
    found: list[int] = []
    for zone in places.zones:
        if zone == terms.ROW_ZONE:
            cards: Sequence[int] = game.row
        else:
            cards = game.turn.played if zone == terms.PLAYED_ZONE else zone_of(game, seat, zone)
        found += [card for card in cards if card != NOTHING and kind.test(game, seat, card, zone)]
    return found


class CardsIn(Amount):
    """The number of matching cards in these places. Constructs in play are counted by `InPlay`."""

    def __init__(self, places: Places, kind: Filter = ANY) -> None:
        self.places = places.within("CardsIn", _COUNTED)
        self.kind = kind
        self.personal = terms.PLAYED_ZONE not in places.zones

    def of(self, game: GameState, context: Context) -> int:
        return len(cards_in(game, context.seat, self.places, self.kind))

    def phrase(self) -> Words:
        return p.Cards(self.kind.phrase(), how=p.SINGULAR, place=self.places.phrase())


THAT_CARD: Final = Places((terms.TRANSIT_ZONE,))
"""The card that set off the trigger."""


class ValueOf(Amount):
    """The printed honor or cost of THAT_CARD, or the total of all matching cards in some places."""

    def __init__(self, word: str, value: str, cards: Places, kind: Filter) -> None:
        self.reads_trigger = cards is THAT_CARD
        self.places = cards if self.reads_trigger else cards.within(word, _COUNTED)
        self.value = value
        self.kind = kind
        self.personal = terms.PLAYED_ZONE not in cards.zones

    def of(self, game: GameState, context: Context) -> int:
        if self.reads_trigger:
            return self._printed(game.cards[context.trigger_card])
        found = cards_in(game, context.seat, self.places, self.kind)
        return sum(self._printed(game.cards[card]) for card in found)

    def _printed(self, card: Card) -> int:
        return card.honor if self.value == "honor" else card.runes if self.value == "rune" else card.power

    def phrase(self) -> Words:
        return p.words(self.value, "in", self.whole())

    def whole(self) -> Words:
        """`its power cost`"""
        value = f"{self.value} {'value' if self.value == 'honor' else 'cost'}"
        if self.reads_trigger:
            return f"its {value}"
        cards = p.Cards(self.kind.phrase(), how=p.PLURAL, place=self.places.phrase())
        return p.words(f"the total {value} of the", cards)


def HonorOf(cards: Places, kind: Filter = ANY) -> ValueOf:
    """The honor of these cards together: `HonorOf(THAT_CARD)`."""
    return ValueOf("HonorOf", "honor", cards, kind)


def RuneCostOf(cards: Places, kind: Filter = ANY) -> ValueOf:
    """What these cards cost in runes together."""
    return ValueOf("RuneCostOf", "rune", cards, kind)


def PowerCostOf(cards: Places, kind: Filter = ANY) -> ValueOf:
    """What these monsters cost in power together."""
    return ValueOf("PowerCostOf", "power", cards, kind)


class TreasureUnderThis(Amount):
    """The number of treasures under the card, counted when it entered the row."""

    personal = True
    reads_treasure = True

    def of(self, game: GameState, context: Context) -> int:
        return context.count

    def phrase(self) -> Words:
        return p.words("Treasure under", p.THIS)
