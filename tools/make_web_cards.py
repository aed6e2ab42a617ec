"""Makes web/src/data, what the page knows without a server: facts and texts of all cards, their rulings and worth, the
rules and the templates of messages.

Everything comes from the declarations and from the texts of the package. The files are committed, so that the page can
be worked on without Python; run by `make docs`, and a test compares them.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from vigil.cards import LIBRARY
from vigil.messages import LOG, PLACES, REASONS
from vigil.rules import topics, turn
from vigil.server.page_cards import page_cards
from vigil.worth.own import data

from .make_rulings_table import DATA as RULINGS

DATA: Final = Path(__file__).parent.parent / "web" / "src" / "data"


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


def worth() -> dict[str, Any]:
    """What the printed cards are worth, as the package has it."""
    found = data()
    return {"games": found["games"], "cards": found["cards"]}


def _laid_out(value: Any, depth: int) -> str:
    """JSON with an entry for each line down to this depth, so that a changed card is a changed line."""
    if depth == 0 or not isinstance(value, (dict, list)) or not value:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, list):
        return "[\n" + ",\n".join(_laid_out(each, depth - 1) for each in value) + "\n]"
    entries = (f"{json.dumps(key, ensure_ascii=False)}:{_laid_out(each, depth - 1)}" for key, each in value.items())
    return "{\n" + ",\n".join(entries) + "\n}"


def files() -> dict[Path, str]:
    """Every file, and what is in it."""
    made = {
        "cards": _laid_out(page_cards(), 2),
        "rulings": _laid_out(rulings(), 1),
        "rules": _laid_out(rules(), 2),
        "messages": _laid_out(messages(), 2),
        "worth": _laid_out(worth(), 2),
    }
    return {DATA / f"{name}.json": f"{text}\n" for name, text in made.items()}
