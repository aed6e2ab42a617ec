"""What `vigil train` can be asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from .options import Command

Decorator = Callable[[Any], Any]

_FILE = click.Path(path_type=Path)


def _count(*names: str, default: int, help: str, fewest: int = 1) -> Decorator:
    return click.option(*names, type=click.IntRange(min=fewest), default=default, show_default=True, help=help)


_OPTIONS = (
    click.option(
        "--folder",
        type=_FILE,
        required=True,
        metavar="FOLDER",
        help="Keep the games and the networks there; the same command goes on where it was stopped.",
    ),
    _count("--games", default=100_000, help="How many games are played to learn from. All in the folder are used."),
    _count(
        "--nodes",
        default=0,
        fewest=0,
        help="How many positions players look at before a decision, by the network that the new one has to beat. "
        "Such games are better and take longer; without a number players choose at a glance.",
    ),
    _count("--lessons", default=2, help="How many networks learn, each from a beginning of its own."),
    _count("--epochs", default=4, fewest=0, help="How often each of them sees the games, to learn how they ended."),
    _count(
        "--reviews",
        default=2,
        fewest=0,
        help="How often it then learns from what it says itself about the positions that came next. Two epochs each.",
    ),
    _count("--blocks", "-n", default=200, fewest=2, help="How many deals each candidate plays, from both seats."),
    _count("--wide", default=128, help="The size of the layer that reads what a card does."),
    _count("--card", default=48, help="How many numbers a card is turned into."),
    _count("--hidden", default=96, help="The size of the first layer that judges a seat."),
    _count("--second", default=32, help="The size of the second one."),
    click.option(
        "--against",
        type=_FILE,
        metavar="FILE",
        help="The network that the best one has to beat in the end.  [default: the one that comes with Vigil]",
    ),
    click.option(
        "--start", type=_FILE, metavar="FILE", help="Go on from this network, with its sizes, instead of from nothing."
    ),
    click.option(
        "--out", type=_FILE, metavar="FILE", help="Where the best network goes.  [default: network.npz in FOLDER]"
    ),
)


def training_options(command: Command) -> Command:
    """The command gets them by their names."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
