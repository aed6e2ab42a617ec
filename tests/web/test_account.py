"""From guest to account and back: signing up, in and out, on several devices and in several tabs."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.helpers.accounts import PASSWORD, chooses, goes_to, signs_in, with_account
from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.looking import picture, problems
from tests.helpers.servers import Served

_numbers = count(1)


@pytest.fixture
def name() -> str:
    """Of an account that nobody has."""
    return f"Ada {next(_numbers)}"


def signs_up(player: Player, name: str) -> Page:
    """By keyboard alone."""
    page = goes_to(player, "/sign-up")
    page.get_by_role("textbox", name="Name").fill(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Your account is ready, {name}")).to_be_visible()
    return page


def codes_on(page: Page) -> list[str]:
    return page.get_by_role("group", name="Your recovery codes").locator("code").all_inner_texts()


def test_a_life_of_an_account(come_in: ComeIn, name: str) -> None:
    """A guest plays, signs up, signs out, signs in elsewhere, changes everything, forgets the password, and goes."""
    laptop, phone = come_in(), come_in(width=360, height=740)
    table = laptop.opens(first=0)
    expect(laptop.hand).to_have_count(5)
    page = signs_up(laptop, name)
    codes = codes_on(page)
    assert len(codes) == len(set(codes)) == 8
    assert problems(page) == []
    picture(page, "account-codes")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    assert all(code in Path(saved.value.path()).read_text() for code in codes)
    page.get_by_role("button", name="I have saved them").click()
    expect(page.locator(f'a[href="/tables/{table}"]')).to_be_visible()
    chooses(page, name, "Sign out")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.locator(f'a[href="/tables/{table}"]')).to_have_count(0)

    page = signs_in(phone, name)
    expect(page.locator(f'a[href="/tables/{table}"]')).to_be_visible()
    chooses(page, name, "Account")
    page.get_by_role("textbox", name="Your name").fill(f"{name} Lovelace")
    page.get_by_role("button", name="Change name").click()
    expect(page.get_by_role("heading", name=f"{name} Lovelace", level=1)).to_be_visible()
    region = page.get_by_role("region", name="Password")
    region.get_by_role("textbox", name="Current password").fill(PASSWORD)
    region.get_by_role("textbox", name="New password").fill("battery staple")
    region.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Your password is changed.")).to_be_visible()
    expect(page.get_by_text("8 codes are left")).to_be_visible()
    assert problems(page) == []
    picture(page, "account", full_page=True)

    laptop.expects("status of 403")
    page = goes_to(laptop, "/forgot-password")
    for wrong in ("0000-0000-0000-0000", codes[3].lower().replace("-", " ")):
        page.get_by_role("textbox", name="Name").fill(f"{name.upper()} lovelace")
        page.get_by_role("textbox", name="Recovery code").fill(wrong)
        page.get_by_role("textbox", name="New password").fill("a third password")
        page.get_by_role("button", name="Set the new password").click()
        if wrong.startswith("0"):
            expect(page.get_by_role("textbox", name="Recovery code")).to_be_focused()
            expect(page.get_by_role("textbox", name="Recovery code")).to_have_accessible_description(
                re.compile("do not belong together")
            )
    expect(page.get_by_text("7 codes are left")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download my data").click()
    data = json.loads(Path(saved.value.path()).read_text())
    assert data["name"] == f"{name} Lovelace"
    assert {each["table"] for each in data["actions"]} == {table}

    page.get_by_role("button", name="Delete my account").click()
    dialog = page.get_by_role("dialog")
    assert problems(page) == []
    dialog.get_by_role("textbox", name="Your password confirms it").fill("a third password")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your account and your data are deleted.")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_guest_is_asked_whether_the_games_come_along(come_in: ComeIn, served: Served, name: str) -> None:
    with_account(served, name)
    player = come_in()
    table = player.opens(first=0)
    page = signs_in(player, name)
    expect(page.get_by_role("heading", name="Bring your games along?")).to_be_visible()
    expect(page.get_by_text("You have played 1 game on this device as the guest Guest")).to_be_visible()
    assert problems(page) == []
    picture(page, "account-guest-games")
    page.get_by_role("button", name="Keep them apart").click()
    expect(page.get_by_role("button", name=f"Account: {name}")).to_be_visible()
    expect(page.locator(f'a[href="/tables/{table}"]')).to_have_count(0)
    chooses(page, name, "Sign out")
    expect(page.locator(f'a[href="/tables/{table}"]')).to_be_visible()
    signs_in(player, name)
    page.get_by_role("button", name="Add them to my account").click()
    expect(page.get_by_text("1 game is in your account now.")).to_be_visible()
    page.locator(f'a[href="/tables/{table}"]').click()
    player.waits()
    assert page.request.get(f"{player.url}/api/tables/{table}").json()["seats"][0]["name"] == name


def test_every_tab_knows_who_is_signed_in(come_in: ComeIn, served: Served, name: str) -> None:
    with_account(served, name)
    player = come_in()
    table = player.opens(first=0)
    player.waits()
    # A table may be connected anew before the connection before is there.
    player.expects("WebSocket is closed before the connection is established")
    other = player.context.new_page()
    other.goto(player.url + "/cards")
    expect(other.get_by_role("button", name=re.compile("Account: Guest"))).to_be_visible()
    third = player.context.new_page()
    third.goto(player.url + "/sign-in")
    third.get_by_role("textbox", name="Name").fill(name)
    third.get_by_role("textbox", name="Password").fill(PASSWORD)
    third.get_by_role("button", name="Sign in").click()
    expect(other.get_by_role("button", name=f"Account: {name}")).to_be_visible()
    # The guest's seat is not the account's: in the first tab somebody watches now.
    expect(player.page.locator("[data-action=end]")).to_have_count(0)
    third.get_by_role("button", name="Add them to my account").click()
    expect(third.get_by_role("button", name=f"Account: {name}")).to_be_visible()
    expect(player.page.locator("[data-action=end]")).to_be_visible()
    assert table in player.page.url
    chooses(other, name, "Sign out")
    expect(third.get_by_role("link", name="Sign in")).to_be_visible()
    expect(player.page.locator("[data-action=end]")).to_have_count(0)


def test_mistakes_are_shown_beside_their_field(come_in: ComeIn, served: Served, name: str) -> None:
    with_account(served, name)
    player = come_in(width=360, height=740)
    player.expects("status of 409", "status of 403")
    page = goes_to(player, "/sign-up")
    assert problems(page) == []
    field, password = page.get_by_role("textbox", name="Name"), page.get_by_role("textbox", name="Password")
    expect(password).to_have_attribute("autocomplete", "new-password")
    page.get_by_role("button", name="Make an account").click()
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("This field is empty.")
    field.fill(name.upper())
    password.fill("short")
    page.keyboard.press("Enter")
    expect(password).to_be_focused()
    expect(password).to_have_accessible_description(re.compile("at least 8 characters"))
    password.fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(re.compile("is taken"))
    assert problems(page) == []
    picture(page, "sign-up-mistake")
    page.get_by_role("button", name="Show the password").click()
    expect(password).to_have_attribute("type", "text")
    page.get_by_role("link", name="Sign in").last.click()
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("textbox", name="Password").fill("wrong horse")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Password")).to_be_focused()
    expect(page.get_by_role("textbox", name="Password")).to_have_attribute("autocomplete", "current-password")
    assert problems(page) == []


def test_tokens_devices_and_a_webhook(come_in: ComeIn, served: Served, name: str) -> None:
    with_account(served, name)
    player, phone = come_in(), come_in()
    signs_in(phone, name)
    expect(phone.page.get_by_role("button", name=f"Account: {name}")).to_be_visible()
    signs_in(player, name)
    page = player.page
    expect(page.get_by_role("button", name=f"Account: {name}")).to_be_visible()
    page.goto(player.url + "/account")
    page.get_by_role("textbox", name="What it is for").fill("my bot")
    page.keyboard.press("Enter")
    token = page.get_by_role("textbox", name="New token").input_value()
    answer = page.request.get(f"{player.url}/api/me", headers={"authorization": f"Bearer {token}"})
    assert answer.json()["name"] == name
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.get_by_text("You have no tokens.")).to_be_visible()

    devices = page.get_by_role("region", name="Devices")
    expect(devices.get_by_role("listitem")).to_have_count(3)
    expect(devices.get_by_text("this device")).to_have_count(1)
    devices.get_by_role("button", name=re.compile("^Sign out Chrome")).first.click()
    expect(devices.get_by_role("listitem")).to_have_count(2)

    player.expects("status of 422")
    webhook = page.get_by_role("region", name="Webhook")
    address = webhook.get_by_role("textbox", name="Address")
    address.fill("http://127.0.0.1/secret")
    page.keyboard.press("Enter")
    expect(address).to_be_focused()
    expect(address).to_have_accessible_description(re.compile("public"))
    address.fill("https://vigil-test.invalid/turn")
    page.keyboard.press("Enter")
    webhook.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("The address did not accept the test.")).to_be_visible()
    webhook.get_by_role("button", name="Remove").click()
    expect(webhook.get_by_role("button", name="Send a test")).to_have_count(0)

    devices.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("heading", name="You are not signed in")).to_be_visible()


def test_a_guest_has_a_name_and_can_go_without_an_account(come_in: ComeIn) -> None:
    player = come_in(width=360, height=740)
    page = goes_to(player, "/account")
    expect(page.get_by_role("heading", name="You are not signed in")).to_be_visible()
    player.opens()
    page = goes_to(player, "/account")
    expect(page.get_by_role("heading", name="You are a guest")).to_be_visible()
    expect(page.get_by_role("region", name="Password")).to_have_count(0)
    page.get_by_role("textbox", name="Your name").fill("Gustav")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Account: Gustav")).to_be_visible()
    assert problems(page) == []
    picture(page, "account-guest", full_page=True)
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_role("textbox", name="Type Gustav to confirm it").fill("Gustl")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Type Gustav to confirm it")).to_be_focused()
    page.get_by_role("textbox", name="Type Gustav to confirm it").fill("Gustav")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_the_menu_is_opened_and_closed_with_the_keyboard(come_in: ComeIn) -> None:
    player = come_in()
    player.opens()
    page = player.goes_home()
    button = page.get_by_role("button", name=re.compile("Account: Guest"))
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("navigation", name="Account")).to_be_visible()
    assert problems(page) == []
    picture(page, "account-menu")
    page.keyboard.press("Escape")
    expect(page.get_by_role("navigation", name="Account")).to_have_count(0)
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(page.get_by_role("navigation", name="Account").get_by_role("link").count()):
        page.keyboard.press("Tab")
    expect(page.get_by_role("navigation", name="Account").get_by_role("link").last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/sign-in$"))


def test_a_server_for_accounts_alone_says_so_and_asks_everybody_to_sign_in(
    come_in: ComeIn, served: Served, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_account(served, name)
    guest = come_in()
    table = guest.opens(first=0)
    guest.expects("WebSocket is closed before the connection is established")
    guest.page.close()  # whatever the page asked for from now on would be refused
    monkeypatch.setattr(served.services, "settings", replace(served.services.settings, accounts_only=True))
    phone = come_in(width=360, height=740)
    phone.expects("401")
    page = goes_to(phone, f"/tables/{table}")
    expect(page.get_by_text("everybody plays and watches with an account")).to_be_visible()
    assert problems(page) == []
    picture(page, "sign-in-accounts-only")
    page.get_by_role("textbox", name="Name").fill(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{served.url}/tables/{table}")
