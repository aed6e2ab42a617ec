"""Every option of every decision as a number that means the same in every game on such a table.

An id is made from what an option says (the verb, the card, the zone, whose it is seen from the decider, how it is
paid), never from its place in the list. Equal cards of the row that can be told apart, by their treasure, have ids next
to each other, counted from the left.
"""

from __future__ import annotations

from collections.abc import Iterable

from vigil.engine import terms
from vigil.engine.card import Card
from vigil.engine.errors import IllegalChoice
from vigil.engine.options import Decision, Option
from vigil.engine.terms import (
    ACCEPT,
    ACQUIRE,
    CHOOSE,
    DECLINE,
    DEFEAT,
    END_TURN,
    NOTHING,
    PLAY,
    ROW_ZONE,
    SUPPLY_ZONE,
    USE,
)

from .inventory import Inventory
from .parts import Layout, NotEncodable

Key = tuple[int, int, int, int, int, int, int, str]
"""Verb, card, zone, place (of an ability), seat as seen from the decider, power, cuts, label."""

_UNFORESEEN = -1
_OTHER_ANSWERS = 8
_OWN_ZONES = (terms.HAND_ZONE, terms.DISCARD_ZONE, terms.DECK_ZONE, terms.PLAYED_ZONE)
_ZONES_OF_OTHERS = (terms.HAND_ZONE, terms.DISCARD_ZONE)
_WHERE = {
    terms.HAND_ZONE: "a card in your hand",
    terms.DISCARD_ZONE: "a card in your discard pile",
    terms.DECK_ZONE: "a card in your deck",
    terms.PLAYED_ZONE: "a card that you have played this turn",
    terms.CONSTRUCTS_ZONE: "a card in play",
    terms.TROPHIES_ZONE: "one of your trophies",
    terms.ROW_ZONE: "a card in the center row",
    terms.VOID_ZONE: "a card in the void",
    terms.SUPPLY_ZONE: "an always-available card",
    terms.TRANSIT_ZONE: "a monster that was defeated",
}


