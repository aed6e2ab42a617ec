"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import click

from vigil.bots import BOTS, bot_label, parse_bot
from vigil.cards import LIBRARY
from vigil.custom_sets import load_sets, loaded_names
from vigil.engine.errors import UnknownName
from vigil.engine.setup import ROW_LENGTH, usual_players
from vigil.engine.terms import STANDARD, VARIANTS
from vigil.public.play import engine_kind
from vigil.set_names import set_names, short_name

Command = TypeVar("Command", bound=Callable[..., Any])

SEED_HELP = "A number: the same seed gives the same cards."
BOTS_HELP = ", ".join(BOTS)


class Table(TypedDict):
    """The arguments of a `Setup`, without the first player."""

    players: int
    sets: tuple[str, ...]
    variant: str
    honor_pool: int | None
    shards: int | None
    row_length: int


def _load(ctx: click.Context, option: click.Parameter, sources: tuple[str, ...]) -> None:
    load_sets(sources)


# Loaded before the rest of the command line is parsed: the other options may name what is in it.
set_option = click.option(
    "--set",
    multiple=True,
    metavar="FILE",
    expose_value=False,
    is_eager=True,
    callback=_load,
    help="Add a set of your own: a Python file, or the name that an installed package registers. Repeatable.",
)


def sets_option(command: Command) -> Command:
    first, *others = [short_name(name) for name in LIBRARY.sets]
    return click.option(
        "--sets",
        "-s",
        multiple=True,
        metavar="SETS",
        help=f"The sets to play with: {', '.join([first, *others])} or all. Separated by commas; repeatable.  "
        f"[default: {first}]",
    )(command)


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command gets a `table` of type `Table`."""

    @wraps(command)
    def with_table(*arguments: Any, **given: Any) -> Any:
        table = {name: given.pop(name) for name in Table.__annotations__}
        if table["players"] is None:
            table["players"] = usual_players(table["variant"])
        table["sets"] = chosen_sets(table["sets"])
        return command(*arguments, table=table, **given)

    found = with_table
    for option in reversed(
        [
            click.option(
                "--players", "-p", type=int, help="Number of players, 1 to 6.  [default: 2; team 4, solitaire 1]"
            ),
            sets_option,
            set_option,
            click.option(
                "--variant", "-v", default=STANDARD, show_default=True, metavar="NAME", help=", ".join(VARIANTS) + "."
            ),
            click.option("--honor-pool", type=int, metavar="N", help="Honor in the pool.  [default: 30 a player]"),
            click.option(
                "--shards", type=int, metavar="N", help="Energy shards in the center deck, in sets that have them."
            ),
            click.option(
                "--row-length", type=int, default=ROW_LENGTH, show_default=True, metavar="N", help="Cards in the row."
            ),
        ]
    ):
        found = option(found)
    return found


def playing_options(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The command gets a `seed`, and the `workers` to play `what` with: processes here, or a Ray cluster."""

    def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_workers(*arguments: Any, processes: int | None, ray: str | None, **others: Any) -> Any:
            from vigil.lab.ray_workers import RayWorkers
            from vigil.lab.workers import LocalWorkers, Workers

            if ray is not None and processes is not None:
                raise click.UsageError(
                    "--processes and --ray exclude each other: a cluster uses all the processors it has."
                )
            workers: Workers = RayWorkers(ray) if ray is not None else LocalWorkers(processes or os.cpu_count() or 1)
            return command(*arguments, workers=workers, **others)

        found = click.option(
            "--ray",
            metavar="ADDRESS",
            help="Play on a Ray cluster: host:6379, ray://host:10001, auto for the cluster this machine belongs to, "
            "or local to start one here.",
        )(with_workers)
        found = click.option(
            "--processes",
            type=click.IntRange(min=1),
            help=f"How many {what} in parallel.  [default: one for each processor]",
        )(found)
        return click.option("--seed", type=int, default=0, show_default=True, help=SEED_HELP)(found)

    return with_options


def chosen_sets(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The sets that were named, and those that --set has added."""
    names = set_names(texts) or [next(iter(LIBRARY.sets))]
    return tuple(dict.fromkeys([*names, *loaded_names()]))


def chosen_bots(text: str) -> list[str]:
    """Parses names separated by commas, each with a budget or without; all of them must be known.

    A bot from a file, `my_bot.py:Bot`, is known from then on by that name.
    """
    if text.strip().lower() == "none":
        return []
    parts = [part.strip() for part in text.split(",") if part.strip()]
    BOTS.update({part.lower(): engine_kind(part) for part in parts if ".py:" in part})
    parsed = [parse_bot(part) for part in parts]
    names = [bot_label(kind.name, budget) for kind, budget in parsed]
    if not names:
        raise UnknownName(f"No bot is named. Known bots: {BOTS_HELP}; or none.")
    return names


def file_option(*names: str, help: str, metavar: str = "FILE", **others: Any) -> Callable[[Command], Command]:
    kind: click.Path = click.Path(path_type=Path, dir_okay=metavar != "FILE")
    return click.option(*names, type=kind, metavar=metavar, help=help, **others)


def count_option(*names: str, default: int, help: str, fewest: int = 1, **others: Any) -> Callable[[Command], Command]:
    kind = click.IntRange(min=fewest)
    return click.option(*names, type=kind, default=default, show_default=True, help=help, **others)
