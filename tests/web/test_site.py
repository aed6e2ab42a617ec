"""The documentation site is built strictly (a broken link or anchor is an error), and is whole without a network."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.helpers.repository import ROOT
from tools.site import DOCS, main

SITE = ROOT / "site"
LOADED = re.compile(r"<(?:script|img|iframe|source|link)\b[^>]* (?:src|href)=[\"']?(https?:[^\"' >]+)")


def test_the_site_loads_nothing_from_elsewhere_and_is_searched_from_the_disk(browser: Browser) -> None:
    assert main() == 0
    pages = {path.stem: path.read_text(encoding="utf-8") for path in SITE.glob("*.html")}
    assert {path.stem for path in DOCS.glob("*.md")} <= pages.keys()
    assert [match for text in pages.values() for match in LOADED.findall(text)] == []
    assert 'class="doc doc-heading"' in pages["modules"]
    page = browser.new_page()
    page.goto((SITE / "index.html").as_uri())
    page.get_by_role("button", name="Search").click()
    page.get_by_role("combobox").press_sequentially("energize")
    page.get_by_text(re.compile(r"^\d+ results$")).wait_for()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"^file:.*/modules\.html"))
    page.close()
