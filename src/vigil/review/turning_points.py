"""The turns that decided a game: where the win chances changed most from one turn to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from .model import DecisionReview, LuckReview, TurningPoint, TurnReview

MOST: Final = 3
WORTH_NAMING: Final = 1.0
"""Luck and losses below so many points are not named in the sentence."""

_EVENTS: Final = {
    "hand": "the hand {cards}",
    "draw": "drawing {cards}",
    "row": "{cards} in the row",
    "fate": "the fate of {cards}",
    "discard": "the random loss of {cards}",
}


def turning_points(
    turns: Sequence[TurnReview],
    end: Sequence[float],
    decisions: Sequence[DecisionReview],
    luck: Sequence[LuckReview],
    names: Sequence[str],
) -> list[TurningPoint]:
    """At most three turns, the one with the largest change of any seat's win chance first."""
    found = []
    for turn, after in zip(turns, [*(each.chances for each in turns[1:]), list(end)], strict=True):
        changes = [round(then - now, 2) for now, then in zip(turn.chances, after, strict=True)]
        sentence = _sentence(turn, changes, decisions, luck, names)
        found.append(TurningPoint(turn.number, turn.seat, turn.step, changes, turn.luck, turn.choices, sentence))
    found.sort(key=lambda each: -max(map(abs, each.changes)))
    return found[:MOST]


def _sentence(
    turn: TurnReview,
    changes: Sequence[float],
    decisions: Sequence[DecisionReview],
    luck: Sequence[LuckReview],
    names: Sequence[str],
) -> str:
    """`Ada gained 12 points in turn 8: the hand Mystic, Apprentice ×4 (+7), "acquire Mystic" instead of ... (-3).`"""
    seat = turn.seat
    causes = [
        (each.luck[seat], _EVENTS[each.kind].format(cards=_listed(each.cards)))
        for each in luck
        if each.turn == turn.number and each.kind in _EVENTS
    ]
    causes += [
        (
            -each.loss if each.seat == seat else each.effects[seat],
            f'"{each.options[each.chosen].text}" instead of "{each.options[each.best].text}"',
        )
        for each in decisions
        if each.turn == turn.number and each.loss
    ]
    causes.sort(key=lambda each: -abs(each[0]))
    named = [f"{words} ({points:+.0f})" for points, words in causes[:2] if abs(points) >= WORTH_NAMING]
    change = changes[seat]
    lead = f"{names[seat]} {'gained' if change >= 0 else 'lost'} {abs(change):.0f} points in turn {turn.number}"
    return f"{lead}: {', '.join(named)}." if named else f"{lead}."


def _listed(cards: Sequence[str]) -> str:
    counts = Counter(cards)
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counts.items())
