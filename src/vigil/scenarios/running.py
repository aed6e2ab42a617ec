"""Running a scenario: every step must be on offer, and everything that is said must hold."""

from __future__ import annotations

from dataclasses import dataclass

from vigil.engine.library import Library
from vigil.engine.notation import matching
from vigil.engine.options import Decision, Option
from vigil.engine.state import GameState
from vigil.engine.terms import USE, seat_name

from .loading import Scenario
from .reading import Reader, flatten, value_of_text
from .setting import is_player_key, set_up


@dataclass
class Failure:
    """What differed, and at which step (0: after the last one)."""

    step: int
    text: str
    reason: str

    def __str__(self) -> str:
        where = f'step {self.step} "{self.text}"' if self.step else "at the end"
        return f"{where}: {self.reason}"


class _Stop(Exception):
    """The scenario does not hold."""


class Runner:
    def __init__(self, library: Library, scenario: Scenario) -> None:
        self.scenario = scenario
        self.game: GameState = set_up(library, scenario)
        self._just_used = False
        self._made: list[Decision] = []

    def run(self) -> list[Failure]:
        steps = [each.strip() for each in self.scenario.steps]
        for number, step in enumerate(steps, 1):
            try:
                if self._only_looks(step):
                    self._pass_silently(next((each for each in steps[number:] if not self._only_looks(each)), ""))
                self._take(step)
            except _Stop as stop:
                return [Failure(number, step, str(stop))]
        self._pass_silently("")
        reader = Reader(self.scenario, self.game)
        wrong = [differs for path, value in flatten(self.scenario.then) if (differs := reader.differs(path, value))]
        decision = self.game.decision
        if wrong and decision is not None and not decision.is_turn:
            wrong.append(f"a question is still open: {self._offer()}")
        return [Failure(0, "", each) for each in wrong]

    # --- steps

    def _take(self, step: str) -> None:
        if step.startswith("check "):
            self._check(step.removeprefix("check ").strip())
        elif step.startswith("cannot "):
            self._cannot(step.removeprefix("cannot ").strip())
        elif self._only_looks(step):
            seat, step = self._split_seat(step)
            self._must_be_anybodys(seat)
            self._take(step)
        else:
            self._choose(step)

    def _check(self, text: str) -> None:
        path, _, value = text.partition(" ")
        if path.startswith("supply."):
            path, _, value = text.rpartition(" ")
            path = path.replace('"', "")
        wrong = Reader(self.scenario, self.game).differs(path, value_of_text(value))
        if wrong:
            raise _Stop(wrong)

    def _cannot(self, step: str) -> None:
        seat, step = self._split_seat(step)
        if not self._is_anybodys(seat):
            return
        if self._options(step):
            raise _Stop(f"it is on offer, but should not be: {self._offer()}")

    def _choose(self, step: str) -> None:
        seat, step = self._split_seat(step)
        self._pass_silently(step)
        options = self._options(step)
        if not options and self._was_made(seat, step):
            return
        self._must_be_anybodys(seat)
        if not options:
            raise _Stop(f"not on offer. {self._offer()}")
        self._just_used = options[0].verb == USE
        self._made = self._forced_after(options[0])
        self.game.choose(options[0])

    def _options(self, step: str) -> list[Option]:
        decision = self.game.decision
        if decision is None:
            return []
        found = matching(decision, step)
        if not found and step == "accept" and decision.is_optional and len(decision.options) == 2:
            # There is one thing to say yes to.
            return [decision.options[0]]
        return found

    def _forced_after(self, choice: Option) -> list[Decision]:
        """The questions with one possible answer that come next: they are answered for the player."""
        game = self.game.copy(quiet=True)
        found: list[Decision] = []
        game.setup.asks_everything = True
        try:
            game.choose(choice)
            while game.decision is not None and not game.decision.is_turn and len(game.decision.options) == 1:
                found.append(game.decision)
                game.choose(game.decision.options[0])
        finally:
            game.setup.asks_everything = False
        return found

    def _was_made(self, seat: int, step: str) -> bool:
        """Whether the step names an answer that has been given for the player already; it may do so once."""
        for each in self._made:
            if seat in (-1, each.seat) and matching(each, step):
                self._made.remove(each)
                return True
        return False

    def _only_looks(self, step: str) -> bool:
        """A step that answers nothing: whether a question is still open is for the next one that does to say."""
        return self._split_seat(step)[1].startswith(("check ", "cannot "))

    def _pass_silently(self, step: str) -> None:
        """A question with one answer, or about an order that nobody minds, need not be answered by a step."""
        _, step = self._split_seat(step)
        while self.game.decision is not None and not self.game.decision.is_turn:
            decision = self.game.decision
            frame = decision.frame
            forced = len(decision.options) == 1 or frame.effect.ordering or frame.effect.is_forced(self.game, frame)
            # Whoever uses an ability wants what it does: its one possible object need not be named again.
            forced |= self._just_used and len(decision.options) == 2 and decision.is_optional
            if not forced or (step and self._options(step)):
                return
            self._just_used = False
            self.game.choose(decision.options[0])

    # --- words

    def _split_seat(self, step: str) -> tuple[int, str]:
        head, colon, rest = step.partition(":")
        if colon and is_player_key(head.strip()):
            return int(head.strip()[1]) - 1, rest.strip()
        return -1, step

    def _is_anybodys(self, seat: int) -> bool:
        return seat == -1 or (self.game.decision is not None and self.game.decision.seat == seat)

    def _must_be_anybodys(self, seat: int) -> None:
        if not self._is_anybodys(seat):
            decision = self.game.decision
            who = "nobody (the game is over)" if decision is None else seat_name(decision.seat)
            raise _Stop(f"it is {who} who has to decide, not {seat_name(seat)}: {self._offer()}")

    def _offer(self) -> str:
        decision = self.game.decision
        if decision is None:
            return "the game is over"
        asks = "" if decision.is_turn else f" ({decision.prompt})"
        return f"{seat_name(decision.seat)} may{asks}: " + "; ".join(decision.texts())


def run(library: Library, scenario: Scenario) -> list[Failure]:
    """What does not hold; an empty list if all does."""
    return Runner(library, scenario).run()
