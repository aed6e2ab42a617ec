"""A View as numbers: what each place of the array means.

Everything is seen from the viewer's seat: the viewer first, then clockwise. Numbers stand at the front; behind them
every place counts something, mostly the copies of one card in one zone.
"""

from __future__ import annotations

from collections.abc import Sequence

from vigil.engine.card import Card
from vigil.engine.terms import NOTHING

from .inventory import Inventory
from .parts import Layout
from .reading import Block, Reader

# Every number with what it is divided by in a scaled observation: about as large as it usually gets.
_TABLE_NUMBERS = {
    "honor in the pool": 60.0,
    "the last round has begun": 1.0,
    "the game is over": 1.0,
    "turn number": 60.0,
    "extra turns": 1.0,
    "turns without an acquisition or a defeat": 20.0,
    "honor of the Cult": 60.0,
    "cards in the center deck": 100.0,
    "light orbs in the row": 6.0,
    "dark orbs in the row": 6.0,
}
_TURN_NUMBERS = {
    "runes": 10.0,
    "power": 10.0,
    "energy": 5.0,
    "runes for Mechana constructs": 5.0,
    "monsters of the row defeated": 3.0,
    "cards banished": 3.0,
    "additional Mechana constructs": 3.0,
    "discount for the next construct": 3.0,
    "discount for the next monster with treasure": 3.0,
    "monsters in the void that may be fought": 3.0,
    "acquired or defeated": 5.0,
    "runes and power stand for one another": 1.0,
}
_QUESTION_NUMBERS = {
    "energy when it began": 5.0,
    "day when it began": 1.0,
    "night when it began": 1.0,
    "count": 5.0,
    "cards chosen so far": 3.0,
}
_PLAYER_NUMBERS = {"honor": 50.0, "cards in hand": 5.0, "cards in deck": 20.0}
_SUPPLY = 30.0
_TREASURES = 2.0
_COPIES = 4.0


