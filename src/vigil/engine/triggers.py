"""Triggers: the abilities that respond when a player plays, puts into play, acquires or defeats a card.

Which triggers match is determined at once. Their effects then resolve in this order: constructs, trophies, the event,
and abilities that earlier cards created for the turn.
"""

from __future__ import annotations

from .abilities import When
from .frames import Context, Frame
from .light import light_for
from .state import GameState
from .terms import NOTHING


def fire(game: GameState, on: int, card: int, zone: int) -> None:
    """Puts the effects of all matching triggers on the stack."""
    found = triggered(game, on, card, zone)
    if found:
        game.stack += found


def triggered(
    game: GameState, on: int, card: int, zone: int, from_row: bool = False, light: int = NOTHING
) -> tuple[Frame, ...]:
    """The frames of all matching triggers in stack order: the last one resolves first. Marks their uses.

    `light` is day or night for the active player at the moment that counts, by default now.
    """
    turn = game.turn
    seat = turn.seat
    player = game.players[seat]
    found: list[Frame] = []
    cards = game.cards
    for index, number in enumerate(player.constructs):
        for when in cards[number].listens_in_play[on]:
            if when.once and player.uses[index] & when.bit:
                continue
            if not when.matches(game, seat, card, zone, from_row):
                continue
            if when.once:
                player.mark_used(index, when.bit)
            _add_frames(game, when, number, card, light, found)
    for number in player.trophies:
        for when in cards[number].listens[on]:
            if when.matches(game, seat, card, zone, from_row):
                _add_frames(game, when, number, card, light, found)
    if game.event != NOTHING:
        for when in cards[game.event].listens[on]:
            if when.once and turn.event_uses & when.bit:
                continue
            if when.matches(game, seat, card, zone, from_row):
                if when.once:
                    turn.event_uses |= when.bit
                _add_frames(game, when, game.event, card, light, found)
    if turn.pending:
        _fire_pending(game, on, card, zone, from_row, light, found)
    found.reverse()
    return tuple(found)


def _fire_pending(
    game: GameState, on: int, card: int, zone: int, from_row: bool, light: int, found: list[Frame]
) -> None:
    seat = game.turn.seat
    kept = []
    for pending in game.turn.pending:
        when = pending.ability
        if isinstance(when, When) and on in (when.on, when.also_on) and when.matches(game, seat, card, zone, from_row):
            now = pending.context
            seen = _light(game, when, light, now.light)
            context = Context(now.seat, now.card, seen, game.turn.energy, now.target, now.ancestors, card, now.count)
            found += [Frame(effect, context) for effect in when.effects]
            if pending.once:
                continue
        kept.append(pending)
    game.turn.pending = tuple(kept)


def _add_frames(game: GameState, when: When, source: int, card: int, light: int, found: list[Frame]) -> None:
    context = Context(game.turn.seat, source, _light(game, when, light, 0), game.turn.energy, trigger_card=card)
    found += [Frame(effect, context) for effect in when.effects]


def _light(game: GameState, when: When, light: int, otherwise: int) -> int:
    """The light for the effects of the trigger; `otherwise` if they do not depend on it."""
    if not when.reads_light:
        return otherwise
    return light_for(game, game.turn.seat) if light == NOTHING else light


def context_now(game: GameState, seat: int, card: int, reads_light: bool) -> Context:
    """The context for a card that starts to do something now."""
    return Context(seat, card, light_for(game, seat) if reads_light else 0, game.turn.energy)
