"""`vigil simulate`: bots play each other, and the results are counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import click
from rich.console import Console
from rich.table import Table as RichTable

from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.lab.matches import Match, Played, play
from vigil.lab.ray_workers import NoCluster
from vigil.lab.studies import StudyWriter
from vigil.lab.tallies import Standing, Tally
from vigil.lab.workers import Workers

from . import INTERRUPTED
from .options import BOTS_HELP, Table, chosen_bots, file_option, playing_options, table_options
from .output import (
    between,
    console,
    counted,
    percent,
    print_line,
    print_setup,
    progress,
    results_table,
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
@click.pass_context
def simulate(
    ctx: click.Context, table: Table, bots: str, games: int, seed: int, workers: Workers, out: Path | None
) -> None:
    """Let bots play each other and count the results.

    The seats are rotated over the same deals. The results depend on the seed alone, whether one process, many or a
    cluster plays. Ctrl-C stops it and shows the results so far; a study keeps the games that were played.

    \b
      vigil simulate --bots random,advanced --games 1000
      vigil simulate --bots advanced,advanced --games 5000 --out study
      vigil simulate --sets all --players 4 --bots advanced,advanced,random,random
      vigil simulate --games 100000 --ray head.example:6379 --out study
    """
    match = Match(tuple(chosen_bots(bots)), Setup(LIBRARY, **table), games, seed)
    warn_about_weaker_bots(match.names())
    if not play_match(match, workers, out):
        ctx.exit(INTERRUPTED)


def play_match(match: Match, workers: Workers, folder: Path | None = None) -> bool:
    """Plays the match and prints the results; a folder gets a study. False if it was stopped before the end.

    If a cluster is lost, the games played until then are kept.
    """
    match = replace(match, recorded=folder is not None)
    match.check()
    tally = Tally(match)
    start = perf_counter()
    try:
        with (
            workers,
            nullcontext() if folder is None else StudyWriter(folder, match) as study,
            suppress(KeyboardInterrupt),
        ):
            _watch(play(match, workers), tally, study)
    except NoCluster:
        if tally.played:
            _conclude(tally, perf_counter() - start, folder)
        raise
    return _conclude(tally, perf_counter() - start, folder)


def _conclude(tally: Tally, seconds: float, folder: Path | None) -> bool:
    out = console()
    if tally.played:
        _print(out, tally, seconds)
    if folder is not None:
        print_line(out, f"The study is in {folder}; to read it: vigil report {folder}")
    finished = tally.played == tally.match.games
    if not finished:
        out.print(f"Stopped after {tally.played} of {tally.match.games} games.")
    return finished


def _watch(games: Iterator[Played], tally: Tally, study: StudyWriter | None) -> None:
    with progress("playing", "games") as bar:
        task = bar.add_task("", total=tally.match.games)
        for played in games:
            tally.add(played)
            if study is not None:
                study.add(played)
            bar.advance(task)


def _print(out: Console, tally: Tally, seconds: float) -> None:
    match = tally.match
    print_setup(out, match.setup, match.setup.variant)
    out.print(_standings(tally))
    length = f"{tally.turns_per_game:.1f} turns, {tally.decisions_per_game:.0f} decisions"
    out.print(f"A game lasted {length} on average.")
    if match.setup.players > 1:
        side = "The first player's team" if match.setup.team else "The first player"
        interval = between(*tally.first_player_interval)
        out.print(f"{side} won {percent(tally.first_player_share)} of the games. The 95 % interval is {interval}.")
    if tally.stalled:
        out.print(f"{tally.stalled} of them came to a standstill and were decided by the scores of that moment.")
    if tally.repeats:
        left_out = "1 game is" if tally.repeats == 1 else f"{tally.repeats} games are"
        print_line(
            out,
            f"{left_out} left out: the same bots played the same deal in the same way in another game. "
            "To count it again would only feign certainty.",
        )
    pace = f", {tally.played / seconds:,.1f} a second" if seconds else ""
    out.print(f"{counted(tally.played, 'game')} with seed {match.seed} in {seconds:.1f} s{pace}.", style="dim")


def _standings(tally: Tally) -> RichTable:
    table = results_table("bot", "games", "wins", "share", "95 % interval", "among equals", "average score")
    rows = sorted(tally.standings, key=lambda each: -each.share)
    for standing in rows:
        par = percent(standing.par) if tally.match.setup.players > 1 else ""
        table.add_row(*_cells(standing), par, f"{standing.average_score:.1f}")
    if tally.cult is not None:
        table.add_row(*_cells(tally.cult), "", f"{tally.cult.average_score:.1f}")
    return table


def _cells(standing: Standing) -> list[str]:
    share = [percent(standing.share), between(*standing.interval)]
    return [standing.name, str(standing.games), str(standing.wins), *share]
