"""`vigil simulate` and `vigil report`: many games between bots, and a page about a study of them."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import click
from rich.console import Console
from rich.table import Table as RichTable

from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.lab.intervals import share
from vigil.lab.matches import Match, play
from vigil.lab.ray_workers import NoCluster
from vigil.lab.report import write_report
from vigil.lab.studies import BadStudy, StudyWriter
from vigil.lab.tallies import Standing, Tally
from vigil.lab.workers import Workers

from . import INTERRUPTED
from .options import BOTS_HELP, Table, chosen_bots, file_option, playing_options, set_option, table_options
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
@table_options
@click.option(
    "--bots",
    "-b",
    default="random,advanced",
    show_default=True,
    metavar="NAMES",
    help=f"The bots, separated by commas: {BOTS_HELP}.",
)
@click.option("--games", "-n", type=int, default=200, show_default=True, help="Number of games.")
@playing_options("games")
@file_option("--out", metavar="FOLDER", help="Write a study to this folder (Parquet files, for vigil report).")
@click.option("--decisions", is_flag=True, help="Write every decision too: observation, legal actions, action.")
@click.option("--worth", is_flag=True, help="Measure what cards are worth in these games (part of a second each).")
@click.pass_context
def simulate(
    ctx: click.Context,
    table: Table,
    bots: str,
    games: int,
    seed: int,
    workers: Workers,
    out: Path | None,
    decisions: bool,
    worth: bool,
) -> None:
    """Let bots play each other and count the results.

    The seats are rotated over the same deals. The results depend only on the seed, not on the number of processes.
    Ctrl-C stops it and shows the results so far; a study keeps the games that were played, and the same
    command continues it.

    \b
      vigil simulate --bots random,advanced --games 1000
      vigil simulate --bots advanced,advanced --games 5000 --out study
      vigil simulate --set my_set.py --games 300 --worth --out study
      vigil simulate --sets all --players 4 --bots advanced,advanced,random,random
      vigil simulate --games 100000 --ray head.example:6379 --out study
    """
    for option, is_asked in (("--decisions", decisions), ("--worth", worth)):
        if is_asked and out is None:
            raise click.UsageError(f"{option} writes to a study: name its folder with --out.")
    match = Match(tuple(chosen_bots(bots)), Setup(LIBRARY, **table), games, seed, decisions=decisions, worth=worth)
    warn_about_plain_engine()
    warn_about_weaker_bots(match.names())
    if not play_match(match, workers, out):
        ctx.exit(INTERRUPTED)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@file_option("--out", help="The page to write.  [default: report.html in FOLDER]")
@set_option
def report(folder: Path, out: Path | None) -> None:
    """Make a page from a study: what cards are worth, and how games go.

    The page is one file that needs no network.

    \b
      vigil simulate --bots advanced,advanced --games 5000 --out study
      vigil report study
    """
    page = out or folder / "report.html"
    try:
        findings = write_report(folder, page)
    except OSError as error:
        raise BadStudy(f"The report cannot be written to {page}: {error.strerror or error}.") from error
    print_line(console(), f"The report on {counted(findings.games, 'game')} is in {page}. Open it in a browser.")


def play_match(match: Match, workers: Workers, folder: Path | None = None) -> bool:
    """Plays the match and prints the results; a folder gets a study. False if it was stopped before the end.

    If a cluster is lost, the games played until then are kept.
    """
    match = replace(match, recorded=folder is not None)
    match.check()
    tally = Tally(match)
    start = perf_counter()
    first = 0
    try:
        with (
            workers,
            nullcontext() if folder is None else StudyWriter(folder, match) as study,
            suppress(KeyboardInterrupt),
        ):
            first = 0 if study is None else study.first
            for played in tracked(play(match, workers, first), "playing", "games", match.games, first):
                tally.add(played)
                if study is not None:
                    study.add(played)
    except NoCluster:
        if tally.played:
            _conclude(tally, perf_counter() - start, folder, first)
        raise
    return _conclude(tally, perf_counter() - start, folder, first)


def _conclude(tally: Tally, seconds: float, folder: Path | None, first: int) -> bool:
    out = console()
    if tally.played:
        _print(out, tally, seconds)
    if folder is not None:
        if first:
            out.print(
                f"The study already contained {counted(first, 'game')}; the results above count only the new ones."
            )
        print_line(out, f"The study is in {folder}; to read it: vigil report {folder}")
    finished = first + tally.played == tally.match.games
    if not finished:
        out.print(f"Stopped after {first + tally.played} of {tally.match.games} games.")
    return finished


def _print(out: Console, tally: Tally, seconds: float) -> None:
    match = tally.match
    print_setup(out, match.setup, match.setup.variant)
    out.print(_standings(tally))
    turns, decisions = tally.turns / tally.games, tally.decisions / tally.games
    out.print(f"A game lasted {turns:.1f} turns, {decisions:.0f} decisions on average.")
    if match.setup.players > 1:
        side = "The first player's team" if match.setup.team else "The first player"
        won = share(tally.first_player_wins, tally.games)
        assert won is not None
        out.print(f"{side} won {percent(won.value)} of the games. The 95 % interval is {between(won)}.")
    if tally.stalled:
        out.print(f"{tally.stalled} of them came to a standstill and were decided by the scores of that moment.")
    if tally.repeats:
        left_out = "1 game is" if tally.repeats == 1 else f"{tally.repeats} games are"
        print_line(
            out,
            f"{left_out} left out: the same bots played the same deal in the same way in another game, which adds no "
            "information.",
        )
    pace = f", {tally.played / seconds:,.1f} a second" if seconds else ""
    out.print(f"{counted(tally.played, 'game')} with seed {match.seed} in {seconds:.1f} s{pace}.", style="dim")


def _standings(tally: Tally) -> RichTable:
    table = results_table("bot", "games", "wins", "share", "95 % interval", "among equals", "average score")
    rows = sorted(tally.standings, key=lambda each: -each.won.value)
    for standing in rows:
        par = percent(standing.par) if tally.match.setup.players > 1 else ""
        table.add_row(*_cells(standing), par, f"{standing.average_score:.1f}")
    if tally.cult is not None:
        table.add_row(*_cells(tally.cult), "", f"{tally.cult.average_score:.1f}")
    return table


def _cells(standing: Standing) -> list[str]:
    won = standing.won
    return [standing.name, str(standing.games), str(standing.wins), percent(won.value), between(won)]
