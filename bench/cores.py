"""How much faster two processes step games than one: `python -m bench.cores`. Needs two idle cores."""

from time import perf_counter, sleep

import numpy as np

from vigil.learn import Games, ParallelGames, table

GAMES = 1024
CALLS = 100
ROUNDS = 5


def rate(games: Games | ParallelGames) -> float:
    """Decisions a second by the clock."""
    random = np.random.default_rng(0)
    start = perf_counter()
    for _ in range(CALLS):
        games.step(games.sample(random) if isinstance(games, Games) else games.sample())
    return CALLS * GAMES / (perf_counter() - start)


def main() -> None:
    one = Games(table(), GAMES, copy=False)
    with ParallelGames(table(), GAMES, workers=2, copy=False) as two:
        rate(one), rate(two)
        for _ in range(ROUNDS):
            alone, both = rate(one), rate(two)
            sleep(0.1)
            print(f"one process {alone:,.0f} decisions/s, two processes {both:,.0f}: {both / alone:.2f} times as fast")


if __name__ == "__main__":
    main()
