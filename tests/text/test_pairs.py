"""Every two words that a declaration can hold: refused when they are declared, or a text without a mistake."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, islice, product

import pytest

from tests.helpers.grammar import mistakes
from vigil.cards import nodes
from vigil.engine import vocabulary as v
from vigil.engine.errors import BadCard

EFFECTS = """
    Gain(runes=1)
    Gain(runes=2, power=1, honor=3)
    Gain(honor=1)
    Gain(mechana_runes=1)
    Gain(honor=HonorOf(CENTER_ROW, HERO_OR_CONSTRUCT))
    Gain(power=2, runes=RuneCostOf(THAT_CARD))
    Draw(1)
    Draw(3)
    GrowPool(5)
    GrowRow()
    ExtraTurn()
    WinTheGame()
    If(Control(CONSTRUCT), Gain(honor=1))
    If(MostHonor(), Draw(1), Gain(honor=1))
    Energize(2, Draw(1))
    ByDay(Gain(runes=1), May(Banish(HAND)))
    Instead(Draw(1), Control(CONSTRUCT), Draw(2))
    Instead(Acquire(HERO), IsDay(), Acquire(HERO, to=TO_HAND))
    Instead(Defeat(MONSTER & CostsAtMost(4)), Energized(3), Defeat(MONSTER))
    ForEach(InPlay(CONSTRUCT), Draw(1))
    ForEach(EnergyGained(), Gain(honor=1))
    Choose(Gain(runes=1), Gain(power=2))
    MayPay(1, Draw(1))
    EachPlayer(Draw(1))
    EachOpponent(Discard(1))
    ToEachOpponent(Destroy(1))
    ToEachOpponent(May(Banish(HAND)))
    TakeHonor(2)
    TakeHonor(1, from_everyone=True)
    ThisTurn(When(ON_PLAY, HERO, Draw(1)))
    ThisTurn(When(ON_ACQUIRE, HERO, Gain(honor=1)), once=True)
    ThisTurn(Redirect(HERO, TOP_OF_DECK))
    ThisTurn(Redirect(CONSTRUCT, INTO_PLAY, must=True), once=True)
    PlayOrHavePlayed(HERO, Draw(1))
    Unite(VOID, Gain(honor=2))
    Banish(HAND)
    May(Banish(HAND | DISCARD))
    Banish(HAND, count=2)
    Banish(CENTER_ROW, count=2, at_least=0)
    Banish(HAND | DECK | DISCARD | PLAYED, count=4, at_least=0)
    Banish(HAND, then=[Draw(1)])
    Banish(HAND, then=[Draw(1)], then_if=MONSTER)
    May(Banish(DISCARD, then=[Gain(honor=1), Draw(1)]))
    Discard(1)
    Discard(2, then=[Draw(2)])
    Destroy(1)
    Destroy(2)
    DestroyAllButOne()
    Destroy(EVERY_ONE)
    Banish(HAND | DISCARD, count=EVERY_ONE)
    Discard(EVERY_ONE, then=[Draw(3)])
    Acquire(HERO)
    May(Acquire(HERO_OR_CONSTRUCT, CENTER_ROW))
    Acquire(CONSTRUCT, to=INTO_PLAY)
    Acquire(HERO, CENTER_ROW, count=EVERY_ONE, at_least=0)
    Defeat(MONSTER & CostsAtMost(4))
    Defeat(MONSTER, may_send=True)
    AcquireOrDefeat()
    Defeat(MONSTER, count=2)
    Defeat(MONSTER & CostsAtMost(4), CENTER_ROW, count=EVERY_ONE)
    AcquireOrDefeat(count=EVERY_ONE)
    May(AcquireOrDefeat(count=2))
    CopyHero(HERO)
    CopyHero(HERO & CostsAtMost(3), again_if=Energized(2))
    CopyHero(HERO, again_if=Control(CONSTRUCT))
    Transform("Dawn")
    TakeRandomCards()
    DiscardRandomThenTakeOne()
    RevealTopCard(TREASURE, honor=3)
    RevealTopCard(EMPOWERED, honor=2)
    ShowHands(MONSTER, honor=2)
    LiftConstructs()
    SendCard(HAND | DISCARD, MONSTER, anyone=False)
    May(SendCard(THE_VOID, MONSTER, anyone=True))
    MaySendThis()
    NextConstructCostsLess(1)
    NextTreasureMonsterCostsLess(2)
    MixPayments()
    CountMoreMechana(2)
    HuntInTheVoid()
    TakeRevealedTreasure()
    May(TakeRevealedTreasure())
    BanishThis(Draw(1))
    BanishThis(Banish(HAND, then=[Draw(1)]))
    DiscardTwoKeepThePair()
