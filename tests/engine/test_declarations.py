"""A declaration that cannot be played is refused where it is written; what is accepted can be played and printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.libraries import fresh_library
from vigil.cards import LIBRARY
from vigil.engine import vocabulary
from vigil.engine.amounts import Amount
from vigil.engine.card import Card
from vigil.engine.conditions import Condition
from vigil.engine.declared import Declared, attributes
from vigil.engine.errors import BadCard
from vigil.engine.filters import Filter
from vigil.engine.frames import Context
from vigil.engine.notation import parse
from vigil.engine.places import Places
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState
from vigil.engine.vocabulary import (
    ANY,
    CONSTRUCT,
    HAND,
    HERO,
    INTO_PLAY,
    MECHANA,
    ON_ACQUIRE,
    ON_DEFEAT,
    ON_PLAY,
    VOID,
    Ability,
    Acquire,
    Banish,
    CardSet,
    Construct,
    Effect,
    Event,
    Gain,
    Hero,
    If,
    IsDay,
    May,
    Runes,
    Select,
    ThisTurn,
    When,
)
from vigil.text.english import ENGLISH

WORDS = {name: getattr(vocabulary, name) for name in vocabulary.WORDS}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Draw(-2)", r"Draw\(count=-2\) is impossible: count must be 1 or more"),
        ("Draw(0)", "count must be 1 or more"),
        ("Gain(runes=-3)", r"Gain\(runes=-3\) is impossible"),
        ("Gain(power=1, honor=-1)", "honor=-1"),
        ("Gain()", r"Write Gain\(runes=1\)"),
        ("Gain(runes=InPlay(CONSTRUCT))", r"Write ForEach\(InPlay\(...\), Gain\(runes=1\)\)"),
        ("Hero('X', cost=Runes(1), play=[Gain(honor=HonorOf(THAT_CARD))])", "Only When"),
        ("Hero('X', cost=Runes(1), play=[Unite(VOID, ForEach(PowerCostOf(THAT_CARD), Draw(1)))])", "THAT_CARD"),
        (
            "Construct('X', VOID, cost=Runes(1), honor=1, abilities=[OncePerTurn(Gain(runes=RuneCostOf(THAT_CARD)))])",
            "When",
        ),
        ("Banish(THAT_CARD)", "can only find cards in HAND"),
        ("CardsIn(DECK)", "can only find cards in HAND"),
        ("GrowPool(0)", "GrowPool"),
        ("NextConstructCostsLess(0)", "NextConstructCostsLess"),
        ("NextTreasureMonsterCostsLess(-1)", "NextTreasureMonsterCostsLess"),
        ("CountMoreMechana(0)", "CountMoreMechana"),
        ("TakeHonor(-1)", "TakeHonor"),
        ("MayPay(0, Draw(1))", "MayPay"),
        ("Energize(0, Draw(1))", "Energize"),
        ("Played()", r"Write Played\(HERO\)"),
        ("Control(CONSTRUCT, at_least=0)", "Control"),
        ("BringsDay(CONSTRUCT, 0)", "BringsDay"),
        ("CostsAtMost(-1)", "CostsAtMost"),
        ("PriceCut(HERO, -1, 1)", "PriceCut"),
        ("TreasurePriceCut(0)", "TreasurePriceCut"),
        ("RevealTopCard(HERO, 0)", "RevealTopCard"),
        ("ShowHands(HERO, -2)", "ShowHands"),
        ("Banish(HAND, count=0)", r"Banish\(count=0\)"),
        ("Banish(HAND, at_least=-1)", "at_least must be 0 or more"),
        ("Discard(-1)", "Discard"),
        ("Destroy(0)", "Destroy"),
        ("OncePerTurn(Draw(1), runes=-1)", "runes must be 0 or more"),
        ("Monster('X', cost=Power(2), reward=[Draw(1)], cheaper=(IsDay(), -1))", "cheaper"),
        ("If(IsDay())", "If has no effect"),
        ("OncePerTurn()", "no effect"),
        ("Choose()", "no effect"),
        ("When(ON_PLAY, HERO)", "no effect"),
        ("If(VOID, Draw(1))", r"If needs a condition, such as .* but this is a filter \(a Void card\)"),
        ("Instead(Draw(1), HERO, Draw(2))", "Instead needs a condition"),
        ("OncePerTurn(Draw(1), only_if=HERO)", "only_if needs a condition"),
        ("Redirect(CONSTRUCT, INTO_PLAY, only_if=7)", "but this is 7"),
        ("CopyHero(HERO, again_if=VOID)", "again_if needs a condition"),
        ("AnyTime(Gain(runes=1))", "used any number of times"),
        ("When(ON_ACQUIRE, HERO, Draw(1), first=True)", "write once=True"),
        ("When(ON_DEFEAT, MONSTER, Draw(1), first=True)", "in_row=True"),
        ("When(ON_PLAY, HERO, Draw(1), in_row=True)", "not played from the center row"),
        ("When(ON_PLAY, HERO, Draw(1), also_on=ON_DEFEAT)", "one combination only"),
        ("ThisTurn(OncePerTurn(Draw(1)))", "When.* or Redirect"),
        ("ThisTurn(When(ON_PLAY, HERO, Draw(1), once=True))", "ThisTurn.*once=True"),
        ("Monster('X', cost=Power(2), reward=[Draw(1)], trophy=[When(ON_PLAY, HERO, Draw(1), once=True)])", "trophy"),
        ("Acquire(HERO, to=INTO_PLAY)", "Only constructs"),
        ("Acquire(HERO, to=99)", "TO_HAND"),
        ("Acquire(CostsAtMost(3))", "Monsters are defeated, not acquired"),
        ("Acquire(HERO, DISCARD)", "CENTER_ROW"),
        ("Defeat(HERO)", "Defeat is for monsters"),
        ("Defeat(MONSTER, HAND)", "can only find cards in CENTER_ROW"),
        ("Defeat(MONSTER, may_send=True, count=2)", "single monster"),
        ("ToEachOpponent(Destroy(EVERY_ONE))", "ToEachOpponent takes"),
        ("Banish(ANYWHERE)", "can only find cards in HAND"),
        ("SendCard(CENTER_ROW, MONSTER, True)", "can only find cards in HAND"),
        ("May(Draw(1))", "May cannot make it optional"),
        ("Choose(Draw(1), Draw(1))", "Choose offers the same effect twice"),
        ("Choose(Draw(1), 'draw')", "Choose contains 'draw', which is not an effect"),
        ("Discard(1, then=[Draw])", "Discard contains `Draw` without parentheses"),
        ("Hero('X', cost=Runes(1), play=[Transform('Y')])", "Transform must name the card that the event becomes"),
        ("Event('X', None, OncePerTurn(Transform('Z')), becomes='Y')", "Transform must name the card that the event"),
        ("Event('X', None, AnyTime(Draw(1), banish_this=True), becomes='Y')", "cannot be banished or destroyed"),
        ("Construct('X', VOID, cost=Runes(1), honor=1, abilities=[Ability()])", "which rule it `changes`"),
        ("Hero('X / Y', cost=Runes(1))", "without / and #"),
        ("Redirect(HERO, INTO_PLAY)", "Only constructs"),
        ("Redirect(MONSTER, TO_HAND)", "Only heroes and constructs are acquired"),
        ("Acquire(TREASURE)", "Only heroes and constructs are acquired"),
        ("CopyHero(CONSTRUCT)", "Only heroes can be copied"),
        ("Control(HERO)", r"Only constructs are in play.*Write Control\(CONSTRUCT\)"),
        ("InPlay(MONSTER)", "Only constructs are in play, so InPlay cannot find a Monster"),
        ("When(ON_ENTER, HERO, Draw(1))", "Only constructs are in play"),
        ("When(ON_ACQUIRE, MONSTER, Draw(1))", "Only heroes and constructs are acquired"),
        ("When(ON_DEFEAT, VOID, Draw(1))", "Only monsters are defeated"),
        ("VOID & MONSTER", "No card is both a Void card and a Monster"),
        ("EMPOWERED & CONSTRUCT", "No card is both"),
        ("IsDay() | Control(CONSTRUCT) | IsDay()", "are the same"),
        ("Played(HERO, HERO)", "name each kind once"),
        ("ThisTurn(Redirect(HERO, TO_HAND, only_if=IsDay()))", r"Write If\(..., ThisTurn\(Redirect"),
        ("Use((Draw(1),), banish_this=True, destroy_this=True)", "both banished and destroyed"),
        ("AnyTime(Draw(1), destroy_this=True, with_twin=True)", "with_twin=True banishes two copies"),
        ("Monster('X', cost=Power(2), reward=[Draw(1)], trophy=[OncePerTurn(Draw(1))])", "Write Trophy or When"),
        ("Monster('X', cost=Power(2), reward=[Draw(1)], trophy=[Redirect(HERO, TO_HAND)])", "Write Trophy or When"),
        ("Monster('X', cost=Power(2), reward=[Draw(1)], abilities=[OncePerTurn(Draw(1))])", "no effect on a monster"),
        ("Event('X', None, Redirect(HERO, TO_HAND), becomes='Y')", "Redirect has no effect on an event"),
        ("Construct('X', VOID, cost=Runes(1), honor=1, abilities=[PriceCut(HERO, 1, 0)])", "no effect on a construct"),
        ("Construct('X', VOID, cost=Runes(1), honor=1, play=[MaySendThis()])", "acts on a card that was just played"),
        ("Hero('X', cost=Runes(1), play=[ForEach(TreasureUnderThis(), Draw(1))])", r"Write fate=\[...\]"),
        ("Hero('X', cost=Runes(1), play=[ThisTurn(When(ON_PLAY, HERO, Transform('Y')))])", "Transform must name"),
        ("Redirect(HERO, 99)", "TO_HAND"),
        ("Hero('X', cost=Runes(1), arrives=Redirect(ANY, INTO_PLAY, this=True))", "Only a construct"),
        (
            "Hero('X', cost=Runes(1), arrives=Redirect(CONSTRUCT, TO_HAND, this=True))",
            r"Write Redirect\(HERO, ..., this",
        ),
        ("Hero('X', cost=Runes(1), arrives=Redirect(HERO, TO_HAND))", "arrives is about the card itself"),
        (
            "Construct('X', VOID, cost=Runes(1), honor=1, abilities=[Redirect(VOID, TO_HAND, this=True)])",
            "Write arrives=",
        ),
        ("RowIsAll(0)", r"Write RowIsAll\(LIGHT_ORB\)"),
        ("Banish(HAND, count=2, at_least=3)", "chooses 2 at most"),
        ("When(ON_ACQUIRE, MONSTER, Draw(1), also_on=ON_DEFEAT)", "Only heroes and constructs are acquired"),
        ("When(ON_ACQUIRE, HERO, Draw(1), also_on=ON_DEFEAT)", "Only monsters are defeated"),
    ],
)
def test_what_cannot_be_played_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadCard, match=said):
        eval(text, dict(WORDS))


def test_may_leaves_a_shared_effect_as_it_is() -> None:
    shared = Banish(HAND, count=2, then=[Gain(honor=1)])
    optional = May(shared)
    assert (shared.at_least, optional.at_least) == (2, 0)
    assert (optional.count, optional.then, optional.places) == (2, shared.then, shared.places)
    assert ENGLISH.clause(shared.phrase()) == "banish two cards in your hand and, if you do, gain 1 honor"


def test_may_copies_an_effect_of_the_author() -> None:
    class BanishForHonor(Banish):
        def __init__(self, honor: int) -> None:
            super().__init__(HAND)
            self.honor = honor

    assert May(BanishForHonor(3)).honor == 3


def test_what_is_registered_stays_where_it_is() -> None:
    scout = Hero("Scout", VOID, cost=Runes(1), play=[Gain(power=2)])
    first, second = fresh_library(), fresh_library()
    first.add_set(CardSet("own", "Own", [scout], starting={"Scout": 10}, supply={}, standing=[]))
    with pytest.raises(BadCard, match='"Scout" is already in a library'):
        second.add_set(CardSet("own", "Own", [scout], starting={"Scout": 10}, supply={}, standing=[]))
    twin = Hero("Twin", VOID, cost=Runes(1), play=scout.play)
    with pytest.raises(BadCard, match="already belongs to another library"):
        second.add_set(CardSet("own", "Own", [twin], starting={"Twin": 10}, supply={}, standing=[]))


def values(thing: object) -> Iterator[Declared]:
    """The thing and all parts of it that belong to a declaration."""
    if isinstance(thing, tuple | list):
        for each in thing:
            yield from values(each)
    elif isinstance(thing, Declared):
        yield thing
        yield from values([value for value in attributes(thing).values() if not isinstance(value, Card)])


def test_nothing_in_a_library_can_be_changed() -> None:
    found = [part for card in LIBRARY for part in values(card)]
    kinds = (Card, Effect, Ability, Filter, Condition, Amount, Places)
    assert all(any(isinstance(each, kind) for each in found) for kind in kinds)
    for each in found:
        for name in ("honor", "runes", "key", "anything"):
            with pytest.raises(AttributeError, match="does not change"):
                setattr(each, name, 7)
        with pytest.raises(AttributeError, match="does not change"):
            del each.frozen


def test_an_effect_of_the_author_is_frozen_with_its_card() -> None:
    class Feast(Effect):
        instant = True

        def __init__(self, honor: int) -> None:
            self.honor = honor

        def do(self, game: GameState, context: Context) -> None:
            """Does nothing."""

        def phrase(self) -> str:
            return "feast"

    feast = Feast(2)
    feast.honor = 3
    cook = Hero("Cook", VOID, cost=Runes(1), play=[feast])
    fresh_library().add_set(CardSet("own", "Own", [cook], starting={"Cook": 10}, supply={}, standing=[]))
    with pytest.raises(AttributeError, match="<Feast: feast> is in a library"):
        feast.honor = 4
    assert feast.honor == 3


def test_an_ability_belongs_to_one_card() -> None:
    shared = When(ON_PLAY, HERO, Gain(runes=1), once=True)
    Construct("Lathe", MECHANA, cost=Runes(1), honor=1, abilities=[shared])
    with pytest.raises(BadCard, match='"Mill": An ability belongs to one card'):
        Construct("Mill", MECHANA, cost=Runes(1), honor=1, abilities=[shared])


def test_an_effect_without_do_is_refused_when_its_class_is_made() -> None:
    with pytest.raises(BadCard, match="Give it a method do"):

        class Own(Effect):
            def clause(self) -> str:
                return "win"


def test_a_card_knows_where_it_is_declared() -> None:
    file, line = Hero("Scout", VOID).declared_at
    assert Path(file) == Path(__file__)
    assert Path(file).read_text(encoding="utf-8").splitlines()[line - 1].count("Scout") == 1


def test_a_construct_can_be_acquired_into_play() -> None:
    lathe = Construct(
        "Lathe", MECHANA, cost=Runes(9), honor=1, copies=9, abilities=[When(ON_PLAY, HERO, Gain(runes=1))]
    )
    smith = Hero("Smith", MECHANA, cost=Runes(9), play=[Acquire(CONSTRUCT, to=INTO_PLAY)])
    library = fresh_library()
    library.add_set(CardSet("own", "Own", [lathe, smith], starting={"Smith": 10}, supply={}, standing=[]))
    game = deal(Setup(library, sets=["own"], first=0), 1, stacked=[lathe.number] * 9)
    assert smith.text == "Acquire a Construct without paying its cost and put it directly into play."
    for _ in range(2):
        assert game.decision is not None
        game.choose(parse(game.decision, "play Smith"))
    assert game.players[0].constructs == (lathe.number, lathe.number)
    assert game.players[0].discard == ()
    assert game.turn.runes == 1, "the first Lathe has heard the second Smith"


@pytest.mark.parametrize("count", [1, 2])
def test_where_acquired_cards_go_is_in_the_text(count: int) -> None:
    phrase = Acquire(MECHANA & CONSTRUCT | VOID & CONSTRUCT, to=INTO_PLAY, count=count).phrase()
    assert ENGLISH.clause(phrase).endswith(f"and put {'it' if count == 1 else 'them'} directly into play")


def test_an_ability_for_the_turn_hears_both_of_its_occasions() -> None:
    bounty = ThisTurn(When(ON_ACQUIRE, ANY, Gain(runes=1), also_on=ON_DEFEAT))
    scout = Hero("Scout", VOID, cost=Runes(9), copies=9, play=[Gain(power=2), bounty])
    library = fresh_library()
    box = CardSet("own", "Own", [scout], starting={"Scout": 10}, supply={}, standing=["Cultist"])
    library.add_set(box)
    game = deal(Setup(library, sets=["own"], first=0), 1)
    for step in ("play Scout", "defeat Cultist"):
        assert game.decision is not None
        game.choose(parse(game.decision, step))
    assert game.turn.runes == 1


def test_a_trigger_of_an_event_keeps_to_once_per_turn() -> None:
    scout = Hero("Scout", VOID, cost=Runes(9), copies=9, play=[Gain(power=1)])
    dusk = Event("Dusk", None, When(ON_PLAY, HERO, Gain(runes=1), once=True), becomes="Dawn")
    dawn = Hero("Dawn", None, honor=1)
    library = fresh_library()
    box = CardSet("own", "Own", [scout, dusk], starting={"Scout": 10}, supply={}, standing=[], transformed=[dawn])
    library.add_set(box)
    game = deal(Setup(library, sets=["own"], first=0), 1, stacked=[dusk.number, *[scout.number] * 6])
    for _ in range(2):
        assert game.decision is not None
        game.choose(parse(game.decision, "play Scout"))
    assert (game.turn.power, game.turn.runes) == (2, 1)


class Steal(Select):
    """As an author of a set would write it."""

    verb = "steal"
    instant = True


class StealTwice(Steal):
    instant = False


def test_both_engines_see_the_attributes_that_a_class_sets() -> None:
    effect = Steal(HAND)
    assert ENGLISH.clause(effect.phrase()) == "steal a card in your hand"
    assert If(IsDay(), effect).instant
    assert not If(IsDay(), StealTwice(HAND)).instant
    assert ENGLISH.clause(May(StealTwice(HAND)).phrase()) == "you may steal a card in your hand"
