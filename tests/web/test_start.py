"""The start page, a new game, and inviting a friend. Deals have seed 8."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.looking import picture, problems
from tests.helpers.servers import Served


def names_at(page: Page) -> list[str]:
    """What the seats of the table at this address are called."""
    table = page.url.rsplit("/", 1)[-1]
    origin = page.url.split("/tables/")[0]
    return [seat["name"] for seat in page.request.get(f"{origin}/api/tables/{table}").json()["seats"]]


def goes_to_new_game(player: Player) -> Page:
    player.page.goto(f"{player.url}/new")
    player.page.get_by_role("button", name="Begin the game").wait_for()
    return player.page


def test_a_friend_is_one_click_away(come_in: ComeIn) -> None:
    host, friend = come_in(), come_in()
    host.goes_home().get_by_role("button", name="Play a friend").click()
    link = host.page.get_by_role("textbox", name="Link to seat 2")
    expect(link).to_have_value(re.compile("/join/"))
    host.page.reload()
    friend.page.goto(link.input_value())
    friend.page.get_by_role("textbox", name="What you are called").fill("Ada")
    friend.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start the game").click()
    for player in (host, friend):
        expect(player.page.locator("[data-zone=hand]")).to_be_visible()


def test_the_link_is_copied(come_in: ComeIn) -> None:
    host = come_in(permissions=["clipboard-read", "clipboard-write"])
    host.goes_home().get_by_role("button", name="Play a friend").click()
    host.page.get_by_role("button", name="Copy the link").click()
    expect(host.page.get_by_text("The link is copied.")).to_be_visible()
    copied = host.page.evaluate("navigator.clipboard.readText()")
    assert copied == host.page.get_by_role("textbox", name="Link to seat 2").input_value()


def test_games_go_on_from_the_start_page_and_mine_to_move_comes_first(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    mine = player.opens(first=0)
    lobby = player.opens(sets=["war-of-shadows"], seats=["me", ""], start=False)
    page = player.goes_home()
    games = page.locator("section", has=page.get_by_role("heading", name="Continue"))
    tiles = games.get_by_role("link").filter(has=page.locator("strong"))
    expect(tiles).to_have_count(2)
    expect(tiles.nth(0)).to_have_attribute("href", f"/tables/{mine}")
    expect(tiles.nth(0)).to_contain_text(re.compile("Turn 1.*your turn", re.DOTALL))
    expect(tiles.nth(1)).to_have_attribute("href", f"/tables/{lobby}")
    expect(tiles.nth(1)).to_contain_text("1 open seat")
    # The picture is the row as it lies there.
    expect(tiles.nth(0).locator(".triptych img").nth(3)).to_be_attached()
    assert problems(page) == []
    picture(page, "start-with-games-in-progress")


def test_a_lesson_goes_on_as_a_lesson(come_in: ComeIn) -> None:
    player = come_in()
    player.page.goto(f"{player.url}/learn/rise-of-vigil")
    expect(player.page).to_have_url(re.compile(r"/learn/rise-of-vigil/"))
    lesson = player.page.url
    page = player.goes_home()
    page.get_by_role("link", name="Lesson: Rise of Vigil").click()
    expect(page).to_have_url(lesson)
    expect(page.get_by_role("region", name="Lesson")).to_be_visible()


def test_others_tables_are_listed_with_their_clock(come_in: ComeIn, served: Served) -> None:
    bob = served.guest("Bob the Host")
    bob.open(["me", ""], public=True, clock={"kind": "turn", "seconds": 120})
    page = come_in().goes_home()
    table = page.get_by_role("link").filter(has_text="Bob the Host")
    expect(table.first).to_contain_text("2 minutes a turn")


def test_when_nobody_is_here_the_page_says_so(come_in: ComeIn) -> None:
    player = come_in()
    nobody = '{"now": 0, "open": [], "running": [], "mine": [], "turns": 0, "latest": []}'
    player.page.route("**/api/lobby", lambda route: route.fulfill(body=nobody, content_type="application/json"))
    page = player.goes_home()
    expect(page.get_by_text("Nobody else is here at the moment")).to_be_visible()
    page.get_by_role("link", name="Open a public table").click()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    page.get_by_text("More options").click()
    expect(page.get_by_role("checkbox", name="Public table")).to_be_checked()


def test_the_host_has_a_name(come_in: ComeIn) -> None:
    player = come_in()
    page = player.goes_home()
    page.get_by_role("button", name="Choose a name").click()
    field = page.get_by_role("textbox", name="Your name")
    expect(field).to_be_focused()
    field.fill("bot master")
    player.expects("status of 409")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("taken")
    field.fill("Hostess")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You are Hostess")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/tables/"))
    assert names_at(page)[0] == "Hostess"


def test_those_who_share_a_device_have_names(come_in: ComeIn) -> None:
    page = goes_to_new_game(come_in())
    page.get_by_role("radio", name="3 players").check(force=True)
    page.get_by_text("Same device", exact=True).first.click()
    page.get_by_text("More options").click()
    page.get_by_role("textbox", name="Name of the player at seat 3").fill("Cleo")
    page.get_by_role("button", name="Begin the game").click()
    expect(page.get_by_role("button", name="show my cards")).to_be_visible()
    host, *others = names_at(page)
    assert host.startswith("Guest ")
    assert others == ["Second player", "Cleo"]


@pytest.mark.parametrize("sets", [1, 2])
def test_one_set_is_for_four_players_and_two_are_for_six(come_in: ComeIn, sets: int) -> None:
    page = goes_to_new_game(come_in())
    six = page.get_by_role("radio", name="6 players")
    expect(six).to_be_disabled()
    if sets == 1:
        expect(page.get_by_text("Five and six players need two sets or more.")).to_be_visible()
        return
    page.get_by_role("checkbox", name=re.compile("War of Shadows")).check(force=True)
    six.check(force=True)
    page.get_by_role("radio", name=re.compile("^Casual")).check(force=True)
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("[data-zone=hand]")).to_be_visible()
    assert len(names_at(page)) == 6


def test_one_player_plays_against_the_cult(come_in: ComeIn) -> None:
    page = goes_to_new_game(come_in())
    page.get_by_role("radio", name="1, alone against the cult").check(force=True)
    expect(page.get_by_role("radio", name=re.compile("^Casual"))).to_have_count(0)
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("[data-zone=cult]")).to_be_visible()


def test_the_lessons_are_listed_and_axe_finds_nothing_serious(come_in: ComeIn) -> None:
    player = come_in()
    player.page.goto(f"{player.url}/learn")
    expect(player.page.get_by_role("listitem")).to_have_count(5)
    assert problems(player.page) == []
    picture(player.page, "lessons")
    player.page.goto(f"{player.url}/learn/nothing")
    expect(player.page.get_by_role("heading", name="There is no such lesson.")).to_be_visible()


def test_the_typefaces_are_our_own_and_small(come_in: ComeIn) -> None:
    player = come_in()
    fetched: dict[str, int] = {}
    player.page.on(
        "response",
        lambda response: fetched.update({response.url: len(response.body())}) if ".woff2" in response.url else None,
    )
    page = player.goes_home()
    page.wait_for_function("document.fonts.ready.then(() => document.fonts.check('16px Alegreya'))")
    page.wait_for_load_state("networkidle")
    assert len(fetched) == 2
    assert all(url.startswith(player.url) for url in fetched)
    assert sum(fetched.values()) < 120_000
    for name in ("alegreya", "source-sans-3"):
        assert "SIL OPEN FONT LICENSE" in page.request.get(f"{player.url}/licences/{name}.txt").text().upper()
