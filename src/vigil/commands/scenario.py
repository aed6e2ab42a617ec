"""`vigil scenario`: rules questions as files, answered."""

from __future__ import annotations

from pathlib import Path

import click

from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.scenarios import Scenario, load, run

from .options import set_option

ALL_HOLD = 0
SOMETHING_DIFFERS = 1
SOMETHING_IS_BROKEN = 2


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--strict", is_flag=True, help="Every question must be answered by a step; misspelt names are errors.")
@set_option
@click.pass_context
def scenario(ctx: click.Context, files: tuple[Path, ...], strict: bool) -> None:
    """Run scenario files: set a table up, take some steps, compare.

    The exit code is 0 if all hold, 1 if something differs, and 2 if a file is broken; see docs/scenarios.md.
    """
    report = Report(strict)
    for path in files:
        report.file(path)
    click.echo(report.summary())
    ctx.exit(report.exit_code)


class Report:
    """Runs every scenario of every file, whatever is wrong with the others, prints the results and counts them."""

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
