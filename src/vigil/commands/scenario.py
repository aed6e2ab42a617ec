"""`vigil scenario`: rules questions as files, answered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.scenarios import Scenario, load, run

ALL_HOLD = 0
SOMETHING_DIFFERS = 1
SOMETHING_IS_BROKEN = 2


class Report:
    """Counts, and the lines as they come."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.hold = 0
        self.differ = 0
        self.broken = 0

    def file(self, path: Path) -> None:
        try:
            scenarios = load(path)
        except VigilError as error:
            self._error(str(error))
            return
        for scenario in scenarios:
            self._scenario(scenario)

    def _scenario(self, scenario: Scenario) -> None:
        try:
            failures = run(LIBRARY, scenario, self.strict)
        except VigilError as error:
            self._error(str(error))
            return
        if not failures:
            self.hold += 1
            click.echo(f"ok   {scenario.title}")
            return
        self.differ += 1
        click.echo(f"FAIL {scenario.title}")
        for failure in failures:
            click.echo(f"     {scenario.path}: {failure}")

    def _error(self, message: str) -> None:
        self.broken += 1
        click.echo(f"ERROR {message}", err=True)

    def summary(self) -> str:
        count = self.hold + self.differ + self.broken
        noun = "scenario" if count == 1 else "scenarios"
        if self.hold == count:
            return f"{count} {noun}: all hold."
        parts = [f"{self.hold} of {count} {noun} hold"]
        if self.differ:
            parts.append(f"{self.differ} {'differs' if self.differ == 1 else 'differ'}")
        if self.broken:
            parts.append(f"{self.broken} could not be run")
        return ", ".join(parts) + "."

    @property
    def exit_code(self) -> int:
        if self.broken:
            return SOMETHING_IS_BROKEN
        return SOMETHING_DIFFERS if self.differ else ALL_HOLD


def run_scenarios(paths: Sequence[Path], strict: bool = False) -> int:
    """Runs every scenario of every file, whatever is wrong with the others. Returns the exit code."""
    report = Report(strict)
    for path in paths:
        report.file(path)
    click.echo(report.summary())
    return report.exit_code
