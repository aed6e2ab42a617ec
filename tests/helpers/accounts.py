"""People with accounts, in browsers and at a server."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tests.helpers.browsers import Player
from tests.helpers.servers import Served

PASSWORD: Final = "correct horse"


def goes_to(player: Player, path: str) -> Page:
    player.page.goto(player.url + path)
    return player.page


def signs_in(player: Player, name: str, password: str = PASSWORD) -> Page:
    page = goes_to(player, "/sign-in")
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("textbox", name="Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    return page


def chooses(page: Page, name: str, item: str) -> None:
    """Something in the account menu."""
    page.get_by_role("button", name=f"Account: {name}").click()
    page.get_by_role("navigation", name="Account").get_by_text(item, exact=True).click()


def with_account(served: Served, name: str) -> None:
    somebody = served.guest()
    somebody.good(somebody.http.post("/api/me/account", json={"name": name, "password": PASSWORD}))
