"""Figures as words: shares with their intervals, times, and the state that was measured."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

from vigil.lab.fingerprint import PLAYED_BY
from vigil.lab.intervals import Estimate

from .figures import one_sided
from .plan import Fixture, usual_budget

ROOT: Final = Path(__file__).parent.parent.parent
NOT_MEASURED: Final = "not measured"


def share(each: Estimate) -> str:
    return f"{100 * each.value:.1f} % ({100 * each.low:.1f}–{100 * each.high:.1f})"


def share_of_match(each: Estimate | None, fixture: Fixture) -> str:
    return NOT_MEASURED if each is None else f"{share(each)}, {blocks(each, fixture)}"


def blocks(each: Estimate, fixture: Fixture) -> str:
    whole = f" of {fixture.blocks:,}" if each.count < fixture.blocks else ""
    return f"{each.count:,}{whole} blocks"


def rating(each: Estimate | None) -> str:
    if each is None:
        return NOT_MEASURED
    if not each.count:
        return points(each.value)
    bound = one_sided(each)
    if bound is not None:
        return f"{'below' if bound > each.value else 'above'} {points(bound)}"
    return f"{points(each.value)} ({points(each.low)} to {points(each.high)})"


def points(value: float, form: str = ".0f") -> str:
    return f"{value:{form}}".replace("-", "−")


def budget(label: str) -> str:
    found = usual_budget(label)
    if found is None:
        return "at a glance"
    return f"{found.seconds:g} s a turn" if found.seconds is not None else f"{found.nodes} positions a decision or more"


def duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1e3 * seconds:.1f} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.0f} µs"


def long_duration(seconds: float) -> str:
    if seconds >= 3600:
        return f"about {seconds / 3600:.1f} h"
    return f"about {seconds / 60:.0f} min" if seconds >= 60 else f"about {seconds:.0f} s"


def commit() -> str:
    """Which state of the project has been measured."""
    known = _git("log", "-1", "--format=%h").strip()
    if not known:
        return "sources without a history"
    changed = _git("status", "--porcelain", "--", *(f"src/vigil/{part}" for part in PLAYED_BY)).strip()
    return f"commit {known}" + (" and changes that are not in it" if changed else "")


def _git(*arguments: str) -> str:
    # Without optional locks: looking at the state must not get in the way of whoever works with it.
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}
    try:
        told = subprocess.run(["git", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)
    except OSError:
        return ""
    return told.stdout
