"""The strict runner: every step must be legal when it is taken, and every expectation must hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from vigil.engine.costs import price, treasure_cuts
from vigil.engine.effects.combine import Choose
from vigil.engine.errors import UnknownName, did_you_mean
from vigil.engine.library import Library, fold
from vigil.engine.notation import forms, label_words, matching
from vigil.engine.options import PLACE_LABELS, Option, label_option, option
from vigil.engine.positions import is_player_key
from vigil.engine.state import GameState
from vigil.engine.terms import ACQUIRE, NOTHING, ROW_ZONE, VERB_WORDS, ZONE_WORDS, seat_name

from .assertions import Reader, flatten, value_of_text
from .loading import Scenario

VERBS_WITHOUT_OBJECT: Final = ("accept", "decline", "end turn")
QUALIFIER: Final = re.compile(
    rf" (#\d+|from ({'|'.join(ZONE_WORDS)})|(of|for) p\d|at \d+"
    r"|with \d+ power|using \d+ of the discounts|at full price)$"
)
"""What may follow the card's name in a step."""


@dataclass
class Failure:
    """Why a scenario failed, and at which step (0: after the last one)."""

    step: int
    text: str
    reason: str

    def __str__(self) -> str:
        where = f'step {self.step} "{self.text}"' if self.step else "at the end"
        return f"{where}: {self.reason}"


class StepFailed(Exception):
    """A step of the scenario failed."""


class Runner:
    """Takes the steps exactly as written: every question needs a step, and none may be open at the end."""

    def __init__(self, library: Library, scenario: Scenario) -> None:
        self.library = library
        self.scenario = scenario
        self.game: GameState = scenario.set_up(library)
        self.choices: list[str] = []
        """Every choice that was made, spelled out."""

    def run(self) -> list[Failure]:
        steps = [each.strip() for each in self.scenario.steps]
        for number, step in enumerate(steps, 1):
            try:
                self.take(step, steps[number:])
            except StepFailed as failed:
                return [Failure(number, step, str(failed))]
        return [Failure(0, "", each) for each in self.differences()]

    def take(self, step: str, following: list[str]) -> None:
        seat, action = split_seat(step)
        if is_choice(step):
            self.choose(seat, action)
            return
        self.check_seat(seat)
        verb, _, rest = action.partition(" ")
        if verb == "check":
            self._check(rest.strip())
        else:
            self.cannot(*split_seat(rest.strip()))

    def differences(self) -> list[str]:
        """What does not hold after the last step."""
        return [*self.unmet_expectations(), *self.open_question()]

    def unmet_expectations(self) -> list[str]:
        reader = Reader(self.scenario, self.game)
        return [differs for path, value in flatten(self.scenario.then) if (differs := reader.differs(path, value))]

    # --- steps

    def _check(self, text: str) -> None:
        path, _, value = text.partition(" ")
        if path.startswith("supply."):
            path, _, value = text.rpartition(" ")
            path = path.replace('"', "")
        wrong = Reader(self.scenario, self.game).differs(path, value_of_text(value))
        if wrong:
            raise StepFailed(wrong)

    def cannot(self, seat: int | None, step: str) -> None:
        self.check_seat(seat)
        self._check_words(step)
        self.check_not_offered(step)

    def check_not_offered(self, step: str) -> None:
        if self.options(step):
            raise StepFailed(f"on offer, but should not be. {self.offer()}")

    def choose(self, seat: int | None, step: str) -> None:
        self.check_seat(seat)
        options = self.options(step)
        if not options:
            raise StepFailed(f"not on offer. {self.offer()}")
        if len(options) > 1:
            raise StepFailed(f"ambiguous: {' or '.join(each.text for each in options)}?")
        self.apply(options[0])

    def apply(self, choice: Option) -> None:
        assert self.game.decision is not None
        self.choices.append(self.game.decision.text(choice))
        self.game.choose(choice)

    def options(self, step: str) -> list[Option]:
        """The options of the open decision that the step can mean."""
        decision = self.game.decision
        if decision is None:
            return []
        return matching(decision, step) or spelled_out(self.game, decision.options, step)

    def check_seat(self, seat: int | None) -> None:
        decision = self.game.decision
        if seat is not None and (decision is None or decision.seat != seat):
            who = "nobody (the game is over)" if decision is None else seat_name(decision.seat)
            raise StepFailed(f"it is {who} who has to decide, not {seat_name(seat)}: {self.offer()}")

    def _check_words(self, step: str) -> None:
        """Raises an error for a step that could never be legal, because a word in it is misspelled."""
        if step in VERBS_WITHOUT_OBJECT:
            return
        verb, name = verb_and_name(step)
        if verb not in VERB_WORDS or verb in VERBS_WITHOUT_OBJECT:
            raise self.scenario.error(f'"{step}" is not a step.{did_you_mean(verb, VERB_WORDS)}', step)
        if verb == "choose" and (self._is_seat(name) or fold(name) in self._answers()):
            return
        try:
            self.library.card(name)
        except UnknownName as error:
            raise self.scenario.error(str(error), step) from None

    def _is_seat(self, name: str) -> bool:
        return is_player_key(name) and 1 <= int(name[1]) <= len(self.game.players)

    def _answers(self) -> set[str]:
        """Every word that can choose an option which is neither a card nor a player."""
        options = [label_option(label) for label in PLACE_LABELS.values()]
        for effect in self.library.effects:
            if isinstance(effect, Choose):
                options += effect.labels
        return {word for each in options for word in label_words(each)}

    # --- messages

    def offer(self) -> str:
        decision = self.game.decision
        if decision is None:
            return "the game is over"
        asks = "" if decision.is_turn else f" ({decision.prompt})"
        return f"{seat_name(decision.seat)} may{asks}: " + "; ".join(decision.texts())

    def open_question(self) -> list[str]:
        decision = self.game.decision
        return [] if decision is None or decision.is_turn else [f"a question is still open: {self.offer()}"]


