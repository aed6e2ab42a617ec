"""Looking at a page: what axe finds, and pictures for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from playwright.sync_api import Page

from tools.web import PACKAGES

from .conftest import PICTURES

WIDTHS: Final = {360: 740, 1024: 768, 1920: 1080}
"""The height of the screen for each width."""
SERIOUS: Final = ("serious", "critical")


def problems(page: Page) -> list[str]:
    """What axe finds that is serious."""
    page.evaluate((PACKAGES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert found["passes"]
    return [
        f"{problem['id']}: {node['target']} {node['failureSummary']}"
        for problem in found["violations"]
        if problem["impact"] in SERIOUS
        for node in problem["nodes"][:3]
    ]


def picture(page: Page, name: str, sizes: Mapping[int, int] = WIDTHS) -> None:
    """At every width nothing sticks out, and people can see what it looks like."""
    PICTURES.mkdir(exist_ok=True)
    for width, height in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=PICTURES / f"{name}-{width}.png")
