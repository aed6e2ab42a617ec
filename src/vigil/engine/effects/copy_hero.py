"""Effects that copy what a hero does when it is played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from ...text import phrases as p
from ...text.phrases import Words
from ..conditions import Condition, checked
from ..effect import Effect, procedure
from ..errors import BadCard
from ..filters import HERO, Filter, possible_kinds
from ..frames import Context, Frame
from ..light import light_for
from ..options import Option
from ..places import PLAYED
from ..state import GameState
from ..terms import HERO_KIND
from .select import Select


class CopyHero(Select):
    """Repeats what a hero played earlier this turn does when played. Conditions and amounts are evaluated again.

    A hero that is part of the current chain of copies cannot be copied again: otherwise two of them could copy each
    other forever.
    """

    verb = "copy"

    def __init__(self, kind: Filter = HERO, again_if: Any = None) -> None:
        super().__init__(PLAYED, kind)
        if possible_kinds(kind) - {HERO_KIND}:
            raise BadCard("Only heroes can be copied. Write CopyHero(HERO & ...).")
        self.again_if: Condition | None = None if again_if is None else checked("again_if", again_if)

    def candidates(self, game: GameState, context: Context) -> list[Option]:
        ancestors = context.ancestors or (context.card,)
        played = game.players[context.seat].played
        found = super().candidates(game, context)
        return [
            each
            for each in found
            if game.cards[each.number].copyable and played.count(each.number) > ancestors.count(each.number)
        ]

    def act(self, game: GameState, context: Context, picks: tuple[Option, ...]) -> None:
        ancestors = (*(context.ancestors or (context.card,)), picks[0].number)
        if self.again_if is not None and self.again_if.holds(game, context):
            game.push(COPY_AGAIN, Context(context.seat, context.card, ancestors=ancestors))
        copy_play(game, context, ancestors)

    def action_phrase(self) -> Words:
        return p.Do(self.verb, "the effect of", replace(self.cards(), how=p.ANOTHER))

    def phrase(self) -> Words:
        if self.again_if is None:
            return super().phrase()
        return p.Sentences((super().phrase(), self.again_if.introduce(COPY_AGAIN.phrase())))


class CopyAgain(Effect):
    def resume(self, game: GameState, frame: Frame) -> None:
        copy_play(game, frame.context, frame.context.ancestors)

    def phrase(self) -> Words:
        return p.Do("copy", "it one more time")


COPY_AGAIN: Final = procedure("copy again", CopyAgain())


def copy_play(game: GameState, context: Context, ancestors: tuple[int, ...]) -> None:
    """Repeats what the last of the ancestors does when played."""
    seat = context.seat
    card = game.cards[ancestors[-1]]
    light = light_for(game, seat) if card.play_reads_light else 0
    game.perform(Context(seat, context.card, light, game.turn.energy, ancestors=ancestors), card.play)
