"""Measure the browser table, print the figures, and write docs/web-benchmarks.md."""

import argparse
import os

from rich.console import Console

from bench.programs import ROOT
from bench.server import servers
from bench.web import page
from bench.web.watching import a_browser, watch
from tools import web

SLOWDOWNS = (1, 4)
MOVES = 6
TABLE_WIDTH = 120


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.web", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds to take medians over (5)")
    parser.add_argument("--quick", action="store_true", help="one round without a rehearsal; writes nothing")
    arguments = parser.parse_args()
    rounds, moves = (1, 1) if arguments.quick else (arguments.rounds, MOVES)

    console = Console()
    console.width = max(console.width, TABLE_WIDTH)
    crowd = os.getloadavg()[0]
    web.build()
    with servers.vigil() as running, a_browser() as browser:
        url = f"http://127.0.0.1:{running.port}"
        if not arguments.quick:
            watch(browser, url, 1, 1)  # Unseen: the server and the disk have their first time too.
        watched = [[watch(browser, url, slowdown, moves) for _ in range(rounds)] for slowdown in SLOWDOWNS]
        version = browser.version
    console.print(page.grid(watched).for_terminal())
    console.print(f"JavaScript at first load, gzipped: {web.first_load():,} bytes")
    console.print(page.machine())
    if not arguments.quick:
        text = page.page(web.first_load(), watched, version, crowd)
        (ROOT / "docs" / "web-benchmarks.md").write_text(text, encoding="utf-8")
        console.print("written to docs/web-benchmarks.md")


if __name__ == "__main__":
    main()
