"""The quick policy: chooses from the values of cards, in about a microsecond. Compiled together with the engine.

It plays the rollouts of the searching bots, and is all that the other bots use. It reads only what the player who
decides may know: where the hidden cards of a sampled game are makes no difference to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vigil.engine.effects.acquire import Acquire
from vigil.engine.effects.combine import Choose, MayPay
from vigil.engine.effects.gain import Gain
from vigil.engine.effects.select import Select
from vigil.engine.options import END, Decision, Option
from vigil.engine.rollout import Policy
from vigil.engine.scoring import score
from vigil.engine.terms import (
    ACCEPT,
    ACQUIRE,
    DECLINE,
    DEFEAT,
    FROM_START,
    HAND_ZONE,
    NOTHING,
    PLAY,
    PLAYED_ZONE,
    ROW_ZONE,
    SUPPLY_ZONE,
    TROPHIES_ZONE,
    USE,
)

from . import question_kinds
from .evaluator import CardValues, Evaluator
from .purchases import Plan, Purchases, everything_on_offer

if TYPE_CHECKING:
    from vigil.engine.abilities import Use
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.frames import Frame
    from vigil.engine.state import GameState

    from .weights import Weights

PATIENCE: Final = 150
"""The most decisions in one turn; then the turn is ended, whatever the cards offer."""


class QuickPolicy(Policy):
    """Chooses by the values of cards alone, without a search."""

    def __init__(self, values: CardValues, weights: Weights, far_sighted: bool = True) -> None:
        self.values = values
        self.weights = weights
        self.evaluator = Evaluator(values, weights, far_sighted)
        self._turn_number = -1
        self._decisions = 0
        self._planned_version = -1
        self._planned_slots = 0

    def twin(self) -> QuickPolicy:
        """The same policy, for another game."""
        return QuickPolicy(self.values, self.weights, self.evaluator.far_sighted)

    def begin(self) -> None:
        """Call this before another game."""
        self._turn_number = -1
        self.forget()

    def forget(self) -> None:
        """Drops what was computed for the last position."""
        self.evaluator.forget()
        self._planned_version = -1

    def pick(self, game: GameState, decision: Decision) -> Option:
        if game.turn_number != self._turn_number:
            self._turn_number = game.turn_number
            self._decisions = 0
            self.forget()
        options = decision.options
        if options[-1] is END:
            self._decisions += 1
            return END if self._decisions > PATIENCE else self._act(game, options)
        best = options[0]
        best_rate = -1e9
        for each in options:
            rate = self.rate(game, decision, each)
            if rate > best_rate:
                best = each
                best_rate = rate
        return best

    # --- the own turn

    def _act(self, game: GameState, options: list[Option]) -> Option:
        """First everything that is free, in a good order; then purchases and sacrifices."""
        values = self.values
        best: Option | None = None
        best_timing = -1
        for each in options:
            timing = -1
            if each.verb == PLAY:
                value = values.cards[each.number]
                timing = 2 * value.timing
                if value.loses_card and not self._has_weak_card(game, each.number):
                    timing = 10
            elif each.verb == USE:
                ability = each.ability
                use = values.uses[ability.number]
                if use.value > 0.0 and self._is_free(ability):
                    timing = 2 * use.timing + 1
                elif self._brings_wanted_energy(game, ability):
                    return each
            if timing > best_timing:
                best = each
                best_timing = timing
        if best is not None:
            return best
        return self._buy(game, options)

    def is_routine(self, decision: Decision, choice: Option) -> bool:
        """Whether the choice needs no thought: playing a card, or using an ability that is free."""
        return decision.is_turn and (choice.verb == PLAY or (choice.verb == USE and self._is_free(choice.ability)))

    def _is_free(self, ability: Use) -> bool:
        """Whether using it costs nothing, not even the card."""
        return ability.once and not (ability.has_price or ability.is_sacrifice)

    def _brings_wanted_energy(self, game: GameState, ability: Use) -> bool:
        """Whether the energy of the ability reaches a threshold of a card in hand or in play. Otherwise it is kept."""
        more = self.values.uses[ability.number].energy
        if not more:
            return False
        have = game.turn.energy
        player = game.players[game.turn.seat]
        for zone in (player.hand, player.constructs):
            for number in zone:
                for threshold in self.values.cards[number].energy_thresholds:
                    if have < threshold <= have + more:
                        return True
        return False

    def _has_weak_card(self, game: GameState, but: int) -> bool:
        """Whether the hand has a starting card or a monster besides this card."""
        spared = False
        for number in game.players[game.turn.seat].hand:
            if number == but and not spared:
                spared = True
                continue
            card = game.cards[number]
            if card.origin == FROM_START or card.is_monster:
                return True
        return False

    def _buy(self, game: GameState, options: list[Option]) -> Option:
        turn = game.turn
        seat = turn.seat
        for each in options:
            if each.verb == USE:
                ability = each.ability
                if ability.is_sacrifice and self._is_worth_its_sacrifice(game, seat, each, ability):
                    return each
        purchases = Purchases(self.evaluator, game, seat)
        gifts = game.setup.team
        for each in options:
            if each.verb == ACQUIRE or each.verb == DEFEAT:
                if each.power == NOTHING and each.cuts == NOTHING and (gifts or each.seat == NOTHING):
                    purchases.consider(each)
            elif each.verb == USE:
                ability = each.ability
                if ability.has_price and not ability.is_sacrifice:
                    purchases.add(each, self._use_value(game, seat, each, ability), ability.runes, ability.power)
        if not purchases.items:
            return END
        return _first_purchase(purchases, purchases.best_plan(turn.runes, turn.power).chosen)

    def _use_value(self, game: GameState, seat: int, choice: Option, ability: Use) -> float:
        card = choice.card
        assert card is not None
        if card.other_side != NOTHING:
            return self.evaluator.acquire_value(game, seat, card.other_side)
        return self.values.uses[ability.number].value

    def _is_worth_its_sacrifice(self, game: GameState, seat: int, choice: Option, ability: Use) -> bool:
        """Whether to give up a trophy or construct now: if it buys something better, or if little time is left."""
        card = choice.card
        assert card is not None
        value = self.values.effects[ability.effects[0].number].value if ability.effects else 0.0
        for effect in ability.effects[1:]:
            value += self.values.effects[effect.number].value
        if value <= 0.0:
            return False
        lost = 0.0
        if choice.zone != TROPHIES_ZONE:
            lost = self.evaluator.in_play_value(game, seat, card.number)
            if ability.banish_this:
                lost += float(card.honor) * (2.0 if ability.with_twin else 1.0)
        left = self.evaluator.turns_left(game)
        if left < 1.0:
            return value > lost
        use = self.values.uses[ability.number]
        if use.runes or use.power:
            return (
                self._value_within_reach(game, seat, use.runes, use.power)
                > self._value_within_reach(game, seat, 0, 0) + lost + 0.5
            )
        if choice.zone == TROPHIES_ZONE:
            return not use.energy
        return left < 4.0 and value > lost + 2.0

    # --- spending

    def _value_within_reach(self, game: GameState, seat: int, runes: int, power: int) -> float:
        """The value of the best purchases with this much more than the turn has and the hand will certainly add."""
        offer = everything_on_offer(self.evaluator, game, seat)
        return self._plan_with_hand(offer, runes, power).value

    def _plan_with_hand(self, offer: Purchases, runes: int, power: int) -> Plan:
        turn = offer.game.turn
        runes += turn.runes
        power += turn.power
        for number in offer.game.players[offer.seat].hand:
            value = self.values.cards[number]
            runes += value.play_runes
            power += value.play_power
        return offer.best_plan(runes, power)

    def _is_about_to_take(self, game: GameState, seat: int, slot: int) -> bool:
        """Whether the card in this slot of the row is among the best purchases of this turn."""
        if self._planned_version != game.version:
            # One decision asks about every card of the row.
            offer = everything_on_offer(self.evaluator, game, seat)
            chosen = self._plan_with_hand(offer, 0, 0).chosen
            self._planned_version = game.version
            self._planned_slots = 0
            for index, item in enumerate(offer.items):
                if chosen & (1 << index) and item.option.zone == ROW_ZONE:
                    self._planned_slots |= 1 << item.option.slot
        return self._planned_slots & (1 << slot) != 0

    # --- answers

    def rate(self, game: GameState, decision: Decision, choice: Option) -> float:
        """The value of an answer to a question. Declining is worth 0."""
        if choice.verb == DECLINE:
            return 0.0
        frame = decision.frame
        effect = frame.effect
        seat = decision.seat
        question = self.values.effects[effect.number].question
        if question == question_kinds.CHOOSE:
            return self._rate_part(game, effect, choice)
        if question == question_kinds.PAY:
            assert isinstance(effect, MayPay)
            given_up = self._value_within_reach(game, seat, 0, 0) - self._value_within_reach(
                game, seat, -effect.runes, 0
            )
            return self.values.effects[effect.number].follow_up - given_up
        if question == question_kinds.PLACE:
            return self._rate_place(game, seat, frame, choice)
        if question == question_kinds.SEND_THIS:
            if choice.card is None and choice.seat == NOTHING:
                return 1.0 + 0.3 * self.evaluator.outlook(game, seat).mechana
            return self._rate_victim(game, seat, choice.seat)
        card = choice.card
        if card is not None:
            return self._rate_card(game, seat, question, frame, choice, card)
        if choice.verb == ACCEPT:
            return self.values.effects[effect.number].follow_up
        if choice.seat != NOTHING:
            return self._rate_victim(game, seat, choice.seat)
        return 0.0

    def _rate_part(self, game: GameState, effect: Effect, choice: Option) -> float:
        assert isinstance(effect, Choose)
        part = effect.effects[effect.labels.index(choice)]
        value = self.values.effects[part.number].value
        if isinstance(part, Gain) and (part.runes or part.power):
            # Resources count for what they buy now.
            value += 2.0 * self._value_within_reach(game, game.turn.seat, part.runes, part.power)
        return value

    def _rate_place(self, game: GameState, seat: int, frame: Frame, choice: Option) -> float:
        """Rates where an acquired card goes: the sooner it can be used the better, unless it is weak."""
        number = frame.context.card
        if choice.seat != NOTHING:
            return (
                self.evaluator.take_value(game, choice.seat, number)
                - self.evaluator.take_value(game, seat, number)
                - self.evaluator.rune
            )
        if choice.label == "into play":
            return 3.0
        if choice.label == "hand":
            return 2.0
        if choice.label == "discard pile":
            return 0.0
        if game.cards[number].is_construct and choice.verb == ACCEPT:
            return 3.0
        ahead = self.evaluator.outlook(game, seat)
        if ahead.left <= 0.0:
            return 0.1
        value = self.values.cards[number]
        return self.evaluator.play_value_of(value, ahead.long, ahead.mechana, ahead.energy) - ahead.average

    def _rate_victim(self, game: GameState, seat: int, victim: int) -> float:
        """Being chosen is always bad for a player, so the leading opponent is chosen."""
        if victim == seat or (game.setup.team and victim == game.teammate(seat)):
            return -10.0
        return 1.0 + 0.01 * float(score(game, victim)) + 0.001 * float(game.players[victim].honor)

    def _rate_card(self, game: GameState, seat: int, question: int, frame: Frame, choice: Option, card: Card) -> float:
        number = card.number
        evaluator = self.evaluator
        effect = frame.effect
        if question == question_kinds.BANISH:
            follow = self._rate_follow(effect, card)
            if choice.zone == ROW_ZONE:
                return self._rate_clearing(game, seat, choice, number) + follow
            value = evaluator.banish_gain(game, seat, number) + self.values.cards[number].banished + follow
            if choice.zone == HAND_ZONE and game.turn.seat == seat:
                # It could still be played this turn.
                return value - 0.35 * evaluator.play_value(game, seat, number)
            return value + 0.05 if choice.zone == PLAYED_ZONE else value
        if question == question_kinds.DISCARD:
            return self._rate_follow(effect, card) - evaluator.play_value(game, seat, number)
        if question == question_kinds.DESTROY:
            target = frame.context.target
            value = evaluator.in_play_value(game, target, number)
            return value if target != seat else -value
        if question == question_kinds.KEEP_ONE:
            return evaluator.in_play_value(game, seat, number)
        if question == question_kinds.TAKE:
            return self._rate_taking(game, seat, effect, choice, card)
        if question == question_kinds.DEFEAT:
            return self.values.cards[number].reward + 0.3 * float(card.power)
        if question == question_kinds.COPY:
            return evaluator.value_per_play(self.values.cards[number], 1.0, 0.0, 0.0)
        if question == question_kinds.SEND_CARD:
            return 0.5 - evaluator.acquire_value(game, seat, number)
        if question == question_kinds.TAKE_DISCARDED:
            return evaluator.play_value(game, seat, number) + max(0.0, evaluator.acquire_value(game, seat, number))
        if question == question_kinds.ORDER:
            return self.values.cards[number].reward - float(card.reward_honor)
        if choice.seat != NOTHING and choice.seat != seat:
            return evaluator.play_value(game, seat, number)
        if choice.zone == ROW_ZONE or choice.zone == SUPPLY_ZONE:
            return evaluator.take_value(game, seat, number)
        return evaluator.banish_gain(game, seat, number)

    def _rate_follow(self, effect: Effect, card: Card) -> float:
        """The value of what follows the choice. If a kind is required, a monster is assumed to match."""
        assert isinstance(effect, Select)
        return self.values.effects[effect.number].follow_up if effect.then_if is None or card.is_monster else 0.0

    def _rate_clearing(self, game: GameState, seat: int, choice: Option, number: int) -> float:
        """Rates banishing a card of the row: best is one that the next opponent wants and we cannot take."""
        own = self.evaluator.take_value(game, seat, number)
        if game.turn.seat == seat and self._is_about_to_take(game, seat, choice.slot):
            return -1.0 - own
        value = 0.5 * self.evaluator.take_value(game, self._next_opponent(game, seat), number) - 0.2 * max(0.0, own)
        for treasure in game.under[choice.slot]:
            value -= 0.5 * max(0.0, self.evaluator.acquire_value(game, seat, treasure))
        return value + self.values.cards[number].banished

    def _next_opponent(self, game: GameState, seat: int) -> int:
        others = game.opponents(seat)
        return others[0] if others else seat

    def _rate_taking(self, game: GameState, seat: int, effect: Effect, choice: Option, card: Card) -> float:
        number = card.number
        if choice.label == "gift":
            return self.evaluator.take_value(game, choice.seat, number) - self.evaluator.rune
        value = self.evaluator.take_value(game, seat, number)
        if choice.zone == ROW_ZONE:
            for treasure in game.under[choice.slot]:
                value += self.evaluator.acquire_value(game, seat, treasure)
        if isinstance(effect, Acquire) and effect.to == HAND_ZONE and not card.is_monster:
            value += self.evaluator.play_value(game, seat, number)
        # Of equal cards the more expensive one: the other can still be bought.
        return value + 0.2 * float(card.power if card.is_monster else card.runes)


def _first_purchase(purchases: Purchases, chosen: int) -> Option:
    """The purchase to make first: monsters, because their rewards may pay for more, then the most valuable."""
    best: Option = END
    best_rate = -1.0
    for index, item in enumerate(purchases.items):
        if chosen & (1 << index):
            rate = item.value + (100.0 if item.option.verb == DEFEAT else 0.0)
            if rate > best_rate:
                best = item.option
                best_rate = rate
    return best
