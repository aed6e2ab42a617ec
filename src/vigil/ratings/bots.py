"""The ratings of bots: measured once in the arena, the same scale as people's, and never changed by a game."""

from __future__ import annotations

from .bot_table import BOT_TABLE
from .glicko import Rating
from .pools import Pool


def bot_rating(level: str, pool: Pool) -> Rating:
    """Of a level that is gone, such as one in an old journal, nothing is known: it counts as a newcomer."""
    measured = BOT_TABLE[pool].get(level)
    return Rating() if measured is None else Rating(*measured)
