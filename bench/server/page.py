"""docs/server-benchmarks.md: tables first, then how they came about."""

import os
import subprocess
from datetime import UTC, datetime

from bench.grid import NOTHING, Grid, times, whole
from bench.page import interpreter, processor
from bench.programs import ROOT
from bench.server.players import (
    ACCOUNTS,
    DURABLE_PEER,
    LONGEST,
    NOTICED,
    ON_POSTGRES,
    PEER,
    PEERS,
    RATED,
    SHORTEST,
    VIGIL,
)
from bench.server.results import Figure, Results, bytes_a_table, load_time, per_second, percentile, server_time
from bench.server.servers import PEER_VERSION
from vigil._compiled import ENGINE

NAMES = {
    VIGIL: "**Vigil**, durable SQLite",
    RATED: "**Vigil**, durable SQLite, rated games",
    NOTICED: "**Vigil**, durable SQLite, with pages",
    ON_POSTGRES: "**Vigil**, PostgreSQL, two workers",
    PEER: f"boardgame.io {PEER_VERSION}, in memory",
    DURABLE_PEER: f"boardgame.io {PEER_VERSION}, in files",
}
COLUMNS = ("", "tables", "choices/s", "Vigil beside it", "p50", "p99", "server a choice", "memory a table")
FEWEST_TO_WEIGH = 100
"""With fewer tables than this, what a process needs anyway hides what a table needs."""


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.1f} ms" if seconds < 0.1 else f"{seconds * 1000:,.0f} ms"


def row(results: Results, service: str, tables: int, every: float) -> tuple[str, ...]:
    def shown(figure: Figure) -> float:
        return results.figure(service, tables, every, figure)

    is_beside = service in PEERS and not every and results.has(VIGIL, tables, every)
    return (
        NAMES[service],
        whole(tables),
        whole(shown(per_second)),
        times(results.ratio(service, tables, every, per_second)) if is_beside else NOTHING,
        milliseconds(shown(percentile(50))),
        milliseconds(shown(percentile(99))),
        f"{shown(server_time) * 1e6:,.0f} µs",
        f"{shown(bytes_a_table) / 1000:,.0f} kB" if tables >= FEWEST_TO_WEIGH else NOTHING,
    )


def grid(results: Results, title: str, is_calm: bool) -> Grid:
    counts = [(tables, every) for tables, every in results.counts if bool(every) == is_calm]
    rows = [row(results, service, *count) for count in counts for service in NAMES if results.has(service, *count)]
    return Grid(title, COLUMNS, rows)


def grids(results: Results) -> list[Grid]:
    return [grid(results, "Flat out", False), grid(results, "One choice a second at every table", True)]


def machine() -> str:
    count = os.cpu_count() or 1
    cores = "one core" if count == 1 else f"{count} cores"
    return f"{interpreter()}, {ENGINE} engine, on {processor()}, {cores}"


def commit() -> str:
    """The commit that was measured, and whether there was more than it in the tree."""
    command = ["git", "describe", "--always", "--dirty"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def page(results: Results, date: datetime | None = None) -> str:
    flat_out, calm = grids(results)
    date = date or datetime.now(UTC)
    busiest = max(load_time(each) / server_time(each) for taken in results.taken.values() for each in taken)
    seconds = min(each.seconds for taken in results.taken.values() for each in taken)
    polite = f" Everything ran with a niceness of {os.nice(0)}: other programs came first." if os.nice(0) else ""
    return f"""\
# Benchmarks of the table server

Made by `make bench-server`; do not edit. {date:%Y-%m-%d}, commit {commit()}. {machine()}.
Before it began, {results.crowd:.1f} other processes wanted to run on average: the fewer, the truer are the times.
Machines are noisy: trust the ratios more than the figures.

## {flat_out.title}

Each table makes its next choice as soon as both seats have received the last one. The times are those from sending
a choice until the other seat has received it; with many tables most of that is waiting for the server's turn.
*Vigil beside it* says how many times as many choices Vigil takes.

{flat_out.for_markdown()}

## {calm.title}

As people play, who are quicker here than people are.

{calm.for_markdown()}

## How it is measured

- A load generator, a process of its own, plays whole games for two over WebSockets on the loopback interface, one for
  each seat; every seat is a guest of its own. When a game is over, it opens a new table. It takes at the most
  {busiest:.0%} of the server's processor time, on the same machine.
- Vigil runs as `vigil serve` starts it: one process, a SQLite file on the disk, every choice synchronised with the disk
  before anybody is told of it. Only the limits for strangers are lifted. It plays Chronicle of the Godslayer; the
  players choose at random, and end a turn when nothing else is left.
- boardgame.io runs as its documentation sets a server up, with `NODE_ENV=production`: with its storage in memory,
  where nothing survives the process, and with the storage in files that it brings, which outlives the process (but is
  not synchronised with the disk). It plays a deckbuilder in its simplest form, with the zones of a real one and next
  to no rules (`bench/server/boardgame_io/server.cjs`); the players play their hand, buy what they can, and end the
  turn. Its dependency koa-compose is held at 4.1.0: with a later one its lobby does not answer.
- Rounds: {results.rounds}, with {seconds:.0f} seconds for each figure after a warm-up. In each of them both servers are
  started anew for each number of tables. Figures are medians over the rounds; a ratio is taken within each round
  first, so that a slow moment of the machine meets both sides of it.{polite}
- *Rated games* are played by {ACCOUNTS} people with accounts, who resign after {SHORTEST} to {LONGEST} entries: games
  end all the time, {results.games(RATED)} of them meanwhile, each with an update of both ratings. PostgreSQL
  synchronises every transaction with the disk.
- *With pages* every seat has a second WebSocket, `/ws/notices`, as every page of the browser table has: it was told
  {results.notices(NOTICED):,} times whose turn it is.
- *Server a choice* is the processor time of the server's processes, all threads, for a choice, without that of
  PostgreSQL. It depends least on what else the machine does.
- *Memory a table* is what the tables with their connections add to the resident memory of the server, measured after
  the games have been going on for a while.
- {results.games(VIGIL)} games of Vigil and {results.games(PEER)} of boardgame.io came to their end meanwhile.
{f"- Left out: boardgame.io; {results.absent}." + chr(10) if results.absent else ""}
## How to repeat it

    make bench-server                     writes this page
    make bench-server ARGS=--quick        a look in two minutes; writes nothing
"""
