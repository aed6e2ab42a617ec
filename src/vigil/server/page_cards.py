"""All cards as the page draws them: rules text in pieces, so that icons can replace words.

The page is built with the printed cards (`web/src/data/cards.json`, written by `tools/make_web_cards.py` from here) and
works with them without a server. Where the version differs, because the server hosts custom sets or other declarations,
the page fetches the cards from `/api/page/cards`.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Any, Final

import msgspec

from vigil.cards import LIBRARY
from vigil.custom_sets import loaded_versions
from vigil.engine import terms
from vigil.engine.card import Card
from vigil.text.brief import brief
from vigil.text.english import ENGLISH, SPOKEN
from vigil.text.tokens import pieces

_ORIGINS: Final = {
    terms.FROM_CENTER: "center",
    terms.FROM_START: "start",
    terms.FROM_SUPPLY: "supply",
    terms.FROM_EVENT: "event",
}


def card_data(card: Card) -> dict[str, Any]:
    """What is printed on a card. What says nothing (no cost, no orb) is left out."""
    every = {
        "name": card.name,
        "title": card.shown_name if card.shown_name != card.name else "",
        "set": card.set_name,
        "origin": _ORIGINS[card.origin],
        "kind": card.kind,
        "faction": card.faction.lower(),
        "runes": card.runes,
        "power": card.power,
        "either": card.pays_either,
        "honor": card.honor,
        "copies": card.copies,
        "orb": card.orb,
        "otherSide": LIBRARY.cards[card.other_side].name if card.other_side != terms.NOTHING else "",
        "keywords": card.keywords,
        "lines": [pieces(ENGLISH.sentences(line)) for line in card.phrases()],
        "brief": pieces(brief().lines_in_tokens(card.phrases())),
        "spoken": SPOKEN.lines(card.phrases()),
    }
    return {key: value for key, value in every.items() if value or key in {"set", "faction", "keywords"}}


@cache
def page_cards() -> dict[str, Any]:
    """Sets and cards, with a version: a hash of everything else. Sets are loaded before the server asks for it."""
    versions = loaded_versions()
    sets = [
        {"name": box.name, "title": box.title, "version": versions.get(box.name, "")} for box in LIBRARY.sets.values()
    ]
    data = {"sets": sets, "cards": [card_data(card) for card in LIBRARY]}
    return {"version": blake2b(msgspec.json.encode(data), digest_size=8).hexdigest(), **data}
