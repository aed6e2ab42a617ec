"""Bots as they are named on a command line: `expert`, or with a budget `master@1s` and `master@400n`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vigil.bots import BOTS, Bot, Budget, bot_kind
from vigil.engine.errors import UnknownName, did_you_mean

from .arena import Entrant
from .matches import numbered
from .scripted_bots import SCRIPTS


def entrant_kind(name: str) -> type[Bot]:
    """The opponents that players choose from, and the scripted bots that they are measured by."""
    return bot_kind(name, {**BOTS, **SCRIPTS})


@dataclass(frozen=True)
class NamedBot:
    """Makes the bot of a name. Unlike a function within a function it can be sent to another process."""

    name: str
    budget: Budget | None = None

    def __call__(self, seed: int) -> Bot:
        return entrant_kind(self.name)(seed, self.budget)

    @property
    def label(self) -> str:
        if self.budget is None:
            return self.name
        if self.budget.seconds is not None:
            return f"{self.name}@{self.budget.seconds:g}s"
        return f"{self.name}@{self.budget.nodes}n"


def parse_entrant(text: str) -> tuple[str, Budget | None]:
    """The bot's name, and its budget where one is given: seconds a turn, or nodes a decision."""
    name, at, amount = text.partition("@")
    kind = entrant_kind(name)
    return kind.name, Budget.parse(amount) if at else None


def entrants(texts: Iterable[str]) -> tuple[Entrant, ...]:
    """Everybody who was named, with a number where one stands more than once."""
    bots = [NamedBot(*parse_entrant(text)) for text in texts]
    labels = numbered(bot.label for bot in bots)
    return tuple(Entrant(label, bot) for label, bot in zip(labels, bots, strict=True))


def place_of(label: str, everybody: Iterable[Entrant]) -> int:
    """Which entrant is meant."""
    labels = [entrant.label for entrant in everybody]
    wanted = label.strip().lower()
    if wanted not in labels:
        raise UnknownName(
            f'"{label}" does not take part.{did_you_mean(wanted, labels)} The entrants are {", ".join(labels)}.'
        )
    return labels.index(wanted)
