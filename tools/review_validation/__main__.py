"""Runs the measurements until it is stopped, and goes on where it stopped; writes what they say into docs/review.md."""

from __future__ import annotations

from itertools import takewhile
from json import dumps, loads
from pathlib import Path
from time import monotonic
from typing import Any

import click

from vigil.one_thread import use_one_thread

use_one_thread()


@click.group()
def main() -> None:
    """Validates reviews with games between bots. `nice -n 19` it: it takes as much time as it is given."""


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--minutes", type=float, default=30.0, show_default=True, help="Begin no new task after so long.")
@click.option("--processes", type=int, default=1, show_default=True, help="How many processes work on this machine.")
@click.option("--part", type=int, default=0, show_default=True, help="Of several machines, which one this is.")
@click.option("--parts", type=int, default=1, show_default=True, help="How many machines share the work.")
def run(folder: Path, minutes: float, processes: int, part: int, parts: int) -> None:
    """Measure for a while. Results are appended to a file in FOLDER, task by task; those of several machines add up."""
    from vigil.lab.workers import LocalWorkers

    from .tasks import lines_of, remaining

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"part-{part}-of-{parts}.jsonl"
    if path.exists() and not path.read_bytes().endswith(b"\n"):
        # It was stopped while it wrote.
        path.write_bytes(path.read_bytes() + b"\n")
    done = [(each["kind"], each["number"]) for each in read(path)]
    end = monotonic() + 60 * minutes
    tasks = takewhile(lambda _: monotonic() < end, remaining(done, part, parts))
    with LocalWorkers(processes) as workers:
        for line in workers.results(lines_of, None, tasks):
            with path.open("a", encoding="utf-8") as file:
                file.write(dumps(line) + "\n")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
def write(folder: Path) -> None:
    """Write the figures into docs/review.md, and the error rates of the bots into the package."""
    from .report import write_report

    found = [line for path in sorted(folder.glob("part-*.jsonl")) for line in read(path)]
    write_report(found)


def read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    return [loads(line) for line in text.splitlines() if line.endswith("}")]


if __name__ == "__main__":
    main()
