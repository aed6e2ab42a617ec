"""The environments of PettingZoo and Gymnasium: their own tests, and what theirs cannot know."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import wrappers

import vigil.learn  # noqa: F401 (which registers the environment)
from vigil.engine.errors import IllegalChoice, ImpossibleTable, UnknownName
from vigil.engine.options import Decision, Option
from vigil.engine.view import SeatView
from vigil.extras import MissingExtra
from vigil.learn import pettingzoo_env

SETS = ["chronicle", "rise", "war", "gift", "all"]

# PettingZoo says this of every environment with a mask that is not on its own list, and of agents whose game is over.
USUAL_WARNINGS = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Action mask numpy array is all zeros",
)


def play_out(env: Any, seed: int) -> dict[str, float]:
    """A random game; what each agent got in all."""
    random = Random(seed)
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        over = terminated or truncated
        env.step(None if over else random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return got


# --- PettingZoo


@USUAL_WARNINGS
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("sets", SETS)
def test_pettingzoo_is_content(sets: str, players: int) -> None:
    api_test(pettingzoo_env.env(sets=sets, players=players), num_cycles=100)
    seed_test(lambda: pettingzoo_env.env(sets=sets, players=players), num_cycles=60)


@USUAL_WARNINGS
@pytest.mark.parametrize(("players", "variant"), [(1, "solitaire"), (6, "standard"), (6, "team")])
def test_pettingzoo_is_content_with_every_other_table(players: int, variant: str) -> None:
    api_test(pettingzoo_env.env(sets="all", players=players, variant=variant), num_cycles=100)


@pytest.mark.parametrize(("players", "variant"), [(2, "standard"), (3, "standard"), (4, "team")])
def test_what_one_wins_the_others_lose(players: int, variant: str) -> None:
    env = pettingzoo_env.env(sets="war", players=players, variant=variant, honor_pool=10)
    got = play_out(env, seed=14)
    winners = {f"player_{seat}" for seat in env.unwrapped.game.winners}
    assert sum(got.values()) == pytest.approx(0)
    assert {agent for agent, reward in got.items() if reward == 1} == winners
    assert env.agents == []


def test_a_seed_settles_the_game_and_all_that_follow() -> None:
    first, second = (pettingzoo_env.raw_env(seed=5) for _ in range(2))
    for env in (first, second):
        env.reset()
        env.reset()
    assert first.render() == second.render()
    second.reset()
    assert first.render() != second.render()


def test_only_whoever_decides_is_offered_anything() -> None:
    env = pettingzoo_env.raw_env(players=3, first=1)
    env.reset(seed=1)
    assert env.agent_selection == "player_1"
    assert [env.observe(agent)["action_mask"].any() for agent in env.agents] == [False, True, False]


def test_an_illegal_action_ends_the_game_at_the_cost_of_its_agent(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo_env.env(first=0)
    env.reset(seed=1)
    observation, *_ = env.last()
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert env.unwrapped.terminations == {"player_0": True, "player_1": True}
    assert env.unwrapped.rewards == {"player_0": -1, "player_1": 0}


def told(env: Any, seed: int, illegal_at: int) -> list[Any]:
    """What a caller sees of a random game, one illegal action included."""
    random = Random(seed)
    env.reset(seed=seed)
    seen: list[Any] = []
    for agent in env.agent_iter():
        observation, *rest = env.last()
        mask = observation["action_mask"]
        seen.append((agent, *rest, observation["observation"].tobytes(), mask.tobytes(), list(env.agents), env.rewards))
        offered = np.flatnonzero(mask == 0 if len(seen) == illegal_at else mask).tolist()
        env.step(None if rest[1] or rest[2] else random.choice(offered))
    return seen


@pytest.mark.parametrize("illegal_at", [1, 40, 0])
def test_one_layer_checks_what_pettingzoos_three_wrappers_check(illegal_at: int) -> None:
    theirs = wrappers.TerminateIllegalWrapper(pettingzoo_env.raw_env(honor_pool=10), illegal_reward=-1.0)
    theirs = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(theirs))
    ours = pettingzoo_env.env(honor_pool=10)
    assert told(ours, 3, illegal_at) == told(theirs, 3, illegal_at)


def test_pettingzoos_complaints_are_kept() -> None:
    env = pettingzoo_env.env()
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        env.last()
    env.reset(seed=1)
    for action in (-1, env.action_space("player_0").n, None):
        with pytest.raises(AssertionError, match=f"{action} is not in the action space"):
            env.step(action)
    agents = iter(env.agent_iter())
    next(agents)
    with pytest.raises(AssertionError, match="need to call step"):
        next(agents)


def test_without_wrappers_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = pettingzoo_env.raw_env(first=0)
    env.reset(seed=1)
    before = env.render()
    with pytest.raises(IllegalChoice, match=r"On offer: .*play Apprentice"):
        env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0]))
    assert env.render() == before


def test_the_table_is_rendered_as_its_player_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo_env.env(sets="rise,gift", first=1, render_mode="ansi")
    env.reset(seed=3)
    text = env.render()
    assert text.startswith("Rise of Vigil + Gift of the Elements, 2 players, turn 1, p2 to play\n")
    assert "supply: Mystic ×26, Heavy Infantry ×26, Cultist\n" in text
    assert re.search(r"^p1: .*; hand: \d cards;", text, re.MULTILINE)
    assert re.search(r"^p2: .*; hand: Apprentice", text, re.MULTILINE)
    assert text.endswith("end turn.")
    human = pettingzoo_env.env(sets="rise,gift", first=1, render_mode="human")
    human.reset(seed=3)
    assert human.render() is None
    assert capsys.readouterr().out.rstrip("\n") == text


def test_the_end_is_rendered_too() -> None:
    env = pettingzoo_env.raw_env(honor_pool=5, render_mode="ansi")
    play_out(env, seed=2)
    env.agent_selection = "player_0"
    assert f", over, p{env.game.winners[0] + 1} won\n" in env.render()


def test_a_render_mode_that_does_not_exist_is_named() -> None:
    with pytest.raises(UnknownName, match='no render mode "rgb_array": choose ansi or human'):
        pettingzoo_env.env(render_mode="rgb_array")


# --- Gymnasium


def make(**arguments: Any) -> Any:
    return gymnasium.make("vigil.learn:vigil/Ascension-v0", **arguments).unwrapped


def first_option(view: SeatView, decision: Decision) -> Option:
    return decision.options[0]


@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("bot", ["random", "advanced", first_option])
def test_gymnasium_is_content(sets: str, bot: Any, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make(sets=sets, bot=bot, render_mode="ansi"))


@pytest.mark.parametrize(("players", "variant"), [(1, "solitaire"), (4, "team"), (6, "standard")])
def test_gymnasium_is_content_with_every_other_table(
    players: int, variant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_env(make(sets="all", players=players, variant=variant))


def test_an_episode_ends_with_the_place_of_the_own_seat() -> None:
    ends = set()
    for seed in range(6):
        env = make(bot="random", honor_pool=8)
        _, info = env.reset(seed=seed)
        random = Random(seed)
        done, reward = False, 0.0
        while not done:
            assert reward == 0
            assert env.game.decision.seat == env.seat == info["seat"]
            assert np.array_equal(env.action_masks(), info["action_mask"])
            action = random.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, reward, done, _, info = env.step(action)
        assert reward == (1 if env.seat in env.game.winners else -1)
        assert not info["action_mask"].any()
        ends.add((env.seat, reward))
    assert {seat for seat, _ in ends} == {0, 1}, "the seat is drawn anew"
    assert {reward for _, reward in ends} == {1, -1}
    with pytest.raises(gymnasium.error.ResetNeeded, match="The episode is over"):
        env.step(0)


def test_the_same_seed_gives_the_same_episode() -> None:
    def episode() -> list[bytes]:
        env = make(sets="war", bot="advanced", seat=1)
        observation, info = env.reset(seed=21)
        seen = [observation.tobytes()]
        for _ in range(60):
            observation, _, done, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            seen.append(observation.tobytes())
            if done:
                break
        return seen

    assert episode() == episode()


def test_an_illegal_action_ends_the_episode() -> None:
    env = make()
    _, info = env.reset(seed=4)
    _, reward, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, terminated, info["illegal_action"]) == (-1, True, True)
    with pytest.raises(gymnasium.error.ResetNeeded, match="The episode is over"):
        env.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_a_seat_or_a_bot_that_does_not_exist_is_named() -> None:
    with pytest.raises(ImpossibleTable, match="no seat 2: choose 0 to 1"):
        make(seat=2)
    with pytest.raises(UnknownName, match=r'no bot called "advansed"\. Did you mean "advanced"'):
        make(bot="advansed")


# --- what is not installed


@pytest.mark.parametrize(
    ("library", "module"), [("pettingzoo", "vigil.learn.pettingzoo_env"), ("gymnasium", "vigil.learn.gymnasium_env")]
)
def test_a_missing_library_is_asked_for_by_name(library: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match=rf"environment needs {library}, .* pip install -e '\.\[learn\]'"):
        import_module(module)
