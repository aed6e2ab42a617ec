"""axe finds nothing serious on any page, in light and dark."""

from __future__ import annotations

import pytest

from tools.web import PACKAGES

from .conftest import Opener

SERIOUS = ("serious", "critical")


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("path", ["/", "/cards?kind=event", "/cards/darkwalker", "/design", "/nowhere"])
def test_axe_finds_nothing_serious(opened: Opener, path: str, scheme: str) -> None:
    page = opened(path, scheme=scheme)
    page.wait_for_load_state("networkidle")
    page.evaluate((PACKAGES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [
        f"{problem['id']}: {node['target']} {node['failureSummary']}"
        for problem in found["violations"]
        if problem["impact"] in SERIOUS
        for node in problem["nodes"][:3]
    ] == []
    assert found["passes"]
