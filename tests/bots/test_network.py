"""The value network: what it says, and what is said about files that are none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.helpers.networks import chances, library_of_five_cards, played, read, slow_chances, untaught
from tests.helpers.positions import SETS, positions
from vigil.bots import BOTS, Bot, Budget, make_bot, notices
from vigil.bots.card_features import FEATURES
from vigil.bots.levels import NETWORK
from vigil.bots.network import FORMAT, LARGE, SMALL, BadNetwork, language, load_network, own_network, shapes
from vigil.engine.state import GameState

TABLES = [
    (2, SETS[:1], "standard"),
    (3, SETS[1:2], "standard"),
    (4, SETS, "standard"),
    (4, SETS[2:], "team"),
    (6, SETS, "standard"),
    (6, SETS, "team"),
]


def games(players: int, sets: list[str], variant: str) -> list[GameState]:
    return [played(players, sets, variant, seed=seed, turns=5 * seed + 3) for seed in range(4)]


# --- what it says


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_chances_are_shares_of_one_game(table: tuple[int, list[str], str]) -> None:
    players, _, variant = table
    found = chances(untaught(1), *games(*table))
    assert found.shape == (4, players)
    assert (found > 0).all()
    half = players // 2
    if variant == "team":
        assert found[:, :half] == pytest.approx(found[:, half:]), "teammates win together"
        found = found[:, :half]
    assert found.sum(axis=1) == pytest.approx(np.ones(4))
    assert found.std(axis=1).min() > 0.001, "it does have an opinion"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_slow_network_says_the_same(table: tuple[int, list[str], str]) -> None:
    network = untaught(7)
    several = games(*table)
    setup = several[0].setup
    slow = slow_chances(network, setup, read(*several))
    assert chances(network, *several) == pytest.approx(np.array(slow), abs=1e-5)


def test_positions_are_judged_one_by_one() -> None:
    network = untaught(3)
    several = games(3, SETS, "standard")
    alone = np.concatenate([chances(network, each) for each in several])
    assert chances(network, *several) == pytest.approx(alone, abs=1e-5)


def test_who_sits_where_makes_no_difference_but_for_who_moves() -> None:
    network = untaught(5)
    game = played(2, SETS, seed=6)
    swapped = game.copy()
    swapped.players.reverse()
    two, owt = chances(network, game)[0], chances(network, swapped)[0]
    assert two[::-1] != pytest.approx(owt, abs=1e-4), "the other one moves"
    swapped.turn.seat, swapped.first = 1 - game.turn.seat, 1 - game.first
    assert chances(network, swapped)[0][::-1] == pytest.approx(two, abs=1e-6)


def test_the_network_of_the_package_knows_who_is_ahead() -> None:
    game = played(2, SETS[:1], seed=2, turns=12)
    ahead = game.copy()
    ahead.players[1].honor += 20
    for file in (SMALL, LARGE):
        network = own_network(file)
        assert chances(network, ahead)[0][1] > chances(network, game)[0][1] + 0.2


def test_a_library_that_grows_is_read_again() -> None:
    library = library_of_five_cards()
    network = untaught(4)
    first = network.card_vectors(library)
    assert network.card_vectors(library) is first
    other = library_of_five_cards()
    assert network.card_vectors(other) is not first
    assert network.card_vectors(other) == pytest.approx(first)


def test_its_page_counts_right() -> None:
    page = (Path(__file__).parents[2] / "docs" / "network.md").read_text()
    for file in (SMALL, LARGE):
        arrays = own_network(file).arrays
        assert f"{sum(array.size for array in arrays.values()):,} numbers in all" in page
        assert f"`{file}`" in page or f"/{file}`" in page
    assert f"({len(FEATURES)} numbers)" in page
    assert all(f"`{name}`" in page for name in arrays)


# --- its file


def test_a_network_that_was_saved_says_nearly_the_same(tmp_path: Path) -> None:
    network = untaught(9, wide=64, card=48, hidden=96, second=32)
    network.save(tmp_path / "network.npz")
    several = games(4, SETS, "standard")
    again = chances(load_network(tmp_path / "network.npz"), *several)
    assert again == pytest.approx(chances(network, *several), abs=5e-3)
    assert (tmp_path / "network.npz").stat().st_size < 80_000


def written(path: Path, **changes: Any) -> Path:
    """A network's file in which some arrays are others, or missing."""
    arrays: dict[str, Any] = {"format": np.array(FORMAT), "language": np.array(language()), **untaught(1).arrays}
    kept = {name: array for name, array in {**arrays, **changes}.items() if array is not None}
    with path.open("wb") as file:
        np.savez_compressed(file, **kept)
    return path


