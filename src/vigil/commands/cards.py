"""`vigil cards`: looking cards up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from vigil.cards import LIBRARY
from vigil.engine import terms
from vigil.engine.card import Card
from vigil.engine.errors import UnknownName, did_you_mean
from vigil.engine.library import fold
from vigil.public.cards import find_cards

from .output import console

COLORS = {"Enlightened": "blue", "Lifebound": "green", "Mechana": "yellow", "Void": "magenta"}


def show_cards(words: str, sets: Sequence[str], filters: Mapping[str, str], full: bool) -> None:
    found = [card.raw for card in find_cards(words, set=sets, **filters)]
    if not found:
        hint = did_you_mean(words, LIBRARY.names()) if words else ""
        what = f'No card fits "{words}"' if words else "No card fits"
        raise UnknownName(f"{what}{' with these filters' if sets or filters else ''}.{hint}")
    out = console()
    named = next((card for card in found if fold(card.name) == fold(words)), None)
    if full or len(found) == 1:
        for card in found:
            _whole(out, card)
        return
    if named is not None:
        _whole(out, named)
        found.remove(named)
        out.print(f"[dim]Other cards with {'these words' if len(words.split()) > 1 else 'this word'}:[/]")
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
    if card.rulings:
        out.print("Rulings", style="bold dim")
        for ruling in card.rulings:
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