class Actions:
    """The action space of one setup."""

    def __init__(self, inventory: Inventory) -> None:
        self.layout = Layout()
        self._inventory = inventory
        self._players = inventory.setup.players
        self._ids: dict[Key, int] = {}
        self._lay_out_answers()
        self._lay_out_turn()
        self._lay_out_choices()

    @property
    def size(self) -> int:
        return self.layout.size

    # --- looking up

    def ids(self, decision: Decision) -> list[int]:
        """One id for each option, in their order, all of them different."""
        return self.ids_of(decision.options, decision.seat)

    def ids_of(self, options: list[Option], seat: int) -> list[int]:
        found = [self.id_of(each, seat) for each in options]
        if len(set(found)) < len(found) or _UNFORESEEN in found:
            return self._told_apart(options, found)
        return found

    def id_of(self, choice: Option, seat: int) -> int:
        """The id of an option by itself: the first one, where equal cards of the row have several."""
        return self._ids.get(self._key(choice, seat), _UNFORESEEN)

    def illegal(self, decision: Decision, action: int) -> IllegalChoice:
        """The error for an action that is not on offer."""
        what = f'"{self.name(action)}"' if 0 <= action < self.size else f"There are actions 0 to {self.size - 1}: it"
        offered = "; ".join(f"{id} ({text})" for id, text in zip(self.ids(decision), decision.texts(), strict=True))
        return IllegalChoice(f"Action {action} is not on offer. {what} is not possible now. On offer: {offered}.")

    def refuse_card(self) -> None:
        raise NotEncodable("A card lies where the encoding has no place for it.")

    def name(self, action: int) -> str:
        part = next(part for part in self.layout.parts if action < part.end)
        return part.names[action - part.start]

    def _key(self, choice: Option, seat: int) -> Key:
        card = NOTHING if choice.card is None else choice.card.number
        place = choice.slot if choice.verb == USE else NOTHING
        whose = NOTHING if choice.seat == NOTHING else (choice.seat - seat) % self._players
        return (choice.verb, card, choice.zone, place, whose, choice.power, choice.cuts, choice.label)

    def _told_apart(self, options: list[Option], found: list[int]) -> list[int]:
        """Equal cards of the row by the order of their slots; what nobody foresaw by its order in the list."""
        slots: dict[Card | None, list[int]] = {}
        unforeseen = 0
        ids: list[int] = []
        other_answers = self.layout.parts[0].end - _OTHER_ANSWERS
        for each, base in zip(options, found, strict=True):
            number = base
            if base == _UNFORESEEN:
                if unforeseen == _OTHER_ANSWERS:
                    raise NotEncodable(
                        f'There is no action for "{each.text}": questions of a custom card\'s own kind may have up to '
                        f"{_OTHER_ANSWERS} answers."
                    )
                number = other_answers + unforeseen
                unforeseen += 1
            elif each.zone == ROW_ZONE:
                places = slots.setdefault(each.card, [])
                if each.slot not in places:
                    places.append(each.slot)
                number += places.index(each.slot)
            ids.append(number)
        return ids

    # --- laying out

    def _lay_out_answers(self) -> None:
        names = ["end turn", "accept", "decline"]
        keys = [_key(END_TURN), _key(ACCEPT), _key(DECLINE)]
        for seat in range(self._players):
            names.append(f"choose {_seat_words(seat)}")
            keys.append(_key(CHOOSE, seat=seat))
        for label in self._inventory.labels:
            names.append(f"choose {label}")
            keys.append(_key(CHOOSE, label=label))
        self._ids.update((key, number) for number, key in enumerate(keys))
        names += [f"other answer {number + 1}" for number in range(_OTHER_ANSWERS)]
        self.layout.add(
            "answers",
            "the end of the turn, yes and no, a player (clockwise from the decider), an answer in words; the last ones "
            "are for what a custom card asks in a way of its own, in the order of the options",
            names,
        )

    def _lay_out_turn(self) -> None:
        inventory = self._inventory
        cards = inventory.ownable()
        self._add("play", "play a card", [(f"play {each.name}", [_key(PLAY, each)]) for each in cards])
        zones = ((terms.CONSTRUCTS_ZONE, inventory.in_play()), (terms.TROPHIES_ZONE, inventory.trophies()))
        uses = [
            (f"use {card.name}" + (f" #{place + 1}" if place else ""), [_key(USE, card, zone, place)])
            for zone, found in (*zones, (terms.EVENT_ZONE, inventory.events()))
            for card in found
            for place in range(0 if card.is_monster and zone == terms.CONSTRUCTS_ZONE else len(card.uses))
        ]
        self._add("use", "use an ability of a construct, a trophy or the event", uses)
        self._add_purchases("acquire", "acquire a card for its price", NOTHING)
        if inventory.setup.team:
            self._add_purchases("acquire for teammate", "the same, for a rune more, for the teammate", self._mate())
        row = [(card, ROW_ZONE) for card in inventory.in_row() if card.is_monster]
        supply = [(card, SUPPLY_ZONE) for card in inventory.in_supply() if card.is_monster]
        void = [(card, terms.VOID_ZONE) for card, _ in row if not card.is_trophy]
        defeats = [
            (name, [_key(DEFEAT, card, zone)] * self._copies(card, zone))
            for card, zone in row + supply + void
            for name in [f"defeat {card.name}" + (" from void" if zone == terms.VOID_ZONE else "")]
        ]
        self._add("defeat", "defeat a monster for its price", defeats)

    def _add_purchases(self, name: str, about: str, mate: int) -> None:
        inventory = self._inventory
        row = [(card, ROW_ZONE) for card in inventory.in_row() if not card.is_monster]
        found = []
        for card, zone in row + [(card, SUPPLY_ZONE) for card in inventory.in_supply() if not card.is_monster]:
            copies = self._copies(card, zone)
            words = f"{name} {card.name}"
            found.append((words, [_key(ACQUIRE, card, zone, seat=mate)] * copies))
            for power in range(1, card.runes + 1 if card.pays_either else 1):
                key = _key(ACQUIRE, card, zone, seat=mate, power=power)
                found.append((f"{words} with {power} power", [key] * copies))
            for cuts in range(inventory.treasure_cuts if zone == ROW_ZONE and mate == NOTHING else 0):
                key = _key(ACQUIRE, card, zone, cuts=cuts)
                found.append((f"{words} using {cuts} of the discounts", [key] * copies))
        self._add(name, about, found)

    def _lay_out_choices(self) -> None:
        inventory = self._inventory
        ownable, in_play = inventory.ownable(), inventory.in_play()
        row, supply = inventory.in_row(), inventory.in_supply()
        self._choices("choose from row", row, ROW_ZONE)
        self._choices("choose from supply", supply, SUPPLY_ZONE)
        if inventory.setup.team:
            gifts = [card for card in row if not card.is_monster]
            self._choices("choose from row for teammate", gifts, ROW_ZONE, self._mate(), "gift")
            self._choices("choose from supply for teammate", supply, SUPPLY_ZONE, self._mate(), "gift")
        for zone in _OWN_ZONES:
            self._choices(f"choose from {terms.ZONE_WORDS[zone]}", ownable, zone)
        self._choices("choose from constructs", in_play, terms.CONSTRUCTS_ZONE)
        self._choices("choose from trophies", inventory.trophies(), terms.TROPHIES_ZONE)
        self._choices("choose from void", inventory.losable(), terms.VOID_ZONE)
        self._choices("choose reward of", [card for card in (*row, *supply) if card.is_monster], terms.TRANSIT_ZONE)
        for seat in range(1, self._players):
            for zone in _ZONES_OF_OTHERS:
                words = f"choose from {terms.ZONE_WORDS[zone]} of {_seat_words(seat)}"
                self._choices(words, ownable, zone, seat)
            self._choices(f"choose from constructs of {_seat_words(seat)}", in_play, terms.CONSTRUCTS_ZONE, seat)

    def _choices(self, name: str, cards: list[Card], zone: int, seat: int = NOTHING, label: str = "") -> None:
        found = [
            (f"{name}: {card.name}", [_key(CHOOSE, card, zone, seat=seat, label=label)] * self._copies(card, zone))
            for card in cards
        ]
        self._add(
            name,
            f"answer a question with {_WHERE[zone]}"
            if seat == NOTHING
            else "the same with the card of another, or for another",
            found,
        )

    def _add(self, name: str, about: str, actions: Iterable[tuple[str, list[Key]]]) -> None:
        names: list[str] = []
        start = self.layout.size
        for words, keys in actions:
            self._ids[keys[0]] = start + len(names)
            names.append(words)
            names += [f"{words} (copy {number})" for number in range(2, len(keys) + 1)]
        if names:
            self.layout.add(name, about, names)

    def _copies(self, card: Card, zone: int) -> int:
        """How many of these cards may have to be told apart by their slots."""
        return self._inventory.copies[card] if zone == ROW_ZONE else 1

    def _mate(self) -> int:
        return self._players // 2


def _seat_words(seat: int) -> str:
    """A seat as seen from the decider."""
    return "yourself" if seat == 0 else f"player {seat} to the left"


def _key(
    verb: int,
    card: Card | None = None,
    zone: int = NOTHING,
    place: int = NOTHING,
    seat: int = NOTHING,
    power: int = NOTHING,
    cuts: int = NOTHING,
    label: str = "",
) -> Key:
    return (verb, NOTHING if card is None else card.number, zone, place, seat, power, cuts, label)
