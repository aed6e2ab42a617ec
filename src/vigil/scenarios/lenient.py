"""The lenient runner: answers that make no difference may be left out or added."""

from __future__ import annotations

from vigil.engine.effects.select import Select
from vigil.engine.library import Library, fold
from vigil.engine.notation import forms, matching
from vigil.engine.options import Decision, Option, option
from vigil.engine.places import zone_of
from vigil.engine.procedures.placement import PlaceAcquired, asked_about
from vigil.engine.procedures.rewards import OrderRewards
from vigil.engine.state import GameState
from vigil.engine.terms import CHOOSE, NOTHING, ROW_ZONE, SUPPLY_ZONE, USE

from .loading import Scenario
from .runner import Runner, StepFailed, is_choice, split_seat


class LenientRunner(Runner):
    """For authors who do not know which questions the engine asks. docs/scenarios.md lists what it accepts."""

    def __init__(self, library: Library, scenario: Scenario) -> None:
        super().__init__(library, scenario)
        self._just_used = False
        self._automatic: list[Decision] = []
        """The questions with a single answer that the engine answered after the last choice."""

    def take(self, step: str, following: list[str]) -> None:
        if not is_choice(step):
            # Whether the open question is answered silently depends on the next step that could answer it.
            self._answer_silently(next(filter(is_choice, following), ""))
        super().take(step, following)

    def differences(self) -> list[str]:
        """What does not hold after the last step. An open question alone is not a failure."""
        self._answer_silently("")
        wrong = self.unmet_expectations()
        return [*wrong, *self.open_question()] if wrong else []

    def cannot(self, seat: int | None, step: str) -> None:
        decision = self.game.decision
        if decision is not None and seat in (None, decision.seat):
            self.check_not_offered(step)

    def choose(self, seat: int | None, step: str) -> None:
        self._answer_silently(step)
        options = self.options(step)
        if not options and self._was_automatic(seat, step):
            return
        self.check_seat(seat)
        if not options:
            raise StepFailed(f"not on offer. {self.offer()}")
        self._just_used = options[0].verb == USE
        self._automatic = automatic_answers(self.game, options[0])
        self.apply(options[0])

    def options(self, step: str) -> list[Option]:
        """The matching options. `accept` also takes the only choice of an optional question; `decline` keeps a card."""
        found = super().options(step)
        decision = self.game.decision
        if found or decision is None:
            return found
        if step == "accept" and is_yes_or_no(decision):
            return decision.options[:1]
        if step == "decline" and only_a_gift_is_asked(decision):
            return decision.options[:1]
        gift = gift_option(self.game, decision)
        return decision.options[-1:] if gift is not None and fold(step) in forms(gift) else []

    def _was_automatic(self, seat: int | None, step: str) -> bool:
        """Whether the step names an answer that the engine has already given. Each answer counts once."""
        for each in self._automatic:
            if seat in (None, each.seat) and matching(each, step):
                self._automatic.remove(each)
                return True
        return False

    def _answer_silently(self, step: str) -> None:
        """Answers questions that make no difference, until one that the step answers."""
        _, step = split_seat(step)
        while (decision := self.game.decision) is not None and not decision.is_turn:
            # A player who uses an ability wants its effect, so its only possible object need not be named.
            is_moot = only_order_is_asked(self.game, decision) or only_a_gift_is_asked(decision)
            is_moot = is_moot or (self._just_used and is_yes_or_no(decision))
            if not is_moot or (step and self.options(step)):
                return
            self._just_used = False
            self.apply(decision.options[0])


def is_yes_or_no(decision: Decision) -> bool:
    return decision.is_optional and len(decision.options) == 2


def only_order_is_asked(game: GameState, decision: Decision) -> bool:
    """Whether every option will be chosen eventually: the order of rewards, or all available cards."""
    effect, context = decision.frame.effect, decision.frame.context
    if isinstance(effect, OrderRewards):
        return True
    if not isinstance(effect, Select):
        return False
    there = 0
    for each in effect.candidates(game, context):
        if each.zone in (ROW_ZONE, SUPPLY_ZONE):
            there += 1
        else:
            there += zone_of(game, context.target, each.zone).count(each.number)
    return there <= effect.at_least


def gift_option(game: GameState, decision: Decision) -> Option | None:
    """The open question's offer to give an acquired card to the teammate, with the name of the card."""
    if not isinstance(decision.frame.effect, PlaceAcquired):
        return None
    asked = asked_about(decision.frame)
    if asked.receiver != NOTHING:
        return None
    return option(CHOOSE, game.cards[asked.card], seat=game.teammate(decision.seat), label="gift")


def only_a_gift_is_asked(decision: Decision) -> bool:
    """Whether the question is only if an acquired card goes to the teammate; the first option keeps it."""
    if not isinstance(decision.frame.effect, PlaceAcquired):
        return False
    asked = asked_about(decision.frame)
    return asked.receiver == NOTHING and len(asked.places) == 1


def automatic_answers(game: GameState, choice: Option) -> list[Decision]:
    """The questions that the engine answers by itself after the choice, because they have a single answer."""
    game = game.copy(quiet=True)
    found: list[Decision] = []
    game.answer(choice)
    while not game.is_waiting:
        if game.decision is not None:
            found.append(game.decision)
        game.step()
    return found
