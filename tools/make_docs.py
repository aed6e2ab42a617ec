"""Makes everything that is generated: the card gallery, the page's data, the golden pages, the tables of rulings and of
the encoding.

Run by `make docs`. The tests compare what is in the repository with what this would write.
"""

from __future__ import annotations

from pathlib import Path

from vigil.cards import LIBRARY
from vigil.engine.card import Card

from . import bot_ratings, make_web_cards
from .explanations import explanations
from .golden import TABLES, transcript
from .make_card_rulings import RULINGS as CARD_RULINGS
from .make_card_rulings import as_toml
from .make_command_docs import COMMANDS, command_page
from .make_encoding_table import ENCODING, encoding_table
from .make_library_docs import PAGE as LIBRARY_PAGE
from .make_library_docs import library_page
from .make_puzzle_docs import PAGE as PUZZLES
from .make_puzzle_docs import puzzle_page
from .make_rulings_table import RULINGS, rulings_table
from .make_server_docs import API, SERVER, with_parts
from .make_vocabulary import VOCABULARY, vocabulary_page

ROOT = Path(__file__).parent.parent
CARD_TEXTS = ROOT / "docs" / "cards.md"
GOLDEN = ROOT / "tests" / "golden"


def card_texts() -> str:
    """Every card as it would be printed, by set and faction."""
    lines = ["# Every card", "", "Made by `make docs` from the declarations in `src/vigil/cards`.", ""]
    basics = [card for card in LIBRARY if not card.set_name]
    lines += ["## Starting and always-available cards", "", *_gallery(basics)]
    for box in LIBRARY.sets.values():
        deck = sum(card.copies for card in box.cards)
        lines += [f"## {box.title}", "", f"{len(box.cards)} different cards, {deck} in the center deck.", ""]
        lines += _gallery(list(box.cards))
        if box.transformed:
            lines += ["### What the events transform into", "", *_gallery(list(box.transformed))]
    return "\n".join(lines).rstrip() + "\n"


def _gallery(cards: list[Card]) -> list[str]:
    lines: list[str] = []
    for card in cards:
        facts = [*card.facts, f"{card.copies} copies"] if card.copies > 1 else card.facts
        lines += [f"**{card.name}** ({', '.join(facts)})  ", "  \n".join(card.lines()), ""]
    return lines


def main() -> None:
    write(CARD_TEXTS, card_texts())
    for path, text in make_web_cards.files().items():
        write(path, text)
    write(RULINGS, rulings_table())
    write(CARD_RULINGS, as_toml())
    write(ENCODING, encoding_table())
    write(LIBRARY_PAGE, library_page())
    write(VOCABULARY, vocabulary_page())
    write(COMMANDS, command_page())
    write(PUZZLES, puzzle_page())
    for page in (SERVER, API):
        write(page, with_parts(page))
    write(bot_ratings.MODULE, bot_ratings.module())
    write(bot_ratings.PAGE, bot_ratings.page())
    for name in TABLES:
        write(GOLDEN / f"{name}.txt", transcript(name))
    write(GOLDEN / "explanations.md", explanations())


def write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
