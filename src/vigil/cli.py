"""One command, `vigil`: every mistake is answered with one line, and Ctrl-C is a normal way to leave."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from vigil._compiled import ENGINE
from vigil._version import __version__
from vigil.bots import BOTS, bot_kind
from vigil.cards import LIBRARY
from vigil.commands.options import (
    SEED_HELP,
    Table,
    chosen_sets,
    playing_options,
    set_option,
    sets_option,
    table_options,
)
from vigil.commands.serve import backup, restore, serve
from vigil.commands.training_options import training_options
from vigil.custom_sets import blamed, is_source, load_sets
from vigil.engine.errors import UnknownName, VigilError
from vigil.engine.setup import Setup
from vigil.engine.terms import KIND_WORDS
from vigil.one_thread import use_one_thread
from vigil.set_names import set_names

MISTAKE = 2
INTERRUPTED = 130
"""What a shell reports for a program that Ctrl-C ended."""


class Vigil(click.Group):
    """Turns what went wrong into a line for the person who meets it."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError:
            raise
        except (VigilError, click.ClickException) as error:
            message = error.message if isinstance(error, click.ClickException) else str(error)
            click.echo(f"vigil: {message}", err=True)
            ctx.exit(MISTAKE)
        except (KeyboardInterrupt, click.Abort):
            click.echo("", err=True)
            ctx.exit(INTERRUPTED)
        except Exception as error:
            # A mistake of ours deserves its traceback; one in somebody's own set is theirs to mend.
            theirs = blamed(error)
            if theirs is None:
                raise
            click.echo(f"vigil: {theirs}", err=True)
            ctx.exit(MISTAKE)


@click.group(cls=Vigil, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="vigil", message=f"%(prog)s %(version)s ({ENGINE} engine)")
def main() -> None:
    """A computer table for the Ascension deckbuilding game.

    Play at the terminal, look cards up, settle rules questions, and let bots play each other.
    """
    use_one_thread()


# --- words on the command line


def named_or_loaded(texts: tuple[str, ...]) -> list[str]:
    """Sets by their names, or by the files that they are in."""
    return [name for text in texts for name in ([load_sets([text])[0].name] if is_source(text) else set_names([text]))]


def chosen_bots(text: str) -> list[str]:
    """Parses names separated by commas; all of them must be known."""
    if text.strip().lower() == "none":
        return []
    names = [bot_kind(part).name for part in text.split(",") if part.strip()]
    if not names:
        raise UnknownName(f"No bot is named. Known bots: {BOTS_HELP}; or none.")
    return names


BOTS_HELP = ", ".join(BOTS)


# --- playing


@main.command()
@table_options
@click.option(
    "--bots",
    "-b",
    metavar="NAMES",
    help=f"Your opponents: {BOTS_HELP}, separated by commas; or none.  [default: player in every other seat]",
)
@click.option("--seed", type=int, help=SEED_HELP)
@click.option(
    "--first", type=int, metavar="SEAT", help="The seat that takes the first turn, from 1.  [default: random]"
)
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Continue a saved game.")
def play(table: Table, bots: str | None, seed: int | None, first: int | None, resume: Path | None) -> None:
    """Play a game at the terminal.

    Against bots, with people who share the keyboard, or both: the bots take the last seats.

    \b
      vigil play
      vigil play --sets rise,war --players 3 --bots advanced,advanced
      vigil play --variant solitaire
    """
    start = None if first is None else first - 1
    # What is wrong with the table is said before anything is drawn on the screen.
    Setup(LIBRARY, first=start, **table)
    opponents = ["player"] * (table["players"] - 1) if bots is None else chosen_bots(bots)
    from vigil.terminal.app import play_command

    play_command(
        table["players"],
        list(table["sets"]),
        table["variant"],
        opponents,
        seed,
        resume,
        table["honor_pool"],
        table["shards"],
        table["row_length"],
        start,
    )


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@set_option
@click.option("--follow", "-f", is_flag=True, help="Advance automatically, and follow a game in progress.")
def replay(file: Path, follow: bool) -> None:
    """Watch a recorded game again, step by step."""
    from vigil.terminal.replay import replay_command

    replay_command(file, follow)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@set_option
