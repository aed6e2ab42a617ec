"""Two bots play the same turns: from every decision of a book each plays the rest of the turn, in the same world, and
the games that come of it are played to their end many times. What the one turn is worth more than the other is known
far better than from whole games, where luck decides most, and a bot gets the benefit of its own later choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from vigil.engine.rollout import rollout

from .book import Entry, sample_world, share_won
from .book_score import rebuild
from .frozen_bots import Expert2026
from .intervals import Estimate, mean_of_blocks
from .matches import seed_of
from .tuning import MOST_DECISIONS

if TYPE_CHECKING:
    from vigil.bots import Bot
    from vigil.bots.policy import QuickPolicy
    from vigil.engine.state import GameState

    from .arena import BotFactory
    from .workers import Workers


@dataclass(frozen=True)
class Comparison:
    """Two bots, the decisions from which they play, and in how many worlds each game is played to its end."""

    one: BotFactory
    other: BotFactory
    entries: tuple[Entry, ...]
    worlds: int = 200
    seed: int = 0


class TurnPlayed(NamedTuple):
    """What a bot made of the rest of a turn: its choices, its chance to win then, and how long it thought."""

    choices: tuple[str, ...]
    value: float
    seconds: float


class Pair(NamedTuple):
    one: TurnPlayed
    other: TurnPlayed

    @property
    def gain(self) -> float:
        """How much better the first bot's turn is, as a chance to win. Nothing if both have chosen the same."""
        return self.one.value - self.other.value


def compare(comparison: Comparison, workers: Workers) -> Iterator[Pair]:
    """A pair of turns for every decision, each as soon as it is played."""
    return workers.results(play_pair, comparison, range(len(comparison.entries)))


def play_pair(comparison: Comparison, place: int) -> Pair:
    entry = comparison.entries[place]
    view, _ = rebuild(entry)
    policy = Expert2026().make_policy(view.setup)
    world = sample_world(view, seed_of(comparison.seed, entry.number))
    seeds = [seed_of(comparison.seed, entry.number, number) for number in range(comparison.worlds)]
    one, other = (
        _play_turn(make(seed_of(comparison.seed, entry.number, view.seat)), world.copy(), view.seat, policy, seeds)
        for make in (comparison.one, comparison.other)
    )
    return Pair(one, other)


def _play_turn(bot: Bot, game: GameState, seat: int, policy: QuickPolicy, seeds: list[int]) -> TurnPlayed:
    turn = game.turn_number
    choices = []
    seconds = 0.0
    while (decision := game.decision) is not None and game.turn_number == turn:
        if decision.seat == seat:
            start = perf_counter()
            option = bot.choose(game.view(seat), decision)
            seconds += perf_counter() - start
        else:
            policy.begin()
            option = policy.pick(game, decision)
        choices.append(decision.text(option))
        game.apply(option)
    return TurnPlayed(tuple(choices), _chance(game, seat, policy, seeds), seconds)


def _chance(game: GameState, seat: int, policy: QuickPolicy, seeds: list[int]) -> float:
    """The share of games that the seat wins from here, in as many worlds as there are seeds."""
    if game.over:
        return share_won(game, seat)
    view = game.view(seat)
    won = 0.0
    for seed in seeds:
        end = sample_world(view, seed)
        policy.begin()
        rollout(end, policy, MOST_DECISIONS)
        won += share_won(end, seat)
    return won / len(seeds)


def mean_gain(pairs: Sequence[Pair]) -> Estimate:
    """How much better the first bot's turns are on average."""
    return mean_of_blocks([pair.gain for pair in pairs])


def alike(pairs: Sequence[Pair]) -> float:
    """The share of turns in which both chose the same."""
    return sum(pair.one.choices == pair.other.choices for pair in pairs) / len(pairs)
