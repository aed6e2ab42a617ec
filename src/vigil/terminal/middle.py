"""The middle of the table: the center row, the always-available cards, the event, day and night, the honor pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from vigil.engine import terms
from vigil.engine.costs import price
from vigil.engine.light import light_for, light_over
from vigil.engine.terms import NOTHING, seat_name

from . import signs as paint
from .choices import Numbers
from .layout import PILES_AS_ROWS, Look, add_text_column, fitted, flow
from .signs import Signs

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.state import GameState
    from vigil.engine.view import SeatView


def headline(view: SeatView, look: Look) -> RenderableType:
    dot = f" {look.signs.dot} "
    titles = [box.title for box in view.setup.card_sets()]
    if sum(map(len, titles)) + 3 * len(titles) > look.width // 2:
        titles = [short_title(title) for title in titles]
    words = [" + ".join(titles)]
    if view.setup.variant != "standard":
        words.append(view.setup.variant)
    active = view.turn.seat
    words.append(f"turn {view.turn_number}")
    words.append("your turn" if active == view.seat and not look.is_replay else f"{seat_name(active)}'s turn")
    left = Text(dot.join(words), style="bold")
    right = Text(f"honor pool {view.pool}{look.signs.honor}", style=f"bold {paint.HONOR_STYLE}")
    gap = look.width - left.cell_len - right.cell_len - 2
    line = look.signs.line * max(gap, 1)
    return Text.assemble(left, " ", (line, paint.QUIET), " ", right, overflow="crop", no_wrap=True)


def short_title(title: str) -> str:
    """`Rise of Vigil` gives `Rise`: with four boxes on one table the whole titles are too much."""
    return title.split()[0]


def center_row(view: SeatView, look: Look, table: GameState, numbers: Numbers) -> RenderableType:
    """A line for each card: the number that takes it, name, type, price, honor, and what it does."""
    signs = look.signs
    has_orbs = any(view.cards[card].orb_number for card in view.row if card != NOTHING)
    has_treasure = any(view.under)
    grid = Table.grid(padding=(0, 1))
    grid.width = look.width
    grid.add_column(justify="right", no_wrap=True, min_width=3)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True, min_width=2)
    for _ in range(has_orbs + has_treasure):
        grid.add_column(no_wrap=True)
    add_text_column(grid, look)
    for slot, number in enumerate(view.row):
        cells = _row_cells(view, look, table, slot, number)
        extra = [_orb(view, number, signs)] if has_orbs else []
        if has_treasure:
            under = view.under[slot]
            extra.append(Text(f"{signs.treasure}{len(under)}" if under else "", style=paint.ENERGY_STYLE))
        grid.add_row(numbers.mark(numbers.of_row(slot)), *cells[:-1], *extra, cells[-1])
    if look.has(PILES_AS_ROWS):
        blank = [Text()] * (has_orbs + has_treasure)
        grid.add_row("", Text("always available", style=paint.QUIET))
        for card, left in _piles(view):
            cells = _card_cells(card, look, price_text(table, card, terms.SUPPLY_ZONE, NOTHING))
            if left != NOTHING:
                cells[-1].append(f"   {left} left", style=paint.QUIET)
            grid.add_row(numbers.mark(numbers.of_supply(card)), *cells[:-1], *blank, cells[-1])
    return grid


def _row_cells(view: SeatView, look: Look, table: GameState, slot: int, number: int) -> list[Text]:
    if number == NOTHING:
        return [Text("(empty)", style=paint.QUIET), Text(), Text(), Text(), Text()]
    card = view.cards[number]
    cells = _card_cells(card, look, price_text(table, card, terms.ROW_ZONE, slot))
    if view.setup.solitaire and slot in _next_for_the_cult(view):
        cells[-1] = Text.assemble(("(Cult) ", "bold"), cells[-1])
    return cells


def _card_cells(card: Card, look: Look, price: Text) -> list[Text]:
    style = paint.card_style(card)
    return [
        Text(card.shown_name, style=f"bold {style}"),
        Text(card.type_line if look.is_wide else paint.type_tag(card), style=style),
        price,
        Text(f"{card.honor}{look.signs.honor}" if card.honor else "", style=paint.HONOR_STYLE),
        Text(look.signs.brief.lines(card.phrases())),
    ]


def _next_for_the_cult(view: SeatView) -> list[int]:
    return [slot for slot, card in enumerate(view.row) if card != NOTHING][-2:]


def price_text(table: GameState, card: Card, zone: int, slot: int) -> Text:
    """What the active player pays now; the printed price follows where that is another."""
    runes, power = price(table, card, zone, slot)
    text = Text(paint.cost_tag(runes, power, card.pays_either and runes > 0))
    text.stylize(paint.POWER_STYLE if card.is_monster else paint.RUNES_STYLE)
    if (runes, power) != (card.runes, card.power):
        text.append(f" ({paint.cost_tag(card.runes, card.power)})", style=paint.QUIET)
    return text


def _orb(view: SeatView, number: int, signs: Signs) -> Text:
    orb = view.cards[number].orb_number if number != NOTHING else terms.NO_ORB
    marks = {terms.LIGHT_ORB: (signs.light, "bright_yellow"), terms.DARK_ORB: (signs.dark, "bright_magenta")}
    return Text(*marks.get(orb, ("", "")))


def _piles(view: SeatView) -> list[tuple[Card, int]]:
    """The always-available cards and how many are left; NOTHING where they never run out."""
    piles = [(view.cards[number], view.supply[place]) for place, number in enumerate(view.setup.supply)]
    return piles + [(view.cards[number], NOTHING) for number in view.setup.standing_monsters]


def always_available(view: SeatView, look: Look, table: GameState, numbers: Numbers) -> RenderableType:
    """The piles in one line, where there is no room for a line each."""
    signs = look.signs
    parts: list[Text] = []
    for card, left in _piles(view):
        number = numbers.of_supply(card)
        part = Text.assemble(numbers.mark(number), " " if number else "", (card.shown_name, paint.card_style(card)))
        part.append(" ")
        part.append_text(price_text(table, card, terms.SUPPLY_ZONE, NOTHING))
        part.append(f" {card.honor}{signs.honor}" if card.honor else "", style=paint.HONOR_STYLE)
        part.append(f", {left} left" if left != NOTHING else f" {signs.brief.lines(card.phrases())}", style=paint.QUIET)
        parts.append(part)
    return flow(parts, look.width)


def surroundings(view: SeatView, look: Look, table: GameState, numbers: Numbers) -> list[RenderableType]:
    """The event, day or night, the piles of the middle."""
    signs = look.signs
    parts: list[RenderableType] = []
    if view.event != NOTHING:
        card = view.cards[view.event]
        marks = [numbers.mark(numbers.of_use(card, terms.EVENT_ZONE, place)) for place in range(len(card.uses))]
        name = (card.shown_name, f"bold {paint.card_style(card)}")
        line = Text.assemble("Event ", *marks, " " if any(marks) else "", name, "  ", signs.brief.lines(card.phrases()))
        parts.append(fitted(line, look))
    words = [f"center deck {sum(layer.size for layer in view.center_deck)}", f"void {len(view.void)}"]
    if any(view.under):
        names = {view.cards[card].shown_name for under in view.under for card in under}
        words.append(f"{signs.treasure} {' or '.join(sorted(names))} underneath")
    line = Text(f" {signs.dot} ".join(words), style=paint.QUIET)
    if any(card.orb for box in view.setup.card_sets() for card in box.cards):
        line = Text.assemble(daylight(view, look, table), f" {signs.dot} ", line)
    parts.append(line)
    return parts


def daylight(view: SeatView, look: Look, table: GameState) -> Text:
    """Day or night, and by how many orbs; some constructs bring day to their player alone."""
    orbs = [view.cards[card].orb_number for card in view.row if card != NOTHING]
    signs = look.signs
    light = light_over(table)
    word, style = {terms.DAY: ("Day", "bright_yellow"), terms.NIGHT: ("Night", "bright_magenta")}.get(
        light, ("Neither day nor night", "bold")
    )
    text = Text.assemble((word, f"bold {style}"))
    lights, darks = orbs.count(terms.LIGHT_ORB), orbs.count(terms.DARK_ORB)
    text.append(f" ({signs.light} {lights} light, {signs.dark} {darks} dark)", style=paint.QUIET)
    active = view.turn.seat
    if light_for(table, active) & ~light:
        text.append(f", day for {'you' if active == view.seat else seat_name(active)} too", style="bold")
    return text
