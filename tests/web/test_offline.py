"""The page as an app: it can be installed, and it opens when the server cannot be reached. Deals have seed 8."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import httpx
from playwright.sync_api import Browser

from tests.helpers.browsers import ComeIn, Player, a_server, expect, players
from tests.helpers.servers import SHORT, Served, play_on
from tools.web import PAGE
from vigil.server.settings import ServerSettings

IS_KEPT = """async () => {
    const late = new Promise((_, fail) => setTimeout(() => fail(new Error("The page is not kept.")), 30_000));
    await Promise.race([navigator.serviceWorker.ready, late]);
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
    return (await caches.keys()).length;
}"""
GONE = ("ERR_CONNECTION_REFUSED", "ERR_FAILED", "ERR_INTERNET_DISCONNECTED", "WebSocket", "503", "Service Worker")


def finished(served: Served) -> str:
    """Ada has played both seats of a short game."""
    ada = served.guest("Ada")
    table = ada.open(["me", "me"], start=True, **SHORT)["id"]
    line = ada.line(table)
    line.told()
    play_on(line)
    return str(table)


def saved_replay(player: Player, game: str, folder: Path) -> Path:
    player.page.goto(f"{player.url}/games/{game}/replay")
    with player.page.expect_download() as download:
        player.page.get_by_role("button", name="Download replay").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_without_a_server_cards_rules_and_replays_work(browser: Browser, tmp_path: Path) -> None:
    with ExitStack() as stack:
        with a_server(tmp_path) as server:
            player = stack.enter_context(players(browser, server.url))(keeps_page=True)
            page = player.page
            player.goes_home()
            assert page.evaluate(IS_KEPT) == 1
            replay = saved_replay(player, finished(server), tmp_path)
            player.expects(*GONE)

        page.goto(f"{player.url}/cards")
        expect(page.get_by_role("list", name="Cards that fit").get_by_role("link").first).to_be_visible()
        page.goto(f"{player.url}/rules/banish")
        expect(page.get_by_role("heading", name="Banish")).to_be_visible()
        player.goes_home()
        notice = page.get_by_text("The server cannot be reached.")
        expect(notice).to_be_visible()
        page.goto(f"{player.url}/tables/somewhere")
        expect(notice).to_be_visible()

        page.get_by_role("link", name="Open a replay").click()
        page.get_by_label("Choose a file").set_input_files(replay)
        controls = page.get_by_role("region", name="Replay")
        expect(controls).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator(".replay > [aria-live]")).to_contain_text("Step ")
        expect(controls.get_by_role("button", name="Play on")).to_have_count(0)


def test_the_first_visit_leaves_requests_for_the_second_page(browser: Browser, tmp_path: Path) -> None:
    """With the limits that a server has for an address, although all parts of the page are kept at once."""
    limit = ServerSettings().requests_a_second
    with a_server(tmp_path, requests_a_second=limit) as server, players(browser, server.url) as come_in:
        player = come_in(keeps_page=True)
        player.goes_home()
        assert player.page.evaluate(IS_KEPT) == 1
        assert len(list((PAGE / "assets").glob("*.js"))) + len(list((PAGE / "assets").glob("*.css"))) > 3 * limit
        for _ in range(3):
            player.opens(first=0)
            expect(player.hand).to_have_count(5)


def test_what_is_no_replay_is_refused_with_a_sentence(come_in: ComeIn, tmp_path: Path) -> None:
    player = come_in()
    nonsense = tmp_path / "x.vigil-replay"
    nonsense.write_bytes(b"nothing")
    player.page.goto(f"{player.url}/replay")
    player.page.get_by_label("Choose a file").set_input_files(nonsense)
    expect(player.page.get_by_role("alert")).to_contain_text("This file is not a replay")


def test_a_newer_page_is_announced_and_the_api_is_never_kept(browser: Browser, served: Served) -> None:
    with players(browser, served.url) as come_in:
        player = come_in(keeps_page=True)
        page = player.goes_home()
        page.evaluate(IS_KEPT)
        kept = page.evaluate(
            "async () => (await (await caches.open((await caches.keys())[0])).keys()).map((each) => each.url)"
        )
        assert any(url.endswith("/index.html") for url in kept)
        assert not [url for url in kept if "/api/" in url]
        # As if this page were older than the worker that takes over.
        page.evaluate("document.querySelector('meta[name=version]').content = 'old'")
        page.evaluate("""async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            await registration.unregister();
            await navigator.serviceWorker.register('/service-worker.js?again');
        }""")
        notice = page.locator(".toast", has_text="A new version is ready.")
        expect(notice).to_be_visible()
        with page.expect_navigation():
            notice.get_by_role("button", name="Reload").click()


def test_the_page_can_be_installed(served: Served) -> None:
    manifest = httpx.get(f"{served.url}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        found = httpx.get(served.url + icon["src"])
        assert found.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width = int.from_bytes(found.content[16:20], "big")
            assert icon["sizes"] == f"{width}x{width}"
    worker = httpx.get(f"{served.url}/service-worker.js")
    assert worker.headers["cache-control"] == "no-cache"
