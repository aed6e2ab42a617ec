"""Happenings: what happened after a choice. Logs, animations and statistics are made from them.

`audience` says who may see the card of a happening: one seat, or EVERYONE.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .terms import NOTHING

EVERYONE: Final = -1

# The kinds of happenings. Each has a message in vigil/messages.py.
TURN_BEGINS: Final = "turn begins"
PLAYS: Final = "plays"
USES: Final = "uses"
ACQUIRES: Final = "acquires"
DEFEATS: Final = "defeats"
BANISHES: Final = "banishes"
DISCARDS: Final = "discards"
DESTROYS: Final = "destroys"
DRAWS: Final = "draws"
REVEALS: Final = "reveals"
TAKES: Final = "takes"
MOVES: Final = "moves"
ENTERS_ROW: Final = "enters the row"
EVENT_BEGINS: Final = "event"
GAINS: Final = "gains"
LOSES_HONOR: Final = "loses honor"
POOL_GROWS: Final = "pool grows"
ROW_GROWS: Final = "row grows"
SHUFFLES: Final = "shuffles"
EXTRA_TURN: Final = "extra turn"
LAST_ROUND: Final = "last round"
GAME_OVER: Final = "game over"


class Happening(NamedTuple):
    """One thing that happened: who (`seat`) did what (`kind`), with which card, how much, from where to where."""

    kind: str
    seat: int
    card: int = NOTHING
    amount: int = 0
    source: int = NOTHING
    target: int = NOTHING
    other: int = NOTHING
    detail: str = ""
    audience: int = EVERYONE

    def seen_by(self, seat: int) -> Happening:
        """The happening as this seat may see it: without the card unless the seat is in its audience."""
        if self.audience in (EVERYONE, seat):
            return self
        return self._replace(card=NOTHING, detail="", audience=EVERYONE)
