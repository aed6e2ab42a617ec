"""Empower: when you acquire a card with this keyword, you may banish a card that you played this turn."""

from __future__ import annotations

from typing import Final

from ..effect import procedure
from ..effects.select import Banish
from ..places import PLAYED

EMPOWER: Final = procedure("empower", Banish(PLAYED, at_least=0))
