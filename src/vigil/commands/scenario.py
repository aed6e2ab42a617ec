"""`vigil scenario`: runs scenario files, which answer rules questions."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.scenarios import Scenario, load, run

from .options import set_option

HOLDS, DIFFERS, BROKEN = range(3)
"""What can come of a scenario. The exit code is the worst of all."""


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--strict", is_flag=True, help="Every question must be answered by a step; misspelt names are errors.")
@set_option
@click.pass_context
def scenario(ctx: click.Context, files: tuple[Path, ...], strict: bool) -> None:
    """Run scenario files: set up a table, take the steps, and compare the result.

    The exit code is 0 if all scenarios hold, 1 if one differs, and 2 if a file is invalid. See docs/scenarios.md.
    """
    results: Counter[int] = Counter()
    for path in files:
        try:
            scenarios = load(path)
        except VigilError as error:
            click.echo(f"ERROR {error}", err=True)
            results[BROKEN] += 1
        else:
            results.update(_result(each, strict) for each in scenarios)
    click.echo(_summary(results))
    ctx.exit(max(results))


def _result(scenario: Scenario, strict: bool) -> int:
    """Runs the scenario and prints its failures."""
    try:
        failures = run(LIBRARY, scenario, strict)
    except VigilError as error:
        click.echo(f"ERROR {error}", err=True)
        return BROKEN
    click.echo(f"{'FAIL' if failures else 'ok  '} {scenario.title}")
    for failure in failures:
        click.echo(f"     {scenario.path}: {failure}")
    return DIFFERS if failures else HOLDS


def _summary(results: Counter[int]) -> str:
    count = results.total()
    noun = "scenario" if count == 1 else "scenarios"
    if results[HOLDS] == count:
        return f"{count} {noun}: all hold."
    parts = [f"{results[HOLDS]} of {count} {noun} hold"]
    if results[DIFFERS]:
        parts.append(f"{results[DIFFERS]} {'differs' if results[DIFFERS] == 1 else 'differ'}")
    if results[BROKEN]:
        parts.append(f"{results[BROKEN]} could not be run")
    return ", ".join(parts) + "."
