"""The opponent's turn, portraits, sounds, and the end of a game. Every deal has seed 8."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.looking import LAID_OUT, Opener, problems
from tests.helpers.servers import Served
from tools.web import PAGE

SLOW = "localStorage.setItem('vigil-speed', '0')"
SIZES = ((360, 640), (640, 360), (820, 1180), (1280, 720), (2560, 1080))
FEATURED = "[data-featured]"
TWO_SETS = ["chronicle-of-the-godslayer", "rise-of-vigil"]


def ends_turn(player: Player) -> None:
    expect(player.end).to_be_visible()
    player.page.keyboard.press("e")
    player.page.keyboard.press("e")


def test_the_opponents_cards_are_seen_until_they_are_skipped(come_in: ComeIn) -> None:
    player = come_in()
    player.page.add_init_script(SLOW)
    player.opens(first=0)
    page = player.page
    skip = page.get_by_role("button", name="Skip to your turn")
    expect(skip).not_to_be_visible()
    ends_turn(player)
    expect(page.locator(FEATURED).first).to_be_in_viewport(ratio=1)
    purse = page.locator("[data-zone=purse]")
    expect(purse).to_contain_text("0 runes")
    expect(player.end).to_have_count(0)
    page.keyboard.press("s")
    expect(player.end).to_be_visible()
    expect(page.locator(FEATURED)).to_have_count(0)
    expect(player.hand).to_have_count(5)
    expect(page.get_by_label("What happened")).to_contain_text("Turn 3")


def test_how_fast_others_play_is_chosen_on_the_bar_and_remembered(come_in: ComeIn) -> None:
    player = come_in()
    player.page.add_init_script(SLOW)
    player.opens(first=0)
    ends_turn(player)
    speed = player.page.get_by_label("Speed of the others' moves")
    expect(speed).to_have_value("0")
    speed.select_option("Instant")
    expect(player.end).to_be_visible()
    assert player.page.evaluate("localStorage.getItem('vigil-speed')") == "4"


def test_bots_have_names_and_faces(come_in: ComeIn) -> None:
    player = come_in()
    seats = ["me", "random", "casual", "player", "advanced", "expert"]
    player.opens(players=6, sets=TWO_SETS, seats=seats, first=0)
    faces = set()
    for seat, level in enumerate(["random", "casual", "player", "advanced", "expert"], 2):
        plate = player.page.locator(f"[data-zone=player-{seat}]")
        expect(plate).to_have_accessible_name(re.compile(rf"^[A-Z][a-z]+, {level} bot$"))
        faces.add(plate.locator("img").first.get_attribute("src"))
    assert len(faces) == 5
    assert all(face and face.startswith("data:image/svg+xml,") for face in faces)


# --- the end


def finished(player: Player, **settings: Any) -> tuple[str, Any]:
    """A game that was played by requests, the first option each time; its table and how it ended."""
    ask = player.page.request
    asked = {"seats": settings.pop("seats", ["me", "random"]), "start": True, "settings": settings}
    table = ask.post(f"{player.url}/api/tables", data=asked).json()
    address = f"{player.url}/api/tables/{table['id']}"
    for _ in range(2000):
        now = ask.get(address).json()
        if now["phase"] != "playing":
            return str(table["id"]), now["result"]
        decision = now["views"][0]["decision"]
        if decision is None:
            player.page.wait_for_timeout(20)
            continue
        choice = decision["options"][0]["text"]
        ask.post(f"{address}/actions", data={"do": "choose", "seat": 0, "version": now["version"], "choice": choice})
    pytest.fail("The game does not end.")


def buttons_are_in_view(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT)
        for button in ("Play again", "Replay", "Look at the table", "Start page"):
            found = page.get_by_label("The result").locator("footer").get_by_text(button)
            expect(found).to_be_in_viewport(ratio=1)
        expect(page.get_by_label("The result").get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)


def test_the_result_is_a_window_over_the_table(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    players = 6
    table, ended = finished(player, players=players, sets=TWO_SETS, seats=["me", *["random"] * 5], honor_pool=6)
    player.goes_to(table)
    result = page.get_by_label("The result")
    best, mine = max(ended["scores"]), ended["scores"][0]
    expected = f"You lost by {best - mine}" if best > mine else re.compile("^You (won|lost|share)")
    expect(result.get_by_role("heading", level=1)).to_have_text(expected)
    rows = result.locator("ol").first.get_by_role("listitem")
    expect(rows).to_have_count(players)
    expect(rows.first).to_contain_text(re.compile(rf": {best} honor, \d+ in crystals and \d+ on cards\."))
    expect(result.get_by_role("status")).to_contain_text(f"{best} honor")
    buttons_are_in_view(page)
    assert problems(page) == []
    page.keyboard.press("Escape")
    expect(result).to_have_count(0)
    expect(page.locator("[data-zone=row]")).to_be_visible()
    page.get_by_role("button", name="Show the result").click()
    expect(result).to_be_visible()


def test_honor_is_counted_card_by_card_until_somebody_is_impatient(come_in: ComeIn) -> None:
    player = come_in(reduced_motion="no-preference")
    player.page.add_init_script(SLOW)
    table, _ = finished(player, honor_pool=6)
    player.goes_to(table)
    result = player.page.get_by_label("The result")
    expect(result.get_by_text("Counting honor …")).to_be_visible()
    expect(result.get_by_role("heading", name="Where the honor came from")).to_have_count(0)
    result.click(position={"x": 5, "y": 5})
    expect(result.get_by_text("Counting honor …")).to_have_count(0)
    expect(result.get_by_role("heading", name="Where the honor came from")).to_have_count(1)


# --- sound

COUNTED = """
window.contexts = 0;
window.AudioContext = class extends window.AudioContext { constructor() { super(); window.contexts++; } };
"""
RENDERED = """async address => {
    const synth = await import(address);
    const found = {};
    for (const name of ["card", "coin", "blade", "shuffle", "day", "night", "turn", "victory", "defeat"]) {
        const context = new OfflineAudioContext(1, 2 * 44100, 44100);
        const gain = synth.output(context);
        gain.gain.value = synth.gainAt(1);
        synth.make(name, context, gain, 0);
        const samples = (await context.startRendering()).getChannelData(0);
        const last = samples.findLastIndex(value => Math.abs(value) > 0.001);
        const energy = samples.slice(0, last + 1).reduce((sum, value) => sum + value * value, 0);
        const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
        found[name] = { peak, loudness: Math.sqrt(energy / (last + 1)), lasts: last / 44100 };
    }
    return found;
}"""


def test_every_sound_is_heard_is_short_and_does_not_clip(opened: Opener) -> None:
    page = opened("/")
    (synth,) = (PAGE / "assets").glob("synth-*.js")
    for name, sound in page.evaluate(RENDERED, f"/assets/{synth.name}").items():
        assert 0.1 < sound["peak"] < 1, (name, sound)
        assert sound["loudness"] > 0.03, (name, sound)
        assert 0.1 < sound["lasts"] < 1.2, (name, sound)


SHOWN = """new Promise(done => {
    const look = () => document.body.innerText.includes('%s') ? done(true) : requestAnimationFrame(look);
    look();
})"""


def test_nothing_sounds_before_the_first_click(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    page = player.page
    page.add_init_script(COUNTED)
    session = page.context.new_cdp_session(page)

    def untouched(expression: str) -> Any:
        """Playwright's own way to ask counts as a touch of the page."""
        asked = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        return session.send("Runtime.evaluate", asked)["result"]["value"]

    table = player.opens(seats=["me", ""], start=False, first=1)
    bob = served.guest("Bob")
    bob.act(table, do="sit", seat=1)
    assert page.request.post(f"{player.url}/api/tables/{table}/actions", data={"do": "start"}).ok
    line = bob.line(table)
    line.told()
    line.choose("play Apprentice")
    assert untouched(SHOWN % "Bob plays")
    assert untouched("[navigator.userActivation.hasBeenActive, contexts]") == [False, 0]
    page.get_by_label("What happened").click()
    line.choose("play Apprentice")
    page.wait_for_function("() => contexts === 1")


def test_nothing_sounds_when_it_is_muted(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    page.add_init_script(COUNTED)
    player.opens(first=0)
    player.waits()
    page.get_by_role("button", name="Mute sounds").click()
    player.hand.first.click()
    expect(player.hand).to_have_count(4)
    assert page.evaluate("contexts") == 0
    assert page.evaluate("localStorage.getItem('vigil-muted')") == "yes"
    page.get_by_role("button", name="Mute sounds").click()
    page.wait_for_function("() => contexts === 1")
