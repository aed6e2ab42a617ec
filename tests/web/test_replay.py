"""A game is looked at again, from every seat, and played on from its middle. Deals have seed 8."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.looking import picture, problems
from tests.helpers.servers import Served, finished

STEPS = {"two": 12, "team": 30, "solitaire": 10}


@pytest.fixture(scope="module")
def game(served: Served) -> str:
    return finished(served.guest("Ada"))


@pytest.fixture(scope="module")
def long_game(served: Served) -> str:
    """Longer than what is fetched at a time."""
    return finished(served.guest("Ada"), honor_pool=20, sets=["rise", "war"])


class Viewer:
    """Somebody who looks at a replay."""

    def __init__(self, player: Player, game: str, query: str = "") -> None:
        self.page: Page = player.page
        self.game = game
        self.page.goto(f"{player.url}/games/{game}/replay{query}")
        expect(self.controls).to_be_visible()

    @property
    def controls(self) -> Locator:
        return self.page.get_by_role("region", name="Replay")

    @property
    def slider(self) -> Locator:
        return self.page.get_by_role("slider", name="Step of the game")

    @property
    def announced(self) -> Locator:
        """What a screen reader says."""
        return self.page.locator(".replay > [aria-live]")

    @property
    def last(self) -> int:
        return int(self.slider.get_attribute("max") or 0)

    def hand(self, of: str) -> list[str]:
        """The cards of a hand that lies in front of whoever looks."""
        cards = self.page.get_by_role("group", name=f"{of} hand", exact=True).locator("[data-looks]")
        return [str(card.get_attribute("data-looks")) for card in cards.all()]

    def is_at(self, step: int) -> None:
        """The address says so too: whoever gets it as a link sees the same."""
        expect(self.slider).to_have_value(str(step))
        expect(self.page).to_have_url(re.compile(rf"step={step}\b"))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def board(self) -> list[str]:
        """What lies in the row, and how much honor is left."""
        row = self.page.locator("[data-zone=row] [data-looks]")
        return [str(card.get_attribute("data-looks")) for card in row.all()]


def test_the_result_leads_to_the_replay_and_the_replay_to_the_result(come_in: ComeIn, game: str) -> None:
    player = come_in()
    player.page.goto(f"{player.url}/games/{game}")
    player.page.get_by_role("link", name="Replay").click()
    expect(player.page.get_by_role("slider")).to_have_value("0")
    expect(player.page.locator(".told")).to_contain_text("The cards are dealt.")
    player.page.get_by_role("link", name="Result of this game").click()
    expect(player.page.get_by_label("The result")).to_be_visible()


def test_steps_and_turns_by_buttons(come_in: ComeIn, game: str) -> None:
    viewer = Viewer(come_in(), game)
    move = viewer.page.get_by_role("group", name="Moving through the game")
    move.get_by_role("button", name="Step forward").click()
    viewer.is_at(1)
    expect(viewer.page.locator(".told")).to_contain_text("plays")
    assert len(viewer.hand("Ada (1)'s")) == 4
    move.get_by_role("button", name="Step back").click()
    viewer.is_at(0)
    expect(move.get_by_role("button", name="Step back")).to_be_disabled()
    move.get_by_role("button", name="Turn forward").click()
    expect(viewer.page.locator(".told")).to_contain_text("Turn 2: Ada (2)'s turn.")
    move.get_by_role("button", name="Turn back").click()
    viewer.is_at(0)


def test_scrubbing_reaches_every_step_of_a_long_game(come_in: ComeIn, long_game: str) -> None:
    viewer = Viewer(come_in(), long_game)
    assert viewer.last > 120
    for share in (0.9, 0.3, 0.6):
        box = viewer.slider.bounding_box()
        assert box is not None
        viewer.page.mouse.click(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
        step = int(viewer.slider.input_value())
        assert abs(step / viewer.last - share) < 0.05
        expect(viewer.page.get_by_text("Fetching …")).to_have_count(0)
        expect(viewer.announced).to_contain_text(f"Step {step}.")
    viewer.slider.fill(str(viewer.last))
    viewer.is_at(viewer.last)
    expect(viewer.page.get_by_role("button", name="Play on from here")).to_have_attribute("aria-disabled", "true")


def test_by_keyboard_alone(come_in: ComeIn, game: str) -> None:
    viewer = Viewer(come_in(), game)
    viewer.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
    viewer.is_at(2)
    expect(viewer.announced).to_contain_text("Step 2. Ada")
    viewer.press("End")
    viewer.is_at(viewer.last)
    viewer.press("PageUp", "Shift+ArrowLeft")
    assert int(viewer.slider.input_value()) < viewer.last - 1
    viewer.press("Home")
    viewer.is_at(0)
    viewer.press("2", "o")
    expect(viewer.page.get_by_role("checkbox", name="All hands")).to_be_checked()
    expect(viewer.page.get_by_role("group", name="Ada (2)'s hand", exact=True)).to_be_visible()
    viewer.press("?")
    expect(viewer.page.get_by_role("dialog", name="Keys")).to_be_visible()
    viewer.press("ArrowRight", "Escape")
    viewer.is_at(0)
    viewer.press("Space")
    viewer.is_at(viewer.last)
    expect(viewer.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_every_seat_sees_its_own_hand_or_all_of_them(come_in: ComeIn, game: str, served: Served) -> None:
    viewer = Viewer(come_in(), game)
    page = viewer.page
    told = served.guest().http.get(f"/api/games/{game}/positions").json()
    first, second = ([*each["hand"]] for each in told["held"][0])
    assert sorted(first) != sorted(second)
    assert viewer.hand("Ada (1)'s") == first
    others = page.get_by_role("article", name="Ada (2)").get_by_role("group", name="In hand")
    expect(others).to_have_count(0)
    page.get_by_role("checkbox", name="All hands").check()
    expect(others.get_by_role("button")).to_have_count(5)
    assert [card.get_attribute("data-looks") for card in others.get_by_role("button").all()] == second
    page.get_by_role("combobox", name="Seen from").select_option("Ada (2)")
    expect(page.get_by_role("group", name="Ada (2)'s hand", exact=True)).to_be_visible()
    assert viewer.hand("Ada (2)'s") == second
    page.get_by_role("button", name="Ada (2)'s deck").click()
    expect(page.get_by_role("dialog")).to_contain_text("Apprentice")


def test_a_link_shows_the_same_to_somebody_else(come_in: ComeIn, long_game: str) -> None:
    viewer = Viewer(come_in(), long_game, "?step=77&seat=1&hands=open")
    viewer.is_at(77)
    seen = viewer.board(), viewer.hand("Ada (2)'s")
    friend = come_in()
    other = Viewer(friend, long_game, viewer.page.url.partition("/replay")[2])
    other.is_at(77)
    assert (other.board(), other.hand("Ada (2)'s")) == seen
    # An address with nonsense is as good as none.
    Viewer(friend, long_game, "?step=x&seat=99").is_at(0)


def test_what_was_chosen_is_lit_and_touching_it_goes_on(come_in: ComeIn, game: str) -> None:
    viewer = Viewer(come_in(), game)
    viewer.page.locator("[data-zone=hand] [data-lit]").first.click()
    viewer.is_at(1)


@pytest.mark.parametrize(
    ("variant", "settings"),
    [
        ("two", {}),
        ("team", {"variant": "team", "players": 4}),
        ("solitaire", {"variant": "solitaire", "players": 1, "honor_pool": 10}),
    ],
)
def test_play_on_from_here(come_in: ComeIn, served: Served, variant: str, settings: dict[str, Any]) -> None:
    step = STEPS[variant]
    viewer = Viewer(come_in(), finished(served.guest("Ada"), **settings), f"?step={step}")
    page, row = viewer.page, viewer.board()
    page.get_by_role("button", name="Play on from here").click()
    window = page.get_by_role("dialog", name="Play on from here")
    if variant != "solitaire":
        expect(window.get_by_role("combobox", name="Your seat")).to_contain_text("has to decide")
        window.get_by_role("combobox", name="The others are bots").select_option("casual")
    window.get_by_role("button", name="Begin").click()
    expect(page).to_have_url(re.compile("/tables/"))
    expect(page.locator("[data-lit], [data-action=end]").first).to_be_visible()
    assert viewer.board() == row
    back = page.get_by_role("link", name=f"from step {step}")
    back.click()
    viewer.is_at(step)
    assert viewer.board() == row


def test_games_that_cannot_be_shown_say_so(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    player.expects("status of 404", "status of 409")
    running = player.opens(first=0)
    player.page.goto(f"{player.url}/games/{running}/replay")
    expect(player.page.get_by_role("heading", level=1)).to_have_text("This game is not over")
    player.page.get_by_role("link", name="Go to the table").click()
    expect(player.end).to_be_visible()
    player.page.goto(f"{player.url}/games/nowhere/replay")
    expect(player.page.get_by_role("alert")).to_contain_text("There is no such table.")


def test_when_a_position_cannot_be_fetched_one_may_try_again(come_in: ComeIn, long_game: str) -> None:
    player = come_in()
    viewer = Viewer(player, long_game)
    viewer.is_at(0)
    player.expects("ERR_FAILED")
    player.page.route("**/positions?**", lambda route: route.abort())
    viewer.press("End")
    expect(viewer.page.get_by_role("alert")).to_contain_text("The server does not answer.")
    player.page.unroute("**/positions?**")
    viewer.page.get_by_label("Replay", exact=True).get_by_role("button", name="Try again").click()
    expect(viewer.announced).to_contain_text(f"Step {viewer.last}.")


def test_axe_finds_nothing_serious_in_a_replay(come_in: ComeIn, long_game: str) -> None:
    viewer = Viewer(come_in(), long_game, "?step=60&hands=open")
    viewer.is_at(60)
    found = problems(viewer.page)
    viewer.press("g")
    expect(viewer.page.get_by_role("dialog", name="Play on from here")).to_be_visible()
    assert found + problems(viewer.page) == []


def test_the_replay_fits_every_screen(come_in: ComeIn, long_game: str) -> None:
    viewer = Viewer(come_in(has_touch=True), long_game, "?step=90&hands=open")
    viewer.is_at(90)
    picture(viewer.page, "replay")
    viewer.page.set_viewport_size({"width": 360, "height": 740})
    for place in (0, 100_000):
        viewer.page.evaluate("place => scrollTo(0, place)", place)
        for part in (viewer.slider, viewer.page.get_by_role("button", name="Step forward")):
            expect(part).to_be_in_viewport(ratio=1)
    viewer.page.get_by_role("button", name="Step forward").tap()
    viewer.is_at(91)
