"""`vigil arena`: bots meet on common deals, and their strength is measured."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from vigil.engine.terms import SOLITAIRE, TEAM
from vigil.lab.arena import Contest
from vigil.lab.arena_course import Course, sequential_test
from vigil.lab.arena_file import ArenaFile
from vigil.lab.arena_results import Results
from vigil.lab.crew import Crew
from vigil.lab.findings import Estimate
from vigil.lab.sequential import BOUND, SequentialTest

from .output import console, percent

LOOK_BACK: Final = 600.0
"""Seconds that the pace is taken from: a block of slow bots can take minutes."""


def arena(
    contest: Contest,
    blocks: int,
    processes: int,
    path: Path | None = None,
    reference: int = 0,
    hypotheses: tuple[float, float] | None = None,
) -> bool:
    """Plays and prints what came out. False if somebody stopped it before the end."""
    contest.check()
    test = None if hypotheses is None else sequential_test(contest, hypotheses)
    start = perf_counter()
    with nullcontext() if path is None else ArenaFile(path, contest) as file:
        course = Course(contest, blocks, file, test)
        with suppress(KeyboardInterrupt), Crew(min(processes, blocks)) as crew:
            _watch(course, crew)
    out = console()
    if course.blocks:
        _print(out, Results(contest, course.blocks, reference), test)
    _print_end(out, course, path, perf_counter() - start)
    return course.is_finished


class Pace(ProgressColumn):
    def render(self, task: Task) -> Text:
        if task.speed is None:
            return Text("")
        return Text(f"{task.speed:,.1f} a second," if task.speed >= 1 else f"{60 * task.speed:.1f} a minute,")


def _watch(course: Course, crew: Crew) -> None:
    # The bar goes to stderr, so that the results can be kept in a file.
    screen = console(stderr=True)
    counted = (TextColumn("playing"), BarColumn(bar_width=None), MofNCompleteColumn(), TextColumn("blocks,"))
    columns = (*counted, Pace(), TimeRemainingColumn(), TextColumn("left {task.description}", markup=False))
    with Progress(
        *columns,
        console=screen,
        transient=True,
        expand=True,
        disable=not screen.is_terminal,
        speed_estimate_period=LOOK_BACK,
    ) as progress:
        bar = progress.add_task("", total=course.most, completed=course.remembered)
        won = [block.score(0) for block in course.blocks if block.mishap is None]
        for block in course.play(crew):
            if block.mishap is None:
                won.append(block.score(0))
            progress.update(bar, advance=1, description=_so_far(course, won))


def _so_far(course: Course, won: list[float]) -> str:
    """The first bot's win rate, or what the test has gathered."""
    if course.test is not None:
        return f"ratio {course.test.ratio:+.1f}"
    return f"{sum(won) / len(won):.0%} won" if won else ""


def _print_end(out: Console, course: Course, path: Path | None, seconds: float) -> None:
    played = len(course.blocks)
    if path is not None:
        before = f", {course.remembered} of them from before" if course.remembered else ""
        out.print(f"The blocks are in {path}{before}.", soft_wrap=True, style="dim")
    if not course.is_finished:
        on = "" if path is None else " The same command goes on from here."
        out.print(f"Stopped after {_counted(played, 'block')} of {course.most}, {seconds:.0f} s.{on}")


def _print(out: Console, results: Results, test: SequentialTest | None) -> None:
    contest = results.contest
    titles = " + ".join(box.title for box in contest.setup().card_sets())
    out.print(f"[bold]{titles}[/], {_counted(contest.players, 'player')}, {contest.variant}")
    if results.counted:
        out.print(_standings(results))
        if results.crosses and len(contest.entrants) > 2:
            out.print(_crosstable(results))
    out.print(_conduct(results))
    _print_mishaps(out, results)
    if results.counted:
        _print_facts(out, results)
    if test is not None and results.counted:
        _print_verdict(out, contest, test)
    _print_pace(out, results)


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    first, *others = headings
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _standings(results: Results) -> Table:
    table = _table("bot", "win rate", "95 % interval", "par", "Elo", "95 % interval")
    by_rating = sorted(range(len(results.standings)), key=lambda who: -results.standings[who].rating.value)
    for who in by_rating:
        each = results.standings[who]
        elo = "reference" if who == results.reference else _elo_between(each.rating)
        won = [percent(each.won.value), _between(each.won, "{:.1%}")]
        table.add_row(each.label, *won, percent(each.par), f"{each.rating.value:.0f}", elo)
    return table


