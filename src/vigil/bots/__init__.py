"""Opponents: `choose(view, decision) -> option`. They see a SeatView, never a GameState."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vigil.engine.errors import UnknownName, did_you_mean

from .bot import Bot, Budget
from .levels import AdvancedBot, CasualBot, ExpertBot, MasterBot, PlayerBot, RandomBot

BOTS: dict[str, type[Bot]] = {
    kind.name: kind for kind in (RandomBot, CasualBot, PlayerBot, AdvancedBot, ExpertBot, MasterBot)
}
"""Every bot by its name, from the weakest to the strongest."""


def bot_kind(name: str, known: Mapping[str, type[Bot]] = BOTS) -> type[Bot]:
    """The class of the bot with this name."""
    found = known.get(name.strip().lower())
    if found is None:
        names = ", ".join(known)
        raise UnknownName(f'There is no bot called "{name}".{did_you_mean(name, known)} Known bots: {names}.')
    return found


def make_bot(name: str, seed: int = 0, budget: Budget | None = None) -> Bot:
    return bot_kind(name)(seed, budget)


def notices(names: Iterable[str]) -> list[str]:
    """What these bots lack here, a sentence each: they play weaker for it, and whoever meets them should know."""
    found = (make_bot(name).notice for name in dict.fromkeys(names) if name in BOTS)
    return [notice for notice in found if notice]


__all__ = ["BOTS", "AdvancedBot", "Bot", "Budget", "CasualBot", "RandomBot", "bot_kind", "make_bot", "notices"]
