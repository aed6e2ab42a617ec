"""What `tools.table_layout` has found: kept view by view, summed up, and shown as pages of pictures."""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from tests.helpers import question_kinds
from tests.helpers.layout_checks import CHECKS, COLORS, Failure, FixedZones, Look, Screen
from tests.helpers.layout_tables import LayoutTables, zones_follow_from
from tests.helpers.question_kinds import Position
from tools.web import PAGE

EXAMPLES: Final = 4
"""Views that are named for each thing that is wrong."""
SHEET_WIDTH: Final = 1800
SHEET_PICTURES: Final = 24
BODY: Final = "font:14px sans-serif;background:#222;color:#eee"
FAILED_PICTURES: Final = 12
"""Pictures of views that break the same rule on the same screen."""


class View(NamedTuple):
    """The name of a position, and of the screen on which it is looked at."""

    position: str
    screen: str


class Plan(NamedTuple):
    """A position, and the screens on which it is to be looked at."""

    position: Position
    screens: list[Screen]


@dataclass
class Sweep:
    """What was looked at, and what was wrong. `views.jsonl` in its folder keeps it, for a run that was interrupted."""

    folder: Path
    takes_pictures: bool = True
    planned: int = 0
    done: int = 0
    started: float = field(default_factory=time.monotonic)
    found: dict[View, list[Failure]] = field(default_factory=dict)
    chosen: set[View] = field(default_factory=set)
    zones: FixedZones = field(default_factory=FixedZones)
    pictures: dict[tuple[str, str], Path] = field(default_factory=dict)
    pictured: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.file = self.folder / "views.jsonl"

    # --- what is left to do

    def plan(self, views: Iterable[tuple[Position, list[Screen]]], again: bool) -> Iterator[Plan]:
        """The views that are not known yet; with `again` those that failed the last time, whatever has changed."""
        self._read(whatever_changed=again)
        failed = {view for view, failures in self.found.items() if failures}
        for position, screens in views:
            wanted = {screen: View(position.name, str(screen)) for screen in screens}
            if again:
                wanted = {screen: view for screen, view in wanted.items() if view in failed}
            self.chosen.update(wanted.values())
            if left := [screen for screen, view in wanted.items() if again or view not in self.found]:
                self.planned += len(left)
                yield Plan(position, left)

    def _read(self, whatever_changed: bool) -> None:
        lines = self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []
        if not lines or (lines[0] != _stamp() and not whatever_changed):
            self.file.write_text(_stamp() + "\n", encoding="utf-8")
            return
        for line in lines[1:]:
            try:
                kept = json.loads(line)
            except ValueError:  # The run was killed while it wrote this.
                continue
            self.found[View(*kept["view"])] = [Failure(*each) for each in kept["failures"]]
            for name, picture in kept["pictures"].items():
                self.pictures[name, kept["view"][1]] = Path(picture)
            if not whatever_changed:
                self.zones.check(kept["table"], kept["sets"], kept["zones"])

    # --- what is found

    def add(self, position: Position, look: Look, pictures: dict[str, Path]) -> None:
        view = View(position.name, str(look.screen))
        table, sets = zones_follow_from(position, look.screen)
        failures = look.failures + self.zones.check(table, sets, look.zones)
        kept: dict[str, Any] = {"view": view, "failures": failures, "table": table, "sets": sets, "zones": look.zones}
        kept["pictures"] = {name: str(path) for name, path in pictures.items()}
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")
        self.found[view] = failures
        self.done += 1
        if sys.stderr.isatty() or self.done % 100 == 0 or self.done == self.planned:
            self._tell()

    def take_pictures(self, tables: LayoutTables, position: Position, look: Look) -> dict[str, Path]:
        """One of each kind on each screen, and some of what is broken. Called by the worker that has the page."""
        if not self.takes_pictures:
            return {}
        screen, taken = str(look.screen), {}
        names = [str(position.kind) + (", crowded" if position.crowded else "")]
        for check in sorted({each.check for each in look.failures}):
            self.pictured[screen, check] += 1
            if self.pictured[screen, check] <= FAILED_PICTURES:
                names.append(f"{check}: {position.name}")
        for name in names:
            if (name, screen) not in self.pictures:
                file = f"{re.sub(r'[^a-z0-9]+', '-', name.lower())[:120]}.jpg"
                taken[name] = Path("pictures") / look.screen.file_name / file
                self.pictures[name, screen] = taken[name]
                tables.picture(look.screen, self.folder / taken[name])
        return taken

    def _tell(self) -> None:
        left = (time.monotonic() - self.started) / self.done * (self.planned - self.done)
        end = "\r" if sys.stderr.isatty() else "\n"
        failing = sum(map(bool, self.found.values()))
        print(f"{self.done} of {self.planned} views, {failing} fail, {left:.0f} s left  ", end=end, file=sys.stderr)

    # --- what comes of it

    @property
    def failures(self) -> dict[View, list[Failure]]:
        """Of the views that were asked for."""
        return {view: found for view, found in self.found.items() if found and view in self.chosen}

    def summary(self) -> str:
        """Views and, for each rule, in how many of them it is broken."""
        broken: Counter[tuple[str, str]] = Counter()
        for view, failures in self.failures.items():
            broken.update({(view.screen, each.check) for each in failures})
        looked = Counter(view.screen for view in self.found if view in self.chosen)
        checks = sorted({check for _, check in broken})
        rows = [["", "views", *checks]]
        for screen, views in looked.items():
            rows.append([screen, str(views), *(str(broken[screen, check] or "") for check in checks)])
        totals = [sum(broken[screen, check] for screen in looked) for check in checks]
        rows.append(["all", str(looked.total()), *map(str, totals)])
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = [
            "  ".join(cell.ljust(wide) if not place else cell.rjust(wide) for place, (cell, wide) in enumerate(pairs))
            for pairs in (list(zip(row, widths, strict=True)) for row in rows)
        ]
        return "\n".join([*lines, f"{self.done} views in {time.monotonic() - self.started:.0f} s"])

    def write(self, page: Page) -> None:
        """The list of failures; and the pictures as one page, and as a sheet for each screen, which `page` draws."""
        (self.folder / "failures.txt").write_text(self.failure_list(), encoding="utf-8")
        if not self.takes_pictures:
            return
        index = self.folder / "index.html"
        page.set_viewport_size({"width": SHEET_WIDTH, "height": 600})
        for screen in dict.fromkeys(screen for _, screen in self.pictures):
            taken = [name for name, on in self.pictures if on == screen and ": " not in name]
            for number, names in enumerate(batched(taken, SHEET_PICTURES), 1):
                index.write_text(self._sheet(screen, names), encoding="utf-8")
                page.goto(index.resolve().as_uri())
                sheet = f"{self.pictures[names[0], screen].parent.name}-{number}.png"
                page.screenshot(path=self.folder / "sheets" / sheet, full_page=True)
        index.write_text(self._index(), encoding="utf-8")

    def _sheet(self, screen: str, names: Sequence[str]) -> str:
        """Pictures of one screen."""
        columns = max(2, SHEET_WIDTH // max(300, int(screen.partition("x")[0]) // 3))
        style = f"body{{{BODY};display:grid;grid-template-columns:repeat({columns},1fr);gap:8px}}"
        figures = [
            f'<figure><img src="{self.pictures[name, screen]}" alt=""><figcaption>{escape(name)}</figcaption></figure>'
            for name in names
        ]
        return _page(screen, f"{style} figure{{margin:0}} img{{width:100%}}", "".join(figures))

    def failure_list(self) -> str:
        """Everything that is wrong: what most often, and in which views."""
        alike: dict[tuple[str, str], list[tuple[View, Failure]]] = defaultdict(list)
        for view, failures in self.failures.items():
            for each in failures:
                alike[each.check, _thing(each.where)].append((view, each))
        lines = [self.summary(), ""]
        for (check, thing), found in sorted(alike.items(), key=lambda item: (item[0][0], -len(item[1]))):
            screens = Counter(view.screen for view, _ in found)
            lines.append(f"{check}: {thing}: {len(found)} times")
            lines.append("    " + ", ".join(f"{screen} {count}" for screen, count in screens.items()))
            for view, each in found[:: max(1, len(found) // EXAMPLES)][:EXAMPLES]:
                lines.append(f"    {view.screen}, {view.position}: {each.where}: {each.detail}")
        return "\n".join([*lines, ""])

    def _index(self) -> str:
        """The pictures: a row for each kind of question, or failure; a column for each screen."""
        screens = list(dict.fromkeys(screen for _, screen in self.pictures))
        rows = []
        for name in dict.fromkeys(name for name, _ in self.pictures):
            cells = [
                f'<td><a href="{file}"><img src="{file}" alt="" loading="lazy"></a>'
                if (file := self.pictures.get((name, screen)))
                else "<td>"
                for screen in screens
            ]
            rows.append(f"<tr><th>{escape(name)}{''.join(cells)}")
        head = "".join(f"<th>{screen}" for screen in screens)
        style = f"body{{{BODY}}} th{{text-align:left}} img{{height:200px}}"
        return _page("The layout of the table", style, f"<table><tr><th>{head}{''.join(rows)}</table>")


def _stamp() -> str:
    """What the results depend on: the built page, the rules, the positions."""
    positions = Path(question_kinds.__file__)
    content = b"".join(path.read_bytes() for path in (PAGE / "index.html", CHECKS, COLORS, positions))
    return sha256(content).hexdigest()


def _page(title: str, style: str, body: str) -> str:
    return f"<!doctype html><meta charset=utf-8><title>{escape(title)}</title><style>{style}</style><body>{body}"


def batched(names: list[str], size: int) -> Iterator[list[str]]:
    return (names[start : start + size] for start in range(0, len(names), size))


def _thing(where: str) -> str:
    """The element without what it says."""
    return where.partition(' "')[0]
