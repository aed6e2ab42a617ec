"""What the bots at a table are called.

    character("expert", table.id, 3)       "Odra"
    style("casual", seed)                  "collector"; only casual bots have one

Each level has as many characters as a table has seats, and no two levels share one: the bots of a table never share a
name. The table's id decides who comes, so that the next game brings others. People cannot take these names, see
`names.py`.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from vigil.bots import BUILT_IN, CasualBot
from vigil.bots.levels import style_of

CHARACTERS: Final[dict[str, tuple[str, ...]]] = {
    "random": ("Pibbin", "Tozzle", "Wimbo", "Fidwick", "Jumbit", "Dobbrin"),
    "casual": ("Brindle", "Tamsel", "Hobrick", "Junia", "Fennec", "Lotrin"),
    "player": ("Garrel", "Yevane", "Corwick", "Maelin", "Tobren", "Sereth"),
    "advanced": ("Hesper", "Kaldane", "Ilvane", "Rothmar", "Vessia", "Orlend"),
    "expert": ("Odra", "Thessan", "Malvine", "Ruskar", "Eirlane", "Quennar"),
    "master": ("Azimar", "Noctelle", "Vaurel", "Sephrane", "Kelduin", "Umbrith"),
}
"""By level; all of them invented."""

_OTHERS: Final = "player"
"""Whose names bots from files have, and levels that are gone since a table was saved."""

assert CHARACTERS.keys() == BUILT_IN.keys(), "Every level has its characters."


def character(level: str, table_id: str, seat: int) -> str:
    """The name of the bot of this level at this seat: always the same, and another at every seat."""
    names = CHARACTERS.get(level, CHARACTERS[_OTHERS])
    first = sha256(table_id.encode()).digest()[0]
    return names[(first + seat) % len(names)]


def style(level: str, seed: int) -> str:
    """What a casual bot with this seed likes too much; empty for the other levels."""
    return style_of(seed).name if level == CasualBot.name else ""
