"""The two judges of puzzles: Master's search, and games that are played to their end by the quick policy alone.

The second one has no network, so the two err in different ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.bots.search import world_seed
from vigil.bots.turn_finisher import MOST_DECISIONS
from vigil.engine.rollout import rollout
from vigil.review.judge import Judge, Verdict
from vigil.review.statistics import student_95

from .book import sample_world, share_won
from .frozen_bots import Expert2026
from .matches import seed_of

if TYPE_CHECKING:
    from vigil.engine.options import Decision, Option
    from vigil.engine.view import SeatView

GAP: Final = 6.0
"""The best option is at least so many points better than every other one..."""
SURE_GAP: Final = 4.0
"""...and the lower 95 % bound of the difference is at least so much."""
TWIN: Final = 1.0
"""An option that does the same to the same card is accepted if it is at most so many points worse."""
LEAST_CHANCE: Final = 25.0
MOST_CHANCE: Final = 90.0
FEWEST_OPTIONS: Final = 3
MOST_OPTIONS: Final = 12
FIRST_MARGIN: Final = 10.0
"""The first look may be wrong about the win chance by so many points."""

BATCH: Final = 100
"""So many worlds are played to their end between two looks at the results."""
FEWEST_WORLDS: Final = 200
MOST_WORLDS: Final = 1_200
SIGNIFICANT: Final = 2.33
"""The best option has to be so many standard errors better: by chance alone that happens once in a hundred times."""
CLEARLY_OUT: Final = 4.0
"""An option so many standard errors behind is not played on with."""
HOPELESS: Final = 1.0
"""The best option is not confirmed if it is so many standard errors behind."""


def answers(verdict: Verdict) -> list[Option]:
    """The options that solve a decision: the best, and those that do the same to the same card and are as good."""
    best = verdict.best
    return [
        option
        for option in verdict.options
        if option is best or (does_the_same(option, best) and verdict.difference(option).loss <= TWIN)
    ]


def has_clear_answer(verdict: Verdict) -> bool:
    """Whether the first judge sees one clearly best answer, and the game is neither lost nor won."""
    if not LEAST_CHANCE <= verdict.chance <= MOST_CHANCE or not is_puzzling(verdict.options):
        return False
    right = answers(verdict)
    return all(_is_clearly_worse(verdict, option) for option in verdict.options if option not in right)


def is_puzzling(options: Sequence[Option]) -> bool:
    return FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS


def _is_clearly_worse(verdict: Verdict, option: Option) -> bool:
    loss, error, _, worlds = verdict.difference(option)
    return loss >= GAP and loss - student_95(worlds - 1) * error >= SURE_GAP


def is_worth_screening(judge: Judge, view: SeatView, decision: Decision, worlds: int) -> bool:
    """A first look, in a few worlds: whether one option could be far better than all that do something else."""
    games = []
    for world in range(worlds):
        base = view.sample(world_seed(judge.seed + 1, view.version, world)).copy(quiet=True)
        for option in decision.options:
            game = base.copy()
            game.apply(option)
            games.append(game)
    values = judge.playouts.values(games, view.turn_number, view.turn.seat)[:, view.seat].reshape(worlds, -1)
    means = values.mean(axis=0)
    best = int(means.argmax())
    if not LEAST_CHANCE - FIRST_MARGIN <= means[best] <= MOST_CHANCE + FIRST_MARGIN:
        return False
    differences = values[:, [best]] - values
    bounds = differences.mean(axis=0) + 2 * differences.std(axis=0, ddof=1) / sqrt(worlds)
    leader = decision.options[best]
    return all(
        bound >= GAP or option is leader or does_the_same(option, leader)
        for bound, option in zip(bounds, decision.options, strict=True)
    )


def does_the_same(one: Option, other: Option) -> bool:
    """Whether the two do the same to the same card; they may pay differently, or take it from another zone."""
    mine, theirs = (one.verb, one.number, one.seat), (other.verb, other.number, other.seat)
    return one.card is not None and mine == theirs


def could_be_clear(verdict: Verdict) -> bool:
    """Whether more worlds could show a clear answer: nothing speaks against it yet."""
    if not LEAST_CHANCE - 5 <= verdict.chance <= MOST_CHANCE + 5:
        return False
    right = answers(verdict)
    for option in verdict.options:
        loss, error, _, _ = verdict.difference(option)
        if option not in right and loss + 1.5 * error < GAP:
            return False
    return True


def first_judgement(judge: Judge, view: SeatView, decision: Decision, budgets: tuple[int, ...]) -> Verdict | None:
    """The verdict of the largest of these budgets in nodes, or None as soon as there is no clear answer."""
    verdict = None
    for nodes in budgets:
        verdict = Judge(judge.playouts, nodes, judge.seed + nodes).judge(view, decision)
        if not could_be_clear(verdict):
            return None
    return verdict if verdict is not None and has_clear_answer(verdict) else None


class Confirmation(NamedTuple):
    """What the second judge says: whether the answers are best, by how many points and how many standard errors."""

    is_confirmed: bool
    gap: float
    errors: float
    worlds: int


def second_judgement(view: SeatView, decision: Decision, right: list[Option], seed: int) -> Confirmation:
    """Plays the best answer and all options that are not accepted to the end of the game, in the same worlds.

    It stops as soon as the answer is significantly better than all others, or will not be.
    """
    policy = Expert2026().make_policy(view.setup)
    best = right[0]
    left = [option for option in decision.options if option not in right]
    won: dict[Option, list[float]] = {option: [] for option in (best, *left)}
    least = _Lead(0.0, 0.0)
    worlds = 0
    while worlds < MOST_WORLDS:
        for world in range(worlds, worlds + BATCH):
            base = sample_world(view, seed_of(seed, view.version, world))
            for option in (best, *left):
                game = base.copy()
                game.apply(option)
                policy.begin()
                rollout(game, policy, MOST_DECISIONS)
                won[option].append(share_won(game, view.seat))
        worlds += BATCH
        found = {option: _difference(won[best], won[option]) for option in left}
        least = min(found.values(), key=lambda each: each.errors)
        if least.errors < (-HOPELESS if worlds < 4 * BATCH else 0.0):
            return Confirmation(False, *least, worlds)
        if worlds >= FEWEST_WORLDS and least.errors >= SIGNIFICANT:
            return Confirmation(True, *least, worlds)
        left = [option for option in left if worlds < FEWEST_WORLDS or found[option].errors < CLEARLY_OUT]
    return Confirmation(False, *least, worlds)


class _Lead(NamedTuple):
    """By how many points the answer is better, and by how many standard errors."""

    gap: float
    errors: float


def _difference(mine: list[float], others: list[float]) -> _Lead:
    count = len(mine)
    differences = [one - other for one, other in zip(mine, others, strict=True)]
    mean = sum(differences) / count
    error = sqrt(sum((each - mean) ** 2 for each in differences) / (count - 1) / count)
    return _Lead(100 * mean, mean / error if error else 0.0)
