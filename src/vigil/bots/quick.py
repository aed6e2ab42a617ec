"""Bots that choose by quick judgement alone: a casual partner and a plain player."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.engine.terms import PLAY

from .base import Bot, Budget
from .sense import instinct_for
from .weights import PLAIN_WEIGHTS, Weights

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.setup import Setup
    from vigil.engine.view import View

    from .instinct import Instinct

SLIPS: Final = 0.25
"""How often a casual player does the first thing that comes to mind."""


class QuickBot(Bot):
    """Plays by the weights, and sees ahead or not."""

    weights: Weights = PLAIN_WEIGHTS
    far_sighted = True

    def choose(self, view: View, decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        return self.guess(view, decision)

    def judgement(self, setup: Setup) -> Instinct:
        return instinct_for(setup, self.weights, self.far_sighted)


class PlayerBot(QuickBot):
    name = "player"
    about = "Plays everything, buys the dearest cards that it can pay for, and fights what it can."
    far_sighted = False


class AdvancedBot(QuickBot):
    name = "advanced"
    about = "Weighs what a card will bring in the turns that are left, keeps its deck lean, and counts down to the end."


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


class CasualBot(QuickBot):
    name = "casual"
    about = "A friendly partner for a first game: has a style of its own, and slips now and then."

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self.style = STYLES[seed % len(STYLES)]
        self.weights = self.style.weights

    def choose(self, view: View, decision: Decision) -> Option:
        found = super().choose(view, decision)
        # The slip belongs to the moment, not to how often the bot was asked. Nobody forgets to play a card, though.
        random = Random(f"{self.seed},{view.version}")
        if found.verb == PLAY or random.random() >= SLIPS:
            return found
        return random.choice(decision.options)
