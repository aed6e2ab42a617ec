"""What a page says and does while the server is not reached, in a real browser."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
from playwright.sync_api import Browser

from tests.helpers.browsers import ComeIn, Player, expect, players
from tests.helpers.processes import held_port
from tests.helpers.servers import Served


def is_cut_off(player: Player) -> None:
    """The page says so, and nothing looks as if it could be played."""
    expect(player.page.get_by_text("Not connected.")).to_be_visible()
    expect(player.lit).to_have_count(0)


def plays_a_card_meanwhile(player: Player) -> None:
    player.hand.first.click()
    expect(player.page.locator(".toast")).to_contain_text("This is sent when the connection is back.")


def is_back(player: Player) -> None:
    """The page has caught up, and what was clicked was played once."""
    expect(player.page.get_by_text("Not connected.")).to_have_count(0)
    expect(player.hand).to_have_count(4)
    expect(player.lit).not_to_have_count(0)


def choices_at(player: Player, table: str) -> int:
    return int(player.page.request.get(f"{player.url}/api/tables/{table}").json()["version"])


def test_a_page_without_a_network_says_so_and_catches_up(come_in: ComeIn) -> None:
    player = come_in()
    player.expects("ERR_INTERNET_DISCONNECTED", "closed before the connection is established")
    table = player.opens(first=0)
    expect(player.hand).to_have_count(5)
    before = choices_at(player, table)
    player.context.set_offline(True)
    is_cut_off(player)
    plays_a_card_meanwhile(player)
    player.context.set_offline(False)
    is_back(player)
    assert choices_at(player, table) == before + 1


def test_a_server_that_hangs_is_noticed(browser: Browser, served: Served, tmp_path: Path) -> None:
    """The connection stays open, and nobody answers."""
    with ExitStack() as stack:
        port = stack.enter_context(held_port()).getsockname()[1]
        server = stack.enter_context(a_process(tmp_path, port))
        player = stack.enter_context(players(browser, f"http://127.0.0.1:{port}"))()
        player.page.clock.install()
        table = player.opens(first=0)
        expect(player.hand).to_have_count(5)
        before = choices_at(player, table)
        server.send_signal(signal.SIGSTOP)
        # The page asks for a sign of life, and then waits for it.
        for seconds in (5, 4):
            player.page.clock.fast_forward(1000 * seconds)
        is_cut_off(player)
        plays_a_card_meanwhile(player)
        server.send_signal(signal.SIGCONT)
        is_back(player)
        assert choices_at(player, table) == before + 1


def test_a_part_of_the_page_that_does_not_come_is_fetched_later(come_in: ComeIn) -> None:
    player = come_in()
    page = player.goes_home()
    player.expects("ERR_FAILED", "Failed to fetch dynamically imported module")
    for what in ("**/assets/Rules-*.js", "**/api/catalogue"):
        page.route(what, lambda route: route.abort())
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("could not be loaded")
    page.unroute_all()
    expect(page.get_by_role("heading", name="Rules", level=1)).to_be_visible()
    expect(page.get_by_text("The server cannot be reached.")).to_have_count(0)


@contextmanager
def a_process(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server as people run it, which can be killed. Its deals have any seed."""
    command = [sys.executable, "-m", "vigil", "serve", "--port", str(port), "--bot-processes", "1"]
    command += ["--database", f"sqlite:///{folder / 'tables.sqlite'}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(300):
                with suppress(httpx.HTTPError):
                    if httpx.get(f"http://127.0.0.1:{port}/health").is_success:
                        break
                time.sleep(0.1)
            yield process
        finally:
            process.kill()


def test_both_go_on_after_the_server_was_killed(browser: Browser, served: Served, tmp_path: Path) -> None:
    with ExitStack() as stack:
        port = stack.enter_context(held_port()).getsockname()[1]
        server = stack.enter_context(a_process(tmp_path, port))
        come_in = stack.enter_context(players(browser, f"http://127.0.0.1:{port}"))
        player, guest = come_in(), come_in()
        for each in (player, guest):
            each.page.clock.install()
        table = player.opens(seats=["me", ""], start=False, first=0)
        guest.page.request.post(f"{guest.url}/api/tables/{table}/actions", data={"do": "sit", "seat": 1})
        guest.goes_to(table)
        player.page.get_by_role("button", name="Start the game").click()
        player.hand.first.click()
        for each, happened in (player, "You play"), (guest, "plays"):
            expect(each.page.get_by_label("What happened")).to_contain_text(happened)
        server.kill()
        for each in (player, guest):
            # About a server that is not there.
            each.expects("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "WebSocket")
            expect(each.page.get_by_text("Not connected.")).to_be_visible()
        # What is done meanwhile is not lost.
        player.hand.first.click()
        stack.enter_context(a_process(tmp_path, port))
        for each in (player, guest):
            # The pause before it is tried again gets longer with every time.
            each.page.clock.fast_forward(10_000)
            expect(each.page.get_by_text("Not connected.")).to_have_count(0)
        expect(player.hand).to_have_count(3)
        expect(guest.page.get_by_label("What happened")).to_contain_text(re.compile("plays (.* ×2|.* and .*)"))
