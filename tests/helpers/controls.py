"""Players who break the rules of fair play, and an honest twin: they show that the tests of fairness can fail.

They are handed the game itself, which no bot ever is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Final

from vigil.bots import Bot
from vigil.bots.card_values import quick_policy
from vigil.bots.policy import QuickPolicy
from vigil.bots.weights import PLAIN_WEIGHTS
from vigil.cards import LIBRARY
from vigil.engine.options import Decision, Option
from vigil.engine.rollout import rollout
from vigil.engine.scoring import score
from vigil.engine.setup import Setup
from vigil.engine.state import GameState
from vigil.engine.terms import PLAY, USE
from vigil.engine.view import SeatView

Player = Callable[[GameState, Decision], Option]
"""Decides at a table where the game lies open."""

CAUTION: Final = 20
"""So much better an end must be: one future says little about what is good in most of them."""


@lru_cache(maxsize=4)
def policy_for(opponents: int = 1) -> QuickPolicy:
    return quick_policy(Setup(LIBRARY, opponents + 1, list(LIBRARY.sets)), PLAIN_WEIGHTS)


def fair(bot: Bot) -> Player:
    """The bot at such a table: it is shown its view all the same."""
    return lambda game, decision: bot.choose(game.view(decision.seat), decision)


def quick(game: GameState, decision: Decision) -> Option:
    """The quick policy as a player: the opponent of the contests."""
    policy = policy_for()
    policy.begin()
    return policy.pick(game, decision)


def clairvoyant(game: GameState, decision: Decision) -> Option:
    """Knows every hidden card and every card to come: it tries its options in the one true future."""
    return _best_in(game, decision)


def honest(seed: int) -> Player:
    """Thinks as the clairvoyant does, about a game that could be the real one."""
    random = Random(seed)
    return lambda game, decision: _best_in(game.view(decision.seat).sample(random.getrandbits(63)), decision)


def _best_in(world: GameState, decision: Decision) -> Option:
    """What the quick policy would do, unless something else leads to a much better end in this world."""
    usual = quick(world, decision)
    if usual.verb in (PLAY, USE):
        return usual

    def lead(option: Option) -> int:
        future = world.copy(quiet=True)
        future.apply(option)
        policy = policy_for()
        policy.begin()
        rollout(future, policy)
        others = max(score(future, seat) for seat in future.opponents(decision.seat))
        return score(future, decision.seat) - others + (CAUTION if option is usual else 0)

    return max(decision.options, key=lead)


class PeekingBot(Bot):
    """Was given the game behind its view, and looks into a hand that is not its own."""

    name = "peeking"
    about = "Buys what its opponent's hand cannot."

    def __init__(self, game: GameState, seed: int = 0) -> None:
        super().__init__(seed)
        self.game = game

    def choose(self, view: SeatView, decision: Decision) -> Option:
        other = view.opponents()[0]
        return decision.options[sum(self.game.players[other].hand) % len(decision.options)]
