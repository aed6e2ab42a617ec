"""A server with a custom set: the page, which was built without it, shows its cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browsers import players
from tests.helpers.looking import picture, problems
from tests.helpers.repository import ROOT
from tests.helpers.serve_process import Process

CARD = re.compile("(Enlightened|Lifebound|Mechana|Void) (Hero|Construct)|Monster", re.IGNORECASE)


@pytest.mark.slow
def test_a_custom_set_is_chosen_played_and_looked_up(browser: Browser, site: str, tmp_path: Path) -> None:
    """`site` has built the page."""
    five = ROOT / "examples" / "five_cards.py"
    process = Process("--set", str(five), "--database", f"sqlite:///{tmp_path / 'tables.sqlite'}")
    try:
        with players(browser, process.url) as come_in:
            player = come_in()
            page = player.page
            page.goto(f"{process.url}/new")
            page.get_by_text("Chronicle of the Godslayer", exact=True).click()
            page.get_by_text("Five Cards", exact=True).click()
            picture(page, "custom-set-new", {360: 740, 1280: 900})
            page.get_by_role("button", name="Begin the game").click()
            # The row has nothing but cards of the set. One that the page does not know would have a name and no text.
            row = page.locator("[data-zone=row]")
            expect(row.get_by_role("button", name=CARD).first).to_be_attached()
            assert page.locator("h1").text_content() == "Five Cards"
            picture(page, "custom-set-table", {1280: 900})
            page.goto(f"{process.url}/cards?set=five-cards")
            expect(page.get_by_text("5 of 209 cards")).to_be_visible()
            assert problems(page) == []
            page.goto(f"{process.url}/cards/lantern-eater")
            expect(page.get_by_role("dialog").get_by_text("Five Cards", exact=False).first).to_be_visible()
    finally:
        process.stop()