"""

CONDITIONS = """
    Control(CONSTRUCT)
    Control(MECHANA & CONSTRUCT, 3)
    Energized(2)
    IsDay()
    IsNight()
    Played(HERO)
    Played(VOID & HERO, another=True)
    Played(Named("Mystic"), HERO)
    PutIntoPlay(CONSTRUCT)
    InDiscard(VOID)
    DefeatedInRow()
    HaveBanished()
    MostHonor()
    RowIsAll(LIGHT_ORB)
    IsDay() | Control(CONSTRUCT)
"""

AMOUNTS = """
    InPlay(MECHANA & CONSTRUCT)
    FactionsInPlay()
    EnergyGained()
    CardsIn(DISCARD, VOID)
    CardsIn(PLAYED, HERO | MONSTER)
    HonorOf(HAND)
    HonorOf(THAT_CARD)
    PowerCostOf(CENTER_ROW, MONSTER)
    TreasureUnderThis()
"""

FILTERS = """
    ANY
    HERO
    CONSTRUCT
    MONSTER
    TREASURE
    ENLIGHTENED
    VOID
    LIGHT
    DARK
    EMPOWERED
    CostsAtMost(3)
    Named("Mystic")
    Named("Ulan's Fist", unique=True)
    HERO | CONSTRUCT
    LIFEBOUND & HERO | MONSTER
"""

PLACES = """
    HAND
    DISCARD
    DECK
    PLAYED
    CENTER_ROW
    THE_VOID
"""

# What holds an effect (E), a condition (C), an amount (A), a filter (F) or places (P).
AROUND_EFFECTS = """
    E
    If(Control(CONSTRUCT), E)
    If(Control(CONSTRUCT), E, Gain(honor=5))
    Energize(1, E)
    Energize(1, E, Gain(honor=5))
    Instead(E, Control(CONSTRUCT), Gain(honor=9))
    Instead(Gain(honor=9), Energized(1), E)
    ForEach(CardsIn(DISCARD, HERO), E)
    ForEach(EnergyGained(), E)
    Choose(E, Gain(honor=9))
    Choose(Gain(honor=9), E)
    MayPay(2, E)
    MayPay(2, E, Gain(honor=9))
    EachPlayer(E)
    EachOpponent(E)
    ToEachOpponent(E)
    ThisTurn(When(ON_PLAY, HERO, E))
    ThisTurn(When(ON_DEFEAT, MONSTER, E), once=True)
    PlayOrHavePlayed(MONSTER, E)
    Unite(LIFEBOUND, E)
    Banish(HAND, then=[E])
    May(Banish(HAND, then=[E]))
    Banish(HAND, then=[E], then_if=HERO)
    Discard(2, then=[Gain(honor=9), E])
    Acquire(HERO, then=[E])
    BanishThis(E)
    OncePerTurn(E)
    OncePerTurn(E, runes=2)
    OncePerTurn(E, only_if=Control(CONSTRUCT))
    OncePerTurn(E, only_if=Energized(1), runes=1)
    OncePerTurn(Gain(honor=9), E)
    AnyTime(E, banish_this=True)
    AnyTime(E, destroy_this=True)
    AnyTime(E, banish_this=True, with_twin=True)
    Trophy(E)
    Trophy(E, only_if=IsDay())
    When(ON_PLAY, HERO, E)
    When(ON_PLAY, HERO, E, first=True)
    When(ON_ENTER, CONSTRUCT, E, once=True)
    When(ON_ACQUIRE, HERO, E, in_row=True)
    When(ON_DEFEAT, MONSTER, E)
"""

AROUND_CONDITIONS = """
    If(C, Draw(1))
    If(C, May(Banish(HAND)), Draw(1))
    If(C, Banish(HAND, then=[Draw(1)]))
    Instead(Draw(1), C, Draw(2))
    EachPlayer(If(C, Draw(1)))
    MayPay(1, If(C, Draw(1)))
    OncePerTurn(Draw(1), only_if=C)
    OncePerTurn(Draw(1), only_if=C, runes=2)
    Trophy(Draw(1), only_if=C)
    Redirect(HERO, TO_HAND, only_if=C)
    Redirect(CONSTRUCT, INTO_PLAY, must=True, once=True, only_if=C)
    CopyHero(HERO, again_if=C)
    Monster("X", cost=Power(5), reward=[Draw(1)], cheaper=(C, 2))
    Monster("X", cost=Power(5), reward=[Draw(1)], free_if=C)
    Hero("X", VOID, cost=Runes(5), free_if=C, arrives=Redirect(ANY, TO_HAND, this=True, only_if=C))
    If(C | Control(CONSTRUCT), Draw(1))
    If(Control(CONSTRUCT), If(C, Draw(1)))
    If(C, Energize(1, Draw(1)))
