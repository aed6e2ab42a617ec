"""`vigil puzzles`: making and verifying puzzles; `vigil puzzle`: solving one in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Final

import click

from vigil.puzzles import THEMES, BadPuzzles, Puzzle, find_puzzles, load_puzzles, puzzle_by_id, puzzle_of_the_day
from vigil.puzzles.collection import Origin, origin_of, read_puzzles, together, write_puzzles
from vigil.set_names import set_names

from . import INTERRUPTED
from .options import count_option, file_option, playing_options
from .output import console, counted, print_line, progress, results_table

if TYPE_CHECKING:
    from vigil.engine.records import Record
    from vigil.lab.workers import Workers

BETWEEN_WRITES: Final = 20.0
"""Seconds between two writes of a file that grows."""

minutes_option = click.option(
    "--minutes", type=click.FloatRange(min=0, min_open=True), metavar="M", help="Begin nothing new after M minutes."
)


@click.group()
def puzzles() -> None:
    """Make and verify puzzles: positions with one clearly best choice.

    Vigil comes with puzzles; `vigil puzzle` asks one. docs/puzzles.md says how they are made.
    """


@puzzles.command()
@file_option("--out", required=True, help="The puzzles. The same command resumes where it was stopped.")
@count_option("--games", "-n", default=100, help="Number of games that are searched.")
@click.option(
    "--records",
    multiple=True,
    type=click.Path(path_type=Path, exists=True),
    metavar="PATH",
    help="Search these finished games instead: files, or folders of files. Names are not kept. Repeatable.",
)
@minutes_option
@playing_options("games")
@click.pass_context
def make(
    ctx: click.Context,
    out: Path,
    games: int,
    records: tuple[Path, ...],
    minutes: float | None,
    seed: int,
    workers: Workers,
) -> None:
    """Search games of Expert, of all sets and mixtures, for puzzles.

    A game takes about ten seconds of a processor and has one or two puzzles. Ctrl-C stops, and the same command goes
    on from there. Another seed gives other games.

    \b
      vigil puzzles make --out mined.jsonl.xz --games 100
      vigil puzzles make --out mine.jsonl.xz --records games/
    """
    from vigil.lab.puzzle_mining import MiningPlan, mine_game, own_origin

    plan = MiningPlan(seed, _records(records))
    count = len(plan.records) if records else games
    origin, known = _begun(out, own_origin(plan))
    done, counts = set(origin.searched), Counter(dict(origin.counts))
    missing = [number for number in range(count) if number not in done]

    def write() -> None:
        write_puzzles(out, origin.after(done, counts), known.values())

    try:
        with workers, progress("searching", "games") as bar:
            task = bar.add_task("", total=count, completed=count - len(missing))
            written = perf_counter()
            for found in workers.results(mine_game, plan, _until(missing, minutes)):
                known |= {puzzle.id: puzzle for puzzle in found.puzzles}
                done.add(found.number)
                counts += found.counts
                bar.update(task, advance=1, description=counted(len(known), "puzzle"))
                if perf_counter() - written > BETWEEN_WRITES:
                    write()
                    written = perf_counter()
        write()
    except KeyboardInterrupt:
        write()
        print_line(console(), f"{out} has {counted(len(known), 'puzzle')}. The same command goes on from here.")
        ctx.exit(INTERRUPTED)
    _print_counts(out, counts, known)


def _until(numbers: list[int], minutes: float | None) -> Iterator[int]:
    """The numbers, as long as there is time."""
    end = None if minutes is None else monotonic() + 60 * minutes
    for number in numbers:
        if end is not None and monotonic() > end:
            return
        yield number


def _begun(path: Path, own: Origin) -> tuple[Origin, dict[str, Puzzle]]:
    """What is in the file already."""
    if not path.exists():
        return own, {}
    found, known = read_puzzles(path)
    if found.plan != own.plan:
        raise BadPuzzles(
            f"{path} was begun with other games, another seed or another version of the judge. Name another file, or "
            "go on with the arguments that it was begun with."
        )
    return found, {puzzle.id: puzzle for puzzle in known}


def _records(paths: tuple[Path, ...]) -> tuple[Record, ...]:
    """The finished games of these files and folders, without the names of their players."""
    from vigil.lab.puzzle_mining import BadGames, nameless
    from vigil.terminal.game_files import read

    files = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    if paths and not files:
        raise BadGames(f"There are no records in {', '.join(map(str, paths))}. A record is a file NAME.json.")
    return tuple(nameless(read(file), file) for file in files)


def _print_counts(out: Path, counts: Counter[str], known: dict[str, Puzzle]) -> None:
    page, games = console(), counts["games"]
    print_line(page, f"{out} has {counted(len(known), 'puzzle')} of {counted(games, 'game')}.", style="bold")
    table = results_table("decisions", "", "a game")
    for name, count in counts.items():
        if name == "games":
            continue
        table.add_row(name, f"{count:,}", f"{count / max(1, games):.1f}")
    page.print(table)


@puzzles.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, metavar="[FILE]...")
@file_option("--out", help="Write the puzzles that pass to this file.")
@minutes_option
@playing_options("puzzles")
@click.pass_context
def check(
    ctx: click.Context, files: tuple[Path, ...], out: Path | None, minutes: float | None, seed: int, workers: Workers
) -> None:
    """Verify every puzzle again: both judges, in other worlds than those in which it was found.

    Without a FILE, the puzzles that come with Vigil. Exits with 1 if a puzzle fails. --out gathers those that pass in
    one file, without those that are too much like others.

    \b
      vigil puzzles check
      vigil puzzles check mined.jsonl.xz --seed 1 --out puzzles.jsonl.xz
    """
    from vigil.lab.puzzle_checks import CheckPlan, check_puzzle, described_anew, unlike

    by_id = {puzzle.id: puzzle for file in files or [None] for puzzle in load_puzzles(file)}
    asked = tuple(by_id.values())
    plan = CheckPlan(seed, asked)
    failed: dict[str, str] = {}
    checked: list[Puzzle] = []
    with workers, progress("checking", "puzzles") as bar:
        task = bar.add_task("", total=len(asked))
        for place, problem in workers.results(check_puzzle, plan, _until(list(range(len(asked))), minutes)):
            checked.append(asked[place])
            if problem:
                failed[asked[place].id] = problem
            bar.update(task, advance=1, description=f"{len(failed)} failed")
    page = console()
    for name, problem in sorted(failed.items()):
        page.print(f"{name}: {problem}")
    passed = [puzzle for puzzle in checked if puzzle.id not in failed]
    print_line(page, f"{len(passed):,} of {counted(len(checked), 'puzzle')} pass, {len(failed)} fail.", style="bold")
    for problem, count in Counter(_kind(each) for each in failed.values()).most_common():
        page.print(f"  {count:,}: {problem}")
    if len(checked) < len(asked):
        page.print(f"{counted(len(asked) - len(checked), 'puzzle')} not checked: the time was up.")
    if out is not None:
        kept = [described_anew(puzzle) for puzzle in unlike(passed)]
        origin = together([origin_of(file) for file in files or [None]])
        thrown_out = Counter(f"failed: {_kind(each)}" for each in failed.values())
        counts = {**dict(origin.counts), "verified": len(checked), **thrown_out, "too alike": len(passed) - len(kept)}
        write_puzzles(out, origin.after((), counts), kept)
        page.print(f"{out} has {counted(len(kept), 'puzzle')}; {len(passed) - len(kept)} were too much like others.")
    if failed:
        ctx.exit(1)


def _kind(problem: str) -> str:
    return problem.split(":")[0]


@click.command()
@click.argument("name", metavar="[ID]", default="")
@click.option(
    "--sets", "-s", multiple=True, metavar="SETS", help="Only puzzles with exactly these sets, separated by commas."
)
@click.option("--theme", default="", metavar="NAME", help=f"Only puzzles about this: {', '.join(THEMES)}.")
@click.option("--players", "-p", type=click.IntRange(2, 4), metavar="N", help="Only puzzles with so many players.")
@click.option("--daily", is_flag=True, help="The puzzle of the day, the same for everybody.")
@file_option("--file", help="Other puzzles than those that come with Vigil.")
@click.option("--seed", type=int, help="A number: the same seed gives the same order of puzzles.")
def puzzle(
    name: str, sets: tuple[str, ...], theme: str, players: int | None, daily: bool, file: Path | None, seed: int | None
) -> None:
    """Solve puzzles: find the option with the best chance to win.

    Without arguments, any puzzle that you have not tried yet. After the answer you see what every option is worth, and
    why the best one is best.

    \b
      vigil puzzle --daily
      vigil puzzle --sets rise --theme banish
    """
    from vigil.terminal.puzzle_screen import solve

    if bool(name) + daily + bool(sets or theme or players) > 1:
        raise click.UsageError("ID, --daily and what puzzles have to be about exclude each other.")
    known = load_puzzles(file)
    if daily:
        solve([puzzle_of_the_day(datetime.now(UTC).date(), known)], go_on_after=False)
    elif name:
        solve([puzzle_by_id(name, known)], go_on_after=False)
    else:
        solve(find_puzzles(set_names(sets), theme, players, known), seed)
