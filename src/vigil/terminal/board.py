"""The board as one seat sees it: pure functions from a view to something that rich can print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.text import Text

from vigil.engine.terms import NOTHING
from vigil.engine.view import SPECTATOR
from vigil.messages import message

from . import signs as paint
from .choices import Numbers, choices
from .hand import my_cards
from .layout import TIGHTEST, Look, label, labelled_grid, one_line, rule
from .middle import always_available, center_row, headline, surroundings
from .players import last_round, players

if TYPE_CHECKING:
    from vigil.engine.view import SeatView


def fitting_board(
    view: SeatView, console: Console, look: Look, height: int, news: Sequence[str] = ()
) -> RenderableType:
    """The roomiest board that is not higher than this; the tightest where none fits."""
    options = console.options.update(width=look.width, height=None)
    for tightness in range(TIGHTEST):
        drawn = board(view, replace(look, tightness=tightness), news)
        if len(console.render_lines(drawn, options, pad=False)) <= height:
            return drawn
    return board(view, replace(look, tightness=TIGHTEST), news)


def board(view: SeatView, look: Look, news: Sequence[str] = ()) -> RenderableType:
    """Everything that the seat may know and needs to know, from the row down to the numbered options."""
    # Prices and the light are rules, and rules are asked of a game: one made from the view, that could be this one.
    table = view.sample(0)
    numbers = Numbers(view)
    parts: list[RenderableType] = [headline(view, look), center_row(view, look, table, numbers)]
    if not look.piles_as_rows:
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
        line = Text(" ".join(news), style=paint.QUIET)
        told.add_row(label("news"), line if look.wraps_news else one_line(line, look))
        parts.append(told)
    if view.decision is not None:
        parts += [*rule(look), choices(view, look)]
    elif not view.over and view.deciding != NOTHING:
        parts.append(Text(message("waiting", who=view.deciding), style="bold"))
    return Group(*parts)


__all__ = ["Look", "board", "fitting_board"]
