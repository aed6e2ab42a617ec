"""Every effect that can stand on the stack has a key, by which a saved position finds it again."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.helpers.libraries import fresh_library
from vigil.cards import LIBRARY, new_state
from vigil.engine.card import Card
from vigil.engine.effect import PROCEDURES, Effect
from vigil.engine.errors import BadCard
from vigil.engine.frames import Context
from vigil.engine.library import CardSet
from vigil.engine.snapshot import snapshot
from vigil.engine.state import GameState
from vigil.engine.vocabulary import HERO, ON_PLAY, Draw, Gain, Hero, Runes, ThisTurn, When


def set_of(*cards: Card) -> CardSet:
    return CardSet("mine", "Mine", cards, starting={"Apprentice": 8}, supply={"Mystic": 30}, standing=["Cultist"])


def test_every_effect_and_every_ability_is_found_by_its_key() -> None:
    assert [LIBRARY.effect(each.key) for each in LIBRARY.effects] == LIBRARY.effects
    assert [LIBRARY.ability(each.key) for each in LIBRARY.abilities] == LIBRARY.abilities
    assert LIBRARY.effects[: len(PROCEDURES)] == PROCEDURES
    assert [each.number for each in LIBRARY.effects] == list(range(len(LIBRARY.effects)))


def test_a_key_says_where_the_effect_stands() -> None:
    library = fresh_library()
    inner = Draw(1)
    library.add_set(set_of(Hero("Sage", cost=Runes(1), play=[Gain(runes=1), ThisTurn(When(ON_PLAY, HERO, inner))])))
    assert inner.key == "Sage, play 2, ability 1.1"


def test_a_saved_position_names_what_it_waits_for() -> None:
    assert snapshot(new_state(seed=1))["stack"][-1][0] == "procedure:take turn"


class PushesWithoutNaming(Effect):
    def __init__(self, effects: Sequence[Effect]) -> None:
        self.hidden = effects

    def do(self, game: GameState, context: Context) -> None:
        game.push(self.hidden[0], context)

    def phrase(self) -> str:
        return "do something"


def test_an_effect_that_is_not_registered_cannot_wait_on_the_stack() -> None:
    game = new_state(seed=1)
    with pytest.raises(BadCard, match=r"Draw is not registered\. Return it from parts\(\)"):
        PushesWithoutNaming([Draw(1)]).do(game, Context(0, 0))


def test_nor_can_its_card_be_in_a_library() -> None:
    card = Hero("Sage", cost=Runes(1), play=[PushesWithoutNaming([Draw(1)])])
    with pytest.raises(BadCard, match=r"Draw is not registered\. Return it from parts\(\)"):
        fresh_library().add_set(set_of(card))


def test_an_effect_belongs_to_one_library() -> None:
    shared = Draw(1)
    fresh_library().add_set(set_of(Hero("Sage", cost=Runes(1), play=[shared])))
    with pytest.raises(BadCard, match="Seer, play 1 already belongs to another library, as Sage, play 1"):
        fresh_library().add_set(set_of(Hero("Seer", cost=Runes(1), play=[shared])))
