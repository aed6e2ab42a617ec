"""A real browser without a network, and a real report for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tools.browser import ADVICE, find
from vigil import LIBRARY
from vigil.lab.matches import Match, play
from vigil.lab.report import write_report
from vigil.lab.studies import StudyWriter

ARGUMENTS = [
    "--no-sandbox",  # otherwise it does not run as root, as it does in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find()
    if path is None:
        pytest.fail(ADVICE, pytrace=False)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a study with everything in it: all sets, and games enough that some cards decide them."""
    match = Match(
        ("advanced", "random"),
        tuple(LIBRARY.sets),
        games=400,
        players=3,
        honor_pool=20,
        seed=3,
        noted=True,
        custom_sets=(),
    )
    folder = tmp_path_factory.mktemp("study")
    with StudyWriter(folder, match) as writer:
        for played in play(match):
            writer.add(played)
    write_report(folder, folder / "report.html")
    return folder / "report.html"