class Observation:
    """The observation of one setup."""

    def __init__(self, inventory: Inventory) -> None:
        self.layout = Layout()
        self._inventory = inventory
        self._players = inventory.setup.players
        self.effects = inventory.setup.library.effects
        self.reader = Reader(self._players, inventory.slots)
        self.reader.orbs = [card.orb_number for card in inventory.setup.library.cards]
        self.reader.card_ids = self._along(inventory.cards, 1, outside=0)
        self._lay_out_numbers()
        self._lay_out_seats()
        self._lay_out_question()
        self._lay_out_players()
        self._lay_out_table()

    @property
    def size(self) -> int:
        return self.layout.size

    # --- laying out

    def _lay_out_numbers(self) -> None:
        add = self.layout.add
        inventory = self._inventory
        self._numbers("table", "numbers of the table", _TABLE_NUMBERS)
        self._numbers("turn", "what the active player has this turn", _TURN_NUMBERS)
        self._numbers("question", "numbers of the open question", _QUESTION_NUMBERS)
        supply = [inventory.setup.library.cards[number].name for number in inventory.setup.supply]
        add("supply", "how many are left of the always-available heroes", supply, [_SUPPLY] * len(supply))
        slots = [f"slot {slot + 1}" for slot in range(inventory.slots)]
        add(
            "row slots",
            "the card in each slot as its place in the list of cards, from 1; 0 where there is none",
            slots,
            [float(len(inventory.cards))] * len(slots),
        )
        add("row treasure", "how many treasures lie under each slot", slots, [_TREASURES] * len(slots))
        for seat in range(self._players):
            self._numbers(f"{_whose(seat)} numbers", "a player's numbers", _PLAYER_NUMBERS)
        self.numbers = self.layout.size

    def _lay_out_seats(self) -> None:
        reader, add = self.reader, self.layout.add
        names = [_whose(seat) for seat in range(self._players)]
        reader.deciding = add("deciding", "1 for the player who has to decide", names).start
        reader.active = add("active", "1 for the player whose turn it is", names).start
        reader.first = add("first", "1 for the player who began", names).start

    def _lay_out_question(self) -> None:
        reader, inventory = self.reader, self._inventory
        questions = inventory.questions
        part = self.layout.add(
            "asked",
            "1 for the effect that asks",
            [f"{number} {type(effect).__name__}" for number, effect in enumerate(questions)],
        )
        reader.asked = {effect: part.start + place for place, effect in enumerate(questions)}
        names = [_whose(seat) for seat in range(self._players)]
        reader.target = self.layout.add("target", "1 for the player whose cards are meant", names).start
        reader.asking = self._block("asking card", "1 for the card that asks", inventory.cards)
        reader.about = self._block("about card", "1 for the card that set it off", inventory.cards)
        reader.picked = self._block("chosen so far", "cards chosen in answer to this question", inventory.cards)
        reader.unfinished = self._block("unfinished", "cards with effects that wait to go on", inventory.cards)

    def _lay_out_players(self) -> None:
        reader, inventory = self.reader, self._inventory
        cards, in_play = inventory.ownable(), inventory.in_play()
        reader.hand = self._block("own hand", "the viewer's hand", cards)
        reader.deck = self._block("own deck", "the viewer's deck, in no order", cards)
        reader.top = self._block("own deck top", "the part of it that is known to lie on top", cards)
        # Of the own cards all is known, so the viewer has no such blocks.
        reader.shown, reader.known, reader.unseen = [[]], [[]], [[]]
        for seat in range(1, self._players):
            whose = _whose(seat)
            reader.unseen.append(self._block(f"{whose} unseen", "in the hand or the deck, unknown which", cards))
            reader.shown.append(self._block(f"{whose} shown", "known to be in the hand", cards))
            reader.known.append(self._block(f"{whose} deck top", "known to lie on top of the deck", cards))
        for seat in range(self._players):
            whose = _whose(seat)
            reader.discard.append(self._block(f"{whose} discard", "the discard pile", cards))
            reader.constructs.append(self._block(f"{whose} constructs", "in play", in_play))
            reader.trophies.append(self._block(f"{whose} trophies", "trophies", inventory.trophies()))

    def _lay_out_table(self) -> None:
        reader, inventory = self.reader, self._inventory
        cards, row = inventory.ownable(), inventory.in_row()
        able = [card for card in inventory.cards if card.abilities or card.trophy]
        bits = [(card, place, each.bit) for card in able for place, each in enumerate(card.abilities + card.trophy)]
        part = self.layout.add(
            "used",
            "copies of a construct of the active player (or the event) whose ability is used up this turn",
            [f"{card.name} #{place + 1}" for card, place, _ in bits],
        )
        reader.used = {(card.number, bit): part.start + index for index, (card, _, bit) in enumerate(bits)}
        reader.played = self._block("played", "cards that lie played before the active player", cards)
        reader.played_this_turn = self._block("played this turn", "everything played this turn", cards)
        reader.entered = self._block("entered play", "constructs that came into play this turn", inventory.in_play())
        reader.pending = self._block("pending", "cards that left an effect for the rest of the turn", inventory.cards)
        reader.row = self._block("row", "the center row", row)
        reader.treasure = self._block("treasure of", "treasures under the copies of a card of the row", row)
        reader.void = self._block("void", "the void", inventory.losable())
        reader.in_transit = self._block("on its way", "cards that have left one place for another", inventory.cards)
        reader.fates = self._block("fates", "cards whose fate is to come", [card for card in row if card.fate])
        reader.event = self._block("event", "the event in its zone", inventory.events())
        reader.set_aside = self._block("set aside", "events that were transformed", inventory.events())
        if inventory.setup.solitaire:
            reader.cult = self._block("cult", "cards that the Cult has taken", inventory.cards)

    def _numbers(self, name: str, about: str, numbers: dict[str, float]) -> None:
        self.layout.add(name, about, list(numbers), list(numbers.values()))

    def _block(self, name: str, about: str, cards: Sequence[Card]) -> Block:
        if not cards:
            return self._along([], 0)
        names = [card.name for card in cards]
        part = self.layout.add(name, about, names, [_COPIES] * len(names), zone=True)
        return self._along(cards, part.start)

    def _along(self, cards: Sequence[Card], start: int, outside: int = NOTHING) -> Block:
        block = [outside] * len(self._inventory.setup.library.cards)
        for place, card in enumerate(cards):
            block[card.number] = start + place
        return block


def _whose(seat: int) -> str:
    return "own" if seat == 0 else f"left {seat}"
