"""The figures in docs/puzzles.md: what the puzzles that come with Vigil are like, and how many decisions became one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from vigil.cards import LIBRARY
from vigil.puzzles import THEMES, Puzzle, load_puzzles
from vigil.puzzles.collection import origin_of

from .pages import DOCS, with_generated

PAGE: Final = DOCS / "puzzles.md"


def puzzle_page() -> str:
    """docs/puzzles.md as it should be."""
    return with_generated(PAGE, {"figures": figures, "themes": themes})


def themes() -> str:
    count = Counter(theme for puzzle in load_puzzles() for theme in puzzle.themes)
    rows = [f"| `{theme}` | {meaning} | {count[theme]} |" for theme, meaning in THEMES.items()]
    return "\n".join(["| theme | meaning | puzzles |", "| --- | --- | ---: |", *rows])


def figures() -> str:
    puzzles, origin = load_puzzles(), origin_of()
    ratings = sorted(puzzle.difficulty.rating for puzzle in puzzles)
    quarter = len(ratings) // 4
    lines = [
        f"There are {len(puzzles):,} puzzles, made with judge {origin.judge}, network `{origin.network}` and rules "
        f"version {origin.rules} from games with {origin.source}.".replace("; ", ", "),
        f"Their ratings reach from {ratings[0]:.0f} to {ratings[-1]:.0f}; half of them lie between "
        f"{ratings[quarter]:.0f} and {ratings[-1 - quarter]:.0f}.",
        "",
        *_table("sets", Counter(_sets(puzzle) for puzzle in puzzles)),
        *_table("players", Counter(_players(puzzle) for puzzle in puzzles)),
        *_table("steps", Counter(str(len(puzzle.steps)) for puzzle in puzzles)),
        *_table("fools", Counter(bot for puzzle in puzzles for bot in puzzle.fooled)),
        "How many got how far. The last lines say what verifying threw out.",
        "",
        *_table("stage", Counter(dict(origin.counts)), in_order=True),
    ]
    return "\n".join(lines).rstrip()


def _sets(puzzle: Puzzle) -> str:
    titles = [LIBRARY.sets[name].title for name in puzzle.sets]
    return titles[0] if len(titles) == 1 else f"{len(titles)} sets mixed"


def _players(puzzle: Puzzle) -> str:
    return f"{puzzle.players} in teams" if puzzle.variant == "team" else str(puzzle.players)


def _table(name: str, counts: Counter[str], in_order: bool = False) -> Iterable[str]:
    rows = counts.items() if in_order else sorted(counts.items())
    return [f"| {name} | number |", "| --- | ---: |", *(f"| {each} | {count:,} |" for each, count in rows), ""]
