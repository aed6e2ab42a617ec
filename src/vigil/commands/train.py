"""`vigil train`: plays games, trains networks with them, and keeps the one that plays best."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple
from zipfile import is_zipfile

import click
from rich.console import Console
from rich.table import Table

from vigil.bots.levels import NETWORK
from vigil.bots.network import BadNetwork, Network, load_network
from vigil.engine.errors import VigilError
from vigil.files import replacing
from vigil.lab.arena import BotFactory
from vigil.lab.comparison_training import ComparisonLesson, Comparisons, read_comparisons, teach_differences
from vigil.lab.comparisons import ComparisonPlan, make_comparisons
from vigil.lab.intervals import Estimate
from vigil.lab.matches import seed_of
from vigil.lab.network_trials import Candidate, FittedBot, Trials, play_trials, win_rates
from vigil.lab.selfplay import SelfPlay, play_chunks
from vigil.lab.training import Lesson, pytorch, read_games, teach
from vigil.lab.workers import Workers

from . import INTERRUPTED
from .options import count_option, file_option, playing_options, set_option
from .output import (
    between,
    console,
    percent,
    print_line,
    print_verdict,
    results_table,
    tracked,
    warn_about_plain_engine,
)

LAST_EPOCHS: Final = 2
"""The number of networks of each lesson that are tried: the last one is not always the best."""


class NothingToLearn(VigilError):
    """The lesson has no epochs."""


class BadFolder(VigilError):
    """Games or networks cannot be written to the folder."""


@dataclass(frozen=True)
class Training:
    """The options of the command."""

    folder: Path
    games: int
    lessons: int
    epochs: int
    reviews: int
    blocks: int
    wide: int
    card: int
    hidden: int
    second: int
    nodes: int
    decisions: int
    seed: int
    against: Path | None = None
    start: Path | None = None
    out: Path | None = None

    @property
    def target(self) -> Path:
        return self.out or self.folder / "network.npz"

    @cached_property
    def plan(self) -> SelfPlay:
        network = load_network(self.against) if self.nodes else None
        return SelfPlay(self.folder, seed=self.seed, nodes=self.nodes, network=network)

    @property
    def chunks(self) -> int:
        return -(-self.games // self.plan.games) if self.learns_from_games else 0

    @property
    def learns_from_games(self) -> bool:
        return self.epochs + self.reviews > 0

    @property
    def comparison_plan(self) -> ComparisonPlan:
        return ComparisonPlan(self.folder / "decisions", seed=self.seed)

    @property
    def comparison_chunks(self) -> int:
        return -(-self.decisions // self.comparison_plan.decisions)

    def lesson(self, number: int) -> Lesson:
        sizes = (self.wide, self.card, self.hidden, self.second)
        start = None if self.start is None else load_network(self.start)
        return Lesson(*sizes, self.epochs, self.reviews, seed=seed_of(self.seed, number), start=start)

    def check(self) -> None:
        """Raises now the errors that would otherwise come after hours."""
        for needed in (self.against, self.start):
            if needed is not None:
                load_network(needed)
        if not self.learns_from_games and not self.decisions:
            raise NothingToLearn(
                "With no epochs, no reviews and no decisions nothing is learned. Choose one or more of any of them."
            )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFolder(f"{self.folder} cannot be used as the folder: {error.strerror}.") from None
        for folder in (self.folder, self.target.parent):
            if not os.access(folder, os.W_OK):
                raise BadFolder(f"{folder} is not a writable folder.")
        if self.target.is_dir() or (self.target.exists() and not is_zipfile(self.target)):
            raise BadFolder(f"{self.target} exists and is not a network. Choose another name with --out.")


@click.command()
@file_option(
    "--folder",
    required=True,
    metavar="FOLDER",
    help="Keep the games and the networks here; the same command resumes where it was stopped.",
)
@count_option("--games", default=100_000, help="Number of games to learn from. All games in the folder are used.")
@count_option(
    "--nodes",
    default=0,
    fewest=0,
    help="Positions that players evaluate before a decision, with the network that the new one has to beat. Such games "
    "are better and take longer; with 0, players choose at a glance.",
)
@count_option("--lessons", default=2, help="Number of networks to train, each from its own random weights.")
@count_option("--epochs", default=4, fewest=0, help="Epochs in which a network learns how the games ended.")
@count_option(
    "--reviews",
    default=2,
    fewest=0,
    help="Rounds of two more epochs in which it learns from its own evaluation of the positions that came next.",
)
@count_option(
    "--decisions",
    default=0,
    fewest=0,
    help="Number of decisions whose options are played to the end in common worlds: after the games a network learns "
    "how the options differ. With --epochs 0 --reviews 0 the network of --start, or that of Vigil, learns from nothing "
    "else.",
)
@count_option("--blocks", "-n", default=200, fewest=2, help="Deals that each candidate plays, from both seats.")
@count_option("--wide", default=128, help="Size of the layer that reads what a card does.")
@count_option("--card", default=48, help="Size of the vector of a card.")
@count_option("--hidden", default=96, help="Size of the first layer that evaluates a seat.")
@count_option("--second", default=32, help="Size of the second layer.")
@file_option(
    "--against", help="The network to compare the best one with at the end.  [default: the one that comes with Vigil]"
)
@file_option("--start", help="Continue from this network, with its sizes, instead of random weights.")
@file_option("--out", help="Write the best network here.  [default: network.npz in FOLDER]")
@set_option
@playing_options("games")
@click.pass_context
def train(ctx: click.Context, /, workers: Workers, **options: Any) -> None:
    """Train a network that evaluates positions, for Expert and Master.

    Quick players with different preferences play each other, networks learn from their games with PyTorch, and the one
    that plays best is kept. docs/network.md says how long that takes. Ctrl-C stops it, and the same command resumes.

    \b
      vigil train --folder training
      vigil train --folder training --games 1000000 --lessons 4 --blocks 500
    """
    warn_about_plain_engine()
    with workers:
        if not run_training(Training(**options), workers):
            ctx.exit(INTERRUPTED)


class Trained(NamedTuple):
    """A candidate, and its loss on what it did not learn from."""

    path: Path
    validation: float


def run_training(asked: Training, workers: Workers) -> bool:
    """Plays, trains and chooses. Returns False if it was interrupted."""
    pytorch()
    asked.check()
    page = console()
    try:
        _play(asked, workers)
        trained = _teach(page, asked)
        best = _choose(page, asked, trained, workers)
        _keep(load_network(best), asked.target)
        use = f"{NETWORK}={asked.target} vigil play --bots master"
        print_line(page, f"The best one is in {asked.target}. To play against it: {use}")
        _compare(page, asked, best, workers)
    except KeyboardInterrupt:
        print_line(page, f"Stopped. The games are in {asked.folder}. The same command resumes from there.")
        return False
    return True


# --- the steps


def _play(asked: Training, workers: Workers) -> None:
    chunks = asked.chunks
    done = chunks - len(asked.plan.missing(chunks))
    played = play_chunks(asked.plan, chunks, workers)
    for _ in tracked(played, "playing", f"chunks of {asked.plan.games} games", chunks, done):
        pass
    plan, chunks = asked.comparison_plan, asked.comparison_chunks
    if chunks:
        done = chunks - len(plan.missing(chunks))
        made = make_comparisons(plan, chunks, workers)
        for _ in tracked(made, "comparing", f"chunks of {plan.decisions} decisions", chunks, done):
            pass


def _teach(page: Console, asked: Training) -> list[Trained]:
    games = read_games(asked.folder) if asked.learns_from_games else []
    compared = read_comparisons(asked.comparison_plan.folder) if asked.decisions else []
    positions = sum(len(each.results) for each in games) + sum(len(each.results) for each in compared)
    page.print(f"Learning from {positions:,} positions.")
    trained = []
    for number in range(1, asked.lessons + 1):
        begun = perf_counter()
        lesson = asked.lesson(number)
        network = lesson.start
        for report, network in teach(games, lesson) if games else ():
            page.print(
                f"lesson {number} of {asked.lessons}, epoch {report.epoch} of {lesson.all_epochs}: "
                f"loss {report.loss:.4f}, {report.validation:.4f} on other games, {perf_counter() - begun:.0f} s"
            )
            if not compared and report.epoch > lesson.all_epochs - LAST_EPOCHS:
                trained.append(_trained(asked, f"lesson-{number}-epoch-{report.epoch}", network, report.validation))
        if compared:
            trained += _teach_differences(page, asked, number, compared, network or load_network())
    return trained


def _teach_differences(
    page: Console, asked: Training, number: int, compared: list[Comparisons], start: Network
) -> Iterator[Trained]:
    begun = perf_counter()
    lesson = ComparisonLesson(start, seed=seed_of(asked.seed, number))
    for report, network in teach_differences(compared, lesson):
        page.print(
            f"lesson {number} of {asked.lessons}, differences, epoch {report.epoch} of {lesson.epochs}: "
            f"loss {report.validation:.4f} on other decisions, {report.error / max(report.spread, 1e-9):.1%} of the "
            f"differences missed, {perf_counter() - begun:.0f} s"
        )
        if report.epoch > lesson.epochs - LAST_EPOCHS:
            yield _trained(asked, f"lesson-{number}-differences-{report.epoch}", network, report.validation)


def _trained(asked: Training, name: str, network: Network, validation: float) -> Trained:
    path = asked.folder / f"{name}.npz"
    _keep(network, path)
    return Trained(path, validation)


def _choose(page: Console, asked: Training, trained: list[Trained], workers: Workers) -> Path:
    candidates = tuple(Candidate(each.path) for each in trained)
    trials = Trials(candidates, FittedBot, asked.blocks, seed_of(asked.seed, 1))
    won = _tried(trials, workers)
    ranked = sorted(zip(trained, won, strict=True), key=lambda each: -each[1].value)
    page.print(f"Against the quick policy alone, on the same {asked.blocks:,} deals:")
    page.print(_table(ranked))
    return ranked[0][0].path


def _compare(page: Console, asked: Training, best: Path, workers: Workers) -> None:
    """Measures the best network on new deals, because the best of many was also lucky."""
    opponent, name = _opponent(asked)
    won = _tried(Trials((Candidate(best),), opponent, asked.blocks, seed_of(asked.seed, 2)), workers)[0]
    print_line(
        page, f"On {won.count:,} fresh deals it won {percent(won.value)} of the games against {name} ({between(won)})."
    )
    print_verdict(page, "It is", won, advice="Let it learn from more games.")


def _opponent(asked: Training) -> tuple[BotFactory, str]:
    if asked.against is not None:
        return Candidate(asked.against), f"the network in {asked.against}"
    try:
        load_network()
    except BadNetwork:
        return FittedBot, "the quick policy"
    return Candidate(None), "the network that comes with Vigil"


def _tried(trials: Trials, workers: Workers) -> list[Estimate]:
    return win_rates(trials, list(tracked(play_trials(trials, workers), "trying", "deals", len(trials))))


def _keep(network: Network, path: Path) -> None:
    try:
        with replacing(path) as draft:
            network.save(draft)
    except OSError as error:
        raise BadFolder(f"{path} cannot be written: {error.strerror}.") from None


# --- words


def _table(ranked: list[tuple[Trained, Estimate]]) -> Table:
    table = results_table("network", "loss on other games", "win rate", "95 % interval")
    for each, won in ranked:
        table.add_row(each.path.name, f"{each.validation:.4f}", percent(won.value), between(won))
    return table
