"""The file of a book of decisions: JSON lines, compressed. The first line says what the book is made of, each other
line is a decision."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any, Final

from vigil.engine.errors import VigilError
from vigil.engine.records import Record
from vigil.files import replacing

from .book import KINDS, PHASES, BookPlan, Entry

FORMAT: Final = "vigil book 1"
OWN_BOOK: Final = "decisions.jsonl.xz"
"""The book that comes with Vigil."""


class BadBook(VigilError):
    """A file is not a book of decisions, is damaged, or is another book than the one that was asked for."""


def read_book(path: Path) -> tuple[BookPlan, list[Entry]]:
    """What the book is made of, and its decisions in the order of their numbers."""
    try:
        text = lzma.decompress(path.read_bytes()).decode()
        header, *lines = [json.loads(line) for line in text.splitlines()]
        if header["format"] != FORMAT:
            raise BadBook(f"{path} is a book of another version of Vigil.")
        return BookPlan(int(header["seed"]), int(header["worlds"])), [_entry(line) for line in lines]
    except FileNotFoundError:
        raise BadBook(f"There is no file {path}. `vigil book make` makes one.") from None
    except OSError as error:
        raise BadBook(f"{path} cannot be read: {error.strerror}.") from None
    except (lzma.LZMAError, ValueError, KeyError, TypeError, IndexError):
        raise BadBook(f"{path} is not a book of decisions, or it is damaged.") from None


def write_book(path: Path, plan: BookPlan, entries: Iterable[Entry]) -> None:
    header = {"format": FORMAT, "seed": plan.seed, "worlds": plan.worlds}
    in_order = sorted(entries, key=lambda entry: entry.number)
    lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in [header, *map(_data, in_order)]]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as draft:
            draft.write_bytes(lzma.compress("\n".join(lines).encode(), preset=6))
    except OSError as error:
        raise BadBook(f"{path} cannot be written: {error.strerror}.") from None


def own_book() -> list[Entry]:
    """The decisions of the book that comes with Vigil."""
    with resources.as_file(resources.files(__package__).joinpath("books", OWN_BOOK)) as path:
        return read_book(path)[1]


def _data(entry: Entry) -> dict[str, Any]:
    record = entry.record
    return {
        "number": entry.number,
        "phase": entry.phase,
        "kind": entry.kind,
        "rules": record.rules,
        "setup": record.setup,
        "seed": str(record.seed),
        "choices": record.choices,
        "worlds": entry.worlds,
        "options": entry.options,
        "even": entry.halves[0],
        "odd": entry.halves[1],
        "errors": entry.errors,
    }


def _entry(data: dict[str, Any]) -> Entry:
    """Raises KeyError, TypeError or ValueError if that is no decision of a book."""
    options, even, odd, errors = (tuple(data[key]) for key in ("options", "even", "odd", "errors"))
    if not len(options) == len(even) == len(odd) == len(errors) or len(options) < 2:
        raise ValueError("options and values do not fit together")
    if data["phase"] not in PHASES or data["kind"] not in KINDS:
        raise ValueError("unknown phase or kind")
    record = Record(data["setup"], int(data["seed"]), list(data["choices"]), rules=int(data["rules"]))
    number, worlds = int(data["number"]), int(data["worlds"])
    return Entry(number, data["phase"], data["kind"], record, worlds, options, (even, odd), errors)
