"""The card browser in a real browser: by keyboard and by mouse, on a phone and on a wide screen, in light and dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.looking import Opener, keep, picture, problems
from vigil.cards import LIBRARY
from vigil.worth import own_worth

CARDS = "main ul a"


def names(page: Page) -> list[str]:
    """What is said about the cards that are shown, up to the first full stop after the name."""
    labels = page.locator(f"{CARDS} > div").evaluate_all("cards => cards.map(card => card.getAttribute('aria-label'))")
    return [re.split(r"\. (?=[A-Z])", label)[0] for label in labels]


def test_a_card_is_found_and_read_by_keyboard_alone(opened: Opener) -> None:
    page = opened("/cards")
    page.keyboard.press("/")
    page.keyboard.type("monk of the lidless")
    expect(page.locator(CARDS)).to_have_count(1)
    page.keyboard.press("Control+A")
    page.keyboard.type("templar")
    expect(page.get_by_role("status").first).to_contain_text(re.compile(r"^\s*\d+ of 204 cards"))
    for _ in range(8):  # five filters, the order, the button that clears them, the first card
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    second = names(page)[1]
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2)).to_have_text(second)
    page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("heading", level=2)).to_have_text(names(page)[2])
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert page.evaluate("document.activeElement.querySelector('[role=img]').ariaLabel").startswith(names(page)[2])


def test_arrows_move_over_the_grid(opened: Opener) -> None:
    page = opened("/cards?keyword=energize")
    page.locator(CARDS).first.focus()

    def place() -> int:
        return int(page.evaluate(f"[...document.querySelectorAll({CARDS!r})].indexOf(document.activeElement)"))

    page.keyboard.press("ArrowLeft")
    assert place() == 0
    page.keyboard.press("ArrowDown")
    columns = place()
    assert columns > 2
    page.keyboard.press("End")
    assert place() == 23
    page.keyboard.press("ArrowUp")
    assert place() == 23 - columns
    page.keyboard.press("Home")
    assert place() == 0
    # One stop of the Tab key is enough for all cards.
    assert page.locator(f"{CARDS}[tabindex='0']").count() == 1


def test_filters_work_together_and_stand_in_the_address(opened: Opener) -> None:
    page = opened("/cards")
    expect(page.locator(CARDS)).to_have_count(204)
    page.get_by_role("combobox", name="Faction").select_option("Void")
    page.get_by_role("combobox", name="Kind").select_option("construct")
    page.get_by_role("combobox", name="Cost").select_option("5")
    assert sorted(names(page)) == ["Voidfeeder", "Voidthirster"]
    assert page.url.endswith("/cards?faction=void&kind=construct&cost=5")
    page.reload()
    assert sorted(names(page)) == ["Voidfeeder", "Voidthirster"]
    page.get_by_role("button", name="Clear all").click()
    expect(page.locator(CARDS)).to_have_count(204)


def test_a_search_that_finds_nothing_says_what_helps(opened: Opener) -> None:
    page = opened("/cards?words=qqq")
    expect(page.locator("main")).to_contain_text("Take a filter away")
    expect(page.get_by_role("status").first).to_contain_text("0 of 204")


def test_a_card_has_an_address_of_its_own(opened: Opener) -> None:
    page = opened("/cards/p-r-i-m-e-directive")
    dialog = page.get_by_role("dialog", name="P.R.I.M.E Directive")
    expect(dialog.get_by_role("img", name=re.compile("win the game"))).to_be_visible()
    expect(page).to_have_title("P.R.I.M.E Directive · Cards · Vigil")
    dialog.get_by_role("button", name="Close").click()
    expect(page).to_have_url(re.compile("/cards$"))


def test_rulings_are_fetched_with_the_card(opened: Opener) -> None:
    page = opened("/cards")
    page.get_by_role("img", name=re.compile("^Arha Templar")).click()
    rulings = page.get_by_role("dialog").get_by_role("listitem")
    expect(rulings.first).to_contain_text("Cultist is a legal target")


def test_a_card_shows_what_it_is_worth_with_intervals(opened: Opener) -> None:
    page = opened("/cards/hedron-cannon")
    worth = page.get_by_role("dialog").get_by_role("region", name="Worth", exact=True)
    measure = own_worth("Hedron Cannon")
    assert measure is not None
    assert measure.effect is not None
    said = worth.get_by_role("img", name=re.compile(r"^Forced: \+.* points, \+.* to \+.* games$"))
    expect(said).to_have_count(1)
    expect(said).to_have_attribute("aria-label", re.compile(f"{measure.effect.games} games"))
    expect(worth).to_contain_text("Biased: whoever is ahead can afford more")
    worth.get_by_text("By players, phase and set").click()
    expect(worth.get_by_role("row")).to_have_count(1 + 1 + len(measure.by))
    assert problems(page, "dialog") == []
    keep(page, "card-worth")


def test_a_card_that_nobody_takes_says_nothing_of_worth(opened: Opener) -> None:
    page = opened("/cards/apprentice")
    expect(page.get_by_role("dialog", name="Apprentice")).to_be_visible()
    expect(page.get_by_role("heading", name="Worth")).to_have_count(0)


def test_cards_are_sorted_by_worth_and_the_numbers_are_fetched_only_then(opened: Opener) -> None:
    page = opened("/cards?set=rise-of-vigil")
    expect(page.locator(CARDS).first).to_be_visible()
    fetched = "performance.getEntriesByType('resource').filter(each => each.name.includes('worth-')).length"
    before = page.evaluate(fetched)
    page.get_by_role("combobox", name="Sort by").select_option("Worth, forced")
    ranked = sorted(
        (worth for card in LIBRARY.sets["rise-of-vigil"].cards if (worth := own_worth(card.name)) and worth.effect),
        key=lambda worth: -worth.effect.value if worth.effect else 0.0,
    )
    best = ranked[0]
    assert best.effect is not None
    expect(page.locator("main ul li").first).to_contain_text(f"{best.effect.value:+.1f} ±")
    assert names(page)[0] == best.card
    assert page.url.endswith("sort=effect")
    assert page.evaluate(fetched) > before
    keep(page, "cards-by-worth")
    page.reload()
    expect(page.locator("main ul li").first).to_contain_text(f"{best.effect.value:+.1f} ±")


def test_worth_fits_a_phone(opened: Opener) -> None:
    page = opened("/cards/mystic", width=360, height=640)
    worth = page.get_by_role("dialog").get_by_role("region", name="Worth", exact=True)
    worth.get_by_text("By players, phase and set").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert worth.evaluate("each => each.scrollWidth <= each.clientWidth + 1")


def test_an_event_leads_to_what_it_becomes_and_back(opened: Opener) -> None:
    page = opened("/cards/emris-trial")
    page.get_by_role("dialog").get_by_role("link", name="Emri, Born of Battle").click()
    expect(page.get_by_role("dialog", name="Emri, Born of Battle")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog", name="Emri's Trial")).to_be_visible()


def test_pictures_are_drawn_under_the_servers_policy(opened: Opener) -> None:
    page = opened("/cards")
    colours = page.locator(f"{CARDS} img").first.evaluate(
        """async image => {
            await image.decode();
            const canvas = Object.assign(document.createElement("canvas"), {width: 50, height: 60});
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0, 50, 60);
            return new Set(new Uint32Array(context.getImageData(0, 0, 50, 60).data.buffer)).size;
        }"""
    )
    assert colours > 300


CUT_OFF = """cards => cards
    .filter(card => [...card.querySelectorAll(".words, p")].some(text => text.scrollHeight > text.clientHeight + 1))
    .map(card => card.getAttribute("aria-label"))"""


def test_no_text_is_cut_off_on_cards_in_the_hand(opened: Opener) -> None:
    page = opened("/cards")
    expect(page.locator(CARDS)).to_have_count(204)
    page.locator("main ul").evaluate("list => list.style.setProperty('--card-width', '130px')")
    assert page.locator(f"{CARDS} > div").evaluate_all(CUT_OFF) == []


@pytest.mark.parametrize("card", ["brother-laias", "cell-block-e", "shade-of-sadranis", "oziah-judge-of-logos"])
def test_no_text_is_cut_off_on_an_enlarged_card(opened: Opener, card: str) -> None:
    page = opened(f"/cards/{card}", width=360, height=800)
    large = page.get_by_role("dialog").locator(".card")
    assert large.evaluate_all(CUT_OFF) == []
    assert large.count() == 1


@pytest.mark.parametrize("path", ["/", "/cards", "/cards/darkwalker", "/design", "/nowhere"])
def test_every_page_fits_every_width(opened: Opener, path: str) -> None:
    page = opened(path)
    page.wait_for_load_state("networkidle")
    name = path.strip("/").replace("/", "-") or "start"
    picture(page, name, {360: 900, 820: 900, 1600: 900}, full_page=path == "/design")


def test_every_picture_of_the_gallery_is_drawn(opened: Opener) -> None:
    page = opened("/cards", width=1600, height=5200)
    expect(page.locator(CARDS)).to_have_count(204)
    page.wait_for_function("[...document.images].every(image => image.complete)")
    keep(page, "gallery")


def test_the_theme_is_chosen_and_kept(opened: Opener) -> None:
    page = opened("/cards", scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Change to the dark theme").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
