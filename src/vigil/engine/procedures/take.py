"""Taking cards: the procedure by which cards are acquired and monsters defeated, one at a time or several at once.

The order is that of ruling 36: triggers are collected; the cards and their treasure leave their zones, and the row is
refilled; acquired cards are placed; rewards are given; triggers resolve; fates resolve last.
"""

from __future__ import annotations

from .. import happenings
from ..abilities import ON_ACQUIRE, ON_DEFEAT
from ..capture import can_capture
from ..effects.select import EMPOWER
from ..frames import Context, Frame, Taken
from ..light import light_for
from ..modifiers import CONSTRUCT_DISCOUNT, TREASURE_DISCOUNT
from ..state import GameState
from ..terms import CENTER_DECK_ZONE, NEITHER, NOTHING, ROW_ZONE, SUPPLY_ZONE, VOID_ZONE
from ..triggers import triggered
from ..zones import added, without
from .moves import change_supply
from .placement import PLACE_ACQUIRED
from .rewards import give_rewards
from .row import take_from_row


def take(game: GameState, source: Context, taken: list[Taken]) -> None:
    """Takes the cards for the player of `source`. The caller has paid for them."""
    cards = game.cards
    seat = source.seat
    # Rewards, triggers and the places of acquired cards depend on the light at this moment.
    light = light_for(game, seat) if _reads_light(game, seat, taken) else NEITHER
    moment = Context(seat, taken[0].card, light, game.turn.energy, ancestors=source.ancestors)
    acquired: tuple[Taken, ...] = ()
    defeated: tuple[Taken, ...] = ()
    waiting: tuple[Frame, ...] = ()
    for each in taken:
        # The top of the stack resolves first, so the triggers of the first card must be above the others.
        if cards[each.card].is_monster:
            waiting = _defeat(game, seat, each, light) + waiting
            defeated += (each,)
        else:
            waiting = _acquire(game, seat, each, light) + waiting
            acquired += (each,)
    for each in defeated:
        _put_away_defeated(game, seat, each)
    take_from_row(game, seat, [each.slot for each in taken if each.zone == ROW_ZONE])
    game.stack += waiting
    if acquired:
        PLACE_ACQUIRED.place(game, moment, acquired + defeated)
    else:
        give_rewards(game, moment, defeated)


def _reads_light(game: GameState, seat: int, taken: list[Taken]) -> bool:
    """Whether day and night matter to one of the cards, or to an ability that responds."""
    cards = game.cards
    player = game.players[seat]
    return (
        any(cards[each.card].taking_reads_light for each in taken)
        or any(cards[number].reacting_reads_light for number in player.constructs)
        or any(cards[number].reacting_reads_light for number in player.trophies)
        or any(pending.ability.reads_light for pending in game.turn.pending)
        or (game.event != NOTHING and cards[game.event].reacting_reads_light)
    )


def _acquire(game: GameState, seat: int, taken: Taken, light: int) -> tuple[Frame, ...]:
    """Puts an acquired card into transit. Returns the frames of the triggers, in stack order."""
    number, zone = taken.card, taken.zone
    card = game.cards[number]
    if zone == SUPPLY_ZONE:
        change_supply(game, number, -1)
    if card.is_construct:
        game.turn.use_up(CONSTRUCT_DISCOUNT)
    game.turn.cards_taken += 1
    game.in_transit = added(game.in_transit, number)
    receiver = seat if taken.receiver == NOTHING else taken.receiver
    game.add_happening(happenings.ACQUIRES, seat, number, 1, zone, NOTHING, receiver)
    found = triggered(game, ON_ACQUIRE, number, zone, zone == ROW_ZONE, light)
    return (*found, Frame(EMPOWER, Context(seat, number))) if card.empower else found


def _defeat(game: GameState, seat: int, taken: Taken, light: int) -> tuple[Frame, ...]:
    """Counts a defeated monster. Returns the frames of the triggers, in stack order."""
    number, zone = taken.card, taken.zone
    turn = game.turn
    if zone == ROW_ZONE and game.under[taken.slot]:
        turn.use_up(TREASURE_DISCOUNT)
    turn.cards_taken += 1
    # A monster in the void is defeated as if it were in the row. The always-available monster is not in the row.
    in_row = zone != SUPPLY_ZONE
    if in_row:
        turn.row_defeats += 1
    game.add_happening(happenings.DEFEATS, seat, number, 1, zone)
    return triggered(game, ON_DEFEAT, number, zone, in_row, light)


def _put_away_defeated(game: GameState, seat: int, taken: Taken) -> None:
    """Puts a defeated monster into its zone, or into transit if the player decides on its place after the reward."""
    number = taken.card
    card = game.cards[number]
    if taken.zone == SUPPLY_ZONE:
        return
    if card.is_trophy:
        game.players[seat].trophies += (number,)
    elif taken.zone == VOID_ZONE:
        game.void = without(game.void, number)
        game.deck.put_underneath(number)
        game.add_happening(happenings.MOVES, seat, number, 1, VOID_ZONE, CENTER_DECK_ZONE)
    elif card.infest or taken.may_send or can_capture(game, seat):
        game.in_transit += (number,)
    else:
        game.void = added(game.void, number)
