"""One command, `vigil`: every mistake is answered with one line, and Ctrl-C is a normal way to leave."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from vigil import ENGINE, LIBRARY, __version__
from vigil.bots import BOTS, bot_kind
from vigil.custom_sets import blamed, is_source, load_sets, loaded_names
from vigil.engine.errors import UnknownName, VigilError, did_you_mean
from vigil.engine.setup import ROW_LENGTH, Setup
from vigil.engine.terms import FACTION_WORDS, KIND_WORDS, SOLITAIRE, STANDARD, TEAM, VARIANTS
from vigil.set_names import set_names, short_name

MISTAKE = 2
INTERRUPTED = 130
"""What a shell reports for a program that Ctrl-C ended."""

Command = TypeVar("Command", bound=Callable[..., Any])


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


# --- options that several commands share


def _load(ctx: click.Context, option: click.Parameter, sources: tuple[str, ...]) -> None:
    load_sets(sources)


# Loaded before anything else of the command line is read: the other options may name what is in it.
set_option = click.option(
    "--set",
    multiple=True,
    metavar="FILE",
    expose_value=False,
    is_eager=True,
    callback=_load,
    help="Add a set of your own: a Python file, or the name that an installed package announces. Again and again.",
)


def table_options(command: Command) -> Command:
    """Which table is set: players, sets, variant, and the size of things."""
    first, *others = [short_name(name) for name in LIBRARY.sets]
    short = ", ".join([first, *others])
    for option in reversed(
        [
            click.option("--players", "-p", type=int, help="How many play, 1 to 6.  [default: 2; team 4, solitaire 1]"),
            click.option(
                "--sets",
                "-s",
                multiple=True,
                metavar="SETS",
                help=f"The sets to play with: {short} or all. With commas, or again and again.  [default: {first}]",
            ),
            set_option,
            click.option(
                "--variant", "-v", default=STANDARD, show_default=True, metavar="NAME", help=", ".join(VARIANTS) + "."
            ),
            click.option("--honor-pool", type=int, metavar="N", help="Honor in the pool.  [default: 30 a player]"),
            click.option(
                "--shards", type=int, metavar="N", help="Energy shards in the center deck, where there are any."
            ),
            click.option(
                "--row-length", type=int, default=ROW_LENGTH, show_default=True, metavar="N", help="Cards in the row."
            ),
        ]
    ):
        command = option(command)
    return command


def chosen_sets(texts: tuple[str, ...]) -> list[str]:
    """What was asked for, and the sets that --set has added to it."""
    names = set_names(texts) or [next(iter(LIBRARY.sets))]
    return list(dict.fromkeys([*names, *loaded_names()]))


def named_or_loaded(texts: tuple[str, ...]) -> list[str]:
    """Sets by their names, or by the files that they are in."""
    return [name for text in texts for name in ([load_sets([text])[0].name] if is_source(text) else set_names([text]))]


def chosen_players(players: int | None, variant: str) -> int:
    return {SOLITAIRE: 1, TEAM: 4}.get(variant, 2) if players is None else players


def chosen_bots(text: str) -> list[str]:
    """Names with commas between them; every one is known."""
    if text.strip().lower() == "none":
        return []
    return [bot_kind(part).name for part in text.split(",") if part.strip()]


def known_word(word: str | None, what: str, known: list[str]) -> str:
    """The word in small letters, if it is one of those that are known."""
    if word is None:
        return ""
    if word.lower() not in known:
        raise UnknownName(f'There is no {what} "{word}".{did_you_mean(word, known)} Known: {", ".join(known)}.')
    return word.lower()


SEED_HELP = "A number: the same seed gives the same cards."
BOTS_HELP = ", ".join(BOTS)


# --- playing


@main.command()
@table_options
@click.option(
    "--bots",
    "-b",
    metavar="NAMES",
    help=f"Who plays against you: {BOTS_HELP}, with commas between; or none.  [default: greedy in every other seat]",
)
@click.option("--seed", type=int, help=SEED_HELP)
@click.option("--first", type=int, metavar="SEAT", help="The seat that begins, from 1.  [default: any]")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a game that was saved.")
def play(
    players: int | None,
    sets: tuple[str, ...],
    variant: str,
    honor_pool: int | None,
    shards: int | None,
    row_length: int,
    bots: str | None,
    seed: int | None,
    first: int | None,
    resume: Path | None,
) -> None:
    """Play a game at the terminal.

    Against bots, with people who share the keyboard, or both: the bots take the last seats.

    \b
      vigil play
      vigil play --sets rise,war --players 3 --bots greedy,greedy
      vigil play --variant solitaire
    """
    seats = chosen_players(players, variant)
    names = chosen_sets(sets)
    start = None if first is None else first - 1
    # What is wrong with the table is said before anything is drawn on the screen.
    Setup(LIBRARY, seats, names, variant, honor_pool, shards, row_length, start)
    opponents = ["greedy"] * (seats - 1) if bots is None else chosen_bots(bots)
    from vigil.terminal.app import play_command

    play_command(seats, names, variant, opponents, seed, resume, honor_pool, shards, row_length, start)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@set_option
@click.option("--follow", "-f", is_flag=True, help="Go on by itself, and wait for more of a game in progress.")
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
    "--set", "-s", "sets", multiple=True, metavar="SET", help="Only cards of this set; a file of your own, too."
)
@click.option("--faction", metavar="NAME", help="Only this faction: enlightened, lifebound, mechana or void.")
@click.option("--kind", metavar="NAME", help=f"Only this kind: {', '.join(KIND_WORDS)}.")
@click.option("--cost", metavar="N", help="Only this cost, runes and power together: 3, 2-4 or 5+.")
@click.option("--keyword", metavar="NAME", help="Only cards with this keyword, such as fate or energize.")
@click.option("--full", is_flag=True, help="Show everything about every card that fits.")
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
    from vigil.commands.cards import Search, all_keywords, show_cards

    search = Search(
        words,
        tuple(named_or_loaded(sets)),
        known_word(faction, "faction", [word.lower() for word in FACTION_WORDS if word]),
        known_word(kind, "kind of card", list(KIND_WORDS)),
        cost or "",
        known_word(keyword, "keyword", all_keywords()),
    )
    show_cards(search, full)


@main.command(name="sets")
@set_option
def sets_command() -> None:
    """List the sets and what is in them."""
    from vigil.commands.sets import show_sets

    show_sets()


@main.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@set_option
@click.pass_context
def scenario(ctx: click.Context, files: tuple[Path, ...]) -> None:
    """Run scenario files: set a table up, take some steps, compare.

    Prints a line for each scenario. The exit code is 0 if all hold, 1 if something differs, and 2 if a file or a
    scenario is broken. docs/scenarios.md explains how they are written.
    """
    from vigil.commands.scenario import run_scenarios

    ctx.exit(run_scenarios(files))


# --- studying


@main.command()
@table_options
@click.option(
    "--bots",
    "-b",
    default="random,greedy",
    show_default=True,
    metavar="NAMES",
    help=f"The bots, with commas between: {BOTS_HELP}.",
)
@click.option("--games", "-n", type=int, default=200, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help=SEED_HELP)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    help="How many games at the same time.  [default: one for each processor]",
)
@click.option(
    "--ray",
    metavar="ADDRESS",
    help="Play on a Ray cluster: host:6379, ray://host:10001, auto for the one that this machine belongs to, "
    "or local to start one here.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write a study there, for vigil report: Parquet files.",
)
@click.pass_context
def simulate(
    ctx: click.Context,
    players: int | None,
    sets: tuple[str, ...],
    variant: str,
    honor_pool: int | None,
    shards: int | None,
    row_length: int,
    bots: str,
    games: int,
    seed: int,
    processes: int | None,
    ray: str | None,
    out: Path | None,
) -> None:
    """Let bots play each other and count the results.

    The seats are rotated over the same deals. The results depend on the seed alone, not on who plays: one process,
    many, or a cluster. Ctrl-C stops it and shows what there is by then; a study holds the games that were played.

    \b
      vigil simulate --bots random,greedy --games 1000
      vigil simulate --bots greedy,greedy --games 5000 --out study
      vigil simulate --sets all --players 4 --bots greedy,greedy,random,random
      vigil simulate --games 100000 --ray head.example:6379 --out study
    """
    if ray is not None and processes is not None:
        raise click.UsageError("--processes and --ray exclude each other: a cluster uses all the processors it has.")
    from vigil.commands.simulate import simulate as run
    from vigil.lab.matches import Match

    match = Match(
        bots=tuple(chosen_bots(bots)),
        sets=tuple(chosen_sets(sets)),
        games=games,
        players=chosen_players(players, variant),
        variant=variant,
        seed=seed,
        honor_pool=honor_pool,
        shards=shards,
        row_length=row_length,
    )
    if not run(match, processes or os.cpu_count() or 1, out, ray):
        ctx.exit(INTERRUPTED)


@main.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@table_options
@click.option("--blocks", "-n", type=int, default=200, show_default=True, help="How many deals at the most.")
@click.option("--seed", type=int, default=0, show_default=True, help=SEED_HELP)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    help="How many blocks at the same time.  [default: one for each processor]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Keep every finished block there; the same command goes on where it was stopped.",
)
@click.option("--reference", metavar="BOT", help="Who has 1500 Elo.  [default: the first bot]")
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    help="Stop as soon as a sequential test knows whether the first bot is ELO0 or ELO1 better than the second: 0,15.",
)
@click.option(
    "--move-limit",
    type=float,
    default=60.0,
    show_default="60",
    metavar="SECONDS",
    help="A bot that needs longer for a decision spoils its block.",
)
@click.pass_context
def arena(
    ctx: click.Context,
    bots: tuple[str, ...],
    players: int | None,
    sets: tuple[str, ...],
    variant: str,
    honor_pool: int | None,
    shards: int | None,
    row_length: int,
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
      vigil arena greedy random
      vigil arena greedy random --players 4 --sets all
      vigil arena greedy random --sprt 0,15 --blocks 3000 --out arena.jsonl
    """
    from vigil.commands.arena import arena as run
    from vigil.lab.arena import Contest
    from vigil.lab.entrants import entrants, place_of
    from vigil.lab.sequential import parse_hypotheses

    contest = Contest(
        entrants=entrants(bots),
        sets=tuple(chosen_sets(sets)),
        players=chosen_players(players, variant),
        variant=variant,
        seed=seed,
        honor_pool=honor_pool,
        shards=shards,
        row_length=row_length,
        move_limit=move_limit,
    )
    known = 0 if reference is None else place_of(reference, contest.entrants)
    hypotheses = None if sprt is None else parse_hypotheses(sprt)
    if not run(contest, blocks, processes or os.cpu_count() or 1, out, known, hypotheses):
        ctx.exit(INTERRUPTED)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where the page goes.  [default: report.html in FOLDER]",
)
@set_option
def report(folder: Path, out: Path | None) -> None:
    """Make a page from a study: what cards are worth, and how games go.

    The page needs no network: send it, print it, keep it.

    \b
      vigil simulate --bots greedy,greedy --games 5000 --out study
      vigil report study
    """
    from vigil.commands.report import report as run

    run(folder, out)
