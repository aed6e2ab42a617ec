"""`vigil book`: decisions whose options have been played to the end of the game, and what bots lose in them."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Final

import click
from rich.console import Console

from vigil.extras import needed
from vigil.lab.book import BookPlan, Entry, make_entries
from vigil.lab.book_file import OWN_BOOK, BadBook, own_book, read_book, write_book
from vigil.lab.book_score import Choice, Examination, blunders, examine, losses_by_group, mean_loss
from vigil.lab.book_turns import Comparison, Pair, alike, mean_gain
from vigil.lab.book_turns import compare as turns_of
from vigil.lab.entrants import NamedBot, parse_entrant
from vigil.lab.intervals import Estimate
from vigil.lab.workers import Workers

from . import INTERRUPTED
from .options import count_option, file_option, playing_options
from .output import console, counted, percent, print_line, progress, results_table, warn_about_weaker_bots

BETWEEN_WRITES: Final = 20.0
"""Seconds between two writes of a book that grows."""

book_option = file_option("--book", "path", help=f"Another book than the one that comes with Vigil ({OWN_BOOK}).")


@click.group()
def book() -> None:
    """Measure bots by their choices in a book of decisions.

    Every option of a decision was played to the end of the game in a thousand possible worlds, so the book knows what
    a choice costs. docs/book.md shows what every level loses.
    """


@book.command()
@file_option("--out", required=True, help="The book. The same command resumes where it was stopped.")
@count_option("--decisions", "-n", default=1000, help="Number of decisions.")
@count_option("--worlds", default=1000, fewest=2, help="Possible worlds in which every option is played to the end.")
@playing_options("decisions")
@click.pass_context
def make(ctx: click.Context, out: Path, decisions: int, worlds: int, seed: int, workers: Workers) -> None:
    """Collect decisions of real games, and play every option to the end.

    The decisions are of all sets, two to four players and all phases of the game in turn. A decision takes one or two
    seconds; Ctrl-C stops, and the same command goes on from there.

    \b
      vigil book make --out book.jsonl.xz
      vigil book make --out book.jsonl.xz --decisions 5000 --ray auto
    """
    plan = BookPlan(seed, worlds)
    known = _begun(out, plan)
    missing = [number for number in range(decisions) if number not in known]
    try:
        with workers, progress("playing", "decisions") as bar:
            task = bar.add_task("", total=decisions, completed=decisions - len(missing))
            written = perf_counter()
            for entry in make_entries(plan, missing, workers):
                known[entry.number] = entry
                bar.advance(task)
                if perf_counter() - written > BETWEEN_WRITES:
                    write_book(out, plan, known.values())
                    written = perf_counter()
        write_book(out, plan, known.values())
    except KeyboardInterrupt:
        write_book(out, plan, known.values())
        print_line(console(), f"{out} has {counted(len(known), 'decision')}. The same command goes on from here.")
        ctx.exit(INTERRUPTED)
    print_line(console(), f"{out} has {counted(len(known), 'decision')}.")


def _begun(path: Path, plan: BookPlan) -> dict[int, Entry]:
    """The decisions that are in the file already."""
    if not path.exists():
        return {}
    found, entries = read_book(path)
    if found != plan:
        raise BadBook(
            f"{path} is a book with seed {found.seed} and {counted(found.worlds, 'world')}. Name another file, or go "
            "on with the arguments that it was begun with."
        )
    return {entry.number: entry for entry in entries}


def _entries(path: Path | None) -> list[Entry]:
    return own_book() if path is None else read_book(path)[1]


@book.command()
@click.argument("bot")
@book_option
@playing_options("decisions")
def score(bot: str, path: Path | None, seed: int, workers: Workers) -> None:
    """Let a bot choose in every decision of the book, and count what it loses.

    A bot may have a budget: BOT@1s is a second a turn, BOT@64n is 64 nodes a decision.

    \b
      vigil book score expert
      vigil book score master@64n
    """
    needed("scipy", "lab", "A book of decisions")
    named = NamedBot(*parse_entrant(bot))
    warn_about_weaker_bots([named.name])
    entries = _entries(path)
    examination = Examination(named, tuple(entries), seed)
    choices: list[Choice] = []
    with workers, progress("asking", "decisions") as bar:
        task = bar.add_task("", total=len(entries))
        for choice in examine(examination, workers):
            choices.append(choice)
            bar.advance(task)
    _print(console(), named.label, choices)


@book.command()
@click.argument("bot")
@click.argument("other")
@book_option
@count_option("--worlds", default=200, help="Possible worlds in which each game is played to its end after the turn.")
@playing_options("turns")
def compare(bot: str, other: str, path: Path | None, worlds: int, seed: int, workers: Workers) -> None:
    """Let two bots play the rest of the turn from every decision of the book, and compare what comes of it.

    Both meet the same worlds. Unlike `score`, this counts what a bot makes of its own next choices.

    \b
      vigil book compare master@64n expert
    """
    needed("scipy", "lab", "A book of decisions")
    one, two = (NamedBot(*parse_entrant(name)) for name in (bot, other))
    warn_about_weaker_bots([one.name, two.name])
    comparison = Comparison(one, two, tuple(_entries(path)), worlds, seed)
    pairs: list[Pair] = []
    with workers, progress("playing", "turns") as bar:
        task = bar.add_task("", total=len(comparison.entries))
        for pair in turns_of(comparison, workers):
            pairs.append(pair)
            bar.advance(task)
    page = console()
    print_line(
        page, f"{one.label} gains {points(mean_gain(pairs))} points of win chance a turn over {two.label}.", "bold"
    )
    page.print(f"They played {percent(alike(pairs))} of {counted(len(pairs), 'turn')} alike.")
    thought = sum(pair.one.seconds for pair in pairs) / max(1e-9, sum(pair.other.seconds for pair in pairs))
    page.print(f"{one.label} took {thought:.2f} times as long.", style="dim")


def _print(page: Console, label: str, choices: list[Choice]) -> None:
    print_line(page, f"{label} loses {points(mean_loss(choices))} points of win chance a decision.", style="bold")
    table = results_table("", "", "points a decision", "decisions")
    by = ""
    for group, loss in losses_by_group(choices).items():
        table.add_row("" if group.by == by else group.by, group.name, points(loss), f"{loss.count:,}")
        by = group.by
    page.print(table)
    page.print(f"{percent(blunders(choices))} of its choices are blunders: they lose four points or more.")


def points(loss: Estimate) -> str:
    """A loss in points of win chance, with its interval."""
    reach = 50 * (loss.high - loss.low)
    return f"{100 * loss.value:.2f}" + (f" ±{reach:.2f}" if isfinite(reach) else "")
