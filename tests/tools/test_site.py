"""The documentation site is built strictly: a broken link or anchor is an error."""

from __future__ import annotations

import re

from tests.helpers.repository import ROOT
from tools.site import DOCS, ELSEWHERE, build, prepare

LOADED = re.compile(r"<(?:script|img|iframe|source|link)\b[^>]* (?:src|href)=[\"']?(https?:[^\"' >]+)")


def test_the_site_is_built_and_loads_nothing_from_elsewhere() -> None:
    prepare()
    assert build() == 0
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "site").glob("*.html")}
    assert {path.stem for path in DOCS.glob("*.md")} <= pages.keys()
    assert [match for text in pages.values() for match in LOADED.findall(text)] == []
    assert 'class="doc doc-heading"' in pages["modules"]
    assert "Energize" in (ROOT / "site" / "search.json").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    pages = {path.name for path in DOCS.glob("*.md")} | set(ELSEWHERE.values())
    assert sorted(page for page in pages if f'"{page}"' not in navigation) == []