"""

AROUND_AMOUNTS = """
    ForEach(A, Draw(1))
    ForEach(A, Gain(runes=1, honor=1))
    ForEach(A, May(Banish(HAND)))
    ForEach(A, EachPlayer(Draw(1)))
    ForEach(A, ForEach(InPlay(MECHANA), Draw(1)))
    EachPlayer(ForEach(A, Draw(1)))
    OncePerTurn(ForEach(A, Gain(power=1)), only_if=Energized(2))
    When(ON_PLAY, HERO, ForEach(A, Gain(honor=1)))
    MayPay(1, ForEach(A, Gain(honor=1)))
"""

AROUND_FILTERS = """
    Banish(HAND, F)
    Banish(HAND | DISCARD, F, count=2)
    Banish(CENTER_ROW, F, count=3, at_least=0)
    Banish(HAND, then=[Draw(1)], then_if=F)
    Banish(HAND, count=2, then=[Draw(1)], then_if=F)
    Acquire(F)
    Acquire(F, CENTER_ROW, count=2)
    Acquire(F, SUPPLY, count=2, at_least=1, to=TO_HAND)
    Acquire(F, count=EVERY_ONE, at_least=0)
    Banish(DISCARD, F, count=EVERY_ONE)
    Acquire(F, to=INTO_PLAY)
    Defeat(F)
    CopyHero(F)
    SendCard(HAND, F, anyone=True)
    RevealTopCard(F, honor=1)
    ShowHands(F, honor=1)
    If(Control(F), Draw(1))
    If(Control(F, 2), Draw(1))
    If(Played(F), Draw(1))
    If(Played(F, another=True), Draw(1))
    If(Played(F, F), Draw(1))
    If(PutIntoPlay(F), Draw(1))
    If(InDiscard(F), Draw(1))
    ForEach(InPlay(F), Draw(1))
    ForEach(CardsIn(DISCARD, F), Draw(1))
    ForEach(CardsIn(PLAYED, F), Draw(1))
    Gain(power=PowerCostOf(HAND, F))
    PlayOrHavePlayed(F, Draw(1))
    When(ON_PLAY, F, Draw(1))
    When(ON_PLAY, F, Draw(1), first=True)
    When(ON_ENTER, F, Draw(1), once=True)
    When(ON_ACQUIRE, F, Draw(1), in_row=True)
    When(ON_DEFEAT, F, Draw(1), in_row=True)
    When(ON_ACQUIRE, F, Draw(1), also_on=ON_DEFEAT)
    ThisTurn(When(ON_ENTER, F, Draw(1)))
    ThisTurn(Redirect(F, TO_HAND))
    ThisTurn(Redirect(F, TOP_OF_DECK, must=True), once=True)
    Redirect(F, TO_HAND)
    Redirect(F, INTO_PLAY, once=True)
    PriceCut(F, by=2, minimum=1)
    PriceCut(F, by=1, minimum=0)
    BringsDay(F, 3)
    EachPlayer(Banish(HAND, F))
"""

AROUND_PLACES = """
    Banish(P)
    Banish(P, HERO & CostsAtMost(3))
    May(Banish(P, VOID))
    Banish(P, count=2)
    Banish(P, CONSTRUCT, count=3, at_least=0)
    EachOpponent(Banish(P))
    SendCard(P, MONSTER, anyone=False)
    Acquire(HERO, P, count=2)
    Acquire(HERO_OR_CONSTRUCT, P)
    Defeat(MONSTER & CostsAtMost(4), P)
    ForEach(CardsIn(P), Draw(1))
    ForEach(RuneCostOf(P, HERO), Draw(1))
    Gain(honor=HonorOf(P))
