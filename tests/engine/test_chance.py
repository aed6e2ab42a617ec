"""Randomness is a few numbers in the state."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from struct import unpack

from vigil.engine.chance import Chance


def test_the_same_seed_gives_the_same_numbers() -> None:
    first, second = Chance(7), Chance(7)
    assert [first.below(100) for _ in range(200)] == [second.below(100) for _ in range(200)]


def test_another_seed_gives_others() -> None:
    numbers = {Chance(seed).below(1 << 30) for seed in (-1, 0, 1, 2, 2**64, 2**128, 2**500)}
    assert len(numbers) == 7


def test_a_copy_goes_its_own_way_from_the_same_point() -> None:
    chance = Chance(3)
    chance.below(6)
    twin = chance.copy()
    assert [chance.below(6) for _ in range(50)] == [twin.below(6) for _ in range(50)]


def test_numbers_are_spread_evenly() -> None:
    chance = Chance(11)
    counts = Counter(chance.below(6) for _ in range(12_000))
    assert sorted(counts) == list(range(6))
    assert all(1850 < count < 2150 for count in counts.values())


def test_whoever_knows_the_seed_can_check_every_number() -> None:
    chance = Chance(7)
    blocks = [blake2b(number.to_bytes(8, "big") + b"\x07").digest() for number in (1, 2)]
    words = [word for block in blocks for word in unpack(">16I", block)]
    assert [chance.below(1000) for _ in words] == [word * 1000 >> 32 for word in words]
