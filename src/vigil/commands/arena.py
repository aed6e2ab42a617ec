"""`vigil arena`: measures how strong bots are by letting them play the same deals."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from math import isfinite
from pathlib import Path
from time import perf_counter

import click
from rich.console import Console
from rich.table import Table as RichTable

from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.extras import needed
from vigil.lab.arena import Block, Contest
from vigil.lab.arena_results import Results
from vigil.lab.arena_run import ArenaFile, ArenaRun, sequential_test
from vigil.lab.entrants import entrants, parse_entrant, place_of
from vigil.lab.intervals import Estimate
from vigil.lab.sequential import BOUND, SequentialTest, parse_hypotheses
from vigil.lab.workers import Workers

from . import INTERRUPTED
from .options import Table, file_option, playing_options, table_options
from .output import (
    between,
    console,
    counted,
    percent,
    print_line,
    print_setup,
    results_table,
    tracked,
    warn_about_plain_engine,
    warn_about_weaker_bots,
)


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@table_options
@click.option("--blocks", "-n", type=int, default=200, show_default=True, help="Maximum number of deals.")
@playing_options("blocks")
@file_option("--out", help="Save finished blocks here; the same command resumes from them.")
@click.option("--reference", metavar="BOT", help="The bot rated 1500 Elo.  [default: the first bot]")
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    help="Stop once a sequential test decides between ELO0 and ELO1 as the first bot's advantage, such as 0,15.",
)
@click.option(
    "--move-limit",
    type=float,
    default=60.0,
    metavar="SECONDS",
    help="Time limit for a decision; a block in which a bot exceeds it does not count.  [default: 60]",
)
@click.pass_context
def arena(
    ctx: click.Context,
    bots: tuple[str, ...],
    table: Table,
    blocks: int,
    seed: int,
    workers: Workers,
    out: Path | None,
    reference: str | None,
    sprt: str | None,
    move_limit: float,
) -> None:
    """Measure how strong bots are.

    They play blocks: the same deal several times, until each bot has had every seat. More bots than seats meet in
    every combination; of fewer, the last one takes the remaining seats. A bot may have a budget: BOT@1s is a second
    a turn, BOT@400n is 400 nodes a decision. docs/arena.md explains how everything is counted.

    \b
      vigil arena advanced random
      vigil arena advanced random --players 4 --sets all
      vigil arena advanced random --sprt 0,15 --blocks 3000 --out arena.jsonl
    """
    needed("scipy", "lab", "An arena")
    contest = Contest(entrants(bots), Setup(LIBRARY, **table), seed, move_limit)
    place = 0 if reference is None else place_of(reference, contest.entrants)
    hypotheses = None if sprt is None else parse_hypotheses(sprt)
    warn_about_plain_engine()
    warn_about_weaker_bots(parse_entrant(each)[0] for each in bots)
    if not play_contest(contest, blocks, workers, out, place, hypotheses):
        ctx.exit(INTERRUPTED)


def play_contest(
    contest: Contest,
    blocks: int,
    workers: Workers,
    path: Path | None = None,
    reference: int = 0,
    hypotheses: tuple[float, float] | None = None,
) -> bool:
    """Plays and prints the results. Returns False if it was stopped before the end."""
    contest.check()
    test = None if hypotheses is None else sequential_test(contest, hypotheses)
    start = perf_counter()
    with nullcontext() if path is None else ArenaFile(path, contest) as file:
        run = ArenaRun(contest, blocks, file, test)
        with suppress(KeyboardInterrupt), workers:
            _watch(run, workers)
    out = console()
    if run.blocks:
        _print(out, Results(contest, run.blocks, reference), test)
    _print_end(out, run, path, perf_counter() - start)
    return run.is_finished


def _watch(run: ArenaRun, workers: Workers) -> None:
    """Plays the blocks; the progress bar shows the first bot's win rate, or the ratio of the test."""
    won = [block.score(0) for block in run.blocks if block.mishap is None]

    def so_far(block: Block) -> str:
        if block.mishap is None:
            won.append(block.score(0))
        if run.test is not None:
            return f"ratio {run.test.ratio:+.1f}"
        return f"{sum(won) / len(won):.0%} won" if won else ""

    for _ in tracked(run.play(workers), "playing", "blocks", run.most, run.remembered, so_far):
        pass


def _print_end(out: Console, run: ArenaRun, path: Path | None, seconds: float) -> None:
    played = len(run.blocks)
    if path is not None:
        before = f", {run.remembered} of them from before" if run.remembered else ""
        print_line(out, f"The blocks are in {path}{before}.", style="dim")
    if not run.is_finished:
        on = "" if path is None else " The same command resumes from here."
        out.print(f"Stopped after {counted(played, 'block')} of {run.most}, {seconds:.0f} s.{on}")


