"""Playing a card from the hand, and using an ability of a card on the table."""

from __future__ import annotations

from .. import happenings
from ..abilities import ON_PLAY, Use
from ..capture import MAY_CAPTURE, can_capture
from ..card import Card
from ..costs import can_pay, pay
from ..frames import Context, Frame
from ..light import light_for
from ..options import Option
from ..state import GameState
from ..terms import CONSTRUCTS_ZONE, DISCARD_ZONE, EVENT_ZONE, HAND_ZONE, NOTHING, PLAYED_ZONE, TROPHIES_ZONE
from ..triggers import context_now, fire
from ..zones import added, without
from .banish import after_banishing
from .moves import enter_play, leave_hand, leave_play, most_used, put_away


def play_card(game: GameState, card: Card) -> None:
    """Plays a card from the hand. Triggers resolve after the card's own effects."""
    turn = game.turn
    seat = turn.seat
    number = card.number
    player = game.players[seat]
    leave_hand(player, number)
    turn.played = added(turn.played, number)
    game.add_happening(happenings.PLAYS, seat, number, 1, HAND_ZONE, PLAYED_ZONE)
    if player.constructs or turn.pending or game.event != NOTHING or player.trophies:
        fire(game, ON_PLAY, number, PLAYED_ZONE)
    if card.is_construct:
        enter_play(game, seat, number)
        return
    player.played = added(player.played, number)
    context = Context(seat, number, light_for(game, seat) if card.play_reads_light else 0, turn.energy)
    if card.is_monster and can_capture(game, seat):
        game.ask(Frame(MAY_CAPTURE, context))
    else:
        game.perform(context, card.play)


# --- using abilities


def use_options(game: GameState, found: list[Option]) -> None:
    """Appends the abilities that the active player can use now: those of constructs, trophies and the event."""
    turn = game.turn
    seat = turn.seat
    player = game.players[seat]
    cards = game.cards
    for index, number in enumerate(player.constructs):
        card = cards[number]
        if card.uses_in_play:
            used = player.uses[index]
            for slot, ability in enumerate(card.uses_in_play):
                if not used & ability.bit and is_usable(game, seat, number, ability):
                    _add(found, card.use_options[slot])
    for number in player.trophies:
        card = cards[number]
        for slot, ability in enumerate(card.uses):
            if is_usable(game, seat, number, ability):
                _add(found, card.use_options[slot])
    if game.event != NOTHING:
        card = cards[game.event]
        for slot, ability in enumerate(card.uses):
            if not turn.event_uses & ability.bit and is_usable(game, seat, game.event, ability):
                found.append(card.use_options[slot])


def _add(found: list[Option], new: Option) -> None:
    """Appends the option unless a copy of the construct has added it. Options are interned, so `is` finds it."""
    for each in found:
        if each is new:
            return
    found.append(new)


def is_usable(game: GameState, seat: int, number: int, ability: Use) -> bool:
    if ability.has_price and not can_pay(game, ability.runes, ability.power, False):
        return False
    if ability.with_twin and game.players[seat].constructs.count(number) < 2:
        return False
    condition = ability.only_if
    context: Context | None = None
    if condition is not None:
        context = context_now(game, seat, number, condition.light)
        if not condition.holds(game, context):
            return False
    return ability.effects[0].has_object(game, context or Context(seat, number))


def use_ability(game: GameState, choice: Option) -> None:
    turn = game.turn
    seat = turn.seat
    number = choice.number
    ability = game.cards[number].uses[choice.slot]
    game.add_happening(happenings.USES, seat, number, 1, choice.zone)
    if ability.has_price:
        pay(game, ability.runes, ability.power, False)
    context = context_now(game, seat, number, ability.reads_light)
    if choice.zone == EVENT_ZONE:
        if ability.once:
            turn.event_uses |= ability.bit
    elif choice.zone == TROPHIES_ZONE:
        _banish_trophy(game, seat, number)
    else:
        _mark(game, seat, number, ability)
    game.perform(context, ability.effects)


def _banish_trophy(game: GameState, seat: int, number: int) -> None:
    player = game.players[seat]
    player.trophies = without(player.trophies, number)
    put_away(game, number)
    game.add_happening(happenings.BANISHES, seat, number, 1, TROPHIES_ZONE)
    after_banishing(game, seat, [number])


def _mark(game: GameState, seat: int, number: int, ability: Use) -> None:
    """Marks the ability as used on one copy of the construct, and destroys or banishes it if that is the cost."""
    player = game.players[seat]
    able = [
        index for index, each in enumerate(player.constructs) if each == number and not player.uses[index] & ability.bit
    ]
    # The copy that leaves play should be the one that has already been used most this turn.
    index = able[0] if ability.once else most_used(player, able)
    if ability.once:
        player.mark_used(index, ability.bit)
    if ability.destroy_this:
        leave_play(game, seat, index)
        player.discard += (number,)
        game.add_happening(happenings.DESTROYS, seat, number, 1, CONSTRUCTS_ZONE, DISCARD_ZONE)
    if ability.banish_this:
        gone = [leave_play(game, seat, index)]
        if ability.with_twin:
            gone.append(leave_play(game, seat, player.constructs.index(number)))
        for each in gone:
            target = put_away(game, each)
            game.add_happening(happenings.BANISHES, seat, each, 1, CONSTRUCTS_ZONE, target)
        after_banishing(game, seat, gone)
