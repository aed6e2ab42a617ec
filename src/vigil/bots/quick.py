"""Bots that choose by quick judgement alone: a casual partner, a plain player and an advanced one."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from vigil.engine.terms import PLAY

from .base import Bot, Budget
from .sense import instinct_for
from .weights import PLAIN_WEIGHTS, Weights

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.setup import Setup
    from vigil.engine.view import SeatView

    from .instinct import Instinct

OPINIONS: Final = 0.25
"""How far an advanced player is off about each of its weights, as a part of it."""


class QuickBot(Bot):
    """Plays by the weights, and sees ahead or not. `slips` is how often it does the first thing that comes to mind."""

    weights: Weights = PLAIN_WEIGHTS
    far_sighted = True
    slips: ClassVar[float] = 0.0

    def choose(self, view: SeatView, decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        found = self.guess(view, decision)
        # Nobody forgets to play a card.
        if not self.slips or found.verb == PLAY:
            return found
        # The slip belongs to the moment, not to how often the bot was asked.
        random = Random(f"{self.seed},{view.version}")
        return random.choice(decision.options) if random.random() < self.slips else found

    def judgement(self, setup: Setup) -> Instinct:
        return instinct_for(setup, self.weights, self.far_sighted)


class PlayerBot(QuickBot):
    name = "player"
    about = "Plays everything, buys the dearest cards that it can pay for, fights what it can, and overlooks little."
    far_sighted = False
    slips = 0.05


class AdvancedBot(QuickBot):
    name = "advanced"
    about = "Weighs what a card will bring in the turns that are left, and counts down to the end. Has opinions."

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        random = Random(f"opinions of {seed}")
        self.weights = PLAIN_WEIGHTS.moved([random.gauss(0, 1) for _ in Weights._fields], OPINIONS)


class Style(NamedTuple):
    """What a casual player likes too much."""

    name: str
    weights: Weights


STYLES: Final = (
    Style("rusher", PLAIN_WEIGHTS._replace(power=1.6, defeat=1.5, rune=0.7)),
    Style("collector", PLAIN_WEIGHTS._replace(lasts=1.4, rune=1.3, mechana_rune=0.9)),
    Style("thinner", PLAIN_WEIGHTS._replace(banish=2.6, slack=0.6, draw=1.8)),
    Style("hoarder", PLAIN_WEIGHTS._replace(crowded=1.1, banish=0.3, slack=0.05)),
)


def style_of(seed: int) -> Style:
    """The style of the casual bot with this seed."""
    return STYLES[seed % len(STYLES)]


class CasualBot(QuickBot):
    name = "casual"
    about = "A friendly partner for a first game: has a style of its own, and slips now and then."
    slips = 0.25

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self.style = style_of(seed)
        self.weights = self.style.weights
