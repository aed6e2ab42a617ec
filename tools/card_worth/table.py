"""The file of the package: what every printed card is worth, in the groups of games that are shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from vigil.cards import LIBRARY
from vigil.lab.book import PHASES
from vigil.lab.worth_sums import ACQUIRED, EFFECT, GAIN, HONOR, Cell, Sheet, Sums
from vigil.worth.own import ALL

ORDER: Final = (ACQUIRED, GAIN, EFFECT, HONOR)
"""As in the file."""
FEWEST: Final = 30
"""A number with fewer games behind it is not shown."""
MIXED: Final = "all sets mixed"
PLAYERS: Final = (2, 3, 4)

Row = list[list[float] | None]


def groups_of(cell: Cell) -> Iterator[str]:
    """The groups of games to which a cell belongs. Games with all sets mixed are a group of their own."""
    if "+" in cell.sets:
        yield MIXED
        return
    yield from (ALL, players_group(cell.players), cell.phase)
    if not LIBRARY.card(cell.card).set_name:
        yield LIBRARY.sets[cell.sets].title


def players_group(players: int) -> str:
    return f"{players} players"


GROUPS: Final = (ALL, *map(players_group, PLAYERS), *PHASES, *(each.title for each in LIBRARY.sets.values()), MIXED)


def cards_of(sheet: Sheet) -> dict[str, dict[str, Row]]:
    """By card and group: for each measure the number of games, the value and half of its interval, in points."""
    sums: defaultdict[tuple[str, str, str], Sums] = defaultdict(Sums)
    for cell, found in sheet.items():
        for group in groups_of(cell):
            sums[cell.card, group, cell.measure].join(found)
    cards: dict[str, dict[str, Row]] = {}
    for card in LIBRARY:
        groups = {group: row(card.name, group, sums) for group in GROUPS}
        shown = {group: found for group, found in groups.items() if any(found)}
        if shown:
            cards[card.name] = {ALL: groups[ALL], **shown}
    return cards


def row(card: str, group: str, sums: dict[tuple[str, str, str], Sums]) -> Row:
    # The honor is for the whole only: the file goes to everybody who opens the card browser.
    measures = ORDER if group == ALL else ORDER[:-1]
    return [_shown(sums.get((card, group, measure), Sums()), measure) for measure in measures]


def _shown(sums: Sums, measure: str) -> list[float] | None:
    found = sums.estimate
    if found is None or found.count < FEWEST:
        return None
    scale = 1 if measure == HONOR else 100
    return [found.count, round(scale * found.value, 1), round(scale * (found.high - found.low) / 2, 1)]


def file_of(sheet: Sheet, about: dict[str, Any]) -> dict[str, Any]:
    return {**about, "cards": cards_of(sheet)}
