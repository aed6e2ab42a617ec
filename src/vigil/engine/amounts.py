"""How many. Counted in the moment in which the effect happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from ..text import phrases as p
from ..text.phrases import Words
from . import terms
from .conditions import played_count
from .filters import CONSTRUCT, Filter, count_in_play
from .places import DISCARD, PLAYED

if TYPE_CHECKING:
    from .frames import Context
    from .state import GameState


@mypyc_attr(allow_interpreted_subclasses=True)
class Amount:
    keyword: str = ""
    marks: tuple[str, ...] = ()
    personal: bool = False
    """Whether it counts something of the player of the context, rather than something of the turn."""

    def of(self, game: GameState, context: Context) -> int:
        raise NotImplementedError

    def phrase(self) -> Words:
        """What stands after `for each`."""
        raise NotImplementedError


class InPlay(Amount):
    personal = True

    def __init__(self, kind: Filter) -> None:
        self.kind = kind

    def of(self, game: GameState, context: Context) -> int:
        return count_in_play(game, context.seat, self.kind)

    def phrase(self) -> Words:
        return p.Cards(self.kind.phrase(), how=p.SINGULAR, place=p.CONTROLLED)


class FactionsInPlay(Amount):
    """Printed factions; a captured monster is Mechana."""

    personal = True

    def of(self, game: GameState, context: Context) -> int:
        found = set()
        for card in game.players[context.seat].constructs:
            each = game.cards[card]
            found.add(terms.MECHANA_FACTION if each.is_monster else each.faction_number)
        found.discard(terms.NO_FACTION)
        return len(found)

    def phrase(self) -> Words:
        constructs = p.Cards(CONSTRUCT.phrase(), how=p.PLURAL, place=p.CONTROLLED)
        return p.words(p.Short("different faction among", "faction of"), constructs)


class EnergyGained(Amount):
    keyword = "Energize"
    marks: tuple[str, ...] = ("energize",)

    def of(self, game: GameState, context: Context) -> int:
        return context.energy

    def phrase(self) -> Words:
        return p.words("energy", p.Short(p.words(p.YOU, "have gained this turn"), "gained"))


class CardsInDiscard(Amount):
    personal = True

    def __init__(self, kind: Filter) -> None:
        self.kind = kind

    def of(self, game: GameState, context: Context) -> int:
        seat = context.seat
        return sum(self.kind.test(game, seat, card, terms.DISCARD) for card in game.players[seat].discard)

    def phrase(self) -> Words:
        return p.Cards(self.kind.phrase(), how=p.SINGULAR, place=DISCARD.phrase())


class CardsPlayed(Amount):
    def __init__(self, kind: Filter) -> None:
        self.kind = kind

    def of(self, game: GameState, context: Context) -> int:
        return played_count(game, context, self.kind, False)

    def phrase(self) -> Words:
        return p.Cards(self.kind.phrase(), how=p.SINGULAR, place=PLAYED.phrase())


class TreasureUnderThis(Amount):
    """Counted when the card arrived in the row."""

    personal = True

    def of(self, game: GameState, context: Context) -> int:
        return context.count

    def phrase(self) -> Words:
        return p.words("Treasure under", p.THIS)
