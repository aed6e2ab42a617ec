"""Checks the layout of the browser table on every screen, for every kind of decision, and takes pictures of it.

    python -m tools.table_layout                     everything, some 20,000 views: an hour or more
    python -m tools.table_layout --once --sizes 360x640,820x600 --players 2,6 --kinds Banish

Writes the pictures (`index.html`; `sheets` has contact sheets of each screen) and `failures.txt`. Exits with 1 where a
rule of the layout is broken.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from html import escape
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.helpers.browsers import a_server, players
from tests.helpers.chromium import launch
from tests.helpers.layout_checks import SCREENS, THEMED, Failure, Look, Screen
from tests.helpers.layout_tables import LayoutTables, with_long_names
from tests.helpers.looking import PICTURES
from tests.helpers.question_kinds import SEATINGS, Asked, Position, Seating, at_table, kinds, late_questions

OUT: Final = PICTURES / "layout"
CROWDED: Final = (Seating(2), Seating(6))
EXAMPLES: Final = 4
"""Views that are named for each thing that is wrong."""
SHEET_WIDTH: Final = 1800
SHEET_PICTURES: Final = 24
BODY: Final = "font:14px sans-serif;background:#222;color:#eee"
FAILED_PICTURES: Final = 12
"""Pictures of views that break the same rule."""


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    views = list(_views(asked))
    if not views:
        sizes = {f"{each.width}x{each.height}": None for each in (*SCREENS, *THEMED)}
        print("No view has all of this. Sizes: " + " ".join(sizes))
        return 2
    sweep = Sweep(asked.out, sum(len(screens) for _, screens in views), asked.pictures)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        served = stack.enter_context(a_server(Path(folder)))
        browser = launch(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        come_in = stack.enter_context(players(browser, served.url))
        plain, crowded = LayoutTables(come_in(no_viewport=True)), LayoutTables(come_in(no_viewport=True))
        with_long_names(crowded.player)
        for position, screens in views:
            tables = crowded if position.crowded else plain
            for look in tables.looks(position, screens):
                sweep.add(tables, position, look)
        sweep.write(come_in().page)
    print(sweep.summary())
    return 1 if sweep.failures else 0


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
    parser.add_argument("--no-pictures", dest="pictures", action="store_false", help="only check")
    return parser


def _views(asked: argparse.Namespace) -> Iterator[tuple[Position, list[Screen]]]:
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
        yield from ((position, screens) for position in _positions(asked, found, seatings))
    if themed := chosen([each for each in THEMED if each not in SCREENS]):
        yield from ((position, themed) for position in _each_kind_once(found, seatings))


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


class Sweep:
    """What was looked at, and what was wrong."""

    def __init__(self, folder: Path, planned: int, pictures: bool) -> None:
        self.folder = folder
        self.planned = planned
        self.takes_pictures = pictures
        self.views = 0
        self.started = time.monotonic()
        self.failures: dict[tuple[str, str], list[tuple[Screen, Position, Failure]]] = defaultdict(list)
        self.broken: Counter[tuple[Screen, str]] = Counter()
        self.looked: Counter[Screen] = Counter()
        self.pictures: dict[tuple[str, Screen], Path] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, tables: LayoutTables, position: Position, look: Look) -> None:
        self.views += 1
        self.looked[look.screen] += 1
        for check in {each.check for each in look.failures}:
            self.broken[look.screen, check] += 1
        for each in look.failures:
            self.failures[each.check, _thing(each.where)].append((look.screen, position, each))
        if self.takes_pictures:
            self._keep(tables, position, look)
        if self.views % 100 == 0:
            self._write_failures()
        if sys.stderr.isatty() or self.views % 100 == 0:
            self._tell()

    def _keep(self, tables: LayoutTables, position: Position, look: Look) -> None:
        """One picture of each kind on each screen, and some of what is broken."""
        names = [str(position.kind) + (", crowded" if position.crowded else "")]
        for check in sorted({each.check for each in look.failures}):
            if check != "small text" and self.broken[look.screen, check] <= FAILED_PICTURES:
                names.append(f"{check}: {position.name}")
        for name in names:
            if (name, look.screen) not in self.pictures:
                file = (
                    Path("pictures") / look.screen.file_name / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())[:120]}.jpg"
                )
                tables.page.screenshot(path=self.folder / file, type="jpeg", quality=70)
                self.pictures[name, look.screen] = file

    def _tell(self) -> None:
        passed = time.monotonic() - self.started
        left = passed / self.views * (self.planned - self.views)
        end = "\r" if sys.stderr.isatty() else "\n"
        bad = sum(len(each) for each in self.failures.values())
        print(f"{self.views} of {self.planned} views, {bad} failures, {left:.0f} s left  ", end=end, file=sys.stderr)

    # --- what comes of it

    def summary(self) -> str:
        """Views and, for each rule, in how many of them it is broken."""
        checks = sorted({check for _, check in self.broken})
        rows = [["", "views", *checks]]
        for screen, views in self.looked.items():
            rows.append([str(screen), str(views), *(str(self.broken[screen, check] or "") for check in checks)])
        totals = [sum(self.broken[screen, check] for screen in self.looked) for check in checks]
        rows.append(["all", str(self.views), *map(str, totals)])
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = [
            "  ".join(cell.ljust(wide) if not place else cell.rjust(wide) for place, (cell, wide) in enumerate(pairs))
            for pairs in (list(zip(row, widths, strict=True)) for row in rows)
        ]
        return "\n".join([*lines, f"{time.monotonic() - self.started:.0f} s"])

    def write(self, page: Page) -> None:
        """The list of failures; and the pictures as one page, and as a sheet for each screen, which `page` draws."""
        self._write_failures()
        if not self.pictures:
            return
        index = self.folder / "index.html"
        page.set_viewport_size({"width": SHEET_WIDTH, "height": 600})
        for screen in self.looked:
            taken = [name for name, on in self.pictures if on == screen and ": " not in name]
            for number, names in enumerate(batched(taken, SHEET_PICTURES), 1):
                index.write_text(self._sheet(screen, names), encoding="utf-8")
                page.goto(index.resolve().as_uri())
                page.screenshot(path=self.folder / "sheets" / f"{screen.file_name}-{number}.png", full_page=True)
        index.write_text(self._index(), encoding="utf-8")

    def _write_failures(self) -> None:
        (self.folder / "failures.txt").write_text(self.failure_list(), encoding="utf-8")

    def _sheet(self, screen: Screen, names: Sequence[str]) -> str:
        """Pictures of one screen."""
        columns = max(2, SHEET_WIDTH // max(300, screen.width // 3))
        style = f"body{{{BODY};display:grid;grid-template-columns:repeat({columns},1fr);gap:8px}}"
        figures = [
            f'<figure><img src="{self.pictures[name, screen]}" alt=""><figcaption>{escape(name)}</figcaption></figure>'
            for name in names
        ]
        return _page(str(screen), f"{style} figure{{margin:0}} img{{width:100%}}", "".join(figures))

    def failure_list(self) -> str:
        """Everything that is wrong: what most often, and in which views."""
        lines = [self.summary(), ""]
        for (check, thing), found in sorted(self.failures.items(), key=lambda item: (item[0][0], -len(item[1]))):
            screens = Counter(screen for screen, _, _ in found)
            lines.append(f"{check}: {thing}: {len(found)} times")
            lines.append("    " + ", ".join(f"{screen} {count}" for screen, count in screens.items()))
            for screen, position, each in found[:: max(1, len(found) // EXAMPLES)][:EXAMPLES]:
                lines.append(f"    {screen}, {position.name}: {each.where}: {each.detail}")
        return "\n".join([*lines, ""])

    def _index(self) -> str:
        """The pictures: a row for each kind of question, or failure; a column for each screen."""
        rows = []
        for name in dict.fromkeys(name for name, _ in self.pictures):
            cells = [
                f'<td><a href="{file}"><img src="{file}" alt="" loading="lazy"></a>'
                if (file := self.pictures.get((name, screen)))
                else "<td>"
                for screen in self.looked
            ]
            rows.append(f"<tr><th>{escape(name)}{''.join(cells)}")
        head = "".join(f"<th>{screen}" for screen in self.looked)
        style = f"body{{{BODY}}} th{{text-align:left}} img{{height:200px}}"
        return _page("The layout of the table", style, f"<table><tr><th>{head}{''.join(rows)}</table>")


def _page(title: str, style: str, body: str) -> str:
    return f"<!doctype html><meta charset=utf-8><title>{escape(title)}</title><style>{style}</style><body>{body}"


def batched(names: list[str], size: int) -> Iterator[list[str]]:
    return (names[start : start + size] for start in range(0, len(names), size))


def _thing(where: str) -> str:
    """The element without what it says."""
    return where.partition(' "')[0]


if __name__ == "__main__":
    sys.exit(main())
