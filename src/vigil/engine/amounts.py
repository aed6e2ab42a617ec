"""How many. Counted in the moment in which the effect happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from . import terms
from .conditions import played_count
from .filters import Filter, count_in_play

if TYPE_CHECKING:
    from .state import Context, GameState


@mypyc_attr(allow_interpreted_subclasses=True)
class Amount:
    keyword: str = ""
    marks: tuple[str, ...] = ()
    leads: bool = False
    """Whether the count stands before what is done rather than after it."""

    def of(self, game: GameState, context: Context) -> int:
        raise NotImplementedError

    def phrase(self) -> str:
        """What stands after `for each`."""
        raise NotImplementedError


class InPlay(Amount):
    def __init__(self, kind: Filter) -> None:
        self.kind = kind

    def of(self, game: GameState, context: Context) -> int:
        return count_in_play(game, context.seat, self.kind)

    def phrase(self) -> str:
        return f"{self.kind.phrase()} you control"


class FactionsInPlay(Amount):
    """Printed factions; a captured monster is Mechana."""

    def of(self, game: GameState, context: Context) -> int:
        found = set()
        for card in game.players[context.seat].constructs:
            each = game.cards[card]
            found.add(terms.MECHANA_FACTION if each.is_monster else each.faction_number)
        found.discard(terms.NO_FACTION)
        return len(found)

    def phrase(self) -> str:
        return "different faction among constructs you control"


class EnergyGained(Amount):
    keyword = "Energize"
    marks: tuple[str, ...] = ("energize",)

    def of(self, game: GameState, context: Context) -> int:
        return context.energy

    def phrase(self) -> str:
        return "energy you have gained this turn"


class CardsInDiscard(Amount):
    def __init__(self, kind: Filter) -> None:
        self.kind = kind

    def of(self, game: GameState, context: Context) -> int:
        seat = context.seat
        return sum(self.kind.test(game, seat, card, terms.DISCARD) for card in game.players[seat].discard)

    def phrase(self) -> str:
        return f"{self.kind.phrase()} in your discard pile"


class CardsPlayed(Amount):
    def __init__(self, kind: Filter) -> None:
        self.kind = kind

    def of(self, game: GameState, context: Context) -> int:
        return played_count(game, context, self.kind, False)

    def phrase(self) -> str:
        return f"{self.kind.phrase()} you have played this turn"


class TreasureUnderThis(Amount):
    """Counted when the card arrived in the row."""

    leads = True

    def of(self, game: GameState, context: Context) -> int:
        return context.count

    def phrase(self) -> str:
        return "treasure under this"
