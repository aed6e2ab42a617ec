"""Measure both servers, print the tables, and write docs/server-benchmarks.md."""

import argparse
import os
import subprocess
import sys

import msgspec
from rich.console import Console

from bench.programs import ROOT
from bench.server import page, servers
from bench.server.load import Measured, Task
from bench.server.players import DURABLE_PEER, NOTICED, ON_POSTGRES, PEER, PEERS, RATED, VIGIL
from bench.server.results import UNTIL_GAMES_END, Level, Results, at_pace, levels
from tools import postgres

TABLE_WIDTH = 140
MOST_SECONDS = 300
"""For one number of tables, with opening them: nothing runs for ever."""

RUNNERS = {
    VIGIL: servers.vigil,
    RATED: servers.vigil,
    NOTICED: servers.vigil,
    ON_POSTGRES: servers.vigil_on_postgres,
    PEER: servers.boardgame_io,
    DURABLE_PEER: servers.boardgame_io_in_files,
}


def take(service: str, level: Level) -> list[Measured]:
    """One server, started anew, under one load."""
    with RUNNERS[service]() as running:
        task = Task(service, running.port, running.pid, level.tables, list(level.phases))
        command = [sys.executable, "-m", "bench.server.load", msgspec.json.encode(task).decode()]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, timeout=MOST_SECONDS, check=False)
    if done.returncode:
        raise SystemExit(f"The games at {service} have come to an end; what went wrong is above.")
    try:
        return msgspec.json.decode(done.stdout, type=list[Measured])
    except msgspec.DecodeError as error:
        said = f"{len(done.stdout)} bytes that end with {done.stdout[-40:]!r}"
        raise SystemExit(f"The load generator at {service} said {said}: {error}") from None


def measure(rounds: int, plan: list[Level], console: Console) -> Results:
    results = Results(rounds, absent=servers.install_boardgame_io(), crowd=os.getloadavg()[0])
    services = [VIGIL] if results.absent else [VIGIL, *PEERS]
    others = [RATED, NOTICED] if postgres.find() is None else [RATED, NOTICED, ON_POSTGRES]
    for number in range(1, rounds + 1):
        for level in plan:
            for service in services:
                results.add(service, take(service, level))
            console.print(f"round {number} of {rounds}: {level.tables} tables")
        for service in others:
            warm_up = UNTIL_GAMES_END if service == RATED else 0.0
            results.add(service, take(service, at_pace(plan[-1], warm_up)))
            console.print(f"round {number} of {rounds}: {service}")
    return results


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="rounds to take medians over (2)")
    parser.add_argument("--seconds", type=float, default=8, help="seconds a figure and round (8)")
    parser.add_argument("--warm-up", type=float, default=6, help="seconds before them, not measured (6)")
    parser.add_argument("--tables", type=int, default=1000, help="the largest number of live tables (1000)")
    parser.add_argument("--quick", action="store_true", help="one round of three seconds; writes nothing")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.rounds, arguments.seconds, arguments.warm_up = 1, 3.0, 2.0

    console = Console()
    console.width = max(console.width, TABLE_WIDTH)
    results = measure(arguments.rounds, levels(arguments.seconds, arguments.warm_up, arguments.tables), console)
    for grid in page.grids(results):
        console.print(grid.for_terminal())
    console.print(page.machine())
    if not arguments.quick:
        (ROOT / "docs" / "server-benchmarks.md").write_text(page.page(results), encoding="utf-8")
        console.print("written to docs/server-benchmarks.md")


if __name__ == "__main__":
    main()
