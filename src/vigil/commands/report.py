"""`vigil report`: a study as a page for the browser."""

from __future__ import annotations

from pathlib import Path

import click

from vigil.engine.errors import VigilError
from vigil.lab.report import write_report

from .options import file_option, set_option
from .output import console, counted, print_line


class CannotWrite(VigilError):
    """The page has nowhere to go."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@file_option("--out", help="The page to write.  [default: report.html in FOLDER]")
@set_option
def report(folder: Path, out: Path | None) -> None:
    """Make a page from a study: what cards are worth, and how games go.

    The page needs no network: send it, print it, keep it.

    \b
      vigil simulate --bots advanced,advanced --games 5000 --out study
      vigil report study
    """
    page = out or folder / "report.html"
    try:
        findings = write_report(folder, page)
    except OSError as error:
        raise CannotWrite(f"The report cannot be written to {page}: {error.strerror or error}.") from error
    print_line(console(), f"The report on {counted(findings.games, 'game')} is in {page}: open it in a browser.")
