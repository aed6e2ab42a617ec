"""What our bots make of a deal: games of several levels from the seat of whoever plays it, as reference lines.

A reference meets the same cards and, in a duel, the same opponent as people do. All budgets are numbers of positions,
so the games are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from hashlib import sha256
from typing import Final

from msgspec import Struct

from vigil.bots import make_bot
from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.scoring import scores
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState

from .deals import OPPONENT, PERSON
from .results import DealResult

LEVELS: Final = ("casual", "player", "advanced", "expert")
"""Levels whose choices depend on nothing but the seed and the position."""
GAMES: Final = 5
"""Games of each level. They differ by the bot's own seed, never by the deal."""


class Reference(Struct, frozen=True):
    level: str
    number: int
    result: DealResult


def names() -> list[tuple[str, int]]:
    """All reference games of a deal: level and number."""
    return [(level, number) for number in range(GAMES) for level in LEVELS]


def references(setup: Setup, seed: int, opponent: int, without: Container[tuple[str, int]] = ()) -> Iterator[Reference]:
    """Plays the reference games. `opponent` is the seed of the bot on the other seat, where there is one."""
    for level, number in names():
        if (level, number) not in without:
            yield Reference(level, number, _played(setup, seed, opponent, level, number))


def _played(setup: Setup, seed: int, opponent: int, level: str, number: int) -> DealResult:
    own = int.from_bytes(sha256(f"{seed}:reference:{level}:{number}".encode()).digest()[:8], "big")
    bots = {PERSON: make_bot(level, own)}
    if not setup.solitaire:
        bots[1 - PERSON] = make_bot(OPPONENT, opponent)
    game = deal(setup, seed)
    while game.decision is not None:
        seat = game.decision.seat
        game.choose(bots[seat].choose(game.view(seat), game.decision))
    return result_of(game)


def result_of(game: GameState) -> DealResult:
    """The result of a game that is over; of one that is not, with the scores so far, a game that was given up."""
    points = scores(game)
    other = cult_score(game) if game.setup.solitaire else points[1 - PERSON]
    return DealResult(points[PERSON], other, game.over and PERSON in game.winners, given_up=not game.over)
