"""Day and night: whether the row shows more light or more dark orbs. Computed from the row, never stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from .modifiers import DAY_AND_NIGHT, in_force
from .state import GameState
from .terms import DARK_ORB, DAY, LIGHT_ORB, NEITHER, NIGHT, NOTHING
from .zones import Zone

if TYPE_CHECKING:
    from .card import Card


def light_over(game: GameState) -> int:
    """DAY, NIGHT or NEITHER, as the row of the game shows it."""
    return light_of(game.cards, game.row)


def light_of(cards: list[Card], row: Zone) -> int:
    """DAY, NIGHT or NEITHER for a row of these cards."""
    balance: i64 = 0
    card: i64
    for card in row:
        if card != NOTHING:
            orb = cards[card].orb_number
            if orb == LIGHT_ORB:
                balance += 1
            elif orb == DARK_ORB:
                balance -= 1
    return DAY if balance > 0 else NIGHT if balance < 0 else NEITHER


def light_for(game: GameState, seat: int) -> int:
    """The light that applies to this player, as bits. Constructs can make it both DAY and NIGHT during their turn."""
    light = light_over(game)
    if seat == game.turn.seat:
        for _, ability in in_force(game, seat, DAY_AND_NIGHT):
            light |= ability.light(game, seat)
    return light
