"""Many games at once: the same games as one by one, as a vector environment of Gymnasium."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from tests.helpers.walks import Table, every_table
from vigil.engine.errors import IllegalChoice, ImpossibleTable, UnknownName
from vigil.engine.scoring import scores
from vigil.learn import Games, ParallelGames, table

ROOT = Path(__file__).parent.parent.parent


def random_actions(games: Games, random: Random) -> list[int]:
    return [random.choice(np.flatnonzero(mask).tolist()) for mask in games.masks]


# --- the arrays


@pytest.mark.parametrize("where", list(every_table()), ids=str)
def test_every_row_shows_what_the_decider_sees(where: Table) -> None:
    """The compiled writer is compared with the simple reader of views, and its masks with the keys of options."""
    games = Games(table(where.sets, where.players, where.variant), count=4, seed=1)
    encoding, random = games.encoding, np.random.default_rng(2)
    for _ in range(60):
        for place in range(4):
            decision = games.game(place).decision
            assert decision is not None
            assert games.seats[place] == decision.seat
            seen = encoding.observe(games.game(place).view(decision.seat))
            assert np.array_equal(games.observations[place], seen), decision.prompt
            slow_ids = encoding._actions.ids(decision)
            assert np.flatnonzero(games.masks[place]).tolist() == sorted(slow_ids), decision.texts()
            assert encoding.ids(decision) == slow_ids
        games.step(games.sample(random))


def digest_of_games() -> str:
    """Everything that the arrays of some long games show."""
    digest = blake2b()
    for sets, players, variant in (("all", 2, "standard"), ("rise,gift", 4, "team"), ("war", 1, "solitaire")):
        games = Games(table(sets, players, variant), count=6, seed=3, copy=False, potential="honor")
        random = np.random.default_rng(4)
        for _ in range(150):
            observations, _, _, _, infos = games.step(games.sample(random))
            for each in (observations, games.masks, games.seats, infos["rewards"]):
                digest.update(each.tobytes())
    return digest.hexdigest()


def test_both_engines_write_the_same_arrays() -> None:
    program = "from tests.learn.test_vector import digest_of_games; print(digest_of_games())"
    surroundings = {**os.environ, "VIGIL_ENGINE": "plain"}
    command = [sys.executable, "-c", program]
    plain = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True).stdout
    assert plain.strip() == digest_of_games()


def test_the_arrays_stay_where_they_are_and_copies_are_returned() -> None:
    games = Games(table(), count=3)
    arrays = games.observations, games.masks, games.seats
    first, infos = games.reset(seed=1)
    kept = first.copy(), infos["action_mask"].copy()
    games.step(random_actions(games, Random(1)))
    assert all(one is other for one, other in zip(arrays, (games.observations, games.masks, games.seats), strict=True))
    assert np.array_equal(first, kept[0])
    assert np.array_equal(infos["action_mask"], kept[1])
    assert not np.array_equal(first, games.observations)


def test_scaled_observations_are_small_numbers() -> None:
    games = Games(table("all"), count=8, scaled=True)
    random = np.random.default_rng(1)
    for _ in range(200):
        seen, *_ = games.step(games.sample(random))
        assert seen.dtype == np.float32
        assert np.allclose(seen, games.observations * games.encoding.scales)
        assert seen.max() < 10


# --- playing


def test_finished_games_are_rewarded_and_dealt_anew() -> None:
    games = Games(table(honor_pool=5), count=4, seed=3)
    random = Random(4)
    ended = 0
    while ended < 10:
        before, deciding = [games.game(place) for place in range(4)], games.seats.copy()
        _, rewards, done, truncated, infos = games.step(random_actions(games, random))
        for place in range(4):
            game, seat = before[place], int(deciding[place])
            assert done[place] == game.over
            assert (games.game(place) is game) != done[place]
            expected = [1 if seat in game.winners else -1 for seat in range(2)] if done[place] else [0, 0]
            assert infos["rewards"][place].tolist() == expected
            assert rewards[place] == expected[seat]
            if done[place]:
                about = infos["final_info"]
                assert about["scores"][place].tolist() == scores(game)
                assert about["won"][place] == (seat in game.winners)
                assert np.array_equal(infos["final_obs"][place], games.encoding.observe(game.view(seat)))
        assert not truncated.any()
        ended += int(done.sum())
        assert games.masks.any(axis=1).all(), "everybody can always go on"
    assert games.finished == ended


def test_it_is_a_vector_environment_that_resets_in_the_same_step() -> None:
    games = Games(table(honor_pool=3), count=3, seed=2)
    assert isinstance(games, VectorEnv)
    assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    env = RecordEpisodeStatistics(games)
    observations, infos = env.reset(seed=6)
    random = np.random.default_rng(1)
    lengths: list[int] = []
    while len(lengths) < 5:
        assert observations in games.observation_space
        assert (games.masks == infos["action_mask"]).all()
        observations, _, _, _, infos = env.step(games.sample(random))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert min(lengths) > 5


def test_gymnasium_makes_it_by_its_name() -> None:
    name = "vigil.learn:vigil/Ascension-v0"
    env = gymnasium.make_vec(name, num_envs=3, sets="rise", bot="random", autoplay="forced", honor_pool=9)
    assert isinstance(env.unwrapped, Games)
    observations, _ = env.reset(seed=4)
    assert observations in env.observation_space
    assert env.unwrapped.game(0).pool == 9
    one_by_one = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", sets="rise", bot="random")
    assert one_by_one.reset(seed=4)[0].shape == (2, observations.shape[1])


def test_a_seed_repeats_the_games_and_none_goes_on_to_the_next() -> None:
    games = Games(table("war"), count=2, seed=5)
    first, _ = games.reset(seed=8)
    second, _ = games.reset()
    again, _ = games.reset(seed=8)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)


def test_what_a_game_plays_does_not_depend_on_the_others() -> None:
    few, many = Games(table("gift"), count=2, seed=9), Games(table("gift"), count=6, seed=9)
    assert np.array_equal(few.observations, many.observations[:2])
    assert not np.array_equal(many.observations[0], many.observations[1])
    later = Games(table("gift"), count=2, seed=9, first_place=4)
    assert np.array_equal(later.observations, many.observations[4:])
    other = Games(table("gift"), count=2, seed=10)
    assert not np.array_equal(few.observations, other.observations)


def test_sampled_actions_are_legal_and_every_one_of_them_is_drawn() -> None:
    games = Games(table(first=0), count=1, seed=8)
    random = np.random.default_rng(3)
    drawn = {int(games.sample(random)[0]) for _ in range(200)}
    assert drawn == set(np.flatnonzero(games.masks[0]).tolist())


def test_an_illegal_action_moves_no_game() -> None:
    games = Games(table(), count=3, seed=5)
    before = games.observations.copy(), games.masks.copy()
    actions = random_actions(games, Random(1))
    actions[2] = int(np.flatnonzero(games.masks[2] == 0)[0])
    with pytest.raises(IllegalChoice, match="On offer"):
        games.step(np.array(actions))
    assert np.array_equal(before[0], games.observations)
    assert np.array_equal(before[1], games.masks)


def test_what_cannot_be_played_is_refused_with_what_can() -> None:
    with pytest.raises(IllegalChoice, match="3 games need 3 actions, not 2"):
        Games(table(), count=3).step([0, 0])
    with pytest.raises(ImpossibleTable, match="0 games at once"):
        Games(table(), count=0)
    with pytest.raises(ImpossibleTable, match="no seat 2: choose 0 to 1"):
        Games(table(), count=1, seat=2)
    with pytest.raises(UnknownName, match='no reward "honour": choose result or margin'):
        Games(table(), count=1, reward="honour")
    with pytest.raises(UnknownName, match='no autoplay "all": choose none or forced or plays'):
        Games(table(), count=1, autoplay="all")
    with pytest.raises(ImpossibleTable, match="knows no solitaire"):
        Games(table("rise", 1, "solitaire"), count=1, potential="network")
    with pytest.raises(UnknownName, match='no bot called "advansed"'):
        Games(table(), count=1, opponents="advansed")
    with pytest.raises(ImpossibleTable, match="pool of opponents is empty"):
        Games(table(), count=1, opponents=[])


# --- decisions that are made automatically


@pytest.mark.parametrize(("autoplay", "plays"), [("none", True), ("forced", True), ("plays", False)])
def test_autoplay_leaves_out_what_it_says(autoplay: str, plays: bool) -> None:
    games = Games(table(), count=8, seed=1, autoplay=autoplay)
    random = np.random.default_rng(5)
    offered, fewest = set(), 9
    for _ in range(400):
        fewest = min(fewest, int(games.masks.sum(axis=1).min()))
        offered |= {games.encoding.action_name(each) for each in np.flatnonzero(games.masks.any(axis=0)).tolist()}
        games.step(games.sample(random))
    assert ("play Apprentice" in offered) == plays
    assert "play Arha Initiate" in offered, "it draws a card: that is not a plain card"
    assert fewest == (1 if autoplay == "none" else 2)


def test_bots_make_their_own_decisions() -> None:
    asked: set[str] = set()

    def player(view: Any, decision: Any) -> Any:
        asked.update(option.text for option in decision.options)
        return decision.options[0]

    games = Games(table(), count=2, seed=1, opponents=player, autoplay="plays")
    for _ in range(40):
        assert not any(name == "play Apprentice" for mask in games.masks for name in names_of(games, mask))
        games.step(games.sample(np.random.default_rng(1)))
    assert "play Apprentice" in asked


def names_of(games: Games, mask: NDArray[np.int8]) -> list[str]:
    return [games.encoding.action_name(each) for each in np.flatnonzero(mask).tolist()]


# --- opponents


class FirstAction:
    """A batch policy, which counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def act(self, observations: NDArray[np.int16], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        self.asked += len(masks)
        return masks.argmax(axis=1)


def end_the_turn(view: Any, decision: Any) -> str:
    return str(decision.options[-1])


@pytest.mark.parametrize("opponents", ["random", end_the_turn, FirstAction(), ["casual", end_the_turn, FirstAction()]])
def test_opponents_play_the_other_seats(opponents: Any) -> None:
    games = Games(table("rise", players=3, honor_pool=10), count=6, seed=1, opponents=opponents)
    random = np.random.default_rng(1)
    seats: set[int] = set()
    while games.finished < 12:
        own = games.seats.copy()
        _, rewards, ended, _, infos = games.step(games.sample(random))
        seats |= set(own.tolist())
        assert (games.seats[~ended] == own[~ended]).all(), "the agent keeps its seat for the game"
        for place in np.flatnonzero(ended).tolist():
            assert infos["final_info"]["seat"][place] == own[place]
            assert rewards[place] == infos["rewards"][place, own[place]]
    assert seats == {0, 1, 2}, "the seat is drawn for every game"


def test_the_agent_may_keep_one_seat() -> None:
    policy = FirstAction()
    games = Games(table(), count=3, opponents=policy, seat=1)
    for _ in range(50):
        assert (games.seats == 1).all()
        games.step(games.sample(np.random.default_rng(1)))
    assert policy.asked > 50


def test_an_opponent_that_fails_is_shown() -> None:
    def broken(view: Any, decision: Any) -> Any:
        return 1 / 0

    with pytest.raises(ZeroDivisionError) as caught:
        Games(table(first=0), count=1, opponents=broken, seat=1)
    assert caught.value.__notes__ == ["p1 (broken) was asked in turn 1: Your turn."]
    with pytest.raises(IllegalChoice, match=r"p1 \(<lambda>\) gave an illegal answer|p1 \(lambda\) gave an illegal"):
        Games(table(first=0), count=1, opponents=lambda view, decision: "fly", seat=1)


# --- several processes


def test_several_processes_play_the_same_games() -> None:
    setup, options = table("rise", honor_pool=4), {"opponents": "random", "reward": "margin"}
    games = Games(setup, 5, 3, **options)  # type: ignore[arg-type]
    random = np.random.default_rng(2)
    ended = 0
    with ParallelGames(setup, 5, 3, workers=2, **options) as parallel:
        while ended < 4:
            assert np.array_equal(parallel.observations, games.observations)
            assert np.array_equal(parallel.masks, games.masks)
            assert parallel.masks[np.arange(5), parallel.sample()].all(), "only legal actions are drawn"
            actions = games.sample(random)
            one, other = games.step(actions), parallel.step(actions)
            for ours, theirs in zip(one[:4], other[:4], strict=True):
                assert np.array_equal(ours, theirs)
            assert one[4].keys() == other[4].keys()
            if one[2].any():
                scored = one[4]["final_info"]["scores"], other[4]["final_info"]["scores"]
                assert np.array_equal(*scored)
            ended += int(one[2].sum())
        assert np.array_equal(parallel.reset(seed=9)[0], games.reset(seed=9)[0])
        with pytest.raises(IllegalChoice, match="is not on offer"):
            parallel.step([-1] * 5)


def test_processes_that_cannot_begin_say_why() -> None:
    with pytest.raises(UnknownName, match='no reward "glory"'):
        ParallelGames(table(), 2, workers=1, reward="glory")
    with pytest.raises(ImpossibleTable, match="3 processes cannot share 2 games"):
        ParallelGames(table(), 2, workers=3)
