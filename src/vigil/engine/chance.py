"""The random number generator of a game. Its whole state is three numbers.

Each block of random words is a cryptographic hash of the game's secret seed and a counter. Past shuffles do not reveal
future ones, and anyone who learns the seed after the game can verify all of them.
"""

from __future__ import annotations

from hashlib import blake2b
from struct import Struct
from typing import Final

from mypy_extensions import i64

_WORD: Final = 32
_WORDS_IN_BLOCK: Final = 16
_unpack: Final = Struct(">16I").unpack


class Chance:
    """A seeded generator. The next word is at index `place` of the block with the number `block` (counted from 1)."""

    __slots__ = ("_key", "_words", "block", "place", "seed")

    def __init__(self, seed: int, block: int = 0, place: int = _WORDS_IN_BLOCK) -> None:
        self.seed = seed
        self.block = block
        self.place = place
        self._words: tuple[int, ...] = ()
        self._key = b""

    def copy(self) -> Chance:
        twin = Chance(self.seed, self.block, self.place)
        twin._words = self._words
        twin._key = self._key
        return twin

    def below(self, bound: int) -> int:
        """A random integer from 0 to `bound - 1`, uniform to within one part in four billion."""
        if self.place == _WORDS_IN_BLOCK:
            self.block += 1
            self.place = 0
            self._words = self._words_of_block()
        elif not self._words:
            self._words = self._words_of_block()
        # Fixed-width integers, because the product overflows mypyc's tagged integers.
        word: i64 = self._words[self.place]
        factor: i64 = bound
        self.place += 1
        return (word * factor) >> _WORD

    def _words_of_block(self) -> tuple[int, ...]:
        if not self._key:
            self._key = self.seed.to_bytes((self.seed.bit_length() + 8) // 8, "big", signed=True)
        return _unpack(blake2b(self.block.to_bytes(8, "big") + self._key).digest())
