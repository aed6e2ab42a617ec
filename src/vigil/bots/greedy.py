"""A sensible player who looks no further than this turn, and judges cards by what their declarations say."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from vigil.engine.basic import Gain
from vigil.engine.terms import ACQUIRE, DEFEAT, NOTHING, PLAY, ROW, TROPHIES, USE

from . import habits
from .answers import answer
from .appraisal import Appraisal, Memory, is_weak
from .base import Bot
from .habits import moment, play_moment
from .shopping import Plan, Purse, wishes
from .worth import EXTRA_TURN, is_sacrifice, total

if TYPE_CHECKING:
    from vigil.engine.abilities import Use
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import View

    from .shopping import Wish

PATIENCE: Final = 150
"""So many decisions in one turn are enough, whatever the cards may offer."""


class GreedyBot(Bot):
    name = "greedy"
    about = "Plays everything, buys what is worth most and defeats what it can, one turn at a time."

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._memory = Memory()
        self._turn = (NOTHING, NOTHING)
        self._decisions = 0

    def choose(self, view: View, decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        table = Table(view, self._memory)
        if not decision.is_turn:
            return answer(table, decision)
        if self._is_tired(view):
            return decision.options[-1]
        return table.act(decision)

    def _is_tired(self, view: View) -> bool:
        turn = (view.turn_number, view.seat)
        if turn != self._turn:
            self._turn = turn
            self._decisions = 0
        self._decisions += 1
        return self._decisions > PATIENCE


class Table:
    """One view, and what is thought about it."""

    def __init__(self, view: View, memory: Memory) -> None:
        self.view = view
        self._memory = memory
        self._appraisals: dict[int, Appraisal] = {}

    def appraisal(self, seat: int) -> Appraisal:
        found = self._appraisals.get(seat)
        if found is None:
            found = self._appraisals[seat] = Appraisal(self.view, seat, self._memory)
        return found

    @cached_property
    def own(self) -> Appraisal:
        return self.appraisal(self.view.seat)

    @cached_property
    def mate(self) -> Appraisal | None:
        if not self.view.setup.team:
            return None
        count = len(self.view.players)
        return self.appraisal((self.view.seat + count // 2) % count)

    def next_opponent(self) -> int:
        """Who will look at the row next; in solitaire there is nobody but ourselves."""
        count = len(self.view.players)
        around = [(self.view.seat + step) % count for step in range(1, count)]
        opponents = self.own.opponents()
        return next((seat for seat in around if seat in opponents), self.view.seat)

    def purse_of_the_turn(self) -> Purse:
        """What there is to spend, and what the hand will certainly add."""
        purse = Purse.of(self.view)
        for number in self.own.player.hand or []:
            for effect in self.view.cards[number].play:
                if isinstance(effect, Gain):
                    purse = purse.plus(effect.runes, effect.power)
        return purse

    def plan(self) -> Plan:
        """What will be bought with everything that this turn is going to have."""
        return Plan(wishes(self.own, self.mate), self.purse_of_the_turn())

    # --- the own turn

    def act(self, decision: Decision) -> Option:
        """Everything free first, then what the resources buy, then what can be given up for more."""
        free = [(self._moment(option), option) for option in decision.options if self._is_free(option)]
        if free:
            return max(free, key=lambda each: each[0])[1]
        groups = wishes(self.own, self.mate)
        purse = Purse.of(self.view)
        for option in decision.options:
            if option.verb == USE and self._is_worth_its_sacrifice(option, groups, purse):
                return option
        wanted = Plan(groups, purse).first
        found = None if wanted is None else self._option_for(wanted, decision)
        return decision.options[-1] if found is None else found

    def _ability(self, option: Option) -> Use:
        assert option.card is not None
        return option.card.uses[option.slot]

    def _is_free(self, option: Option) -> bool:
        if option.verb == PLAY:
            return True
        if option.verb != USE:
            return False
        ability = self._ability(option)
        has_price = bool(ability.runes or ability.power or is_sacrifice(ability))
        return not has_price and ability.once and total(ability.effects, self.own.now) > 0

    def _moment(self, option: Option) -> float:
        card = option.card
        assert card is not None
        if option.verb == USE:
            return moment(self._ability(option).effects) + 0.5
        when = play_moment(card)
        if when == habits.THROWS_A_CARD_AWAY and not self._has_something_to_throw_away(card):
            return habits.WITHOUT_SACRIFICE
        return when + 0.01 * min(9.0, self.own.play(card))

    def _has_something_to_throw_away(self, card: Card) -> bool:
        hand = [self.view.cards[number] for number in self.own.player.hand or []]
        hand.remove(card)
        # A card that draws before it asks will find something in what it draws.
        return any(is_weak(each) for each in hand)

    # --- giving cards up

    def _is_worth_its_sacrifice(self, option: Option, groups: list[list[Wish]], purse: Purse) -> bool:
        """Trophies and constructs that pay with themselves: now if it buys something better, or if time runs out."""
        ability = self._ability(option)
        if not is_sacrifice(ability) or not all(effect.parts() or True for effect in ability.effects):
            return False
        value = total(ability.effects, self.own.now)
        if value <= 0:
            return False
        card = option.card
        assert card is not None
        lost = 0.0 if option.zone == TROPHIES else self._lost_with(card, ability)
        if self.own.left < 1:
            return value > lost
        if value >= EXTRA_TURN:
            return self.own.left < 4 and value > lost
        more = resources(ability.effects)
        if more == (0, 0):
            return option.zone == TROPHIES and self._is_of_use_now(ability.effects)
        gained = Plan(groups, purse.plus(*more)).worth - Plan(groups, purse).worth
        return gained > lost + 0.5

    def _lost_with(self, card: Card, ability: Use) -> float:
        lost = self.own.in_play(card)
        return lost + card.honor * (2 if ability.with_twin else 1) if ability.banish_this else lost

    def _is_of_use_now(self, effects: tuple[Effect, ...]) -> bool:
        """Energy is kept until some card in hand or in play asks for it; everything else is used at once."""
        return not any(isinstance(effect, Gain) and effect.energy for effect in effects)

    # --- buying

    def _option_for(self, wish: Wish, decision: Decision) -> Option | None:
        """The option that fulfils the wish. Equal cards of the row are one option."""
        for option in decision.options:
            if option.card is not wish.card:
                continue
            if wish.is_use:
                if option.verb == USE and option.slot == wish.slot:
                    return option
            elif option.verb in (ACQUIRE, DEFEAT) and option.zone == wish.zone and option.seat == wish.seat:
                if wish.zone != ROW or self.view.under[option.slot] == self.view.under[wish.slot]:
                    return option
        return None


def resources(effects: tuple[Effect, ...]) -> tuple[int, int]:
    gains = [effect for effect in effects if isinstance(effect, Gain)]
    return sum(gain.runes for gain in gains), sum(gain.power for gain in gains)
