"""Effects that one or two cards need. When a third card needs one, it becomes a verb of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vigil.engine.vocabulary import Effect

if TYPE_CHECKING:
    from vigil.engine.state import Game, Scene


class NextConstructCostsLess(Effect):
    """Several add up, and the next construct acquired in any way uses all of them up."""

    instant = True

    def __init__(self, runes: int) -> None:
        self.amount = runes

    def do(self, game: Game, scene: Scene) -> None:
        game.turn.construct_discount += self.amount

    def clause(self) -> str:
        word = "rune" if self.amount == 1 else "runes"
        return f"the next construct you acquire this turn costs {self.amount} {word} less"