"""


def lines(words: str) -> list[str]:
    return [line.strip() for line in words.strip().splitlines()]


def filled(around: str, letter: str, inside: list[str]) -> Iterator[str]:
    """Every word with every other in the place of the letter."""
    for outer, inner in product(lines(around), inside):
        yield "".join(inner if token == letter else token for token in tokens(outer))


def tokens(text: str) -> list[str]:
    """The expression cut so that a capital that stands alone is a token of its own."""
    found = [""]
    for character in f" {text} ":
        if character.isalnum() or character == "_":
            found[-1] += character
        else:
            found += [character, ""]
    return found[1:-1]


def pairs_of_filters() -> list[str]:
    every = lines(FILTERS)
    pairs = [f"({one}) {sign} ({other})" for one, other in combinations(every, 2) for sign in "&|"]
    return [*every, *pairs]


def pairs_of_places() -> list[str]:
    every = lines(PLACES)
    return [*every, *(f"({one} | {other})" for one, other in product(every, every) if one != other)]


COMBINATIONS = {
    "effects": lambda: filled(AROUND_EFFECTS, "E", lines(EFFECTS)),
    "conditions": lambda: filled(AROUND_CONDITIONS, "C", lines(CONDITIONS)),
    "pairs of conditions": lambda: (
        f"If({one} | {other}, Draw(1))" for one, other in product(lines(CONDITIONS), lines(CONDITIONS))
    ),
    "amounts": lambda: filled(AROUND_AMOUNTS, "A", lines(AMOUNTS)),
    "amounts with effects": lambda: (
        f"ForEach({amount}, {effect})" for amount, effect in product(lines(AMOUNTS), lines(EFFECTS))
    ),
    "filters": lambda: filled(AROUND_FILTERS, "F", pairs_of_filters()),
    "places": lambda: filled(AROUND_PLACES, "P", pairs_of_places()),
}
WORDS = {name: getattr(v, name) for name in v.WORDS} | vars(nodes)


def hero(part: v.Effect) -> v.Card:
    return v.Hero("X", v.VOID, cost=v.Runes(1), play=[part], fate=[part], banished=[part])


def hero_with_more(part: v.Effect) -> v.Card:
    return v.Hero("X", v.VOID, cost=v.Runes(1), play=[part, v.Gain(honor=9)])


def construct(part: v.Effect | v.Ability) -> v.Card:
    if isinstance(part, v.Effect):
        return v.Construct("X", v.VOID, cost=v.Runes(1), honor=1, play=[part])
    return v.Construct("X", v.MECHANA, cost=v.Runes(1), honor=1, abilities=[part])


def monster(part: v.Effect | v.Ability) -> v.Card:
    if isinstance(part, v.Effect):
        return v.Monster("X", cost=v.Power(1), reward=[part, v.Draw(2)], play=[part])
    return v.Monster("X", cost=v.Power(1), reward=[v.Draw(1)], trophy=[part])


def event(part: v.Ability) -> v.Card:
    return v.Event("X", v.VOID, part, becomes="Y")


def cards_with(expression: str) -> Iterator[v.Card]:
    """What the expression makes, in every place of a card where it can stand."""
    part = eval(expression, dict(WORDS))
    if isinstance(part, v.Card):
        yield part
        return
    for card in (
        (hero, hero_with_more, construct, monster) if isinstance(part, v.Effect) else (construct, monster, event)
    ):
        with suppress(BadCard):
            yield card(eval(expression, dict(WORDS)))


def texts(expression: str, everywhere: bool = True) -> list[str]:
    """Every line of text that the expression makes; none where it is refused."""
    try:
        cards = cards_with(expression) if everywhere else islice(cards_with(expression), 1)
        return [line for card in cards for line in card.lines()]
    except BadCard:
        return []


@pytest.mark.parametrize("kind", COMBINATIONS)
def test_every_pair_is_refused_or_reads_well(kind: str) -> None:
    read = 0
    wrong = []
    for expression in COMBINATIONS[kind]():
        for line in dict.fromkeys(texts(expression, kind != "filters")):
            read += 1
            wrong += [f"{expression}: {line} ({found})" for found in mistakes(line)]
    assert read > 100
    assert not wrong, f"{len(wrong)} of {read}:\n" + "\n".join(wrong[:40])


@pytest.mark.parametrize(
    "text",
    [
        "Each player draw a card.",
        "Each player if they control a Construct, draw a card.",
        "Each opponent discards a card in your hand.",
        "You may pay 1 runes to draw a card.",
        "You may pay 2 runes to if you control a Construct, draw a card.",
        "You may draws a card.",
        "If you do, if you control a Hero, draw a card.",
        "If you control a Hero, Energize 2: Draw a card.",
        "Gain 1 rune. : Gain 2 runes.",
        "Gain 1 rune. gain 2 runes.",
        "Banish an another Hero.",
        "Banish a Enlightened Hero.",
        "Acquire two Hero without paying their costs.",
        "Acquire two Heroes without paying its cost.",
        "Acquire two Heroes that costs 3 or less.",
        "Banish a Hero that cost 3 or less.",
        "Banish a hero.",
        "Banish a card  in your hand.",
        "Banish a card (in your hand.",
        "banish a card.",
        "Banish a card",
        "Banish a card..",
        "Draw a card for each card in your hand or one you have played this turn.",
        "If you have played a Monster and a Monster this turn, draw a card.",
        "If it is day or it is day, draw a card.",
        "Choose one: each opponent reveals their hand and gain 2 honor; or draw a card.",
        "Draw a card, then gain 1 rune, then draw a card if it is day.",
        "Choose one: choose one: draw a card; or gain 1 rune; or gain 1 honor.",
    ],
)
def test_the_checker_finds_mistakes(text: str) -> None:
    assert mistakes(text)
