"""The parts of the observation and of the action ids as tables, made from the encoding itself."""

from __future__ import annotations

from pathlib import Path

from vigil.learn import ENCODING_VERSION, Encoding, table
from vigil.learn.parts import Part

ENCODING = Path(__file__).parent.parent / "docs" / "encoding.md"

TABLES = {
    "chronicle, 2 players": Encoding(table("chronicle", 2)),
    "all sets, 4 players in teams": Encoding(table("all", 4, "team")),
    "all sets, solitaire": Encoding(table("all", 1, "solitaire")),
}

SPELLED_OUT = ("table", "turn", "question", "own numbers")


def encoding_table() -> str:
    """What stands where, for the smallest table, the largest usual one, and the one that is played alone."""
    lines = [
        "# What the numbers mean",
        "",
        f"Made by `make docs` from the encoding, version {ENCODING_VERSION}. [Learning](learn.md) says how it is used.",
        "",
        "The columns on the right give the first and the last place of each part at three tables; at yours,",
        "`encoding.observation_parts` and `encoding.action_parts` say the same, `encoding.feature_names()` and",
        "`encoding.action_name(id)` name every single place. `own` is the viewer, `left 1` the next player clockwise.",
        "A part that counts cards has a place for each card of the sets in play that can be there. The third column",
        "says what a place is divided by in a scaled observation; `cards` is the number of cards of the table.",
        "",
        f"## The observation: {_sizes([each.size for each in TABLES.values()])} numbers",
        "",
        *_rows([each.observation_parts for each in TABLES.values()]),
        "",
        f"## The actions: {_sizes([each.actions for each in TABLES.values()])} ids",
        "",
        "Where several equal cards of the row can be told apart by their treasure (or lie in solitaire's row, which",
        "slides), the leftmost on offer has the first of the card's ids, the next one the second, and so on.",
        "",
        *_rows([each.action_parts for each in TABLES.values()]),
    ]
    return "\n".join(lines) + "\n"


def _sizes(sizes: list[int]) -> str:
    return ", ".join(map(str, sizes[:-1])) + f" or {sizes[-1]}"


def _rows(tables: list[list[Part]]) -> list[str]:
    by_name = [{part.name: part for part in parts} for parts in tables]
    # The largest table knows nearly every part; what only another one has comes behind.
    names = dict.fromkeys(name for parts in (by_name[1], *by_name) for name in parts)
    scaled = any(part.scales for part in tables[0])
    column = " scale |" if scaled else ""
    lines = [f"| part | what it says |{column} {' | '.join(TABLES)} |"]
    lines.append("| --- | --- |" + (" --- |" if scaled else "") + " --- |" * len(TABLES))
    for name in names:
        part = next(parts[name] for parts in by_name if name in parts)
        about = f"{part.about}: {', '.join(part.names)}" if name in SPELLED_OUT else part.about
        places = [_places(parts.get(name)) for parts in by_name]
        scale = f" {_scale(part)} |" if scaled else ""
        lines.append(f"| {name} | {about} |{scale} {' | '.join(places)} |")
    return lines


def _scale(part: Part) -> str:
    """One number where all places have the same, otherwise all of them."""
    if part.name == "row slots":
        return "cards"
    scales = part.scales or (1.0,)
    return ", ".join(f"{each:g}" for each in (scales if len(set(scales)) > 1 else scales[:1]))


def _places(part: Part | None) -> str:
    if part is None:
        return ""
    return f"{part.start}" if part.end == part.start + 1 else f"{part.start} to {part.end - 1}"
