"""Entering play: constructs that are played or acquired directly into play, and captured monsters."""

from __future__ import annotations

from ..abilities import ON_ENTER
from ..state import GameState
from ..terms import CONSTRUCTS_ZONE
from ..triggers import context_now, fire


def enter_play(game: GameState, seat: int, number: int) -> None:
    """Puts a construct or a captured monster into play and resolves what that triggers."""
    put_into_play(game, seat, number)
    resolve_entering(game, seat, number)


def put_into_play(game: GameState, seat: int, number: int) -> None:
    player = game.players[seat]
    player.constructs += (number,)
    player.uses += (0,)
    game.turn.entered += (number,)


def resolve_entering(game: GameState, seat: int, number: int) -> None:
    """Resolves the construct's own effect and then the triggers of its entering play."""
    fire(game, ON_ENTER, number, CONSTRUCTS_ZONE)
    card = game.cards[number]
    if card.is_construct and card.play:
        context = context_now(game, seat, number, card.play_reads_light)
        for effect in reversed(card.play):
            game.push(effect, context)
