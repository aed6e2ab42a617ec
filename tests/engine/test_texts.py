"""The text of a declaration says what the engine does with it."""

from __future__ import annotations

import pytest

from vigil.cards import LIBRARY
from vigil.engine.effect import Effect
from vigil.engine.vocabulary import (
    CONSTRUCT,
    HERO,
    INTO_PLAY,
    LIGHT,
    ON_ACQUIRE,
    VOID,
    Control,
    CopyHero,
    Draw,
    Energized,
    Gain,
    If,
    Instead,
    Monster,
    Named,
    Played,
    Power,
    Redirect,
    ThisTurn,
    When,
)
from vigil.text.english import ENGLISH

ONCE = {"Burrower Mark II", "Portabillet"}
FIRST = {"Snapdragon", "Voidthirster"}


def test_once_and_first_are_different_words() -> None:
    """`once` is counted by each copy, `first` by the whole turn: see the stories of these cards."""
    limited = {
        card.name: ENGLISH.text(each.phrase()) for card in LIBRARY for each in card.triggers if each.once or each.first
    }
    assert set(limited) == ONCE | FIRST
    assert all(limited[name].startswith("Once per turn, when you ") for name in ONCE)
    assert limited["Snapdragon"] == "The first time you play a Lifebound Hero each turn, gain 1 honor."
    assert limited["Voidthirster"] == "The first time you defeat a Monster in the center row each turn, gain 1 honor."


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (
            ThisTurn(When(ON_ACQUIRE, CONSTRUCT, Gain(honor=2))),
            "Whenever you acquire a Construct this turn, gain 2 honor.",
        ),
        (
            ThisTurn(When(ON_ACQUIRE, CONSTRUCT, Gain(honor=2)), once=True),
            "The next time you acquire a Construct this turn, gain 2 honor.",
        ),
        (
            If(Control(CONSTRUCT), ThisTurn(Redirect(CONSTRUCT, INTO_PLAY), once=True)),
            "If you control a Construct, you may put the next Construct you acquire this turn directly into play.",
        ),
        (
            CopyHero(HERO, again_if=Energized(2)),
            "Copy the effect of another Hero you have played this turn. Energize 2: Copy it one more time.",
        ),
        (
            CopyHero(HERO, again_if=Played(VOID)),
            "Copy the effect of another Hero you have played this turn. If you have played a Void card this turn, copy "
            "it one more time.",
        ),
        (
            If(Control(LIGHT & Named("Mystic"), 2), Draw(1)),
            "If you control two or more light cards named Mystic, draw a card.",
        ),
        (
            If(Control(LIGHT & Named("Mystic") | Named("Militia"), 2), Draw(1)),
            "If you control two or more light cards named Mystic or cards named Militia, draw a card.",
        ),
        (
            Instead(Draw(1), Control(CONSTRUCT), Draw(2)),
            "Draw a card. If you control a Construct, draw two cards instead.",
        ),
    ],
)
def test_nothing_of_a_declaration_is_left_out_of_its_text(effect: Effect, text: str) -> None:
    assert ENGLISH.text(effect.phrase()) == text


def test_a_lower_price_says_under_which_condition() -> None:
    card = Monster("X", cost=Power(5), reward=[Draw(1)], cheaper=(Control(CONSTRUCT), 2))
    assert card.lines()[0] == "If you control a Construct, this costs 2 power less to defeat."
