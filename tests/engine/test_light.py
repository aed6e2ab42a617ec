"""Whatever a card does may depend on day and night, and sees the light of the right moment."""

from __future__ import annotations

import pytest

from tests.helpers.libraries import fresh_library
from vigil.engine import vocabulary
from vigil.engine.notation import parse
from vigil.engine.positions import build_position
from vigil.engine.state import GameState
from vigil.engine.vocabulary import (
    DARK_ORB,
    HERO,
    LIGHT_ORB,
    VOID,
    Banish,
    Card,
    CardSet,
    Gain,
    Hero,
    Monster,
    Power,
    Runes,
)

WORDS = {name: getattr(vocabulary, name) for name in vocabulary.WORDS}
DAY_ROW = ["Sun", "Sun"]


def table(card: Card, given: dict[str, object]) -> GameState:
    """A position with the card and a few others."""
    others = [
        Hero("Sun", cost=Runes(1), orb=LIGHT_ORB, copies=9, play=[Gain(runes=1)]),
        Hero("Moon", cost=Runes(1), orb=DARK_ORB, copies=9, play=[Gain(runes=1)]),
        Hero("Broom", VOID, cost=Runes(1), play=[Banish(vocabulary.HAND, HERO)]),
        Monster("Glare", cost=Power(1), orb=LIGHT_ORB, copies=9, reward=[Gain(honor=1)]),
    ]
    library = fresh_library()
    library.add_set(CardSet("own", "Own", [card, *others], starting={"Sun": 10}, supply={}, standing=["Cultist"]))
    return build_position(library, ["own"], given)


def play(game: GameState, *steps: str) -> None:
    for step in steps:
        assert game.decision is not None
        game.choose(parse(game.decision, step))


@pytest.mark.parametrize(("row", "power"), [(["Sun"], 3), (["Moon"], 0), (["Sun", "Moon"], 0)])
@pytest.mark.parametrize(
    ("text", "zone", "steps"),
    [
        (
            "Construct('X', VOID, cost=Runes(1), honor=1, abilities=[When(ON_PLAY, HERO, DAY)])",
            "constructs",
            ["play Sun"],
        ),
        (
            "Construct('X', VOID, cost=Runes(1), honor=1, abilities=[When(ON_DEFEAT, ANY, DAY)])",
            "constructs",
            ["defeat Cultist"],
        ),
        (
            "Monster('X', cost=Power(1), reward=[Draw(1)], trophy=[When(ON_DEFEAT, ANY, DAY)])",
            "trophies",
            ["defeat Cultist"],
        ),
        ("Hero('X', play=[ThisTurn(When(ON_DEFEAT, ANY, DAY))])", "hand", ["play X", "defeat Cultist"]),
        ("Hero('X', play=[Gain(runes=1)], banished=[DAY])", "hand", ["play Broom", "choose X"]),
    ],
)
def test_by_day_and_not_otherwise(text: str, zone: str, steps: list[str], row: list[str], power: int) -> None:
    words = WORDS | {"DAY": WORDS["ByDay"](Gain(power=3))}
    player: dict[str, object] = {"hand": ["Sun", "Broom"], "power": 2}
    player[zone] = [*(["Sun", "Broom"] if zone == "hand" else []), "X"]
    game = table(eval(text, words), {"row": row, "p1": player})
    before = 0 if "defeat Cultist" in steps else 2
    play(game, *steps)
    assert game.turn.power == before + power


def test_a_trigger_looks_back_to_the_row_with_the_monster_in_it() -> None:
    watch = eval(
        "Construct('X', VOID, cost=Runes(1), honor=1, abilities=[When(ON_DEFEAT, ANY, ByDay(Gain(runes=3)))])", WORDS
    )
    given = {"row": ["Glare"], "center_deck": ["Moon"], "p1": {"constructs": ["X"], "power": 1}}
    game = table(watch, given)
    play(game, "defeat Glare")
    assert game.turn.runes == 3


def test_a_construct_may_redirect_by_day_only() -> None:
    gate = (
        "Construct('X', VOID, cost=Runes(1), honor=1, abilities=[Redirect(HERO, TO_HAND, must=True, only_if=IsDay())])"
    )
    for row, hand in ((["Sun", "Sun"], 1), (["Sun", "Moon", "Moon"], 0)):
        game = table(eval(gate, WORDS), {"row": row, "p1": {"constructs": ["X"], "runes": 1}})
        play(game, "acquire Sun")
        assert len(game.players[0].hand) == hand


def test_a_fate_sees_the_row_that_it_enters() -> None:
    for row, pool in ((["Sun", "Sun"], 15), (["Sun", "Moon"], 10)):
        dawn = eval("Hero('X', cost=Runes(9), fate=[ByDay(GrowPool(5))])", WORDS)
        game = table(dawn, {"row": row, "center_deck": ["X"], "honor_pool": 10, "p1": {"runes": 1}})
        play(game, "acquire Sun")
        assert game.pool == pool


def test_an_effect_of_a_banished_card_counts_energy() -> None:
    ember = eval("Hero('X', banished=[Energize(2, Gain(power=3))])", WORDS)
    game = table(ember, {"p1": {"hand": ["Broom", "X"], "energy": 2}})
    play(game, "play Broom")
    assert game.turn.power == 3
