"""`vigil tune`: fits the weights of the quick policy, chooses by playing, and says whether they are better now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from vigil.bots.weights import PLAIN_WEIGHTS, WEIGHTS, Weights
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.extras import needed
from vigil.lab.estimates import Estimate, share_of_blocks
from vigil.lab.matches import seed_of
from vigil.lab.tuning import FITTED, Step, Tuning, advantage
from vigil.lab.tuning import tune as fit
from vigil.lab.weights_file import WeightsFile, table_name
from vigil.lab.workers import Workers

from . import INTERRUPTED
from .options import chosen_sets, count_option, file_option, playing_options, set_option, sets_option
from .output import between, console, percent, print_line, print_setup, progress, results_table

CANDIDATES: Final = 5


@click.command()
@sets_option
@set_option
@click.option("--players", "-p", type=int, default=2, show_default=True, help="Number of players, 2 to 6.")
@count_option("--steps", default=60, help="Number of steps.")
@count_option("--directions", default=32, help="Pairs of opposite mutations played in each step.")
@count_option("--blocks", "-n", default=24, help="Deals that each pair plays, from every seat.")
@count_option(
    "--match",
    "deals",
    default=1000,
    fewest=2,
    metavar="DEALS",
    help="Deals for comparing intermediate weights with the starting ones, and the best again on new deals.",
)
@playing_options("pairs")
@file_option("--start", help="Start from the weights in this file.  [default: the built-in ones]")
@file_option(
    "--out",
    help="Save the weights here after every step; the weights of other tables in the file are kept.",
    required=True,
)
@click.pass_context
def tune(
    ctx: click.Context,
    sets: tuple[str, ...],
    players: int,
    steps: int,
    directions: int,
    blocks: int,
    deals: int,
    seed: int,
    workers: Workers,
    start: Path | None,
    out: Path,
) -> None:
    """Fit what the bots think cards are worth.

    The weights of the quick policy are fitted by evolution, for one set or for all of them together, and for a number
    of players. Only the results of games are used, and the weights that play best are kept. Ctrl-C stops it and keeps
    the weights of the last step.

    \b
      vigil tune --sets rise --out weights.toml
      vigil tune --sets all --players 4 --start weights.toml --out weights.toml
    """
    needed("scipy", "lab", "Tuning")
    tuning = Tuning(Setup(LIBRARY, players, chosen_sets(sets)), steps, directions, blocks, seed=seed)
    with workers:
        if not run_tuning(tuning, deals, workers, out, start):
            ctx.exit(INTERRUPTED)


def run_tuning(tuning: Tuning, deals: int, workers: Workers, out: Path, start: Path | None = None) -> bool:
    """Fits, keeps the weights after every step, and in the end those that play best. False if somebody stopped it."""
    setup = tuning.setup
    table_name(setup)
    old = PLAIN_WEIGHTS if start is None else WeightsFile(start, must_exist=True).weights(setup)
    file = WeightsFile(out)
    file.check_writable()
    page = console()
    last: Step | None = None
    candidates: list[Weights] = []
    try:
        with progress("fitting", "steps") as bar:
            task = bar.add_task("", total=tuning.steps)
            for last in fit(tuning, old, workers):
                file.put(setup, last.weights)
                if last.number in _checkpoints(tuning.steps):
                    candidates.append(file.weights(setup))
                bar.update(task, advance=1, description=f"spread {last.spread:.3f}")
    except KeyboardInterrupt:
        _print_interruption(page, tuning, last, out)
        return False
    assert last is not None
    try:
        file.put(setup, _best_of([Pair(tuning, each, old) for each in candidates], deals, workers).new)
    except KeyboardInterrupt:
        print_line(page, f"The choice among the steps was stopped. The weights of the last one are in {out}.")
        return False
    pair = Pair(tuning, file.weights(setup), old)
    print_setup(page, setup, f"{tuning.steps} steps of {last.games:,} games each")
    page.print(_weights(old, pair.new))
    print_line(page, f"The weights are in {out}.")
    try:
        won = _match(pair, deals, workers)
    except KeyboardInterrupt:
        page.print("The match against those before was stopped.")
        return False
    _print_verdict(page, pair.par, won)
    print_line(page, f"To play against them: {WEIGHTS}={out} vigil play --bots expert")
    return True


# --- the matches at the end


def _checkpoints(steps: int) -> set[int]:
    """The steps after which the weights are candidates: the last one of each part of the way."""
    return {steps * part // CANDIDATES for part in range(1, CANDIDATES + 1)} - {0}


def _best_of(pairs: Sequence[Pair], deals: int, workers: Workers) -> Pair:
    """By playing: a small step can cross a line where another card comes first, and then the last is not the best."""
    if len(pairs) == 1:
        return pairs[0]
    with progress("choosing", "deals") as bar:
        task = bar.add_task("", total=deals * len(pairs))
        # None of these deals comes again in the match.
        shares = [fsum(_shares(pair, range(deals, 2 * deals), workers, bar, task)) for pair in pairs]
    return pairs[shares.index(max(shares))]


@dataclass(frozen=True)
class Pair:
    """The fitted weights, as the file has them, and those that they come from: both have every seat in every deal."""

    tuning: Tuning
    new: Weights
    old: Weights

    @property
    def par(self) -> float:
        """What the new ones would win among equals: they sit on half of the chairs, or one fewer than half."""
        return (self.tuning.setup.players // 2) / self.tuning.setup.players


def share_of_deal(pair: Pair, number: int) -> float:
    """What the new weights win of a deal that no step has seen."""
    fresh = seed_of(pair.tuning.seed, number)
    return pair.par + advantage(pair.tuning.setup, pair.new, pair.old, fresh, blocks=1)


def _match(pair: Pair, deals: int, workers: Workers) -> Estimate:
    with progress("comparing", "deals") as bar:
        shares = list(_shares(pair, range(deals), workers, bar, bar.add_task("", total=deals)))
    return share_of_blocks(shares, games=pair.tuning.setup.players)


def _shares(pair: Pair, deals: range, workers: Workers, bar: Progress, task: TaskID) -> Iterator[float]:
    for share in workers.results(share_of_deal, pair, deals):
        yield share
        bar.advance(task)


# --- words


def _weights(old: Weights, new: Weights) -> Table:
    table = results_table("weight", "before", "after", "changed")
    for name in FITTED:
        before, after = getattr(old, name), getattr(new, name)
        table.add_row(name, f"{before:.3f}", f"{after:.3f}", f"{after / before - 1:+.0%}" if before else "")
    return table


def _print_interruption(page: Console, tuning: Tuning, last: Step | None, out: Path) -> None:
    if last is None:
        said = f"Stopped before the first step was taken: nothing was written to {out}."
    else:
        said = (
            f"Stopped after {last.number} of {tuning.steps} steps. The weights are in {out}; --start goes on from them."
        )
    print_line(page, said)


def _print_verdict(page: Console, par: float, won: Estimate) -> None:
    among_equals = "" if par == 0.5 else f", where {percent(par)} would be par"
    print_line(
        page,
        f"On {won.count:,} fresh deals they won {percent(won.value)} of the games against those before "
        f"({between(won.low, won.high)}){among_equals}.",
    )
    if won.low > par:
        page.print("[bold]They are better.[/]")
    elif won.high < par:
        page.print("[bold]They are worse.[/] More blocks or directions make a step surer of its way.")
    else:
        page.print("[bold]Whether they are better cannot be told from so few deals.[/]")
