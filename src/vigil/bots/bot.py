"""What a bot is: it sees what a player at its seat may see, and picks one of the options."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from vigil.engine.errors import VigilError

from .card_values import quick_policy
from .hints import explain
from .weights import fitted_weights

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.setup import Setup
    from vigil.engine.view import SeatView

    from .policy import QuickPolicy


class BadBudget(VigilError):
    """A bot was given a budget that means nothing."""


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: so many positions a decision, which is the same on every machine, or seconds a turn."""

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.nodes is None) == (self.seconds is None):
            raise BadBudget("A budget is a number of nodes or a time in seconds, one of the two.")
        if (self.nodes or self.seconds or 0) <= 0:
            raise BadBudget("A budget must be more than nothing.")

    @classmethod
    def parse(cls, text: str) -> Self:
        """`400n` is 400 nodes a decision, `1.5s` is so many seconds a turn."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)s|(\d+)n", text.strip())
        if found is None:
            raise BadBudget(
                f'"{text}" is not a budget. Write 1s for a second per turn, or 400n for 400 nodes per decision.'
            )
        return cls(seconds=float(found[1])) if found[1] else cls(nodes=int(found[2]))


class Bot(ABC):
    """An opponent. `name` is what it is asked for by, `about` says in a sentence how it plays.

    A bot never holds a game: everything that it knows is in the view. The same seed and the same questions give the
    same answers (with a budget in seconds, as far as the clock allows). Without a budget it takes its usual one; bots
    that do not search need none.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    notice = ""
    """What whoever plays against it should know, in a sentence: that it lacks something and plays weaker for it."""
    takes_time = False
    """Whether it thinks by the clock, so that whoever waits should see it think."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        self.seed = seed
        self.budget = budget
        self._policy: tuple[Setup, QuickPolicy] | None = None

    def __getstate__(self) -> dict[str, object]:
        """A copy makes its policy again when it is asked."""
        return {**self.__dict__, "_policy": None}

    @abstractmethod
    def choose(self, view: SeatView, decision: Decision) -> Option:
        """One of the decision's options."""

    def explain(self, view: SeatView, decision: Decision, option: Option) -> str:
        """What speaks for the option, in one sentence for the player whose view it is."""
        return explain(view, decision, option, self.make_policy(view.setup), self.finding(view, decision, option))

    def make_policy(self, setup: Setup) -> QuickPolicy:
        """The quick policy by which the bot values cards at this table."""
        return quick_policy(setup, fitted_weights(setup))

    def policy(self, setup: Setup) -> QuickPolicy:
        """The quick policy that is kept from decision to decision: it knows when a turn has gone on long enough."""
        if self._policy is None or self._policy[0] is not setup:
            self._policy = (setup, self.make_policy(setup))
        return self._policy[1]

    def quick_choice(self, view: SeatView, decision: Decision) -> Option:
        """What the quick policy chooses."""
        policy = self.policy(view.setup)
        policy.forget()
        return policy.pick(view.sample(self.seed), decision)

    def finding(self, view: SeatView, decision: Decision, option: Option) -> str:
        """What a bot that searches has found out about the option: `about 63% to win`."""
        return ""
