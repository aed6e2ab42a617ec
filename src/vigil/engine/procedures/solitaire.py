"""Solitaire: after each turn the Cult takes the two rightmost cards of the row."""

from __future__ import annotations

from typing import Final

from .. import happenings
from ..effect import Effect, procedure
from ..frames import Context
from ..state import GameState
from ..terms import CULT_ZONE, NOTHING, ROW_ZONE, VOID_ZONE
from ..zones import replaced
from .moves import drain_pool
from .row import clear_slot, refill

CARDS_TAKEN: Final = 2


class CultTurn(Effect):
    """The Cult takes cards: it gains a monster's honor from the pool, and keeps all other cards for scoring."""

    def do(self, game: GameState, context: Context) -> None:
        taken = [slot for slot, card in enumerate(game.row) if card != NOTHING][-CARDS_TAKEN:]
        for slot in reversed(taken):
            number = clear_slot(game, slot)
            card = game.cards[number]
            game.cult_cards += game.under[slot]
            game.under = replaced(game.under, slot, ())
            if card.is_monster:
                game.void += (number,)
                game.cult_honor += card.reward_honor
                game.add_happening(happenings.DEFEATS, NOTHING, number, card.reward_honor, ROW_ZONE, VOID_ZONE)
                drain_pool(game, card.reward_honor)
            else:
                game.cult_cards += (number,)
                game.add_happening(happenings.ACQUIRES, NOTHING, number, 1, ROW_ZONE, CULT_ZONE)
        refill(game)

    def phrase(self) -> str:
        return "the Cult takes two cards"


CULT_TURN: Final = procedure("cult turn", CultTurn())


def cult_score(game: GameState) -> int:
    return game.cult_honor + sum(game.cards[card].honor for card in game.cult_cards)
