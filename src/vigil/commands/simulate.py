"""`vigil simulate`: bots play each other, and the results are counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from vigil.lab.cluster import NoCluster, cluster_games
from vigil.lab.matches import Match, Played, play
from vigil.lab.studies import StudyWriter
from vigil.lab.tallies import Standing, Tally

from .output import console, percent


def simulate(match: Match, processes: int, folder: Path | None = None, cluster: str | None = None) -> bool:
    """Plays the match, here or on a Ray cluster, and prints what came out; a folder gets a study.

    False if somebody stopped it before the end. A cluster that is lost on the way leaves what was played until then.
    """
    match.check()
    tally = Tally(match)
    start = perf_counter()
    match = replace(match, noted=folder is not None)
    try:
        with (
            nullcontext(play(match, processes)) if cluster is None else cluster_games(match, cluster) as games,
            nullcontext() if folder is None else StudyWriter(folder, match) as study,
            suppress(KeyboardInterrupt),
        ):
            _watch(games, tally, study)
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
        out.print(f"The study is in {folder}; to read it: vigil report {folder}", soft_wrap=True)
    finished = tally.played == tally.match.games
    if not finished:
        out.print(f"Stopped after {tally.played} of {tally.match.games} games.")
    return finished


class Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:,.1f} a second,")


def _watch(games: Iterator[Played], tally: Tally, study: StudyWriter | None) -> None:
    # The bar goes to stderr, so that the results can be kept in a file.
    screen = console(stderr=True)
    counted = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games,"))
    columns = (*counted, Rate(), TimeRemainingColumn(), TextColumn("left"))
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        bar = progress.add_task("", total=tally.match.games)
        for played in games:
            tally.add(played)
            if study is not None:
                study.add(played)
            progress.advance(bar)


def _print(out: Console, tally: Tally, seconds: float) -> None:
    match = tally.match
    setup = match.setup()
    titles = " + ".join(box.title for box in setup.card_sets())
    out.print(f"[bold]{titles}[/], {match.players} {'player' if match.players == 1 else 'players'}, {match.variant}")
    out.print(_standings(tally))
    length = f"{tally.turns_per_game:.1f} turns, {tally.decisions_per_game:.0f} decisions"
    out.print(f"A game lasted {length} on average.")
    if match.players > 1:
        side = "The first player's team" if match.variant == "team" else "The first player"
        interval = _between(tally.first_player_interval)
        out.print(f"{side} won {percent(tally.first_player_share)} of the games. The 95 % interval is {interval}.")
    if tally.stalled:
        out.print(f"{tally.stalled} of them came to a standstill and were decided by the scores of that moment.")
    if tally.repeats:
        left_out = "1 game is" if tally.repeats == 1 else f"{tally.repeats} games are"
        out.print(
            f"{left_out} left out: the same bots played the same deal in the same way in another game. "
            "To count it again would only feign certainty.",
            soft_wrap=True,
        )
    pace = f", {tally.played / seconds:,.1f} a second" if seconds else ""
    games = "1 game" if tally.played == 1 else f"{tally.played} games"
    out.print(f"{games} with seed {match.seed} in {seconds:.1f} s{pace}.", style="dim")


def _standings(tally: Tally) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("bot", no_wrap=True)
    for heading in ("games", "wins", "share", "95 % interval", "among equals", "average score"):
        table.add_column(heading, justify="right", no_wrap=True)
    rows = sorted(tally.standings, key=lambda each: -each.share)
    for standing in rows:
        par = percent(standing.par) if tally.match.players > 1 else ""
        table.add_row(*_cells(standing), par, f"{standing.average_score:.1f}")
    if tally.cult is not None:
        table.add_row(*_cells(tally.cult), "", f"{tally.cult.average_score:.1f}")
    return table


def _cells(standing: Standing) -> list[str]:
    share = [percent(standing.share), _between(standing.interval)]
    return [standing.name, str(standing.games), str(standing.wins), *share]


def _between(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{100 * low:.1f} to {percent(high)}"
