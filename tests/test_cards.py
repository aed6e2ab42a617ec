"""Every declared number and keyword is the fact's; every card's text is the golden one that a person has read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tools.make_docs import CARD_TEXTS, card_texts
from vigil.cards import LIBRARY
from vigil.engine import terms

FACTS = {path.stem: tomllib.loads(path.read_text()) for path in sorted(Path(__file__).parent.glob("facts/*.toml"))}
EVERY_FACT = [
    pytest.param(name, fact, id=fact["name"])
    for name, facts in FACTS.items()
    for kind in ("card", "transformed")
    for fact in facts.get(kind, [])
]
FACTIONS = {word.lower(): number for number, word in enumerate(terms.FACTION_WORDS)}


def test_the_facts_are_of_the_four_sets() -> None:
    assert list(FACTS) == sorted(LIBRARY.sets)


@pytest.mark.parametrize(("set_name", "fact"), EVERY_FACT)
def test_numbers_and_keywords(set_name: str, fact: dict[str, Any]) -> None:
    card = LIBRARY.card(fact["name"])
    assert card.set_name == set_name
    assert card.kind == fact["kind"]
    assert card.faction_number == FACTIONS[fact.get("faction", "")]
    assert (card.runes, card.power, card.honor) == (fact.get("runes", 0), fact.get("power", 0), fact.get("honor", 0))
    assert card.copies == fact["copies"]
    assert card.orb == fact.get("orb", "")
    assert set(card.keywords) == set(fact.get("keywords", []))


@pytest.mark.parametrize("set_name", list(FACTS))
def test_counts_of_a_set(set_name: str) -> None:
    box = LIBRARY.sets[set_name]
    facts = FACTS[set_name]
    assert len(box.cards) == len(facts["card"])
    assert sum(card.copies for card in box.cards) == facts["center_deck"]
    for basic in facts["basic"]:
        card = LIBRARY.card(basic["name"])
        numbers = (card.runes, card.power, card.honor)
        assert numbers == (basic.get("runes", 0), basic.get("power", 0), basic.get("honor", 0))
        count = basic.get("per_deck", basic.get("supply", basic.get("copies")))
        if "in_center_deck" in basic:
            assert box.treasure[card.name] == basic["in_center_deck"]
        elif card.is_monster:
            assert box.standing == (card.name,)
        elif card.origin == terms.FROM_START:
            assert box.starting[card.name] == count
        else:
            assert box.supply[card.name] == count


def test_the_number_of_different_cards() -> None:
    assert [len(box.cards) for box in LIBRARY.sets.values()] == [48, 46, 43, 55]
    assert len(LIBRARY.sets["gift-of-the-elements"].transformed) == 5


def test_texts_are_the_golden_ones() -> None:
    assert CARD_TEXTS.read_text() == card_texts(), "read the difference, then run: make docs"


def test_every_text_is_made_of_sentences() -> None:
    for card in LIBRARY:
        for line in card.lines():
            assert line[0].isupper(), (card.name, line)
            assert line[-1] in ".)", (card.name, line)
            assert "  " not in line, (card.name, line)
            assert ".." not in line, (card.name, line)
