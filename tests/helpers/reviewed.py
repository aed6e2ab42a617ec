"""Short games for the tests of reviews: the honor pool is small, and the bots choose at a glance."""

from __future__ import annotations

from functools import cache

from vigil.bots import make_bot
from vigil.cards import LIBRARY
from vigil.engine.library import Library
from vigil.engine.records import Record
from vigil.engine.setup import Setup, deal
from vigil.review import Review, ReviewBudget
from vigil.review.review import review_record

TINY = ReviewBudget(16, 3)
CHRONICLE, RISE, WAR, GIFT = LIBRARY.sets


def played(
    sets: tuple[str, ...] = (CHRONICLE,),
    players: int = 2,
    variant: str = "standard",
    *,
    honor: int = 8,
    seed: int = 5,
    library: Library = LIBRARY,
) -> Record:
    """The record of a finished game."""
    game = deal(Setup(library, players, sets, variant, honor_pool=honor), seed)
    record = Record.of(game, [f"bot {seat + 1}" for seat in range(players)])
    bots = [make_bot("player", seat) for seat in range(players)]
    while game.decision is not None:
        seat = game.decision.seat
        record.choose(game, bots[seat].choose(game.view(seat), game.decision))
    return record


@cache
def usual_review() -> Review:
    """The review of the usual game, for all tests that only look at it."""
    return review_record(played(), LIBRARY, TINY)


def shortened(record: Record, choices: int) -> Record:
    """The game after so many choices, as if it were still being played."""
    return Record(record.setup, record.seed, record.choices[:choices], record.names, None, record.rules)
