"""Quick judgement: one look at a game and one choice, in about a microsecond. Compiled together with the engine.

It plays the rollouts of the searching bots, and the bots without a search play by it themselves. It reads nothing but
what the player who decides may know: in a sampled game every hidden card could lie elsewhere without a difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vigil.engine.basic import Choose, MayPay
from vigil.engine.costs import may_use_restricted, price
from vigil.engine.options import END, Decision, Option
from vigil.engine.select import Select
from vigil.engine.terms import (
    ACCEPT,
    ACQUIRE,
    DECLINE,
    DEFEAT,
    FROM_START,
    HAND,
    NOTHING,
    PLAY,
    PLAYED,
    ROW,
    SUPPLY,
    TROPHIES,
    USE,
)

from .judgement import Judgement, Sense

if TYPE_CHECKING:
    from vigil.engine.abilities import Use
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.state import Frame, Game

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

MOST_ITEMS: Final = 14
PATIENCE: Final = 150
"""So many decisions in one turn are enough, whatever the cards may offer."""


class Instinct(Judgement):
    """Chooses by judgement alone."""

    def __init__(self, sense: Sense, weights: Weights, far_sighted: bool = True) -> None:
        super().__init__(sense, weights, far_sighted)
        self._turn_number = -1
        self._decisions = 0
        # The plan of what to buy is worked out on these.
        self._items: list[Option] = []
        self._values: list[float] = []
        self._rune_costs: list[int] = []
        self._power_costs: list[int] = []
        self._best_value = 0.0
        self._best_mask = 0

    def begin(self) -> None:
        """Another game than the last one: nothing that was thought about that one holds."""
        self._turn_number = -1
        self.forget()

    def pick(self, game: Game, decision: Decision) -> Option:
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

    def _act(self, game: Game, options: list[Option]) -> Option:
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
            if moment > best_moment:
                best = each
                best_moment = moment
        if best is not None:
            return best
        return self._buy(game, options)

    def is_free(self, choice: Option) -> bool:
        """The use of an ability that costs nothing, not even the card."""
        return self._is_free(_ability(choice))

    def _is_free(self, ability: Use) -> bool:
        has_price = ability.runes or ability.power or ability.banish_this or ability.destroy_this
        return not has_price and ability.once

    def _has_weak_card(self, game: Game, but: int) -> bool:
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

    def _buy(self, game: Game, options: list[Option]) -> Option:
        turn = game.turn
        seat = turn.seat
        self._items.clear()
        self._values.clear()
        self._rune_costs.clear()
        self._power_costs.clear()
        gifts = game.setup.team
        for each in options:
            if each.verb == ACQUIRE or each.verb == DEFEAT:
                if each.power == NOTHING and each.cuts == NOTHING and (gifts or each.seat == NOTHING):
                    self._want(game, seat, each)
            elif each.verb == USE:
                ability = _ability(each)
                if self._gives_itself_up(ability):
                    if self._is_worth_its_sacrifice(game, seat, each, ability, options):
                        return each
                elif ability.runes or ability.power:
                    self._add(each, self._use_worth(game, seat, each, ability), ability.runes, ability.power)
        if not self._items:
            return END
        self._plan(game)
        return self._first_of_the_plan()

    def _gives_itself_up(self, ability: Use) -> bool:
        return ability.banish_this or ability.destroy_this

    def _use_worth(self, game: Game, seat: int, choice: Option, ability: Use) -> float:
        card = choice.card
        assert card is not None
        if card.other_side != NOTHING:
            return self.acquired(game, seat, card.other_side)
        return self.sense.use[ability.number]

    def _is_worth_its_sacrifice(
        self, game: Game, seat: int, choice: Option, ability: Use, options: list[Option]
    ) -> bool:
        """Trophies and constructs that pay with themselves: now if it buys something better, or if time runs out."""
        card = choice.card
        assert card is not None
        value = self.sense.effect[ability.effects[0].number] if ability.effects else 0.0
        for effect in ability.effects[1:]:
            value += self.sense.effect[effect.number]
        if value <= 0.0:
            return False
        lost = 0.0
        if choice.zone != TROPHIES:
            lost = self.in_play(game, seat, card.number)
            if ability.banish_this:
                lost += float(card.honor) * (2.0 if ability.with_twin else 1.0)
        left = self.turns_left(game)
        if left < 1.0:
            return value > lost
        runes, power = self.sense.use_runes[ability.number], self.sense.use_power[ability.number]
        if runes or power:
            return value > lost + 0.5 and self._buys_more(game, seat, runes, power)
        return choice.zone == TROPHIES or (left < 4.0 and value > lost + 2.0)

    def _buys_more(self, game: Game, seat: int, runes: int, power: int) -> bool:
        """Some card of the row that is out of reach comes within it, and is worth having."""
        turn = game.turn
        for number in game.row:
            if number == NOTHING:
                continue
            card = game.cards[number]
            is_near = card.runes <= turn.runes + runes and card.power <= turn.power + power
            is_out_of_reach = card.runes > turn.runes or card.power > turn.power
            if is_near and is_out_of_reach and self.taken(game, seat, number) > 2.0:
                return True
        return False

    # --- the plan: the best that runes and power can buy together

    def _want(self, game: Game, seat: int, choice: Option) -> None:
        card = choice.card
        assert card is not None
        owner = seat if choice.seat == NOTHING else choice.seat
        value = self.taken(game, owner, card.number)
        if choice.seat != NOTHING:
            value -= self.rune
        if choice.zone == ROW:
            for number in game.under[choice.slot]:
                value += self.acquired(game, owner, number)
            if game.setup.solitaire:
                honor = float(card.reward_honor if card.is_monster else card.honor)
                value += 0.7 * honor if choice.slot >= len(game.row) - 2 else 0.2 * honor
        runes, power = card.runes, card.power
        if card.special_price or choice.zone == ROW:
            runes, power = price(game, card, choice.zone, choice.slot)
        if may_use_restricted(game, card):
            runes = max(0, runes - game.turn.mechana_runes)
        if card.pays_either and runes > game.turn.runes:
            power += runes - game.turn.runes
            runes = game.turn.runes
        self._add(choice, value, runes, power)
        # What is always there can be had more than once.
        if choice.zone == SUPPLY and runes + power > 0:
            self._add(choice, value - 0.05, runes, power)

    def _add(self, choice: Option, value: float, runes: int, power: int) -> None:
        if value > 0.0 and len(self._items) < MOST_ITEMS:
            self._items.append(choice)
            self._values.append(value)
            self._rune_costs.append(runes)
            self._power_costs.append(power)

    def _plan(self, game: Game) -> None:
        turn = game.turn
        self._best_value = -1.0
        self._best_mask = 0
        if turn.mixed_payment:
            self._fill(0, turn.runes + turn.power, 0, True, 0.0, 0)
        else:
            self._fill(0, turn.runes, turn.power, False, 0.0, 0)

    def _fill(self, index: int, runes: int, power: int, mixed: bool, value: float, mask: int) -> None:
        if index == len(self._items):
            if value > self._best_value:
                self._best_value = value
                self._best_mask = mask
            return
        need_runes = self._rune_costs[index]
        need_power = self._power_costs[index]
        if mixed:
            need_runes += need_power
            need_power = 0
        if need_runes <= runes and need_power <= power:
            gain = value + self._values[index]
            self._fill(index + 1, runes - need_runes, power - need_power, mixed, gain, mask | (1 << index))
            if need_runes + need_power == 0:
                return
        self._fill(index + 1, runes, power, mixed, value, mask)

    def _first_of_the_plan(self) -> Option:
        """Monsters first, because their rewards may pay for more; then the best."""
        best: Option = END
        best_rate = -1.0
        for index in range(len(self._items)):
            if self._best_mask & (1 << index):
                item = self._items[index]
                rate = self._values[index] + (100.0 if item.verb == DEFEAT else 0.0)
                if rate > best_rate:
                    best = item
                    best_rate = rate
        return best

    # --- answers

    def rate(self, game: Game, decision: Decision, choice: Option) -> float:
        """How good an answer to a question is; declining is worth nothing."""
        if choice.verb == DECLINE:
            return 0.0
        frame = decision.frame
        effect = frame.effect
        seat = decision.seat
        question = self.sense.question[effect.number] if effect.number >= 0 else UNKNOWN
        if question == CHOOSES:
            return self._rate_part(game, effect, choice)
        if question == PAYS:
            assert isinstance(effect, MayPay)
            return self.sense.follow[effect.number] - 0.8 * self.rune * float(effect.runes)
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
            return self.sense.follow[effect.number] if effect.number >= 0 else 1.0
        if choice.seat != NOTHING:
            return self._rate_victim(game, seat, choice.seat)
        return 0.0

    def _rate_part(self, game: Game, effect: Effect, choice: Option) -> float:
        assert isinstance(effect, Choose)
        part = effect.effects[effect.labels.index(choice)]
        return self.sense.effect[part.number]

    def _rate_place(self, game: Game, seat: int, frame: Frame, choice: Option) -> float:
        """Where an acquired card goes. The sooner it can be used, the better; a weak card may wait."""
        number = frame.data[0]
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
        return self._played_worth(game, number, ahead.long, ahead.mechana) - ahead.average

    def _rate_victim(self, game: Game, seat: int, victim: int) -> float:
        """Whatever a player is chosen for is bad for that player: the leading opponent is the one."""
        if victim == seat or (game.setup.team and victim == game.teammate(seat)):
            return -10.0
        return 1.0 + 0.01 * float(self._standing(game, victim)) + 0.001 * float(game.players[victim].honor)

    def _standing(self, game: Game, seat: int) -> int:
        player = game.players[seat]
        total = player.honor
        for zone in (player.hand, player.discard, player.played, player.constructs):
            for number in zone:
                total += game.cards[number].honor
        for number in player.deck.cards:
            total += game.cards[number].honor
        return total

    def _rate_card(self, game: Game, seat: int, question: int, frame: Frame, choice: Option, card: Card) -> float:
        number = card.number
        effect = frame.effect
        if question == BANISHES:
            follow = self._rate_follow(effect, card)
            if choice.zone == ROW:
                return self._rate_clearing(game, seat, choice, number) + follow
            value = self.gain_of_banishing(game, seat, number) + self.sense.banished[number] + follow
            if choice.zone == HAND and game.turn.seat == seat:
                # It could still be played this turn.
                return value - 0.35 * self.played(game, seat, number)
            return value + 0.05 if choice.zone == PLAYED else value
        if question == DISCARDS:
            return self._rate_follow(effect, card) - self.played(game, seat, number)
        if question == DESTROYS:
            target = frame.scene.target
            return self.in_play(game, target, number) if target != seat else -self.in_play(game, seat, number)
        if question == KEEPS_ONE:
            return self.in_play(game, seat, number)
        if question == TAKES:
            return self._rate_taking(game, seat, choice, card)
        if question == DEFEATS:
            return self.sense.reward[number] + 0.3 * float(card.power)
        if question == COPIES:
            return self._each(number, 1.0, 0.0)
        if question == SENDS_A_CARD:
            return 0.5 - self.acquired(game, seat, number)
        if question == TAKES_A_DISCARD:
            return self.played(game, seat, number) + max(0.0, self.acquired(game, seat, number))
        if question == ORDERS:
            return self.sense.reward[number] - float(card.reward_honor)
        if choice.seat != NOTHING and choice.seat != seat:
            return self.played(game, seat, number)
        if choice.zone == ROW or choice.zone == SUPPLY:
            return self.taken(game, seat, number)
        return self.gain_of_banishing(game, seat, number)

    def _rate_follow(self, effect: Effect, card: Card) -> float:
        """What comes after it; a card that must be of some kind is taken to be right if it is a monster."""
        assert isinstance(effect, Select)
        return self.sense.follow[effect.number] if effect.then_if is None or card.is_monster else 0.0

    def _rate_clearing(self, game: Game, seat: int, choice: Option, number: int) -> float:
        """A card of the row goes: what the next opponent wants and we cannot have."""
        turn = game.turn
        card = game.cards[number]
        own = self.taken(game, seat, number)
        if turn.seat == seat and card.runes <= turn.runes and card.power <= turn.power and own > 0.5:
            return -1.0 - own
        value = 0.5 * self.taken(game, self._next_opponent(game, seat), number) - 0.2 * max(0.0, own)
        for treasure in game.under[choice.slot]:
            value -= 0.5 * max(0.0, self.acquired(game, seat, treasure))
        return value + self.sense.banished[number]

    def _next_opponent(self, game: Game, seat: int) -> int:
        others = game.opponents(seat)
        return others[0] if others else seat

    def _rate_taking(self, game: Game, seat: int, choice: Option, card: Card) -> float:
        number = card.number
        if choice.label == "gift":
            return self.taken(game, choice.seat, number) - self.rune
        value = self.taken(game, seat, number)
        if choice.zone == ROW:
            for treasure in game.under[choice.slot]:
                value += self.acquired(game, seat, treasure)
        # Of equals the dearer one: what is left over can still be paid for.
        return value + 0.2 * float(card.power if card.is_monster else card.runes)


def _ability(choice: Option) -> Use:
    card = choice.card
    assert card is not None
    return card.uses[choice.slot]


__all__ = ["Instinct"]
