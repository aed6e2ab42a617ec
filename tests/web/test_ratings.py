"""Rated games, ratings and leaderboards in a browser. Deals have seed 8."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.browsers import ComeIn, Player
from tests.helpers.looking import keep, picture, problems
from tests.helpers.servers import Guest, Served

SIZES = {360: 740, 1280: 900}


def registers(player: Player, name: str) -> None:
    asked = {"name": name, "password": "correct horse"}
    assert player.page.request.post(f"{player.url}/api/me/account", data=asked).ok


def friend(served: Served, name: str) -> Guest:
    guest = served.guest()
    guest.good(guest.http.post("/api/me/account", json={"name": name, "password": "correct horse"}))
    return guest


def looks_right(page: Page, name: str) -> None:
    """At the width of a phone and of a desk nothing sticks out, and axe finds nothing."""
    for width, height in SIZES.items():
        picture(page, name, {width: height})
        assert problems(page) == [], f"{name} at {width}"


def test_a_guest_is_told_what_a_rated_game_needs(come_in: ComeIn) -> None:
    player = come_in()
    player.page.goto(f"{player.url}/new")
    switch = player.page.get_by_role("checkbox", name="Rated game")
    expect(switch).to_be_disabled()
    expect(player.page.get_by_text("Rated games need an account")).to_be_visible()


def test_a_rated_game_from_the_switch_to_the_result(come_in: ComeIn, served: Served) -> None:
    """Ada opens it with the keyboard, Ben leaves it, and both see what became of their ratings."""
    player, ben = come_in(), friend(served, "Ben Rated")
    page = player.page
    registers(player, "Ada Rated")
    page.goto(f"{player.url}/new?public")
    switch = page.get_by_role("checkbox", name="Rated game")
    expect(switch).to_be_enabled()
    switch.press("Space")
    expect(switch).to_be_checked()
    looks_right(page, "rated-new-game")
    page.get_by_text("More options").click()
    expect(page.get_by_label("Clock").locator("option")).to_have_count(4)
    page.get_by_label("Honor pool").fill("20")
    expect(switch).to_be_disabled()
    expect(page.get_by_text("Rated games are played as printed")).to_be_visible()
    page.get_by_label("Honor pool").fill("")
    expect(switch).to_be_checked()
    page.get_by_role("button", name="Open the table").press("Enter")
    page.wait_for_url("**/tables/*")
    table = page.url.rsplit("/", 1)[1]
    ben.act(table, do="sit", seat=1)
    expect(page.get_by_text("1500?")).to_have_count(2)
    looks_right(page, "rated-waiting-room")
    page.get_by_role("button", name="Start the game").click()
    plate = page.locator("[data-zone=player-2]")
    expect(plate.get_by_title(re.compile("provisional"))).to_have_count(1)
    everybody_ends_a_turn(player, ben, table)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_text("Leaving counts as a loss")).to_be_visible()
    page.get_by_role("button", name="Stay").click()
    keep(page, "rated-table")
    ben.act(table, do="leave")
    result = page.get_by_role("dialog", name="The result")
    expect(result.get_by_text("+", exact=False).first).to_be_visible()
    page.keyboard.press("Enter")
    expect(result.get_by_text(re.compile(r"^\+\d+$"))).to_be_visible()
    expect(result.get_by_text(re.compile(r"^−\d+$"))).to_be_visible()
    looks_right(page, "rated-result")
    page.goto(f"{player.url}/games/{table}")
    expect(page.get_by_text(re.compile(r"^\+\d+$"))).to_be_visible()
    page.goto(f"{player.url}/people/{quote('Ada Rated')}")
    expect(page.get_by_role("img", name=re.compile("^Live: from 1500 to 16"))).to_be_visible()
    page.get_by_text("Game by game").press("Enter")
    expect(page.get_by_role("row", name=re.compile(r"1662"))).to_be_visible()
    looks_right(page, "profile-ratings")


def everybody_ends_a_turn(player: Player, ben: Guest, table: str) -> None:
    for _ in range(2):
        now = ben.now(table)
        seat = now["views"][0]["board"]["deciding"]
        action = {"do": "choose", "seat": seat, "version": now["version"], "choice": "end turn"}
        if seat:
            ben.act(table, **action)
        else:
            assert player.page.request.post(f"{player.url}/api/tables/{table}/actions", data=action).ok


def test_a_rated_game_can_be_aborted_in_its_first_round(come_in: ComeIn) -> None:
    player = come_in()
    registers(player, "Cleo Rated")
    player.opens(rated=True, clock={"kind": "game"})
    player.waits()
    expect(player.page.locator("[data-action=hint]")).to_have_count(0)
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_role("button", name="Abort the game").click()
    result = player.page.get_by_role("dialog", name="The result")
    expect(result.get_by_role("heading", name="Cleo Rated aborted the game")).to_be_attached()
    expect(result.get_by_text("It counts for nobody.")).to_be_attached()


@pytest.fixture
def season(served: Served) -> None:
    """Sixty people with established ratings. A server that has answered has made its database."""
    served.guest("Season")
    file = served.services.database.url.database
    with closing(sqlite3.connect(str(file))) as connection, connection:
        for number in range(60):
            person = f"season-{number}"
            connection.execute(
                "INSERT INTO people (id, name, name_key, password, created, seen) VALUES (?, ?, ?, 'x', 0, 0)",
                (person, f"Player {number:02}", f"season key {number}"),
            )
            connection.execute(
                "INSERT INTO ratings VALUES (?, 'live', ?, 62.4, 0.06, 40, ?)",
                (person, 2000 - 10 * number, served.clock.now()),
            )


def test_a_leaderboard_has_pages_and_pools(come_in: ComeIn, season: None) -> None:
    player = come_in()
    page = player.page
    page.goto(f"{player.url}/leaderboard")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(50)
    expect(rows.first).to_contain_text("Player 00")
    expect(rows.first.get_by_text("2000 ± 62")).to_be_visible()
    assert rows.first.get_by_role("link").get_attribute("href") == f"/people/{quote('Player 00')}"
    looks_right(page, "leaderboard")
    page.get_by_role("link", name="Weaker").press("Enter")
    expect(rows).to_have_count(10)
    expect(page.get_by_text("51 to 60 of 60")).to_be_visible()
    page.get_by_role("link", name="Better").click()
    expect(rows).to_have_count(50)
    page.get_by_role("link", name="Teams").click()
    expect(page.get_by_text("Nobody has an established rating here yet")).to_be_visible()
