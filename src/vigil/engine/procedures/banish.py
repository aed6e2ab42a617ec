"""Banishing: cards go to the void, back to the supply, or out of the game; some have an effect when banished."""

from __future__ import annotations

from collections.abc import Sequence

from .. import happenings
from ..options import Option
from ..state import GameState
from ..terms import NOTHING, ROW_ZONE
from ..triggers import context_now
from .moves import leave, put_away
from .row import clear_slot, fill_late, refill


def banish(game: GameState, seat: int, owner: int, picks: Sequence[Option], shuffle_deck: bool = False) -> None:
    """Banishes the picked cards together, refills the row, and then resolves what their banishing triggers."""
    gone: list[int] = []
    from_row = False
    for pick in picks:
        whose = owner if pick.seat == NOTHING else pick.seat
        if pick.zone == ROW_ZONE:
            clear_slot(game, pick.slot)
            from_row = True
        else:
            leave(game, whose, pick.number, pick.zone)
        gone.append(pick.number)
        target = put_away(game, pick.number)
        game.add_happening(happenings.BANISHES, seat, pick.number, 1, pick.zone, target, whose)
    if shuffle_deck and gone:
        game.players[owner].deck.shuffle()
    if from_row:
        refill(game)
    after_banishing(game, seat, gone)


def after_banishing(game: GameState, seat: int, gone: list[int]) -> None:
    """Resolves the effects of banished cards, for the active player even if another player owned the card."""
    fill_late(game)
    if not game.turn_number:
        return
    if seat == game.turn.seat:
        game.turn.banished += len(gone)
    for number in reversed(gone):
        effects = game.cards[number].banished
        if effects:
            context = context_now(game, game.turn.seat, number, game.cards[number].banished_reads_light)
            for effect in reversed(effects):
                game.push(effect, context)
