"""A sensible player who looks no further than this turn, and judges cards by what their declarations say."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from vigil.engine.basic import Gain, If, Instead
from vigil.engine.conditions import Energized
from vigil.engine.terms import ACQUIRE, DEFEAT, NOTHING, PLAY, ROW, TROPHIES, USE

from . import habits
from .answers import answer
from .appraisal import Appraisal, Memory, is_weak
from .base import Bot, Budget
from .circumstances import Circumstances
from .habits import everything_in, moment
from .shopping import Plan, Purse, wishes
from .weights import PLAIN_WEIGHTS
from .worth import is_sacrifice, total

if TYPE_CHECKING:
    from vigil.engine.abilities import Use
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import View

    from .shopping import Wish

ANY_TABLE: Final = Circumstances()
"""Which card comes first does not depend on the table; only what cards are worth does."""

PATIENCE: Final = 150
"""So many decisions in one turn are enough, whatever the cards may offer."""


class GreedyBot(Bot):
    name = "greedy"
    about = "Plays everything, buys what is worth most and defeats what it can, one turn at a time."

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
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
        for number in self.view.me.hand or []:
            for effect in self.view.cards[number].play:
                if isinstance(effect, Gain):
                    purse = purse.plus(effect.runes, effect.power)
        return purse

    @cached_property
    def wishes(self) -> list[list[Wish]]:
        return wishes(self.view.sample(0), self.own, self.mate)

    def plan(self) -> Plan:
        """What will be bought with everything that this turn is going to have."""
        return Plan(self.wishes, self.purse_of_the_turn())

    # --- the own turn

    def act(self, decision: Decision) -> Option:
        """Everything free first, then what the resources buy, then what can be given up for more."""
        for option in decision.options:
            if self._brings_wanted_energy(option):
                return option
        free = [(self._moment(option), option) for option in decision.options if self._is_free(option)]
        if free:
            return max(free, key=lambda each: each[0])[1]
        groups = self.wishes
        purse = Purse.of(self.view)
        for option in decision.options:
            if option.verb == USE and self._is_worth_its_sacrifice(option, groups, purse):
                return option
        found = (self._option_for(wish, decision) for wish in Plan(groups, purse).in_order())
        return next((option for option in found if option is not None), decision.options[-1])

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
        return not has_price and ability.once and total(ability.effects, ANY_TABLE) > 0

    def _moment(self, option: Option) -> float:
        card = option.card
        assert card is not None
        if option.verb == USE:
            return moment(self._ability(option).effects) + 0.5
        when = self._memory.moment(card)
        if when == habits.THROWS_A_CARD_AWAY and not self._has_something_to_throw_away(card):
            return habits.WITHOUT_SACRIFICE
        return when + 0.01 * min(9.0, self._memory.play(card, ANY_TABLE))

    def _has_something_to_throw_away(self, card: Card) -> bool:
        hand = [self.view.cards[number] for number in self.view.me.hand or []]
        hand.remove(card)
        # A card that draws before it asks will find something in what it draws.
        return any(is_weak(each) for each in hand)

    # --- giving cards up

    def _is_worth_its_sacrifice(self, option: Option, groups: list[list[Wish]], purse: Purse) -> bool:
        """Trophies and constructs that pay with themselves: now if it buys something better, or if time runs out."""
        ability = self._ability(option)
        value = total(ability.effects, self.own.now)
        if not is_sacrifice(ability) or value <= 0:
            return False
        card = option.card
        assert card is not None
        lost = 0.0 if option.zone == TROPHIES else self._lost_with(card, ability)
        if self.own.left < 1:
            return value > lost
        if value >= PLAIN_WEIGHTS.extra_turn:
            return self.own.left < 4 and value > lost
        runes, power, energy = resources(ability.effects)
        if runes or power:
            return Plan(groups, purse.plus(runes, power)).worth - Plan(groups, purse).worth > lost + 0.5
        return option.zone == TROPHIES and not energy

    def _lost_with(self, card: Card, ability: Use) -> float:
        lost = self.own.in_play(card)
        return lost + card.honor * (2 if ability.with_twin else 1) if ability.banish_this else lost

    def _brings_wanted_energy(self, option: Option) -> bool:
        """Energy is kept until a card in hand or in play asks for just so much more."""
        if option.verb != USE:
            return False
        more = resources(self._ability(option).effects)[2]
        have = self.view.turn.energy
        return more > 0 and any(have < threshold <= have + more for threshold in self._energy_asked_for())

    def _energy_asked_for(self) -> list[int]:
        cards = self.view.cards
        mine = self.view.me
        asked = [each for number in mine.hand or [] for each in thresholds(cards[number].play)]
        for index, number in enumerate(mine.constructs):
            for ability in cards[number].uses:
                if not mine.uses[index] & ability.bit and isinstance(ability.only_if, Energized):
                    asked.append(ability.only_if.amount)
        return asked

    # --- buying

    def _option_for(self, wish: Wish, decision: Decision) -> Option | None:
        """The option that fulfils the wish. Equal cards of the row are one option, in whichever slot it stands."""
        fits = [option for option in decision.options if option.card is wish.card and self._fits(option, wish)]
        return next((option for option in fits if option.slot == wish.slot), fits[0] if fits else None)

    def _fits(self, option: Option, wish: Wish) -> bool:
        if wish.is_use:
            return option.verb == USE and option.slot == wish.slot
        if option.verb not in (ACQUIRE, DEFEAT) or option.zone != wish.zone or option.seat != wish.seat:
            return False
        return wish.zone != ROW or self.view.under[option.slot] == self.view.under[wish.slot]


def resources(effects: tuple[Effect, ...]) -> tuple[int, int, int]:
    """The runes, the power and the energy that are gained for certain."""
    gains = [effect for effect in effects if isinstance(effect, Gain)]
    return sum(gain.runes for gain in gains), sum(gain.power for gain in gains), sum(gain.energy for gain in gains)


def thresholds(effects: tuple[Effect, ...]) -> list[int]:
    """How much energy these effects ask for."""
    return [
        effect.condition.amount
        for effect in everything_in(effects)
        if isinstance(effect, (If, Instead)) and isinstance(effect.condition, Energized)
    ]
