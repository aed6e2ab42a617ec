"""`vigil tune`: fits the weights of a table's judgement, chooses by playing, and says whether they are better now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from vigil.bots.weights import PLAIN_WEIGHTS, WEIGHTS, Weights
from vigil.lab.arena_results import share_of_blocks
from vigil.lab.crew import Crew, NoWorkers
from vigil.lab.findings import Estimate
from vigil.lab.matches import seed_of
from vigil.lab.tuning import FITTED, Step, Tuning, advantage
from vigil.lab.tuning import tune as fit
from vigil.lab.weights_file import WeightsFile, table_name

from .output import console, percent

CANDIDATES: Final = 5


def tune(tuning: Tuning, deals: int, processes: int, out: Path, start: Path | None = None) -> bool:
    """Fits, keeps the weights after every step, and in the end those that play best. False if somebody stopped it."""
    setup = tuning.setup()
    table_name(setup)
    old = PLAIN_WEIGHTS if start is None else WeightsFile(start, must_exist=True).weights(setup)
    file = WeightsFile(out)
    file.check_writable()
    page = console()
    last: Step | None = None
    candidates: list[Weights] = []
    try:
        with _bar("fitting", "steps") as bar:
            task = bar.add_task("", total=tuning.steps)
            for last in fit(tuning, old, processes):
                file.put(setup, last.weights)
                if last.number in _stations(tuning.steps):
                    candidates.append(file.weights(setup))
                bar.update(task, advance=1, description=f"spread {last.spread:.3f}")
    except KeyboardInterrupt:
        _print_interruption(page, tuning, last, out)
        return False
    assert last is not None
    try:
        file.put(setup, _best_of([Pair(tuning, each, old) for each in candidates], deals, processes).new)
    except KeyboardInterrupt:
        page.print(f"The choice among the steps was stopped. The weights of the last one are in {out}.", markup=False)
        return False
    pair = Pair(tuning, file.weights(setup), old)
    titles = " + ".join(box.title for box in setup.card_sets())
    page.print(f"[bold]{titles}[/], {tuning.players} players, {tuning.steps} steps of {last.games:,} games each")
    page.print(_weights(old, pair.new))
    page.print(f"The weights are in {out}.", soft_wrap=True, markup=False)
    try:
        won = _match(pair, deals, processes)
    except KeyboardInterrupt:
        page.print("The match against those before was stopped.")
        return False
    _print_verdict(page, pair.par, won)
    page.print(f"To play against them: {WEIGHTS}={out} vigil play --bots expert", soft_wrap=True, markup=False)
    return True


# --- the matches at the end


def _stations(steps: int) -> set[int]:
    """The steps after which the weights are candidates: the last one of each part of the way."""
    return {steps * part // CANDIDATES for part in range(1, CANDIDATES + 1)} - {0}


def _best_of(pairs: Sequence[Pair], deals: int, processes: int) -> Pair:
    """By playing: a small step can cross a line where another card comes first, and then the last is not the best."""
    if len(pairs) == 1:
        return pairs[0]
    with Crew(min(processes, deals)) as crew, _bar("choosing", "deals") as bar:
        task = bar.add_task("", total=deals * len(pairs))
        # None of these deals comes again in the match.
        shares = [fsum(_shares(pair, range(deals, 2 * deals), crew, bar, task)) for pair in pairs]
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
        return (self.tuning.players // 2) / self.tuning.players


def share_of_deal(pair: Pair, number: int) -> float:
    """What the new weights win of a deal that no step has seen."""
    fresh = seed_of(pair.tuning.seed, number)
    return pair.par + advantage(pair.tuning.setup(), pair.new, pair.old, fresh, blocks=1)


def _match(pair: Pair, deals: int, processes: int) -> Estimate:
    with Crew(min(processes, deals)) as crew, _bar("comparing", "deals") as bar:
        shares = list(_shares(pair, range(deals), crew, bar, bar.add_task("", total=deals)))
    return share_of_blocks(shares, games=pair.tuning.players)


def _shares(pair: Pair, deals: range, crew: Crew, bar: Progress, task: TaskID) -> Iterator[float]:
    def lost(number: int, exit_code: int) -> float:
        raise NoWorkers(f"A process that played died (exit code {exit_code}).")

    for share in crew.results(share_of_deal, pair, deals, lost):
        yield share
        bar.advance(task)


# --- words


def _bar(doing: str, what: str) -> Progress:
    # The bar goes to stderr, so that the results can be kept in a file.
    screen = console(stderr=True)
    counted = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TextColumn(f"{what},"))
    columns = (*counted, TimeRemainingColumn(), TextColumn("left {task.description}", markup=False))
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


def _weights(old: Weights, new: Weights) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("weight", no_wrap=True)
    for heading in ("before", "after", "changed"):
        table.add_column(heading, justify="right", no_wrap=True)
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
    page.print(said, soft_wrap=True, markup=False)


def _print_verdict(page: Console, par: float, won: Estimate) -> None:
    among_equals = "" if par == 0.5 else f", where {percent(par)} would be par"
    interval = f"{100 * won.low:.1f} to {percent(won.high)}"
    page.print(
        f"On {won.count:,} fresh deals they won {percent(won.value)} of the games against those before "
        f"({interval}){among_equals}.",
        soft_wrap=True,
    )
    if won.low > par:
        page.print("[bold]They are better.[/]")
    elif won.high < par:
        page.print("[bold]They are worse.[/] More blocks or directions make a step surer of its way.")
    else:
        page.print("[bold]Whether they are better cannot be told from so few deals.[/]")
