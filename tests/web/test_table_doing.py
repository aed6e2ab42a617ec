"""What people do at a table beside clicking: pull, undo, ask, count, speak, look, and take their time. Seed 8."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator

from tests.helpers.browsers import PATIENCE, ComeIn, Meddler, Player, expect
from tests.helpers.servers import Served
from vigil.table.characters import CHARACTERS


def pulls(player: Player, card: Locator, by: tuple[int, int]) -> None:
    """Takes the card with the mouse, moves it, and lets go."""
    box = card.bounding_box()
    assert box is not None
    mouse = player.page.mouse
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + by[0], y + by[1], steps=4)
    mouse.up()


def test_pulling_a_card_does_what_a_click_does(come_in: ComeIn) -> None:
    player = come_in()
    player.opens(first=0)
    expect(player.hand).to_have_count(5)
    pulls(player, player.hand.first, (30, 10))
    # With Escape it goes back, too.
    player.hand.first.hover()
    player.page.mouse.down()
    player.page.mouse.move(600, 300, steps=3)
    expect(player.page.locator(".pulls.goes")).to_have_count(1)
    player.page.keyboard.press("Escape")
    player.page.mouse.up()
    expect(player.hand).to_have_count(5)
    pulls(player, player.hand.first, (0, -250))
    expect(player.hand).to_have_count(4)
    for left in (3, 2, 1):
        player.waits()
        player.hand.first.click()
        expect(player.hand).to_have_count(left)
    player.waits()
    pulls(player, player.page.get_by_role("button", name=re.compile("^Acquire Mystic")), (0, 300))
    expect(player.page.get_by_label("What happened")).to_contain_text("acquire Mystic")
    expect(player.page.locator("body > [inert]")).to_have_count(0)


def test_a_choice_is_taken_back_and_a_hint_is_given(come_in: ComeIn) -> None:
    player = come_in()
    player.opens(first=0)
    page = player.page
    player.hand.first.click()
    expect(player.hand).to_have_count(4)
    page.keyboard.press("u")
    expect(player.hand).to_have_count(5)
    page.get_by_role("button", name="Hint").click()
    status = page.locator("[data-zone=status]")
    expect(status).to_contain_text(re.compile("Apprentice|Militia"))
    marked = page.locator("[data-hinted]").first
    expect(marked).to_be_visible()
    assert str(marked.get_attribute("data-looks")) in status.inner_text()


def test_all_constructs_are_used_at_once(come_in: ComeIn) -> None:
    def lay(told: Any) -> None:
        view = told["views"][0]
        constructs = ["Shadow Star", "Hedron Cannon"]
        view["board"]["players"][0] |= {"constructs": constructs, "used": [False, False]}
        view["decision"]["options"] += [{"text": f"use {card}", "verb": "use", "card": card} for card in constructs]

    player = come_in()
    meddler = Meddler(player.page, lay, is_deaf=True)
    player.opens(first=0)
    player.page.get_by_role("button", name="Use all").click()
    expect(player.page.locator("[data-zone=bar]")).to_have_attribute("aria-busy", "true")
    assert meddler.choices == ["use Shadow Star"]


def test_what_is_known_is_counted(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    player.opens(first=0)
    player.waits()
    page.keyboard.press("p")
    expect(page.get_by_text("Your hand is empty.")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Acquire Mystic")).click()
    player.waits()
    page.keyboard.press("k")
    known = page.get_by_role("dialog", name="Deck tracker and odds")
    odds = known.get_by_role("table", name="By kind")
    expect(odds).to_be_visible()
    shares = [int(text.removesuffix(" %")) for text in odds.locator("td:nth-child(3)").all_inner_texts()]
    assert 98 <= sum(shares) <= 102
    assert sorted(odds.get_by_role("rowheader").all_inner_texts()) == ["Construct", "Hero", "Monster"]
    for heading in ("Left to draw, 5", "Acquired, 1", "All your cards, 11"):
        expect(known.get_by_role("heading", name=heading)).to_be_visible()
    # Any card is enlarged, also over a window.
    known.get_by_role("img", name=re.compile("^Mystic")).first.hover()
    expect(page.locator(".enlarged")).to_be_visible()
    assert page.locator(".enlarged").evaluate("card => card.matches(':popover-open')")
    known.get_by_role("button", name=re.compile("|".join(CHARACTERS["player"]))).click()
    expect(known.get_by_role("heading", name="Acquired, 0")).to_be_visible()
    expect(known.get_by_role("heading", name="All their cards, 10")).to_be_visible()


def test_a_long_press_enlarges_and_plays_nothing(come_in: ComeIn) -> None:
    player = come_in(width=360, height=740, has_touch=True, is_mobile=True)
    player.opens(first=0)
    box = player.hand.nth(4).bounding_box()
    assert box is not None
    finger = player.context.new_cdp_session(player.page)
    point = {"x": box["x"] + 30, "y": box["y"] + 60}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(player.page.locator(".enlarged")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(player.page.locator(".enlarged")).to_be_visible()
    expect(player.hand).to_have_count(5)
    player.page.touchscreen.tap(180, 420)
    expect(player.page.locator(".enlarged")).to_have_count(0)
    player.hand.nth(4).tap()
    expect(player.hand).to_have_count(4)


def test_a_clock_runs_between_two_messages(come_in: ComeIn) -> None:
    player = come_in()
    player.opens(first=0, clock={"kind": "turn", "seconds": 90})
    clock = player.page.locator("[data-zone=bar]").get_by_role("timer", name="Time left")
    expect(clock).to_have_text(re.compile(r"^(1:30|1:[0-2]\d)$"))
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)
    assert clock.inner_text() < shown


def test_people_come_and_go_and_speak_until_they_are_muted(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    page = player.page
    bob = served.guest("Bob")
    table = player.plays_with(bob)
    him = page.get_by_label("Bob", exact=True)
    expect(him).to_contain_text("away")
    line = bob.line(table)
    line.told()
    expect(him).not_to_contain_text("away")
    page.get_by_role("button", name="Good luck!").click()
    page.get_by_role("textbox", name="Say something").fill("Nice sky <b>tonight</b>")
    page.get_by_role("textbox", name="Say something").press("Enter")
    said = page.get_by_label("What was said")
    expect(said).to_contain_text("Nice sky <b>tonight</b>")
    bob.act(table, do="say", text="You are slow")
    expect(said).to_contain_text("You are slow")
    with page.expect_response(re.compile("/api/me/mutes/")):
        page.get_by_role("button", name="Mute Bob").click()
    expect(said).not_to_contain_text("You are slow")
    bob.act(table, do="say", text="Hello?")
    page.get_by_role("button", name="Thank you!").click()
    expect(said).to_contain_text("Thank you!")
    expect(said).not_to_contain_text("Hello?")
    # The server has to know it before he speaks.
    with page.expect_response(re.compile("/api/me/mutes/")):
        page.get_by_role("button", name="Unmute").click()
    bob.act(table, do="say", text="Here I am")
    expect(said).to_contain_text("Here I am")
    line.close()
    expect(him).to_contain_text("away")


def test_the_turns_of_others_can_be_followed(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    player.context.add_init_script("localStorage.setItem('vigil-speed', '0')")
    table = player.opens(seats=["random", "random"], honor_pool=30)
    expect(page.locator("[data-zone=head] .title")).to_contain_text("turn")
    # The bots are done long before; the page shows one choice after the other.
    page.wait_for_function(
        "table => fetch('/api/tables/' + table).then(it => it.json()).then(it => it.phase === 'finished')",
        arg=table,
        polling=500,
        timeout=3 * PATIENCE,
    )
    expect(page.get_by_label("The result")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("How long others' moves are shown").select_option("Instant")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_label("The result")).to_be_visible()
