"""The library: all known cards with their numbers, and the sets they belong to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pkgutil import resolve_name
from typing import Any, Final

from . import arguments, terms
from .abilities import Ability
from .card import Card
from .effect import PROCEDURES, Effect

# Importing these registers every procedure.
from .effects import copy_hero  # noqa: F401
from .errors import BadCard, BadRecord, UnknownName, did_you_mean
from .freezing import freeze
from .procedures import turn  # noqa: F401

_FOLDED: Final = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'") | {".": ""})


class CardSet:
    """A set: the cards of its center deck, its starting cards and its always-available cards."""

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
            raise BadCard(f'{name!r} cannot be the name of a set. Use lowercase letters and hyphens: "my-own-set".')
        if not title.strip():
            raise BadCard('The set has no title. Write one such as "My Own Set".')
        if not cards:
            raise BadCard("The set has no cards.")
        everything: list[Any] = [*cards, *transformed]
        for each in everything:
            if not isinstance(each, Card):
                raise BadCard(f"The set contains {arguments.described(each)}, which is not a card.")
        if not starting:
            raise BadCard('The set has no starting cards. Write starting={"My Hero": 10}.')
        for pile, counts in (("starting", starting), ("supply", supply), ("treasure", treasure or {})):
            for card, count in counts.items():
                if not arguments.is_whole(count, 1):
                    raise BadCard(f"The count of {card!r} in {pile} cannot be {count!r}. Write 1 or more.")
        self.name = name
        self.title = title
        self.cards = tuple(cards)
        self.starting = dict(starting)
        self.supply = dict(supply)
        self.standing = tuple(standing)
        self.treasure = dict(treasure or {})
        """How many copies of each treasure the center deck gets for every set in the game, including this one."""
        self.transformed = tuple(transformed)

    def __repr__(self) -> str:
        return f"<CardSet {self.title!r}, {len(self.cards)} cards>"


class Library:
    """All known cards, effects and abilities.

    Numbers are indices into `cards`, `effects` and `abilities`, and are the same in every process that loads the same
    sets. Snapshots refer to effects and abilities by their keys.

    `address` is where any process can import this library from, such as `vigil.cards:LIBRARY`. Pickled games contain
    the address instead of the cards; games of a library without an address can be copied but not pickled.
    `rulings` returns the rulings on the card with a given name.
    """

    def __init__(
        self,
        basics: Sequence[Card],
        sets: Sequence[CardSet],
        address: str = "",
        rulings: Callable[[str], list[str]] | None = None,
    ) -> None:
        self.address = address
        self._rulings = rulings
        self.cards: list[Card] = []
        self.effects: list[Effect] = []
        self.abilities: list[Ability] = []
        self.sets: dict[str, CardSet] = {}
        self._by_name: dict[str, Card] = {}
        self._event_bits = 0
        self._effects: dict[str, Effect] = {}
        self._abilities: dict[str, Ability] = {}
        for effect in PROCEDURES:
            self._register(effect.key, effect)
        for card in basics:
            self._add(card, "")
        freeze(basics)
        for each in sets:
            self.add_set(each)

    def __repr__(self) -> str:
        return f"<Library of {len(self.cards)} cards: {', '.join(each.title for each in self.sets.values())}>"

    def __deepcopy__(self, memo: object) -> Library:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        if not self.address:
            raise TypeError(
                "Only games and cards of a library with an address can be pickled. "
                'Write Library(..., address="my_module:LIBRARY").'
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
        freeze(new.cards + new.transformed)

    def _add(self, card: Card, set_name: str) -> None:
        if card.name in self._by_name:
            raise BadCard(f'Two cards are called "{card.name}".')
        if card.library is not None:
            raise BadCard(f'"{card.name}" is already in a library. Declare the card again for another library.')
        card.set_name = set_name
        card.library = self
        if card.is_event:
            # `TurnState.event_uses` is one bit mask for all events, so each ability of an event gets its own bit.
            for ability in card.abilities:
                ability.bit = 1 << self._event_bits
                self._event_bits += 1
        card.number_as(len(self.cards))
        self.cards.append(card)
        self._by_name[card.name] = card
        on_table = card.abilities + card.trophy + ((card.arrives,) if card.arrives else ())
        for place, ability in enumerate(on_table, 1):
            self._register(f"{card.name}, ability {place}", ability)
        parts = {"play": card.play, "reward": card.reward, "fate": card.fate, "banished": card.banished}
        for name, effects in parts.items():
            for place, effect in enumerate(effects, 1):
                self._register(f"{card.name}, {name} {place}", effect)

    def _register(self, key: str, node: Effect | Ability) -> None:
        """Registers an effect or ability and all its parts. An effect shared by several cards keeps its first key."""
        known: dict[str, Any] = self._effects if isinstance(node, Effect) else self._abilities
        if known.get(node.key) is not node:
            if node.key and node not in PROCEDURES:
                raise BadCard(f"{key} already belongs to another library, as {node.key}. Declare it again.")
            node.key, node.number = key, len(known)
            known[key] = node
            every: list[Any] = self.effects if isinstance(node, Effect) else self.abilities
            every.append(node)
        for place, part in enumerate(node.parts(), 1):
            self._register(f"{key}.{place}", part)
        if isinstance(node, Effect):
            for place, ability in enumerate(node.pending_abilities(), 1):
                self._register(f"{key}, ability {place}", ability)

    def effect(self, key: str) -> Effect:
        return self._effects[key]

    def ability(self, key: str) -> Ability:
        return self._abilities[key]

    # --- lookup

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def card(self, name: str) -> Card:
        found = self._by_name.get(name)
        if found is None:
            found = {fold(each): card for each, card in self._by_name.items()}.get(fold(name))
        if found is None:
            raise UnknownName(f'There is no card called "{name}".{did_you_mean(name, self._by_name)}')
        return found

    def set_called(self, name: str) -> CardSet:
        found = self.sets.get(name) or self.sets.get(fold(name).replace(" ", "-"))
        if found is None:
            known = ", ".join(self.sets)
            raise UnknownName(f'There is no set called "{name}".{did_you_mean(name, self.sets)} Known sets: {known}.')
        return found

    def rulings_for(self, name: str) -> list[str]:
        return [] if self._rulings is None else self._rulings(name)

    def names(self) -> list[str]:
        return list(self._by_name)


def found_at(address: str, sets: list[str]) -> Library:
    """Imports the library at this address and checks that its sets, and so its numbers, are the same."""
    library: Library = resolve_name(address)
    if list(library.sets)[: len(sets)] != sets:
        raise BadRecord(
            f"This was pickled with the sets {', '.join(sets)}, but the sets here are {', '.join(library.sets)}. "
            "Load the same sets first, in the same order."
        )
    return library


def fold(name: str) -> str:
    """Normalizes a name for comparison: case, full stops, spaces and the kind of apostrophe do not matter."""
    return " ".join(name.translate(_FOLDED).lower().split())
