"""Passwords: hashed with Argon2, a few at a time, outside the event loop."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE: Final = 2
"""Each hash takes 64 MiB for a moment."""


class Passwords:
    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def is_right(self, password: str, hashed: str | None) -> bool:
        """Without a hash the answer is no, and takes as long as for a wrong password."""
        async with self._turn:
            return await asyncio.to_thread(self._compare, password, hashed)

    def is_outdated(self, hashed: str) -> bool:
        """Whether it was made with lower costs than hashes are made with now."""
        return self._hasher.check_needs_rehash(hashed)

    def _compare(self, password: str, hashed: str | None) -> bool:
        try:
            return self._hasher.verify(hashed or self._nobodys, password) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash("nobody has this password")
