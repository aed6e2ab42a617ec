"""A view on its way to another process.

parcel = view.to_bytes()        what the seat may know: equal for games that the seat cannot tell apart
view = opened(parcel)           the same view again, with its open decision
"""

from __future__ import annotations

from json import loads

from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.engine.view import SeatView, restore_view


def opened(parcel: bytes) -> SeatView:
    told = loads(parcel)
    return restore_view(Setup(LIBRARY, **told["setup"]), told)
