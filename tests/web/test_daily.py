"""The daily deal in a browser: found, played, compared, shared and looked up in the calendar. Deals have seed 8."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.daily_games import DAY, TODAY, play_to_the_end, start
from tests.helpers.looking import LAID_OUT, SIZES, in_the_light_theme, keep, picture, problems
from tests.helpers.servers import Guest, Served


def comes(come_in: ComeIn, guest: Guest, path: str = "/daily") -> Player:
    """Somebody who is known to the server, with a browser."""
    player = come_in()
    cookies = [{"name": name, "value": value, "url": player.url} for name, value in guest.http.cookies.items()]
    player.context.add_cookies(cookies)  # type: ignore[arg-type]
    player.page.goto(f"{player.url}{path}")
    return player


def tile(page: Page, name: str = "Solitaire") -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def fits(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1280, "height": 800})


def test_the_start_page_leads_to_the_deals_and_they_to_a_table(come_in: ComeIn) -> None:
    player = come_in()
    page = player.goes_home()
    page.get_by_role("link", name="Daily deal").click()
    expect(page.get_by_role("heading", name="Daily deal", level=1)).to_be_visible()
    for name in ("Solitaire", "Duel with Expert"):
        expect(tile(page, name).get_by_role("button", name="Play")).to_be_visible()
    picture(page, "daily-before")
    fits(page)
    assert problems(page) == []
    play = tile(page).get_by_role("button", name="Play")
    play.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/tables/"))
    player.waits()
    player.acts()
    player.waits()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    address = page.url
    page.goto(f"{player.url}/daily")
    expect(tile(page).get_by_text("Finish it before midnight UTC")).to_be_visible()
    tile(page).get_by_role("button", name="Continue").click()
    expect(page).to_have_url(address)


def test_a_result_is_compared_and_can_be_shared(come_in: ComeIn, served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    play_to_the_end(ada, start(ada))
    play_to_the_end(ben, start(ben), last=True)
    player = comes(come_in, ada)
    page = player.page
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(tile(page).get_by_text(re.compile(r"(Won|Lost) \d+ : \d+"))).to_be_visible()
    expect(tile(page).get_by_text(re.compile(r"Better than (100|50|0) % of 1 other player"))).to_be_visible()
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_text("The text is copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"Vigil daily deal, {TODAY}\nSolitaire: ")
    expect(tile(page).get_by_text("20 games of our bots")).to_be_visible(timeout=120_000)
    picture(page, "daily-after")
    with in_the_light_theme(page):
        keep(page, "daily-after-light")
    fits(page)
    assert problems(page) == []


def test_the_table_of_a_finished_attempt_leads_back_and_offers_no_replay(come_in: ComeIn, served: Served) -> None:
    ada = served.guest("Ada")
    table = start(ada)
    play_to_the_end(ada, table)
    page = comes(come_in, ada, f"/tables/{table}").page
    back = page.get_by_role("link", name="To the daily deal")
    page.keyboard.press("Enter")
    expect(back).to_be_visible()
    for name in ("Replay", "Review"):
        expect(page.get_by_role("link", name=name, exact=True)).to_have_count(0)
    expect(page.get_by_text("Others still play this deal")).to_be_visible()
    back.click()
    expect(tile(page).get_by_role("button", name="Practise this deal")).to_be_visible()


def test_a_past_day_has_results_replays_and_the_seed(come_in: ComeIn, served: Served) -> None:
    """The last of this file's tests: it moves the clock."""
    ada = served.guest("Ada")
    table = start(ada)
    play_to_the_end(ada, table)
    served.clock.time += DAY
    page = comes(come_in, ada).page
    calendar = page.get_by_role("region", name="Calendar")
    calendar.get_by_role("link", name=re.compile("12.*Solitaire (won|lost)")).click()
    expect(page.get_by_role("heading", name="Daily deals of January 12, 1970")).to_be_visible()
    expect(page.get_by_role("link", name="Replay of Ada").first).to_be_visible()
    page.get_by_text("How to check the cards").click()
    expect(page.get_by_text("a grain of salt:8").first).to_be_visible()
    picture(page, "daily-past")
    fits(page)
    assert problems(page) == []
    tile(page).get_by_role("button", name="Practise this deal").click()
    expect(page).to_have_url(re.compile("/tables/"))
    page.goto(f"{served.url}/daily/{TODAY}")
    page.get_by_role("link", name="Replay of Ada").first.click()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
