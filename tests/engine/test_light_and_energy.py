"""Day, night and energy count wherever the text of a card says so: for triggers, fates and banished cards too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.libraries import fresh_library
from vigil.engine.card import Card
from vigil.engine.filters import Filter
from vigil.engine.notation import parse
from vigil.engine.positions import build_position
from vigil.engine.state import GameState
from vigil.engine.vocabulary import (
    CONSTRUCT,
    HAND,
    HERO,
    INTO_PLAY,
    LIGHT_ORB,
    MONSTER,
    ON_ACQUIRE,
    ON_DEFEAT,
    ON_PLAY,
    VOID,
    Banish,
    ByDay,
    CardSet,
    Construct,
    CopyHero,
    Draw,
    Energize,
    Gain,
    Hero,
    IsDay,
    Monster,
    Power,
    Redirect,
    Runes,
    ThisTurn,
    When,
)

LAMP = "Lamp"


def play(cards: list[Card], steps: list[str], p1: dict[str, Any], **given: Any) -> GameState:
    """Takes the steps in a position with these cards. Lamp, with a light orb, makes it day."""
    library = fresh_library()
    lamp = Hero(LAMP, VOID, cost=Runes(1), orb=LIGHT_ORB)
    library.add_set(CardSet("own", "Own", [lamp, *cards], starting={"Militia": 10}, supply={}, standing=[]))
    player = {"hand": ["Militia"], "power": 9, "runes": 9, **p1}
    game = build_position(library, ["own"], {"p1": player, **given})
    for step in steps:
        assert game.decision is not None
        game.choose(parse(game.decision, step))
    return game


@pytest.mark.parametrize(("row", "honor"), [([LAMP], 1), ([], 0)])
def test_a_trigger_reads_the_light(row: list[str], honor: int) -> None:
    dial = Construct("Dial", VOID, cost=Runes(1), honor=0, abilities=[When(ON_PLAY, HERO, ByDay(Gain(honor=1)))])
    game = play([dial], ["play Militia"], row=row, p1={"constructs": ["Dial"]})
    assert game.players[0].honor == honor


@pytest.mark.parametrize(
    ("step", "kind"), [("acquire Lamp", (ON_ACQUIRE, HERO)), ("defeat Moth", (ON_DEFEAT, MONSTER))]
)
def test_a_trigger_of_taking_a_card_counts_the_orb_of_that_card(step: str, kind: tuple[int, Filter]) -> None:
    dial = Construct("Dial", VOID, cost=Runes(1), honor=0, abilities=[When(*kind, ByDay(Gain(honor=1)))])
    moth = Monster("Moth", cost=Power(1), reward=[Gain(runes=1)], orb=LIGHT_ORB)
    game = play([dial, moth], [step], row=[step.partition(" ")[2]], p1={"constructs": ["Dial"]})
    assert game.players[0].honor == 1


def test_a_trigger_for_the_turn_reads_light_and_energy_when_it_is_set_off() -> None:
    oracle = Hero(
        "Oracle", VOID, cost=Runes(1), play=[ThisTurn(When(ON_PLAY, HERO, ByDay(Energize(1, Gain(honor=1)))))]
    )
    spark = Hero("Spark", VOID, cost=Runes(1), play=[Gain(energy=1)])
    steps = ["play Oracle", "play Spark", "play Militia"]
    game = play([oracle, spark], steps, row=[LAMP], p1={"hand": ["Oracle", "Spark", "Militia"]})
    assert game.players[0].honor == 1


def test_a_second_copy_reads_the_light() -> None:
    mirror = Hero("Mirror", VOID, cost=Runes(1), play=[CopyHero(HERO, again_if=IsDay())])
    game = play([mirror], ["play Militia", "play Mirror"], row=[LAMP], p1={"hand": ["Militia", "Mirror"]})
    assert game.turn.power == 3 * 4


def test_a_banished_card_reads_light_and_energy() -> None:
    ember = Hero("Ember", VOID, cost=Runes(1), banished=[ByDay(Energize(1, Gain(honor=2)))])
    broom = Hero("Broom", VOID, cost=Runes(1), play=[Banish(HAND)])
    game = play([ember, broom], ["play Broom"], row=[LAMP], p1={"hand": ["Broom", "Ember"], "energy": 1})
    assert game.players[0].honor == 2


def test_a_fate_reads_light_and_energy() -> None:
    comet = Hero("Comet", VOID, cost=Runes(1), fate=[ByDay(Energize(1, Gain(honor=1)))])
    game = play([comet], ["acquire Lamp"], row=[LAMP, LAMP], center_deck=["Comet"], p1={"energy": 1})
    assert game.players[0].honor == 1


@pytest.mark.parametrize(("row", "in_play"), [([LAMP, "Anvil"], True), (["Anvil"], False)])
def test_a_redirect_under_a_condition_reads_the_light(row: list[str], in_play: bool) -> None:
    forge = Construct(
        "Forge", VOID, cost=Runes(1), honor=0, abilities=[Redirect(CONSTRUCT, INTO_PLAY, must=True, only_if=IsDay())]
    )
    anvil = Construct("Anvil", VOID, cost=Runes(1), honor=0, play=[Draw(1)])
    game = play([forge, anvil], ["acquire Anvil"], row=row, p1={"constructs": ["Forge"]})
    assert (len(game.players[0].constructs) == 2) == in_play
