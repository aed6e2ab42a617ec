"""Empower: when a card with the keyword is acquired, a card that was played this turn may be banished."""

from __future__ import annotations

from typing import Final

from ..effect import procedure
from ..effects.select import Banish
from ..places import PLAYED

EMPOWER: Final = procedure("empower", Banish(PLAYED, at_least=0))
