"""Phrases become sentences: number, person, articles, conditions and steps."""

from __future__ import annotations

import pytest

from vigil.text import phrases as p
from vigil.text.english import ENGLISH, sentence
from vigil.text.inflection import third_person, with_article
from vigil.text.phrases import Words

HERO, MONSTER = p.Kinds((p.Kind("Hero"),)), p.Kinds((p.Kind("Monster"),))
MYSTIC, INFANTRY = p.Kinds((p.Kind(name="Mystic"),)), p.Kinds((p.Kind(name="Heavy Infantry"),))
VOID_HERO = p.Kinds((p.Kind("Hero", "Void"),))
HAND = p.Place(own=("hand",))
PLAYED_TOO = p.Place(own=("hand",), played=True)
CONTROL = p.Fact(p.YOU, "control", p.Cards(HERO))
BANISH = p.Do("banish", p.Cards(place=HAND))


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (p.Cards(HERO), "a Hero"),
        (p.Cards(p.Kinds((p.Kind("Hero", "Enlightened"),))), "an Enlightened Hero"),
        (p.Cards(HERO, 2), "two Heroes"),
        (p.Cards(HERO.either(MONSTER), 2), "two Heroes or Monsters"),
        (p.Cards(VOID_HERO.either(MONSTER)), "a Void Hero or a Monster"),
        (p.Cards(VOID_HERO.either(MONSTER), how=p.EVERY), "all Void Heroes and Monsters"),
        (p.Cards(p.Kinds((p.Kind("Hero", most=3),)), 2), "two Heroes that cost 3 or less"),
        (p.Cards(p.Kinds((p.Kind("Hero", most=3),)), place=HAND), "a Hero in your hand that costs 3 or less"),
        (p.Cards(MYSTIC.either(INFANTRY)), "a Mystic or Heavy Infantry"),
        (p.Cards(MYSTIC.either(INFANTRY), 2), "two cards named Mystic or Heavy Infantry"),
        (p.Cards(MYSTIC.either(INFANTRY), 2, p.EACH_OR_ALL), "a Mystic, a Heavy Infantry or both"),
        (p.Cards(p.Kinds((p.Kind(name="Ulan's Fist", unique=True),))), "Ulan's Fist"),
        (p.Cards(HERO, how=p.ANOTHER, place=p.CONTROLLED), "another Hero you control"),
        (p.Cards(count=3, how=p.UP_TO, place=p.IN_ROW), "up to three cards in the center row"),
        (p.Cards(count=2, how=p.BETWEEN, least=1), "one or two cards"),
        (p.Cards(count=4, how=p.AT_LEAST), "four or more cards"),
        (
            p.Cards(how=p.ANY_NUMBER, place=p.Place(own=("hand", "discard pile"))),
            "any number of cards in your hand or discard pile",
        ),
        (p.Cards(place=p.Place(own=("hand",), played=True)), "a card in your hand or one you have played this turn"),
        (p.Cards(HERO, place=p.Place(supply=True)), "an always-available Hero"),
        (p.Cards(HERO, place=p.Place(seat=1)), "a Hero of p2"),
        (p.Cards(place=p.Place(own=("hand", "deck"), seat=1)), "a card in p2's hand or deck"),
        (p.Cards(HERO.either(p.Kinds((p.Kind(name="Mystic"),))), 2), "two Heroes or cards named Mystic"),
        (p.Cards(p.Kinds((p.Kind(faction="Void"), p.Kind(faction="Mechana"))), 2), "two Void or Mechana cards"),
        (p.Cards(how=p.SINGULAR, place=PLAYED_TOO), "card in your hand and each one you have played this turn"),
        (
            p.Cards(how=p.EVERY, place=PLAYED_TOO),
            "all cards in your hand and among the cards you have played this turn",
        ),
    ],
)
def test_cards(cards: p.Cards, text: str) -> None:
    assert ENGLISH.clause(cards) == text


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        (p.Each("player", p.Draw(2)), "Each player draws two cards."),
        (p.Each("opponent", p.May(BANISH)), "Each opponent may banish a card in their hand."),
        (p.Each("player", p.If(CONTROL, p.Draw(1))), "Each player draws a card if they control a Hero."),
        (
            p.Each("player", p.Follow(BANISH, p.Draw(1))),
            "Each player banishes a card in their hand. If they do, they draw a card.",
        ),
        (
            p.Each("player", p.Steps((p.Draw(1), BANISH))),
            "Each player draws a card, then banishes a card in their hand.",
        ),
        (
            p.Each("player", p.OneOf((p.Draw(1), BANISH))),
            "Each player chooses one: draw a card; or banish a card in their hand.",
        ),
        (p.OfEachOpponent(BANISH), "For each opponent, choose and banish a card in their hand."),
        (
            p.If(CONTROL, p.If(p.Fact("it", "be", "day"), p.Draw(1))),
            "If you control a Hero and it is day, draw a card.",
        ),
        (p.If(CONTROL, p.Draw(1), "Energize 2"), "Energize 2: Draw a card."),
        (p.If("it is day", p.If(CONTROL, p.Draw(1), "Unite")), "If it is day and you control a Hero, draw a card."),
        (p.Pay(p.Do("pay", p.Amount(1, "rune")), p.Draw(1)), "You may pay 1 rune to draw a card."),
        (
            p.Pay(p.Do("pay", p.Amount(2, "rune")), p.If(CONTROL, p.Draw(1))),
            "You may pay 2 runes. If you do and you control a Hero, draw a card.",
        ),
        (
            p.ForEach("Hero", p.Steps((p.Draw(1), BANISH))),
            "For each Hero, draw a card, then banish a card in your hand.",
        ),
        (
            p.OneOf((p.Follow(BANISH, p.Draw(2)), p.Draw(1))),
            "Choose one: banish a card in your hand and, if you do, draw two cards; or draw a card.",
        ),
        (p.Instead(p.Draw(1), CONTROL, p.Draw(2)), "Draw a card. If you control a Hero, draw two cards instead."),
        (p.Whenever(p.Fact(p.YOU, "play", p.THIS), p.Do("destroy", p.THIS), p.WHEN), "When you play this, destroy it."),
        (
            p.Whenever(p.Fact(p.YOU, "play", p.THIS), p.If(CONTROL, p.Do("destroy", p.THIS)), p.WHEN),
            "When you play this, destroy it if you control a Hero.",
        ),
        (
            p.OncePerTurn(p.Steps((BANISH, p.If(CONTROL, p.Steps((p.Draw(1), BANISH)))))),
            "Once per turn, banish a card in your hand, then draw a card and banish a card in your hand if you control "
            "a Hero.",
        ),
        (
            p.Steps((p.OneOf((p.Draw(1), BANISH)), p.Draw(2))),
            "Choose one: draw a card; or banish a card in your hand. Then draw two cards.",
        ),
        (
            p.OneOf((p.Sentences((p.Each("opponent", p.Draw(1)), p.Draw(2))), BANISH)),
            "Choose one: each opponent draws a card and you draw two cards; or banish a card in your hand.",
        ),
        (p.Steps((p.Gain((p.Amount(1, "rune"),)), p.Gain((p.Amount(2, "honor"),)))), "Gain 1 rune and 2 honor."),
        (
            p.OncePerTurn(p.Whenever(CONTROL, p.Draw(1), p.NEXT_TIME)),
            "Once per turn, draw a card the next time you control a Hero this turn.",
        ),
        ("do it now!", "Do it now!"),
    ],
)
def test_sentences(clause: Words, text: str) -> None:
    assert ENGLISH.text(clause) == text


