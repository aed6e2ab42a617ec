"""Makes src/vigil/cards/rulings.toml, what `vigil cards` tells about each card, from the fact tables in tests/facts.

Run with `python -m tools.make_card_rulings`. A test compares what is in the repository with what this would write.
"""

from __future__ import annotations

import re
import tomllib
from json import dumps
from pathlib import Path
from typing import Any

from vigil.text.english import sentence

ROOT = Path(__file__).parent.parent
FACTS = ROOT / "tests" / "facts"
RULINGS = ROOT / "src" / "vigil" / "cards" / "rulings.toml"

HEAD = """\
# The rulings for each card. Made by `python -m tools.make_card_rulings` from tests/facts; change them there.
"""

# Where a fact was found matters to the tables, not to a player who looks a card up.
SOURCE = re.compile(r"\b(scripts?|transcription|app)\b", re.IGNORECASE)
ABOUT_THE_TABLES_ONLY = (
    "Copies are per player",
    "Starting card: copies is per player",
    "script name:",
    "Spelling:",
    "Honor: the script",
    "a picture caption",
    "the script's text has a stray word",
    "Rulebook, alone:",
    "Alone settled as",
)


def plain(ruling: str) -> str:
    """The ruling as a sentence, without asides about sources."""
    text = re.sub(r" \(([^()]*)\)", _without_sources, ruling)
    text = re.sub(r"\b(The s|S)cript\b", "The digital version", text)
    return sentence(re.sub(r"\b(the )?script\b", "the digital version", text))


def _without_sources(aside: re.Match[str]) -> str:
    kept = [part for part in aside[1].split("; ") if not SOURCE.search(part)]
    return f" ({'; '.join(kept)})" if kept else ""


def rulings() -> dict[str, list[str]]:
    """The rulings by card, in the order of the tables; what several tables say of a card stands once."""
    found: dict[str, list[str]] = {}
    for path in sorted(FACTS.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for fact in _facts(table):
            said = found.setdefault(fact["name"], [])
            for ruling in fact.get("rulings", []):
                text = plain(ruling)
                if not ruling.startswith(ABOUT_THE_TABLES_ONLY) and text not in said:
                    said.append(text)
    return {name: said for name, said in found.items() if said}


def _facts(table: dict[str, Any]) -> list[dict[str, Any]]:
    return [fact for kind in ("basic", "card", "transformed") for fact in table.get(kind, [])]


def as_toml() -> str:
    # A JSON string without escapes beyond the usual ones is a TOML string too.
    entries = [
        f"{dumps(name, ensure_ascii=False)} = [\n"
        + "".join(f"  {dumps(text, ensure_ascii=False)},\n" for text in said)
        + "]\n"
        for name, said in rulings().items()
    ]
    return "\n".join([HEAD, *entries])


def main() -> None:
    RULINGS.write_text(as_toml(), encoding="utf-8")
    print(f"wrote {RULINGS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
