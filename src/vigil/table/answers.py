"""The entries that requests with a key have led to, so that a request that is sent again is carried out once.

Copies share what they have in common, as a `SharedList` does: every choice at a table makes a copy of it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from .actions import Entry


class Answers:
    """The first `_count` of the shared entries are its own; the others belong to a copy that has gone on."""

    __slots__ = ("_count", "_entries", "_number")

    def __init__(self) -> None:
        self._entries: dict[tuple[str, str], Entry] = {}
        self._count = 0
        self._number = 0

    def copy(self) -> Answers:
        twin = Answers.__new__(Answers)
        twin._entries, twin._count, twin._number = self._entries, self._count, self._number
        return twin

    def add(self, entry: Entry) -> None:
        """Every entry, with a key or without, in order."""
        if len(self._entries) != self._count or (entry.by, entry.key) in self._entries:
            # A copy has gone on another way.
            self._entries = dict(islice(self._entries.items(), self._count))
        if entry.key:
            self._entries[entry.by, entry.key] = entry
        self._count, self._number = len(self._entries), entry.number

    def find(self, by: str, key: str) -> Entry | None:
        found = self._entries.get((by, key)) if key else None
        return found if found is not None and found.number <= self._number else None

    def rename(self, renamed: Callable[[str], str]) -> None:
        """Somebody has another id from now on."""
        own = islice(self._entries.items(), self._count)
        self._entries = {(renamed(by), key): entry for (by, key), entry in own}
        self._count = len(self._entries)

    def __repr__(self) -> str:
        return f"Answers({dict(islice(self._entries.items(), self._count))!r})"
