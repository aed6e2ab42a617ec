"""What was agreed before anybody sat down. Whatever cannot be played is refused here, with a reason.

The names are those of the command line: sets, players, variant, honor_pool, shards, row_length, first.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import zip_longest
from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from vigil.bots import BUILT_IN, bot_kind
from vigil.cards import LIBRARY
from vigil.custom_sets import loaded_versions
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
    """`public` tables are listed, the others are found by their link. `stand_in` keeps the seats of those who left.

    `set_versions` has the version of each of the `sets`, an empty text for a printed one; it is empty where all of them
    are printed. The server fills it in when the table is opened. Settings with another version than the loaded one are
    not checked: nothing can be played with them here.

    In a `duplicate` game, whoever plays the same seed is dealt the same cards as far as possible (docs/daily.md).
    """

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
    set_versions: tuple[str, ...] = ()
    duplicate: bool = False

    def __post_init__(self) -> None:
        if self.unavailable_sets():
            return
        force_setattr(self, "sets", tuple(set_names(self.sets)))
        force_setattr(self, "stand_in", bot_kind(self.stand_in, BUILT_IN).name)
        self.setup()
        if self.rated:
            self._check_rated()

    def unavailable_sets(self) -> list[str]:
        """The custom sets of these settings that are not loaded in this process, or in another version."""
        if not self.set_versions:
            return []
        loaded = loaded_versions()
        pairs = zip_longest(self.sets, self.set_versions, fillvalue="")
        return [name for name, version in pairs if loaded.get(name, "") != version]

    def with_loaded_versions(self) -> TableSettings:
        """The same settings for a new table: checked, and with the versions of the custom sets that are loaded."""
        plain = replace(self, set_versions=())
        loaded = loaded_versions()
        versions = tuple(loaded.get(name, "") for name in plain.sets)
        return replace(plain, set_versions=versions) if any(versions) else plain

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
            duplicate=self.duplicate,
        )
