"""A real server with real bots, and people who sit at its tables with a browser each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocketRoute, expect

from tests.helpers.servers import Guest, Served, serving
from tools.web import CannotBuild, build
from vigil.server.bot_players import BotPlayers
from vigil.server.host import Host

PATIENCE: Final = 40_000
"""Milliseconds for anything that the page shows."""
PAUSE: Final = 30
ComeIn = Callable[..., "Player"]
LIT: Final = "[data-lit]"
AT_ONCE: Final = "localStorage.setItem('vigil-speed', '4')"
WITHOUT_WORKER: Final = "delete Navigator.prototype.serviceWorker"
"""Most tests do without a service worker: it would fetch all files of the page for every one of them."""
HAS_TO_ACT: Final = """() => document.querySelector(
        '[data-action=end], [data-lit], .outcome, [data-zone=hand-over] button')
    && !document.querySelector('[data-zone=bar][aria-busy=true]')"""
"""There is something to do here, or the game is over; and no answer is on its way."""


def bots(host: Host) -> BotPlayers:
    return BotPlayers(host, processes=1)


@contextmanager
def a_server(folder: Path, **settings: Any) -> Iterator[Served]:
    """Every deal at its tables has seed 8. Started again in the same folder it knows everything that it knew."""
    try:
        build()
    except CannotBuild as problem:
        pytest.fail(str(problem), pytrace=False)
    with serving(f"sqlite:///{folder / 'tables.sqlite'}", bots=bots, **settings) as served:
        yield served


class Player:
    """Somebody with a browser. Whatever the page complains about is remembered."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.said: list[str] = []
        self.expected: tuple[str, ...] = ()
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("console", lambda message: self.said.append(message.text))

    def expects(self, *parts: str) -> None:
        """What the browser itself will say, by a part of it. It may come late: there is no moment to wait for it."""
        self.expected += parts

    @property
    def complaints(self) -> list[str]:
        return [each for each in self.said if not any(part in each for part in self.expected)]

    def goes_home(self) -> Page:
        """To the start page."""
        self.page.goto(self.url)
        return self.page

    def opens(self, **settings: Any) -> str:
        """A table of one's own, with these settings; `seats` and `start` as the API takes them. Its id."""
        asked = {"seats": settings.pop("seats", ["me", "player"]), "start": settings.pop("start", True)}
        answer = self.page.request.post(f"{self.url}/api/tables", data={**asked, "settings": settings})
        assert answer.ok, answer.text()
        table = str(answer.json()["id"])
        self.goes_to(table)
        return table

    def plays_with(self, friend: Guest, first: int = 0) -> str:
        """A table of one's own where a friend takes the other seat, and the game begins. Its id."""
        table = self.opens(seats=["me", ""], start=False, first=first)
        friend.act(table, do="sit", seat=1)
        self.page.get_by_role("button", name="Start the game").click()
        return table

    def goes_to(self, table: str) -> None:
        self.page.goto(f"{self.url}/tables/{table}")

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand").get_by_role("button")

    @property
    def lit(self) -> Locator:
        return self.page.locator(LIT)

    @property
    def end(self) -> Locator:
        return self.page.locator("[data-action=end]")

    @property
    def is_over(self) -> bool:
        return self.page.locator(".outcome").count() > 0

    def waits(self) -> None:
        """Until there is something to do here, or the game is over."""
        self.page.wait_for_function(HAS_TO_ACT)

    def has_to_act(self) -> bool:
        """Now. With two people at a table nobody may wait for one of them: it could be the other one's turn."""
        return bool(self.page.evaluate(HAS_TO_ACT))

    def acts(self) -> None:
        """The first thing that is lit; the end of the turn where nothing is."""
        if self.lit.count():
            self.lit.first.click()
            several = self.page.locator("dialog button")
            if several.count():
                several.first.click()
        elif self.end.count():
            self.end.click()


class Meddler:
    """Stands between a page and the server. Everything that is told passes through `change` first.

    What the page sends is remembered; with `is_deaf` the server does not hear it.
    """

    def __init__(self, page: Page, change: Callable[[Any], None], is_deaf: bool = False) -> None:
        self.sent: list[Any] = []
        self.before: list[str] = []
        """What is said before everything else, however senseless."""

        def stand_between(route: WebSocketRoute) -> None:
            server = route.connect_to_server()

            def hear(message: str | bytes) -> None:
                for each in self.before:
                    route.send(each)
                told = json.loads(message)
                if told["kind"] == "table":
                    change(told)
                route.send(json.dumps(told))

            def speak(message: str | bytes) -> None:
                self.sent.append(json.loads(message))
                if not is_deaf:
                    server.send(message)

            server.on_message(hear)
            route.on_message(speak)

        page.route_web_socket("**/ws/tables/**", stand_between)

    @property
    def choices(self) -> list[str]:
        return [each["action"]["choice"] for each in self.sent if (each.get("action") or {}).get("do") == "choose"]


def played_by_mouse(player: Player, most: int = 400) -> None:
    """Until the game is over."""
    for _ in range(most):
        player.waits()
        if player.is_over:
            return
        player.acts()
    pytest.fail("The game does not end.")


PLAYED: Final = f"""async most => {{
    const mayAct = {HAS_TO_ACT};
    const shown = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    for (let acted = 0; acted < most; acted++) {{
        while (!mayAct()) await shown();
        if (document.querySelector('.outcome')) return true;
        (document.querySelector('[data-lit]') ?? document.querySelector('[data-action=end]')).click();
        await shown();
        document.querySelector('dialog button')?.click();
    }}
    return false;
}}"""


def played_through(player: Player, most: int = 400) -> None:
    """Until the game is over, by clicks of a script in the page: several times as fast as the mouse."""
    player.page.wait_for_function(HAS_TO_ACT)
    assert player.page.evaluate(PLAYED, most), "The game does not end."


def played_in_turns(*people: Player, most: int = 400) -> None:
    """Until the game is over for everybody, each of them with a browser of their own."""
    acted, idle = 0, 0
    while not all(each.is_over for each in people):
        ready = [each for each in people if each.has_to_act() and not each.is_over]
        for each in ready:
            each.acts()
        acted += len(ready)
        idle = 0 if ready else idle + PAUSE
        assert acted < most, "The game does not end."
        assert idle < PATIENCE, "Nobody has anything to do, and the game is not over."
        people[0].page.wait_for_timeout(PAUSE)


@contextmanager
def players(browser: Browser, url: str) -> Iterator[Callable[..., Player]]:
    """Lets people come in; at the end nobody's page may have complained."""
    everybody: list[Player] = []
    with ExitStack() as stack:

        def come_in(width: int = 1280, height: int = 900, keeps_page: bool = False, **given: Any) -> Player:
            size = {} if given.get("no_viewport") else {"viewport": {"width": width, "height": height}}
            context = browser.new_context(**{"color_scheme": "dark", "reduced_motion": "reduce", **size, **given})
            stack.callback(context.close)
            context.add_init_script(AT_ONCE)
            if not keeps_page:
                context.add_init_script(WITHOUT_WORKER)
            everybody.append(Player(context, url))
            return everybody[-1]

        yield come_in
    complaints = [each for player in everybody for each in player.complaints]
    assert not complaints, complaints


__all__ = [
    "LIT",
    "PATIENCE",
    "WITHOUT_WORKER",
    "ComeIn",
    "Meddler",
    "Player",
    "a_server",
    "expect",
    "played_by_mouse",
    "played_in_turns",
    "played_through",
    "players",
]
