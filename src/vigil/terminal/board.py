"""The board as one seat sees it: pure functions from a view to something that rich can print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from rich.console import Console, Group, OverflowMethod, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from vigil.engine.costs import price
from vigil.engine.light import light_for, light_over
from vigil.engine.terms import (
    DARK_ORB,
    DAY,
    LIGHT_ORB,
    NIGHT,
    NOTHING,
    ROW,
    SUPPLY,
    seat_name,
)
from vigil.engine.view import SPECTATOR

from . import signs as paint
from .brevity import short_text
from .choices import Numbers, choices
from .hand import my_cards
from .layout import label, labelled_grid
from .signs import UNICODE, Signs, counted_names

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.state import Game
    from vigil.engine.view import View

# How much room a board takes: with all texts, with the texts of the row, or a line for each card.
ROOMY: Final = 0
SNUG: Final = 1
TIGHT: Final = 2

WIDE: Final = 100
"""From this width on there is room for whole words."""


@dataclass(frozen=True)
class Look:
    """How a board is drawn: how wide, how roomy, with which signs, and what is said about each seat (`greedy`)."""

    width: int = 80
    room: int = ROOMY
    signs: Signs = UNICODE
    about: Sequence[str] = ()

    @property
    def is_wide(self) -> bool:
        return self.width >= WIDE

    def seat(self, seat: int, viewer: int) -> str:
        words = [seat_name(seat)]
        if seat == viewer:
            words.append("you")
        elif seat < len(self.about) and self.about[seat]:
            words.append(self.about[seat])
        return " ".join(words)


def fitting_board(view: View, console: Console, look: Look, height: int, news: Sequence[str] = ()) -> RenderableType:
    """The roomiest board that is not higher than this; the tightest where none fits."""
    options = console.options.update(width=look.width, height=None)
    for room in (ROOMY, SNUG):
        drawn = board(view, replace(look, room=room), news)
        if len(console.render_lines(drawn, options, pad=False)) <= height:
            return drawn
    return board(view, replace(look, room=TIGHT), news)


def board(view: View, look: Look, news: Sequence[str] = ()) -> RenderableType:
    """Everything that the seat may know and needs to know, from the row down to the numbered options."""
    # Prices and the light are rules, and rules are asked of a game: one made from the view, that could be this one.
    table = view.sample(0)
    numbers = Numbers(view)
    parts: list[RenderableType] = [headline(view, look), center_row(view, look, table, numbers)]
    if look.room == TIGHT:
        parts.append(always_available(view, look, table, numbers))
    parts += surroundings(view, look, table)
    parts += [rule(look), players(view, look)]
    if view.ending and not view.over:
        parts.append(last_round(view))
    parts.append(rule(look))
    if view.seat != SPECTATOR:
        parts.append(my_cards(view, look.signs, numbers, roomy=look.room == ROOMY, brief=look.room == TIGHT))
    if news:
        told = labelled_grid()
        told.add_row(label("news"), Text(" ".join(news), style=paint.QUIET))
        parts.append(told)
    if view.decision is not None:
        parts += [rule(look), choices(view, look.signs)]
    elif not view.over and view.deciding != NOTHING:
        parts.append(Text(f"{seat_name(view.deciding)} decides.", style="bold"))
    return Group(*(part for part in parts if part is not NO_RULE))


# --- the middle of the table


def headline(view: View, look: Look) -> RenderableType:
    dot = f" {look.signs.dot} "
    titles = [box.title for box in view.setup.boxes()]
    if sum(map(len, titles)) + 3 * len(titles) > look.width // 2:
        titles = [short_title(title) for title in titles]
    words = [" + ".join(titles)]
    if view.setup.variant != "standard":
        words.append(view.setup.variant)
    active = view.turn.seat
    words.append(f"turn {view.turn_number}")
    words.append("your turn" if active == view.seat else f"{seat_name(active)}'s turn")
    left = Text(dot.join(words), style="bold")
    right = Text(f"honor pool {view.pool}{look.signs.honor}", style=f"bold {paint.HONOR_STYLE}")
    gap = look.width - left.cell_len - right.cell_len - 2
    line = look.signs.line * max(gap, 1)
    return Text.assemble(left, " ", (line, paint.QUIET), " ", right, overflow="crop", no_wrap=True)


def short_title(title: str) -> str:
    """`Rise of Vigil` gives `Rise`: with four boxes on one table the whole titles are too much."""
    return title.split()[0]


def center_row(view: View, look: Look, table: Game, numbers: Numbers) -> RenderableType:
    """A line for each card: the number that takes it, name, type, price, honor, and what it does."""
    signs = look.signs
    has_orbs = any(view.cards[card].orb for card in view.row if card != NOTHING)
    has_treasure = any(view.under)
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True, min_width=3)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True, min_width=2)
    if has_orbs:
        grid.add_column(no_wrap=True)
    if has_treasure:
        grid.add_column(no_wrap=True)
    tight = look.room == TIGHT
    grid.add_column(ratio=1, no_wrap=tight, overflow=_overflow(signs) if tight else "fold")
    for slot, number in enumerate(view.row):
        cells = _row_cells(view, look, table, slot, number)
        extra = [_orb(view, number, signs)] if has_orbs else []
        if has_treasure:
            under = view.under[slot]
            extra.append(Text(f"{signs.treasure}{len(under)}" if under else "", style=paint.ENERGY_STYLE))
        grid.add_row(numbers.mark(numbers.of_row(view, slot)), *cells[:-1], *extra, cells[-1])
    if not tight:
        blank = [Text()] * (has_orbs + has_treasure)
        grid.add_row("", Text("always available", style=paint.QUIET))
        for card, left in _piles(view):
            cells = _card_cells(card, look, price_text(table, card, SUPPLY, NOTHING))
            if left != NOTHING:
                cells[-1].append(f"   {left} left", style=paint.QUIET)
            grid.add_row(numbers.mark(numbers.of_supply(card)), *cells[:-1], *blank, cells[-1])
    return _full_width(grid, look)


def _full_width(grid: Table, look: Look) -> Table:
    grid.width = look.width
    return grid


def _overflow(signs: Signs) -> OverflowMethod:
    """Rich's own ellipsis is not ASCII."""
    return "ellipsis" if signs is UNICODE else "crop"


