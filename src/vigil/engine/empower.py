"""Empower: when a card with the keyword is acquired, a card that was played this turn may be banished."""

from __future__ import annotations

from typing import Final

from .select import Banish, May
from .places import PLAYED

EMPOWER: Final = May(Banish(PLAYED))
