"""The base class of bots, and their budgets."""

from __future__ import annotations

import math
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
    """The budget is not valid."""


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: positions per decision, which is reproducible, or seconds per turn."""

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.nodes is None) == (self.seconds is None):
            raise BadBudget("A budget is either a number of nodes or a time in seconds.")
        if not 0 < (self.nodes or self.seconds or 0) < math.inf:
            raise BadBudget("A budget must be greater than 0, and finite.")

    def __str__(self) -> str:
        return f"{self.nodes}n" if self.seconds is None else f"{self.seconds:g}s"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parses `400n` (nodes per decision) or `1.5s` (seconds per turn)."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)s|(\d+)n", text.strip())
        if found is None:
            raise BadBudget(
                f'"{text}" is not a budget. Write 1s for a second per turn, or 400n for 400 nodes per decision.'
            )
        return cls(seconds=float(found[1])) if found[1] else cls(nodes=int(found[2]))


class Bot(ABC):
    """A bot. `about` says in a sentence how it plays.

    A bot never gets a game: all it knows is in the view. The same seed and the same decisions give the same choices
    (except with a budget in seconds). Without a budget it uses its default; bots that do not search need none.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    notice = ""
    """A sentence for its opponents if it lacks something and plays weaker for it."""
    manner = ""
    """How this one plays, in a sentence, where bots of its level differ from each other."""
    takes_time = False
    """Whether it thinks for a noticeable time, so that the interface should show it."""
    time_share = 1.0
    """The part of its seconds for a turn that it may use at the moment: less where many bots share a processor."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        self.seed = seed
        self.budget = budget
        self._policy: tuple[Setup, QuickPolicy] | None = None

    def __getstate__(self) -> dict[str, object]:
        """The policy is not pickled: a copy makes its own."""
        return {**self.__dict__, "_policy": None}

    @abstractmethod
    def choose(self, view: SeatView, decision: Decision) -> Option:
        """One of the decision's options."""

    def last_values(self, view: SeatView) -> dict[Option, float]:
        """What it found the options worth when it chose from this view: chances to win. Empty if it did not search."""
        return {}

    def explain(self, view: SeatView, decision: Decision, option: Option) -> str:
        """Why the option is good, in one sentence for the player whose view it is."""
        return explain(view, decision, option, self.make_policy(view.setup), self.finding(view, decision, option))

    def make_policy(self, setup: Setup) -> QuickPolicy:
        """The quick policy by which the bot values cards at this table."""
        return quick_policy(setup, fitted_weights(setup))

    def policy(self, setup: Setup) -> QuickPolicy:
        """The quick policy, kept from decision to decision because it counts the decisions of a turn."""
        if self._policy is None or self._policy[0] is not setup:
            self._policy = (setup, self.make_policy(setup))
        return self._policy[1]

    def quick_choice(self, view: SeatView, decision: Decision) -> Option:
        """What the quick policy chooses."""
        policy = self.policy(view.setup)
        policy.forget()
        return policy.pick(view.sample(self.seed), decision)

    def finding(self, view: SeatView, decision: Decision, option: Option) -> str:
        """What a search has found out about the option: `about 63% to win`."""
        return ""
