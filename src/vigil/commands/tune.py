"""`vigil tune`: fits the weights of the quick policy, and measures whether they are better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.table import Table

from vigil.bots.weights import PLAIN_WEIGHTS, WEIGHTS, Weights
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.extras import needed
from vigil.lab.intervals import Estimate, share_of_blocks
from vigil.lab.matches import seed_of
from vigil.lab.tuning import FITTED, Tuning, WeightsFile, advantage, table_name
from vigil.lab.tuning import tune as fit
from vigil.lab.workers import Workers

from . import INTERRUPTED
from .options import chosen_sets, count_option, file_option, playing_options, set_option, sets_option
from .output import (
    between,
    console,
    percent,
    print_line,
    print_setup,
    print_verdict,
    results_table,
    tracked,
    warn_about_plain_engine,
)

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
    """Fit the values that the bots assign to cards.

    The weights of the quick policy are fitted by evolution, for one set or for all of them together, and for a number
    of players. Only the results of games are used, and the weights that play best are kept. Ctrl-C stops it and keeps
    the weights of the last step.

    \b
      vigil tune --sets rise --out weights.toml
      vigil tune --sets all --players 4 --start weights.toml --out weights.toml
    """
    needed("scipy", "lab", "Tuning")
    warn_about_plain_engine()
    tuning = Tuning(Setup(LIBRARY, players, chosen_sets(sets)), steps, directions, blocks, seed=seed)
    with workers:
        if not run_tuning(tuning, deals, workers, out, start):
            ctx.exit(INTERRUPTED)


def run_tuning(tuning: Tuning, deals: int, workers: Workers, out: Path, start: Path | None = None) -> bool:
    """Fits the weights, writes them after every step, and in the end keeps those that play best.

    Returns False if it was interrupted.
    """
    setup = tuning.setup
    table_name(setup)
    old = PLAIN_WEIGHTS if start is None else WeightsFile(start, must_exist=True).weights(setup)
    file = WeightsFile(out)
    file.check_writable()
    page = console()
    steps = fit(tuning, old, workers)
    candidates: list[Pair] = []
    on_interrupt = f"Stopped before the first step: nothing was written to {out}."
    try:
        for step in tracked(steps, "fitting", "steps", tuning.steps, describe=lambda step: f"spread {step.spread:.3f}"):
            file.put(setup, step.weights)
            on_interrupt = f"Stopped after {step.number} of {tuning.steps} steps. The weights are in {out}; "
            on_interrupt += "continue from them with --start."
            if step.number in _checkpoints(tuning.steps):
                candidates.append(Pair(tuning, file.weights(setup), old))
        on_interrupt = f"The choice among the steps was stopped. The weights of the last one are in {out}."
        best = _best_of(candidates, deals, workers)
        file.put(setup, best.new)
        print_setup(page, setup, f"{tuning.steps} steps of {tuning.games_per_step:,} games each")
        page.print(_weights(old, best.new))
        print_line(page, f"The weights are in {out}.")
        on_interrupt = "The match against the starting weights was stopped."
        shares = list(_shares([best], range(deals), workers, "comparing"))
    except KeyboardInterrupt:
        print_line(page, on_interrupt)
        return False
    _print_verdict(page, best.par, share_of_blocks(shares, games=setup.players))
    print_line(page, f"To play against them: {WEIGHTS}={out} vigil play --bots expert")
    return True


# --- the matches at the end


def _checkpoints(steps: int) -> set[int]:
    """The steps whose weights are candidates: the last one of each part of the run."""
    return {steps * part // CANDIDATES for part in range(1, CANDIDATES + 1)} - {0}


@dataclass(frozen=True)
class Pair:
    """The fitted weights, as the file has them, and the starting ones. Both get every seat in every deal."""

    tuning: Tuning
    new: Weights
    old: Weights

    @property
    def par(self) -> float:
        """The share that the new ones would win among equals: they have half of the seats, rounded down."""
        return (self.tuning.setup.players // 2) / self.tuning.setup.players


def share_of_deal(pair: Pair, number: int) -> float:
    """What the new weights win of a deal that no step has seen."""
    fresh = seed_of(pair.tuning.seed, number)
    return pair.par + advantage(pair.tuning.setup, pair.new, pair.old, fresh, blocks=1)


def _best_of(pairs: Sequence[Pair], deals: int, workers: Workers) -> Pair:
    """The best of the candidates, found by playing: a later step is not always better."""
    if len(pairs) == 1:
        return pairs[0]
    # None of these deals is used again in the match.
    shares = list(_shares(pairs, range(deals, 2 * deals), workers, "choosing"))
    totals = [fsum(shares[start : start + deals]) for start in range(0, len(shares), deals)]
    return pairs[totals.index(max(totals))]


def _shares(pairs: Sequence[Pair], deals: range, workers: Workers, doing: str) -> Iterator[float]:
    """What the new weights of each pair won of each deal."""
    played = (share for pair in pairs for share in workers.results(share_of_deal, pair, deals))
    return tracked(played, doing, "deals", len(pairs) * len(deals))


# --- words


def _weights(old: Weights, new: Weights) -> Table:
    table = results_table("weight", "before", "after", "changed")
    for name in FITTED:
        before, after = getattr(old, name), getattr(new, name)
        table.add_row(name, f"{before:.3f}", f"{after:.3f}", f"{after / before - 1:+.0%}" if before else "")
    return table


def _print_verdict(page: Console, par: float, won: Estimate) -> None:
    among_equals = "" if par == 0.5 else f"; par is {percent(par)}"
    print_line(
        page,
        f"On {won.count:,} fresh deals they won {percent(won.value)} of the games against the starting ones "
        f"({between(won)}){among_equals}.",
    )
    print_verdict(page, "They are", won, par, "Use more blocks or directions per step.")
