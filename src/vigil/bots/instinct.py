"""Quick judgement: one look at a game and one choice, in about a microsecond. Compiled together with the engine.

It plays the rollouts of the searching bots, and the bots without a search play by it themselves. It reads nothing but
what the player who decides may know: in a sampled game every hidden card could lie elsewhere without a difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vigil.engine.effects.acquire import Acquire
from vigil.engine.effects.combine import Choose, MayPay
from vigil.engine.effects.gain import Gain
from vigil.engine.effects.select import Select
from vigil.engine.options import END, Decision, Option
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

from .judgement import Sense, Shopping

if TYPE_CHECKING:
    from vigil.engine.abilities import Use
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.frames import Frame
    from vigil.engine.state import GameState

    from .weights import Weights

# What a question is about: how its answers are judged.
UNKNOWN: Final = 0
BANISHES: Final = 1
DISCARDS: Final = 2
DESTROYS: Final = 3
KEEPS_ONE: Final = 4
TAKES: Final = 5
DEFEATS: Final = 6
COPIES: Final = 7
SENDS_A_CARD: Final = 8
TAKES_A_DISCARD: Final = 9
PLACES: Final = 10
SENDS: Final = 11
PAYS: Final = 12
CHOOSES: Final = 13
ORDERS: Final = 14

PATIENCE: Final = 150
"""So many decisions in one turn are enough, whatever the cards may offer."""


class Instinct(Shopping):
    """Chooses by judgement alone."""

    def __init__(self, sense: Sense, weights: Weights, far_sighted: bool = True) -> None:
        super().__init__(sense, weights, far_sighted)
        self._turn_number = -1
        self._decisions = 0

    def twin(self) -> Instinct:
        """The same judgement, for somebody who follows another game."""
        return Instinct(self.sense, self.weights, self.far_sighted)

    def begin(self) -> None:
        """Another game than the last one: nothing that was thought about that one holds."""
        self._turn_number = -1
        self.forget()

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
        """Everything free first, in a good order; then what the resources buy; then what can be given up for more."""
        sense = self.sense
        best: Option | None = None
        best_moment = -1
        for each in options:
            moment = -1
            if each.verb == PLAY:
                assert each.card is not None
                number = each.card.number
                moment = 2 * sense.moment[number]
                if sense.throws_away[number] and not self._has_weak_card(game, number):
                    moment = 10
            elif each.verb == USE:
                ability = _ability(each)
                if self._is_free(ability) and sense.use[ability.number] > 0.0:
                    moment = 2 * sense.use_moment[ability.number] + 1
                elif self._brings_wanted_energy(game, ability):
                    return each
            if moment > best_moment:
                best = each
                best_moment = moment
        if best is not None:
            return best
        return self._buy(game, options)

    def is_routine(self, decision: Decision, choice: Option) -> bool:
        """There is nothing to think about: cards are played, and what is free is used."""
        return decision.is_turn and (choice.verb == PLAY or (choice.verb == USE and self._is_free(_ability(choice))))

    def _is_free(self, ability: Use) -> bool:
        """Using it costs nothing, not even the card."""
        has_price = ability.runes or ability.power or ability.banish_this or ability.destroy_this
        return not has_price and ability.once

    def _brings_wanted_energy(self, game: GameState, ability: Use) -> bool:
        """Energy is kept until a card in hand or in play asks for just so much more."""
        more = self.sense.use_energy[ability.number]
        if not more:
            return False
        have = game.turn.energy
        player = game.players[game.turn.seat]
        for zone in (player.hand, player.constructs):
            for number in zone:
                for asked in self.sense.asks_energy[number]:
                    if have < asked <= have + more:
                        return True
        return False

    def _has_weak_card(self, game: GameState, but: int) -> bool:
        """Something in the hand besides this card that nobody would miss."""
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
                ability = _ability(each)
                if self._gives_itself_up(ability) and self._is_worth_its_sacrifice(game, seat, each, ability):
                    return each
        self.clear()
        gifts = game.setup.team
        for each in options:
            if each.verb == ACQUIRE or each.verb == DEFEAT:
                if each.power == NOTHING and each.cuts == NOTHING and (gifts or each.seat == NOTHING):
                    self.want(game, seat, each)
            elif each.verb == USE:
                ability = _ability(each)
                if (ability.runes or ability.power) and not self._gives_itself_up(ability):
                    self.add(each, self._use_worth(game, seat, each, ability), ability.runes, ability.power)
        if not self.items:
            return END
        self.plan(game, turn.runes, turn.power)
        return self._first_of_the_plan()

    def _gives_itself_up(self, ability: Use) -> bool:
        return ability.banish_this or ability.destroy_this

    def _use_worth(self, game: GameState, seat: int, choice: Option, ability: Use) -> float:
        card = choice.card
        assert card is not None
        if card.other_side != NOTHING:
            return self.acquired(game, seat, card.other_side)
        return self.sense.use[ability.number]

    def _is_worth_its_sacrifice(self, game: GameState, seat: int, choice: Option, ability: Use) -> bool:
        """Trophies and constructs that pay with themselves: now if it buys something better, or if time runs out."""
        card = choice.card
        assert card is not None
        value = self.sense.effect[ability.effects[0].number] if ability.effects else 0.0
        for effect in ability.effects[1:]:
            value += self.sense.effect[effect.number]
        if value <= 0.0:
            return False
        lost = 0.0
        if choice.zone != TROPHIES_ZONE:
            lost = self.in_play(game, seat, card.number)
            if ability.banish_this:
                lost += float(card.honor) * (2.0 if ability.with_twin else 1.0)
        left = self.turns_left(game)
        if left < 1.0:
            return value > lost
        runes, power = self.sense.use_runes[ability.number], self.sense.use_power[ability.number]
        if runes or power:
            return self.within_reach(game, seat, runes, power) > self.within_reach(game, seat, 0, 0) + lost + 0.5
        if choice.zone == TROPHIES_ZONE:
            return not self.sense.use_energy[ability.number]
        return left < 4.0 and value > lost + 2.0

    # --- spending

    def _first_of_the_plan(self) -> Option:
        """Monsters first, because their rewards may pay for more; then the best."""
        best: Option = END
        best_rate = -1.0
        for index in range(len(self.items)):
            if self.best_mask & (1 << index):
                item = self.items[index]
                rate = self.values[index] + (100.0 if item.verb == DEFEAT else 0.0)
                if rate > best_rate:
                    best = item
                    best_rate = rate
        return best

    # --- answers

    def rate(self, game: GameState, decision: Decision, choice: Option) -> float:
        """How good an answer to a question is; declining is worth nothing."""
        if choice.verb == DECLINE:
            return 0.0
        frame = decision.frame
        effect = frame.effect
        seat = decision.seat
        question = self.sense.question[effect.number]
        if question == CHOOSES:
            return self._rate_part(game, effect, choice)
        if question == PAYS:
            assert isinstance(effect, MayPay)
            given_up = self.within_reach(game, seat, 0, 0) - self.within_reach(game, seat, -effect.runes, 0)
            return self.sense.follow[effect.number] - given_up
        if question == PLACES:
            return self._rate_place(game, seat, frame, choice)
        if question == SENDS:
            if choice.card is None and choice.seat == NOTHING:
                return 1.0 + 0.3 * self.outlook(game, seat).mechana
            return self._rate_victim(game, seat, choice.seat)
        card = choice.card
        if card is not None:
            return self._rate_card(game, seat, question, frame, choice, card)
        if choice.verb == ACCEPT:
            return self.sense.follow[effect.number]
        if choice.seat != NOTHING:
            return self._rate_victim(game, seat, choice.seat)
        return 0.0

    def _rate_part(self, game: GameState, effect: Effect, choice: Option) -> float:
        assert isinstance(effect, Choose)
        part = effect.effects[effect.labels.index(choice)]
        value = self.sense.effect[part.number]
        if isinstance(part, Gain) and (part.runes or part.power):
            # Resources count for what they buy now.
            value += 2.0 * self.within_reach(game, game.turn.seat, part.runes, part.power)
        return value

    def _rate_place(self, game: GameState, seat: int, frame: Frame, choice: Option) -> float:
        """Where an acquired card goes. The sooner it can be used, the better; a weak card may wait."""
        number = frame.context.card
        if choice.seat != NOTHING:
            return self.taken(game, choice.seat, number) - self.taken(game, seat, number) - self.rune
        if choice.label == "into play":
            return 3.0
        if choice.label == "hand":
            return 2.0
        if choice.label == "discard pile":
            return 0.0
        if game.cards[number].is_construct and choice.verb == ACCEPT:
            return 3.0
        ahead = self.outlook(game, seat)
        if ahead.left <= 0.0:
            return 0.1
        return self._played_worth(game, number, ahead.long, ahead.mechana, ahead.energy) - ahead.average

    def _rate_victim(self, game: GameState, seat: int, victim: int) -> float:
        """Whatever a player is chosen for is bad for that player: the leading opponent is the one."""
        if victim == seat or (game.setup.team and victim == game.teammate(seat)):
            return -10.0
        return 1.0 + 0.01 * float(self._standing(game, victim)) + 0.001 * float(game.players[victim].honor)

    def _standing(self, game: GameState, seat: int) -> int:
        player = game.players[seat]
        total = player.honor
        for zone in (player.hand, player.discard, player.played, player.constructs):
            for number in zone:
                total += game.cards[number].honor
        for number in player.deck.cards:
            total += game.cards[number].honor
        return total

    def _rate_card(self, game: GameState, seat: int, question: int, frame: Frame, choice: Option, card: Card) -> float:
        number = card.number
        effect = frame.effect
        if question == BANISHES:
            follow = self._rate_follow(effect, card)
            if choice.zone == ROW_ZONE:
                return self._rate_clearing(game, seat, choice, number) + follow
            value = self.gain_of_banishing(game, seat, number) + self.sense.banished[number] + follow
            if choice.zone == HAND_ZONE and game.turn.seat == seat:
                # It could still be played this turn.
                return value - 0.35 * self.played(game, seat, number)
            return value + 0.05 if choice.zone == PLAYED_ZONE else value
        if question == DISCARDS:
            return self._rate_follow(effect, card) - self.played(game, seat, number)
        if question == DESTROYS:
            target = frame.context.target
            return self.in_play(game, target, number) if target != seat else -self.in_play(game, seat, number)
        if question == KEEPS_ONE:
            return self.in_play(game, seat, number)
        if question == TAKES:
            return self._rate_taking(game, seat, effect, choice, card)
        if question == DEFEATS:
            return self.sense.reward[number] + 0.3 * float(card.power)
        if question == COPIES:
            return self._each(number, 1.0, 0.0, 0.0)
        if question == SENDS_A_CARD:
            return 0.5 - self.acquired(game, seat, number)
        if question == TAKES_A_DISCARD:
            return self.played(game, seat, number) + max(0.0, self.acquired(game, seat, number))
        if question == ORDERS:
            return self.sense.reward[number] - float(card.reward_honor)
        if choice.seat != NOTHING and choice.seat != seat:
            return self.played(game, seat, number)
        if choice.zone == ROW_ZONE or choice.zone == SUPPLY_ZONE:
            return self.taken(game, seat, number)
        return self.gain_of_banishing(game, seat, number)

    def _rate_follow(self, effect: Effect, card: Card) -> float:
        """What comes after it; a card that must be of some kind is taken to be right if it is a monster."""
        assert isinstance(effect, Select)
        return self.sense.follow[effect.number] if effect.then_if is None or card.is_monster else 0.0

    def _rate_clearing(self, game: GameState, seat: int, choice: Option, number: int) -> float:
        """A card of the row goes: what the next opponent wants and we cannot have."""
        own = self.taken(game, seat, number)
        if game.turn.seat == seat and self.is_about_to_take(game, seat, choice.slot):
            return -1.0 - own
        value = 0.5 * self.taken(game, self._next_opponent(game, seat), number) - 0.2 * max(0.0, own)
        for treasure in game.under[choice.slot]:
            value -= 0.5 * max(0.0, self.acquired(game, seat, treasure))
        return value + self.sense.banished[number]

    def _next_opponent(self, game: GameState, seat: int) -> int:
        others = game.opponents(seat)
        return others[0] if others else seat

    def _rate_taking(self, game: GameState, seat: int, effect: Effect, choice: Option, card: Card) -> float:
        number = card.number
        if choice.label == "gift":
            return self.taken(game, choice.seat, number) - self.rune
        value = self.taken(game, seat, number)
        if choice.zone == ROW_ZONE:
            for treasure in game.under[choice.slot]:
                value += self.acquired(game, seat, treasure)
        if isinstance(effect, Acquire) and effect.to == HAND_ZONE and not card.is_monster:
            value += self.played(game, seat, number)
        # Of equals the dearer one: what is left over can still be paid for.
        return value + 0.2 * float(card.power if card.is_monster else card.runes)


def _ability(choice: Option) -> Use:
    card = choice.card
    assert card is not None
    return card.uses[choice.slot]


__all__ = ["Instinct"]