def _crosstable(results: Results) -> Table:
    """Who wins how often against whom; the columns have the numbers of the rows."""
    labels = results.contest.labels
    # Six columns and more leave no room for a decimal place on a narrow screen.
    places = 1 if len(labels) < 6 else 0
    table = _table("won against", *(f"{place}" for place in range(1, len(labels) + 1)))
    for who, label in enumerate(labels):
        cells = [results.crosses.get((who, other)) for other in range(len(labels))]
        shown = ["" if cell is None else f"{100 * cell.value:.{places}f}±{_reach(cell, places)}" for cell in cells]
        table.add_row(f"{who + 1} {label}", *shown)
    return table


def _reach(estimate: Estimate, places: int) -> str:
    return f"{50 * (estimate.high - estimate.low):.{places}f}"


def _conduct(results: Results) -> Table:
    table = _table("bot", "honor ahead", "a decision", "at worst", "decisions", "errors", "timeouts")
    ahead = [_ahead(each.honor) for each in results.standings] if results.counted else []
    for who, each in enumerate(results.conduct[:-1]):
        thinking = each.thinking
        spent = [_duration(each.mean_seconds), _duration(thinking.worst), f"{thinking.decisions:,}"]
        table.add_row(each.label, ahead[who] if ahead else "", *spent, str(each.errors), str(each.timeouts))
    return table


def _ahead(honor: Estimate) -> str:
    reach = (honor.high - honor.low) / 2
    return f"{honor.value:+.1f}" + (f" ±{reach:.1f}" if isfinite(reach) else "")


def _print_mishaps(out: Console, results: Results) -> None:
    aside = len(results.blocks) - len(results.counted)
    if not aside:
        return
    out.print(f"{_counted(aside, 'block')} set aside, and counted for nobody:")
    for each in results.conduct:
        for sentence, times in each.sentences.items():
            often = f" ({times} times)" if times > 1 else ""
            out.print(f"  {each.label}: {sentence}{often}", markup=False, soft_wrap=True)


def _print_facts(out: Console, results: Results) -> None:
    contest = results.contest
    if contest.variant != SOLITAIRE:
        side = "The first player's team" if contest.variant == TEAM else "The first player"
        first = results.first_player
        out.print(f"{side} won {percent(first.value)} of the games ({_between(first, '{:.1%}')}).")
    if results.stalled:
        out.print(f"{_counted(results.stalled, 'game')} came to a standstill and were decided by the scores.")


def _print_verdict(out: Console, contest: Contest, test: SequentialTest) -> None:
    one, other = contest.labels
    after = f"after {_counted(test.blocks, 'block')}"
    if test.accepted is None:
        out.print(f"[bold]The sequential test[/] is undecided between {test.elo0:+g} and {test.elo1:+g} Elo {after}.")
    else:
        name, rejected = ("H1", test.elo0) if test.accepted == test.elo1 else ("H0", test.elo1)
        out.print(f"[bold]The sequential test accepts {name}[/] {after}:")
        out.print(f"{one} against {other} is {test.accepted:+g} Elo rather than {rejected:+g}.")
    out.print(f"The log likelihood ratio is {test.ratio:+.2f}, the bounds are ±{BOUND:.2f}.", style="dim")


def _print_pace(out: Console, results: Results) -> None:
    blocks, games = _counted(len(results.counted), "block"), _counted(len(results.lineups), "game")
    out.print(f"Counted: {blocks} of {games} with seed {results.contest.seed}.", style="dim")
    if results.seconds:
        pace = f"{results.games_played / results.seconds:,.1f} games and {results.decisions / results.seconds:,.0f}"
        out.print(f"A process played {pace} decisions a second.", style="dim")


# --- words


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _between(estimate: Estimate, form: str) -> str:
    if not isfinite(estimate.low):
        return "unknown"
    low, high = form.format(estimate.low), form.format(estimate.high)
    return f"{low.removesuffix('%')} to {high.replace('%', ' %')}"


def _elo_between(rating: Estimate) -> str:
    """Who never lost, or never won, has a bound on one side only; where all blocks were alike there is none."""
    low, high = rating.value - rating.low > 0.5, rating.high - rating.value > 0.5
    if low and high:
        return _between(rating, "{:.0f}")
    if low or high:
        return f"above {rating.low:.0f}" if low else f"below {rating.high:.0f}"
    return "unknown"


def _duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1e3 * seconds:.1f} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.0f} µs"
