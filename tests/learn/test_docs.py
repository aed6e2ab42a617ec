"""The page about learning is run, and the tables of the encoding are fresh."""

from __future__ import annotations

import doctest
from pathlib import Path

from tools.make_encoding_table import ENCODING, encoding_table

LEARN = Path(__file__).parent.parent.parent / "docs" / "learn.md"


def test_the_code_of_the_page_does_what_it_says() -> None:
    tried = doctest.testfile(str(LEARN), module_relative=False)
    assert tried.attempted >= 20
    assert tried.failed == 0


def test_the_tables_of_the_encoding_are_fresh() -> None:
    assert ENCODING.read_text(encoding="utf-8") == encoding_table(), "Run make docs."
