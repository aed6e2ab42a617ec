"""The table, for the terminal and for docs/benchmarks.md."""

import platform
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from rich.box import SIMPLE_HEAD
from rich.table import Table

from bench.measure import Sample

Row = tuple[str, ...]
COLUMNS: Row = ("", "decisions/s", "ratio", "games/s", "per game", "copies/s", "ratio", "copy cost")


def rows(samples: Mapping[str, Sequence[Sample]], peer: str) -> list[Row]:
    """One row a program: medians over the rounds. Ratios to the peer are taken within each round first."""

    def row(name: str) -> Row:
        def middle(figure: Callable[[Sample], float]) -> float:
            return median(map(figure, samples[name]))

        def ratio(figure: Callable[[Sample], float]) -> str:
            pairs = zip(samples[name], samples[peer], strict=True)
            return f"{median(figure(ours) / figure(theirs) for ours, theirs in pairs):,.1f}×"

        return (
            name,
            f"{middle(lambda s: s.decisions_per_second):,.0f}",
            ratio(lambda s: s.decisions_per_second),
            f"{middle(lambda s: s.games_per_second):,.0f}",
            f"{middle(lambda s: s.decisions_per_game):,.0f}",
            f"{middle(lambda s: s.copies_per_second):,.0f}",
            ratio(lambda s: s.copies_per_second),
            f"{middle(lambda s: s.copy_in_decisions):.2f}",
        )

    return [row(name) for name in samples]


def terminal(table: list[Row]) -> Table:
    shown = Table(box=SIMPLE_HEAD)
    for index, column in enumerate(COLUMNS):
        shown.add_column(column, justify="right" if index else "left", no_wrap=True)
    for row in table:
        shown.add_row(*row)
    return shown


def markdown(table: list[Row]) -> str:
    rule = ("---", *("---:" for _ in COLUMNS[1:]))
    return "\n".join(f"| {' | '.join(row)} |" for row in (COLUMNS, rule, *table))


def page(table: list[Row], rounds: int, seconds: float, peer: str) -> str:
    return f"""\
# Benchmarks

Made by `make bench`; do not edit. {interpreter()}, on {processor()}, one core.

{markdown(table)}

- Two random players each; setting up is part of a game. Vigil's player is one `random.random()` a decision,
  inline.
- A decision is one question that the engine asks; *per game* counts them. {peer} asks once for all
  treasures of a hand, Vigil once for each card. Games of different rules differ in length, so compare
  decisions before games.
- Copies are of positions halfway through a game: `game.copy()` for Vigil, `copy.deepcopy` for {peer}, which
  has no copy of its own. The copy cost is in decisions: how many the same program makes in that time.
- {peer} plays Dominion's base set, ten random piles, with logging disabled.
- The programs take turns, {rounds} times after a warm-up, and have {seconds:g} s of processor time for each
  figure in each round. Figures are medians. A ratio is to {peer}, taken within each round: machines are
  noisy, so trust the ratios more than the figures.
"""


def interpreter() -> str:
    """Name, version, and whether the build was profile-guided: without it CPython is 8 to 28 % slower."""
    guided = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    build = "with" if guided else "without"
    return f"{platform.python_implementation()} {platform.python_version()} built {build} PGO"


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())
