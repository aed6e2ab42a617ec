"""What effects are worth to the bots, and how the situation changes it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from vigil.bots.estimates import AMOUNTS, CHANCES, Situation, chance, expected
from vigil.bots.verbs import ABILITIES, VERBS, ability_value, effect_value, sacrifice_value
from vigil.bots.weights import PLAIN_WEIGHTS
from vigil.engine.abilities import Ability
from vigil.engine.conditions import Condition
from vigil.engine.effect import Effect
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

NOW = Situation()
RICH = Situation(constructs=4, mechana=3, factions=3, energy=5, opponents=3, targets=6)
STEPS_OF_THE_GAME = {"BeginGame", "BeginNextTurn", "CultTurn", "ResolveFates", "TakeTurn"}
"""Effects that no card declares and that ask nothing: the engine carries them out itself."""


def classes(base: type) -> set[type]:
    """All classes below this one that belong to the package."""
    found = {each for below in base.__subclasses__() for each in {below, *classes(below)}}
    return {each for each in found if each.__module__.startswith("vigil.")}


def covered(kind: type, table: Mapping[type, object]) -> bool:
    return any(each in table for each in kind.__mro__[:-1] if each.__name__ != "Select")


@pytest.mark.parametrize(
    ("base", "table"),
    [(Effect, VERBS), (Ability, ABILITIES), (Condition, CHANCES), (Amount, AMOUNTS)],
    ids=["effects", "abilities", "conditions", "amounts"],
)
def test_everything_that_a_declaration_can_hold_has_a_row(base: type, table: Mapping[type, object]) -> None:
    missing = {kind.__name__ for kind in classes(base) if not covered(kind, table)}
    assert missing - {"Select"} == (STEPS_OF_THE_GAME if base is Effect else set())


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
    assert effect_value(less, NOW) < effect_value(more, NOW)


def test_a_rune_is_worth_what_the_weights_say() -> None:
    dear = NOW._replace(weights=PLAIN_WEIGHTS._replace(rune=3.0))
    assert effect_value(Gain(runes=2), dear) == 6.0


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
def test_the_situation_makes_an_effect_worth_more(effect: Effect) -> None:
    assert effect_value(effect, NOW) < effect_value(effect, RICH)


def test_an_ability_is_worth_something_by_the_turn_or_once() -> None:
    used, given_up = OncePerTurn(Draw(1)), AnyTime(Draw(1), banish_this=True)
    assert ability_value(used, NOW) == effect_value(Draw(1), NOW) == sacrifice_value([given_up], NOW)
    assert ability_value(given_up, NOW) == sacrifice_value([used], NOW) == 0


@pytest.mark.parametrize("condition", [Control(CONSTRUCT, 3), Control(MECHANA & CONSTRUCT, 2), Energized(4)])
def test_conditions_become_likely(condition: Control | Energized) -> None:
    assert 0 < chance(condition, NOW) < chance(condition, RICH) < 1


def test_either_condition_is_likelier_than_one() -> None:
    assert chance(None, NOW) == 1
    assert chance(Played(HERO), NOW) < chance(Played(HERO) | Control(CONSTRUCT), NOW) < 1


@pytest.mark.parametrize("amount", [InPlay(MECHANA), FactionsInPlay(), EnergyGained()])
def test_amounts_are_expected_to_grow(amount: Amount) -> None:
    assert 0 < expected(amount, NOW) < expected(amount, RICH)
