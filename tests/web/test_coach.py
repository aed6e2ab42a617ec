"""The coach asks before a clear blunder, in games against bots, and says why. A hint says its reason."""

from __future__ import annotations

from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.looking import picture, problems
from tests.helpers.set_up_positions import PLENTY

SCREENS = {360: 640, 1280: 800}
JUDGED = "() => performance.getEntriesByType('resource').some(each => /coach/.test(each.name) && each.responseEnd > 0)"


def at_the_table(player: Player, is_coached: bool) -> None:
    """Whoever ends the turn here gives most of the game away."""
    if is_coached:
        player.page.add_init_script("localStorage.setItem('vigil-coach', 'on')")
    asked = {"position": PLENTY, "start": True}
    answer = player.page.request.post(f"{player.url}/api/tables", data=asked)
    assert answer.ok, answer.text()
    player.goes_to(answer.json()["id"])
    player.waits()


def test_sure_is_asked_before_a_blunder_and_the_reason_comes_afterwards(come_in: ComeIn) -> None:
    player = come_in()
    at_the_table(player, is_coached=True)
    page = player.page
    page.wait_for_function(JUDGED)
    page.keyboard.press("e")
    sure = page.get_by_role("dialog", name="Sure?")
    expect(sure).to_contain_text("points of your chance to win")
    assert problems(page) == []
    picture(page, "coach", SCREENS)
    sure.get_by_role("button", name="Take it back").click()
    expect(sure).to_have_count(0)
    expect(page.get_by_text("Coach:")).to_be_visible()
    expect(player.end).to_be_visible()


def test_what_is_meant_is_done(come_in: ComeIn) -> None:
    player = come_in()
    at_the_table(player, is_coached=True)
    player.page.wait_for_function(JUDGED)
    player.end.click()
    player.page.get_by_role("button", name="Keep it").click()
    expect(player.page.get_by_text("Coach:")).to_be_visible()
    expect(player.page.locator("[data-zone=story], [data-zone=side]").first).to_contain_text("Turn 2")


def test_without_the_setting_nothing_is_asked(come_in: ComeIn) -> None:
    player = come_in()
    at_the_table(player, is_coached=False)
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.page.get_by_title("Settings").click()
    expect(player.page.get_by_label("Coach: ask before a clear blunder")).not_to_be_checked()
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("h")
    expect(player.page.locator("[data-hinted]").first).to_be_visible()
    expect(player.page.locator("[data-zone=ribbon]")).not_to_contain_text("Your turn.")
    assert not [url for url in asked if "coach" in url]
