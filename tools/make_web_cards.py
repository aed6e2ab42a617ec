"""Makes what the browser table knows of the cards, from the declarations: web/src/data/cards.json and rulings.json.
What is in the package in words, and is shown there too, becomes rules.json and messages.json.

Rules text comes in the pieces of `vigil.text.pieces`. Run by `python -m tools.web`.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from vigil.cards import LIBRARY
from vigil.engine import terms
from vigil.engine.card import Card
from vigil.messages import LOG, PLACES, REASONS
from vigil.rules import topics, turn
from vigil.text.brief import brief
from vigil.text.english import ENGLISH
from vigil.text.pieces import pieces
from vigil.text.spoken import SPOKEN

from .make_rulings_table import DATA as RULINGS

DATA: Final = Path(__file__).parent.parent / "web" / "src" / "data"

_ORIGINS: Final = {
    terms.FROM_CENTER: "center",
    terms.FROM_START: "start",
    terms.FROM_SUPPLY: "supply",
    terms.FROM_EVENT: "event",
}


def facts(card: Card) -> dict[str, Any]:
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


def cards() -> dict[str, Any]:
    sets = [{"name": box.name, "title": box.title} for box in LIBRARY.sets.values()]
    return {"sets": sets, "cards": [facts(card) for card in LIBRARY]}


def rulings() -> dict[str, list[str]]:
    return {card.name: found for card in LIBRARY if (found := card.rulings)}


def rules() -> dict[str, Any]:
    """How a turn goes, and every topic with the sentences of its rulings."""
    sections = tomllib.loads(RULINGS.read_text(encoding="utf-8"))["section"]
    sentences = {ruling["number"]: ruling["sentence"] for section in sections for ruling in section["ruling"]}
    told = [{**asdict(topic), "rulings": [sentences[number] for number in topic.rulings]} for topic in topics()]
    return {"turn": [asdict(step) for step in turn()], "topics": told}


def messages() -> dict[str, dict[str, str]]:
    """The templates of everything that is said about a game."""
    return {"log": LOG, "places": PLACES, "reasons": REASONS}


def write() -> list[Path]:
    """All files; one that would not change is not touched, so that nobody who watches it starts for nothing."""
    DATA.mkdir(parents=True, exist_ok=True)
    paths = []
    made_of = {"cards": cards(), "rulings": rulings(), "rules": rules(), "messages": messages()}
    for name, made in made_of.items():
        path = DATA / f"{name}.json"
        text = json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


if __name__ == "__main__":
    for written in write():
        print(f"{written.name}: {written.stat().st_size:,} bytes")
