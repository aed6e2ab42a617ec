"""What effects are worth to the bots, and how the circumstances change it."""

from __future__ import annotations

import pytest

from vigil.bots.circumstances import Circumstances, chance, expected
from vigil.bots.weights import PLAIN_WEIGHTS
from vigil.bots.worth import ability_worth, sacrifice_worth, worth
from vigil.cards import LIBRARY
from vigil.engine.effect import Effect
from vigil.engine.library import Library
from vigil.engine.vocabulary import (
    CONSTRUCT,
    HAND,
    HERO,
    MECHANA,
    Amount,
    AnyTime,
    Banish,
    Choose,
    Control,
    Destroy,
    Discard,
    Draw,
    EachOpponent,
    Energize,
    Energized,
    EnergyGained,
    FactionsInPlay,
    ForEach,
    Gain,
    InPlay,
    MayPay,
    OncePerTurn,
    Played,
    TakeHonor,
)

NOW = Circumstances()
RICH = Circumstances(constructs=4, mechana=3, factions=3, energy=5, opponents=3, targets=6)
WITHOUT_A_VALUE = {"GrowRow", "TakeBack", "SendTo"}
"""Effects of printed cards that count as unknown: a new one gets a value of its own, or is added here."""


def test_the_effects_of_printed_cards_have_a_value_of_their_own() -> None:
    unknown = worth.dispatch(Effect)
    found = {type(effect).__name__ for effect in LIBRARY.effects if worth.dispatch(type(effect)) is unknown}
    procedures = {type(effect).__name__ for effect in Library([], []).effects}
    assert found - procedures <= WITHOUT_A_VALUE


@pytest.mark.parametrize(
    ("less", "more"),
    [
        (Gain(runes=1), Gain(runes=2)),
        (Gain(runes=1), Gain(runes=1, honor=1)),
        (Draw(1), Draw(2)),
        (Energize(3, Draw(2)), Draw(2)),
        (Energize(3, Draw(2)), Energize(2, Draw(2))),
        (Discard(1), EachOpponent(Discard(1))),
        (MayPay(2, Draw(1)), Draw(1)),
        (Draw(1), Choose(Draw(1), Gain(power=1))),
        (Banish(HAND), Banish(HAND, at_least=0)),
        (Destroy(2), Destroy(1)),
    ],
    ids=lambda effect: repr(effect),
)
def test_better_effects_are_worth_more(less: Effect, more: Effect) -> None:
    assert worth(less, NOW) < worth(more, NOW)


def test_a_rune_is_worth_what_the_weights_say() -> None:
    dear = NOW._replace(weights=PLAIN_WEIGHTS._replace(rune=3.0))
    assert worth(Gain(runes=2), dear) == 6.0


@pytest.mark.parametrize(
    "effect",
    [
        ForEach(InPlay(CONSTRUCT), Draw(1)),
        ForEach(EnergyGained(), Gain(power=1)),
        TakeHonor(1, from_everyone=True),
        EachOpponent(Destroy(1)),
        Energize(6, Draw(1)),
    ],
    ids=lambda effect: repr(effect),
)
def test_circumstances_make_an_effect_worth_more(effect: Effect) -> None:
    assert worth(effect, NOW) < worth(effect, RICH)


def test_an_ability_is_worth_something_by_the_turn_or_once() -> None:
    used, given_up = OncePerTurn(Draw(1)), AnyTime(Draw(1), banish_this=True)
    assert ability_worth(used, NOW) == worth(Draw(1), NOW) == sacrifice_worth([given_up], NOW)
    assert ability_worth(given_up, NOW) == sacrifice_worth([used], NOW) == 0


@pytest.mark.parametrize("condition", [Control(CONSTRUCT, 3), Control(MECHANA & CONSTRUCT, 2), Energized(4)])
def test_conditions_become_likely(condition: Control | Energized) -> None:
    assert 0 < chance(condition, NOW) < chance(condition, RICH) < 1


def test_either_condition_is_likelier_than_one() -> None:
    assert chance(None, NOW) == 1
    assert chance(Played(HERO), NOW) < chance(Played(HERO) | Control(CONSTRUCT), NOW) < 1


@pytest.mark.parametrize("amount", [InPlay(MECHANA), FactionsInPlay(), EnergyGained()])
def test_amounts_are_expected_to_grow(amount: Amount) -> None:
    assert 0 < expected(amount, NOW) < expected(amount, RICH)
