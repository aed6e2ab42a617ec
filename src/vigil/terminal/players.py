"""The players, a line each: honor, cards, and what lies open before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from vigil.engine.view import SPECTATOR
from vigil.messages import Reader, counted_names, message

from . import signs as paint
from .layout import Look, add_text_column
from .signs import Signs

if TYPE_CHECKING:
    from vigil.engine.view import SeatView


def players(view: SeatView, look: Look) -> RenderableType:
    signs = look.signs
    grid = Table.grid(padding=(0, 1))
    grid.width = look.width
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, max_width=24)
    for _ in range(5):
        grid.add_column(justify="right", no_wrap=True)
    add_text_column(grid, look)
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
    return grid


def seat_words(view: SeatView, look: Look, seat: int) -> str:
    words = look.seat(seat, view.seat)
    count = len(view.players)
    if view.setup.team and view.seat != SPECTATOR and seat == (view.seat + count // 2) % count:
        words += ", your mate"
    elif view.setup.team and view.seat == SPECTATOR:
        words += f", team {seat % (count // 2) + 1}"
    return words + (" (started)" if seat == view.first and count > 1 else "")


def table_of_player(view: SeatView, seat: int, signs: Signs) -> Text:
    """What lies open before a player: constructs, trophies, and the cards of the hand that everybody has seen."""
    player = view.players[seat]
    text = Text()
    for lead, cards in (("", player.constructs), ("trophies: ", player.trophies), ("shown: ", player.shown)):
        if not cards or (lead == "shown: " and seat == view.seat):
            continue
        if text:
            text.append("; ")
        text.append(lead, style=paint.QUIET)
        text.append(", ".join(counted_names([view.cards[card].shown_name for card in cards], signs.times)))
    return text


def my_table(view: SeatView) -> Text:
    """The own cards have their own place on the board: here they are only counted."""
    counts = ((len(view.me.constructs), "construct"), (len(view.me.trophies), "trophy"))
    words = [f"{count} {_plural(noun) if count > 1 else noun}" for count, noun in counts if count]
    return Text(", ".join(words), style=paint.QUIET)


def _plural(noun: str) -> str:
    return "trophies" if noun == "trophy" else f"{noun}s"


def last_round(view: SeatView) -> RenderableType:
    last = (view.first - 1) % len(view.players)
    return Text(f" {message('last turn', Reader(view.seat), who=last)}. ", style="bold reverse")
