"""The review of a game in a browser: requested, looked at, and one's own mistakes tried again. Deals have seed 8."""

from __future__ import annotations

import re
from time import sleep

import pytest
from playwright.sync_api import Page

from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.looking import LAID_OUT, SIZES, picture, problems
from tests.helpers.servers import SHORT, Guest, Served, finished


@pytest.fixture(scope="module")
def ada(served: Served) -> Guest:
    return served.guest("Ada")


def played(ada: Guest) -> str:
    """Ada has played both seats, taking whatever came first: there is much to learn from."""
    return finished(ada, **{**SHORT, "honor_pool": 16})


@pytest.fixture(scope="module")
def game(ada: Guest) -> str:
    """A game with a quick review."""
    found = played(ada)
    reviews = f"/api/games/{found}/reviews"
    ada.good(ada.http.post(reviews, json={"depth": "quick"}))
    while ada.good(ada.http.get(reviews))["reviews"][0]["state"] != "done":
        sleep(0.1)
    return found


def comes(come_in: ComeIn, ada: Guest, game: str, path: str = "") -> Player:
    """Ada, with her browser, at the review."""
    player = come_in()
    cookies = [{"name": name, "value": value, "url": player.url} for name, value in ada.http.cookies.items()]
    player.context.add_cookies(cookies)  # type: ignore[arg-type]
    player.page.goto(f"{player.url}/games/{game}/review{path}")
    return player


def is_reviewed(page: Page) -> None:
    expect(page.get_by_role("heading", name="Where the result came from")).to_be_visible()


def test_a_review_is_requested_shows_its_progress_and_stays(come_in: ComeIn, ada: Guest) -> None:
    game = played(ada)
    page = comes(come_in, ada, game).page
    page.get_by_role("button", name=re.compile("Quick review")).click()
    is_reviewed(page)
    for heading in ("Win chance", "The turns that decided the game", "Quality of play", "Moments"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    page.get_by_role("link", name="Show in the replay").first.click()
    expect(page).to_have_url(re.compile(rf"/games/{game}/replay\?step=\d+&seat=\d"))
    page.go_back()
    is_reviewed(page)


def test_the_history_leads_to_the_review(come_in: ComeIn, ada: Guest, game: str) -> None:
    not_reviewed = played(ada)
    page = comes(come_in, ada, game).page
    page.goto(page.url.replace(f"/games/{game}/review", "/history"))
    line = page.get_by_role("listitem").filter(has=page.locator(f'[href="/games/{game}"]'))
    other = page.get_by_role("listitem").filter(has=page.locator(f'[href="/games/{not_reviewed}"]'))
    expect(other.get_by_role("link", name="Replay of")).to_be_visible()
    expect(other.get_by_role("link", name="Review of")).to_have_count(0)
    picture(page, "history-reviewed")
    assert problems(page) == []
    line.get_by_role("link", name="Review of").click()
    expect(page).to_have_url(re.compile(f"/games/{game}/review$"))
    is_reviewed(page)


def test_it_fits_every_screen(come_in: ComeIn, ada: Guest, game: str) -> None:
    page = comes(come_in, ada, game).page
    is_reviewed(page)
    for summary in page.locator("summary").all()[:3]:
        summary.click()
    picture(page, "review")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert problems(page) == []


def test_own_mistakes_are_asked_again_until_they_are_solved(come_in: ComeIn, ada: Guest, game: str) -> None:
    page = comes(come_in, ada, game).page
    page.get_by_role("link", name=re.compile("Learn from")).click()
    practice = page.get_by_role("region", name="What would you do?")
    expect(practice).to_be_visible()
    picture(page, "review-practice")
    assert problems(page) == []
    while True:
        practice.get_by_role("button", name="Show the answer").click()
        expect(practice.get_by_text("Better:")).to_be_visible()
        after = practice.get_by_role("button", name=re.compile("Next|Finish"))
        is_last = after.inner_text() == "Finish"
        after.click()
        if is_last:
            break
    expect(practice.get_by_text(re.compile(r"0 of \d+ right at the first try"))).to_be_visible()
    practice.get_by_role("link", name="Back to the review").click()
    is_reviewed(page)


def test_the_right_answer_is_found_on_the_table_and_the_game_goes_on_from_there(
    come_in: ComeIn, ada: Guest, game: str
) -> None:
    page = comes(come_in, ada, game, "/practice").page
    practice = page.get_by_role("region", name="What would you do?")
    expect(practice).to_be_visible()
    review = ada.good(ada.http.get(f"/api/games/{game}/reviews/quick"))
    asked = next(each for each in review["decisions"] if each["seat"] == 0 and each["loss"] >= 3)
    best, chosen = (asked["options"][asked[which]]["text"] for which in ("best", "chosen"))
    for text, verdict in ((chosen, "That loses"), (best, "Right.")):
        page.locator(f'[data-choice="{text}"]').first.click()
        expect(practice.get_by_role("status")).to_contain_text(verdict)
    practice.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    dialog.get_by_role("button", name="Begin").click()
    expect(page).to_have_url(re.compile(r"/tables/"))
    expect(page.locator(f'[data-choice="{best}"]').first).to_be_visible()


def test_what_is_possible_at_any_step_of_the_replay(come_in: ComeIn, ada: Guest, game: str) -> None:
    page = comes(come_in, ada, game).page
    page.goto(page.url.replace("/review", "/replay?step=5"))
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    page.keyboard.press("w")
    possible = page.get_by_role("dialog", name="What is possible here?")
    expect(possible.get_by_text("decides.")).to_be_visible()
    assert possible.get_by_role("listitem").count() >= 2
    assert problems(page) == []


def test_a_game_in_progress_has_no_review(come_in: ComeIn) -> None:
    player = come_in()
    table = player.opens()
    player.page.goto(f"{player.url}/games/{table}/review")
    expect(player.page.get_by_role("alert")).to_contain_text("not over")
    expect(player.page.get_by_role("link", name="To the table")).to_be_visible()
    player.expects("409")
