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
