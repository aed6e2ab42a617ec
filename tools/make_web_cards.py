"""Makes what the browser table knows of the cards, from the declarations: web/src/data/cards.json and rulings.json.
What is in the package in words, and is shown there too, becomes rules.json and messages.json.

Rules text comes as pieces: a piece is a text, or `[icon, words]` or `[icon, words, amount]` where a picture may stand
for the words. The words of all pieces put together are the text. Run by `python -m tools.web`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from vigil.cards import LIBRARY
from vigil.engine import terms
from vigil.engine.card import Card
from vigil.rules import topics, turn
from vigil.terminal.brevity import short_text
from vigil.terminal.signs import UNICODE
from vigil.text.messages import LOG, PLACES, REASONS

from .make_rulings_table import DATA as RULINGS

DATA: Final = Path(__file__).parent.parent / "web" / "src" / "data"

Piece = str | list[str | int]

_ORIGINS: Final = {
    terms.FROM_CENTER: "center",
    terms.FROM_START: "start",
    terms.FROM_SUPPLY: "supply",
    terms.FROM_EVENT: "event",
}
_NUMBERS: Final = {word: number for number, word in enumerate(terms.NUMBER_WORDS)} | {"a": 1, "an": 1}
_COUNT: Final = "|".join(_NUMBERS)

# In the whole text an icon takes the place of a thing that is counted; verbs stay words, with their sign before them.
_IN_FULL: Final = re.compile(
    rf"""(?P<amount>\d+)\ (?P<thing>runes?|power|honor|energy)\b
    | (?P<draw>draws?)\ (?P<cards>{_COUNT})\ cards?\b
    | (?P<verb>banish|destroy|acquire|defeat|copy|discard(?!\ pile))(?:es|s)?\b
    | (?P<keyword>Energize(?:\ \d+)?|Day|Night|Unite|Fate|Trophy|Empower|Infest)\b(?=[\ :,.(])""",
    re.VERBOSE | re.IGNORECASE,
)
_IN_BRIEF: Final = re.compile(
    r"""(?P<amount>[+-]?\d+)(?P<thing>R|P|★|\ energy)(?![a-z])
    | (?P<draw>draws?)\ (?P<cards>\d+)(?:\ cards?)?\b
    | (?<!/)(?P<verb>banish|destroy|acquire|defeat|copy|(?<!in\ )discard(?!\ pile))(?:es|s)?\b(?!/)
    | (?P<keyword>Energize(?:\ \d+)?|Day|Night|Unite|Fate|Trophy|Empower|Infest)\b(?=[\ :,.(]|$)
    | (?P<sign>★)""",
    re.VERBOSE | re.IGNORECASE,
)
_THINGS: Final = {"r": "rune", "rune": "rune", "runes": "rune", "p": "power", "★": "honor", "energize": "energy"}


def in_pieces(text: str, pattern: re.Pattern[str] = _IN_FULL) -> list[Piece]:
    """The text cut where an icon may stand."""
    pieces: list[Piece] = []
    done = 0
    for found in pattern.finditer(text):
        if found["keyword"] and not found["keyword"][0].isupper():
            continue  # "it is day" is a sentence, "Day:" is a sign.
        if found.start() > done:
            pieces.append(text[done : found.start()])
        pieces.append([*_read(found)])
        done = found.end()
    if done < len(text):
        pieces.append(text[done:])
    return pieces


def _read(found: re.Match[str]) -> Iterator[str | int]:
    named = found.groupdict()
    if found["draw"]:
        amount = found["cards"].lower()
        yield from ("draw", found[0], int(_NUMBERS.get(amount, amount)))
    elif found["verb"]:
        yield from (found["verb"].lower(), found[0])
    elif found["keyword"]:
        word = found["keyword"].lower().partition(" ")[0]
        yield from (_THINGS.get(word, word), found[0])
    elif named.get("sign"):
        yield from ("honor", found[0])
    else:
        thing = found["thing"].strip().lower()
        yield from (_THINGS.get(thing, thing), found[0], int(found["amount"]))


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
        "lines": [in_pieces(line) for line in card.lines()],
        "brief": in_pieces(short_text(card, UNICODE), _IN_BRIEF),
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
