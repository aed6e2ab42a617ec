"""Coming into play: a construct that was played or acquired, or a monster that was captured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .abilities import ON_ENTER
from .terms import CONSTRUCTS
from .triggers import fire, scene_now

if TYPE_CHECKING:
    from .state import Game


def enter_play(game: Game, seat: int, number: int) -> None:
    """A construct (or a captured monster) comes into play under the active player's control."""
    lie_in_play(game, seat, number)
    begin_to_work(game, seat, number)


def lie_in_play(game: Game, seat: int, number: int) -> None:
    player = game.players[seat]
    player.constructs += (number,)
    player.uses += (0,)
    game.turn.entered += (number,)


def begin_to_work(game: Game, seat: int, number: int) -> None:
    """What its coming sets off, its own effect first."""
    fire(game, ON_ENTER, number, CONSTRUCTS)
    card = game.cards[number]
    if card.is_construct and card.play:
        scene = scene_now(game, seat, number, card.play_reads_light)
        for effect in reversed(card.play):
            game.push(effect, scene)
