"""The screenshots of the play guide can be taken again, and all of them are shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.browsers import ComeIn
from tools.screenshots import DOCS, SHOTS, take


@pytest.mark.parametrize("name", ["start", "new-game", "learn"])
def test_a_screenshot_is_taken(name: str, come_in: ComeIn, tmp_path: Path) -> None:
    path = take(name, come_in, tmp_path)
    assert path.read_bytes().startswith(b"\xff\xd8")  # a JPEG file
    assert path.stat().st_size > 20_000  # with something on it


def test_the_guide_shows_every_screenshot() -> None:
    shown = set(re.findall(r"\(screenshots/([\w-]+)\.jpg\)", (DOCS / "play.md").read_text(encoding="utf-8")))
    assert shown == SHOTS.keys() == {path.stem for path in (DOCS / "screenshots").iterdir()}
