"""Whatever people try: what is refused leaves no trace, and the journal tells the rest again."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random

import pytest

from tests.helpers.journals import ADA, BEN, CLEO, Played, started
from vigil.table import actions as do
from vigil.table.actions import SERVER, Action
from vigil.table.clocks import PerGame
from vigil.table.settings import Leaving, TableSettings
from vigil.table.table import Phase

SEEDS = range(16)
ANYTHING: list[Action] = [
    *(kind(seat) for kind in (do.Sit, do.Stand, do.Expire) for seat in (-1, 0, 1, 2, 7)),
    *(do.SeatBot(seat, level) for seat in (0, 1, 2) for level in ("random", "nobody")),
    *(do.Say(text=text) for text in ("hello", "")),
    *(do.Choose(seat, version, "end turn") for seat in (0, 1, 2) for version in (0, 5)),
    *(do.AnswerUndo(request, agree) for request in (0, 9) for agree in (True, False)),
    *[do.Start()] * 5,
    *(do.Undo(3), do.Leave(), do.Return(), do.Open(TableSettings())),
]


def next_try(played: Played, random: Random) -> tuple[str, Action]:
    """Something sensible, more often than not."""
    table = played.table
    if table.phase != Phase.PLAYING or random.random() < 0.3:
        return random.choice([ADA, BEN, CLEO, SERVER]), random.choice(ANYTHING)
    if table.request is not None:
        return random.choice(table.humans()), do.AnswerUndo(table.request.number, random.random() < 0.7)
    if table.deadline is not None and played.now > table.deadline:
        return SERVER, do.Expire(table.deciding)
    absent = [seat.person for seat in table.seats if seat.is_kept]
    if absent and random.random() < 0.1:
        return random.choice(absent), do.Return()
    if random.random() < 0.1:
        return random.choice([ADA, BEN, CLEO]), do.Undo(table.version)
    seat = table.seats[table.deciding]
    choice = do.Choose(table.deciding, table.version, random.choice(played.may()))
    return SERVER if seat.bot else seat.person, choice


@lru_cache(maxsize=1)
def outcomes() -> Counter[tuple[str, str]]:
    """How often each kind of action was accepted, or refused with which code."""
    found: Counter[tuple[str, str]] = Counter()
    for seed in SEEDS:
        random = Random(seed)
        leaving = Leaving.END if seed % 8 == 0 else Leaving.BOT
        begin = Played if seed % 4 == 0 else started
        played = begin(seed, players=3, leaving=leaving, clock=PerGame(30, 1))
        for _ in range(250):
            played.now += random.choice([0.1, 0.5, 6.0])
            by, action = next_try(played, random)
            before = Played.trace(played.table)
            refused = played.tried(by, action)
            if refused is not None:
                assert refused.message[-1] in ".!?"
                assert refused.hint[-1] in ".!?"
                assert Played.trace(played.table) == before
            found[type(action).__name__, "accepted" if refused is None else refused.code] += 1
        assert Played.trace(played.rebuilt()) == Played.trace(played.table)
    return found


def test_the_journal_tells_the_truth() -> None:
    assert sum(outcomes().values()) == 250 * len(SEEDS)


@pytest.mark.parametrize("kind", ["Sit", "Stand", "SeatBot", "Start", "Choose", "Undo", "AnswerUndo", "Say", "Leave"])
def test_everything_was_tried_with_and_without_success(kind: str) -> None:
    codes = {code for name, code in outcomes() if name == kind}
    assert "accepted" in codes
    assert len(codes) > 1


def test_people_ran_out_of_time_and_came_back() -> None:
    assert outcomes()["Expire", "accepted"] > 5
    assert outcomes()["Return", "accepted"] > 5
