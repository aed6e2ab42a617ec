"""A view as text: what `render` of the environments returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from vigil.engine.terms import NOTHING, seat_name
from vigil.engine.view import SeatView


def as_text(view: SeatView) -> str:
    """The table as the seat sees it, and what it is asked."""
    turn = view.turn
    names = " + ".join(box.title for box in view.setup.card_sets())
    lines = [
        f"{names} · turn {view.turn_number} of {seat_name(turn.seat)} · honor pool {view.pool}"
        + (" · last round" if view.ending and not view.over else ""),
        *_row(view),
        f"  void {len(view.void)} · center deck {sum(layer.size for layer in view.center_deck)}",
        *_players(view),
    ]
    if view.over:
        winners = " and ".join(seat_name(seat) for seat in view.winners) or "the Cult"
        return "\n".join([*lines, f"The game is over: {winners} won."])
    lines.append(f"  runes {turn.runes} · power {turn.power} · energy {turn.energy}")
    if view.me.hand is not None:
        lines.append(f"  hand of {seat_name(view.seat)}: {_cards(view, view.me.hand)}")
    if view.decision is not None:
        lines.append(f"{seat_name(view.seat)}: {view.decision.prompt} {'; '.join(view.decision.texts())}.")
    return "\n".join(lines)


def _row(view: SeatView) -> list[str]:
    lines = []
    for slot, number in enumerate(view.row):
        what = "empty"
        if number != NOTHING:
            card = view.cards[number]
            what = f"{card.name} ({', '.join(card.facts)})"
        treasure = f", over {_cards(view, view.under[slot])}" if view.under[slot] else ""
        lines.append(f"  {slot + 1} {what}{treasure}")
    supply = [f"{view.cards[n].name} {left}" for n, left in zip(view.setup.supply, view.supply, strict=True)]
    standing = [view.cards[number].name for number in view.setup.standing_monsters]
    lines.append("  always: " + ", ".join(supply + standing))
    if view.event != NOTHING:
        lines.append(f"  event: {view.cards[view.event].name}")
    return lines


def _players(view: SeatView) -> list[str]:
    lines = []
    for seat, player in enumerate(view.players):
        mark = ">" if seat == view.turn.seat else " "
        counts = f"hand {player.hand_count}, deck {player.deck_count}, discard {len(player.discard)}"
        zones = (("played", player.played), ("in play", player.constructs), ("trophies", player.trophies))
        there = "".join(f", {word}: {_cards(view, cards)}" for word, cards in zones if cards)
        lines.append(f"{mark} {seat_name(seat)} honor {player.honor}, {counts}{there}")
    return lines


def _cards(view: SeatView, numbers: Iterable[int]) -> str:
    counts = Counter(view.cards[number].name for number in numbers)
    return ", ".join(name if count == 1 else f"{name} ×{count}" for name, count in counts.items()) or "nothing"
