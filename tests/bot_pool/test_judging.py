"""What a process says about every option: from the view alone, the best one first."""

from __future__ import annotations

from random import Random

from msgspec import Raw

from tests.helpers.redealing import redealt
from tests.helpers.set_up_positions import PLENTY
from vigil.bot_pool.worker import Answer, Judge, Thinker
from vigil.cards import LIBRARY
from vigil.engine.positions import build_position
from vigil.engine.state import GameState

GAME = build_position(LIBRARY, ["chronicle-of-the-godslayer"], {**PLENTY["given"], "shuffled": True})


def judged(game: GameState) -> Answer:
    return Thinker().answer(Judge(Raw(game.view(0).to_bytes()), 48))


def test_all_options_are_judged_and_the_blunder_is_marked() -> None:
    found = judged(GAME)
    assert GAME.decision is not None
    assert sorted(each.choice for each in found.judged) == sorted(GAME.decision.texts())
    assert [each.loss for each in found.judged] == sorted(each.loss for each in found.judged)
    assert found.choice == found.judged[0].choice
    assert found.why
    marked = [each for each in found.judged if each.blunder]
    assert "end turn" in [each.choice for each in marked]
    assert all(each.loss - 1.9 * each.error >= 8 for each in marked), "the lower bound of the interval says it"


def test_hidden_cards_make_no_difference() -> None:
    twin = redealt(GAME, 0, Random(4))
    assert twin.players[1].hand != GAME.players[1].hand
    assert judged(twin) == judged(GAME)
