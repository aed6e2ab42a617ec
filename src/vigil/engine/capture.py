"""Captured monsters: Mechana constructs without text that stay in play as long as a card can capture monsters."""

from __future__ import annotations

from typing import Final

from ..text import phrases as p
from ..text.phrases import Words
from . import happenings
from .abilities import PLACE_PHRASES, Ability
from .effect import Effect, procedure
from .filters import MONSTER
from .frames import Frame
from .modifiers import CAPTURE, in_force
from .options import NO, YES, Option
from .procedures.moves import enter_play
from .state import GameState
from .terms import CONSTRUCTS_ZONE, DISCARD_ZONE, PLAYED_ZONE
from .zones import without, without_index


class Captures(Ability):
    """Its controller may put monsters that they defeat in the row or play into play as Mechana constructs."""

    changes = CAPTURE

    def left_play(self, game: GameState, owner: int) -> None:
        """Discards the owner's captured monsters unless another card of theirs can capture."""
        player = game.players[owner]
        if can_capture(game, owner):
            return
        cards = game.cards
        for index in range(len(player.constructs) - 1, -1, -1):
            card = player.constructs[index]
            if cards[card].is_monster:
                player.constructs = without_index(player.constructs, index)
                player.uses = without_index(player.uses, index)
                player.discard += (card,)
                game.add_happening(happenings.DESTROYS, owner, card, 1, CONSTRUCTS_ZONE, DISCARD_ZONE)

    def phrase(self) -> Words:
        captured = p.Fact(p.YOU, "defeat", "a Monster", p.IN_ROW, "or play one")
        put = p.Do("put it", PLACE_PHRASES[CONSTRUCTS_ZONE], "as a Mechana Construct")
        monsters = p.Cards(MONSTER.phrase(), how=p.EVERY, place=p.CONTROLLED)
        left = p.Whenever(p.Fact(p.THIS, "leave", "play"), p.Do("destroy", monsters), p.WHEN)
        return p.Sentences((p.Whenever(captured, p.May(put)), left))


def can_capture(game: GameState, seat: int) -> bool:
    return bool(in_force(game, seat, CAPTURE))


class MayCapture(Effect):
    """A monster that is played may enter play as a construct; then its own text has no effect."""

    def options(self, game: GameState, frame: Frame) -> list[Option]:
        return [YES, NO]

    def answer(self, game: GameState, frame: Frame, choice: Option) -> None:
        context = frame.context
        if choice is YES:
            player = game.players[context.seat]
            player.played = without(player.played, context.card)
            game.add_happening(happenings.MOVES, context.seat, context.card, 1, PLAYED_ZONE, CONSTRUCTS_ZONE)
            enter_play(game, context.seat, context.card)
        else:
            game.perform(context, game.cards[context.card].play)

    def refusal(self, frame: Frame) -> str:
        return "use its own text"

    def phrase(self) -> str:
        return "put the Monster into play as a Mechana Construct"


MAY_CAPTURE: Final = procedure("capture", MayCapture())
