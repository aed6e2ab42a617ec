"""When a decision gets a label, and a chance event is called lucky."""

from __future__ import annotations

from typing import Final

from .statistics import student_95

DOUBTFUL: Final = "doubtful"
MISTAKE: Final = "mistake"
BLUNDER: Final = "blunder"

LABELS: Final = ((8.0, BLUNDER), (4.0, MISTAKE), (2.0, DOUBTFUL))
"""The losses in points from which a decision gets the label, the worst first."""

LUCKY: Final = 5.0
VERY: Final = 10.0

SPREAD_OF_REAL: Final = 0.5
"""A decision is real if its best and its worst option are so many points apart."""
SURE: Final = 2.0
"""A loss counts if it is larger than so many standard errors."""


def label_of(loss: float, error: float, worlds: int) -> str:
    """The label that the lower 95 % bound of the loss supports."""
    bound = loss - student_95(worlds - 1) * error
    return next((label for threshold, label in LABELS if bound >= threshold), "")


def luck_label(luck: float, error: float) -> str:
    """What a chance event is called that changed the win chance by so many points, if that is sure."""
    if abs(luck) < max(LUCKY, SURE * error):
        return ""
    word = "lucky" if luck > 0 else "unlucky"
    return f"very {word}" if abs(luck) >= VERY else word
