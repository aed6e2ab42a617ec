"""Verifying puzzles: both judges again, in other worlds than those in which a puzzle was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from vigil.bots.card_values import quick_policy
from vigil.bots.hints import explain
from vigil.bots.weights import fitted_weights
from vigil.puzzles import BadPuzzles, Puzzle, go_on, start
from vigil.review.judge import Judge
from vigil.review.playouts import Playouts
from vigil.review.statistics import student_95

from .matches import seed_of
from .puzzle_judges import LEAST_CHANCE, MOST_CHANCE, SURE_GAP, second_judgement
from .puzzle_mining import with_honest_reason
from .puzzle_positions import phase_of
from .puzzle_themes import Asked, themes_of

if TYPE_CHECKING:
    from vigil.engine.state import GameState

NODES: Final = 2_048
MARGIN: Final = 3.0
"""Points by which the win chance of the best option may lie outside the limits in a second measurement."""
OTHER_SEED: Final = 7_919
"""Added to the seed: a check with seed 0 must not meet the worlds of mining with seed 0."""
MOST_ALIKE: Final = 12
"""At most so many puzzles with the same sets have the same answer."""


@dataclass(frozen=True)
class CheckPlan:
    """What is verified, and in which worlds."""

    seed: int
    puzzles: tuple[Puzzle, ...]


def check_puzzle(plan: CheckPlan, place: int) -> tuple[int, str]:
    """The place of the puzzle, and why it fails; nothing if it passes."""
    return place, problem_of(plan.puzzles[place], plan.seed)


def problem_of(puzzle: Puzzle, seed: int) -> str:
    """Why the puzzle fails, in a sentence; nothing if it passes."""
    seed = seed_of(seed + OTHER_SEED, int(puzzle.id, 16))
    try:
        game = start(puzzle, seed)
        playouts = Playouts(game.setup)
        for step in range(len(puzzle.steps)):
            if step:
                go_on(puzzle, game)
            if game.seen:
                return "it depends on hidden cards"
            if problem := _problem_of_step(puzzle, step, game, playouts, seed):
                return problem
    except BadPuzzles as error:
        return f"it cannot be played: {error}"
    return ""


def _problem_of_step(puzzle: Puzzle, step: int, game: GameState, playouts: Playouts, seed: int) -> str:
    view = game.view(puzzle.seat)
    decision = view.decision
    assert decision is not None
    accepted = puzzle.steps[step].accepted
    right = [option for option in decision.options if decision.text(option) in accepted]
    verdict = Judge(playouts, NODES, seed + step).judge(view, decision)
    best = decision.text(verdict.best)
    if best not in accepted:
        return f"the first judge prefers another option: {best}"
    right.sort(key=lambda option: option is not verdict.best)
    if not LEAST_CHANCE - MARGIN <= verdict.chance <= MOST_CHANCE + MARGIN:
        return f"the game is decided: {verdict.chance:.1f} points"
    for option in decision.options:
        loss, error, _, worlds = verdict.difference(option)
        if option not in right and loss - student_95(worlds - 1) * error < SURE_GAP:
            return f"the first judge is not sure enough: {decision.text(option)} loses {loss:.1f} ± {error:.1f} points"
    found = second_judgement(view, decision, right, seed + step)
    if not found.is_confirmed:
        return f"the second judge does not confirm it: {found.gap:.1f} points, {found.errors:.1f} standard errors"
    return ""


def described_anew(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the themes and reasons that the present rules for them give it."""
    game = start(puzzle)
    phase = phase_of(game)
    policy = quick_policy(game.setup, fitted_weights(game.setup))
    asked, steps = [], []
    for number, step in enumerate(puzzle.steps):
        if number:
            game = game.copy()
            go_on(puzzle, game)
        assert game.decision is not None
        by_text = dict(zip(step.texts, game.decision.options, strict=True))
        right = [by_text[text] for text in (step.best.text, *step.accepted)]
        asked.append(Asked(game, game.decision, right))
        reason = explain(game.view(puzzle.seat), game.decision, right[0], policy, is_best=True)
        steps.append(with_honest_reason(replace(step, reason=reason)))
    return replace(puzzle, phase=phase, steps=tuple(steps), themes=themes_of(asked, phase))


def unlike(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles without those that are too much like others: the same sets and the same answers too often."""
    seen: Counter[object] = Counter()
    kept = []
    for puzzle in sorted(puzzles, key=lambda each: (-len(each.steps), -len(each.fooled), each.id)):
        key = (puzzle.sets, tuple(step.accepted for step in puzzle.steps))
        seen[key] += 1
        if seen[key] <= MOST_ALIKE:
            kept.append(puzzle)
    return kept
