"""Runs the study of what cards are worth until its time is up, and goes on where it stopped; writes what came of it."""

from __future__ import annotations

from os import cpu_count
from pathlib import Path
from time import monotonic

import click

from vigil.one_thread import use_one_thread

use_one_thread()

BETWEEN_WRITES = 20.0
"""Seconds between two writes of the sums."""


@click.group()
def main() -> None:
    """Measures what cards are worth, with forced decisions and the judge of the reviews."""


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--minutes", type=float, default=5.0, show_default=True, help="Begin no new batch after so long.")
@click.option("--processes", type=int, default=cpu_count() or 1, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Studies with different seeds add up.")
@click.option("--only-judged", is_flag=True, help="No forced decisions: a judged one takes much longer than those.")
def run(folder: Path, minutes: float, processes: int, seed: int, only_judged: bool) -> None:
    """Play for a while. The sums are in one small file in FOLDER, named after the seed."""
    from vigil.lab.workers import LocalWorkers
    from vigil.lab.worth_study import begin_study, check_continued, continue_study, read_study, write_study

    begin = written = monotonic()
    path = folder / f"seed-{seed}.json.xz"
    study = begin_study(seed, only_judged)
    if path.exists():
        before = read_study(path)
        check_continued(before, study)
        study = before
    with LocalWorkers(processes) as workers:
        for _ in continue_study(study, workers, lambda: monotonic() - begin < 60 * minutes):
            if monotonic() - written > BETWEEN_WRITES:
                write_study(path, study)
                written = monotonic()
    write_study(path, study)
    click.echo(f"{path} has {study.batches:,} batches after {monotonic() - begin:.0f} s.")


@main.command()
@click.argument("folders", type=click.Path(path_type=Path), nargs=-1, required=True)
def write(folders: tuple[Path, ...]) -> None:
    """Write the file of the package, the data of the page and docs/card-worth.md from the studies in FOLDERS."""
    from .page import write_all

    write_all(sorted(path for folder in folders for path in folder.glob("seed-*.json.xz")))


if __name__ == "__main__":
    main()
