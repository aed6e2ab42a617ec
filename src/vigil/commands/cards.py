"""`vigil cards`, `vigil rules` and `vigil sets`: looking things up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from vigil.cards import LIBRARY
from vigil.custom_sets import is_source, load_sets
from vigil.engine import terms
from vigil.engine.card import Card
from vigil.engine.errors import UnknownName, did_you_mean
from vigil.engine.library import CardSet, fold
from vigil.engine.terms import KIND_WORDS
from vigil.public.cards import find_cards
from vigil.set_names import set_names, short_name
from vigil.terminal.pages import rules_page
from vigil.terminal.signs import card_style, cost_tag
from vigil.worth import Measure, Worth, own_worth
from vigil.worth.model import signed

from .options import set_option
from .output import console, text_table

WHOLE: Final = "all with its set"
ABOUT_WORTH: Final = (
    "Forced: taken rather than left this turn, by experiment. Judged: compared with the best alternative. "
    "Acquired: how much more often than their share those won who took it; biased, because whoever is ahead can afford "
    "more. docs/card-worth.md has the method."
)


@click.command()
@click.argument("words", nargs=-1)
@click.option(
    "--set", "-s", "sets", multiple=True, metavar="SET", help="Only cards of this set, or of a file of your own."
)
@click.option("--faction", metavar="NAME", help="Only this faction: enlightened, lifebound, mechana or void.")
@click.option("--kind", metavar="NAME", help=f"Only this kind: {', '.join(KIND_WORDS)}.")
@click.option("--cost", metavar="N", help="Only this cost, runes and power together: 3, 2-4 or 5+.")
@click.option("--keyword", metavar="NAME", help="Only cards with this keyword, such as fate or energize.")
@click.option("--full", is_flag=True, help="Show all details of every matching card.")
def cards(words: tuple[str, ...], sets: tuple[str, ...], full: bool, **filters: str | None) -> None:
    """Look up cards by words in their name or text.

    A card that is given by its name is shown with its whole text and its rulings.

    \b
      vigil cards hedron cannon
      vigil cards banish --faction void --cost 1-3
      vigil cards --set rise --keyword fate --full
      vigil cards --set my_set.py --full
    """
    names = [name for text in sets for name in ([load_sets([text])[0].name] if is_source(text) else set_names([text]))]
    show_cards(" ".join(words), names, {key: value for key, value in filters.items() if value}, full)


@click.command()
@click.argument("words", nargs=-1)
def rules(words: tuple[str, ...]) -> None:
    """Look up rules: how a turn goes, or what a word means.

    \b
      vigil rules
      vigil rules dual cost
      vigil rules energize
    """
    console().print(rules_page(" ".join(words)))


@click.command()
@set_option
def sets() -> None:
    """List the sets and what is in them."""
    headings = ("set", "called", "different cards", "center deck", "starting deck", "always available")
    table = text_table(*headings, unwrapped=("set", "called"))
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
    return count + "".join(f" + {more} {name}s" for name, more in box.treasure.items())


def _counts(cards: dict[str, int]) -> str:
    return ", ".join(f"{count} {LIBRARY.card(name).shown_name}" for name, count in cards.items())


# --- cards


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
    out.print(f"{len(found)} cards. Give the name of one, or --full, to see everything about it.", style="dim")


def _table(cards: Sequence[Card]) -> Table:
    table = text_table("card", "kind", "cost", "honor", "text", unwrapped=("card", "kind", "cost"))
    for card in cards:
        honor = str(card.honor) if card.honor else ""
        cost = cost_tag(card.runes, card.power, card.pays_either) if card.cost_text else ""
        table.add_row(_name(card), card.type_line, cost, honor, card.text)
    return table


def _name(card: Card) -> Text:
    return Text(card.name, style=card_style(card))


def _whole(out: Console, card: Card) -> None:
    out.print(_name(card), style="bold")
    out.print(f"{', '.join(card.facts)}. {_whence(card)}", style="dim")
    for line in card.lines():
        out.print(Padding(Text(line), (0, 0, 0, 2)))
    if card.rulings:
        out.print("Rulings", style="bold dim")
        for ruling in card.rulings:
            out.print(Padding(Text(f"· {ruling}"), (0, 0, 0, 2)))
    worth = own_worth(card.name)
    if worth is not None:
        _print_worth(out, worth)
    out.print()


def _print_worth(out: Console, worth: Worth) -> None:
    out.print("Worth in points of win chance, with 95 % intervals", style="bold dim")
    headings = ("", "forced", "games", "judged", "games", "acquired", "games")
    table = text_table(*headings, unwrapped=headings[1:])
    for name, part in {WHOLE: worth, **worth.by}.items():
        table.add_row(name, *_cells(part.effect), *_cells(part.gain), *_cells(part.acquired))
    out.print(Padding(table, (0, 0, 0, 2)))
    if worth.honor:
        out.print(Padding(f"In honor, forced: {_cells(worth.honor)[0]}", (0, 2)))
    out.print(Padding(ABOUT_WORTH, (0, 2)), style="dim")


def _cells(measure: Measure | None) -> list[str]:
    if measure is None:
        return ["", ""]
    return [f"{signed(measure.value)} ±{measure.high - measure.value:.1f}", f"{measure.games:,}"]


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
