"""The documentation site, before it is built."""

from __future__ import annotations

from tests.helpers.repository import ROOT
from tools.site import DOCS, ELSEWHERE


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    pages = {path.name for path in DOCS.glob("*.md")} | set(ELSEWHERE.values())
    assert sorted(page for page in pages if f'"{page}"' not in navigation) == []
