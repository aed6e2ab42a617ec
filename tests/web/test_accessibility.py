"""axe finds nothing serious on any page, in light and dark."""

from __future__ import annotations

import pytest

from tests.helpers.looking import Opener, problems


@pytest.mark.parametrize(
    "path", ["/", "/cards?kind=event", "/cards/darkwalker", "/rules", "/rules/dual-cost", "/design", "/nowhere"]
)
def test_axe_finds_nothing_serious(opened: Opener, path: str) -> None:
    page = opened(path)
    page.wait_for_load_state("networkidle")
    assert problems(page) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_faint_words_are_found_in_either_theme(opened: Opener, theme: str) -> None:
    page = opened("/nowhere")
    page.evaluate(
        """theme => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(`[data-theme=${theme}] main * { color: #777 !important; background: #888 !important }`);
            document.adoptedStyleSheets = [sheet];
        }""",
        theme,
    )
    assert any("color-contrast" in each for each in problems(page))
