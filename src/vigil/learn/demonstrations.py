"""Decision data: what bots saw, what they could do and what they did, as arrays to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vigil.engine.errors import ImpossibleTable
from vigil.engine.setup import Setup, deal
from vigil.public.play import BotLike, seated

from .encoding import Encoding
from .rewards import rewards


class Demonstrations(NamedTuple):
    """A row for every decision, in the order of the games. `results` are the rewards of the seats that decided."""

    observations: NDArray[np.int16]
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    games: NDArray[np.int64]
    seats: NDArray[np.int64]
    results: NDArray[np.float32]


def demonstrations(setup: Setup, bots: Sequence[BotLike], games: int, seed: int = 0) -> Demonstrations:
    """Lets one bot for each seat play so many games; the seats move around the table from game to game."""
    if len(bots) != setup.players:
        raise ImpossibleTable(f"{setup.players} players need {setup.players} bots, not {len(bots)}.")
    encoding = Encoding(setup)
    observations, masks, rows = [], [], []
    results: list[float] = []
    for number in range(games):
        random = Random(f"{seed},{number}")
        game = deal(setup, random.getrandbits(64))
        game.records_happenings = False
        around = [bots[(seat + number) % len(bots)] for seat in range(setup.players)]
        players = [seated(each, seat, random.getrandbits(64)) for seat, each in enumerate(around)]
        deciders = []
        while game.decision is not None:
            decision = game.decision
            seat = decision.seat
            choice = players[seat](game.view(seat), decision)
            seen, allowed = encoding.observe_seat(game, seat)
            observations.append(seen)
            masks.append(allowed)
            rows.append((encoding.action(decision, choice), number, seat))
            deciders.append(seat)
            game.choose(choice)
        worth = rewards(game)
        results += [worth[seat] for seat in deciders]
    actions, numbers, seats = np.array(rows, np.int64).reshape(-1, 3).T
    seen_all = np.array(observations, np.int16).reshape(-1, encoding.size)
    allowed_all = np.array(masks, np.int8).reshape(-1, encoding.actions)
    return Demonstrations(seen_all, allowed_all, actions, numbers, seats, np.array(results, np.float32))
