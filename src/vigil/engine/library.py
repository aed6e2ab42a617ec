"""The library: every card that is known, each with its number, and the sets they come in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pkgutil import resolve_name
from typing import Any

from . import arguments, terms
from .abilities import Ability
from .acquire import ARRIVE
from .card import Card
from .effect import Effect
from .empower import EMPOWER
from .errors import BadCard, BadRecord, UnknownName, did_you_mean
from .hands import SEND_TO
from .play import MAY_CAPTURE
from .rewards import ORDER_REWARDS, SETTLE
from .row import RESOLVE_FATES
from .solitaire import CULT_TURN
from .taking import COPY_AGAIN
from .triggers import ANSWER
from .turn import BEGIN_GAME, BEGIN_NEXT_TURN, TAKE_TURN

PROCEDURES: tuple[Effect, ...] = (
    TAKE_TURN,
    BEGIN_NEXT_TURN,
    BEGIN_GAME,
    CULT_TURN,
    RESOLVE_FATES,
    ANSWER,
    ARRIVE,
    ORDER_REWARDS,
    SETTLE,
    COPY_AGAIN,
    MAY_CAPTURE,
    SEND_TO,
    EMPOWER,
)
"""The parts of the game itself that can stand unfinished on the stack."""


class CardSet:
    """One box: its center deck, and what it brings for the players."""

    def __init__(
        self,
        name: str,
        title: str,
        cards: Sequence[Card],
        *,
        starting: Mapping[str, int],
        supply: Mapping[str, int],
        standing: Sequence[str],
        treasure: Mapping[str, int] | None = None,
        transformed: Sequence[Card] = (),
    ) -> None:
        self.declared_at = arguments.place_of_declaration()
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            raise BadCard(f'{name!r} cannot be the name of a set: write small letters with hyphens, "my-own-set".')
        if not title.strip():
            raise BadCard('The set has no title: write one as people read it, "My Own Set".')
        if not cards:
            raise BadCard("The set has no cards.")
        everything: list[Any] = [*cards, *transformed]
        for each in everything:
            if not isinstance(each, Card):
                raise BadCard(f"Among its cards is {arguments.described(each)}, which is not a card.")
        if not starting:
            raise BadCard('Nobody can start without cards: write starting={"My Hero": 10}.')
        for pile, counts in (("starting", starting), ("supply", supply), ("treasure", treasure or {})):
            for card, count in counts.items():
                if not arguments.is_whole(count, 1):
                    raise BadCard(f"{count!r} cards called {card!r} in {pile} are impossible: write 1 or more.")
        self.name = name
        self.title = title
        self.cards = tuple(cards)
        self.starting = dict(starting)
        self.supply = dict(supply)
        self.standing = tuple(standing)
        self.treasure = dict(treasure or {})
        """How many treasures the center deck gets for every set of the game, this one included."""
        self.transformed = tuple(transformed)


class Library:
    """`cards`, `effects` and `abilities` are lists: a number finds its thing again, in every process that loads the
    same sets.

    `address` is where every process finds this library, such as `vigil.cards:LIBRARY`. Games are pickled with the
    address, not with the cards; those of a library without one can be copied, but not pickled.
    """

    def __init__(self, basics: Sequence[Card], sets: Sequence[CardSet], address: str = "") -> None:
        self.address = address
        self.cards: list[Card] = []
        self.effects: list[Effect] = []
        self.abilities: list[Ability] = []
        self.sets: dict[str, CardSet] = {}
        self._by_name: dict[str, Card] = {}
        self._event_bits = 0
        for number, effect in enumerate(PROCEDURES):
            # All libraries share them, so they have the same numbers in each.
            effect.number = number
            self.effects.append(effect)
        for card in basics:
            self._add(card, "")
        for each in sets:
            self.add_set(each)

    def __deepcopy__(self, memo: object) -> Library:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        if not self.address:
            raise TypeError(
                "Only games and cards of a library with an address can be pickled: write "
                'Library(..., address="my_module:LIBRARY").'
            )
        return found_at, (self.address, list(self.sets))

    def add_set(self, new: CardSet) -> None:
        self.sets[new.name] = new
        for card in new.cards:
            self._add(card, new.name)
        for card in new.transformed:
            card.origin = terms.FROM_EVENT
            self._add(card, new.name)
        for card in new.cards:
            if card.becomes:
                other = self.card(card.becomes)
                card.other_side = other.number
                other.other_side = card.number

    def _add(self, card: Card, set_name: str) -> None:
        if card.name in self._by_name:
            raise BadCard(f'Two cards are called "{card.name}".')
        if card.library is not None:
            raise BadCard(f'"{card.name}" is in a library already: declare the card again for another one.')
        card.set_name = set_name
        card.library = self
        if card.is_event:
            # The uses of a turn are one number for all events: each of their abilities has a bit of its own there.
            for ability in card.abilities:
                ability.bit = 1 << self._event_bits
                self._event_bits += 1
        card.number_as(len(self.cards))
        self.cards.append(card)
        self._by_name[card.name] = card
        for ability in card.abilities + card.trophy + ((card.arrives,) if card.arrives else ()):
            self._number_ability(ability)
        for effect in card.play + card.reward + card.fate + card.banished:
            self._number_effect(effect)

    def _number_effect(self, effect: Effect) -> None:
        if effect.number == -1:
            effect.number = len(self.effects)
            self.effects.append(effect)
        elif self.effects[effect.number : effect.number + 1] != [effect]:
            raise BadCard(f"{type(effect).__name__} has a number in another library: write it again for this one.")
        for part in effect.parts():
            self._number_effect(part)
        for ability in effect.waiting_abilities():
            self._number_ability(ability)

    def _number_ability(self, ability: Ability) -> None:
        if ability.number == -1:
            ability.number = len(self.abilities)
            self.abilities.append(ability)
        elif self.abilities[ability.number : ability.number + 1] != [ability]:
            raise BadCard(f"{type(ability).__name__} has a number in another library: write it again for this one.")
        for part in ability.parts():
            self._number_effect(part)

    # --- looking up

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def card(self, name: str) -> Card:
        found = self._by_name.get(name)
        if found is None:
            found = self._folded().get(fold(name))
        if found is None:
            raise UnknownName(f'There is no card called "{name}".{did_you_mean(name, self._by_name)}')
        return found

    def _folded(self) -> dict[str, Card]:
        return {fold(name): card for name, card in self._by_name.items()}

    def set_called(self, name: str) -> CardSet:
        found = self.sets.get(name) or self.sets.get(fold(name).replace(" ", "-"))
        if found is None:
            known = ", ".join(self.sets)
            raise UnknownName(f'There is no set called "{name}".{did_you_mean(name, self.sets)} Known sets: {known}.')
        return found

    def names(self) -> list[str]:
        return list(self._by_name)


def found_at(address: str, sets: list[str]) -> Library:
    """The library at this address in this process. Its cards have the same numbers if it has the same sets in order."""
    library: Library = resolve_name(address)
    if list(library.sets)[: len(sets)] != sets:
        raise BadRecord(
            f"This was pickled with the sets {', '.join(sets)}, but here are {', '.join(library.sets)}: load the same "
            "sets first, in the same order."
        )
    return library


def fold(name: str) -> str:
    """Names are found whatever their capitals and full stops, and however the apostrophe is typed."""
    return " ".join(name.replace("\u2019", "'").replace(".", "").lower().split())
