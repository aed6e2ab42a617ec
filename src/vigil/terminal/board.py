"""The board as one seat sees it: pure functions from a view to something that rich can print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from vigil.engine.terms import NOTHING
from vigil.engine.view import SPECTATOR
from vigil.messages import Reader, counted_names, message

from . import signs as paint
from .choices import Numbers, choices
from .hand import my_cards
from .layout import PILES_AS_ROWS, TIGHTEST, WRAPPED_NEWS, Look, add_text_column, fitted, label, labelled_grid, rule
from .middle import always_available, center_row, headline, surroundings

if TYPE_CHECKING:
    from vigil.engine.view import SeatView

    from .signs import Signs


def fitting_board(
    view: SeatView, console: Console, look: Look, height: int, news: Sequence[str] = ()
) -> RenderableType:
    """The least tight board that is not higher than this, or the tightest one."""
    options = console.options.update(width=look.width, height=None)
    for tightness in range(TIGHTEST + 1):
        drawn = board(view, replace(look, tightness=tightness), news)
        if len(console.render_lines(drawn, options, pad=False)) <= height:
            break
    return drawn


def board(view: SeatView, look: Look, news: Sequence[str] = ()) -> RenderableType:
    """Everything that the seat may and needs to know, from the row down to the numbered options."""
    # The rules for prices and light need a game: a possible one, sampled from the view.
    table = view.sample(0)
    numbers = Numbers(view)
    parts: list[RenderableType] = [headline(view, look), center_row(view, look, table, numbers)]
    if not look.has(PILES_AS_ROWS):
        parts.append(always_available(view, look, table, numbers))
    parts += surroundings(view, look, table, numbers)
    parts += [*rule(look), players(view, look)]
    if view.ending and not view.over:
        parts.append(last_round(view))
    parts += rule(look)
    if view.seat != SPECTATOR:
        parts.append(my_cards(view, look, numbers))
    if news:
        told = labelled_grid()
        told.add_row(label("news"), fitted(Text(" ".join(news), style=paint.QUIET), look, WRAPPED_NEWS))
        parts.append(told)
    if view.decision is not None:
        parts += [*rule(look), choices(view, look)]
    elif not view.over and view.deciding != NOTHING:
        parts.append(Text(message("waiting", who=view.deciding), style="bold"))
    return Group(*parts)


# --- the players, a line each


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
    """A player's constructs and trophies, and the cards in hand that everybody has seen."""
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
    """The viewer's own cards are shown elsewhere on the board; here they are only counted."""
    counts = ((len(view.me.constructs), "construct", "constructs"), (len(view.me.trophies), "trophy", "trophies"))
    words = [f"{count} {many if count > 1 else one}" for count, one, many in counts if count]
    return Text(", ".join(words), style=paint.QUIET)


def last_round(view: SeatView) -> RenderableType:
    last = (view.first - 1) % len(view.players)
    return Text(f" {message('last turn', Reader(view.seat), who=last)}. ", style="bold reverse")
