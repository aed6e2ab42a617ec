"""Defeating: the monster leaves, the row is filled, then its reward, then what the defeat sets off, then fates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import happenings
from .abilities import ON_DEFEAT
from .acquire import Take
from .light import light_for
from .rewards import can_capture, give_rewards
from .row import clear_slot, expect_fates, refill, take_treasure
from .state import Context
from .terms import CENTER_DECK, NOTHING, ROW, SUPPLY, VOID
from .triggers import fire
from .zones import without

if TYPE_CHECKING:
    from .state import GameState


def defeat(game: GameState, seat: int, takes: list[Take], may_send: bool = False, chain: tuple[int, ...] = ()) -> None:
    """All the monsters leave at once; the rewards come one after the other.

    With `may_send` a monster that would go to the void may go to any player's discard pile instead. `chain` are the
    monsters whose rewards led to this one, one inside the other.
    """
    cards = game.cards
    expect_fates(game)
    # Rewards look back to the moment of the defeat.
    light = light_for(game, seat) if any(cards[take[0]].reward_reads_light for take in takes) else 0
    moment = Context(seat, takes[0][0], light, game.turn.energy, chain=chain)
    strike_down(game, seat, takes, may_send)
    refill(game)
    give_rewards(game, moment, [take[0] for take in takes], may_send)


def strike_down(game: GameState, seat: int, takes: list[Take], may_send: bool = False) -> None:
    """The monsters leave their places, all of them before any finds another one."""
    for number, zone, slot in takes:
        _leave(game, seat, number, zone, slot)
    for number, zone, _ in takes:
        _lay_down(game, seat, number, zone, may_send)


def _leave(game: GameState, seat: int, number: int, zone: int, slot: int) -> None:
    turn = game.turn
    if zone == ROW:
        clear_slot(game, slot)
        if game.under[slot]:
            turn.treasure_discount = 0
            take_treasure(game, seat, slot)
    elif zone == VOID:
        game.void = without(game.void, number)
    turn.took += 1
    # A monster in the void is fought as if it lay in the row; the one that always stands there is not in the row.
    in_row = zone != SUPPLY
    if in_row:
        turn.row_defeats += 1
    if game.records_happenings:
        game.happenings.append((happenings.DEFEATS, seat, number, 1, zone, NOTHING, NOTHING, "", NOTHING))
    fire(game, ON_DEFEAT, number, zone, in_row)


def _lay_down(game: GameState, seat: int, number: int, zone: int, may_send: bool) -> None:
    """Trophies stay with the player, most monsters go to the void; some wait until their reward is gained."""
    card = game.cards[number]
    if zone == SUPPLY:
        return
    if card.is_trophy:
        game.players[seat].trophies += (number,)
    elif zone == VOID:
        game.deck.put_underneath(number)
        game.add_happening(happenings.MOVES, seat, number, 1, VOID, CENTER_DECK)
    elif card.infest or may_send or can_capture(game, seat):
        game.limbo += (number,)
    else:
        game.void += (number,)
