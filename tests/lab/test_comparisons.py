"""What the options of a decision lead to, as a network learns it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.helpers.networks import untaught
from vigil.bots.card_values import quick_policy
from vigil.bots.weights import fitted_weights
from vigil.cards import LIBRARY, new_state
from vigil.engine.setup import Setup
from vigil.lab.comparison_training import ComparisonLesson, read_comparisons, teach_differences
from vigil.lab.comparisons import COMPARISON_ARRAYS, Compared, ComparisonPlan, make_chunk, make_comparisons
from vigil.lab.selfplay import Kind
from vigil.lab.training import NoGames
from vigil.lab.workers import LocalWorkers

TWO = Kind(2, "standard")


def plan(folder: Path, seed: int = 0) -> ComparisonPlan:
    folder.mkdir(exist_ok=True)
    return ComparisonPlan(folder, decisions=2, worlds=4, seed=seed)


def test_a_chunk_depends_on_the_seed_and_its_number_alone(tmp_path: Path) -> None:
    one, again, other = plan(tmp_path / "one", 3), plan(tmp_path / "again", 3), plan(tmp_path / "other", 4)
    for each, number in ((one, 5), (again, 5), (again, 6), (other, 5)):
        make_chunk(each, number)
    written = one.file(5).read_bytes()
    assert again.file(5).read_bytes() == written
    assert written not in (again.file(6).read_bytes(), other.file(5).read_bytes())


def test_what_is_there_is_not_made_again(tmp_path: Path) -> None:
    asked = plan(tmp_path)
    make_chunk(asked, 1)
    assert sorted(make_comparisons(asked, 3, LocalWorkers())) == [0, 2]
    assert asked.missing(3) == []


def compared(worlds: int = 4) -> dict[str, Any]:
    """The first decision of a game, every option of which is played on."""
    setup = Setup(LIBRARY, 2, ["rise-of-vigil"])
    game = new_state(2, ["rise-of-vigil"], seed=3)
    assert game.decision is not None
    found = Compared(worlds)
    found.compare(game, list(game.decision.options), quick_policy(setup, fitted_weights(setup)), Random(1))
    return {"options": len(game.decision.options), **dict(found.arrays(TWO))}


def test_every_option_meets_every_world_at_both_horizons() -> None:
    found = compared()
    options = found["options"]
    assert set(found) == {"options", *COMPARISON_ARRAYS}
    expected = [2 * place + horizon for place in range(options) for horizon in (0, 1)]
    assert found["groups"].tolist() == expected * 4
    assert set(found["seats"].tolist()) == {0}
    assert len(found["starts"]) == len(found["groups"]) * 5, "two bags for each seat, and one for the center"


def test_both_horizons_of_a_world_have_the_outcome_of_its_game() -> None:
    results = compared()["results"].reshape(-1, 2, 2)
    assert (results[:, 0] == results[:, 1]).all()
    assert results.sum(axis=2) == pytest.approx(1.0, abs=1e-6)
    assert results[:, 0, 0].std() > 0.05, "worlds differ"


# --- learning


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch", reason="PyTorch is not installed; the extra `train` brings it")


def test_an_empty_folder_is_refused(torch: Any, tmp_path: Path) -> None:
    with pytest.raises(NoGames, match="There are no compared decisions in"):
        read_comparisons(tmp_path)


def test_a_network_learns_how_options_differ(torch: Any, tmp_path: Path) -> None:
    asked = ComparisonPlan(tmp_path, decisions=40, worlds=6, seed=2)
    list(make_comparisons(asked, 1, LocalWorkers()))
    lesson = ComparisonLesson(
        untaught(1, 12, 8, 12, 6), epochs=30, difference=100.0, decisions=8, learning_rate=5e-3, validation=0.1
    )
    found = read_comparisons(tmp_path)
    assert sum(len(each.firsts) - 1 for each in found) >= 40
    reports = [report for report, _ in teach_differences(found, lesson)]
    assert [report.epoch for report in reports] == list(range(1, 31))
    assert reports[-1].loss < 0.9 * reports[0].loss
    assert np.isfinite([reports[-1].error, reports[-1].spread, reports[-1].validation]).all()
