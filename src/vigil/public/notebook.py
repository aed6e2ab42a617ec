"""Cards and boards as HTML, for notebooks. Styles are inline, and take the notebook's own text colour."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Final

from .wording import amount

if TYPE_CHECKING:
    from .cards import Card
    from .view import SeenPlayer, View

_COLOURS: Final = {"Enlightened": "#2f7fd0", "Lifebound": "#2f9a55", "Mechana": "#b5762a", "Void": "#8a4fc4"}
_OTHERS: Final = "#c0392b"
_PLAIN: Final = "#7f8a96"


def card_html(card: Card) -> str:
    """A card with its cost, its honor and its text."""
    colour = _COLOURS.get(card.faction, _OTHERS if card.kind == "monster" else _PLAIN)
    honor = f" · {card.honor}★" if card.honor else ""
    text = escape(card.text).replace("\n", "<br>")
    return (
        f'<div style="display:inline-block;vertical-align:top;width:12em;margin:2px;padding:4px 8px;'
        f'border:1px solid {colour};border-top-width:5px;border-radius:6px;font-size:90%;text-align:left">'
        f"<strong>{escape(card.name)}</strong><br>"
        f"<small>{escape(card.type_line)} · {escape(str(card.cost))}{honor}</small><br>{text}</div>"
    )


def board_html(view: View) -> str:
    """What a view shows: the row as cards, the rest in a table."""
    state = view.state
    title = escape(state.setup.summary(state.turn_number, state.deciding, state.winners))
    supply = [f"{card} ×{count}" for card, count in view.supply.items()]
    facts = [
        f"honor pool {view.honor_pool}",
        f"center deck {len(view.center_deck)}",
        f"void {len(view.void)}",
        ", ".join([*supply, *map(str, view.standing_monsters)]),
    ]
    facts += [] if view.light == "neither" else [view.light]
    facts += [] if view.event is None else [f"event {view.event}"]
    head = ("", "honor", "with cards", "hand", "deck", "discard", "constructs")
    rows = [_row(head, "th"), *(_row(_player(each), "td") for each in view.players)]
    turn = f"turn of {view.name_of(view.turn.seat)}: {view.turn.resources}; played {_counted(view.turn.played)}"
    return (
        f"<div><strong>{title}</strong><div>{''.join(map(card_html, view.row))}</div>"
        f"<div>{escape(' · '.join(facts))}</div><table>{''.join(rows)}</table><div>{escape(turn)}</div></div>"
    )


def _player(player: SeenPlayer) -> tuple[str, ...]:
    hand = amount(player.hand_count, "card") if player.hand is None else _counted(player.hand)
    numbers = (str(player.honor), str(player.score), hand, str(player.deck_count), str(len(player.discard)))
    return (player.name, *numbers, _counted(player.constructs))


def _row(cells: Iterable[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _counted(cards: Iterable[Card]) -> str:
    from .view import counted

    return counted(cards)
