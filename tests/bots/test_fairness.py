"""Fair play: what a player cannot see makes no difference to what a bot thinks and does."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.controls import PeekingBot, quick
from tests.helpers.positions import COSTLY, SETS, Position, decisions, positions, thinker, thought
from tests.helpers.redealing import redealt
from vigil.bots import BOTS
from vigil.cards import new_state
from vigil.engine.options import Option


def test_the_positions_are_of_every_kind() -> None:
    found = positions()
    assert len(found) > 1_000
    assert {len(each.game.players) for each in found} == {1, 2, 3, 4}
    assert {each.game.setup.variant for each in found} == {"standard", "team", "solitaire"}
    assert {each.game.setup.sets for each in found} == {*((name,) for name in SETS), tuple(SETS)}
    assert sum(not each.decision.is_turn for each in found) > 200
    assert sum(each.has_known_top for each in found) > 60


def test_a_twin_is_another_game_that_looks_the_same() -> None:
    moved = 0
    for number, each in enumerate(positions()):
        twin = each.twin(number)
        assert twin.view.to_bytes() == each.view.to_bytes(), each.story
        moved += [player.hand for player in twin.game.players] != [player.hand for player in each.game.players]
        assert sorted(twin.game.deck.cards) == sorted(each.game.deck.cards)
        assert twin.game.chance.seed != each.game.chance.seed
    alone = sum(len(each.game.players) == 1 for each in positions())
    assert moved > 0.8 * (len(positions()) - alone)


@pytest.mark.parametrize("name", BOTS)
def test_the_same_choice_and_the_same_values_whatever_is_hidden(name: str) -> None:
    for number, each in enumerate(positions()[:: 20 if name in COSTLY else 1]):
        twin = each.twin(number)
        assert thought(name, each) == thought(name, twin), each.story


def test_the_quick_judgement_does_not_look_either() -> None:
    for number, each in enumerate(positions()):
        twin = each.twin(number)
        assert quick(each.game, each.decision) is quick(twin.game, twin.decision), each.story


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_and_its_double_think_alike_for_a_whole_game(name: str) -> None:
    """What a bot remembers from earlier decisions holds nothing hidden either."""
    random = Random(12)
    game = new_state(3, SETS, seed=12)
    bots = [thinker(name, seat) for seat in range(3)]
    doubles = [thinker(name, seat) for seat in range(3)]
    taken: list[Option] = []
    foretold: list[Option] = []
    for decision in decisions(game, bots, lambda _, __, choice: taken.append(choice)):
        if len(taken) == (60 if name in COSTLY else 2_000):
            break
        twin = Position("double", redealt(game, decision.seat, random))
        foretold.append(doubles[decision.seat].choose(twin.view, twin.decision))
    assert len(taken) >= 60
    assert taken == foretold


def test_a_bot_that_peeks_is_found_out() -> None:
    several = [each for each in positions() if len(each.game.players) > 1]
    betrayed = 0
    for number, each in enumerate(several):
        twin = each.twin(number)
        choices = [PeekingBot(game.game).choose(game.view, game.decision) for game in (each, twin)]
        betrayed += choices[0] is not choices[1]
    assert betrayed > 0.4 * len(several)
