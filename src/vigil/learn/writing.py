"""Writes what a seat sees and may do when it has to decide straight into arrays. Compiled with the engine.

The arrays are native vectors (`librt.vecs`), which numpy views without a copy. What was written to a row is remembered,
so the next decision erases that and nothing else. `reading.Reader` and `Actions.ids` are the slow versions of the same,
and the tests compare them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from vigil.engine.modifiers import CONSTRUCT_DISCOUNT, EXTRA_MECHANA, MIXED_PAYMENT, TREASURE_DISCOUNT, VOID_DEFEATS
from vigil.engine.options import Option
from vigil.engine.piles import Pile
from vigil.engine.state import GameState, PlayerState
from vigil.engine.terms import DARK_ORB, DAY, LIGHT_ORB, NIGHT, NOTHING

if TYPE_CHECKING:
    from .actions import Actions
    from .observation import Observation

_UNKNOWN: Final = -2


class Places:
    """Where everything goes: the layout of one table, for all rows of all arrays."""

    def __init__(self, observation: Observation, actions: Actions) -> None:
        reader = observation.reader
        self.size: i64 = observation.size
        self.numbers: i64 = observation.numbers
        self.action_count: i64 = actions.size
        self.players: i64 = reader.players
        self.slots: i64 = reader.slots
        self.cards: i64 = len(reader.orbs)
        self.actions: Any = actions
        self.orbs = vec[i64](reader.orbs)
        self.card_ids = vec[i64](reader.card_ids)
        self.deciding: i64 = reader.deciding
        self.active: i64 = reader.active
        self.first: i64 = reader.first
        self.target: i64 = reader.target
        self.used: dict[tuple[int, int], int] = reader.used
        # One table for all blocks: the place of a card in a block is at `block + card`.
        self.table: vec[i64] = vec[i64]()
        self.asking: i64 = self._block(reader.asking)
        self.about: i64 = self._block(reader.about)
        self.picked: i64 = self._block(reader.picked)
        self.unfinished: i64 = self._block(reader.unfinished)
        self.hand: i64 = self._block(reader.hand)
        self.deck: i64 = self._block(reader.deck)
        self.top: i64 = self._block(reader.top)
        # The blocks of the players follow one another: add `cards` for each step around the table.
        self.unseen: i64 = self._blocks(reader.unseen)
        self.shown: i64 = self._blocks(reader.shown)
        self.known: i64 = self._blocks(reader.known)
        self.discard: i64 = self._blocks(reader.discard)
        self.constructs: i64 = self._blocks(reader.constructs)
        self.trophies: i64 = self._blocks(reader.trophies)
        self.played: i64 = self._block(reader.played)
        self.played_this_turn: i64 = self._block(reader.played_this_turn)
        self.entered: i64 = self._block(reader.entered)
        self.pending: i64 = self._block(reader.pending)
        self.row: i64 = self._block(reader.row)
        self.treasure: i64 = self._block(reader.treasure)
        self.void: i64 = self._block(reader.void)
        self.in_transit: i64 = self._block(reader.in_transit)
        self.fates: i64 = self._block(reader.fates)
        self.event: i64 = self._block(reader.event)
        self.set_aside: i64 = self._block(reader.set_aside)
        self.cult: i64 = self._block(reader.cult)
        effects = observation.effects
        self.asked = vec[i64]([reader.asked.get(each, NOTHING) for each in effects])
        # By the serial number of an option and the seat: its id.
        self.ids: vec[i64] = vec[i64]()

    def _block(self, places: list[int]) -> i64:
        start: i64 = len(self.table)
        place: i64
        for place in places or [NOTHING] * self.cards:
            self.table = append(self.table, place)
        return start

    def _blocks(self, blocks: list[list[int]]) -> i64:
        start: i64 = len(self.table)
        for each in blocks:
            self._block(each)
        return start

    def ids_for(self, options: list[Option], seat: int) -> list[int]:
        """One id for each option, in their order, all of them different."""
        found: list[int] = []
        for each in options:
            index: i64 = each.serial * self.players + seat
            number: i64 = self.ids[index] if index < len(self.ids) else _UNKNOWN
            if number < 0 or number in found:
                self.learn(options, seat)
                distinct: list[int] = self.actions.ids_of(options, seat)
                return distinct
            found.append(number)
        return found

    def learn(self, options: list[Option], seat: int) -> None:
        """Remembers the ids of options that have not been met before."""
        for each in options:
            index: i64 = each.serial * self.players + seat
            while index >= len(self.ids):
                self.ids = append(self.ids, _UNKNOWN)
            if self.ids[index] == _UNKNOWN:
                number: i64 = self.actions.id_of(each, seat)
                self.ids[index] = number


class Rows:
    """A row for each of several games: what its decider sees, what they may do, and who they are."""

    def __init__(self, places: Places, count: int) -> None:
        self.places = places
        self.count: i64 = count
        self.size: i64 = places.size
        self.action_count: i64 = places.action_count
        self.observations = vec[i16]([0] * (self.count * self.size))
        self.masks = vec[u8]([0] * (self.count * self.action_count))
        self.seats = vec[i64]([0] * self.count)
        # The ids on offer, in the order of the options, and how many there are.
        self.offered = vec[i64]([0] * (self.count * self.action_count))
        self.offers = vec[i64]([0] * self.count)
        # The counting places of a row that are not 0, and how many there are.
        self._touched = vec[i64]([0] * (self.count * self.size))
        self._touches = vec[i64]([0] * self.count)
        self._start: i64 = 0
        self._touch: i64 = 0
        self._next: i64 = 0

    def write(self, row: i64, game: GameState) -> None:
        """Writes the row for the seat that has to decide in this game."""
        decision = game.decision
        assert decision is not None
        seat: i64 = decision.seat
        self.seats[row] = seat
        self._write_offers(row, decision.options, seat)
        self._erase(row)
        self._next = self._start
        self._write_numbers(game)
        self._touch = self._start
        self._count(self.places.deciding)
        self._write_players(game, seat)
        self._write_question(game, seat)
        self._write_turn(game)
        self._write_center(game)
        self._touches[row] = self._touch - self._start

    # --- actions

    def _write_offers(self, row: i64, options: list[Option], seat: i64) -> None:
        places = self.places
        ids = places.ids
        known: i64 = len(ids)
        players = places.players
        masks = self.masks
        offered = self.offered
        start: i64 = row * self.action_count
        number: i64
        place: i64
        for place in range(start, start + self.offers[row]):
            number = offered[place]
            masks[start + number] = 0
        end = start
        for each in options:
            index: i64 = each.serial * players + seat
            number = ids[index] if index < known else _UNKNOWN
            if number < 0 or masks[start + number]:
                # A new option, or equal cards that have to be distinguished.
                for place in range(start, end):
                    number = offered[place]
                    masks[start + number] = 0
                places.learn(options, seat)
                end = start
                for number in places.actions.ids_of(options, seat):
                    masks[start + number] = 1
                    offered[end] = number
                    end += 1
                break
            masks[start + number] = 1
            offered[end] = number
            end += 1
        self.offers[row] = end - start

    # --- observations

    def _erase(self, row: i64) -> None:
        observations = self.observations
        touched = self._touched
        start = row * self.size
        self._start = start
        index: i64
        for index in range(start, start + self._touches[row]):
            place: i64 = touched[index]
            observations[start + place] = 0

    def _number(self, value: i64) -> None:
        self.observations[self._next] = i16(value)
        self._next += 1

    def _count(self, place: i64) -> None:
        if place < 0:
            self.places.actions.refuse_card()
        observations = self.observations
        index: i64 = self._start + place
        value: i16 = observations[index]
        if value == 0:
            self._touched[self._touch] = place
            self._touch += 1
        observations[index] = value + 1

    def _count_card(self, block: i64, card: i64) -> None:
        self._count(self.places.table[block + card])

    def _count_zone(self, block: i64, zone: tuple[int, ...]) -> None:
        if len(zone) == 0:
            return
        # The same as `_count_card` for each of them, but everything is looked up once.
        table = self.places.table
        observations = self.observations
        touched = self._touched
        start = self._start
        touch = self._touch
        card: i64
        for card in zone:
            place: i64 = table[block + card]
            if place < 0:
                self.places.actions.refuse_card()
            value: i16 = observations[start + place]
            if value == 0:
                touched[touch] = place
                touch += 1
            observations[start + place] = value + 1
        self._touch = touch

    def _count_cards(self, block: i64, cards: list[int], start: i64, end: i64) -> None:
        table = self.places.table
        index: i64
        for index in range(start, end):
            card: i64 = cards[index]
            self._count(table[block + card])

    def _write_numbers(self, game: GameState) -> None:
        turn = game.turn
        places = self.places
        row = game.row
        light: i64 = 0
        dark: i64 = 0
        card: i64
        for card in row:
            if card != NOTHING:
                orb: i64 = places.orbs[card]
                if orb == LIGHT_ORB:
                    light += 1
                elif orb == DARK_ORB:
                    dark += 1
        self._number(game.pool)
        self._number(1 if game.ending else 0)
        self._number(1 if game.over else 0)
        self._number(game.turn_number)
        self._number(game.extra_turns)
        self._number(game.idle_turns)
        self._number(game.cult_honor)
        self._number(len(game.deck.cards))
        self._number(light)
        self._number(dark)
        self._number(turn.runes)
        self._number(turn.power)
        self._number(turn.energy)
        self._number(turn.mechana_runes)
        self._number(turn.row_defeats)
        self._number(turn.banished)
        self._number(turn.modifier(EXTRA_MECHANA))
        self._number(turn.modifier(CONSTRUCT_DISCOUNT))
        self._number(turn.modifier(TREASURE_DISCOUNT))
        self._number(turn.modifier(VOID_DEFEATS))
        self._number(turn.cards_taken)
        self._number(1 if turn.modifier(MIXED_PAYMENT) > 0 else 0)
        frame = game.stack[-1]
        context = frame.context
        light_now: i64 = context.light
        self._number(context.energy)
        self._number(1 if light_now & DAY else 0)
        self._number(1 if light_now & NIGHT else 0)
        self._number(context.count)
        self._number(len(frame.picks))
        left: i64
        for left in game.supply:
            self._number(left)
        length: i64 = len(row)
        slot: i64
        for slot in range(places.slots):
            card = row[slot] if slot < length else NOTHING
            self._number(0 if card == NOTHING else places.card_ids[card])
        under = game.under
        for slot in range(places.slots):
            self._number(len(under[slot]) if slot < length else 0)

    def _write_players(self, game: GameState, seat: i64) -> None:
        places = self.places
        count = places.players
        block: i64 = 0
        step: i64
        for step in range(count):
            player = game.players[(seat + step) % count]
            deck = player.deck
            in_deck: i64 = len(deck.cards)
            self._number(player.honor)
            self._number(len(player.hand))
            self._number(in_deck)
            if step == 0:
                self._count_zone(places.hand, player.hand)
                self._count_cards(places.deck, deck.cards, 0, in_deck)
                if deck.layers:
                    self._write_top(deck)
            else:
                self._write_hidden(player, block)
            self._count_zone(places.discard + block, player.discard)
            self._count_zone(places.constructs + block, player.constructs)
            self._count_zone(places.trophies + block, player.trophies)
            block += places.cards

    def _write_top(self, deck: Pile) -> None:
        """Everything above the lowest layer that has a card."""
        for start, _ in deck.layers:
            if start:
                self._count_cards(self.places.top, deck.cards, start, len(deck.cards))
                return

    def _write_hidden(self, player: PlayerState, block: i64) -> None:
        """Another player's hand and deck: what was shown, what was put on top openly, and the rest as one bag."""
        places = self.places
        unseen = places.unseen + block
        if player.shown:
            shown = list(player.shown)
            for card in player.hand:
                if card in shown:
                    shown.remove(card)
                    self._count_card(places.shown + block, card)
                else:
                    self._count_card(unseen, card)
        else:
            self._count_zone(unseen, player.hand)
        cards = player.deck.cards
        layers = player.deck.layers
        if not layers:
            self._count_cards(unseen, cards, 0, len(cards))
            return
        self._count_cards(unseen, cards, 0, layers[0][0])
        for index, (start, size) in enumerate(layers):
            end = layers[index + 1][0] if index + 1 < len(layers) else len(cards)
            # A layer from which nothing was drawn is known as it was put down.
            self._count_cards(places.known + block if end - start == size else unseen, cards, start, end)

    def _write_question(self, game: GameState, seat: i64) -> None:
        places = self.places
        count = places.players
        active: i64 = game.turn.seat
        first: i64 = game.first
        self._count(places.active + (active - seat) % count)
        self._count(places.first + (first - seat) % count)
        stack = game.stack
        top = stack[-1]
        context = top.context
        number: i64 = top.effect.number
        asked: i64 = places.asked[number] if number < len(places.asked) else NOTHING
        if asked != NOTHING:
            self._count(asked)
        target: i64 = context.target
        if target != NOTHING:
            self._count(places.target + (target - seat) % count)
        if context.card != NOTHING:
            self._count_card(places.asking, context.card)
        if context.trigger_card != NOTHING:
            self._count_card(places.about, context.trigger_card)
        for pick in top.picks:
            if pick.number != NOTHING:
                self._count_card(places.picked, pick.number)
        depth: i64
        for depth in range(len(stack) - 1):
            card: i64 = stack[depth].context.card
            if card != NOTHING:
                self._count_card(places.unfinished, card)

    def _write_turn(self, game: GameState) -> None:
        places = self.places
        turn = game.turn
        self._count_zone(places.played_this_turn, turn.played)
        self._count_zone(places.entered, turn.entered)
        for pending in turn.pending:
            self._count_card(places.pending, pending.context.card)
        # Uses of events that were replaced or transformed are remembered, but there is no place for them.
        if turn.event_uses and game.event != NOTHING:
            self._write_uses(game.event, turn.event_uses)
        active = game.players[turn.seat]
        for index, uses in enumerate(active.uses):
            if uses:
                self._write_uses(active.constructs[index], uses)
        self._count_zone(places.played, active.played)

    def _write_uses(self, card: int, uses: int) -> None:
        bit = 1
        while bit <= uses:
            if uses & bit:
                place = self.places.used.get((card, bit), NOTHING)
                if place != NOTHING:
                    self._count(place)
            bit <<= 1

    def _write_center(self, game: GameState) -> None:
        places = self.places
        under = game.under
        card: i64
        for slot, card in enumerate(game.row):
            if card != NOTHING:
                self._count_card(places.row, card)
                for _ in under[slot]:
                    self._count_card(places.treasure, card)
        self._count_zone(places.void, game.void)
        self._count_zone(places.in_transit, game.in_transit)
        for fated, _ in game.fates:
            self._count_card(places.fates, fated)
        if game.event != NOTHING:
            self._count_card(places.event, game.event)
        self._count_zone(places.set_aside, game.set_aside)
        self._count_zone(places.cult, game.cult_cards)
