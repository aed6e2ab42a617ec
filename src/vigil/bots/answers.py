"""Answering the questions that cards ask: every option gets a number, and the best one wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vigil.engine import basic, hands, select, taking
from vigil.engine.acquire import PLACE_LABELS, Arrive
from vigil.engine.defeat import INTO_PLAY, OrderRewards, Settle
from vigil.engine.terms import ACCEPT, CONSTRUCTS, DECLINE, DISCARD, HAND, NOTHING, PLAYED, ROW, SUPPLY

from .shopping import Plan, Purse
from .weights import PLAIN_WEIGHTS
from .worth import total, worth

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.effect import Effect
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import View

    from .appraisal import Appraisal
    from .greedy import Table

REFUSED = 0.0
"""What it is worth to decline: better than anything that does harm."""


def answer(table: Table, decision: Decision) -> Option:
    """The option with the highest number; the earlier one of equals."""
    judge = Judge(table, decision)
    return max(decision.options, key=judge.rate)


class Judge:
    """Rates the options of one question."""

    def __init__(self, table: Table, decision: Decision) -> None:
        self.table = table
        self.view: View = table.view
        self.own: Appraisal = table.own
        self.decision = decision
        self.effect: Effect = decision.frame.effect
        self.scene = decision.frame.scene
        self.seat = table.view.seat

    def rate(self, option: Option) -> float:
        if option.verb == DECLINE:
            return REFUSED
        effect = self.effect
        if isinstance(effect, basic.Choose):
            return self._rate_effect(effect.effects[effect.labels.index(option)])
        if isinstance(effect, basic.MayPay):
            return self._rate_payment(effect)
        if isinstance(effect, Arrive):
            return self._rate_place(option)
        if isinstance(effect, (Settle, hands.MaySendThis)):
            return self._rate_sending(option)
        if option.card is not None:
            return self._rate_card(option, option.card)
        if option.verb == ACCEPT:
            return self._rate_yes()
        if option.seat != NOTHING:
            return self._rate_victim(option.seat)
        return 0.0

    # --- answers without a card

    def _rate_yes(self) -> float:
        """A question that is only yes or no offers something good, unless what it holds is known to be bad."""
        inside = self.effect.parts()
        return total(inside, self.own.now) if inside else 1.0

    def _rate_effect(self, effect: Effect) -> float:
        """One of several effects: runes and power count for what they buy now."""
        value = worth(effect, self.own.now)
        if isinstance(effect, basic.Gain) and (effect.runes or effect.power):
            purse = self.table.purse_of_the_turn()
            groups = self.table.wishes
            value += 2 * (Plan(groups, purse.plus(effect.runes, effect.power)).worth - Plan(groups, purse).worth)
        return value

    def _rate_payment(self, effect: basic.MayPay) -> float:
        purse = Purse.of(self.view)
        groups = self.table.wishes
        given_up = Plan(groups, purse).worth - Plan(groups, purse.plus(runes=-effect.runes)).worth
        return total(effect.effects, self.own.now) - max(0.0, given_up)

    def _rate_place(self, option: Option) -> float:
        """Where an acquired card goes. The sooner it can be used, the better; a weak card may wait."""
        card = self.view.cards[self.decision.frame.data[0]]
        places = {label: place for place, label in PLACE_LABELS.items()}
        place = places.get(option.label, NOTHING)
        if place == CONSTRUCTS:
            return 3.0
        if place == HAND:
            return 2.0
        if place == DISCARD:
            return 0.0
        # The top of the deck, or a yes that may mean it: only a card that is better than the usual one.
        if card.is_construct and option.verb == ACCEPT:
            return 3.0
        return self.own.play(card) - self.own.average if self.own.left else 0.1

    def _rate_sending(self, option: Option) -> float:
        """A monster that would go to the void: into an opponent's deck, or captured where captives count."""
        if option is INTO_PLAY or option.verb == ACCEPT:
            return 1.0 + 0.3 * self.own.now.mechana
        return self._rate_victim(option.seat)

    def _rate_victim(self, seat: int) -> float:
        """Whatever a player is chosen for is bad for that player: the leading opponent is the one."""
        if seat not in self.own.opponents():
            return -10.0
        return 1.0 + 0.01 * self.table.appraisal(seat).score() + 0.001 * self.view.players[seat].honor

    # --- answers with a card

    def _rate_card(self, option: Option, card: Card) -> float:
        effect = self.effect
        if isinstance(effect, OrderRewards):
            return total(card.reward, self.own.now) - sum(getattr(each, "honor", 0) for each in card.reward)
        if isinstance(effect, select.Banish):
            return self._rate_banishing(option, card) + self._rate_follow(effect, card)
        if isinstance(effect, select.Discard):
            return self._rate_discarding(card) + self._rate_follow(effect, card)
        if isinstance(effect, select.Destroy):
            target = self.scene.target
            if target != self.seat:
                return self.table.appraisal(target).in_play(card)
            return -self.own.in_play(card)
        if isinstance(effect, select.DestroyAllButOne):
            return self.own.in_play(card)
        if isinstance(effect, taking.Acquire):
            return self._rate_taking(effect, option, card)
        if isinstance(effect, taking.Defeat):
            return self.own.defeated(card) + 0.3 * card.power
        if isinstance(effect, taking.CopyHero):
            return total(card.play, self.own.now)
        if isinstance(effect, hands.SendCard):
            return 0.5 - self.own.acquired(card)
        if isinstance(effect, hands.DiscardRandomThenTakeOne):
            return self.own.play(card) + max(0.0, self.own.acquired(card))
        return self._rate_unknown(option, card)

    def _rate_follow(self, effect: select.Select, card: Card) -> float:
        """What comes after it; a card that must be of some kind is taken to be right if it is a monster."""
        value = total(effect.then, self.own.now)
        return value if effect.then_if is None or card.is_monster else 0.0

    def _rate_banishing(self, option: Option, card: Card) -> float:
        if option.zone == ROW:
            return self._rate_clearing(option, card)
        value = self.own.gain_of_banishing(card) + total(card.banished, self.own.now)
        if option.zone == HAND and self.view.turn.seat == self.seat:
            # It could still be played this turn.
            value -= 0.35 * self.own.play(card)
        elif option.zone == PLAYED:
            value += 0.05
        return value

    def _rate_clearing(self, option: Option, card: Card) -> float:
        """A card of the row goes: what the next opponent wants and we cannot have."""
        if any(wish.zone == ROW and wish.slot == option.slot for wish in self.table.plan().bought):
            return -1.0 - self.own.taken(card)
        following = self.table.appraisal(self.table.next_opponent())
        value = 0.5 * following.taken(card) - 0.2 * max(0.0, self.own.taken(card))
        value -= 0.5 * sum(max(0.0, self.own.acquired(self.view.cards[each])) for each in self.view.under[option.slot])
        return value + total(card.banished, self.own.now)

    def _rate_discarding(self, card: Card) -> float:
        return -self.own.play(card)

    def _rate_taking(self, effect: taking.Acquire, option: Option, card: Card) -> float:
        if option.label == "gift":
            return self.table.appraisal(option.seat).taken(card) - PLAIN_WEIGHTS.rune
        value = self.own.taken(card)
        if option.zone == ROW:
            value += sum(self.own.acquired(self.view.cards[each]) for each in self.view.under[option.slot])
        if effect.to == HAND and not card.is_monster:
            value += self.own.play(card)
        # Of equals the dearer one: what is left over can still be paid for.
        return value + 0.2 * (card.power if card.is_monster else card.runes)

    def _rate_unknown(self, option: Option, card: Card) -> float:
        """A question that nobody foresaw: own cards are given up, cards of the table are taken."""
        if option.seat != NOTHING and option.seat != self.seat:
            return self.own.play(card)
        if option.zone in (ROW, SUPPLY):
            return self.own.taken(card)
        return self.own.gain_of_banishing(card)
