"""The table in a real browser, against the real server and its bots: whole games, alone and together. Seed 8."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.helpers.browsers import ComeIn, Player, expect, played_by_mouse, played_in_turns, played_through

SHORT = 3
"""Honor in the pool: a game of a few turns."""


def test_two_clicks_lead_to_the_first_decision(come_in: ComeIn) -> None:
    player = come_in()
    player.goes_home().get_by_role("button", name="Play", exact=True).click()
    expect(player.end).to_be_visible()
    expect(player.page).to_have_url(re.compile("/tables/"))
    hand = player.page.get_by_role("group", name="Your hand").get_by_role("button")
    expect(hand).to_have_count(5)
    hand.first.click()
    expect(hand).to_have_count(4)


def test_a_whole_game_against_a_bot_by_mouse(come_in: ComeIn) -> None:
    player = come_in()
    player.opens(honor_pool=SHORT)
    played_by_mouse(player)
    result = player.page.get_by_label("The result")
    expect(result.get_by_role("heading", level=1)).to_have_text(re.compile("^You (won|lost)"))
    expect(result.get_by_role("img", name=re.compile("^Honor after"))).to_be_visible()
    with player.page.expect_download() as download:
        result.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.startswith("vigil-")
    result.get_by_role("button", name="Play again").click()
    expect(player.end).to_be_visible()


def test_ending_a_turn_with_something_left_asks_once(come_in: ComeIn) -> None:
    player = come_in()
    player.opens(first=0)
    player.end.click()
    expect(player.page.locator("[data-zone=status]")).to_contain_text("You could still play cards")
    player.page.keyboard.press("Escape")
    expect(player.page.locator("[data-zone=status]")).to_contain_text("Your turn.")
    player.end.click()
    player.lit.first.click()
    expect(player.page.locator("[data-zone=status]")).not_to_contain_text("You could still")
    player.end.click()
    player.end.click()
    expect(player.page.get_by_label("What happened")).to_contain_text("Turn 2")


def test_fast_clicks_are_neither_lost_nor_doubled(come_in: ComeIn) -> None:
    player = come_in()
    player.opens(first=0)
    hand = player.page.get_by_role("group", name="Your hand").get_by_role("button")
    expect(hand).to_have_count(5)
    # Five clicks in one moment, long before the server can have answered the first.
    hand.evaluate_all("cards => cards.forEach(card => card.click())")
    expect(hand).to_have_count(0)
    played = player.page.get_by_role("group", name="Played this turn").get_by_role("button")
    expect(played).to_have_count(5)
    player.page.get_by_role("button", name="Undo").click()
    expect(hand).to_have_count(1)


def test_what_is_not_possible_says_why(come_in: ComeIn) -> None:
    player = come_in()
    player.opens(first=0)
    player.page.get_by_role("button", name=re.compile("^Mystic")).click(force=True)
    expect(player.page.locator(".toast")).to_contain_text("Mystic costs 3 runes; you have 0.")


def test_cards_are_enlarged_by_hover_and_by_key(come_in: ComeIn) -> None:
    player = come_in()
    player.opens(first=0)
    card = player.page.get_by_role("group", name="Your hand").get_by_role("button").first
    card.hover()
    enlarged = player.page.locator(".enlarged")
    expect(enlarged).to_be_visible()
    player.page.mouse.move(5, 5)
    expect(enlarged).to_have_count(0)
    card.focus()
    player.page.keyboard.press("i")
    expect(enlarged).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(enlarged).to_have_count(0)


def presses(page: Page, player: Player) -> None:
    """What somebody without a mouse does: the first number, or the end of the turn."""
    if player.lit.count():
        page.keyboard.press("1")
        if page.get_by_role("dialog").count():
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
    else:
        page.keyboard.press("e")


def test_a_whole_game_by_keyboard_alone(come_in: ComeIn) -> None:
    player = come_in()
    page = player.goes_home()
    play = page.get_by_role("button", name="Play", exact=True)
    for _ in range(12):
        page.keyboard.press("Tab")
        if play.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(player.end).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("p")
    expect(page.get_by_text("Your hand is empty.")).to_be_visible()
    player.opens(honor_pool=SHORT)
    for _ in range(400):
        player.waits()
        if player.is_over:
            break
        presses(page, player)
    expect(page.get_by_label("The result")).to_be_visible()


def test_two_browsers_play_each_other(come_in: ComeIn) -> None:
    host, guest = come_in(), come_in(width=1024, height=768)
    host.opens(seats=["me", ""], start=False, honor_pool=3)
    host.page.get_by_role("button", name="Invite by link").click()
    link = host.page.get_by_role("textbox", name="Link to seat 2").input_value()
    guest.page.goto(link)
    guest.page.get_by_role("textbox", name="What you are called").fill("Ada")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(host.page.get_by_text("Ada")).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    for each in (host, guest):
        expect(each.page.locator("[data-zone=bar]")).to_be_visible()
    guest.page.get_by_role("button", name="Log").click()
    guest.page.get_by_role("button", name="Good luck!").click()
    guest.page.get_by_role("button", name="Close").click()
    expect(host.page.get_by_label("What was said")).to_contain_text("Ada Good luck!")
    played_in_turns(host, guest)
    expect(host.page.get_by_label("The result")).to_be_visible()
    expect(guest.page.get_by_label("The result")).to_be_visible()


def test_two_people_share_one_screen(come_in: ComeIn) -> None:
    player = come_in()
    player.opens(seats=["me", "me"], honor_pool=3)
    handed_over = 0
    for _ in range(400):
        player.waits()
        if player.is_over:
            break
        ready = player.page.locator("[data-zone=hand-over] button")
        if ready.count():
            # Nobody's cards are on the screen while it changes hands.
            assert player.page.locator("[data-zone=hand], [data-zone=row]").count() == 0
            handed_over += 1
            ready.click()
        else:
            player.acts()
    assert player.is_over
    assert handed_over > 2


def test_a_phone_in_portrait(come_in: ComeIn) -> None:
    player = come_in(width=360, height=740, has_touch=True, is_mobile=True)
    player.opens(honor_pool=3, sets=["gift-of-the-elements"])
    player.waits()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 360
    for part in (
        player.page.locator("[data-zone=purse]"),
        player.end,
        player.page.get_by_role("group", name="Your hand"),
    ):
        expect(part).to_be_in_viewport()
    played_through(player)


def test_alone_against_the_cult(come_in: ComeIn) -> None:
    player = come_in()
    player.opens(players=1, seats=["me"], variant="solitaire", honor_pool=3)
    expect(player.page.get_by_label("The Cult")).to_be_visible()
    played_through(player)


ON_THE_TABLE = "() => document.activeElement.matches('[data-lit], [data-action=end]')"
AT_THE_END = "() => document.activeElement.matches('[data-action=end]')"


def test_the_focus_never_gets_lost(come_in: ComeIn) -> None:
    """Somebody who only presses Tab at first, and then Enter, plays turn after turn."""
    player = come_in()
    page = player.page
    player.opens(first=0)
    player.waits()
    while not page.evaluate(ON_THE_TABLE):
        page.keyboard.press("Tab")
    ended = 0
    while ended < 2:
        ended += page.evaluate(AT_THE_END)
        page.keyboard.press("Enter")
        player.waits()
        page.wait_for_function(ON_THE_TABLE)