def _row_cells(view: View, look: Look, table: Game, slot: int, number: int) -> list[Text]:
    if number == NOTHING:
        return [Text("(empty)", style=paint.QUIET), Text(), Text(), Text(), Text()]
    card = view.cards[number]
    cells = _card_cells(card, look, price_text(table, card, ROW, slot))
    if view.setup.solitaire and slot in _next_for_the_cult(view):
        cells[-1] = Text.assemble(("Cult next! ", "bold"), cells[-1])
    return cells


def _card_cells(card: Card, look: Look, price: Text) -> list[Text]:
    style = paint.card_style(card)
    return [
        Text(card.shown_name, style=f"bold {style}"),
        Text(card.type_line if look.is_wide else paint.type_tag(card), style=style),
        price,
        Text(f"{card.honor}{look.signs.honor}" if card.honor else "", style=paint.HONOR_STYLE),
        Text(short_text(card, look.signs)),
    ]


def _next_for_the_cult(view: View) -> list[int]:
    return [slot for slot, card in enumerate(view.row) if card != NOTHING][-2:]


def price_text(table: Game, card: Card, zone: int, slot: int) -> Text:
    """What the active player pays now; the printed price follows where that is another."""
    runes, power = price(table, card, zone, slot)
    text = Text(paint.cost_tag(runes, power, card.pays_either and runes > 0))
    text.stylize(paint.POWER_STYLE if card.is_monster else paint.RUNES_STYLE)
    if (runes, power) != (card.runes, card.power):
        text.append(f" ({paint.cost_tag(card.runes, card.power)})", style=paint.QUIET)
    return text


def _orb(view: View, number: int, signs: Signs) -> Text:
    orb = view.cards[number].orb if number != NOTHING else 0
    if orb == LIGHT_ORB:
        return Text(signs.light, style="bright_yellow")
    if orb == DARK_ORB:
        return Text(signs.dark, style="bright_magenta")
    return Text()


def _piles(view: View) -> list[tuple[Card, int]]:
    """The always-available cards and how many are left; NOTHING where they never run out."""
    piles = [(view.cards[number], view.supply[place]) for place, number in enumerate(view.setup.supply)]
    return piles + [(view.cards[number], NOTHING) for number in view.setup.standing_monsters]


def always_available(view: View, look: Look, table: Game, numbers: Numbers) -> RenderableType:
    """The piles in one line, where there is no room for a line each."""
    signs = look.signs
    parts: list[Text] = []
    for card, left in _piles(view):
        number = numbers.of_supply(card)
        part = Text.assemble(numbers.mark(number), " " if number else "", (card.shown_name, paint.card_style(card)))
        part.append(" ")
        part.append_text(price_text(table, card, SUPPLY, NOTHING))
        part.append(f" {card.honor}{signs.honor}" if card.honor else "", style=paint.HONOR_STYLE)
        part.append(f", {left} left" if left != NOTHING else f" {short_text(card, signs)}", style=paint.QUIET)
        parts.append(part)
    return Text("   ").join(parts)


def surroundings(view: View, look: Look, table: Game) -> list[RenderableType]:
    """The event, day or night, the piles of the middle."""
    signs = look.signs
    parts: list[RenderableType] = []
    if view.event != NOTHING:
        card = view.cards[view.event]
        title = Text.assemble("Event ", (card.shown_name, f"bold {paint.card_style(card)}"), "  ")
        parts.append(Text.assemble(title, short_text(card, signs)))
    words = [f"center deck {sum(layer.size for layer in view.center_deck)}", f"void {len(view.void)}"]
    if any(view.under):
        names = {view.cards[card].shown_name for under in view.under for card in under}
        words.append(f"{signs.treasure} {' or '.join(sorted(names))} underneath")
    line = Text(f" {signs.dot} ".join(words), style=paint.QUIET)
    if any(card.orb for box in view.setup.boxes() for card in box.cards):
        line = Text.assemble(daylight(view, look, table), f" {signs.dot} ", line)
    parts.append(line)
    return parts


