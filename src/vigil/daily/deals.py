"""The deals of a day: one solitaire and one duel against Expert, chosen by date alone.

Which sets are played follows from the date, so everybody can know it beforehand. Which cards are dealt follows from a
seed: on a server it is a secret until the day is over, elsewhere it is the public seed of the date.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from itertools import combinations
from typing import Any, Final

from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.engine.terms import SOLITAIRE, STANDARD

OPPONENT: Final = "expert"
"""Its budget is a number of positions, so the same seed and the same position give the same choice everywhere."""
PERSON: Final = 0
"""The seat of whoever plays the deal; in a duel the opponent has the other one."""
PRINTED: Final = ("chronicle-of-the-godslayer", "rise-of-vigil", "war-of-shadows", "gift-of-the-elements")
_MIXTURES: Final = [(name,) for name in PRINTED] + list(combinations(PRINTED, 2))


class Kind(StrEnum):
    """The two deals of a day."""

    SOLITAIRE = "solitaire"
    DUEL = "duel"


def sets_of(date: str, kind: Kind) -> tuple[str, ...]:
    """One printed set or a mixture of two, by the date."""
    return _MIXTURES[_number(f"vigil daily sets {date} {kind}") % len(_MIXTURES)]


def table_of(date: str, kind: Kind) -> dict[str, Any]:
    """The options of the game, by the names that `Setup` and `TableSettings` have for them."""
    is_duel = kind == Kind.DUEL
    return {
        "sets": sets_of(date, kind),
        "players": 2 if is_duel else 1,
        "variant": STANDARD if is_duel else SOLITAIRE,
        "duplicate": True,
    }


def setup_of(date: str, kind: Kind) -> Setup:
    return Setup(LIBRARY, **table_of(date, kind))


def public_seed(date: str, kind: Kind) -> int:
    """The seed for whoever plays without a server. Everybody can compute it, and so foresee the cards."""
    return _number(f"vigil daily seed {date} {kind}")


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")
