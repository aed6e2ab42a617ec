"""Bots that misbehave in an arena. They stand in a file of their own so that other processes can import them."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from typing import Any

from vigil.bots import Bot, make_bot
from vigil.cards import LIBRARY
from vigil.engine.options import END, Decision, Option
from vigil.engine.setup import Setup
from vigil.engine.view import SeatView
from vigil.lab.arena import BotFactory, Contest, Entrant
from vigil.lab.entrants import NamedBot

CHRONICLE = ("chronicle-of-the-godslayer",)


class Misfit(Bot):
    """Plays as advanced does until the third turn of the game begins."""

    name = "misfit"
    about = "For tests."

    def choose(self, view: SeatView, decision: Decision) -> Option:
        if view.turn_number >= 3:
            return self.misbehave(decision)
        return make_bot("advanced").choose(view, decision)

    def misbehave(self, decision: Decision) -> Option:
        raise NotImplementedError


class Raises(Misfit):
    def misbehave(self, decision: Decision) -> Option:
        raise LookupError("no idea what to do")


class Cheats(Misfit):
    def misbehave(self, decision: Decision) -> Option:
        return None  # type: ignore[return-value]


class Sleeps(Misfit):
    def misbehave(self, decision: Decision) -> Option:
        time.sleep(60)
        return END


class SleepsSoundly(Misfit):
    """Whatever happens to it is ignored."""

    def misbehave(self, decision: Decision) -> Option:
        with suppress(Exception):
            time.sleep(60)
        return decision.options[0]


class Dawdles(Misfit):
    """Too slow, but it answers."""

    def misbehave(self, decision: Decision) -> Option:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(0.2)
        return decision.options[0]


class Dies(Misfit):
    def misbehave(self, decision: Decision) -> Option:
        os._exit(7)


class Hangs(Misfit):
    """As compiled code would: no signal is heard."""

    def misbehave(self, decision: Decision) -> Option:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        while True:
            pass


class OnlySometimes:
    """A factory whose bot misbehaves in some of the deals."""

    def __init__(self, kind: type[Misfit]) -> None:
        self.kind = kind

    def __call__(self, seed: int) -> Bot:
        return self.kind(seed) if seed % 4 == 0 else make_bot("advanced", seed)


def contest(*bots: str | BotFactory, move_limit: float | None = None, **table: Any) -> Contest:
    """Short games. A name stands for the bot that is called so."""
    entrants = [
        Entrant(bot, NamedBot(bot)) if isinstance(bot, str) else Entrant(getattr(bot, "__name__", "sometimes"), bot)
        for bot in bots
    ]
    setup = Setup(LIBRARY, **{"sets": CHRONICLE, "honor_pool": 10, "is_study": True, **table})
    return Contest(tuple(entrants), setup, seed=3, move_limit=move_limit)
