"""Plays whole games on every table and says how long each bot thinks. Fails where one errs, hangs or breaks a rule.

python -m tools.bot_manners --bots random,advanced --games 300 --processes 2
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import TimeoutError, get_context
from time import perf_counter, process_time

from tools.checksums import tables
from vigil._compiled import ENGINE
from vigil.bots import BOTS, bot_kind, make_bot
from vigil.cards import new_state
from vigil.engine.errors import UnknownName
from vigil.engine.procedures.turn import is_standstill

PROMPT_MS = 50
"""Whoever searches no longer than a person would notice answers within it."""


@dataclass
class Manners:
    """What was seen of a bot; times in milliseconds."""

    games: int = 0
    standstills: int = 0
    thoughts: list[float] = field(default_factory=list)
    """How long each answer took by the clock on the wall."""
    longest_work: float = 0.0
    """The processor's time for the answer that took most of it: a busy machine does not lengthen it."""
    hangs: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def add(self, other: Manners) -> None:
        self.games += other.games
        self.standstills += other.standstills
        self.thoughts += other.thoughts
        self.longest_work = max(self.longest_work, other.longest_work)
        self.hangs += other.hangs
        self.errors += other.errors


def play(task: tuple[str, int, float]) -> Manners:
    """The game of that number, every seat taken by the same bot."""
    name, number, limit = task
    every_table = tables()
    players, sets, variant = every_table[number % len(every_table)]
    where = f"{name}, new_state({players}, {list(sets)}, {variant!r}, seed={number})"
    seen = Manners(games=1)
    game = new_state(players, sets, variant, number)
    bots = [make_bot(name, number * players + seat) for seat in range(players)]
    try:
        while (decision := game.decision) is not None:
            view = game.view(decision.seat)
            wall, work = perf_counter(), process_time()
            choice = bots[decision.seat].choose(view, decision)
            seen.longest_work = max(seen.longest_work, 1000 * (process_time() - work))
            seen.thoughts.append(1000 * (perf_counter() - wall))
            if seen.thoughts[-1] > 1000 * limit:
                seen.hangs.append(f"{where}: {seen.thoughts[-1] / 1000:.1f} s at version {game.version}")
            game.choose(choice)
    except Exception as error:
        seen.errors.append(f"{where}: {type(error).__name__} at version {game.version}: {error}")
    seen.standstills = is_standstill(game)
    return seen


def watch(name: str, games: int, processes: int, limit: float, patience: float) -> Manners:
    """All games of a bot. Where nothing comes back for too long, somebody thinks for ever."""
    seen = Manners()
    with get_context("spawn").Pool(processes) as pool:
        results: Iterator[Manners] = pool.imap_unordered(play, ((name, number, limit) for number in range(games)))
        try:
            for _ in range(games):
                seen.add(results.next(patience))  # type: ignore[attr-defined]
        except TimeoutError:
            seen.hangs.append(f"{name}: after {seen.games} games no other one ended within {patience:.0f} s")
    return seen


def row(name: str, seen: Manners) -> str:
    times = sorted(seen.thoughts) or [0.0]
    late = sum(each > PROMPT_MS for each in times)
    return (
        f"{name:<10}{seen.games:>7}{len(seen.thoughts):>11}{sum(times) / len(times):>9.2f}"
        f"{times[int(0.999 * (len(times) - 1))]:>9.2f}{times[-1]:>9.2f}{seen.longest_work:>9.2f}{late:>7}"
        f"{len(seen.hangs):>7}{len(seen.errors):>8}{seen.standstills:>13}"
    )


HEAD = (
    f"{'bot':<10}{'games':>7}{'answers':>11}{'mean':>9}{'99.9 %':>9}{'longest':>9}{'work':>9}"
    f"{f'>{PROMPT_MS} ms':>7}{'hangs':>7}{'errors':>8}{'standstills':>13}"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default=",".join(BOTS), help="names, with commas between them")
    parser.add_argument("--games", type=int, default=10_000, help="games of each bot, spread over all tables")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds; a longer thought counts as a hang")
    parser.add_argument("--patience", type=float, default=600.0, help="seconds to wait for the next game to end")
    given = parser.parse_args()
    names = given.bots.split(",")
    try:
        for name in names:
            bot_kind(name)
    except UnknownName as error:
        parser.error(str(error))
    print(f"{ENGINE} engine, {len(tables())} tables, {given.processes} processes; times in ms, work by the processor")
    print(HEAD, flush=True)
    wrong: list[str] = []
    for name in names:
        seen = watch(name, given.games, given.processes, given.limit, given.patience)
        print(row(name, seen), flush=True)
        wrong += seen.hangs + seen.errors
    if wrong:
        sys.exit("\n".join(wrong[:20]))


if __name__ == "__main__":
    main()
