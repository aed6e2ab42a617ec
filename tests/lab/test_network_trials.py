"""Networks are chosen by playing."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.arena_bots import Raises
from tests.helpers.networks import untaught
from vigil.bots.network import BadNetwork, Network, load_network
from vigil.cards import LIBRARY
from vigil.lab.network_trials import NODES, BadTrial, Candidate, FittedBot, Trials, play_trial, play_trials, win_rates
from vigil.lab.workers import LocalWorkers


def saved(network: Network, path: Path) -> Path:
    network.save(path)
    return path


def contrary(network: Network) -> Network:
    """Thinks the opposite."""
    return Network({**network.arrays, "last": -network.arrays["last"]})


def test_a_candidate_searches_its_turn_with_its_own_network(tmp_path: Path) -> None:
    mine = untaught(1)
    bot = Candidate(saved(mine, tmp_path / "mine.npz"))(seed=4)
    assert (bot.name, bot.seed, bot.notice) == ("expert", 4, "")
    assert bot.budget is not None
    assert bot.budget.nodes == NODES
    assert bot.network.arrays["last"] == pytest.approx(mine.arrays["last"], rel=1e-2)  # type: ignore[attr-defined]
    assert Candidate(None)(seed=4).network.arrays is load_network().arrays  # type: ignore[attr-defined]


def test_every_candidate_plays_the_same_deals_at_every_table_in_turn() -> None:
    trials = Trials((FittedBot, FittedBot), FittedBot, blocks=7, seed=3)
    tables = [trials.contest(0, block).setup.sets for block in range(7)]
    names = [(name,) for name in LIBRARY.sets]
    assert tables == [*names, tuple(LIBRARY.sets), *names[:2]]
    assert len(trials) == 14
    one, other = trials.contest(0, 2), trials.contest(1, 2)
    assert (one.setup.sets, one.seed, one.setup.players) == (other.setup.sets, 3, 2)


def test_nobody_beats_an_equal() -> None:
    trials = Trials((FittedBot,), FittedBot, blocks=5, seed=1)
    with LocalWorkers(1) as workers:
        assert list(play_trials(trials, workers)) == [(0, 0.5)] * 5


def test_a_network_that_knows_plays_better_than_one_that_thinks_the_opposite(tmp_path: Path) -> None:
    foolish = saved(contrary(load_network()), tmp_path / "foolish.npz")
    trials = Trials((Candidate(None), Candidate(foolish)), blocks=10, seed=2)
    with LocalWorkers(1) as workers:
        played = list(play_trials(trials, workers))
    good, bad = win_rates(trials, played)
    assert (good.count, bad.count) == (10, 10)
    assert good.value > bad.value + 0.2
    assert good.low < good.value < good.high
    assert play_trial(trials, 13) == played[13], "it depends on its number alone"


def test_a_network_that_is_damaged_is_no_candidate(tmp_path: Path) -> None:
    broken = untaught(1)
    broken.arrays["last"] = np.full_like(broken.arrays["last"], np.nan)
    with pytest.raises(BadNetwork, match="is damaged"):
        Candidate(saved(broken, tmp_path / "broken.npz"))


def test_a_candidate_that_fails_is_no_loser_but_a_mistake() -> None:
    with pytest.raises(BadTrial, match="A network could not be tried: LookupError: no idea what to do"):
        play_trial(Trials((Raises,), blocks=2), 0)


def test_a_candidate_takes_its_network_along_to_another_machine(tmp_path: Path) -> None:
    path = saved(untaught(1), tmp_path / "mine.npz")
    candidate = Candidate(path)
    sent = pickle.dumps(candidate)
    path.unlink()
    bot = pickle.loads(sent)(seed=4)
    assert bot.network.arrays["last"] == pytest.approx(candidate.network.arrays["last"])
