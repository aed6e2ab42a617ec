"""`vigil review`: what the choices of a game were worth, and what was luck."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vigil.cards import LIBRARY
from vigil.custom_sets import require_sets
from vigil.engine.errors import VigilError
from vigil.files import replacing
from vigil.review import FULL, QUICK, Review, ReviewBudget
from vigil.terminal.game_files import read as read_record

from .options import file_option, set_option
from .output import console, print_line, progress

if TYPE_CHECKING:
    from vigil.engine.records import Record


class CannotWrite(VigilError):
    """The review has nowhere to go."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--quick", is_flag=True, help="A few seconds for a game of two: 64 playouts a decision.")
@click.option("--full", is_flag=True, help="More precise: 512 playouts a decision.  [default]")
@click.option("--nodes", type=int, metavar="N", help="So many playouts a decision, 16 to 65536.")
@click.option("--abandoned", is_flag=True, help="The game is not over, and nobody will continue it.")
@file_option("--html", help="Write a page for the browser. It needs no network.")
@file_option("--json", "json_file", help="Write the review as JSON; - prints it.")
@set_option
def review(
    file: Path, quick: bool, full: bool, nodes: int | None, abandoned: bool, html: Path | None, json_file: Path | None
) -> None:
    """Say what every choice of a finished game was worth, and what was luck.

    The same record and budget give the same review. docs/review.md explains the numbers.

    \b
      vigil review game.json --quick
      vigil review game.json --html review.html
    """
    record = read_record(file)
    require_sets(record.setup)
    found = _reviewed(record, _budget(quick, full, nodes), abandoned)
    if json_file is not None and str(json_file) == "-":
        click.echo(found.to_json())
        return
    if json_file is not None:
        _write(json_file, found.to_json() + "\n")
    if html is not None:
        from vigil.review.page import review_page

        _write(html, review_page(found))
    if json_file is None and html is None:
        from vigil.review.text import review_text

        page = console()
        page.print(review_text(found, page.width), markup=False, soft_wrap=True, end="")


def _budget(quick: bool, full: bool, nodes: int | None) -> ReviewBudget:
    if quick + full + (nodes is not None) > 1:
        raise click.UsageError("--quick, --full and --nodes exclude each other.")
    if nodes is not None:
        return ReviewBudget.of(nodes)
    return QUICK if quick else FULL


def _reviewed(record: Record, budget: ReviewBudget, abandoned: bool) -> Review:
    from vigil.review.review import Progress, review_record

    with progress("Reviewing", "choices") as bar:
        task = bar.add_task("", total=len(record.choices))

        def show(done: Progress) -> None:
            bar.update(task, completed=done.done)

        return review_record(record, LIBRARY, budget, abandoned=abandoned, progress=show)


def _write(path: Path, text: str) -> None:
    try:
        with replacing(path) as draft:
            draft.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotWrite(f"The review cannot be written to {path}: {error.strerror or error}.") from error
    print_line(console(), f"The review is in {path}.")
