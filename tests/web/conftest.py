"""A real browser, the page of the browser table, built and served, and a report, for it to look at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.helpers.browsers import WITHOUT_WORKER, ComeIn, a_server, players
from tests.helpers.chromium import NoBrowser, launch
from tests.helpers.layout_tables import LayoutTables
from tests.helpers.looking import Opener
from tests.helpers.servers import Served
from tools.web import PAGE, CannotBuild, build
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup
from vigil.lab.matches import Match, play
from vigil.lab.report import write_report
from vigil.lab.studies import StudyWriter

expect.set_options(timeout=40_000)

# As strict as the table server: nothing from elsewhere, no script and no style in the page itself.
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'"


class StaticPage(SimpleHTTPRequestHandler):
    """Files, and the page itself for every address that is none: the page finds its own way."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if not (PAGE / path.lstrip("/")).is_file():
            self.path = "/index.html"
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("content-security-policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            running = launch(playwright)
        except NoBrowser as problem:
            pytest.fail(str(problem), pytrace=False)
        yield running
        running.close()


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the page."""
    try:
        build()
    except CannotBuild as problem:
        pytest.fail(str(problem), pytrace=False)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(StaticPage, directory=str(PAGE)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def window(browser: Browser) -> Iterator[Page]:
    """A page that is used again and again: opening an address in it takes half as long as in a new one."""
    with browser.new_context(reduced_motion="reduce") as context:
        context.add_init_script(WITHOUT_WORKER)
        yield context.new_page()


@pytest.fixture
def opened(window: Page, site: str) -> Iterator[Opener]:
    """Opens an address of the page; whatever it complains about or fetches from elsewhere fails the test."""
    said: list[str] = []
    asked: list[str] = []
    listeners: dict[Any, Any] = {
        "console": lambda message: said.append(message.text),
        "pageerror": lambda error: said.append(str(error)),
        "request": lambda request: asked.append(request.url),
    }

    def open_page(path: str = "/", width: int = 1280, height: int = 900, scheme: Any = "dark") -> Page:
        window.set_viewport_size({"width": width, "height": height})
        window.emulate_media(color_scheme=scheme)
        window.goto(site + path)
        window.locator("main h1").first.wait_for()
        return window

    for event, listener in listeners.items():
        window.on(event, listener)
    yield open_page
    window.evaluate("localStorage.clear()")
    for event, listener in listeners.items():
        window.remove_listener(event, listener)
    assert said == []
    assert [url for url in asked if not url.startswith((site, "data:"))] == []


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests; every deal at its tables has seed 8."""
    with a_server(tmp_path_factory.mktemp("server")) as served:
        yield served


@pytest.fixture
def come_in(browser: Browser, served: Served) -> Iterator[ComeIn]:
    """Lets people come to the server, with a browser each."""
    with players(browser, served.url) as come_in:
        yield come_in


@pytest.fixture(scope="session")
def tables(browser: Browser, served: Served) -> Iterator[LayoutTables]:
    """One page on which all tests of the layout open their positions, and change the window."""
    with players(browser, served.url) as come_in:
        yield LayoutTables(come_in(no_viewport=True))


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a study with everything in it: all sets, and games enough that some cards decide them."""
    setup = Setup(LIBRARY, 3, tuple(LIBRARY.sets), honor_pool=12)
    match = Match(("advanced", "random"), setup, games=200, seed=3, recorded=True)
    folder = tmp_path_factory.mktemp("study")
    with StudyWriter(folder, match) as writer:
        for played in play(match):
            writer.add(played)
    write_report(folder, folder / "report.html")
    return folder / "report.html"
