"""`vigil train`: games are played, networks learn from them, and the one that plays best is kept."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple
from zipfile import is_zipfile

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from vigil.bots.network import BadNetwork, Network, load_network
from vigil.bots.searching import NETWORK
from vigil.engine.errors import VigilError
from vigil.lab.arena import BotFactory
from vigil.lab.choosing import Candidate, FittedBot, Trials, play_trials, win_rates
from vigil.lab.crew import Crew
from vigil.lab.drafts import draft_of
from vigil.lab.findings import Estimate
from vigil.lab.matches import seed_of
from vigil.lab.selfplay import SelfPlay, play_chunks
from vigil.lab.training import Lesson, Report, pytorch, read_games, teach

from .output import console, percent

LAST_EPOCHS: Final = 2
"""So many networks of each lesson are tried: the one that learned longest is not always the one that plays best."""


class NothingToLearn(VigilError):
    """The lesson that was asked for is empty."""


class BadFolder(VigilError):
    """Games and networks cannot be kept where they should be."""


@dataclass(frozen=True)
class Training:
    """What was asked for, in the words of the options."""

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
    seed: int
    against: Path | None = None
    start: Path | None = None
    out: Path | None = None

    @property
    def target(self) -> Path:
        return self.out or self.folder / "network.npz"

    @property
    def plan(self) -> SelfPlay:
        return SelfPlay(self.folder, seed=self.seed, nodes=self.nodes, network=self.against)

    @property
    def chunks(self) -> int:
        return -(-self.games // self.plan.games)

    def lesson(self, number: int) -> Lesson:
        sizes = (self.wide, self.card, self.hidden, self.second)
        start = None if self.start is None else load_network(self.start)
        return Lesson(*sizes, self.epochs, self.reviews, seed=seed_of(self.seed, number), start=start)

    def check(self) -> None:
        """Raises now what would otherwise be raised after hours."""
        for needed in (self.against, self.start):
            if needed is not None:
                load_network(needed)
        if self.epochs + self.reviews == 0:
            raise NothingToLearn("A lesson with no epochs and no reviews teaches nothing: give it one or the other.")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFolder(f"{self.folder} cannot be the folder for games: {error.strerror}.") from None
        for folder in (self.folder, self.target.parent):
            if not os.access(folder, os.W_OK):
                raise BadFolder(f"{folder} is no folder that files can be put into.")
        if self.target.is_dir() or (self.target.exists() and not is_zipfile(self.target)):
            raise BadFolder(f"{self.target} is not a network; it stays as it is. Choose another name with --out.")


class Pupil(NamedTuple):
    """A network that takes part in the choice."""

    path: Path
    report: Report


def train(asked: Training, processes: int) -> bool:
    """Plays, teaches and chooses. False if somebody stopped it before the end."""
    pytorch()
    asked.check()
    page = console()
    try:
        _play(asked, processes)
        pupils = _teach(page, asked)
        best = _choose(page, asked, pupils, processes)
        _keep(load_network(best), asked.target)
        _print_use(page, asked.target)
        _compare(page, asked, best, processes)
    except KeyboardInterrupt:
        page.print(
            f"Stopped. The games are in {asked.folder}: the same command goes on from there.",
            soft_wrap=True,
            markup=False,
        )
        return False
    return True


# --- the steps


def _play(asked: Training, processes: int) -> None:
    chunks = asked.chunks
    with _bar("playing", f"chunks of {asked.plan.games} games,") as bar:
        task = bar.add_task("", total=chunks, completed=chunks - len(asked.plan.missing(chunks)))
        for _ in play_chunks(asked.plan, chunks, processes):
            bar.advance(task)


def _teach(page: Console, asked: Training) -> list[Pupil]:
    games = read_games(asked.folder)
    page.print(f"Learning from {sum(len(each.results) for each in games):,} positions.")
    pupils = []
    for number in range(1, asked.lessons + 1):
        start = perf_counter()
        lesson = asked.lesson(number)
        for report, network in teach(games, lesson):
            page.print(
                f"lesson {number} of {asked.lessons}, epoch {report.epoch} of {lesson.all_epochs}: "
                f"loss {report.loss:.4f}, {report.validation:.4f} on other games, {perf_counter() - start:.0f} s"
            )
            if report.epoch > lesson.all_epochs - LAST_EPOCHS:
                path = asked.folder / f"lesson-{number}-epoch-{report.epoch}.npz"
                _keep(network, path)
                pupils.append(Pupil(path, report))
    return pupils


def _choose(page: Console, asked: Training, pupils: list[Pupil], processes: int) -> Path:
    candidates = tuple(Candidate(each.path) for each in pupils)
    trials = Trials(candidates, FittedBot, asked.blocks, seed_of(asked.seed, 1))
    won = _tried(trials, processes)
    ranked = sorted(zip(pupils, won, strict=True), key=lambda each: -each[1].value)
    page.print(f"Against the quick judgement alone, on the same {asked.blocks:,} deals:")
    page.print(_table(ranked))
    return ranked[0][0].path


def _compare(page: Console, asked: Training, best: Path, processes: int) -> None:
    """The best of many was lucky, too: how strong it is, other deals have to say."""
    opponent, name = _opponent(asked)
    won = _tried(Trials((Candidate(best),), opponent, asked.blocks, seed_of(asked.seed, 2)), processes)[0]
    page.print(
        f"On {won.count:,} fresh deals it won {percent(won.value)} of the games against {name} ({_between(won)}).",
        soft_wrap=True,
        markup=False,
    )
    if won.low > 0.5:
        page.print("[bold]It is better.[/]")
    elif won.high < 0.5:
        page.print("[bold]It is worse.[/] More games to learn from make it better.")
    else:
        page.print("[bold]It is not better, as far as so few deals can tell.[/]")


def _opponent(asked: Training) -> tuple[BotFactory, str]:
    if asked.against is not None:
        return Candidate(asked.against), f"the network in {asked.against}"
    try:
        load_network()
    except BadNetwork:
        return FittedBot, "the quick judgement"
    return Candidate(None), "the network that comes with Vigil"


def _tried(trials: Trials, processes: int) -> list[Estimate]:
    with Crew(min(processes, len(trials))) as crew, _bar("trying", "deals,") as bar:
        task = bar.add_task("", total=len(trials))
        played = []
        for each in play_trials(trials, crew):
            played.append(each)
            bar.advance(task)
    return win_rates(trials, played)


def _keep(network: Network, path: Path) -> None:
    try:
        with draft_of(path) as draft:
            network.save(draft)
    except OSError as error:
        raise BadFolder(f"{path} cannot be written: {error.strerror}.") from None


# --- words


def _bar(doing: str, what: str) -> Progress:
    # The bar goes to stderr, so that the results can be kept in a file.
    screen = console(stderr=True)
    counted = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TextColumn(what))
    columns = (*counted, TimeRemainingColumn(), TextColumn("left"))
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


def _table(ranked: list[tuple[Pupil, Estimate]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("network", no_wrap=True)
    for heading in ("loss on other games", "win rate", "95 % interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for pupil, won in ranked:
        table.add_row(pupil.path.name, f"{pupil.report.validation:.4f}", percent(won.value), _between(won))
    return table


def _between(won: Estimate) -> str:
    return f"{100 * won.low:.1f} to {percent(won.high)}"


def _print_use(page: Console, path: Path) -> None:
    page.print(
        f"The best one is in {path}. To play against it: {NETWORK}={path} vigil play --bots master",
        soft_wrap=True,
        markup=False,
    )
