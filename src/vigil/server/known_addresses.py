"""Addresses from which the owners of accounts have signed in.

Wrong passwords are counted for each account, so that many addresses together cannot guess more. Without this memory a
stranger could lock the owner out by guessing wrong on purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MOST: Final = 10_000


class KnownAddresses:
    """Kept in memory as keyed hashes, so nobody can read who signed in from where. The oldest are dropped."""

    def __init__(self, signature: Callable[[str], str]) -> None:
        self._signature = signature
        self._known: dict[str, None] = {}

    def add(self, person: str, address: str) -> None:
        key = self._key(person, address)
        self._known.pop(key, None)
        self._known[key] = None
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def has(self, person: str, address: str) -> bool:
        return self._key(person, address) in self._known

    def _key(self, person: str, address: str) -> str:
        return self._signature(f"address:{person}:{address}")