def verify(file: Path) -> None:
    """Play a record again and say whether it is true.

    Every choice must be possible, and the end must be the one that the record claims.
    """
    from vigil.commands.verify import verify_record

    verify_record(file)


# --- looking things up


@main.command()
@click.argument("words", nargs=-1)
@click.option(
    "--set", "-s", "sets", multiple=True, metavar="SET", help="Only cards of this set, or of a file of your own."
)
@click.option("--faction", metavar="NAME", help="Only this faction: enlightened, lifebound, mechana or void.")
@click.option("--kind", metavar="NAME", help=f"Only this kind: {', '.join(KIND_WORDS)}.")
@click.option("--cost", metavar="N", help="Only this cost, runes and power together: 3, 2-4 or 5+.")
@click.option("--keyword", metavar="NAME", help="Only cards with this keyword, such as fate or energize.")
@click.option("--full", is_flag=True, help="Show all details of every matching card.")
def cards(
    words: tuple[str, ...],
    sets: tuple[str, ...],
    faction: str | None,
    kind: str | None,
    cost: str | None,
    keyword: str | None,
    full: bool,
) -> None:
    """Look cards up by words in their name or text.

    A card whose name is given is shown with its whole text and its rulings.

    \b
      vigil cards hedron cannon
      vigil cards banish --faction void --cost 1-3
      vigil cards --set rise --keyword fate --full
      vigil cards --set my_set.py --full
    """
    from vigil.commands.cards import show_cards

    filters = {"faction": faction, "kind": kind, "cost": cost, "keyword": keyword}
    show_cards(" ".join(words), named_or_loaded(sets), {key: value for key, value in filters.items() if value}, full)


@main.command()
@click.argument("words", nargs=-1)
def rules(words: tuple[str, ...]) -> None:
    """Look rules up: how a turn goes, or what a word means.

    \b
      vigil rules
      vigil rules dual cost
      vigil rules energize
    """
    from vigil.commands.output import console
    from vigil.terminal.pages import rules_page

    console().print(rules_page(" ".join(words)))


@main.command(name="sets")
@set_option
def sets_command() -> None:
    """List the sets and what is in them."""
    from vigil.commands.sets import show_sets

    show_sets()


@main.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--strict", is_flag=True, help="Every question must be answered by a step; misspelt names are errors.")
@set_option
@click.pass_context
def scenario(ctx: click.Context, files: tuple[Path, ...], strict: bool) -> None:
    """Run scenario files: set a table up, take some steps, compare.

    The exit code is 0 if all hold, 1 if something differs, and 2 if a file is broken; see docs/scenarios.md.
    """
    from vigil.commands.scenario import run_scenarios

    ctx.exit(run_scenarios(files, strict))


# --- studying


@main.command()
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
@click.option(
    "--ray",
    metavar="ADDRESS",
    help="Play on a Ray cluster: host:6379, ray://host:10001, auto for the cluster this machine belongs to, "
    "or local to start one here.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write a study to this folder (Parquet files, for vigil report).",
)
@click.pass_context
def simulate(
    ctx: click.Context,
    table: Table,
    bots: str,
    games: int,
    seed: int,
    processes: int | None,
    ray: str | None,
    out: Path | None,
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
    if ray is not None and processes is not None:
        raise click.UsageError("--processes and --ray exclude each other: a cluster uses all the processors it has.")
    from vigil.commands.output import say_what_is_lacking
    from vigil.commands.simulate import simulate as run
    from vigil.lab.matches import Match

    match = Match(bots=tuple(chosen_bots(bots)), games=games, seed=seed, **table)
    say_what_is_lacking(match.names())
    if not run(match, processes or os.cpu_count() or 1, out, ray):
        ctx.exit(INTERRUPTED)


@main.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@table_options
@click.option("--blocks", "-n", type=int, default=200, show_default=True, help="Maximum number of deals.")
@playing_options("blocks")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Save finished blocks here; the same command resumes from them.",
)
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
    show_default="60",
    metavar="SECONDS",
    help="Time limit for a decision; a block in which a bot exceeds it does not count.",
)
@click.pass_context
def arena(
    ctx: click.Context,
    bots: tuple[str, ...],
    table: Table,
    blocks: int,
    seed: int,
    processes: int | None,
    out: Path | None,
    reference: str | None,
    sprt: str | None,
    move_limit: float,
) -> None:
    """Measure how strong bots are.

    They play blocks: the same deal again and again, until everybody has had every seat. More bots than seats meet in
    every combination; of fewer, the last one takes the seats that are left. A bot may have a budget: BOT@1s is a
    second a turn, BOT@400n is 400 nodes a decision. docs/arena.md says how everything is counted.

    \b
      vigil arena advanced random
      vigil arena advanced random --players 4 --sets all
      vigil arena advanced random --sprt 0,15 --blocks 3000 --out arena.jsonl
    """
    from vigil.commands.arena import arena as run
    from vigil.commands.output import say_what_is_lacking
    from vigil.lab.arena import Contest
    from vigil.lab.entrants import entrants, parse_entrant, place_of
    from vigil.lab.sequential import parse_hypotheses

    contest = Contest(entrants=entrants(bots), seed=seed, move_limit=move_limit, **table)
    known = 0 if reference is None else place_of(reference, contest.entrants)
    hypotheses = None if sprt is None else parse_hypotheses(sprt)
    say_what_is_lacking([parse_entrant(each)[0] for each in bots])
    if not run(contest, blocks, processes or os.cpu_count() or 1, out, known, hypotheses):
        ctx.exit(INTERRUPTED)


