"""Environments can be copied and pickled in the middle of a game, as search and parallel training do."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

import vigil.learn  # noqa: F401 (which registers the environment)
from vigil.learn import pettingzoo_env
from vigil.learn.setups import table
from vigil.learn.vector import Games

Way = Callable[[Any], Any]
WAYS: list[Way] = [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]


@pytest.mark.parametrize("way", WAYS)
def test_a_table_of_pettingzoo_goes_on_the_same(way: Way) -> None:
    def go_on(env: Any, steps: int) -> list[bytes]:
        random = Random(7)
        seen = []
        for _ in range(steps):
            observation, *_ = env.last()
            seen.append(observation["observation"].tobytes())
            env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        return seen

    env = pettingzoo_env.env(sets="all", players=3)
    env.reset(seed=5)
    go_on(env, 60)
    twin = way(env)
    assert go_on(twin, 60) == go_on(env, 60)


@pytest.mark.parametrize("bot", ["random", "advanced", "expert"])
@pytest.mark.parametrize("way", WAYS)
def test_an_episode_of_gymnasium_goes_on_the_same(way: Way, bot: str) -> None:
    def go_on(env: Any, steps: int) -> list[bytes]:
        random = Random(7)
        seen = []
        for _ in range(steps):
            mask = env.unwrapped.action_masks()
            observation, *_ = env.step(random.choice(np.flatnonzero(mask).tolist()))
            seen.append(observation.tobytes())
        return seen

    env = gymnasium.make("vigil/Ascension-v0", sets="rise", bot=bot)
    env.reset(seed=5)
    go_on(env, 8)
    twin = way(env)
    assert go_on(twin, 8) == go_on(env, 8)


@pytest.mark.parametrize("way", WAYS)
def test_many_games_go_on_the_same(way: Way) -> None:
    def go_on(games: Games, steps: int) -> list[bytes]:
        random = Random(7)
        seen = []
        for _ in range(steps):
            games.step([random.choice(np.flatnonzero(mask).tolist()) for mask in games.masks])
            seen.append(games.observations.tobytes())
        return seen

    games = Games(table("war"), 4, seed=1)
    go_on(games, 50)
    twin = way(games)
    assert go_on(twin, 50) == go_on(games, 50)
