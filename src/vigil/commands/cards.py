"""`vigil cards`: looking cards up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from vigil import LIBRARY
from vigil.engine import terms
from vigil.engine.card import Card
from vigil.engine.errors import BadNotation, UnknownName, did_you_mean
from vigil.engine.library import fold
from vigil.rulings import rulings_for

from .output import console

COLORS = {"Enlightened": "blue", "Lifebound": "green", "Mechana": "yellow", "Void": "magenta"}


@dataclass(frozen=True)
class Search:
    """What somebody looks for. Everything that is given must fit."""

    words: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    faction: str = ""
    kind: str = ""
    cost: str = ""
    keyword: str = ""

    def cards(self) -> list[Card]:
        costs = None if not self.cost else cost_range(self.cost)
        return [card for card in LIBRARY if self._fits(card, costs)]

    def _fits(self, card: Card, costs: range | None) -> bool:
        if self.sets and card.set_name not in self.sets:
            return False
        if self.faction and card.faction.lower() != self.faction:
            return False
        if self.kind and card.kind != self.kind:
            return False
        if costs is not None and (card.is_event or card.runes + card.power not in costs):
            return False
        if self.keyword and self.keyword not in card.keywords:
            return False
        text = fold(f"{card.name} {card.type_line} {card.text}")
        return all(fold(word) in text for word in self.words)

    def named(self) -> Card | None:
        """The card whose whole name was given."""
        wanted = fold(" ".join(self.words))
        return next((card for card in LIBRARY if fold(card.name) == wanted), None)


def cost_range(text: str) -> range:
    """`3`, `2-4` or `5+`: runes and power together."""
    found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3})|(\+))?", text.strip())
    if found is None:
        raise BadNotation(f'"{text}" is not a cost: write 3, 2-4 or 5+.')
    low = int(found[1])
    high = 999 if found[3] else int(found[2] or low)
    return range(low, high + 1)


def all_keywords() -> list[str]:
    return sorted({word for card in LIBRARY for word in card.keywords})


def show_cards(search: Search, full: bool) -> None:
    found = search.cards()
    if not found:
        words = " ".join(search.words)
        hint = did_you_mean(words, LIBRARY.names()) if words else ""
        what = f'No card fits "{words}"' if words else "No card fits"
        raise UnknownName(f"{what}{' with these filters' if search != Search(search.words) else ''}.{hint}")
    out = console()
    named = search.named()
    if full or len(found) == 1:
        for card in found:
            _whole(out, card)
        return
    if named in found:
        _whole(out, named)
        found.remove(named)
        out.print(f"[dim]Other cards with {'these words' if len(search.words) > 1 else 'this word'}:[/]")
    out.print(_table(found))
    out.print(f"{len(found)} cards. Name one of them, or say --full, to read everything about it.", style="dim")


def _table(cards: Sequence[Card]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("card", no_wrap=True)
    table.add_column("kind", no_wrap=True)
    table.add_column("cost", no_wrap=True)
    table.add_column("honor", justify="right")
    table.add_column("text", overflow="fold")
    for card in cards:
        honor = str(card.honor) if card.honor else ""
        table.add_row(_name(card), card.type_line, _short_cost(card), honor, card.text)
    return table


def _name(card: Card) -> Text:
    return Text(card.name, style=COLORS.get(card.faction, ""))


def _short_cost(card: Card) -> str:
    return card.cost_text.replace(" runes", "r").replace(" rune", "r").replace(" power", "p").replace(" and ", "+")


def _whole(out: Console, card: Card) -> None:
    out.print(_name(card), style="bold")
    out.print(f"{', '.join(card.facts)}. {_whence(card)}", style="dim")
    for line in card.lines():
        out.print(Padding(Text(line), (0, 0, 0, 2)))
    rulings = rulings_for(card.name)
    if rulings:
        out.print("Rulings", style="bold dim")
        for ruling in rulings:
            out.print(Padding(Text(f"· {ruling}"), (0, 0, 0, 2)))
    out.print()


def _whence(card: Card) -> str:
    if card.origin == terms.FROM_START:
        return "A starting card."
    if card.origin == terms.FROM_SUPPLY:
        return "Always available."
    title = LIBRARY.sets[card.set_name].title if card.set_name else "Every set with treasure"
    if card.origin == terms.FROM_EVENT:
        return f"{title}; what {LIBRARY.cards[card.other_side].name} transforms into."
    copies = f", {card.copies} {'copies' if card.copies > 1 else 'copy'}" if card.copies else ""
    return f"{title}{copies}."
