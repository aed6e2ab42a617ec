"""`vigil book` as somebody at a terminal sees it."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner, Result

from vigil.cli import main
from vigil.lab.book_file import read_book

SMALL = ["--worlds", "4", "--processes", "1"]


def vigil(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], env={"COLUMNS": "80"})


def test_a_book_is_made_continued_and_asked(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl.xz"
    assert vigil("book", "make", "--out", path, "-n", "1", *SMALL).stdout.endswith("has 1 decision.\n")
    first = read_book(path)[1][0].halves
    assert vigil("book", "make", "--out", path, "-n", "3", *SMALL).stdout.endswith("has 3 decisions.\n")
    assert read_book(path)[1][0].halves == first
    text = vigil("book", "score", "player", "--book", path, "--processes", "1").stdout
    assert re.match(r"player loses -?\d+\.\d\d ±\d+\.\d\d points of win chance a decision\.\n", text)
    assert re.search(r"phase +early +-?\d+\.\d\d .*1\n", text)
    assert "of its choices are blunders" in text
    text = vigil("book", "compare", "advanced", "random", "--book", path, "--worlds", "2", "--processes", "1").stdout
    assert re.match(r"advanced gains -?\d+\.\d\d ±\d+\.\d\d points of win chance a turn over random\.\n", text)
    assert re.search(r"They played \d+\.\d % of 3 turns alike\.", text)


def test_a_book_with_other_arguments_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl.xz"
    vigil("book", "make", "--out", path, "-n", "1", *SMALL)
    result = vigil("book", "make", "--out", path, "-n", "2", "--seed", "3", *SMALL)
    assert result.exit_code == 2
    assert "is a book with seed 0 and 4 worlds. Name another file" in result.stderr


def test_a_bot_that_nobody_knows(tmp_path: Path) -> None:
    result = vigil("book", "score", "expret")
    assert result.exit_code == 2
    assert 'There is no bot called "expret". Did you mean "expert"?' in result.stderr
