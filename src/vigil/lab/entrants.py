"""Bots as they are named on a command line: `expert`, `master@1s` or `master@400n` with a budget, `my_bot.py:Bot`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vigil.bots import BOTS, Bot, Budget, bot_kind, bot_label, parse_bot
from vigil.engine.errors import UnknownName, did_you_mean
from vigil.public.play import engine_kind

from .arena import Entrant
from .frozen_bots import FROZEN
from .matches import numbered
from .scripted_bots import SCRIPTS


def entrant_kinds() -> dict[str, type[Bot]]:
    """The opponents that players choose from, and the frozen and scripted bots that they are measured by."""
    return {**BOTS, **FROZEN, **SCRIPTS}


def entrant_kind(name: str) -> type[Bot]:
    """The class of a bot that players can choose, of a frozen or scripted one, or of one from a file."""
    return engine_kind(name) if ".py:" in name else bot_kind(name, entrant_kinds())


@dataclass(frozen=True)
class NamedBot:
    """Makes the bot with this name. Unlike a closure, it can be sent to another process."""

    name: str
    budget: Budget | None = None

    def __call__(self, seed: int) -> Bot:
        return entrant_kind(self.name)(seed, self.budget)

    @property
    def label(self) -> str:
        return bot_label(self.name, self.budget)


def parse_entrant(text: str) -> tuple[str, Budget | None]:
    """The bot's name and its budget, if one is given: seconds per turn, or nodes per decision."""
    if ".py:" in text:
        return entrant_kind(text).name, None
    kind, budget = parse_bot(text, entrant_kinds())
    return kind.name, budget


def entrants(texts: Iterable[str]) -> tuple[Entrant, ...]:
    """The entrants with these names, numbered where a name occurs more than once."""
    bots = [NamedBot(*parse_entrant(text)) for text in texts]
    labels = numbered(bot.label for bot in bots)
    return tuple(Entrant(label, bot) for label, bot in zip(labels, bots, strict=True))


def place_of(label: str, everybody: Iterable[Entrant]) -> int:
    """The index of the entrant with this label."""
    labels = [entrant.label for entrant in everybody]
    wanted = label.strip().lower()
    if wanted not in (each.lower() for each in labels):
        raise UnknownName(
            f'"{label}" does not take part.{did_you_mean(wanted, labels)} The entrants are {", ".join(labels)}.'
        )
    return [each.lower() for each in labels].index(wanted)
