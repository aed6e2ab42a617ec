"""Lessons: what is read from the games, and what a network makes of it."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.helpers.networks import played, read
from vigil.bots.network import shares
from vigil.bots.position_features import NUMBERS, ZONES, PositionBatch
from vigil.cards import LIBRARY
from vigil.engine.state import GameState
from vigil.extras import MissingExtra
from vigil.lab.selfplay import Kind, Notes, SelfPlay, arrays_of, play_chunks, write_chunk
from vigil.lab.training import BOOTSTRAP, LONGEST_BAG, Lesson, NoGames, Positions, TorchNetwork, read_games, teach
from vigil.lab.workers import LocalWorkers

SETS = list(LIBRARY.sets)
NOTHING = ZONES * len(LIBRARY.cards)
TWO, TEAM = Kind(2, "standard"), Kind(4, "team")


def chunk(folder: Path, number: int, **kinds: list[GameState]) -> None:
    """A chunk of these games, each read once, with results that can be told apart."""
    notes: dict[Kind, Notes] = {}
    for label, games in kinds.items():
        kind = {"two": TWO, "team": TEAM}[label]
        noted = notes[kind] = Notes(PositionBatch(len(LIBRARY.cards)))
        for place, game in enumerate(games):
            noted.reading.add(game)
            noted.end_game([number + 0.01 * place] * kind.players)
    write_chunk(SelfPlay(folder), number, arrays_of(notes))


def some_games(players: int = 2, variant: str = "standard", count: int = 3) -> list[GameState]:
    return [played(players, SETS, variant, seed=seed, turns=4 * seed + 2) for seed in range(count)]


# --- reading


def test_bags_are_filled_up_with_no_card(tmp_path: Path) -> None:
    games = some_games()
    chunk(tmp_path, 0, two=games)
    (found,) = read_games(tmp_path)
    reading = read(*games)
    ends = [*reading.starts, len(reading.places)]
    cards = [reading.places[start + 1 : end] for start, end in pairwise(ends)]
    assert found.bags.shape == (3, 5, LONGEST_BAG)
    for bag, wanted in zip(found.bags.reshape(15, LONGEST_BAG).tolist(), cards, strict=True):
        assert bag == wanted + [NOTHING] * (LONGEST_BAG - len(wanted))
    assert found.numbers.reshape(-1).tolist() == pytest.approx(reading.numbers)
    assert found.numbers.shape == (3, 2, NUMBERS)


def test_a_bag_that_is_too_long_is_cut(tmp_path: Path) -> None:
    game = some_games(count=1)[0]
    game.players[0].discard = (LIBRARY.card("Mystic").number,) * 60
    chunk(tmp_path, 0, two=[game, *some_games(count=1)])
    (found,) = read_games(tmp_path)
    reading = read(game)
    assert found.bags[0, 0].tolist() == reading.places[1 : LONGEST_BAG + 1]
    assert NOTHING not in found.bags[0, 1]
    assert NOTHING in found.bags[0, 2], "the next bag is not moved by it"


def test_chunks_are_joined_by_kind_in_their_order(tmp_path: Path) -> None:
    chunk(tmp_path, 1, two=some_games())
    chunk(tmp_path, 0, two=some_games(count=2), team=some_games(4, "team", count=1))
    two, team = read_games(tmp_path)
    assert (two.kind, team.kind) == (TWO, TEAM)
    assert two.results[:, 0].tolist() == pytest.approx([0, 0.01, 1, 1.01, 1.02])
    assert len(set(two.games.tolist())) == 5, "games of different chunks keep apart"
    assert team.bags.shape == (1, 9, LONGEST_BAG)


def test_a_kind_that_was_dealt_but_never_read_does_no_harm(tmp_path: Path) -> None:
    write_chunk(SelfPlay(tmp_path), 0, arrays_of({TWO: Notes(PositionBatch(len(LIBRARY.cards)))}))
    chunk(tmp_path, 1, two=some_games())
    assert len(read_games(tmp_path)[0].results) == 3


def test_a_folder_without_games(tmp_path: Path) -> None:
    (tmp_path / "ffffffff-0-00000.npz").write_bytes(b"of another version")
    with pytest.raises(NoGames, match="There are no games in"):
        read_games(tmp_path)


def test_a_chunk_that_is_damaged_is_named(tmp_path: Path) -> None:
    chunk(tmp_path, 0, two=some_games())
    path = SelfPlay(tmp_path).file(0)
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(NoGames, match=rf'{path.name}" is damaged .* Delete it: `vigil train` plays its games again\.'):
        read_games(tmp_path)


# --- learning


def test_without_pytorch_it_is_said_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    chunk(tmp_path, 0, two=some_games())
    with pytest.raises(MissingExtra, match=r"Training a network needs torch, .* pip install -e '\.\[train\]'"):
        next(teach(read_games(tmp_path), Lesson()))


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch", reason="PyTorch is not installed; the extra `train` brings it")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    list(play_chunks(SelfPlay(folder, games=128, seed=6), 3, LocalWorkers()))
    return folder


def test_a_few_epochs_lower_the_loss(torch: Any, games: Path) -> None:
    lesson = Lesson(card=16, hidden=24, second=8, epochs=3, reviews=1, batch=64, seed=1)
    reports = [report for report, _ in teach(read_games(games), lesson)]
    assert [report.epoch for report in reports] == [1, 2, 3, 4, 5]
    assert reports[0].loss > reports[1].loss > reports[2].loss
    assert reports[2].validation < reports[0].validation


def test_the_same_lesson_teaches_the_same(torch: Any, games: Path) -> None:
    lesson = Lesson(card=8, hidden=8, second=4, epochs=1, reviews=1, batch=256, seed=2)
    (one, network), (again, other) = [list(teach(read_games(games), lesson))[-1] for _ in range(2)]
    assert one == again
    assert all((network.arrays[name] == other.arrays[name]).all() for name in network.arrays)


@pytest.mark.parametrize(("kind", "seats"), [(TWO, 2), (TEAM, 4)])
def test_numpy_says_what_pytorch_says(torch: Any, tmp_path: Path, kind: Kind, seats: int) -> None:
    several = some_games(seats, kind.variant)
    chunk(tmp_path, 0, **{"two" if kind == TWO else "team": several})
    network = TorchNetwork(torch, Lesson(), torch.device("cpu"))
    chances = network.to_numpy().chances(several[0].setup, read(*several))
    (found,) = read_games(tmp_path)
    positions = Positions(kind, *(torch.from_numpy(array) for array in found[1:]))
    with torch.no_grad():
        strengths = network.strengths(kind, positions.bags, positions.numbers).numpy()
        loss = network.loss(positions, positions.results, slice(None)).item()
    assert chances == pytest.approx(shares(strengths, kind.variant == "team"), abs=1e-5)
    assert chances.std() > 0.001
    # Two players, or two teams: the first two seats are all that there is to win.
    assert loss == pytest.approx(-(found.results * np.log(chances))[:, :2].sum(axis=1).mean(), abs=1e-5)


def test_a_position_or_two_are_enough_for_a_lesson(torch: Any, tmp_path: Path) -> None:
    chunk(tmp_path, 0, two=some_games(), team=some_games(4, "team", count=1))
    (report, network), *_ = teach(read_games(tmp_path), Lesson(card=4, hidden=4, second=2, epochs=1, reviews=1))
    assert np.isfinite([report.loss, report.validation]).all()
    assert all(np.isfinite(array).all() for array in network.arrays.values())


def test_one_game_is_not_enough(torch: Any, tmp_path: Path) -> None:
    chunk(tmp_path, 0, two=some_games(count=1))
    with pytest.raises(NoGames, match="One game is not enough to learn from"):
        next(teach(read_games(tmp_path), Lesson()))


@pytest.mark.parametrize(("kind", "sides"), [(TWO, 2), (TEAM, 2)])
def test_hindsight_mixes_the_end_with_what_the_network_says_about_what_came_next(
    torch: Any, tmp_path: Path, kind: Kind, sides: int
) -> None:
    one, two, three, other = some_games(kind.players, kind.variant, count=4)
    noted = Notes(PositionBatch(len(LIBRARY.cards)))
    for game in (one, two, three):
        noted.reading.add(game)
    noted.end_game([1.0, 0.0] * (kind.players // 2))
    noted.reading.add(other)
    noted.end_game([0.25, 0.75] * (kind.players // 2))
    write_chunk(SelfPlay(tmp_path), 0, arrays_of({kind: noted}))
    (found,) = read_games(tmp_path)
    network = TorchNetwork(torch, Lesson(), torch.device("cpu"))
    said = network.to_numpy().chances(one.setup, read(one, two, three))[:, :sides]
    targets = network.td_targets(Positions(kind, *(torch.from_numpy(array) for array in found[1:]))).numpy()
    assert targets[3] == pytest.approx([0.25, 0.75]), "another game, with one position"
    assert targets[2] == pytest.approx([1.0, 0.0]), "the last one is worth what came of it"
    assert targets[1] == pytest.approx(BOOTSTRAP * said[2] + (1 - BOOTSTRAP) * targets[2], abs=1e-5)
    assert targets[0] == pytest.approx(BOOTSTRAP * said[1] + (1 - BOOTSTRAP) * targets[1], abs=1e-5)
    assert said.std() > 0.001


def test_a_lesson_can_go_on_from_a_network(torch: Any, games: Path) -> None:
    first = Lesson(wide=12, card=16, hidden=24, second=8, epochs=3, reviews=0, batch=64, seed=1)
    *_, (taught, network) = teach(read_games(games), first)
    on = Lesson(epochs=0, reviews=1, batch=64, seed=2, start=network)
    (report, better), *_ = teach(read_games(games), on)
    assert report.epoch == 1
    assert report.validation < taught.validation + 0.02, "nothing was forgotten"
    assert {name: array.shape for name, array in better.arrays.items()} == {
        name: array.shape for name, array in network.arrays.items()
    }
    assert (better.arrays["mine"] != network.arrays["mine"]).any()
