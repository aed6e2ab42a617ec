"""How well a seat was played: its error rate and how often each label was given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from .labels import BLUNDER, DOUBTFUL, MISTAKE
from .model import Account, DecisionReview, PlayerReview, ReferenceRate
from .statistics import standard_errors

MILLS: float = 10.0
"""A point is so many mills."""


def player_review(
    seat: int, name: str, decisions: Sequence[DecisionReview], account: Account, references: Sequence[ReferenceRate]
) -> PlayerReview:
    own = [each for each in decisions if each.seat == seat]
    rate, error = error_rate(own)
    counts = Counter(each.label for each in own)
    nearest = min(references, key=lambda each: abs(each.rate - rate), default=None)
    return PlayerReview(
        seat=seat,
        name=name,
        decisions=sum(each.real for each in own),
        error_rate=rate,
        error_rate_error=error,
        level="" if nearest is None else nearest.bot,
        doubtful=counts[DOUBTFUL],
        mistakes=counts[MISTAKE],
        blunders=counts[BLUNDER],
        account=account,
    )


def error_rate(decisions: Sequence[DecisionReview]) -> tuple[float, float]:
    """The mean effect of real decisions on the win chance of the seat in mills lost, and its standard error."""
    losses = np.array([[-MILLS * each.effects[each.seat]] for each in decisions if each.real])
    if not len(losses):
        return 0.0, 0.0
    error = standard_errors(losses)[0] if len(losses) > 1 else 0.0
    return round(float(losses.mean()), 2), round(float(error), 2)
