"""Networks are chosen by playing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.helpers.networks import untaught
from vigil.bots.network import Network, load_network
from vigil.cards import LIBRARY
from vigil.lab.choosing import NODES, BadTrial, Candidate, FittedBot, Trials, play_trial, play_trials, win_rates
from vigil.lab.crew import Crew


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


def test_a_file_that_was_written_again_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    lasts = [Candidate(saved(untaught(seed), path))(0).network.arrays["last"] for seed in (1, 2)]  # type: ignore[attr-defined]
    assert lasts[0] != pytest.approx(lasts[1])


def test_every_candidate_plays_the_same_deals_at_every_table_in_turn() -> None:
    trials = Trials((FittedBot, FittedBot), FittedBot, blocks=7, seed=3)
    tables = [trials.contest(0, block).sets for block in range(7)]
    names = [(name,) for name in LIBRARY.sets]
    assert tables == [*names, tuple(LIBRARY.sets), *names[:2]]
    assert len(trials) == 14
    one, other = trials.contest(0, 2), trials.contest(1, 2)
    assert (one.sets, one.seed, one.players) == (other.sets, 3, 2)


def test_nobody_beats_an_equal() -> None:
    trials = Trials((FittedBot,), FittedBot, blocks=5, seed=1)
    with Crew(1) as crew:
        assert list(play_trials(trials, crew)) == [(0, 0.5)] * 5


def test_a_network_that_knows_plays_better_than_one_that_thinks_the_opposite(tmp_path: Path) -> None:
    foolish = saved(contrary(load_network()), tmp_path / "foolish.npz")
    trials = Trials((Candidate(None), Candidate(foolish)), blocks=10, seed=2)
    with Crew(1) as crew:
        played = list(play_trials(trials, crew))
    good, bad = win_rates(trials, played)
    assert (good.count, bad.count) == (10, 10)
    assert good.value > bad.value + 0.2
    assert good.low < good.value < good.high
    assert play_trial(trials, 13) == played[13], "it depends on its number alone"


def test_a_network_that_cannot_play_is_no_loser_but_a_mistake(tmp_path: Path) -> None:
    broken = untaught(1)
    broken.arrays["last"] = np.full_like(broken.arrays["last"], np.nan)
    trials = Trials((Candidate(saved(broken, tmp_path / "broken.npz")),), blocks=2)
    with pytest.raises(BadTrial, match="A network could not be tried: BadNetwork: The network file"):
        play_trial(trials, 0)
