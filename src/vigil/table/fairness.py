"""The promise that nobody chose the shuffles: a hash of the seed is public from the first moment, the seed at the end.

Whoever wants to check computes the SHA-256 of `salt:seed` and compares; `vigil verify` plays the record with that seed.

A game that goes on from another has its seed, which everybody could know beforehand. Nothing is promised about it: such
a seed has no salt and no commitment, and is told from the first moment.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256


@dataclass(frozen=True, repr=False)
class Secret:
    """The seed, and a salt that keeps the hash from being guessed. Told to nobody before the game is over.

    A seed without a salt is no secret.
    """

    seed: int
    salt: str

    def __repr__(self) -> str:
        return "Secret(...)"  # so that no log ever tells it

    @staticmethod
    def fresh() -> Secret:
        return Secret(secrets.randbits(128), secrets.token_hex(16))

    @staticmethod
    def known(seed: int) -> Secret:
        return Secret(seed, "")

    @property
    def is_known(self) -> bool:
        return not self.salt

    def bot_seed(self, seat: int) -> int:
        """The seed of the bot on a seat. It tells nothing of the deal, and nobody can foresee it; when the salt is
        revealed, everybody can compute it."""
        digest = sha256(f"{self.salt}:bot:{seat}".encode()).digest()
        return int.from_bytes(digest[:8], "big")

    @cached_property
    def commitment(self) -> str:
        return "" if self.is_known else sha256(f"{self.salt}:{self.seed}".encode()).hexdigest()