def is_choice(step: str) -> bool:
    """Whether the step chooses an option, rather than being a `check` or a `cannot`."""
    return not split_seat(step)[1].startswith(("check ", "cannot "))


def verb_and_name(step: str) -> tuple[str, str]:
    """Splits `acquire Mystic for p2` into `acquire` and `Mystic`."""
    verb, _, name = step.partition(" ")
    while found := QUALIFIER.search(name):
        name = name[: found.start()]
    return verb, name


def split_seat(step: str) -> tuple[int | None, str]:
    """Splits `p2: end turn` into seat 1 and `end turn`. The seat is None if the step names no player."""
    head, colon, rest = step.partition(":")
    if colon and is_player_key(head.strip()):
        return int(head.strip()[1]) - 1, rest.strip()
    return None, step


def spelled_out(game: GameState, options: list[Option], step: str) -> list[Option]:
    """The options that the step describes with details that they leave out: what is paid in power, which discounts."""
    wanted = fold(step)
    return [each for each in options if any(wanted in forms(detailed) for detailed in _details(game, each))]


def _details(game: GameState, choice: Option) -> list[Option]:
    card = choice.card
    if card is None or choice.verb != ACQUIRE:
        return []
    powers, cuts = {choice.power}, {choice.cuts}
    if card.pays_either and choice.power == NOTHING:
        runes, _ = price(game, card, choice.zone, choice.slot, choice.cuts)
        powers.add(max(0, runes + (choice.seat != NOTHING) - game.turn.runes))
    if choice.zone == ROW_ZONE and game.under[choice.slot] and choice.cuts == NOTHING:
        full, _ = price(game, card, choice.zone, choice.slot, cuts=0)
        cuts.add(len(treasure_cuts(game, full)))
    return [
        option(ACQUIRE, card, choice.zone, choice.slot, choice.seat, power, number)
        for power in powers
        for number in cuts
    ]
