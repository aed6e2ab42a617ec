"""Opponents: `choose(view, decision) -> option`. They see a SeatView, never a GameState."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from vigil.engine.errors import UnknownName, did_you_mean

from .bot import Bot, Budget
from .levels import AdvancedBot, CasualBot, ExpertBot, MasterBot, PlayerBot, RandomBot

BOTS: dict[str, type[Bot]] = {
    kind.name: kind for kind in (RandomBot, CasualBot, PlayerBot, AdvancedBot, ExpertBot, MasterBot)
}
"""Every bot by its name, from the weakest to the strongest; behind them those that were added from files."""

BUILT_IN: Mapping[str, type[Bot]] = MappingProxyType(dict(BOTS))
"""The bots that are the same everywhere, and whose strength is measured."""


def bot_kind(name: str, known: Mapping[str, type[Bot]] = BOTS) -> type[Bot]:
    """The class of the bot with this name."""
    found = known.get(name.strip().lower())
    if found is None:
        names = ", ".join(known)
        raise UnknownName(f'There is no bot called "{name}".{did_you_mean(name, known)} Known bots: {names}.')
    return found


def parse_bot(text: str, known: Mapping[str, type[Bot]] = BOTS) -> tuple[type[Bot], Budget | None]:
    """A bot as it is named: `expert`, or with a budget `master@5s` or `master@400n`."""
    name, at, amount = text.partition("@")
    return bot_kind(name, known), Budget.parse(amount) if at else None


def bot_label(name: str, budget: Budget | None) -> str:
    """How the bot is named with this budget; the reverse of `parse_bot`."""
    return name if budget is None else f"{name}@{budget}"


def make_bot(name: str, seed: int = 0, budget: Budget | None = None) -> Bot:
    """The bot of this name, which may hold a budget; one that is given besides comes first."""
    kind, own = parse_bot(name)
    return kind(seed, budget or own)


def notices(names: Iterable[str]) -> list[str]:
    """What these bots lack here, a sentence each: they play weaker for it, and whoever meets them should know."""
    levels = dict.fromkeys(name.partition("@")[0] for name in names)
    found = (make_bot(level).notice for level in levels if level in BOTS)
    return [notice for notice in found if notice]


__all__ = [
    "BOTS",
    "BUILT_IN",
    "AdvancedBot",
    "Bot",
    "Budget",
    "CasualBot",
    "RandomBot",
    "bot_kind",
    "bot_label",
    "make_bot",
    "notices",
    "parse_bot",
]
