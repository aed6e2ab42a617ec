"""The report in a real browser: it needs no network, tables sort, phones and keyboards are served, all is readable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

PHONE = 360
Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, report: Path) -> Iterator[Opener]:
    """Opens the page; whatever it complains about or asks the network for fails the test."""
    said: list[str] = []
    asked: list[str] = []
    with ExitStack() as pages:

        def open_page(width: int = 1280, scheme: Any = "light") -> Page:
            context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, offline=True)
            pages.callback(context.close)
            page = context.new_page()
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
            page.on("request", lambda request: asked.append(request.url))
            page.goto(report.as_uri())
            return page

        yield open_page
    assert said == []
    assert set(asked) == {report.as_uri()}


# --- charts


def test_every_chart_is_drawn_and_told(opened: Opener) -> None:
    page = opened()
    charts = page.locator("svg.chart")
    assert charts.count() == 9
    names = set()
    for chart in charts.all():
        box = chart.bounding_box()
        assert box is not None
        assert box["width"] > 300
        assert box["height"] > 50
        assert chart.locator(".dot, .bar, .line").count() >= 2
        assert chart.get_attribute("role") == "img"
        names.add(chart.get_attribute("aria-label"))
        # The same in words and numbers, beside the drawing.
        assert chart.locator("xpath=..").locator("figcaption").inner_text()
        assert chart.locator("xpath=ancestor::section").locator("table, p").count() >= 1
    assert len(names) == charts.count()
    assert "" not in names
    assert page.get_by_role("img", name="Win rate against expectation, by card").is_visible()


CUT_OFF = """
[...document.querySelectorAll("svg.chart")].flatMap(chart => {
  const frame = chart.getBoundingClientRect();
  return [...chart.querySelectorAll("text")].filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1
      || box.bottom > frame.bottom + 1;
  }).map(text => text.textContent);
})
"""

ON_TOP = """
[...document.querySelectorAll("svg.chart")].flatMap(chart => {
  const boxes = [...chart.querySelectorAll("text")].map(text => [text.textContent, text.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], index) => boxes.slice(index + 1).filter(([_, b]) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3
  ).map(([other]) => one + " / " + other));
})
"""


@pytest.mark.parametrize("width", [PHONE, 1280])
def test_no_label_is_cut_off_or_lies_on_another(opened: Opener, width: int) -> None:
    page = opened(width)
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(ON_TOP) == []


# --- tables


def column(table: Locator, place: int) -> list[str]:
    """What the cells of a column are sorted by, those aside that have nothing."""
    values = table.evaluate(
        "(table, place) => [...table.tBodies[0].rows].map(row => row.cells[place])"
        ".map(cell => cell.dataset.value ?? cell.textContent)",
        place,
    )
    return [value for value in values if value]


def test_tables_sort_by_click(opened: Opener) -> None:
    page = opened()
    table = page.locator("#all-cards")
    head = table.get_by_role("columnheader", name="Players who took it")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    numbers = [float(value) for value in column(table, 4)]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] > numbers[-1]
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert [float(value) for value in column(table, 4)] == numbers[::-1]
    other = table.get_by_role("columnheader", name="Pick rate")
    other.get_by_role("button").click()
    assert head.get_attribute("aria-sort") is None
    rates = [float(value) for value in column(table, 5)]
    assert rates == sorted(rates, reverse=True)


def test_tables_sort_by_keyboard(opened: Opener) -> None:
    page = opened()
    table = page.locator("#all-cards")
    head = table.get_by_role("columnheader", name="Card", exact=True)
    page.get_by_role("region", name="All cards").last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    names = column(table, 0)
    page.keyboard.press("Space")
    assert head.get_attribute("aria-sort") == "descending"
    assert column(table, 0) == names[::-1]
    assert names == page.evaluate("names => [...names].sort((a, b) => a.localeCompare(b))", names)


def test_every_table_sorts_in_every_column(opened: Opener) -> None:
    page = opened()
    for details in page.locator("summary").all():
        details.click()
    tables = page.locator("table.sorts").all()
    assert len(tables) >= 7
    for table in tables:
        for place, head in enumerate(table.locator("thead th").all()):
            head.get_by_role("button").click()
            values = column(table, place)
            is_word = "word" in (head.get_attribute("class") or "")
            if not is_word:
                numbers = [float(value) for value in values]
                assert numbers == sorted(numbers, reverse=True)
            assert head.get_attribute("aria-sort") == ("ascending" if is_word else "descending")


def test_cards_are_found(opened: Opener) -> None:
    page = opened()
    rows = page.locator("#all-cards tbody tr")
    everything = rows.count()
    page.get_by_label("Find").fill("mystic")
    assert page.locator("output").inner_text() == f"1 of {everything} cards"
    assert rows.locator("visible=true").locator("th").all_inner_texts() == ["Mystic"]
    page.get_by_label("Find").fill("")
    page.get_by_label("Kind").select_option("monster")
    shown = rows.locator("visible=true").count()
    assert 0 < shown < everything
    assert page.locator("output").inner_text() == f"{shown} of {everything} cards"


# --- people and their screens


@pytest.mark.parametrize("width", [320, PHONE, 768, 1280])
def test_the_page_never_scrolls_sideways(opened: Opener, width: int) -> None:
    page = opened(width)
    for details in page.locator("summary").all():
        details.click()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_wide_table_scrolls_in_its_frame_and_keeps_the_names(opened: Opener) -> None:
    page = opened(PHONE)
    frame = page.get_by_role("region", name="All cards").last
    frame.focus()
    frame.evaluate("frame => frame.scrollLeft = 400")
    assert frame.evaluate("frame => frame.scrollLeft") == 400
    name = frame.locator("tbody th").first.bounding_box()
    assert name is not None
    assert 0 <= name["x"] < 60


FAINT = """
() => {
  const light = ([r, g, b]) => [r, g, b].map(each => each / 255)
    .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    .reduce((sum, each, index) => sum + each * [0.2126, 0.7152, 0.0722][index], 0);
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
  const paper = element => {
    for (let each = element; each; each = each.parentElement) {
      const colour = numbers(getComputedStyle(each).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const faint = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !element.checkVisibility() || element.closest("script, title")) continue;
    const style = getComputedStyle(element);
    const ink = numbers(element.closest("svg") ? style.fill : style.color);
    const [a, b] = [light(ink), light(paper(element))].sort((a, b) => b - a);
    if ((a + 0.05) / (b + 0.05) < 4.5) faint.add(walk.currentNode.data.trim());
  }
  return [...faint];
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_stands_out(opened: Opener, scheme: str) -> None:
    page = opened(scheme=scheme)
    for details in page.locator("summary").all():
        details.click()
    assert page.evaluate(FAINT) == []
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") == (scheme == "light")


def test_the_page_has_an_order_that_can_be_heard(opened: Opener) -> None:
    page = opened()
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.title().startswith("200 games: Chronicle of the Godslayer + ")
    assert [page.locator(each).count() for each in ("main", "header", "nav", "h1")] == [1, 1, 1, 1]
    levels = page.locator("h1, h2, h3, h4").evaluate_all("heads => heads.map(head => Number(head.tagName[1]))")
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for link in page.locator("nav a").all():
        link.click()
        target = page.locator(page.evaluate("location.hash"))
        assert target.is_visible()
    for field in page.locator("input, select").all():
        assert field.evaluate("field => field.labels.length") == 1


def test_on_paper_everything_is_there(opened: Opener) -> None:
    page = opened()
    page.emulate_media(media="print")
    frame = page.locator(".tall")
    assert frame.evaluate("frame => frame.scrollHeight <= frame.clientHeight + 1")
    assert not page.locator(".filter").is_visible()
