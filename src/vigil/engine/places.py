"""Places: the zones in which an effect looks for cards. `|` means or."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from ..text.phrases import Place
from . import terms
from .declared import Declared
from .errors import BadCard
from .filters import Filter
from .options import Option, option
from .state import GameState
from .terms import CHOOSE, NOTHING


class Places(Declared):
    def __init__(self, zones: tuple[int, ...]) -> None:
        self.zones = zones

    def __or__(self, other: Places) -> Places:
        return Places(tuple(dict.fromkeys(self.zones + other.zones)))

    def within(self, word: str, zones: tuple[int, ...]) -> Places:
        """Returns the places if the zones that the word supports include all of them."""
        if all(zone in zones for zone in self.zones):
            return self
        raise BadCard(f"{word} can only find cards in {' | '.join(_NAMES[zone] for zone in zones)}.")

    def phrase(self) -> Place:
        """`in your hand or discard pile`; empty for `ANYWHERE`."""
        zones = self.zones
        if terms.ROW_ZONE in zones and terms.SUPPLY_ZONE in zones:
            return Place()
        return Place(
            own=tuple(word for zone, word in _OWN.items() if zone in zones),
            shared=tuple(word for zone, word in _SHARED.items() if zone in zones),
            played=terms.PLAYED_ZONE in zones,
            controlled=terms.CONSTRUCTS_ZONE in zones,
            supply=terms.SUPPLY_ZONE in zones,
        )


_NAMES: Final = {
    terms.HAND_ZONE: "HAND",
    terms.DISCARD_ZONE: "DISCARD",
    terms.DECK_ZONE: "DECK",
    terms.PLAYED_ZONE: "PLAYED",
    terms.CONSTRUCTS_ZONE: "CONSTRUCTS",
    terms.ROW_ZONE: "CENTER_ROW",
    terms.SUPPLY_ZONE: "SUPPLY",
    terms.VOID_ZONE: "THE_VOID",
}
_OWN: Final = {terms.HAND_ZONE: "hand", terms.DECK_ZONE: "deck", terms.DISCARD_ZONE: "discard pile"}
_SHARED: Final = {terms.ROW_ZONE: "center row", terms.VOID_ZONE: "void"}


HAND: Final = Places((terms.HAND_ZONE,))
DISCARD: Final = Places((terms.DISCARD_ZONE,))
DECK: Final = Places((terms.DECK_ZONE,))
PLAYED: Final = Places((terms.PLAYED_ZONE,))
CONSTRUCTS: Final = Places((terms.CONSTRUCTS_ZONE,))
CENTER_ROW: Final = Places((terms.ROW_ZONE,))
ANYWHERE: Final = Places((terms.ROW_ZONE, terms.SUPPLY_ZONE))
"""The center row and the always-available cards: the default of effects that acquire or defeat."""
THE_VOID: Final = Places((terms.VOID_ZONE,))


def find(game: GameState, seat: int, owner: int, places: Places, kind: Filter) -> list[Option]:
    """One option for each distinct matching card, in a fixed order. `seat` chooses, `owner` has the cards."""
    found: list[Option] = []
    for zone in places.zones:
        if zone == terms.ROW_ZONE:
            _find_in_row(game, seat, kind, found)
        elif zone == terms.SUPPLY_ZONE:
            _find_in_supply(game, seat, kind, found)
        else:
            whose = NOTHING if seat == owner or zone == terms.VOID_ZONE else owner
            last = NOTHING
            for number in sorted(zone_of(game, owner, zone)):
                if number != last and kind.test(game, owner, number, zone):
                    card = game.cards[number]
                    theirs = whose != NOTHING
                    found.append(option(CHOOSE, card, zone, NOTHING, whose) if theirs else card.choose_options[zone])
                last = number
    return found


def _find_in_row(game: GameState, seat: int, kind: Filter, found: list[Option]) -> None:
    for slot, card in enumerate(game.row):
        if card != NOTHING and not is_twin(game, slot) and kind.test(game, seat, card, terms.ROW_ZONE):
            found.append(option(CHOOSE, game.cards[card], terms.ROW_ZONE, slot))


def is_twin(game: GameState, slot: int) -> bool:
    """Whether an equal card with equal treasure is further left, so that one option stands for both.

    Never in solitaire: there the row slides, so the slot matters.
    """
    each: i64
    number: i64 = game.row[slot]
    for first, each in enumerate(game.row):
        if each == number:
            return first != slot and game.under[first] == game.under[slot] and not game.setup.solitaire
    return False


def twins(game: GameState, pick: Option) -> list[Option]:
    """The options for the other cards of the row that this option stands for."""
    first = pick.slot
    slots = range(first + 1, len(game.row))
    return [
        option(pick.verb, pick.card, pick.zone, slot, pick.seat, label=pick.label)
        for slot in slots
        if is_twin(game, slot) and game.row[slot] == game.row[first] and game.under[slot] == game.under[first]
    ]


def _find_in_supply(game: GameState, seat: int, kind: Filter, found: list[Option]) -> None:
    for index, card in enumerate(game.setup.supply):
        if game.supply[index] and kind.test(game, seat, card, terms.SUPPLY_ZONE):
            found.append(game.cards[card].choose_options[terms.SUPPLY_ZONE])
    for card in game.setup.standing_monsters:
        if kind.test(game, seat, card, terms.SUPPLY_ZONE):
            found.append(game.cards[card].choose_options[terms.SUPPLY_ZONE])


def zone_of(game: GameState, owner: int, zone: int) -> Sequence[int]:
    """The cards in a zone; those in a deck are in no particular order."""
    if zone == terms.VOID_ZONE:
        return game.void
    player = game.players[owner]
    if zone == terms.HAND_ZONE:
        return player.hand
    if zone == terms.DISCARD_ZONE:
        return player.discard
    if zone == terms.PLAYED_ZONE:
        return player.played
    if zone == terms.CONSTRUCTS_ZONE:
        return player.constructs
    if zone == terms.TROPHIES_ZONE:
        return player.trophies
    if zone == terms.DECK_ZONE:
        return player.deck.cards
    raise ValueError(f"There is no zone {zone} to look in.")
