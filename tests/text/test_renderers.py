"""One tree, four readers: the short form, the pieces with icons, and what is read aloud."""

from __future__ import annotations

import pytest

from vigil.cards import LIBRARY
from vigil.text import phrases as p
from vigil.text.brief import brief
from vigil.text.english import ENGLISH, SPOKEN
from vigil.text.tokens import pieces


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Lifebound Initiate", "+1R +1★"),
        ("Darkwalker", "+2P. Energize 1: May banish a card (hand/discard)"),
        ("Druids of the Stone Circle", "Acquire a Hero (≤3) free onto your deck"),
        ("Yggdrasil Staff", "1/turn: +1P. 1/turn: May pay 4R for +3★"),
        ("Spire of Insight", "1/turn: If you control 4+ Mechana Constructs, draw 2"),
        ("Radiant Aspirant", "Empower. Draw 1"),
        ("Static Elemental", "+5★. Each foe puts all their Constructs onto their deck in a random order"),
        ("Avatar of the Fallen", "This cannot be banished from row. +4★. May acquire/defeat a card in row free"),
    ],
)
def test_the_short_form(name: str, text: str) -> None:
    assert brief().lines(LIBRARY.card(name).phrases()) == text


def test_the_short_form_of_an_ability_leaves_out_that_it_is_used_once() -> None:
    once, energized = LIBRARY.card("Portabillet").abilities
    assert brief().ability(once.phrase()) == "When you put a Mechana Construct into play, draw 1"
    assert brief().ability(energized.phrase()) == "Energize 5: Draw 1"


def test_icons_stand_for_what_is_counted_and_done() -> None:
    gain = p.Gain((p.Amount(2, "rune"), p.Amount(1, "honor")))
    assert pieces(ENGLISH.sentences(gain)) == [
        "Gain ",
        ["rune", "2 runes", "2"],
        " and ",
        ["honor", "1 honor", "1"],
        ".",
    ]
    assert pieces(ENGLISH.sentences(p.Draw(2))) == [["draw", "Draw two cards", "2"], "."]
    day = p.If(p.Fact("it", "be", "day"), p.Gain((p.Amount(1, "power"),)))
    assert pieces(ENGLISH.sentences(day)) == ["If it is day, gain ", ["power", "1 power", "1"], "."]
    discard = p.Do("banish", p.Cards(place=p.Place(own=("discard pile",))))
    assert pieces(ENGLISH.sentences(discard)) == [["banish", "Banish"], " a card in your discard pile."]
    assert pieces(brief().lines_in_tokens([gain, p.Draw(1)])) == [
        ["rune", "+2R", "+2"],
        " ",
        ["honor", "+1★", "+1"],
        ["stop", "."],
        " ",
        ["draw", "Draw 1", "1"],
    ]
    energized = p.If("", p.Draw(1), p.Keyword("Energize", 2))
    assert pieces(brief().lines_in_tokens([energized])) == [["energy", "Energize"], " 2: ", ["draw", "Draw 1", "1"]]


def test_what_is_read_aloud_has_no_figures_and_no_signs() -> None:
    assert SPOKEN.lines(LIBRARY.card("Thunder Templar").phrases()) == (
        "Empower: When you acquire this, you may banish a card you have played this turn. "
        "Defeat a Monster that costs five or less without paying its cost."
    )
    texts = {card.name: SPOKEN.lines(card.phrases()) for card in LIBRARY}
    assert not [name for name, text in texts.items() if any(sign in text for sign in "()★+/")]