def test_the_file_that_the_others_are_made_from_is_a_good_one(tmp_path: Path) -> None:
    assert set(load_network(written(tmp_path / "network.npz")).arrays) == set(shapes(1, 1, 1, 1))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": np.array(FORMAT + 1)}, "was made by another version of Vigil"),
        ({"format": np.array("one")}, "was made by another version of Vigil"),
        ({"format": None}, "was made by another version of Vigil"),
        ({"language": np.array("0" * 16)}, "was made by another version of Vigil, which described cards otherwise."),
        ({"language": None}, "was made by another version of Vigil"),
        ({"last": None}, "its arrays do not fit together."),
        ({"card_in": None}, "its arrays do not fit together."),
        ({"mine": np.array(1.0)}, "its arrays do not fit together."),
        ({"second": np.zeros((16, 7))}, "its arrays do not fit together."),
        ({"last": np.array([["a"]])}, "its arrays do not fit together."),
        ({"more": np.zeros(3)}, "its arrays do not fit together."),
        ({"last": np.full((8, 1), np.nan)}, "not all that is in it are numbers."),
        ({"hidden_bias": np.full(16, np.inf)}, "not all that is in it are numbers."),
    ],
)
def test_a_file_with_something_else_in_it(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    path = written(tmp_path / "other.npz", **changes)
    with pytest.raises(BadNetwork, match="`vigil train` makes") as caught:
        load_network(path)
    assert str(caught.value).startswith(f'The network file "{path}" ')
    assert said in str(caught.value)


def missing(path: Path) -> None:
    path.unlink()


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def cut_in_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def text(path: Path) -> None:
    path.write_text("Dear diary")


def one_array(path: Path) -> None:
    with path.open("wb") as file:
        np.save(file, np.zeros(3))


def objects(path: Path) -> None:
    with path.open("wb") as file:
        np.savez(file, format=np.array([{"what": "is this"}], dtype=object))


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (missing, "There is no network file"),
        (truncated, "is damaged ("),
        (cut_in_half, "is damaged ("),
        (emptied, "is damaged ("),
        (text, "is damaged ("),
        (one_array, "is damaged ("),
        (objects, "is damaged ("),
    ],
)
def test_a_file_that_is_no_network(tmp_path: Path, damage: Callable[[Path], None], said: str) -> None:
    path = written(tmp_path / "network.npz")
    damage(path)
    with pytest.raises(BadNetwork, match="`vigil train` makes") as caught:
        load_network(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_whatever_byte_is_damaged_there_is_a_sentence_or_a_network(tmp_path: Path) -> None:
    random = Random(3)
    whole = written(tmp_path / "network.npz").read_bytes()
    path = tmp_path / "damaged.npz"
    refused = 0
    for _ in range(300):
        place = random.randrange(len(whole))
        path.write_bytes(whole[:place] + bytes([random.randrange(256)]) + whole[place + 1 :])
        try:
            load_network(path)
        except BadNetwork:
            refused += 1
    assert refused > 200


# --- without it


def without_network(monkeypatch: pytest.MonkeyPatch, name: str, budget: Budget | None = None) -> Bot:
    with monkeypatch.context() as patched:
        patched.setenv(NETWORK, "missing.npz")
        return make_bot(name, 5, budget)


def test_a_master_without_its_network_plays_like_an_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    few = Budget(nodes=8)
    lacking = without_network(monkeypatch, "master", few)
    expert = make_bot("expert", 5, few)
    assert lacking.notice == (
        'There is no network file "missing.npz". `vigil train` makes one. Until then master plays like expert.'
    )
    for each in positions()[::5]:
        assert lacking.choose(each.view, each.decision) is expert.choose(each.view, each.decision), each.story


def test_an_expert_without_its_network_judges_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = without_network(monkeypatch, "expert")
    assert lacking.notice.endswith("Until then expert plays by the quick policy alone.")
    for each in positions()[::5]:
        if not each.view.setup.solitaire and len(each.decision.options) > 1:
            guess = make_bot("expert", 5).quick_choice(each.view, each.decision)
            assert lacking.choose(each.view, each.decision) is guess, each.story


def test_whoever_lets_them_play_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NETWORK, "missing.npz")
    told = notices(["master", "expert", "master", "advanced", "lifebound"])
    assert [each.split("Until then ")[1] for each in told] == [
        "master plays like expert.",
        "expert plays by the quick policy alone.",
    ]
    monkeypatch.delenv(NETWORK)
    assert notices(BOTS) == []
