"""Reviews: what the choices of a game were worth, what was luck, and what would have been better.

    review_record(record, LIBRARY, QUICK)    in review.py: the whole game; `reviewing` does the same in slices
    judge_position(view)                     in live.py: what is possible here, and what it is worth

docs/review.md explains how it is computed. The names below load quickly; the rest needs numpy.
"""

from .budget import FULL, QUICK, ReviewBudget
from .model import BadReview, Judgement, Review

__all__ = ["FULL", "QUICK", "BadReview", "Judgement", "Review", "ReviewBudget"]
