"""Days, from midnight to midnight UTC, as texts like `2026-11-18`: the same day for everybody on earth."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta

from msgspec import Struct

from vigil.engine.errors import VigilError


class BadDate(VigilError):
    """The text is not a date."""


def day_of(seconds: float) -> str:
    """The day of a moment, given in seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def checked_day(text: str) -> str:
    # `fromisoformat` also reads other notations of a date: there would be two texts for one day.
    try:
        is_day = date.fromisoformat(text).isoformat() == text
    except ValueError:
        is_day = False
    if not is_day:
        raise BadDate(f'"{text}" is not a date. Write it like 2026-11-18.')
    return text


def start_of(day: str) -> float:
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp()


def end_of(day: str) -> float:
    return start_of(day) + timedelta(days=1).total_seconds()


def before(day: str) -> str:
    """The day before; the first of all days has none and stays."""
    found = date.fromisoformat(day)
    return day if found == date.min else (found - timedelta(days=1)).isoformat()


class Streak(Struct, frozen=True):
    """Consecutive days with a finished deal: up to today or yesterday, and the most there ever were."""

    current: int = 0
    longest: int = 0


def streak_of(days: Collection[str], today: str) -> Streak:
    """A streak goes on while the present day is not over, even if nothing is finished yet."""
    known = set(days)
    runs: dict[str, int] = {}
    for day in sorted(known):
        runs[day] = runs.get(before(day), 0) + 1
    last = today if today in known else before(today)
    return Streak(runs.get(last, 0), max(runs.values(), default=0))
