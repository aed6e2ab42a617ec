"""The decisions of a recorded game: which of them are judged, and what the judgement says about the choice."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from .judge import Judge, is_sure
from .labels import SURE, label_of
from .model import DecisionReview
from .statistics import points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vigil.engine.library import Library
    from vigil.engine.options import Option
    from vigil.engine.records import Record
    from vigil.engine.view import SeatView


def review_decision(judge: Judge, view: SeatView, choice: Option, step: int) -> DecisionReview | None:
    """The choice of the seat whose view it is, judged; None for a routine one."""
    decision = view.decision
    assert decision is not None
    if judge.is_routine(view, decision, choice):
        return None
    verdict = judge.judge(view, decision, choice)
    found = verdict.difference(choice)
    real = verdict.is_real
    counts = real and is_sure(found)
    label = label_of(found.loss, found.error, found.worlds) if counts else ""
    return DecisionReview(
        step=step,
        turn=view.turn_number,
        seat=view.seat,
        prompt=decision.prompt,
        options=verdict.judged(decision),
        chosen=decision.options.index(choice),
        best=decision.options.index(verdict.best),
        chance_error=round(verdict.error, 2),
        real=real,
        loss=round(found.loss, 2) if counts else 0.0,
        error=round(found.error, 2),
        effects=points(verdict.effects(choice)) if real else [0.0] * view.setup.players,
        label=label,
        reason=judge.reason(view, decision, verdict.best) if label else "",
    )


def corrected(before: DecisionReview, after: DecisionReview, luck: float, luck_error: float) -> DecisionReview:
    """The first of two decisions in one turn of solitaire, with no larger loss than what is missing at the second.

    Playouts without look-ahead may finish a turn badly, so that an option looks worse than it is. The next decision of
    the same turn shows what was still possible. `luck` is the luck of the seat between the two.
    """
    was, now = before.options[before.best].chance, after.options[after.best].chance
    missing = max(0.0, round(was - (now - luck), 2))
    effect = before.effects[before.seat]
    if missing >= -effect and missing >= before.loss:
        return before
    error = round(hypot(before.chance_error, after.chance_error, luck_error), 2)
    loss = missing if before.loss and missing > SURE * error else 0.0
    worlds = min(before.options[before.best].worlds, after.options[after.best].worlds)
    label = label_of(loss, error, worlds) if loss else ""
    reason = before.reason if label else ""
    return replace(before, loss=loss, error=error, effects=[max(effect, -missing)], label=label, reason=reason)


def review_decisions(record: Record, library: Library, judge: Judge) -> Iterator[DecisionReview]:
    """All decisions of a game that are judged, in order; without the luck, which is half of a review's work."""
    game = record.begin(library)
    for index in range(len(record.choices)):
        assert game.decision is not None
        choice = record.choice_in(game, index)
        found = review_decision(judge, game.view(game.decision.seat), choice, index + 1)
        if found is not None:
            yield found
        game.choose(choice)
