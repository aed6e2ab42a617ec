"""Plays random games on every table and prints a checksum for each: equal for engines that follow the same rules."""

from __future__ import annotations

import argparse
from hashlib import blake2b
from itertools import combinations

from vigil._compiled import ENGINE
from vigil.cards import LIBRARY, new_state
from vigil.engine.snapshot import checksum

SETS = list(LIBRARY.sets)


def tables() -> list[tuple[int, tuple[str, ...], str]]:
    found: list[tuple[int, tuple[str, ...], str]] = []
    for size in range(1, len(SETS) + 1):
        for sets in combinations(SETS, size):
            found.append((1, sets, "solitaire"))
            for players in range(2, 7 if size > 1 else 5):
                found.append((players, sets, "standard"))
                if players in (4, 6):
                    found.append((players, sets, "team"))
    return found


def of_table(players: int, sets: tuple[str, ...], variant: str, games: int) -> str:
    digest = blake2b(digest_size=8)
    for seed in range(games):
        game = new_state(players, sets, variant, seed)
        state = seed + 1
        while game.decision is not None:
            state = (state * 1664525 + 1013904223) % 4294967296
            options = game.decision.options
            game.choose(options[(state >> 8) * len(options) >> 24])
        digest.update(checksum(game).encode())
    return digest.hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games on each table")
    arguments = parser.parse_args()
    print(ENGINE)
    for table in tables():
        print(*table, of_table(*table, arguments.games))


if __name__ == "__main__":
    main()
