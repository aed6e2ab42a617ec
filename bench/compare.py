"""Compare the speed of this checkout with another one.

Both checkouts need their own environment with the compiled engine (`make engine`). Rounds alternate between the two,
and only measurements of the same round are compared, because the speed of a machine varies over time.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table as RichTable

from bench.measure import COPY, PLAY
from bench.plan import BEST, vigil_tables
from bench.play_vigil import LIBRARY, Table
from bench.programs import Program, stay_on_one_core

WARM_UP_SECONDS = 0.1
PROGRAM = "bench.play_vigil"


def compare(
    before: Program, after: Program, tables: Iterable[Table], rounds: int, seconds: float
) -> Iterator[tuple[str, list[float]]]:
    """For each workload and task: the speed of this checkout divided by that of the other, per round."""
    for table in tables:
        for task in (PLAY, COPY):
            for program in (before, after):
                program.sample(task, table.name, WARM_UP_SECONDS)
            ratios = []
            for number in range(rounds):
                order = (before, after) if number % 2 else (after, before)
                found = {program: program.sample(task, table.name, seconds).per_second for program in order}
                ratios.append(found[after] / found[before])
            yield f"{table.name}, {task}", ratios


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.compare", description=__doc__)
    parser.add_argument("other", type=Path, help="the other checkout, with its .venv")
    parser.add_argument("--rounds", type=int, default=7, help="number of rounds (7)")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds per measurement (0.3)")
    arguments = parser.parse_args()
    python = arguments.other / ".venv" / "bin" / "python"
    if not python.exists():
        parser.error(f"{python} is missing: run make engine in {arguments.other} first.")
    stay_on_one_core()
    grid = RichTable("workload", "median ratio", "lowest", "highest")
    with ExitStack() as stack:
        before = stack.enter_context(Program(str(python), PROGRAM, "vigil", BEST, arguments.other.resolve()))
        after = stack.enter_context(Program(sys.executable, PROGRAM, "vigil", BEST))
        has_library = (arguments.other / "src" / "vigil" / "public").exists()
        tables = [table for table in vigil_tables(BEST) if has_library or table.loop != LIBRARY]
        medians = []
        for name, ratios in compare(before, after, tables, arguments.rounds, arguments.seconds):
            medians.append(median(ratios))
            grid.add_row(name, *(f"{each:.3f}" for each in (medians[-1], min(ratios), max(ratios))))
    console = Console()
    console.width = max(console.width, 110)
    console.print(grid)
    console.print(f"Median of all workloads: {median(medians):.3f}; slowest: {min(medians):.3f} of the other checkout.")


if __name__ == "__main__":
    main()
