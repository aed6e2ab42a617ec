"""Puzzles in a browser: solved with the mouse, by keyboard alone and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.helpers.browsers import ComeIn, expect
from tests.helpers.looking import LAID_OUT, SIZES, covered, keep, picture, problems
from tests.helpers.puzzle_collection import REASON, hand, monster, small_collection, two_steps

ONE, TWO, HAND = monster(), two_steps(), hand()


@pytest.fixture(scope="module", autouse=True)
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with small_collection(tmp_path_factory.mktemp("puzzles")):
        yield


def opened(come_in: ComeIn, path: str, **how: int) -> Page:
    player = come_in(**how)
    player.page.goto(f"{player.url}/puzzles{path}")
    return player.page


def asks(page: Page) -> None:
    expect(page.get_by_text("What is the best choice here?")).to_be_visible()


def choose(page: Page, text: str) -> None:
    page.locator(f'[data-lit][data-choice="{text}"]').first.click()


def has_outcome(page: Page, verdict: str) -> None:
    outcome = page.get_by_role("region", name="Answer")
    expect(outcome.get_by_role("status")).to_have_text(verdict)


def test_the_answer_comes_after_the_try_with_the_win_chances_the_reason_and_the_rating(come_in: ComeIn) -> None:
    page = opened(come_in, f"/{ONE.id}")
    asks(page)
    assert REASON not in page.content(), "A link to a puzzle shows the puzzle and not the answer."
    assert page.locator("[data-action=hint], [data-action=play-all], [data-action=undo]").count() == 0
    choose(page, "acquire Void Initiate")
    has_outcome(page, "That is not the best choice.")
    outcome = page.get_by_role("region", name="Answer")
    expect(outcome.get_by_text("Best: “defeat Mephit”.")).to_be_visible()
    expect(outcome.get_by_text(REASON)).to_be_visible()
    expect(outcome.get_by_role("listitem")).to_have_count(len(ONE.steps[0].options))
    expect(outcome.get_by_role("listitem").first).to_contain_text("63")
    expect(outcome.get_by_text("Streak 0")).to_be_visible()
    expect(outcome.locator(".change")).to_contain_text("−")
    assert page.locator("[data-lit]").count() == 0, "Nothing can be chosen any more."
    outcome.get_by_role("button", name="Once more").click()
    asks(page)
    expect(page.get_by_text("this try does not count")).to_be_visible()
    choose(page, "defeat Mephit")
    has_outcome(page, "Right!")
    expect(page.get_by_text("This try does not change your rating.")).to_be_visible()


def test_two_steps_and_the_next_puzzle_by_keyboard_alone(come_in: ComeIn) -> None:
    page = opened(come_in, f"/{TWO.id}")
    asks(page)
    lit = page.locator("[data-lit]")
    places = lit.evaluate_all("all => all.map(each => each.dataset.choice)")
    page.keyboard.press(str(places.index("defeat Mephit") + 1))
    expect(page.get_by_text("Right. And now?")).to_be_visible()
    expect(page.locator("[data-zone=question]")).to_contain_text("Banish a card")
    page.locator('[data-lit][data-choice="choose Void Initiate"]').first.focus()
    page.keyboard.press("Enter")
    has_outcome(page, "Right!")
    expect(page.get_by_text("Streak 1")).to_be_visible()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(TWO.id))
    asks(page)


def test_giving_up_shows_the_answer_which_can_be_tried_out(come_in: ComeIn) -> None:
    page = opened(come_in, f"/{TWO.id}")
    asks(page)
    page.get_by_role("button", name="Show the answer").click()
    has_outcome(page, "The answer")
    for step in ("Step 1 of 2", "Step 2 of 2"):
        expect(page.get_by_role("heading", name=re.compile(step))).to_be_visible()
    page.get_by_role("button", name="Try it out").click()
    expect(page).to_have_url(re.compile("/editor/play#"))
    choose(page, "acquire Arha Initiate")
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()


def test_the_page_of_puzzles(come_in: ComeIn) -> None:
    player = come_in()
    page = player.goes_home()
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page).to_have_url(re.compile("/puzzles/daily$"))
    asks(page)
    page.get_by_role("button", name="Show the answer").click()
    has_outcome(page, "The answer")
    page.goto(f"{player.url}/puzzles")
    expect(page.get_by_text("You have tried it, and missed the answer.")).to_be_visible()
    expect(page.get_by_text("0 of 1")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Puzzle [0-9a-f]{10}$"))).to_be_visible()
    picture(page, "puzzles", full_page=True)
    assert problems(page) == []
    page.get_by_role("combobox", name="Sets").select_option(label="Rise of Vigil (1)")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(rf"/puzzles/{HAND.id}\?sets=rise-of-vigil"))


def test_without_a_puzzle_it_is_said_why(come_in: ComeIn) -> None:
    player = come_in()
    player.page.goto(f"{player.url}/puzzles/nothing")
    expect(player.page.get_by_role("heading", name="There is no such puzzle")).to_be_visible()
    player.page.get_by_role("link", name="All puzzles").click()
    expect(player.page.get_by_role("heading", name="Puzzles", exact=True)).to_be_visible()
    player.expects("404")


def test_it_fits_every_screen_before_and_after_the_answer(come_in: ComeIn) -> None:
    page = opened(come_in, f"/{ONE.id}")
    asks(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT)
        assert covered(page, "[data-lit], [data-action=answer], [data-action=end]") == []
        keep(page, f"puzzle-{width}")
    assert problems(page) == []
    choose(page, "defeat Mephit")
    has_outcome(page, "Right!")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert covered(page, "section[aria-label=Answer] header button") == []
        keep(page, f"puzzle-answer-{width}")
    assert problems(page) == []


def test_the_rating_is_on_the_profile(come_in: ComeIn) -> None:
    player = come_in()
    page = player.goes_home()
    account = {"name": "Solveig", "password": "correct horse"}
    assert page.request.post(f"{player.url}/api/me/account", data=account).ok
    solved = page.request.post(f"{player.url}/api/puzzles/{ONE.id}/tries", data={"choices": ["defeat Mephit"]})
    assert solved.ok
    page.goto(f"{player.url}/people/Solveig")
    expect(page.get_by_text("1 of 1 solved at the first try, longest streak 1")).to_be_visible()
