"""The figures in docs/puzzles.md are those of the puzzles that come with Vigil."""

from __future__ import annotations

from tools.make_puzzle_docs import PAGE, puzzle_page


def test_the_page_about_puzzles_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == puzzle_page(), "Run `make docs`."
