"""The account of a seat: where its result came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, sqrt

from .model import Account, DecisionReview, LuckReview, LuckSum


def account(
    seat: int,
    allies: Sequence[int],
    start: float,
    result: float,
    luck: Sequence[LuckReview],
    decisions: Sequence[DecisionReview],
) -> Account:
    """`allies` are the seats that win together with this one, itself among them."""
    sums = _luck_sums(seat, luck)
    total = round(sum(each.luck for each in sums), 2)
    own = [each for each in decisions if each.seat in allies]
    others = [each for each in decisions if each.seat not in allies]
    own_points, others_points = _effects(seat, own), _effects(seat, others)
    return Account(
        start=start,
        result=result,
        luck=total,
        luck_error=round(hypot(*[each.error for each in sums]), 2),
        luck_by=sums,
        own=own_points,
        own_error=_error(own),
        opponents=others_points,
        opponents_error=_error(others),
        remainder=round(result - start - total - own_points - others_points, 2),
        adjusted=round(result - total, 2),
    )


def _luck_sums(seat: int, luck: Iterable[LuckReview]) -> list[LuckSum]:
    """One sum for every kind of event in the turns of every seat, in the order in which they first happened."""
    groups: dict[tuple[str, int], list[LuckReview]] = {}
    for event in luck:
        groups.setdefault((event.kind, event.seat), []).append(event)
    return [
        LuckSum(
            kind,
            whose,
            round(sum(each.luck[seat] for each in events), 2),
            round(sqrt(sum(each.errors[seat] ** 2 for each in events)), 2),
            len(events),
        )
        for (kind, whose), events in groups.items()
    ]


def _effects(seat: int, decisions: Iterable[DecisionReview]) -> float:
    return round(sum(each.effects[seat] for each in decisions), 2)


def _error(decisions: Iterable[DecisionReview]) -> float:
    """The standard error of the sum of the effects."""
    return round(sqrt(sum(each.error**2 for each in decisions if each.real)), 2)
