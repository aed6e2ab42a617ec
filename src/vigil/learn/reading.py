"""Reads a view: its numbers, and the places of everything that is counted. Plain lists, no arrays.

This is the simple version, for every seat at any time; `writing` does the same for the seat that has to decide,
compiled and without a view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vigil.engine.modifiers import CONSTRUCT_DISCOUNT, EXTRA_MECHANA, MIXED_PAYMENT, TREASURE_DISCOUNT, VOID_DEFEATS
from vigil.engine.terms import DARK_ORB, DAY, LIGHT_ORB, NIGHT, NOTHING

if TYPE_CHECKING:
    from vigil.engine.effect import Effect
    from vigil.engine.state import TurnState
    from vigil.engine.view import PlayerView, SeatView

Block = list[int]
"""By a card's number in the library: its place in the array, or NOTHING."""


class Reader:
    """Where everything goes. The layout of the observation fills the blocks in; nothing changes afterwards.

    The lists of blocks go around the table: the viewer first, then clockwise.
    """

    def __init__(self, players: int, slots: int) -> None:
        self.players = players
        self.slots = slots
        self.orbs: list[int] = []
        self.card_ids: Block = []
        self.deciding = 0
        self.active = 0
        self.first = 0
        self.target = 0
        self.asked: dict[Effect, int] = {}
        self.asking: Block = []
        self.about: Block = []
        self.picked: Block = []
        self.unfinished: Block = []
        self.hand: Block = []
        self.deck: Block = []
        self.top: Block = []
        self.unseen: list[Block] = []
        self.shown: list[Block] = []
        self.known: list[Block] = []
        self.discard: list[Block] = []
        self.constructs: list[Block] = []
        self.trophies: list[Block] = []
        self.used: dict[tuple[int, int], int] = {}
        self.played: Block = []
        self.played_this_turn: Block = []
        self.entered: Block = []
        self.pending: Block = []
        self.row: Block = []
        self.treasure: Block = []
        self.void: Block = []
        self.in_transit: Block = []
        self.fates: Block = []
        self.event: Block = []
        self.set_aside: Block = []
        self.cult: Block = []

    def read(self, view: SeatView) -> tuple[list[int], list[int]]:
        """The numbers at the front of the array, and a place for everything that is counted."""
        numbers: list[int] = []
        places: list[int] = []
        count = self.players
        seat = view.seat
        left = 0
        for layer in view.center_deck:
            left += layer.size
        self._read_numbers(view, left, numbers)
        if view.deciding != NOTHING:
            places.append(self.deciding + (view.deciding - seat) % count)
        for step in range(count):
            player = view.players[(seat + step) % count]
            numbers += (player.honor, player.hand_count, player.deck_count)
            if step == 0:
                self._read_own(player, places)
            else:
                self._read_other(player, step, places)
            self._read_open_cards(player, step, places)
        self._read_table(view, seat, places)
        return numbers, places

    # --- the players

    def _read_own(self, player: PlayerView, places: list[int]) -> None:
        for card in player.hand or ():
            places.append(self.hand[card])
        last = len(player.deck) - 1
        for depth, layer in enumerate(player.deck):
            for card in layer.cards or ():
                places.append(self.deck[card])
                if depth < last:
                    places.append(self.top[card])

    def _read_other(self, player: PlayerView, step: int, places: list[int]) -> None:
        for card in player.unseen:
            places.append(self.unseen[step][card])
        for card in player.shown:
            places.append(self.shown[step][card])
        for layer in player.deck:
            for card in layer.cards or ():
                places.append(self.known[step][card])

    def _read_open_cards(self, player: PlayerView, step: int, places: list[int]) -> None:
        discard = self.discard[step]
        for card in player.discard:
            places.append(discard[card])
        for card in player.constructs:
            places.append(self.constructs[step][card])
        for card in player.trophies:
            places.append(self.trophies[step][card])

    # --- the table, which is the same for everybody

    def _read_numbers(self, table: SeatView, left: int, numbers: list[int]) -> None:
        turn = table.turn
        row = table.row
        light = 0
        dark = 0
        for card in row:
            if card != NOTHING:
                orb = self.orbs[card]
                if orb == LIGHT_ORB:
                    light += 1
                elif orb == DARK_ORB:
                    dark += 1
        numbers += (table.pool, int(table.ending), int(table.over), table.turn_number, table.extra_turns)
        numbers += (table.idle_turns, table.cult_honor, left, light, dark)
        numbers += (turn.runes, turn.power, turn.energy, turn.mechana_runes, turn.row_defeats, turn.banished)
        rules = turn.modifiers
        numbers += (rules[EXTRA_MECHANA], rules[CONSTRUCT_DISCOUNT], rules[TREASURE_DISCOUNT], rules[VOID_DEFEATS])
        numbers += (turn.cards_taken, int(rules[MIXED_PAYMENT] > 0))
        if table.stack:
            frame = table.stack[-1]
            context = frame.context
            day, night = int(context.light & DAY != 0), int(context.light & NIGHT != 0)
            numbers += (context.energy, day, night, context.count, len(frame.picks))
        else:
            numbers += (0, 0, 0, 0, 0)
        numbers += table.supply
        missing = self.slots - len(row)
        for card in row[: self.slots]:
            numbers.append(0 if card == NOTHING else self.card_ids[card])
        numbers += [0] * missing
        for cards in table.under[: self.slots]:
            numbers.append(len(cards))
        numbers += [0] * missing

    def _read_table(self, table: SeatView, seat: int, places: list[int]) -> None:
        count = self.players
        places.append(self.active + (table.turn.seat - seat) % count)
        places.append(self.first + (table.first - seat) % count)
        if table.stack:
            self._read_stack(table, seat, places)
        self._read_turn(table.turn, table.event, places)
        active = table.players[table.turn.seat]
        for index, uses in enumerate(active.uses):
            if uses:
                self._read_uses(active.constructs[index], uses, places)
        for card in active.played:
            places.append(self.played[card])
        under = table.under
        for slot, card in enumerate(table.row):
            if card != NOTHING:
                places.append(self.row[card])
                for _ in under[slot]:
                    places.append(self.treasure[card])
        for card in table.void:
            places.append(self.void[card])
        for card in table.in_transit:
            places.append(self.in_transit[card])
        for card, _ in table.fates:
            places.append(self.fates[card])
        if table.event != NOTHING:
            places.append(self.event[table.event])
        for card in table.set_aside:
            places.append(self.set_aside[card])
        for card in table.cult_cards:
            places.append(self.cult[card])

    def _read_stack(self, table: SeatView, seat: int, places: list[int]) -> None:
        top = table.stack[-1]
        context = top.context
        asked = self.asked.get(top.effect, NOTHING)
        if asked != NOTHING:
            places.append(asked)
        if context.target != NOTHING:
            places.append(self.target + (context.target - seat) % self.players)
        if context.card != NOTHING:
            places.append(self.asking[context.card])
        if context.trigger_card != NOTHING:
            places.append(self.about[context.trigger_card])
        for pick in top.picks:
            if pick.card is not None:
                places.append(self.picked[pick.card.number])
        for frame in table.stack[:-1]:
            if frame.context.card != NOTHING:
                places.append(self.unfinished[frame.context.card])

    def _read_turn(self, turn: TurnState, event: int, places: list[int]) -> None:
        for card in turn.played:
            places.append(self.played_this_turn[card])
        for card in turn.entered:
            places.append(self.entered[card])
        for pending in turn.pending:
            places.append(self.pending[pending.context.card])
        # Uses of events that were replaced or transformed are remembered, but there is no place for them.
        if turn.event_uses and event != NOTHING:
            self._read_uses(event, turn.event_uses, places)

    def _read_uses(self, card: int, uses: int, places: list[int]) -> None:
        bit = 1
        while bit <= uses:
            if uses & bit:
                place = self.used.get((card, bit), NOTHING)
                if place != NOTHING:
                    places.append(place)
            bit <<= 1
