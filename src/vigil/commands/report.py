"""`vigil report`: a study as a page for the browser."""

from __future__ import annotations

from pathlib import Path

from vigil.engine.errors import VigilError
from vigil.lab.report import write_report

from .output import console


class CannotWrite(VigilError):
    """The page has nowhere to go."""


def report(folder: Path, target: Path | None) -> None:
    page = target or folder / "report.html"
    try:
        findings = write_report(folder, page)
    except OSError as error:
        raise CannotWrite(f"The report cannot be written to {page}: {error.strerror or error}.") from error
    games = "1 game" if findings.games == 1 else f"{findings.games:,} games"
    console().print(f"The report on {games} is in {page}: open it in a browser.", soft_wrap=True)
