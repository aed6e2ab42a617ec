"""People in a browser who play with friends: with an account, at a table, on a page."""

from __future__ import annotations

from itertools import product
from string import ascii_uppercase
from typing import Any

from playwright.sync_api import Page

from tests.helpers.browsers import ComeIn, Player
from tests.helpers.servers import Guest, Served

_letters = product(ascii_uppercase, repeat=2)


def name_of(first: str) -> str:
    """A name that nobody has yet: all tests share a server."""
    return f"{first} of Test {''.join(next(_letters))}"


def account(served: Served, first: str) -> tuple[Guest, str]:
    name = name_of(first)
    return served.guest().signs_up(name), name


def player_with_account(come_in: ComeIn, first: str, **given: Any) -> tuple[Player, str]:
    """Somebody who has signed up in this browser."""
    player, name = come_in(**given), name_of(first)
    body = {"name": name, "password": "correct horse"}
    assert player.page.request.post(f"{player.url}/api/me/account", data=body).ok
    return player, name


def acts(player: Player, table: str, **action: Any) -> None:
    answer = player.page.request.post(f"{player.url}/api/tables/{table}/actions", data=action)
    assert answer.ok, answer.text()


def starts(player: Player, friend: Guest, **settings: Any) -> str:
    """A game against a friend, without looking at it; the player begins. Its id."""
    asked = {"seats": ["me", ""], "settings": {"first": 0, **settings}}
    table = str(player.page.request.post(f"{player.url}/api/tables", data=asked).json()["id"])
    friend.act(table, do="sit", seat=1)
    acts(player, table, do="start")
    return table


def loses(player: Player, friend: Guest, **settings: Any) -> str:
    table = starts(player, friend, leaving="end", **settings)
    acts(player, table, do="leave")
    return table


def goes(player: Player, path: str) -> Page:
    player.page.goto(f"{player.url}{path}")
    player.page.locator("main h1").first.wait_for()
    return player.page
