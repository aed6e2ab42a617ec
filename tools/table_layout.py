"""Checks the layout of the browser table on every screen, for every kind of decision, and takes pictures of it.

    python -m tools.table_layout                     everything, some 20,000 views
    python -m tools.table_layout --once --sizes 360x640,820x600 --players 2,6 --kinds Banish
    python -m tools.table_layout --again             what failed the last time

Writes the pictures (`index.html`; `sheets` has contact sheets of each screen), `views.jsonl` with what was found in
each view, and `failures.txt`. Positions are mixed: a run that is interrupted has looked at some of everything. Started
again it goes on where it was, as long as neither the page nor the rules have changed. Exits with 1 where a rule of the
layout is broken.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from playwright.sync_api import sync_playwright

from tests.helpers.browsers import a_server, players
from tests.helpers.chromium import launch
from tests.helpers.layout_checks import SCREENS, THEMED, Look, Screen
from tests.helpers.layout_tables import LayoutTables, with_long_names
from tests.helpers.looking import PICTURES
from tests.helpers.question_kinds import SEATINGS, Asked, Position, Seating, at_table, kinds, late_questions
from tools.layout_report import Plan, Sweep

OUT: Final = PICTURES / "layout"
CROWDED: Final = (Seating(2), Seating(6))


Found = SimpleQueue[tuple[Position, Look, dict[str, Path]] | None]


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    sweep = Sweep(asked.out, asked.pictures)
    planned = _mixed(sweep.plan(_views(asked), asked.again))
    if not sweep.chosen:
        sizes = {f"{each.width}x{each.height}": None for each in (*SCREENS, *THEMED)}
        print("Nothing has failed." if asked.again else "No view has all of this. Sizes: " + " ".join(sizes))
        return 2
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        served = stack.enter_context(a_server(Path(folder)))
        jobs = max(1, min(asked.jobs, len(planned)))
        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        todo, found = iter(planned), Found()
        stack.callback(deque, todo, maxlen=0)  # Interrupted, the workers find nothing left to do.
        workers = [pool.submit(_look, served.url, todo, sweep, found) for _ in range(jobs)]
        for _ in workers:
            for each in iter(found.get, None):
                sweep.add(*each)
        for worker in workers:
            worker.result()
    with sync_playwright() as playwright:
        sweep.write(launch(playwright).new_page())
    print(sweep.summary())
    return 1 if sweep.failures else 0


def _look(url: str, todo: Iterator[Plan], sweep: Sweep, found: Found) -> None:
    """One of several workers, with a browser of its own: takes the next position until none is left."""
    try:
        with ExitStack() as stack:
            browser = launch(stack.enter_context(sync_playwright()))
            stack.callback(browser.close)
            come_in = stack.enter_context(players(browser, url))

            @cache
            def tables(crowded: bool) -> LayoutTables:
                made = LayoutTables(come_in(no_viewport=True), keeps_zones=False)
                if crowded:
                    with_long_names(made.player)
                return made

            for position, screens in todo:
                page = tables(position.crowded)
                for look in page.looks(position, screens):
                    found.put((position, look, sweep.take_pictures(page, position, look)))
    finally:
        found.put(None)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.table_layout", description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=OUT, metavar="FOLDER", help="where pictures and failures go")
    parser.add_argument("--sizes", default="", help="some of the screens: 360x640,1280x800")
    parser.add_argument("--players", default="", help="some of the numbers of players: 1,2,6")
    parser.add_argument("--sets", default="", help="only the questions of cards of this set")
    parser.add_argument("--kinds", default="", help="only questions whose kind contains this: Banish, void, player")
    parser.add_argument(
        "--once", action="store_true", help="each kind of question once, with each number of players in turn"
    )
    parser.add_argument("--crowded", action="store_true", help="only boards that are as full as can be")
    parser.add_argument("--again", action="store_true", help="only views that failed the last time")
    parser.add_argument("--no-pictures", dest="pictures", action="store_false", help="only check")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="browsers at a time")
    return parser


def _views(asked: argparse.Namespace) -> Iterator[Plan]:
    """Each position with its screens; in all themes only each kind of question once."""
    numbers = {int(each) for each in asked.players.split(",") if each}
    seatings = [each for each in SEATINGS if not numbers or each.players in numbers]
    found = [
        each
        for each in kinds()
        if asked.kinds.lower() in str(each.kind).lower() and (not asked.sets or asked.sets in each.sets)
    ]

    def chosen(screens: Sequence[Screen]) -> list[Screen]:
        return [each for each in screens if not asked.sizes or f"{each.width}x{each.height}" in asked.sizes.split(",")]

    if screens := chosen(SCREENS):
        yield from (Plan(position, screens) for position in _positions(asked, found, seatings))
    if themed := chosen([each for each in THEMED if each not in SCREENS]):
        yield from (Plan(position, themed) for position in _each_kind_once(found, seatings))


def _mixed(plans: Iterable[Plan]) -> list[Plan]:
    """In the same order each time, which has nothing to do with the kinds: part of a run is a sample of the whole."""
    return sorted(plans, key=lambda plan: sha256(plan.position.name.encode()).digest())


def _positions(asked: argparse.Namespace, found: list[Asked], seatings: list[Seating]) -> Iterator[Position]:
    if not asked.crowded:
        yield from _each_kind_once(found, seatings) if asked.once else _each_kind(found, seatings)
    if asked.crowded or not asked.once:
        yield from _crowded(found, seatings)
    if not (asked.crowded or asked.kinds or asked.sets):
        yield from (position for position in late_questions() if position.seating in seatings)


def _each_kind(found: list[Asked], seatings: list[Seating]) -> Iterator[Position]:
    """Of each set, with each number of players, and at mixed tables."""
    for each in found:
        for seating in seatings:
            if position := at_table(each, seating):
                yield position
            if seating.players == 4 and (position := at_table(each, seating, every_set=True)):
                yield position


def _crowded(found: list[Asked], seatings: list[Seating]) -> Iterator[Position]:
    """Two and six players whose boards are as full as can be."""
    for each in {each.kind: each for each in found}.values():
        for seating in CROWDED:
            if seating in seatings and (position := at_table(each, seating, crowded=True)):
                yield position


def _each_kind_once(found: list[Asked], seatings: list[Seating]) -> Iterator[Position]:
    """With numbers of players in turn, where the question is asked with so many."""
    for number, kind in enumerate(sorted({each.kind for each in found})):
        turned = [*seatings[number % len(seatings) :], *seatings[: number % len(seatings)]]
        made = (at_table(each, seating) for seating in turned for each in found if each.kind == kind)
        if position := next(filter(None, made), None):
            yield position


if __name__ == "__main__":
    sys.exit(main())
