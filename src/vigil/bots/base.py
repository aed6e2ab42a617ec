"""What a bot is: it sees what a player at its seat may see, and picks one of the options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import View


class Bot(ABC):
    """An opponent. `name` is what it is asked for by, `about` says in a sentence how it plays.

    A bot never holds a game: everything that it knows is in the view. The same seed and the same questions give the
    same answers.
    """

    name: ClassVar[str]
    about: ClassVar[str]

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @abstractmethod
    def choose(self, view: View, decision: Decision) -> Option:
        """One of the decision's options."""
