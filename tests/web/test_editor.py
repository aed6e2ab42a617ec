"""The position editor: positions are set up, played on both sides, asked about, shared, saved and opened."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from tests.helpers.browsers import ComeIn, Player, expect
from tests.helpers.looking import picture, problems
from tests.helpers.servers import Served, finished
from vigil.scenarios import load

SCREENS = {360: 640, 390: 844, 820: 1180, 1280: 800}
MEPHIT = """
[[scenario]]
title = "Mephit"
given.row = ["Mephit", "Landtalker / Energy Shard"]
given.center_deck = ["Wolf Shaman", "Spike Vixen"]
given.p1.hand = ["Heavy Infantry", "Apprentice"]
given.p1.deck = ["Militia", "Militia", "Apprentice", "Apprentice"]
given.p1.power = 1
given.p2.hand = ["Apprentice", "Militia"]
given.p2.deck = ["Apprentice", "Militia"]
"""


class Editor:
    """Somebody at the position editor."""

    def __init__(self, player: Player, address: str = "/editor") -> None:
        self.player = player
        self.page: Page = player.page
        self.page.goto(player.url + address)
        expect(self.page.locator("[data-part=tools]")).to_be_visible()

    def zone(self, key: str) -> Locator:
        return self.page.locator(f'[data-edits="{key}"]')

    def cards(self, key: str) -> list[str]:
        return [str(each.get_attribute("title")) for each in self.zone(key).locator("button.laid").all()]

    def says(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("[data-part=findings]")).to_contain_text(text)

    def opens(self, tmp_path: Path, text: str = MEPHIT) -> None:
        file = tmp_path / "scenario.toml"
        file.write_text(text, encoding="utf-8")
        self.page.get_by_label("Open a file").set_input_files(file)
        expect(self.zone("row").locator("button.laid").first).to_be_visible()
        self.says("This position can be played.")

    def plays(self) -> None:
        self.page.get_by_role("button", name="Play it here").click()
        expect(self.page.locator("[data-zone=hand]")).to_be_visible()


def test_a_position_is_set_up_by_mouse(come_in: ComeIn) -> None:
    editor = Editor(come_in())
    page = editor.page
    page.get_by_label("Find cards").fill("mephit")
    page.get_by_role("button", name=re.compile("Add to Center row: Mephit")).click()
    assert editor.cards("row") == ["Mephit"]
    editor.zone("p1.hand").get_by_role("button", name="Hand 0").click()
    page.get_by_label("Find cards").fill("militia")
    page.get_by_role("button", name=re.compile("Add to Player 1: Hand: Militia")).click(click_count=2)
    assert editor.cards("p1.hand") == ["Militia", "Militia"]
    found = page.locator("[data-part=search] li button").first
    found.drag_to(editor.zone("p2.discard"))
    assert editor.cards("p2.discard") == ["Militia"]
    editor.zone("p1.hand").locator("button.laid").first.drag_to(editor.zone("p1.deck"))
    assert (editor.cards("p1.hand"), editor.cards("p1.deck")) == (["Militia"], ["Militia"])
    page.locator("[data-player=p1]").get_by_role("spinbutton", name="Power").fill("3")
    page.get_by_label("Honor pool").fill("0")
    editor.says("The honor pool is empty: this is the last round.")
    page.get_by_label("Whose turn").select_option("p2")
    editor.says("It is p2's turn: p1's power will not count.")
    page.get_by_label("Whose turn").select_option("p1")
    editor.plays()
    page.locator('[data-choice="defeat Mephit"]').click()
    expect(page.locator("[data-part=tools]")).to_contain_text("After 1 step")


def test_by_finger_on_a_phone(come_in: ComeIn) -> None:
    editor = Editor(come_in(width=390, height=844, has_touch=True, is_mobile=True))
    page = editor.page
    page.get_by_role("button", name=re.compile("Add to Center row: Mystic")).tap()
    assert editor.cards("row") == ["Mystic"]
    editor.zone("p2.hand").get_by_role("button", name="Hand 0").tap()
    page.get_by_role("button", name=re.compile("Add to Player 2: Hand: Militia")).tap()
    editor.zone("row").locator("button.laid").tap()
    page.get_by_role("button", name="Move to Player 2: Hand").tap()
    assert (editor.cards("row"), editor.cards("p2.hand")) == ([], ["Militia", "Mystic"])
    editor.zone("p2.hand").locator("button.laid").first.tap()
    page.get_by_role("group", name="Militia").get_by_role("button", name="Remove").tap()
    assert editor.cards("p2.hand") == ["Mystic"]


def test_by_keyboard_alone(come_in: ComeIn) -> None:
    editor = Editor(come_in())
    page = editor.page
    page.get_by_label("Find cards").focus()
    page.keyboard.type("Mephit")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("Landtalker")
    page.keyboard.press("Enter")
    assert editor.cards("row") == ["Mephit", "Landtalker"]
    editor.zone("row").locator("button.laid").nth(1).focus()
    page.keyboard.press("Alt+ArrowLeft")
    assert editor.cards("row") == ["Landtalker", "Mephit"]
    page.keyboard.press("Delete")
    expect(editor.zone("row").locator("button.laid")).to_have_count(1)
    expect(editor.zone("row").locator("button.laid")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("group", name="Mephit").get_by_role("button", name="Earlier")).to_be_focused()
    page.get_by_role("group", name="Mephit").get_by_role("button", name="Treasure under it").press("Enter")
    assert editor.cards("row") == ["Mephit / Energy Shard"]


def test_problems_are_sentences(come_in: ComeIn, tmp_path: Path) -> None:
    editor = Editor(come_in())
    editor.zone("p1.constructs").get_by_role("button", name="Constructs 0").click()
    editor.page.get_by_label("Find cards").fill("apprentice")
    editor.page.get_by_role("button", name=re.compile("Add to Player 1: Constructs: Apprentice")).click()
    editor.says('"Apprentice" is a hero, so it cannot be in p1.constructs.')
    expect(editor.page.get_by_role("button", name="Play it here")).to_have_attribute("aria-disabled", "true")
    editor.page.get_by_label("Open a file").set_input_files(
        files=[{"name": "x.toml", "mimeType": "text/plain", "buffer": b'[[scenario]]\ngiven.row = ["Mephitt"]'}]
    )
    editor.player.expects("422")
    expect(editor.page.get_by_text('There is no card called "Mephitt". Did you mean "Mephit"?')).to_be_visible()


def test_both_sides_are_played_and_steps_are_taken_back(come_in: ComeIn, tmp_path: Path) -> None:
    editor = Editor(come_in())
    editor.opens(tmp_path)
    editor.plays()
    page = editor.page
    page.locator('[data-choice="play Apprentice"]').click()
    expect(page.locator("[data-part=tools]")).to_contain_text("After 1 step")
    page.locator("[data-action=undo]").click()
    expect(page.locator("[data-part=tools]")).to_contain_text("Before the first step")
    page.locator("[data-action=end]").click()
    page.locator("[data-action=end]").click()
    expect(page.locator("[data-zone=hand]")).to_contain_text("Militia")
    expect(page.locator('[data-choice="play Militia"]').first).to_be_visible()
    page.get_by_role("button", name="Set up").click()
    editor.says("1 step was taken from here")
    assert editor.cards("row") == ["Mephit", "Landtalker / Energy Shard"]


def test_what_is_possible_why_not_and_what_it_is_worth(come_in: ComeIn, tmp_path: Path) -> None:
    editor = Editor(come_in())
    editor.opens(tmp_path)
    page = editor.page
    page.get_by_role("button", name="What is possible?").click()
    window = page.get_by_role("dialog")
    expect(window).to_contain_text("play Heavy Infantry")
    expect(window).to_contain_text("Mephit costs 3 power; you have 1.")
    window.get_by_role("button", name="What is it worth?").click()
    expect(window.locator("tr").first).to_contain_text(re.compile(r"\d+ %\s*best"))
    expect(window.locator("tr").last).to_contain_text(re.compile(r"−\d+\.\d ± \d+\.\d"))
    assert problems(page) == []
    page.keyboard.press("Escape")
    editor.plays()
    page.get_by_role("button", name="What is possible?").click()
    page.get_by_role("dialog").get_by_role("button", name="play Heavy Infantry").click()
    expect(page.locator("[data-part=tools]")).to_contain_text("After 1 step")
    page.keyboard.press("h")
    expect(page.locator("[data-hinted]").first).to_be_visible()


def test_the_link_has_the_whole_position(come_in: ComeIn, tmp_path: Path) -> None:
    editor = Editor(come_in())
    editor.opens(tmp_path)
    editor.plays()
    editor.page.locator('[data-choice="play Apprentice"]').click()
    expect(editor.page.locator("[data-part=tools]")).to_contain_text("After 1 step")
    editor.page.wait_for_function("location.hash.length > 20")
    address = editor.page.url.removeprefix(editor.player.url)
    friend = Editor(come_in(), address)
    expect(friend.page.locator("[data-part=tools]")).to_contain_text("After 1 step")
    expect(friend.page.locator('[data-choice="play Apprentice"]')).to_have_count(0)
    assert friend.page.locator("[data-zone=row] [data-looks=Mephit]").count() == 1


@pytest.mark.parametrize("fragment", ["#nonsense", "#" + "A" * 20_000, "#eyJzZXRzIjoxfQ"])
def test_a_broken_link_opens_an_empty_position(come_in: ComeIn, fragment: str) -> None:
    editor = Editor(come_in(), f"/editor{fragment}")
    expect(editor.page.get_by_text("This link has no position that can be read.")).to_be_visible()
    assert editor.cards("row") == []


def test_saved_as_a_scenario_file_that_runs(come_in: ComeIn, tmp_path: Path) -> None:
    editor = Editor(come_in())
    editor.opens(tmp_path)
    editor.plays()
    editor.page.locator('[data-choice="play Heavy Infantry"]').click()
    expect(editor.page.locator("[data-part=tools]")).to_contain_text("After 1 step")
    editor.page.get_by_role("button", name="Save as file").click()
    editor.page.get_by_label("What is it about?").fill("Is Mephit worth it?")
    with editor.page.expect_download() as saved:
        editor.page.get_by_role("button", name="Download").click()
    saved.value.save_as(tmp_path / "saved.toml")
    (scenario,) = load(tmp_path / "saved.toml")
    assert (scenario.title, scenario.steps) == ("Is Mephit worth it?", ["play Heavy Infantry"])
    assert scenario.given["row"] == ["Mephit", "Landtalker / Energy Shard"]


def test_a_file_with_several_scenarios(come_in: ComeIn, tmp_path: Path) -> None:
    editor = Editor(come_in())
    file = tmp_path / "several.toml"
    file.write_text(MEPHIT + MEPHIT.replace('"Mephit"\n', '"The other one"\n', 1), encoding="utf-8")
    editor.page.get_by_label("Open a file").set_input_files(file)
    editor.page.get_by_role("button", name="The other one").click()
    editor.says("This position can be played.")
    assert editor.cards("p1.hand") == ["Heavy Infantry", "Apprentice"]


def test_a_table_is_opened_from_it(come_in: ComeIn, tmp_path: Path) -> None:
    editor = Editor(come_in())
    editor.opens(tmp_path)
    editor.page.get_by_role("button", name="Open a table").click()
    editor.page.get_by_label("The others are bots").select_option("casual")
    editor.page.get_by_role("button", name="Begin").click()
    expect(editor.page).to_have_url(re.compile("/tables/"))
    expect(editor.page.locator('[data-choice="play Heavy Infantry"]')).to_be_visible()


# --- from games


@pytest.fixture(scope="module")
def game(served: Served) -> str:
    return finished(served.guest("Ada"))


def test_every_moment_of_a_replay_opens_in_it(come_in: ComeIn, game: str) -> None:
    player = come_in()
    player.page.goto(f"{player.url}/games/{game}/replay?step=9")
    row = player.page.locator("[data-zone=row] [data-looks]")
    expect(row.first).to_be_visible()
    cards = [each.get_attribute("data-looks") for each in row.all()]
    player.page.locator("[data-action=edit]").first.click()
    expect(player.page.locator("[data-part=findings]")).to_contain_text("taken from here")
    player.page.get_by_role("button", name="Play it here").click()
    expect(row.first).to_be_visible()
    assert [each.get_attribute("data-looks") for each in row.all()] == cards


def test_what_looks_wrong_becomes_a_file(come_in: ComeIn, tmp_path: Path) -> None:
    player = come_in()
    table = player.opens()
    player.waits()
    player.hand.first.click()
    player.page.keyboard.press("?")
    player.page.get_by_role("button", name="This looks wrong").click()
    player.page.get_by_label("What should have happened instead?").fill("I had more cards")
    assert problems(player.page) == []
    with player.page.expect_download() as saved:
        player.page.get_by_role("button", name="Download the file").click()
    assert saved.value.suggested_filename == f"vigil-{table}.toml"
    saved.value.save_as(tmp_path / "report.toml")
    (scenario,) = load(tmp_path / "report.toml")
    assert scenario.title == "I had more cards"
    assert len(scenario.steps) == 1
    player.page.keyboard.press("?")
    player.page.get_by_role("button", name="This looks wrong").click()
    player.page.get_by_role("button", name="Open in the position editor").click()
    expect(player.page.locator("[data-part=tools]")).to_contain_text("After 1 step")


# --- screens


def test_axe_and_all_screens(come_in: ComeIn, tmp_path: Path) -> None:
    editor = Editor(come_in())
    editor.opens(tmp_path)
    editor.zone("row").locator("button.laid").first.click()
    assert problems(editor.page) == []
    picture(editor.page, "editor", SCREENS)
    editor.plays()
    assert problems(editor.page) == []
    picture(editor.page, "editor-play", SCREENS)