def _print(out: Console, results: Results, test: SequentialTest | None) -> None:
    contest = results.contest
    print_setup(out, contest.setup, contest.setup.variant)
    if results.counted:
        out.print(_standings(results))
        if results.crosses and len(contest.entrants) > 2:
            out.print(_crosstable(results))
    out.print(_conduct(results))
    _print_mishaps(out, results)
    if results.counted:
        _print_facts(out, results)
    if test is not None and results.counted:
        _print_verdict(out, contest, test)
    _print_pace(out, results)


def _standings(results: Results) -> RichTable:
    table = results_table("bot", "win rate", "95 % interval", "par", "Elo", "95 % interval")
    by_rating = sorted(range(len(results.standings)), key=lambda who: -results.standings[who].rating.value)
    for who in by_rating:
        each = results.standings[who]
        elo = "reference" if who == results.reference else _elo_between(each.rating)
        won = [percent(each.won.value), between(each.won)]
        table.add_row(each.label, *won, percent(each.par), f"{each.rating.value:.0f}", elo)
    return table


def _crosstable(results: Results) -> RichTable:
    """Who wins how often against whom; the columns have the numbers of the rows."""
    labels = results.contest.labels
    # Six columns and more leave no room for a decimal place on a narrow screen.
    places = 1 if len(labels) < 6 else 0
    table = results_table("won against", *(f"{place}" for place in range(1, len(labels) + 1)))
    for who, label in enumerate(labels):
        cells = [results.crosses.get((who, other)) for other in range(len(labels))]
        shown = [
            "" if cell is None else f"{100 * cell.value:.{places}f}±{50 * (cell.high - cell.low):.{places}f}"
            for cell in cells
        ]
        table.add_row(f"{who + 1} {label}", *shown)
    return table


def _conduct(results: Results) -> RichTable:
    table = results_table("bot", "honor ahead", "a decision", "at worst", "decisions", "errors", "timeouts")
    ahead = [_ahead(each.honor) for each in results.standings] if results.counted else []
    for who, each in enumerate(results.conduct[:-1]):
        thinking = each.thinking
        spent = [_duration(each.mean_seconds), _duration(thinking.worst), f"{thinking.decisions:,}"]
        table.add_row(each.label, ahead[who] if ahead else "", *spent, str(each.errors), str(each.timeouts))
    return table


def _ahead(honor: Estimate) -> str:
    reach = (honor.high - honor.low) / 2
    return f"{honor.value:+.1f}" + (f" ±{reach:.1f}" if isfinite(reach) else "")


def _print_mishaps(out: Console, results: Results) -> None:
    aside = len(results.blocks) - len(results.counted)
    if not aside:
        return
    out.print(f"{counted(aside, 'block')} set aside, not counted:")
    for each in results.conduct:
        for sentence, times in each.sentences.items():
            often = f" ({times} times)" if times > 1 else ""
            print_line(out, f"  {each.label}: {sentence}{often}")


def _print_facts(out: Console, results: Results) -> None:
    contest = results.contest
    if not contest.setup.solitaire:
        side = "The first player's team" if contest.setup.team else "The first player"
        first = results.first_player
        out.print(f"{side} won {percent(first.value)} of the games ({between(first)}).")
    if results.stalled:
        out.print(f"{counted(results.stalled, 'game')} came to a standstill and were decided by the scores.")


def _print_verdict(out: Console, contest: Contest, test: SequentialTest) -> None:
    one, other = contest.labels
    after = f"after {counted(test.blocks, 'block')}"
    if test.accepted is None:
        out.print(f"[bold]The sequential test[/] is undecided between {test.elo0:+g} and {test.elo1:+g} Elo {after}.")
    else:
        name, rejected = ("H1", test.elo0) if test.accepted == test.elo1 else ("H0", test.elo1)
        out.print(f"[bold]The sequential test accepts {name}[/] {after}:")
        out.print(f"{one} against {other} is {test.accepted:+g} Elo rather than {rejected:+g}.")
    out.print(f"The log likelihood ratio is {test.ratio:+.2f}, the bounds are ±{BOUND:.2f}.", style="dim")


def _print_pace(out: Console, results: Results) -> None:
    blocks, games = counted(len(results.counted), "block"), counted(len(results.lineups), "game")
    out.print(f"Counted: {blocks} of {games} with seed {results.contest.seed}.", style="dim")
    if results.seconds:
        pace = f"{results.games_played / results.seconds:,.1f} games and {results.decisions / results.seconds:,.0f}"
        out.print(f"A process played {pace} decisions a second.", style="dim")


# --- words


def _elo_between(rating: Estimate) -> str:
    """The interval of a rating. A bot that never lost or never won has only one bound; equal blocks give none."""
    low, high = rating.value - rating.low > 0.5, rating.high - rating.value > 0.5
    if low and high:
        return f"{rating.low:.0f} to {rating.high:.0f}"
    if low or high:
        return f"above {rating.low:.0f}" if low else f"below {rating.high:.0f}"
    return "unknown"


def _duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1e3 * seconds:.1f} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.0f} µs"
