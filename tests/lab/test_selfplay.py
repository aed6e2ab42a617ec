"""Games that networks learn from: the same for everybody, and whole files or none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.helpers.networks import library_of_five_cards
from vigil.bots.card_values import quick_policy
from vigil.bots.network import load_network
from vigil.bots.position_features import NUMBERS, ZONES
from vigil.bots.weights import fitted_weights
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup, deal
from vigil.lab import selfplay
from vigil.lab.selfplay import (
    GAMES_A_TABLE,
    KINDS,
    Player,
    SelfPlay,
    Thinker,
    chunk_files,
    play_chunk,
    play_chunks,
    write_chunk,
)
from vigil.lab.workers import LocalWorkers

GAMES = 6


def plan(folder: Path, seed: int = 0) -> SelfPlay:
    folder.mkdir(exist_ok=True)
    return SelfPlay(folder, games=GAMES, seed=seed)


def played(plan: SelfPlay, chunk: int) -> bytes:
    """What stands in the file of the chunk."""
    write_chunk(plan, *play_chunk(plan, chunk))
    return plan.file(chunk).read_bytes()


def test_a_chunk_depends_on_the_seed_and_its_number_alone(tmp_path: Path) -> None:
    one, again, other = plan(tmp_path / "one", 3), plan(tmp_path / "again", 3), plan(tmp_path / "other", 4)
    written = played(one, 5)
    assert played(again, 5) == written
    assert written not in (played(again, 6), played(other, 5))


def test_what_a_chunk_holds(tmp_path: Path) -> None:
    chunk = SelfPlay(tmp_path, games=GAMES_A_TABLE + GAMES, seed=1)
    _, found = play_chunk(chunk, 0)
    labels = {kind.label: kind for kind in KINDS}
    assert len(found) == len(selfplay.ARRAYS) * len({name.partition(" ")[0] for name in found})
    total = 0
    for label in {name.partition(" ")[0] for name in found}:
        places, starts, numbers, results, games = (found[f"{label} {name}"] for name in selfplay.ARRAYS)
        kind = labels[label]
        positions = len(results)
        total += positions
        assert (places[starts] == ZONES * len(LIBRARY.cards)).all(), "every bag begins with no card"
        assert len(starts) == positions * (2 * kind.players + 1)
        assert numbers.shape == (positions * kind.players * NUMBERS,)
        assert results.shape == (positions, kind.players)
        assert (np.diff(games) >= 0).all(), "positions of one game follow each other"
        assert (results[1:] == results[:-1])[np.diff(games) == 0].all(), "and went the same way"
        assert games.max() < chunk.games
        whole = 2 if kind.variant == "team" else 1
        assert results.sum(axis=1) == pytest.approx(np.full(positions, whole), abs=1e-5)
    assert 12 < total / chunk.games < 24, "about sixteen positions of each game"


def test_players_who_look_ahead_play_other_games_into_files_of_their_own(tmp_path: Path) -> None:
    quick, thinking = plan(tmp_path, 1), SelfPlay(tmp_path, games=GAMES, seed=1, nodes=4)
    played(quick, 0)
    written = played(thinking, 0)
    assert thinking.file(0) != quick.file(0)
    assert chunk_files(tmp_path) == sorted([quick.file(0), thinking.file(0)])
    assert played(thinking, 0) == written


@pytest.mark.deep
def test_a_thinker_beats_the_quick_judgement_that_it_has() -> None:
    setup = Setup(LIBRARY, 2, ("war-of-shadows",))
    fitted = fitted_weights(setup)
    players: list[Player] = [Thinker(fitted, 1, 8, load_network()), quick_policy(setup, fitted)]
    won = 0.0
    for number in range(60):
        seated = players if number % 2 == 0 else players[::-1]
        game = deal(setup, number // 2).copy(quiet=True)
        while game.decision is not None:
            game.apply(seated[game.decision.seat].pick(game, game.decision))
        won += (number % 2 in game.winners) / len(game.winners)
    assert won / 60 > 0.52


def test_most_games_are_with_one_set() -> None:
    random = Random(2)
    sizes = [len(selfplay.random_sets(random, players=2)) for _ in range(400)]
    assert set(sizes) == {1, 2, 3, 4}
    assert 200 < sizes.count(1) < 280
    assert {len(selfplay.random_sets(random, players=6)) for _ in range(100)} == {2, 3, 4}


def test_what_is_there_is_not_played_again(tmp_path: Path) -> None:
    chunks = plan(tmp_path)
    chunks.file(1).write_bytes(b"played by somebody else")
    assert chunks.missing(3) == [0, 2]
    assert len(list(play_chunks(chunks, 3, LocalWorkers()))) == 2
    assert chunks.file(1).read_bytes() == b"played by somebody else"
    assert chunks.missing(3) == []
    assert list(play_chunks(chunks, 3, LocalWorkers())) == []


def test_several_processes_write_the_same(tmp_path: Path) -> None:
    alone, together = plan(tmp_path / "alone"), plan(tmp_path / "together")
    assert list(play_chunks(alone, 2, LocalWorkers())) == [0, 1]
    with LocalWorkers(2) as workers:
        assert sorted(play_chunks(together, 2, workers)) == [0, 1]
    assert [path.read_bytes() for path in chunk_files(alone.folder)] == [
        path.read_bytes() for path in chunk_files(together.folder)
    ]


KILLED = """
import os, sys
from pathlib import Path
from vigil.lab import selfplay

def half_of_it(file, **arrays):
    file.write(b"PK half of it")
    file.flush()
    os._exit(9)

selfplay.np.savez = half_of_it
plan = selfplay.SelfPlay(Path(sys.argv[1]), games=6)
selfplay.write_chunk(plan, *selfplay.play_chunk(plan, 0))
"""


def test_a_chunk_that_was_killed_is_played_again(tmp_path: Path) -> None:
    chunks = plan(tmp_path)
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert done.returncode == 9
    (left,) = tmp_path.iterdir()
    assert left.read_bytes() == b"PK half of it"
    assert (chunks.missing(1), chunk_files(tmp_path)) == ([0], [])
    list(play_chunks(chunks, 1, LocalWorkers()))
    assert chunk_files(tmp_path) == [chunks.file(0)]
    assert len(np.load(chunks.file(0)).files) >= 4


def test_an_interruption_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez", interrupted)
    with pytest.raises(KeyboardInterrupt):
        played(plan(tmp_path), 0)
    assert list(tmp_path.iterdir()) == []


def test_games_with_other_cards_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards stand in the files by their numbers: whoever numbers them otherwise would read other cards."""
    chunks = plan(tmp_path)
    chunks.file(0).touch()
    assert chunks.missing(1) == []
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(selfplay, "LIBRARY", library_of_five_cards())
        assert (chunks.missing(1), chunk_files(tmp_path)) == ([0], [])
    monkeypatch.setattr(selfplay, "language", lambda: "other numbers")
    assert (chunks.missing(1), chunk_files(tmp_path)) == ([0], [])
