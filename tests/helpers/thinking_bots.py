"""Experts that fail in one way or another, as processes are asked to make them. All other levels are as always."""

from __future__ import annotations

import os
import signal
import time

from vigil.bots import Bot, make_bot
from vigil.bots.weights import find_weights
from vigil.engine.options import Decision, Option, label_option
from vigil.engine.view import SeatView

HIDDEN = "a card that nobody may know"


class Failing(Bot):
    name = "expert"
    about = "Fails."


class Hanging(Failing):
    def choose(self, view: SeatView, decision: Decision) -> Option:
        while True:
            time.sleep(1)


class Raising(Failing):
    def choose(self, view: SeatView, decision: Decision) -> Option:
        raise KeyError(HIDDEN)


class Dying(Failing):
    def choose(self, view: SeatView, decision: Decision) -> Option:
        os.kill(os.getpid(), signal.SIGKILL)
        return decision.options[0]


class Lingering(Failing):
    """Says no more, and stays."""

    def choose(self, view: SeatView, decision: Decision) -> Option:
        os.closerange(0, 256)
        time.sleep(60)
        return decision.options[0]


class Lying(Failing):
    """Chooses what is not on offer, and talks where only answers belong."""

    def choose(self, view: SeatView, decision: Decision) -> Option:
        os.write(1, b'{"choice": "end turn"}\n')
        return label_option("to win at once")


class Pondering(Failing):
    """Keeps its processor busy."""

    def choose(self, view: SeatView, decision: Decision) -> Option:
        end = time.perf_counter() + 0.3
        while time.perf_counter() < end:
            pass
        return decision.options[0]


class Hurrying(Failing):
    """Plays on if it has to share its processor, and otherwise ends its turn."""

    def choose(self, view: SeatView, decision: Decision) -> Option:
        return decision.options[-1 if self.time_share == 1.0 else 0]


class Weighing(Failing):
    """Fails, and says what a rune is worth by the weights that it finds."""

    def choose(self, view: SeatView, decision: Decision) -> Option:
        worth = find_weights()[0]["all"]["2"].get("rune")
        raise type(f"RuneIsWorth{worth:g}", (Exception,), {})


def weighing(level: str, seed: int) -> Bot:
    return Weighing(seed) if level == "expert" else make_bot(level, seed)


def hanging(level: str, seed: int) -> Bot:
    return Hanging(seed) if level == "expert" else make_bot(level, seed)


def raising(level: str, seed: int) -> Bot:
    return Raising(seed) if level == "expert" else make_bot(level, seed)


def dying(level: str, seed: int) -> Bot:
    return Dying(seed) if level == "expert" else make_bot(level, seed)


def lingering(level: str, seed: int) -> Bot:
    return Lingering(seed) if level == "expert" else make_bot(level, seed)


def lying(level: str, seed: int) -> Bot:
    return Lying(seed) if level == "expert" else make_bot(level, seed)


def pondering(level: str, seed: int) -> Bot:
    return Pondering(seed) if level == "expert" else make_bot(level, seed)


def hurrying(level: str, seed: int) -> Bot:
    return Hurrying(seed) if level == "expert" else make_bot(level, seed)


def nobody(level: str, seed: int) -> Bot:
    raise RuntimeError("There are no bots today.")
