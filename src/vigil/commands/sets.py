"""`vigil sets`: what can be played."""

from __future__ import annotations

from rich.table import Table

from vigil.cards import LIBRARY
from vigil.engine.library import CardSet
from vigil.set_names import short_name

from .output import console


def show_sets() -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("set", no_wrap=True)
    table.add_column("called", no_wrap=True)
    for heading in ("different cards", "center deck"):
        table.add_column(heading, justify="right")
    table.add_column("starting deck")
    table.add_column("always available")
    for box in LIBRARY.sets.values():
        table.add_row(
            box.title,
            short_name(box.name),
            str(len(box.cards)),
            _center_deck(box),
            _counts(box.starting),
            ", ".join([_counts(box.supply), *box.standing]),
        )
    out = console()
    out.print(table)
    out.print(
        "One set is for 1 to 4 players, two or more together for up to 6: --sets rise,war or --sets all.", style="dim"
    )


def _center_deck(box: CardSet) -> str:
    count = str(sum(card.copies for card in box.cards))
    treasure = "".join(f" + {more} {name}s" for name, more in box.treasure.items())
    return count + treasure


def _counts(cards: dict[str, int]) -> str:
    return ", ".join(f"{count} {LIBRARY.card(name).shown_name}" for name, count in cards.items())
