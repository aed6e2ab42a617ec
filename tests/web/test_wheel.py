"""The wheel is the whole product: it plays, it serves the page, and its engine is compiled."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.helpers.browsers import players
from tests.helpers.serve_process import Process
from tests.helpers.wheels import installed, release_wheel
from vigil import ENGINE

GAME = "import vigil; print(vigil.ENGINE, vigil.__file__, vigil.play(['advanced', 'random'], seed=8).winners)"


@pytest.mark.skipif(ENGINE != "compiled", reason="the engine is not compiled here")
def test_a_wheel_is_installed_and_played_in_the_browser(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = release_wheel(tmp_path / "dist")
    assert not wheel.name.endswith("-none-any.whl")
    python = installed(wheel, "serve", tmp_path / "environment")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    played = subprocess.run([python, "-c", GAME], capture_output=True, text=True, check=True)
    engine, place, winners = played.stdout.split()
    assert (engine, winners) == ("compiled", "[0]")
    assert Path(place).is_relative_to(tmp_path)
    server = Process(f"--database=sqlite:///{tmp_path}/tables.sqlite", python=str(python))
    try:
        with players(browser, server.url) as come_in:
            player = come_in()
            player.goes_home().get_by_role("button", name="Play", exact=True).click()
            player.hand.first.click()
            player.end.wait_for()
    finally:
        said = server.stop()
    assert "Traceback" not in said
