"""The result of a deal, how it compares with others, and the text to share, which names no cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from .days import Streak
from .deals import Kind

GAVE_UP: Final = (float("-inf"), False)
"""Less than any result: a deal that somebody gave up."""


class DealResult(Struct, frozen=True):
    """The score of whoever played, and that of the opponent: of Expert, or of the Cult.

    Of a game that was `given_up` the scores say nothing: it is worse than every other result.
    """

    own: int
    other: int
    won: bool
    given_up: bool = False

    @property
    def margin(self) -> int:
        return self.own - self.other

    @property
    def rank(self) -> tuple[float, bool]:
        """By the margin; of equal scores, the winner's is better."""
        return GAVE_UP if self.given_up else (self.margin, self.won)


def percentile(result: DealResult, others: Sequence[DealResult]) -> float | None:
    """How much of the others' results this one is better than, in percent; equal ones count half. None without any."""
    if not others:
        return None
    worse = sum(each.rank < result.rank for each in others)
    equal = sum(each.rank == result.rank for each in others)
    return 100 * (worse + equal / 2) / len(others)


def outcome_text(result: DealResult) -> str:
    """`won by 12`"""
    if result.given_up:
        return "given up"
    how = "won" if result.won else "lost"
    return f"{how} by {abs(result.margin)}" if result.margin else f"{how} on a tie"


_TITLES: Final = {Kind.SOLITAIRE: "Solitaire", Kind.DUEL: "Duel with Expert"}


class Played(Struct, frozen=True):
    """A deal that somebody played, and how it compares: with people, with bots, or with neither yet."""

    kind: Kind
    result: DealResult
    people: Sequence[DealResult] = ()
    bots: Sequence[DealResult] = ()


def share_text(date: str, played: Sequence[Played], streak: Streak | None = None, address: str = "") -> str:
    """A few lines without any card, to be sent to people who have not played the deal yet."""
    lines = [f"Vigil daily deal, {date}"]
    for each in played:
        better = []
        for name, others in (("player", each.people), ("bot game", each.bots)):
            found = percentile(each.result, others)
            if found is not None:
                better.append(f"better than {found:.0f}% of {len(others)} {name}{'s' * (len(others) != 1)}")
        lines.append(f"{_TITLES[each.kind]}: {', '.join([outcome_text(each.result), *better])}")
    if streak is not None and streak.current > 1:
        lines.append(f"Streak: {streak.current} days")
    return "\n".join([*lines, address] if address else lines)
