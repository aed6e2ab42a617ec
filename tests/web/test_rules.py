"""The rules page in a real browser: looked through, searched, by keyboard, on a phone, in light and dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.looking import Opener, picture
from vigil.rules import topics, turn

TILES = ".tiles a"


def test_a_turn_is_told_first_then_every_word(opened: Opener) -> None:
    page = opened("/rules")
    headings = page.get_by_role("heading", level=2)
    expect(headings).to_have_text(["How a turn goes", "Word by word"])
    expect(page.get_by_role("heading", level=3)).to_contain_text([step.title for step in turn()])
    expect(page.locator(f"{TILES} strong")).to_have_text([topic.title for topic in topics()])
    page.get_by_role("link", name="By set").click()
    expect(page.get_by_role("heading", name="War of Shadows")).to_be_visible()
    expect(page.locator(TILES)).to_have_count(sum(len(topic.sets) or 1 for topic in topics()))


def test_a_rule_is_looked_up_by_keyboard_alone(opened: Opener) -> None:
    page = opened("/rules")
    page.keyboard.press("/")
    page.keyboard.type("cultist")
    expect(page.get_by_role("status").first).to_have_text(re.compile(r"^\d of \d+ rules$"))
    expect(page.get_by_role("heading", name="How a turn goes")).to_have_count(0)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("Always available cards")
    expect(title).to_be_focused()
    expect(page).to_have_url(re.compile("/rules/always-available$"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=re.compile("^Mystic"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("heading", level=2)).to_have_text("Mystic")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_words_lead_to_cards_and_cards_to_words(opened: Opener) -> None:
    page = opened("/rules/energize")
    expect(page.get_by_role("heading", name="Rulings")).to_be_visible()
    page.get_by_role("link", name="All cards of this kind").click()
    expect(page.get_by_role("status").first).to_contain_text("24 of 204 cards")
    page.get_by_role("link", name=re.compile("^Darkwalker")).click()
    page.get_by_role("dialog").get_by_role("link", name="energize").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Energize")
    page.get_by_role("navigation", name="Related rules").get_by_role("link", name="Treasure").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Treasure")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Energize")


@pytest.mark.parametrize("path", ["/rules/nothing-of-the-kind", "/rules/%"])
def test_a_rule_that_is_not_there_says_so(opened: Opener, path: str) -> None:
    page = opened(path)
    expect(page.get_by_role("alert")).to_contain_text("There is no rule of that name.")
    expect(page.locator(TILES).first).to_be_visible()
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.get_by_text("No rule says that.")).to_be_visible()


def test_the_rules_fit_every_screen(opened: Opener) -> None:
    page = opened("/rules")
    picture(page, "rules")
    page.goto(f"{page.url}/faction")
    expect(page.get_by_role("heading", level=1)).to_have_text("Faction")
    picture(page, "rule")
