"""Coming into play: a construct that was played or acquired, or a monster that was captured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..abilities import ON_ENTER
from ..terms import CONSTRUCTS
from ..triggers import context_now, fire

if TYPE_CHECKING:
    from ..state import GameState


def enter_play(game: GameState, seat: int, number: int) -> None:
    """A construct (or a captured monster) comes into play under the active player's control."""
    put_into_play(game, seat, number)
    resolve_entering(game, seat, number)


def put_into_play(game: GameState, seat: int, number: int) -> None:
    player = game.players[seat]
    player.constructs += (number,)
    player.uses += (0,)
    game.turn.entered += (number,)


def resolve_entering(game: GameState, seat: int, number: int) -> None:
    """What its coming sets off, its own effect first."""
    fire(game, ON_ENTER, number, CONSTRUCTS)
    card = game.cards[number]
    if card.is_construct and card.play:
        context = context_now(game, seat, number, card.play_reads_light)
        for effect in reversed(card.play):
            game.push(effect, context)
