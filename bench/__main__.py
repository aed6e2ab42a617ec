"""Measure, print the tables, and write docs/benchmarks.md with its picture."""

import argparse
from contextlib import ExitStack

from rich.console import Console

from bench import page, plan, tables
from bench.growth import growth
from bench.measure import COPY, PLAY
from bench.profile import where_the_time_goes
from bench.programs import ROOT, stay_on_one_core
from bench.results import Results
from vigil.lab import charts

WARM_UP_SECONDS = 0.1
PROFILED_SECONDS = 5.0
TABLE_WIDTH = 140  # rich takes 80 columns where there is no terminal, and would cut figures off


def measure(rounds: int, seconds: float, console: Console) -> Results:
    rows, absent = plan.rows()
    results = Results(rounds, seconds, absent=absent)
    programs = dict.fromkeys(row.program for row in rows)
    stay_on_one_core()
    with ExitStack() as stack:
        for program in programs:
            stack.enter_context(program)
        for number in range(rounds + 1):
            for row in rows:
                for task in (PLAY, COPY) if row.copies else (PLAY,):
                    taken = row.program.sample(task, row.workload, seconds if number else WARM_UP_SECONDS)
                    if number:
                        results.samples.setdefault((row.name, task), []).append(taken)
            console.print(f"round {number} of {rounds}" if number else "warmed up")
        results.hot = where_the_time_goes(rows, min(PROFILED_SECONDS, 10 * seconds))
    console.print("measuring memory and imports")
    for title, pool in plan.POOLS.items():
        results.growth[title] = growth(plan.quarter_table(pool, 1), plan.QUARTERS)
    imports = {program: program.import_seconds() for program in programs}
    results.imports = {row.name: imports[row.program] for row in rows}
    results.bytes = {
        (row.name, task): row.program.bytes_each(task, row.workload) for row in rows for task in row.weighs
    }
    return results


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds to take medians over (5)")
    parser.add_argument("--seconds", type=float, default=0.4, help="processor time a figure and round (0.4)")
    parser.add_argument("--quick", action="store_true", help="two rounds of 0.1 seconds; writes nothing")
    arguments = parser.parse_args()
    rounds, seconds = (2, 0.1) if arguments.quick else (arguments.rounds, arguments.seconds)

    console = Console()
    console.width = max(console.width, TABLE_WIDTH)
    results = measure(rounds, seconds, console)
    for table in tables.all_tables(results):
        console.print(table.for_terminal())
    for name, reason in results.absent.items():
        console.print(f"Left out: {name}; {reason}.")
    console.print(page.machine())
    if arguments.quick:
        return
    docs = ROOT / "docs"
    picture = charts.bars("Decisions a second of each program", "decisions a second", tables.bars(results))
    (docs / "benchmarks.svg").write_text(picture, encoding="utf-8")
    (docs / "benchmarks.md").write_text(page.page(results), encoding="utf-8")
    console.print("written to docs/benchmarks.md and docs/benchmarks.svg")


if __name__ == "__main__":
    main()
