"""Takes the screenshots of the play guide, with a real server and a real browser. Run by `make screenshots`.

    python -m tools.screenshots           write docs/screenshots/*.jpg
    python -m tools.screenshots start     only those whose name contains this

Every deal has seed 8, so the cards are always the same.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.helpers.browsers import ComeIn, Player, a_server, expect, played_through, players
from tests.helpers.chromium import launch

from .pages import DOCS

FOLDER: Final = DOCS / "screenshots"
WIDE: Final = (1280, 800)
PHONE: Final = (390, 844)
QUALITY: Final = 82


def start(player: Player) -> None:
    expect(player.goes_home().get_by_role("button", name="Play", exact=True)).to_be_visible()


def new_game(player: Player) -> None:
    player.page.goto(f"{player.url}/new")
    expect(player.page.get_by_role("button", name="Begin the game")).to_be_visible()


def table(player: Player) -> None:
    """In the middle of a later turn, with cards in the hand and on the table."""
    player.opens(first=0, sets=["rise-of-vigil", "war-of-shadows"], seats=["me", "advanced"])
    turns = 0
    while turns < 4 or player.hand.count() > 3:
        turns += player.lit.count() == 0
        player.acts()
        player.waits()


def lesson(player: Player) -> None:
    player.page.goto(f"{player.url}/learn")
    expect(player.page.locator("main h1")).to_be_visible()


def card_search(player: Player) -> None:
    player.page.goto(f"{player.url}/cards")
    expect(player.page.locator("main h1")).to_be_visible()
    player.page.wait_for_load_state("networkidle")


def result(player: Player) -> None:
    player.opens(honor_pool=3)
    played_through(player)
    expect(player.page.get_by_label("The result")).to_be_visible()


SHOTS: Final[dict[str, tuple[Callable[[Player], None], tuple[int, int]]]] = {
    "start": (start, WIDE),
    "new-game": (new_game, WIDE),
    "table": (table, WIDE),
    "table-phone": (table, PHONE),
    "learn": (lesson, WIDE),
    "cards": (card_search, WIDE),
    "result": (result, WIDE),
}


def take(name: str, come_in: ComeIn, folder: Path) -> Path:
    """Takes one screenshot and returns its file."""
    show, (width, height) = SHOTS[name]
    player = come_in(width=width, height=height)
    show(player)
    path = folder / f"{name}.jpg"
    player.page.screenshot(path=path, type="jpeg", quality=QUALITY)
    return path


def main() -> int:
    wanted = [name for name in SHOTS if all(part in name for part in sys.argv[1:])]
    if not wanted:
        print(f"There is no such screenshot. Known: {', '.join(SHOTS)}.", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    with ExitStack() as stack:
        served = stack.enter_context(a_server(Path(stack.enter_context(tempfile.TemporaryDirectory()))))
        browser = launch(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        come_in = stack.enter_context(players(browser, served.url))
        for name in wanted:
            print(f"wrote {take(name, come_in, FOLDER)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