@main.command()
@sets_option
@set_option
@click.option("--players", "-p", type=int, default=2, show_default=True, help="Number of players, 2 to 6.")
@click.option("--steps", type=click.IntRange(min=1), default=60, show_default=True, help="Number of steps.")
@click.option(
    "--directions",
    type=click.IntRange(min=1),
    default=32,
    show_default=True,
    help="Pairs of opposite mutations played in each step.",
)
@click.option(
    "--blocks",
    "-n",
    type=click.IntRange(min=1),
    default=24,
    show_default=True,
    help="Deals that each pair plays, from every seat.",
)
@click.option(
    "--match",
    "deals",
    type=click.IntRange(min=2),
    default=1000,
    show_default=True,
    metavar="DEALS",
    help="Deals for comparing intermediate weights with the starting ones, and the best again on new deals.",
)
@playing_options("pairs")
@click.option(
    "--start",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Start from the weights in this file.  [default: the built-in ones]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="Save the weights here after every step; the weights of other tables in the file are kept.",
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
    processes: int | None,
    start: Path | None,
    out: Path,
) -> None:
    """Fit what the bots think cards are worth.

    The weights of their judgement are fitted by evolution, for one set or for all of them together, and for a number of
    players: nothing but the results of games goes in, and the weights that then play best are kept. Ctrl-C stops it and
    keeps the best weights so far.

    \b
      vigil tune --sets rise --out weights.toml
      vigil tune --sets all --players 4 --start weights.toml --out weights.toml
    """
    from vigil.commands.tune import tune as run
    from vigil.lab.tuning import Tuning

    tuning = Tuning(chosen_sets(sets), players, steps, directions, blocks, seed=seed)
    if not run(tuning, deals, processes or os.cpu_count() or 1, out, start):
        ctx.exit(INTERRUPTED)


@main.command()
@training_options
@set_option
@playing_options("games")
@click.pass_context
def train(ctx: click.Context, /, processes: int | None, **asked: Any) -> None:
    """Teach a network to judge positions, for Expert and Master.

    Quick players of many tastes play each other, networks learn from their games with PyTorch, and the one that then
    plays best is kept. docs/network.md says how long that takes. Ctrl-C stops it, and the same command resumes.

    \b
      vigil train --folder training
      vigil train --folder training --games 1000000 --lessons 4 --blocks 500
    """
    from vigil.commands.train import Training
    from vigil.commands.train import train as run

    if not run(Training(**asked), processes or os.cpu_count() or 1):
        ctx.exit(INTERRUPTED)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The page to write.  [default: report.html in FOLDER]",
)
@set_option
def report(folder: Path, out: Path | None) -> None:
    """Make a page from a study: what cards are worth, and how games go.

    The page needs no network: send it, print it, keep it.

    \b
      vigil simulate --bots advanced,advanced --games 5000 --out study
      vigil report study
    """
    from vigil.commands.report import report as run

    run(folder, out)


# --- serving

for command in (serve, backup, restore):
    main.add_command(command)
