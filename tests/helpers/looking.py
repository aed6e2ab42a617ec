"""Looking at a page: what axe finds, what can be clicked, and pictures for people."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect

from tools.web import PACKAGES

Opener = Callable[..., Page]

PICTURES: Final = Path(__file__).parents[1] / "web" / "pictures"
"""What the pages look like, for people; git leaves it out."""
WITH_PICTURES: Final = bool(os.environ.get("VIGIL_PICTURES"))

WIDTHS: Final = {360: 740, 1024: 768, 1920: 1080}
"""The height of the screen for each width."""
SIZES: Final = ((1440, 900), (1920, 1080), (1280, 720), (820, 1180), (390, 844), (360, 640))
"""The screens that a game is played on without scrolling: width and height."""
SERIOUS: Final = ("serious", "critical")
COLORS: Final = ["color-contrast", "link-in-text-block"]
"""The rules of axe that look at colors."""
LAID_OUT: Final = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
"""Waits until the page has answered a change of its size."""
THEME_IS: Final = """theme => document.documentElement.dataset.theme === theme
    && document.getAnimations().every(each => each.playState !== 'running')"""
"""The page has changed to the theme, and no color is on its way any more."""
COVERED: Final = """elements => elements.filter(element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map(element => element.dataset.choice ?? element.textContent.trim())"""


@contextmanager
def in_the_light_theme(page: Page) -> Iterator[None]:
    """A page that is in the dark theme, as all pages here are at first."""
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    page.wait_for_function(THEME_IS, arg="light")
    yield
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(THEME_IS, arg="dark")


def problems(page: Page, within: str = "html") -> list[str]:
    """What axe finds that is serious in the dark theme, and in the light one, from which only the colors differ.

    `within` is the part of the page that is looked at, where the rest has been seen before.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate((PACKAGES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    dark = _found_by_axe(page, within, {})
    with in_the_light_theme(page):
        return dark + _found_by_axe(page, within, {"runOnly": COLORS})


def _found_by_axe(page: Page, within: str, options: dict[str, Any]) -> list[str]:
    asked = [within, {"resultTypes": ["violations"], **options}]
    found = page.evaluate("([within, options]) => axe.run(within, options)", asked)
    assert found["passes"]
    return [
        f"{problem['id']}: {node['target']} {node['failureSummary']}"
        for problem in found["violations"]
        if problem["impact"] in SERIOUS
        for node in problem["nodes"][:3]
    ]


def picture(page: Page, name: str, sizes: Mapping[int, int] = WIDTHS, **how: Any) -> None:
    """At every width nothing sticks out."""
    for width, height in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        keep(page, f"{name}-{width}", **how)


def keep(page: Page, name: str, **how: Any) -> None:
    """A picture for people, who ask for it with VIGIL_PICTURES=1: drawing it takes longer than most tests."""
    if WITH_PICTURES:
        PICTURES.mkdir(exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png", **how)


def covered(page: Page, selector: str) -> list[str]:
    """What cannot be clicked at its center, because something lies over it or it is not on the screen."""
    assert page.locator(selector).count()
    return list(page.locator(selector).evaluate_all(COVERED))


def covered_on_any_screen(page: Page, selector: str) -> list[str]:
    """The same for each of the screens; nothing is scrolled."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT)
        found += [f"{width}x{height}: {each}" for each in covered(page, selector)]
    return found