def daylight(view: View, look: Look, table: Game) -> Text:
    """Day or night, and by how many orbs; some constructs bring day to their player alone."""
    orbs = [view.cards[card].orb for card in view.row if card != NOTHING]
    signs = look.signs
    light = light_over(table)
    word, style = {DAY: ("Day", "bright_yellow"), NIGHT: ("Night", "bright_magenta")}.get(
        light, ("Neither day nor night", "bold")
    )
    text = Text(word, style=f"bold {style}")
    lights, darks = orbs.count(LIGHT_ORB), orbs.count(DARK_ORB)
    text.append(f" ({signs.light} {lights} light, {signs.dark} {darks} dark)", style=paint.QUIET)
    active = view.turn.seat
    if light_for(table, active) & ~light:
        text.append(f", day for {'you' if active == view.seat else seat_name(active)} too", style="bold")
    return text


# --- the players


def players(view: View, look: Look) -> RenderableType:
    signs = look.signs
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, max_width=24)
    for _ in range(5):
        grid.add_column(justify="right", no_wrap=True)
    tight = look.room == TIGHT
    grid.add_column(ratio=1, no_wrap=tight, overflow=_overflow(signs) if tight else "fold")
    heads = ("", "", f"{signs.honor}tokens", f"{signs.honor}cards", "hand", "deck", "discard", "in play")
    grid.add_row(*(Text(head, style=paint.QUIET) for head in heads))
    for seat, player in enumerate(view.players):
        is_active = seat == view.turn.seat
        in_cards = sum(view.cards[card].honor for card in player.owned())
        grid.add_row(
            Text(signs.active if is_active else "", style="bold"),
            Text(seat_words(view, look, seat), style="bold" if is_active else ""),
            Text(str(player.honor), style=paint.HONOR_STYLE),
            Text(f"+{in_cards}", style=paint.HONOR_STYLE),
            str(player.hand_count),
            str(player.deck_count),
            str(len(player.discard)),
            table_of_player(view, seat, signs) if seat != view.seat else my_table(view),
        )
    if view.setup.solitaire:
        cult_honor = sum(view.cards[card].honor for card in view.cult_cards)
        tokens = Text(str(view.cult_honor), style=paint.HONOR_STYLE)
        in_cards_text = Text(f"+{cult_honor}", style=paint.HONOR_STYLE)
        grid.add_row("", "the Cult", tokens, in_cards_text, "", "", "", Text(f"{len(view.cult_cards)} cards taken"))
    return _full_width(grid, look)


def seat_words(view: View, look: Look, seat: int) -> str:
    words = look.seat(seat, view.seat)
    count = len(view.players)
    if view.setup.team and view.seat != SPECTATOR and seat == (view.seat + count // 2) % count:
        words += ", your mate"
    elif view.setup.team and view.seat == SPECTATOR:
        words += f", team {seat % (count // 2) + 1}"
    return words + (" (started)" if seat == view.first and count > 1 else "")


def table_of_player(view: View, seat: int, signs: Signs) -> Text:
    """What lies open before a player: constructs, trophies, and the cards of the hand that everybody has seen."""
    player = view.players[seat]
    text = Text()
    for lead, cards in (("", player.constructs), ("trophies: ", player.trophies), ("shown: ", player.shown)):
        if not cards or (lead == "shown: " and seat == view.seat):
            continue
        if text:
            text.append("; ")
        text.append(lead, style=paint.QUIET)
        text.append(", ".join(counted_names([view.cards[card].shown_name for card in cards], signs)))
    return text


def my_table(view: View) -> Text:
    """The own cards have their own place on the board: here they are only counted."""
    counts = ((len(view.me.constructs), "construct"), (len(view.me.trophies), "trophy"))
    words = [f"{count} {_plural(noun) if count > 1 else noun}" for count, noun in counts if count]
    return Text(", ".join(words), style=paint.QUIET)


def _plural(noun: str) -> str:
    return "trophies" if noun == "trophy" else f"{noun}s"


def last_round(view: View) -> RenderableType:
    if view.setup.solitaire:
        return Text("LAST TURN: the honor pool is empty.", style="bold reverse")
    last = (view.first - 1) % len(view.players)
    who = "you take" if last == view.seat else f"{seat_name(last)} takes"
    return Text(f" LAST ROUND: the honor pool is empty, and {who} the last turn. ", style="bold reverse")


NO_RULE: Final = Text()


def rule(look: Look) -> RenderableType:
    """A line between the parts of the table, where there is room for it."""
    return NO_RULE if look.room == TIGHT else Rule(style=paint.QUIET, characters=look.signs.line)
