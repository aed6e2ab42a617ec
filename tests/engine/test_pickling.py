"""Games and views can be copied and pickled by Python's own means, on both engines alike."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from tests.helpers.libraries import fresh_library
from tests.helpers.redealing import redealt
from vigil.cards import LIBRARY, new_state
from vigil.custom_sets import add_set
from vigil.engine.errors import UnknownName
from vigil.engine.scoring import score
from vigil.engine.setup import Setup, deal
from vigil.engine.snapshot import snapshot
from vigil.engine.state import GameState
from vigil.engine.view import SPECTATOR, happenings_for

FIVE = Path(__file__).parent.parent.parent / "examples" / "five_cards.py"
Thing = TypeVar("Thing")


def pickled(thing: Thing) -> Thing:
    found: Thing = pickle.loads(pickle.dumps(thing))
    return found


WAYS: list[Callable[[GameState], GameState]] = [copy.copy, copy.deepcopy, pickled]


def walk(game: GameState, steps: int, seed: int) -> None:
    random = Random(seed)
    for _ in range(steps):
        if game.decision is not None:
            game.choose(random.choice(game.decision.options))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("steps", [0, 40, 95, 170])
def test_a_copied_game_goes_on_as_the_original_would(way: Callable[[GameState], GameState], steps: int) -> None:
    game = new_state(3, list(LIBRARY.sets), seed=steps)
    walk(game, steps, seed=1)
    before = snapshot(game)
    twin = way(game)
    assert snapshot(twin) == before
    assert twin.decision is not None
    assert game.decision is not None
    assert twin.decision.options == game.decision.options
    walk(twin, 60, seed=2)
    assert snapshot(game) == before, "the original has changed with its copy"
    walk(game, 60, seed=2)
    assert snapshot(twin) == snapshot(game)
    assert twin.happenings == game.happenings


def test_a_pickled_view_holds_nothing_that_the_seat_may_not_know() -> None:
    """Games that the seat cannot tell apart give the same bytes, whatever is in the other hands and on the decks."""
    random = Random(4)
    game = new_state(3, list(LIBRARY.sets), seed=9)
    for _ in range(40):
        walk(game, 5, random.randrange(1000))
        for seat in (SPECTATOR, 0, 1, 2):
            view = game.view(seat)
            sent = pickle.dumps(view)
            assert pickle.loads(sent).to_bytes() == view.to_bytes()
            assert pickle.dumps(redealt(game, seat, random).view(seat)) == sent
            assert copy.deepcopy(view).to_bytes() == copy.copy(view).to_bytes() == view.to_bytes()


def test_cards_and_options_stay_themselves() -> None:
    game = new_state(seed=1)
    assert game.decision is not None
    assert pickled(LIBRARY) is LIBRARY
    assert pickled(LIBRARY.card("Mystic")) is LIBRARY.card("Mystic")
    assert pickled(game.decision.options) == game.decision.options


def test_a_finished_game_and_a_table_for_a_study() -> None:
    game = new_state(seed=3, honor_pool=1)
    walk(game, 400, seed=1)
    assert game.over
    assert pickled(game).winners == game.winners
    study = deal(Setup(LIBRARY, 6, ["rise-of-vigil"], is_study=True), 1)
    assert snapshot(pickled(study)) == snapshot(study)


def test_a_library_of_ones_own_is_copied_but_not_pickled() -> None:
    library = fresh_library()
    add_set(library, str(FIVE))
    game = deal(Setup(library, sets=["five-cards"]), 1)
    assert snapshot(copy.deepcopy(game)) == snapshot(game)
    assert copy.deepcopy(game.view(0)).to_bytes() == game.view(0).to_bytes()
    with pytest.raises(TypeError, match="Only games and cards of a library with an address"):
        pickle.dumps(game)


DUMP = """
import pickle, sys
from vigil.cards import new_state
from vigil.custom_sets import load_sets
load_sets([sys.argv[1]])
sys.stdout.buffer.write(pickle.dumps(new_state(sets=["five-cards"], seed=1)))
"""
LOAD = """
import pickle, sys
from vigil.custom_sets import load_sets
load_sets(sys.argv[1:])
print(len(pickle.load(sys.stdin.buffer).decision.options))
"""


def test_a_custom_set_has_to_be_loaded_before_its_games() -> None:
    def run(code: str, *arguments: str, sent: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([sys.executable, "-c", code, *arguments], input=sent, capture_output=True, check=False)

    sent = run(DUMP, str(FIVE)).stdout
    assert int(run(LOAD, str(FIVE), sent=sent).stdout) > 1
    assert b"Load the same sets first, in the same order" in run(LOAD, sent=sent).stderr


@pytest.mark.parametrize("seat", [2, 5, -1, -2])
def test_a_seat_that_nobody_has_is_refused(seat: int) -> None:
    game = new_state(seed=1)
    for look in (game.view, lambda seat: happenings_for(game, seat), lambda seat: score(game, seat)):
        with pytest.raises(UnknownName, match=f"There is no seat {seat}: choose 0 to 1"):
            look(seat)
    assert game.view(SPECTATOR).players[0].hand is None


def test_a_decision_is_copied_and_pickled_with_its_game() -> None:
    decision = new_state(seed=1).decision
    assert copy.copy(decision) is decision
    assert copy.deepcopy([decision]) == [decision]
    with pytest.raises(TypeError, match="A decision is a part of its game: pickle the game"):
        pickle.dumps(decision)
