"""The pages around and of the table: accessible, whole at every width, unmoved by nonsense. Deals have seed 8."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.helpers.browsers import ComeIn, expect, played_through
from tests.helpers.looking import WIDTHS, WITH_PICTURES, in_the_light_theme, keep, picture, problems
from tests.helpers.servers import Served
from tools import make_web_types

ULTRA_WIDE = {3440: 1440}


def test_the_types_of_the_page_are_those_of_the_api() -> None:
    for path, text in make_web_types.files().items():
        assert path.read_text(encoding="utf-8") == text, "The API has changed: run python -m tools.make_web_types"


class Looked:
    """Every page and window once: what axe finds, and pictures; in the light theme in one width only."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []

    def at(self, name: str, within: str = "html") -> None:
        self.found += [f"{name}: {each}" for each in problems(self.page, within)]
        picture(self.page, name)
        if WITH_PICTURES:
            with in_the_light_theme(self.page):
                keep(self.page, f"{name}-light")
        self.page.set_viewport_size({"width": 1280, "height": 900})


def test_axe_finds_nothing_serious_at_a_table(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    looked = Looked(page)
    page.goto(f"{player.url}/new")
    page.get_by_role("button", name="Begin the game").wait_for()
    page.get_by_text("More options").click()
    looked.at("new-game")
    player.opens(seats=["me", ""], start=False)
    page.get_by_role("button", name="Invite by link").click()
    link = page.get_by_role("textbox", name="Link to seat 2").input_value()
    looked.at("waiting-room")
    page.goto(link)
    page.get_by_role("button", name="Sit down").wait_for()
    looked.at("invitation")
    player.opens(seats=["me", "me"])
    page.get_by_role("button", name="show my cards").wait_for()
    looked.at("hand-over")
    player.opens(players=1, seats=["me"], variant="solitaire", sets=["gift-of-the-elements"])
    player.waits()
    looked.at("table-of-one")
    question = page.locator("[data-zone=question]")
    for _ in range(200):
        if question.count():
            break
        player.acts()
        player.waits()
    expect(question).to_be_visible()
    looked.at("question")
    for opener, name in (
        ("Deck tracker and odds", "known"),
        ("Settings", "settings"),
        ("Keys", "keys"),
        (re.compile("^Void"), "void"),
        (re.compile("^Your discard pile, "), "discard"),
    ):
        page.get_by_role("button", name=opener).first.click()
        page.get_by_role("dialog").wait_for()
        looked.at(name, within="dialog[open]")
        page.keyboard.press("Escape")
    assert looked.found == []


def test_the_table_fits_every_screen(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    sets = ["rise-of-vigil", "war-of-shadows"]
    bots = ["player", "casual", "player", "casual", "player"]
    player.opens(sets=sets, players=6, seats=["me", *bots], first=0)
    for _ in range(9):
        player.waits()
        player.acts()
    player.waits()
    picture(page, "table-of-six", WIDTHS | ULTRA_WIDE)
    # What there is to spend and the end of the turn are in sight, wherever one has scrolled to.
    page.set_viewport_size({"width": 360, "height": 740})
    for place in (0, 100_000):
        page.evaluate("place => scrollTo(0, place)", place)
        expect(page.locator("[data-zone=purse]")).to_be_in_viewport(ratio=1)


def test_whoever_leaves_may_come_back(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    page = player.page
    table = player.opens(seats=["me", ""], start=False, first=1)
    served.guest("Bob").act(table, do="sit", seat=1)
    page.get_by_role("button", name="Start the game").click()
    # Bob has to begin, and takes his time.
    expect(page.locator("[data-zone=status]")).to_contain_text("Waiting for Bob.")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_text("A bot plays for you.")).to_be_visible()
    page.get_by_role("button", name="Come back").click()
    expect(page.get_by_text("A bot plays for you.")).to_have_count(0)


def test_a_finished_game_has_a_page_of_its_own(come_in: ComeIn) -> None:
    player = come_in()
    table = player.opens(players=1, seats=["me"], variant="solitaire", honor_pool=1)
    played_through(player)
    assert problems(player.page) == []
    picture(player.page, "result")
    player.page.goto(f"{player.url}/games/{table}")
    expect(player.page.get_by_role("heading", level=1)).to_have_text(
        re.compile("^(You beat the Cult|The Cult beat you) by ")
    )
    picture(player.page, "game")
    player.page.goto(player.url)
    expect(player.page.get_by_role("heading", name="Played")).to_be_visible()
    picture(player.page, "start-with-games")


def test_a_table_that_is_not_there_says_so(come_in: ComeIn) -> None:
    player = come_in()
    player.expects("status of 404")
    player.goes_to("nowhere")
    expect(player.page.get_by_role("alert")).to_contain_text("table")
    player.page.goto(f"{player.url}/join/nobody")
    expect(player.page.get_by_role("alert")).to_contain_text("invitation")


@pytest.mark.parametrize(("wanted", "moves"), [("reduce", False), ("no-preference", True)])
def test_a_toast_moves_only_for_whoever_likes_motion(come_in: ComeIn, wanted: str, moves: bool) -> None:
    player = come_in(reduced_motion=wanted, permissions=["clipboard-write"])
    page = player.page
    page.add_init_script(
        """(() => {
            window.moved = 0;
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, given) {
                if (this.matches('.toast') && given.duration > 0) window.moved++;
                return animate.call(this, frames, given);
            };
        })()"""
    )
    player.opens(seats=["me", ""], start=False)
    page.get_by_role("button", name="Invite by link").click()
    expect(page.locator(".toast")).to_be_visible()
    if moves:
        page.wait_for_function("window.moved > 0")
    else:
        page.wait_for_timeout(200)
        assert page.evaluate("window.moved") == 0


def test_cards_fly_and_leave_nothing_behind(come_in: ComeIn) -> None:
    player = come_in(reduced_motion="no-preference")
    page = player.page
    # On a busy machine a part of the page that has gone is looked at once more; where is not known yet.
    player.expects("derived_inert")
    player.context.add_init_script("localStorage.setItem('vigil-speed', '3')")
    page.add_init_script(
        """(() => {
            window.flights = 0;
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...given) { window.flights++; return animate.apply(this, given); };
        })()"""
    )
    player.opens(first=0)
    page.get_by_role("button", name="Play all").click()
    expect(page.get_by_text("Your hand is empty.")).to_be_visible()
    assert page.evaluate("window.flights") >= 5
    player.waits()
    while player.lit.count():
        player.acts()
        player.waits()
    player.end.click()
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(5)
    expect(page.locator("body > [inert]")).to_have_count(0)
    # Pictures that have been seen before are painted at leisure, and then no longer drawn.
    painted = page.locator("img[src^='data:image/jpeg']")
    for _ in range(200):
        # Only a card that is laid anew shows one: the game goes on until one is.
        if painted.count():
            break
        player.waits()
        player.acts()
    expect(painted.first).to_be_visible()
