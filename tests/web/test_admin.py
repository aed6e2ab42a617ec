"""Administration in a browser: an operator by mouse and keyboard, on a wide screen and on a phone."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from playwright.sync_api import Page, expect

from tests.helpers.accounts import chooses, goes_to, signs_in, with_account
from tests.helpers.browsers import ComeIn, Player
from tests.helpers.looking import picture, problems
from tests.helpers.servers import Served

SECTIONS = ("people", "tables", "reports", "audit", "invitations")


def write(served: Served, statement: str, *values: object) -> None:
    """Into the server's database, from outside. Playwright has the event loop of this thread."""
    file = served.services.settings.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement, values)


def make_operator(served: Served, name: str) -> None:
    with_account(served, name)
    write(served, "UPDATE people SET role = 'operator' WHERE name = ?", name)


def report(served: Served, reporter: str, person: str) -> None:
    row = (f"r{person}", reporter, person, "", "They were rude.", served.clock.now())
    write(served, "INSERT INTO reports (id, reporter, person, table_id, text, created) VALUES (?, ?, ?, ?, ?, ?)", *row)


def has_no_overflow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_an_operator_bans_by_keyboard_and_finds_it_in_the_log(come_in: ComeIn, served: Served) -> None:
    make_operator(served, "Olga One")
    mallory = served.guest("Mallory")
    mallory_id = mallory.id
    table = mallory.open(["me", ""])["id"]
    line = mallory.line(table)
    line.told()
    player: Player = come_in()
    page = signs_in(player, "Olga One")
    chooses(page, "Olga One", "Administration")
    page.get_by_role("searchbox", name="Name or id").fill("mallo")
    page.get_by_role("link", name="Mallory").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Mallory").wait_for()
    page.get_by_role("button", name="Ban").focus()
    page.keyboard.press("Enter")
    # What is missing is said, and nothing happens.
    page.get_by_role("dialog").get_by_role("button", name="Ban").click()
    expect(page.get_by_role("textbox", name="Reason")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("How long").select_option("7 days")
    page.get_by_role("textbox", name="Reason").fill("Insults in the chat")
    assert problems(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_text("Insults in the chat")).to_be_visible()
    assert line.ended()[0] == 4001
    mallory.refused(mallory.http.get("/api/me"), "banned", 403)
    page.get_by_role("button", name="Lift the ban").click()
    page.get_by_role("textbox", name="Reason").fill("A misunderstanding")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Lift the ban")).to_have_count(0)
    assert mallory.id == mallory_id
    page.get_by_role("link", name="Audit log").click()
    log = page.get_by_role("list", name="Audit log").get_by_role("listitem")
    expect(log.nth(0)).to_contain_text("Olga One lifted the ban of Mallory")
    expect(log.nth(1)).to_contain_text("Olga One banned Mallory")


def test_tables_reports_and_invitations_on_a_phone(come_in: ComeIn, served: Served) -> None:
    make_operator(served, "Olga Two")
    gus, ada = served.guest("Gus"), served.guest("Ada")
    table = gus.open(["me", "player"], start=True)["id"]
    report(served, ada.id, gus.id)
    player = come_in(width=360, height=740)
    page = signs_in(player, "Olga Two")
    page.get_by_role("button", name="Account: Olga Two").wait_for()
    for section in SECTIONS:
        goes_to(player, f"/admin/{section}")
        page.get_by_role("navigation", name="Administration").wait_for()
        page.wait_for_load_state("networkidle")
        assert problems(page) == [], section
        assert has_no_overflow(page), section
        picture(page, f"admin-{section}")
    goes_to(player, "/admin/tables")
    page.get_by_role("button", name=f"Close {table}").click()
    page.get_by_role("textbox", name="Reason").fill("Nobody is there")
    page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).first.click()
    expect(page.get_by_role("button", name=f"Close {table}")).to_have_count(0)
    assert gus.now(table)["phase"] == "ended"
    page.get_by_role("link", name="Reports (1)").click()
    page.get_by_role("button", name="Resolve").click()
    page.get_by_role("textbox", name="What was decided").fill("Warned")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There is nothing here.")).to_be_visible()
    page.get_by_role("link", name="Invitations").click()
    page.get_by_role("textbox", name="Who is it for?").fill("Zoe")
    page.keyboard.press("Enter")
    link = page.get_by_label("Send this link.")
    assert "/sign-up?invitation=" in link.input_value()
    page.get_by_role("button", name="Revoke Zoe").click()
    expect(page.get_by_role("button", name="Revoke Zoe")).to_have_count(0)
    picture(page, "admin-invitations-made")


def test_nobody_else_sees_these_pages(come_in: ComeIn, served: Served) -> None:
    with_account(served, "Ben Admin")
    player = come_in()
    page = signs_in(player, "Ben Admin")
    page.get_by_role("button", name="Account: Ben Admin").click()
    expect(page.get_by_role("link", name="Administration")).to_have_count(0)
    goes_to(player, "/admin/people")
    expect(page.get_by_role("alert")).to_contain_text("for operators and moderators")
