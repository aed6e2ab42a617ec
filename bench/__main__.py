"""Measure, print a table and write it to docs/benchmarks.md."""

import argparse
import sys
from contextlib import ExitStack

from rich.console import Console

from bench import report
from bench.measure import Sample
from bench.programs import PEER, PEER_VERSION, ROOT, Program, peer_python, stay_on_one_core
from vigil import ENGINE
from vigil._compiled import COMPILED, PLAIN

SETS = {
    "Chronicle of the Godslayer": "chronicle-of-the-godslayer",
    "Rise of Vigil": "rise-of-vigil",
    "War of Shadows": "war-of-shadows",
    "Gift of the Elements": "gift-of-the-elements",
}
VIGIL = {**SETS, "all four sets": "+".join(SETS.values())}
PEER_NAME = f"{PEER} {PEER_VERSION}"
WARM_UP_SECONDS = 0.3
TABLE_WIDTH = 120  # rich takes 80 columns where there is no terminal, and would cut figures off


def measure(rounds: int, seconds: float, console: Console) -> dict[str, list[Sample]]:
    """Samples by row of the table, one a round, in the order of the rounds."""
    peer = peer_python()
    stay_on_one_core()
    workloads = list(VIGIL.values())
    with ExitStack() as stack:
        turns: list[tuple[str, Program, str]] = []
        for engine in (COMPILED, PLAIN) if ENGINE == COMPILED else (PLAIN,):
            ours = stack.enter_context(Program(sys.executable, "bench.play_vigil", workloads, engine))
            turns += [(f"{name}, {engine}", ours, workload) for name, workload in VIGIL.items()]
        theirs = stack.enter_context(Program(peer, "bench.play_pyminion", [PEER]))
        turns.append((PEER_NAME, theirs, PEER))

        samples: dict[str, list[Sample]] = {name: [] for name, _, _ in turns}
        for number in range(rounds + 1):
            for name, program, workload in turns:
                if number == 0:
                    program.sample(workload, WARM_UP_SECONDS)
                else:
                    samples[name].append(program.sample(workload, seconds))
            console.print("warmed up" if number == 0 else f"round {number} of {rounds}")
    return samples


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds to take medians over (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time a figure and round (1)")
    arguments = parser.parse_args()

    console = Console()
    console.width = max(console.width, TABLE_WIDTH)
    samples = measure(arguments.rounds, arguments.seconds, console)
    table = report.rows(samples, peer=PEER_NAME)
    console.print(report.terminal(table))
    console.print(f"{report.interpreter()}, on {report.processor()}, one core; ratios are to {PEER_NAME}")

    docs = ROOT / "docs" / "benchmarks.md"
    docs.parent.mkdir(exist_ok=True)
    docs.write_text(report.page(table, arguments.rounds, arguments.seconds, PEER), encoding="utf-8")
    console.print(f"written to {docs.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
