"""pyminion (Dominion in Python), measured: two random bots, ten random piles of the base set, logging off.

A decision is one question that pyminion asks a bot, a call of one method of its decider. Its questions are
coarser than ours in one place: all treasures of a hand are played by one answer, as its own bots do.
This runs in an environment of its own, without Vigil.
"""

import copy
import logging
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pyminion.bots.bot import Bot, BotDecider
from pyminion.expansions.base import base_set
from pyminion.game import Game

from bench.measure import serve


def pick(options: list[Any]) -> Any:
    return options[int(random.random() * len(options))]


def pick_some(options: list[Any], low: int, high: int) -> list[Any]:
    """Some of the options, from low to high of them; a negative high means no limit."""
    high = len(options) if high < 0 else min(high, len(options))
    low = min(low, high)
    return random.sample(options, low + int(random.random() * (high - low + 1)))


class RandomDecider(BotDecider):  # type: ignore[misc,unused-ignore] # pyminion has no types
    """Answers every question of pyminion at random, and counts the questions."""

    def __init__(self) -> None:
        self.decisions = 0

    def action_phase_decision(self, valid_actions: list[Any], player: Any, game: Any) -> Any:
        self.decisions += 1
        return pick([*valid_actions, None])

    def treasure_phase_decision(self, valid_treasures: list[Any], player: Any, game: Any) -> list[Any]:
        self.decisions += 1
        return valid_treasures

    def buy_phase_decision(self, valid_cards: list[Any], player: Any, game: Any) -> Any:
        self.decisions += 1
        return pick([*valid_cards, None])

    def binary_decision(self, *args: Any, **kwargs: Any) -> bool:
        self.decisions += 1
        return random.random() < 0.5

    def multiple_option_decision(
        self, card: Any, options: list[str], player: Any, game: Any, num_choices: int = 1, unique: bool = True
    ) -> list[int]:
        self.decisions += 1
        indices = range(len(options))
        return random.sample(indices, num_choices) if unique else random.choices(indices, k=num_choices)

    def deck_position_decision(self, prompt: str, card: Any, player: Any, game: Any, num_deck_cards: int) -> int:
        self.decisions += 1
        return int(random.random() * (num_deck_cards + 1))

    def multi_play_decision(
        self, prompt: str, card: Any, valid_cards: list[Any], player: Any, game: Any, required: bool = True
    ) -> Any:
        self.decisions += 1
        return pick(valid_cards if required else [*valid_cards, None])


def card_decision(verb: str) -> Callable[..., list[Any]]:
    def decide(
        self: RandomDecider, prompt: str, card: Any, valid_cards: list[Any], player: Any, game: Any, **limits: int
    ) -> list[Any]:
        self.decisions += 1
        return pick_some(valid_cards, limits.get(f"min_num_{verb}", 0), limits.get(f"max_num_{verb}", -1))

    return decide


# These questions differ in nothing but their name and the names of their limits.
for verb in ("discard", "trash", "gain", "topdeck", "reveal", "pass", "name"):
    setattr(RandomDecider, f"{verb}_decision", card_decision(verb))


class RandomGames:
    def play(self, seed: int) -> tuple[int, int]:
        game = self._new(seed)
        # pyminion 0.4.0 asserts that a Remodel finds a card to trash, which fails with an empty hand: about
        # once in 1500 games. Such a game counts as far as it came.
        with suppress(AssertionError):
            game.play()
        return 1, sum(player.decider.decisions for player in game.players)

    def middle(self, seed: int) -> Game:
        # pyminion can be stopped between two turns only, so halfway is counted in turns.
        game = self._new(seed)
        game.play()
        turns = sum(player.turns for player in game.players)
        game = self._new(seed)
        game.start()
        for turn in range(turns // 2):
            game.players[turn % 2].take_turn(game)
            game.card_cost_reduction = 0
        return game

    def copy(self, position: Game) -> Game:
        return copy.deepcopy(position)

    def _new(self, seed: int) -> Game:
        random.seed(seed)
        players = [Bot(RandomDecider(), player_id=name) for name in ("first", "second")]
        return Game(players, expansions=[base_set], log_stdout=False)


if __name__ == "__main__":
    # pyminion logs every move at INFO, with a record each even where nobody listens.
    logging.disable(logging.CRITICAL)
    serve(lambda name: RandomGames())
