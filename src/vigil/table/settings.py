"""What was agreed before anybody sat down. Whatever cannot be played is refused here, with a reason.

The names are those of the command line: sets, players, variant, honor_pool, shards, row_length, first.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr

from vigil.bots import bot_kind
from vigil.cards import LIBRARY
from vigil.engine.errors import ImpossibleTable
from vigil.engine.setup import ROW_LENGTH, RULES_VERSION, Setup
from vigil.engine.terms import SOLITAIRE, STANDARD
from vigil.set_names import set_names

from .clocks import Clock, Untimed

STAND_IN: Final = "player"


class Leaving(StrEnum):
    """What happens when somebody leaves, or runs out of time."""

    BOT = "bot"
    END = "end"


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """`public` tables are listed, the others are found by their link. `stand_in` keeps the seats of those who left."""

    sets: tuple[str, ...] = (next(iter(LIBRARY.sets)),)
    players: int = 2
    variant: str = STANDARD
    honor_pool: int | None = None
    shards: int | None = None
    row_length: int = ROW_LENGTH
    first: int | None = None
    clock: Clock = Untimed()
    public: bool = False
    rated: bool = False
    leaving: Leaving = Leaving.BOT
    stand_in: str = STAND_IN

    def __post_init__(self) -> None:
        force_setattr(self, "sets", tuple(set_names(self.sets)))
        force_setattr(self, "stand_in", bot_kind(self.stand_in).name)
        self.setup()
        if self.rated:
            self._check_rated()

    def _check_rated(self) -> None:
        if self.variant == SOLITAIRE:
            raise ImpossibleTable("Solitaire cannot be rated: there is nobody to measure oneself with.")
        printed = (self.honor_pool, self.shards, self.row_length, self.first) == (None, None, ROW_LENGTH, None)
        if not printed:
            raise ImpossibleTable(
                "Rated games are played as printed: leave honor_pool, shards, row_length and first as they are."
            )

    def setup(self, rules: int = RULES_VERSION) -> Setup:
        """The engine's word for it."""
        return Setup(
            LIBRARY,
            self.players,
            self.sets,
            self.variant,
            self.honor_pool,
            self.shards,
            self.row_length,
            self.first,
            rules=rules,
        )
