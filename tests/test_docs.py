"""Docs are run: the README's code is a doctest, and what it points to is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_code_of_the_readme_does_what_it_says() -> None:
    tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried.attempted >= 7
    assert tried.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_the_trees_of_the_readme_and_the_tour_exist() -> None:
    for path in re.findall(r"^    ((?:src|docs|tests)\S*)", (ROOT / "README.md").read_text(), flags=re.MULTILINE):
        assert (ROOT / path).exists(), path
    for name in re.findall(r"`(\w+\.py)`", (ROOT / "docs" / "tour.md").read_text()):
        assert list((ROOT / "src").rglob(name)) or list((ROOT / "tests").rglob(name)), name
