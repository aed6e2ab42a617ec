"""Histories, profiles, challenges, and being told that it is one's turn. Deals have seed 8."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.looking import keep, picture, problems
from tests.helpers.servers import Guest, Served

_numbers = count(1)

RECORDED = """
    window.told = []; window.asked = 0;
    window.Notification = class {
        static permission = 'default';
        static async requestPermission() { window.asked++; return this.permission = 'granted'; }
        constructor(title, options) { window.told.push(options.body); }
        close() {}
    };
"""
"""Browsers without a screen show no notices: what would be shown is written down."""


def name_of(first: str) -> str:
    """A name that nobody has yet: all tests share a server."""
    return f"{first} of Test {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[next(_numbers)]}"


def account(served: Served, first: str) -> tuple[Guest, str]:
    name = name_of(first)
    return served.guest().signs_up(name), name


def with_account(come_in: ComeIn, first: str, **given: Any) -> tuple[Player, str]:
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


# --- history


def test_a_history_is_searched_and_leads_to_the_replay(come_in: ComeIn, served: Served) -> None:
    ada, _ = with_account(come_in, "Ada")
    (ben, ben_name), (cleo, _) = account(served, "Ben"), account(served, "Cleo")
    for number in range(34):
        loses(ada, cleo if number % 17 else ben, sets=["war-of-shadows" if number == 5 else "chronicle"])
    page = goes(ada, "/history")
    games = page.locator("section", has=page.get_by_role("heading", name="Games that are over")).get_by_role("listitem")
    expect(games).to_have_count(30)
    expect(games.first).to_contain_text("Lost")
    assert problems(page) == []
    picture(page, "history", full_page=True)
    page.get_by_role("button", name="Older games").click()
    expect(games).to_have_count(34)
    page.get_by_role("searchbox", name="Opponent").fill(ben_name[:8].upper())
    expect(games).to_have_count(2)
    expect(games.first).to_contain_text(ben_name)
    page.get_by_role("combobox", name="Result").select_option("won")
    expect(page.get_by_text("No game fits.")).to_be_visible()
    page.get_by_role("button", name="Clear the search").click()
    page.get_by_role("combobox", name="Set").select_option("war-of-shadows")
    expect(games).to_have_count(1)
    page.get_by_label("From").fill("2020-01-01")
    expect(games).to_have_count(0)
    page.get_by_label("From").fill("1970-01-01")
    expect(games).to_have_count(1)
    page.get_by_role("link", name=re.compile("Replay of War of Shadows")).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/replay"))


def test_games_are_hidden_shown_again_and_abandoned(come_in: ComeIn, served: Served) -> None:
    ada, _ = with_account(come_in, "Ada")
    ben, _ = account(served, "Ben")
    shared = starts(ada, ben, sets=["war-of-shadows"])
    alone = ada.opens(sets=["rise-of-vigil"])
    page = ada.goes_home()
    tiles = page.locator(f'a[href="/tables/{shared}"], a[href="/tables/{alone}"]')
    expect(tiles).to_have_count(2)
    page.get_by_role("button", name="Hide or abandon: War of Shadows").click()
    assert problems(page) == []
    picture(page, "hide-or-abandon")
    page.get_by_role("button", name="Hide it").click()
    expect(tiles).to_have_count(1)
    page.get_by_role("button", name="Hide or abandon: Rise of Vigil").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The game ends at once, without a winner.")).to_be_visible()
    page.get_by_role("button", name="Abandon it").focus()
    page.keyboard.press("Enter")
    expect(tiles).to_have_count(0)
    page.get_by_role("link", name="All your games").first.click()
    page.get_by_text("Hidden games (1)").click()
    page.get_by_role("button", name="Show War of Shadows again").click()
    expect(page.get_by_role("button", name="Hide or abandon: War of Shadows")).to_be_visible()
    expect(page.get_by_text("abandoned", exact=True)).to_be_visible()
    assert ben.now(shared)["phase"] == "playing"


# --- profiles


def test_a_profile_shows_what_somebody_has_played(come_in: ComeIn, served: Served) -> None:
    ada, ada_name = with_account(come_in, "Ada")
    ben, ben_name = account(served, "Ben J.R.")
    for _ in range(2):
        loses(ada, ben, public=True)
    page = goes(ada, f"/people/{ben_name}")
    expect(page.get_by_role("heading", name=ben_name)).to_be_visible()
    expect(page.get_by_role("row", name=f"{ada_name} 2 0 0")).to_be_visible()
    expect(page.get_by_role("row", name="Chronicle of the Godslayer 2 0 0")).to_be_visible()
    expect(page.get_by_text("2 wins in a row")).to_be_visible()
    expect(page.locator("section").last.get_by_role("listitem")).to_have_count(2)
    assert problems(page) == []
    picture(page, "profile", full_page=True)
    page.get_by_role("link", name=ada_name).first.click()
    private = page.get_by_role("checkbox", name="Private profile")
    private.check()
    expect(page.get_by_text("nobody else sees what is below")).to_be_visible()
    assert problems(page) == []
    picture(page, "profile-own", full_page=True)
    stranger = goes(come_in(), f"/people/{ada_name}")
    expect(stranger.get_by_role("heading", name="This profile is private.")).to_be_visible()
    expect(stranger.get_by_text("No game that you may see.")).to_be_visible()
    expect(stranger.get_by_role("table")).to_have_count(0)
    picture(stranger, "profile-private")


def test_nobody_has_no_profile(come_in: ComeIn) -> None:
    player = come_in()
    player.expects("status of 404")
    page = goes(player, "/people/Nobody At All")
    expect(page.get_by_role("heading", name="There is nobody with an account of this name.")).to_be_visible()


def test_somebody_is_blocked_and_reported(come_in: ComeIn, served: Served) -> None:
    ada, ada_name = with_account(come_in, "Ada", width=360, height=740)
    ben, ben_name = account(served, "Ben")
    page = goes(ada, f"/people/{ben_name}")
    page.get_by_role("button", name="Report", exact=True).click()
    page.get_by_role("textbox", name="What happened").fill("Insults everybody.")
    assert problems(page) == []
    keep(page, "report-360")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("The moderators will look at it.")).to_be_visible()
    page.get_by_role("button", name="Block").click()
    page.get_by_role("dialog").get_by_role("button", name="Block").click()
    expect(page.get_by_text(f"You have blocked {ben_name}.")).to_be_visible()
    expect(page.get_by_role("link", name="Challenge")).to_have_count(0)
    answer = ben.http.post("/api/challenges", json={"name": ada_name})
    ben.refused(answer, "blocked", 403)
    goes(ada, f"/people/{ada_name}").get_by_role("button", name=f"Unblock {ben_name}").click()
    expect(page.get_by_text(f"{ben_name} is not blocked any more.")).to_be_visible()
    ben.good(ben.http.post("/api/challenges", json={"name": ada_name}))


# --- challenges


def test_a_challenge_is_seen_on_any_page_and_accepted(come_in: ComeIn, served: Served) -> None:
    ada, ada_name = with_account(come_in, "Ada", width=360, height=740)
    ben, ben_name = account(served, "Ben")
    page = goes(ada, "/cards")
    ben.good(ben.http.post("/api/challenges", json={"name": ada_name, "settings": {"clock": {"kind": "days"}}}))
    shown = page.get_by_role("region", name="Challenges")
    expect(shown).to_contain_text(f"{ben_name} challenges you")
    expect(shown).to_contain_text("3 days a turn")
    assert problems(page) == []
    picture(page, "challenge")
    page.get_by_role("button", name="Decline").click()
    expect(shown).to_have_count(0)
    made = ben.good(ben.http.post("/api/challenges", json={"name": ada_name}))
    page.get_by_role("button", name="Later").click()
    expect(shown).to_have_count(0)
    # From now on it is on the start page only, also after the page was loaded again.
    accept = goes(ada, "/").get_by_role("button", name="Accept")
    expect(accept).to_be_visible()
    page.get_by_role("link", name="Cards", exact=True).click()
    expect(page).to_have_url(re.compile("/cards$"))
    expect(accept).to_have_count(0)
    page.go_back()
    accept.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/tables/"))
    expect(page.locator("[data-zone=hand]")).to_be_visible()
    table = page.url.rsplit("/", 1)[-1]
    assert ben.good(ben.http.post(f"/api/challenges/{made['id']}/accept"))["table"] == table


def test_somebody_is_challenged_by_name(come_in: ComeIn, served: Served) -> None:
    ada, _ = with_account(come_in, "Ada")
    ben, ben_name = account(served, "Ben")
    page = goes(ada, f"/people/{ben_name}")
    page.get_by_role("link", name="Challenge").click()
    name = page.get_by_role("textbox", name="Name of the person")
    expect(name).to_have_value(ben_name)
    name.fill("Nobody At All")
    ada.expects("status of 404")
    page.get_by_role("button", name="Send the challenge").click()
    expect(page.get_by_role("alert")).to_contain_text('Nobody here is called "Nobody At All".')
    name.fill(ben_name)
    assert problems(page) == []
    picture(page, "new-challenge", full_page=True)
    page.get_by_role("button", name="Send the challenge").click()
    sent = page.get_by_role("article", name=f"You have challenged {ben_name}")
    expect(sent).to_be_visible()
    picture(page, "challenge-sent")
    sent.get_by_role("button", name="Withdraw").click()
    expect(sent).to_have_count(0)
    goes(ada, f"/new?challenge={ben_name}").get_by_role("button", name="Send the challenge").click()
    expect(sent).to_be_visible()
    (made,) = ben.good(ben.http.get("/api/challenges"))["challenges"]
    ben.good(ben.http.post(f"/api/challenges/{made['id']}/accept"))
    # Whoever waits for it goes there.
    expect(page).to_have_url(re.compile("/tables/"))
    expect(page.locator("[data-zone=hand]")).to_be_visible()


def test_a_challenge_that_is_accepted_at_once_leads_to_its_table(come_in: ComeIn, served: Served) -> None:
    """Notices are gathered: the page may not hear of its own challenge before the game has begun."""
    ada, _ = with_account(come_in, "Ada")
    ben, ben_name = account(served, "Ben")
    untold: list[str] = []

    def between(page: WebSocketRoute) -> None:
        def hear(text: str | bytes) -> None:
            notices = json.loads(text)
            challenges = notices["challenges"]
            notices["challenges"] = [each for each in challenges if each["state"] != "open"]
            untold.extend(each["id"] for each in challenges if each["state"] == "open")
            page.send(json.dumps(notices))

        page.connect_to_server().on_message(hear)

    ada.page.route_web_socket("**/ws/notices", between)
    page = goes(ada, f"/new?challenge={ben_name}")
    page.get_by_role("button", name="Send the challenge").click()
    while not untold:
        page.wait_for_timeout(20)
    ben.good(ben.http.post(f"/api/challenges/{untold[0]}/accept"))
    expect(page).to_have_url(re.compile("/tables/"))


def test_a_rematch_needs_everybody(come_in: ComeIn, served: Served) -> None:
    ada, _ = with_account(come_in, "Ada")
    ben, ben_name = account(served, "Ben")
    table = loses(ada, ben)
    ada.goes_to(table)
    page = ada.page
    result = page.get_by_role("dialog", name="The result")
    result.get_by_role("button", name="Play again").click()
    expect(result.get_by_text(f"Waiting for {ben_name}")).to_be_visible()
    assert problems(page) == []
    result.get_by_role("button", name="Withdraw").click()
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
    made = ben.good(ben.http.post(f"/api/games/{table}/rematch"))
    expect(result.get_by_text(f"{ben_name} wants to play again")).to_be_visible()
    keep(page, "rematch")
    result.get_by_role("button", name="Accept").click()
    expect(page).not_to_have_url(re.compile(table))
    expect(page.locator("[data-zone=hand]")).to_be_visible()
    assert page.url.endswith(ben.good(ben.http.post(f"/api/challenges/{made['id']}/accept"))["table"])


# --- my turn


def test_the_next_game_is_a_click_away_and_the_title_counts(come_in: ComeIn, served: Served) -> None:
    ada, _ = with_account(come_in, "Ada", width=360, height=640)
    ben, _ = account(served, "Ben")
    first, second = (starts(ada, ben, clock={"kind": "days"}) for _ in range(2))
    page = goes(ada, "/rules")
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    ada.goes_to(first)
    expect(page).to_have_title(re.compile(r"^\(1\) Your move"))
    following = page.get_by_role("link", name="Next game, 1 waiting")
    expect(following).to_have_count(0)
    ada.end.click()
    ada.end.click()
    expect(following).to_be_visible()
    picture(page, "next-game", {360: 640, 1280: 800})
    following.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(second))
    # Ben has moved: on another page it is said, and leads to the table.
    line = ben.line(first)
    line.told()
    line.choose("end turn")
    goes_to_first = page.get_by_role("button", name="Go to the table")
    goes_to_first.click()
    expect(page).to_have_url(re.compile(first))
    expect(goes_to_first).to_have_count(0)


def test_the_browser_notifies_when_it_was_asked_to(come_in: ComeIn, served: Served) -> None:
    ada, _ = with_account(come_in, "Ada")
    ada.context.add_init_script(RECORDED)
    ben, ben_name = account(served, "Ben")
    table = starts(ada, ben, first=1)
    page = goes(ada, "/history")
    box = page.get_by_role("checkbox", name="Notify me when it is my turn")
    expect(box).not_to_be_checked()
    assert page.evaluate("asked") == 0, "Nobody is asked by a page that only opens."
    box.check()
    expect(box).to_be_checked()
    assert page.evaluate("asked") == 1
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    line = ben.line(table)
    line.told()
    line.choose("end turn")
    page.wait_for_function("() => window.told.length")
    assert page.evaluate("told") == [f"Your turn against {ben_name}: Chronicle of the Godslayer"]
    box.uncheck()
    ada_id = page.request.get(f"{ada.url}/api/me").json()["name"]
    ben.good(ben.http.post("/api/challenges", json={"name": ada_id}))
    expect(page.get_by_role("region", name="Challenges")).to_be_visible()
    assert len(page.evaluate("told")) == 1
