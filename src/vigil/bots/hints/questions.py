"""What speaks for an answer to a question that a card asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vigil.engine import terms
from vigil.engine.capture import MayCapture
from vigil.engine.effect import phrases
from vigil.engine.effects.acquire import Acquire, AcquireOrDefeat
from vigil.engine.effects.combine import Choose, MayPay
from vigil.engine.effects.select import Select
from vigil.engine.filters import MECHANA, count_in_play
from vigil.engine.procedures.placement import asked_about, place_of
from vigil.engine.terms import NOTHING, seat_name

from .. import question_kinds as kinds
from ..evaluator import SMALLEST_DECK
from .players import player
from .reasons import Piece, Reasoner, Reasons
from .wording import Gains, a_play, amounts, first_words, is_counted, listed

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView

    from ..policy import QuickPolicy


class Question(Reasoner):
    """One open question, with what it is about."""

    def __init__(self, view: SeatView, decision: Decision, policy: QuickPolicy, best: Option | None = None) -> None:
        super().__init__(view, decision, policy, best)
        self.frame = decision.frame
        self.effect = decision.frame.effect
        self.about = policy.values.effects[self.effect.number].question

    def reasons(self, option: Option) -> Reasons:
        if self.about == kinds.PLACE:
            return self._place(option)
        if option.verb == terms.DECLINE:
            return "", self._declining(option)
        if isinstance(self.effect, Choose):
            return "", self._part(option, self.effect)
        if isinstance(self.effect, MayPay):
            found = Gains(self.effect.effects)
            return "", [f"{found.named()} for {amounts(runes=self.effect.runes)}"]
        if option.card is not None:
            return self._card(option, option.card)
        if option.seat != NOTHING:
            return self._player(option.seat)
        if self.about == kinds.SEND_THIS or isinstance(self.effect, MayCapture):
            return self._asking_card().shown_name, self._capturing()
        return "", [first_words(self.effect.phrase())]

    def _rate(self, option: Option) -> float:
        return self.policy.rate(self.game, self.decision, option)

    def _is_best(self, option: Option) -> bool:
        if self.best is not None:
            return option is self.best
        return self._rate(option) >= max(self._rate(each) for each in self.decision.options)

    def _asking_card(self) -> Card:
        return self.view.cards[self.frame.context.card]

    # --- answers without a card

    def _part(self, option: Option, effect: Choose) -> list[Piece]:
        """One of several effects."""
        chosen = effect.effects[effect.labels.index(option)]
        found = Gains([chosen], self.now(self._asking_card()))
        reach = self.reach(found.gained["runes"], found.gained["power"])
        others = [each.label for each in self.decision.options if each is not option]
        is_better = self._is_best(option) and len(others) == 1
        return [first_words(chosen.phrase()), reach or (f"worth more to you than to {others[0]}" if is_better else "")]

    def _capturing(self) -> list[Piece]:
        count = 1 + count_in_play(self.game, self.seat, MECHANA)
        return [f"counts as a Mechana construct in play, of which you control {count} then"]

    def _player(self, seat: int) -> Reasons:
        """Whatever a player is chosen for is bad for that player."""
        honor = f"with {self.standing(seat)} honor in all"
        sent = self._sent_card()
        if sent is None:
            own = "" if seat in self.view.opponents() else "; that harms your own side"
            return "", [f"{self._rank(seat)}, {honor}", own]
        if seat not in self.view.opponents():
            whose = "your own" if seat == self.seat else "your teammate's"
            return sent.shown_name, [f"would only slow {whose} deck down"]
        return sent.shown_name, [f"slows down the deck of {player(seat)}, {self._rank(seat)} {honor}"]

    def _sent_card(self) -> Card | None:
        """The card that goes to the player who is asked for."""
        picked = self.frame.picks[0].card if self.frame.picks else None
        return self._asking_card() if self.about == kinds.SEND_THIS else picked

    def _rank(self, seat: int) -> str:
        opponents = self.view.opponents()
        if seat not in opponents:
            return "you yourself" if seat == self.seat else "your teammate"
        if len(opponents) == 1:
            return "your opponent"
        is_leading = self.standing(seat) >= max(self.standing(each) for each in opponents)
        return "your strongest opponent" if is_leading else "an opponent"

    def _place(self, option: Option) -> Reasons:
        """Where an acquired card goes: the sooner it can be used, the better; a weak card may wait."""
        card = self.view.cards[self.frame.context.card]
        is_weak = not card.is_construct and self.is_below_average(card, self.seat)
        if option.seat != NOTHING:
            return self.given(card, option.seat), list(self.owning(card, option.seat))
        place = place_of(asked_about(self.frame), option)
        pieces: list[Piece]
        if place == terms.CONSTRUCTS_ZONE:
            pieces = [(f"works from this turn on, {a_play(card)}", "works from this turn on")]
        elif place == terms.HAND_ZONE:
            words = Gains(card.play, self.now(card)).words
            pieces = [f"can be played this turn for {words}" if words else "can be played this turn"]
        elif place == terms.DECK_ZONE:
            pieces = ["drawn next", f"and is {'weaker' if is_weak else 'better'} than your average card"]
        else:
            pieces = ["waits for the next shuffle", "and stronger cards are drawn before it" if is_weak else ""]
        return card.shown_name, pieces

    def _declining(self, option: Option) -> list[Piece]:
        best = max(self.decision.options, key=self._rate)
        if self._rate(best) > 0:
            if option is self.best:
                return ["what is offered costs more than it brings here"]
            text = self.decision.text(best)
            if best.seat != NOTHING:
                text = text.replace(seat_name(best.seat), player(best.seat))
            verb = self.effect.verb if isinstance(self.effect, Select) else "choose"
            if isinstance(self.effect, AcquireOrDefeat) and best.card is not None and best.card.is_monster:
                verb = "defeat"
            return [f"it would be better to {text.replace('choose', verb, 1)}"]
        if isinstance(self.effect, MayPay):
            return [f"{self.effect.runes} runes are worth more than that"]
        if self.about == kinds.SEND_THIS:
            return ["in the void it harms nobody"]
        if self.about != kinds.BANISH:
            return ["nothing of it is worth having"]
        if all(each.zone == terms.ROW_ZONE for each in self.decision.options if each.card is not None):
            return ["nothing in the row is better gone"]
        return [self._why_not_thinner() or f"nothing there slows your deck of {self.deck_size} cards down"]

    # --- answers with a card

    def _card(self, option: Option, card: Card) -> Reasons:
        about = self.about
        name = card.shown_name
        if about == kinds.BANISH:
            return name, self._banishing(option, card)
        if about == kinds.DISCARD:
            return name, self._discarding(option, card)
        if about == kinds.DESTROY:
            return name, self._destroying(option, card)
        if about == kinds.KEEP_ONE:
            count = len(self.view.me.constructs)
            kept = f"{'the best' if self._is_best(option) else 'one'} of your {count} constructs"
            return name, [(f"{kept}, with {self._lost(card)}", kept)]
        if about == kinds.COPY:
            return name, [Gains(card.play, self.now(card)).named(), "once more"]
        if about == kinds.SEND_CARD:
            whose = "another deck" if option.zone == terms.VOID_ZONE else "another deck instead of yours"
            return name, [f"will slow {whose} down"]
        if about == kinds.TAKE_DISCARDED:
            words = Gains(card.play, self.now(card)).words
            return name, [f"{words} this turn" if words else "", "and yours from now on"]
        if about == kinds.ORDER:
            found = Gains(card.reward, self.now(card))
            first = f"{found.named()}, before the other rewards"
            return name, ["only honor, so the order does not matter" if found.is_honor_alone else first]
        if about in (kinds.TAKE, kinds.DEFEAT) or option.zone in (terms.ROW_ZONE, terms.SUPPLY_ZONE):
            return self._taking(option, card)
        return name, [a_play(card) or first_words(self.effect.phrase())]

    def _taking(self, option: Option, card: Card) -> Reasons:
        """Without paying."""
        extras = [self.treasure(option.zone, option.slot), self.cult(option.zone, option.slot)]
        if card.is_monster:
            gained, rest = self.reward(card)
            return card.shown_name, [f"{gained} without paying its {card.power} power", *extras, *rest]
        if option.label == "gift":
            return self.given(card, option.seat), [*self.owning(card, option.seat), *extras]
        to = self.effect.to if isinstance(self.effect, Acquire) else NOTHING
        words = Gains(card.play, self.now(card)).words
        goes = {
            terms.HAND_ZONE: f"{words} this turn" if words else "can be played this turn",
            terms.DECK_ZONE: "drawn next",
        }.get(to, "")
        saved = f"without paying its {card.cost_text}" if card.cost_text else ""
        own = self.owning(card, self.seat, at_once=to in (terms.HAND_ZONE, terms.DECK_ZONE))
        return card.shown_name, [goes, *own, saved, *extras, self.empower(card)]

    def _banishing(self, option: Option, card: Card) -> list[Piece]:
        gone = Gains(card.banished, self.now(card)).words
        reward = f"{gone} for banishing it" if gone else ""
        follow = self._follow(card)
        if option.zone == terms.ROW_ZONE:
            return [reward or self._clearing(option, card), follow]
        brings = a_play(card)
        slow = f"slows your deck of {self.deck_size} cards down"
        if self.evaluator.banish_gain(self.game, self.seat, card.number) > 0:
            measure = "below average" if self.is_below_average(card, self.seat) else "no better than average"
            weak = (f"{brings} is {measure} and {slow}" if is_counted(brings) else "", f"{measure} and {slow}")
            return [reward, weak if brings else f"does nothing and {slow}", follow]
        if reward or follow:
            honor = f"though it costs {card.honor} honor at the end" if card.honor else ""
            return [reward, follow, (f"though it costs {self._lost(card)}", honor)]
        if self._is_best(option):
            return [f"what you would miss least, with {self._lost(card)}"]
        return [f"{self._lost(card)} would be lost", f"; {why}" if (why := self._why_not_thinner()) else ""]

    def _lost(self, card: Card) -> str:
        """What goes with a card: `2 runes a play and 1 honor at the end`."""
        brings = a_play(card)
        parts = [brings if is_counted(brings) else "", f"{card.honor} honor at the end" if card.honor else ""]
        return listed(parts) or ("its effect" if brings else "nothing")

    def _why_not_thinner(self) -> str:
        if self.ahead(self.seat).left < 1:
            return "too late for a thinner deck to pay"
        return f"a deck of {self.deck_size} cards is thin enough" if self.deck_size < SMALLEST_DECK else ""

    def _follow(self, card: Card) -> str:
        """What comes after the cards are chosen, if this one is of the right kind."""
        effect = self.effect
        if not isinstance(effect, Select) or not effect.then:
            return ""
        is_right = effect.then_if is None or effect.then_if.test(self.game, self.seat, card.number, NOTHING)
        return f"and in return {first_words(phrases(effect.then))}" if is_right else ""

    def _clearing(self, option: Option, card: Card) -> Piece:
        """A card of the row goes: what the next opponent wants and we cannot have."""
        turn = self.view.turn
        own = self.evaluator.take_value(self.game, self.seat, card.number)
        if turn.seat == self.seat and card.runes <= turn.runes and card.power <= turn.power and own > 0.5:
            return "you could still have it yourself this turn"
        opponents = self.game.opponents(self.seat)
        if opponents and self.evaluator.take_value(self.game, opponents[0], card.number) > max(0.5, 0.4 * own):
            wanted = self.reward(card)[0] if card.is_monster else self._lost(card)
            kept = f"kept from {player(opponents[0])}"
            return f"{kept}, who would have {wanted}", kept
        cult = self.cult(terms.ROW_ZONE, option.slot)
        return f"gone {cult}" if cult else "makes room for another card"

    def _discarding(self, option: Option, card: Card) -> list[Piece]:
        brings = a_play(card)
        if not brings:
            return ["does nothing when played", self._follow(card)]
        amount = f", with {brings}" if is_counted(brings) else ""
        if self._is_best(option):
            return [f"what your hand would miss least{amount}", self._follow(card)]
        return [f"{brings if amount else 'its effect'} would be missed", self._follow(card)]

    def _destroying(self, option: Option, card: Card) -> list[Piece]:
        brings = a_play(card)
        is_theirs = self.frame.context.target != self.seat
        whose = player(self.frame.context.target) if is_theirs else "you"
        if self._is_best(option):
            miss = f"what {whose} would miss {'most' if is_theirs else 'least'}"
            return [(f"{miss}, with {brings}" if is_counted(brings) else "", miss)]
        return [f"{whose} would be without {brings if is_counted(brings) else 'it'} until it is drawn again"]
