"""Which daily deal a table plays."""

from __future__ import annotations

from msgspec import Struct

from vigil.daily.deals import Kind


class DailyGame(Struct, frozen=True, forbid_unknown_fields=True):
    """The deal of a date. Everybody has one `scored` attempt; all others are practice."""

    date: str
    kind: Kind
    scored: bool
