"""Plays what is missing of the plan, and writes docs/bots.md with its picture and its record."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from rich.console import Console

from vigil._compiled import ENGINE
from vigil.commands.output import console, progress, results_table
from vigil.engine.errors import VigilError
from vigil.lab.workers import LocalWorkers

from .figures import Figures
from .folder import PROFILE, Folder, machine
from .page import page
from .picture import svg
from .plan import Fixture, Plan, full_plan, quick_plan
from .profile import profiled
from .record import Record
from .words import ROOT, long_duration

FOLDER: Final = ROOT / ".ladder"
INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.processes < 1:
        parser.error(f"{given.processes} processes play nothing: choose 1 or more.")
    plan = quick_plan() if given.quick else full_plan()
    out = given.out or (given.folder / "quick.md" if given.quick else ROOT / "docs" / "bots.md")
    try:
        folder = Folder(given.folder)
        record = Record(out.with_suffix(".json"), folder.state)
        figures = Figures(plan, folder, record)
        if given.list:
            _show_plan(console(), _chosen(plan, given.only), figures, given.processes)
        elif not given.page and not play(figures, given.processes, given.only):
            return INTERRUPTED
        else:
            figures = Figures(plan, folder, record)
            if record.speaks_of_others and not figures.findings:
                raise VigilError(
                    f"{record.path} holds what was measured with other sources, and nothing has been measured with "
                    "these: an empty page would take its place. Play something first, or write elsewhere with --out."
                )
            write(out, figures)
            console().print(f"Written to {out}.", soft_wrap=True)
    except VigilError as error:
        console(stderr=True).print(f"Error: {error}", markup=False, soft_wrap=True)
        return 1
    return 0


def write(out: Path, figures: Figures) -> None:
    """The page with its record, and the picture beside it if anybody has a rating."""
    out.parent.mkdir(parents=True, exist_ok=True)
    figures.record.write(figures.findings, figures.profile)
    picture = out.with_suffix(".svg")
    if figures.drawn:
        picture.write_text(svg(figures.plan.levels, figures.drawn), encoding="utf-8")
    out.write_text(page(figures, picture.name), encoding="utf-8")


# --- playing


def play(figures: Figures, processes: int, only: Sequence[str] = ()) -> bool:
    """What is missing of the plan, or of a part of it. False if somebody stopped it before the end."""
    screen = console()
    plan = figures.plan
    try:
        _play_matches(screen, _chosen(plan, only), figures, processes)
        if _is_wanted(PROFILE, only) and figures.profile is None:
            screen.print(f"{PROFILE}: a game of {plan.champion} against itself", markup=False)
            figures.folder.keep(profiled(plan.champion, plan.boxes[0], machine()))
    except KeyboardInterrupt:
        screen.print("Stopped. The same command goes on from here; --page writes the page from what is there.")
        return False
    return True


def _play_matches(screen: Console, fixtures: Sequence[Fixture], figures: Figures, processes: int) -> None:
    """The quickest first, so that the page says much soon."""
    left = {fixture: figures.seconds_left(fixture) for fixture in fixtures}
    missing = sorted((fixture for fixture in left if left[fixture] > 0), key=lambda fixture: left[fixture])
    time = long_duration(sum(left.values()) / processes)
    screen.print(f"{len(missing)} matches to play, {time} with {processes} processes on the {ENGINE} engine.")
    with LocalWorkers(processes) as workers, LocalWorkers(1) as single, progress("playing", "blocks") as bars:
        for number, fixture in enumerate(missing, start=1):
            played = len(figures.results(fixture).blocks)
            name = f"{number} of {len(missing)}: {fixture.name}"
            bar = bars.add_task(name, total=fixture.blocks, completed=played)
            start = perf_counter()
            for _ in figures.folder.play(fixture, single if fixture.alone else workers):
                bars.advance(bar)
            bars.remove_task(bar)
            screen.print(f"{name}, {fixture.blocks - played} blocks, {perf_counter() - start:.0f} s", markup=False)


# --- the plan


def _show_plan(screen: Console, fixtures: Sequence[Fixture], figures: Figures, processes: int) -> None:
    table = results_table("match", "blocks", "planned", "left on one core")
    left = [figures.seconds_left(fixture) for fixture in fixtures]
    for fixture, seconds in zip(fixtures, left, strict=True):
        finding = figures.finding(fixture)
        played = finding.blocks if finding else 0
        table.add_row(fixture.name, f"{played:,}", f"{fixture.blocks:,}", long_duration(seconds) if seconds else "done")
    screen.print(table)
    profile = "there" if figures.profile else "missing"
    screen.print(f"{len(fixtures)} matches, {long_duration(sum(left) / processes)} with {processes} processes.")
    screen.print(f"They are in {figures.folder.path}; the profile is {profile}.", soft_wrap=True)


def _chosen(plan: Plan, only: Sequence[str]) -> list[Fixture]:
    found = [fixture for fixture in plan.fixtures() if _is_wanted(fixture.name, only)]
    if not found and not _is_wanted(PROFILE, only):
        raise VigilError(f"No match of the plan has {' or '.join(only)} in its name; --list shows them all.")
    return found


def _is_wanted(name: str, only: Sequence[str]) -> bool:
    return not only or any(part in name for part in only)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.ladder", description=__doc__)
    parser.add_argument("--list", action="store_true", help="show the plan, and how long it takes; play nothing")
    parser.add_argument("--page", action="store_true", help="write the page from what is there; play nothing")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="matches with this in their name; again and again"
    )
    parser.add_argument("--quick", action="store_true", help="a look at everything in about three minutes")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many blocks at the same time")
    parser.add_argument("--out", type=Path, help="where the page goes (docs/bots.md; a quick one .ladder/quick.md)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the matches are kept (.ladder)")
    return parser
