"""Vigil, measured: random players, through the public library, through the engine's loop, and wholly inside the engine.

The player of the loops is one call of random.random() a decision, inline, so that the figures are the engine's.
"""

import sys
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Self

import vigil
from bench.measure import serve
from vigil.cards import new_state
from vigil.engine.rollout import RandomPolicy, rollout

if TYPE_CHECKING:
    from vigil.engine.state import GameState

    Game = GameState | vigil.Game

LIBRARY, CHOOSE, ROLLOUT = "library", "choose", "rollout"


@dataclass(frozen=True)
class Table:
    """What is played, and through which loop. Its name travels to the measured process."""

    sets: tuple[str, ...]
    players: int = 2
    loop: str = CHOOSE
    pool: int | None = None
    quarter: int | None = None

    @property
    def name(self) -> str:
        return f"{'+'.join(self.sets)} {self.players} {self.loop} {self.pool or 0} {self.quarter or 0}"

    @classmethod
    def named(cls, name: str) -> Self:
        sets, players, loop, pool, quarter = name.split()
        return cls(tuple(sets.split("+")), int(players), loop, int(pool) or None, int(quarter) or None)

    def deal(self, seed: int) -> "Game":
        if self.loop == LIBRARY:
            return vigil.new_game(self.sets, self.players, seed=seed, honor_pool=self.pool)
        game = new_state(players=self.players, sets=self.sets, seed=seed, honor_pool=self.pool)
        # A search plays its rollouts on copies that do not tell what happens.
        return game if self.loop == CHOOSE else game.copy(quiet=True)


class RandomGames:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.advance = advance_inside if table.loop == ROLLOUT else advance_by_choosing

    def play(self, seed: int) -> tuple[int, int]:
        return 1, self.advance(self.table.deal(seed), seed)

    def middle(self, seed: int) -> "Game":
        _, decisions = self.play(seed)
        game = self.table.deal(seed)
        self.advance(game, seed, decisions // 2)
        return game

    def copy(self, position: "Game") -> "Game":
        return position.copy()


class Quarters(RandomGames):
    """One quarter of a few games, counted in decisions, again and again: each time from a copy of where it begins."""

    GAMES = 10

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        assert table.quarter
        self.starts: list[tuple[GameState, int]] = []
        for seed in range(self.GAMES):
            length = rollout(table.deal(seed), RandomPolicy(seed)) // 4
            game = table.deal(seed)
            rollout(game, RandomPolicy(seed), length * (table.quarter - 1))
            self.starts.append((game, length))

    def play(self, seed: int) -> tuple[int, int]:
        start, length = self.starts[seed % self.GAMES]
        return 0, rollout(start.copy(), RandomPolicy(seed), length)

    def middle(self, seed: int) -> "GameState":
        start, length = self.starts[seed]
        game = start.copy()
        rollout(game, RandomPolicy(seed), length // 2)
        return game


def advance_by_choosing(game: "Game", seed: int, most: int = sys.maxsize) -> int:
    """Choose at random until the game is over, or so many times; answer the number of choices."""
    rand = Random(seed).random
    decisions = 0
    while not game.over and decisions < most:
        options = game.decision.options
        game.choose(options[int(rand() * len(options))])
        decisions += 1
    return decisions


def advance_inside(game: "GameState", seed: int, most: int = 1_000_000_000) -> int:
    return rollout(game, RandomPolicy(seed), most)


def find(name: str) -> RandomGames:
    table = Table.named(name)
    return Quarters(table) if table.quarter else RandomGames(table)


if __name__ == "__main__":
    serve(find)
