"""docs/web-benchmarks.md: tables first, then how they came about."""

from collections.abc import Sequence
from datetime import UTC, datetime
from statistics import median

from bench.grid import Grid, kilobytes, milliseconds
from bench.server.page import commit, machine
from bench.web.watching import SCREEN, Watched
from tools.web import BUDGET

FIRST_DECISION = 1.0
LONGEST = 0.050
"""Seconds: what the page aims at on a machine as it is."""


def row(watched: Sequence[Watched]) -> tuple[str, ...]:
    def shown(name: str) -> str:
        return milliseconds(median(getattr(each, name) for each in watched))

    slowdown = watched[0].slowdown
    return (
        "**as it is**" if slowdown == 1 else f"{slowdown} times slower",
        shown("first_decision"),
        shown("second_visit"),
        shown("longest_task"),
        shown("hardest_task"),
        shown("longest_frame"),
    )


def grid(watched: Sequence[Sequence[Watched]]) -> Grid:
    columns = ("processor", "first decision", "on the second visit", "longest task", "work in it", "longest frame")
    short = f"under {milliseconds(LONGEST)}"
    aims = ("*aim*", f"under {milliseconds(FIRST_DECISION)}", "", short, "", short)
    return Grid("The table", columns, [*map(row, watched), aims])


def page(
    weight: int, watched: Sequence[Sequence[Watched]], browser: str, crowd: float, date: datetime | None = None
) -> str:
    shown = grid(watched)
    flights = min(each.flights for rounds in watched for each in rounds)
    return f"""\
# Benchmarks of the browser table

Made by `make bench-web`; do not edit. {date or datetime.now(UTC):%Y-%m-%d}, commit {commit()}.
{machine()}; Chromium {browser}.

JavaScript at first load, gzipped: **{kilobytes(weight)}**; the aim is at most {kilobytes(BUDGET)}.

{shown.for_markdown()}

## How it is measured

- A real server (`vigil serve`) and a real browser without a window, {SCREEN["width"]} by {SCREEN["height"]}, on one
  machine. The browser draws without a graphics card: what is fluent here is fluent anywhere.
- *First decision*: from the beginning of the navigation to a table until something to choose has been painted, for
  somebody who was never here. *On the second visit* the browser has kept the scripts.
- *Longest task* and *longest frame*: while twenty cards change places between the hand and the table, again and again;
  at least {flights} of them were on their way at a time. The task is the longest that the browser's own trace shows on
  the page's thread, the frame the longest time between two pictures; *work in it* is what the processor did for the
  hardest task.
- Before it began, {crowd:.1f} other processes wanted to run on average. With more of them than cores, tasks and frames
  wait for the processor, and only the work counts.
- Rounds: {len(watched[0])}; figures are medians. The slower processor is the same one, held back by the browser: about
  a phone.

## How to repeat it

    make bench-web                     writes this page
    make bench-web ARGS=--quick        one round; writes nothing
"""