def test_clauses_with_the_same_verb_share_it() -> None:
    both = p.Steps((p.Take("acquire", (p.Cards(MYSTIC),)), p.Take("acquire", (p.Cards(INFANTRY),))))
    assert ENGLISH.text(both) == "Acquire a Mystic and a Heavy Infantry without paying their costs."
    assert ENGLISH.text(p.Follow(p.Do("banish", p.THIS), p.Follow(BANISH, p.Draw(1)))) == (
        "Banish this and a card in your hand. If you do, draw a card."
    )
    if_night = p.Follow(p.Do("banish", p.THIS), p.Follow(BANISH, p.Draw(1)), p.Fact("it", "be", "night"))
    assert ENGLISH.text(if_night) == (
        "Banish this. If it is night, banish a card in your hand. If you do, draw a card."
    )


def test_what_replaces_something_says_only_what_is_different() -> None:
    small, any_ = (
        p.Take("defeat", (p.Cards(p.Kinds((p.Kind("Monster", most=4),))),)),
        p.Take("defeat", (p.Cards(MONSTER),)),
    )
    assert ENGLISH.text(p.Instead(small, CONTROL, any_, "Day")).endswith(
        "without paying its cost. Day: It may have any cost."
    )
    to_hand = p.Take("defeat", (p.Cards(MONSTER),), p.words("into", p.YOUR, "hand"))
    assert ENGLISH.text(p.Instead(any_, CONTROL, to_hand)).endswith("If you control a Hero, put it into your hand.")


def test_small_inflections() -> None:
    verbs = ("draw", "banish", "copy", "play", "have", "be", "may")
    assert [third_person(verb) for verb in verbs] == ["draws", "banishes", "copies", "plays", "has", "is", "may"]
    assert [with_article(noun) for noun in ("Energy Shard", "Hero", "unicorn")] == [
        "an Energy Shard",
        "a Hero",
        "a unicorn",
    ]
    assert [sentence(text) for text in ("gain it", "Done.", "really?", "")] == ["Gain it.", "Done.", "Really?", ""]
