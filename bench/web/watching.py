"""A browser at a real server: opening a table, and twenty cards that move at a time."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, sync_playwright

from bench.web import trace
from tools.browser import ADVICE, find

SCREEN: Any = {"width": 1440, "height": 900}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
HANDS = (
    ["Arha Initiate", "Temple Librarian", "Wolf Shaman", "Landtalker", "Avatar Golem"],
    ["Reactor Monk", "Demon Slayer", "Spike Vixen", "Void Initiate", "Flytrap Witch"],
    ["Mystic", "Heavy Infantry", "Ascetic of the Lidless Eye", "Seer of the Forked Path", "Twofold Askara"],
    ["Runic Lycanthrope", "Lifebound Initiate", "Mechana Initiate", "Emri, One with the Void", "Arha Templar"],
)
"""Twenty cards, half of which lie in the hand and half before the player; then they change places."""

NOTICE = """
window.firstDecision = new Promise((resolve) => {
    const look = () => {
        if (!document.querySelector("[data-lit]")) return requestAnimationFrame(look);
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    };
    look();
});
"""
"""Milliseconds from the beginning of the page until the first decision has been painted."""

FRAMES = """
window.frames_ = [];
console.timeStamp("vigil-bench");
(function count(last) {
    requestAnimationFrame((now) => {
        if (last) window.frames_.push(now - last);
        if (!window.isDone) count(now);
    });
})(0);
"""
COUNT = """
window.flights = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
    window.flights++;
    return animate.apply(this, given);
};
"""
LANDED = "Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))"


class Watched(Struct, frozen=True):
    """Seconds, on a processor that is made so many times slower."""

    slowdown: int
    first_decision: float
    second_visit: float
    longest_task: float = 0.0
    hardest_task: float = 0.0
    """What the processor has worked for it, whatever else it did meanwhile."""
    longest_frame: float = 0.0
    flights: int = 0


@contextmanager
def a_browser() -> Iterator[Browser]:
    path = find()
    if path is None:
        raise SystemExit(ADVICE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


def watch(browser: Browser, url: str, slowdown: int, moves: int) -> Watched:
    with _visitor(browser) as context:
        opened = context.request.post(
            f"{url}/api/tables", data={"seats": ["me", "random"], "start": True, "settings": {"first": 0}}
        )
        address = f"{url}/tables/{opened.json()['id']}"
        first, second = (_time_to_decide(context, address, slowdown) for _ in range(2))
        return _moving(browser, context, address, Watched(slowdown, first, second), moves)


@contextmanager
def _visitor(browser: Browser) -> Iterator[BrowserContext]:
    """Somebody who was never here: nothing of the page is kept yet."""
    context = browser.new_context(viewport=SCREEN, reduced_motion="no-preference")
    context.add_init_script("localStorage.setItem('vigil-speed', '2')")
    yield context
    context.close()


def _slow(context: BrowserContext, page: Page, slowdown: int) -> None:
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})


def _time_to_decide(context: BrowserContext, address: str, slowdown: int) -> float:
    page = context.new_page()
    _slow(context, page, slowdown)
    page.add_init_script(NOTICE)
    page.goto(address)
    found: float = page.evaluate("window.firstDecision")
    page.close()
    return found / 1000


def _moving(browser: Browser, context: BrowserContext, address: str, watched: Watched, moves: int) -> Watched:
    """The longest task and frame while twenty cards change places, again and again."""
    page = context.new_page()
    page.add_init_script(COUNT)
    stage = _Stage(page)
    page.goto(address)
    page.wait_for_selector("[data-lit]")
    # Unseen: pictures are drawn and code is read the first time that they are needed.
    for turned in (0, 1):
        stage.lay(turned)
    _slow(context, page, watched.slowdown)
    browser.start_tracing(page=page, categories=list(trace.CATEGORIES))
    page.evaluate(FRAMES)
    flights = min(stage.lay(move % 2) for move in range(moves))
    page.evaluate("() => { window.isDone = true; console.timeStamp('vigil-bench'); }")
    frames: list[float] = page.evaluate("window.frames_")
    told = browser.stop_tracing()
    page.close()
    longest, hardest = trace.longest_task(told)
    return msgspec.structs.replace(
        watched, longest_task=longest, hardest_task=hardest, longest_frame=max(frames) / 1000, flights=flights
    )


class _Stage:
    """Stands between the page and the server, and lays the cards of the table as the measurement needs them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._now: dict[str, Any] = {}
        self._route: WebSocketRoute | None = None
        page.route_web_socket("**/ws/tables/**", self._stand_between)

    def _stand_between(self, route: WebSocketRoute) -> None:
        self._route = route
        server = route.connect_to_server()

        def hear(message: str | bytes) -> None:
            told = json.loads(message)
            if told["kind"] == "table":
                self._now = told
            route.send(message)

        server.on_message(hear)

    def lay(self, turned: int) -> int:
        """Until all cards have landed: how many flew."""
        assert self._route is not None
        before: int = self._page.evaluate("window.flights")
        self._now["number"] += 1
        self._now["since"] = self._now["number"] - 1
        one, other = ([card for hand in HANDS[start : start + 2] for card in hand] for start in (0, 2))
        view = self._now["views"][0]
        mine = view["board"]["players"][0]
        mine["hand"], mine["played"] = (other, one) if turned else (one, other)
        view["news"] = []
        view["decision"]["options"] = [{"text": "end turn", "verb": "end turn"}] + [
            {"text": f"play {card}", "verb": "play", "card": card} for card in mine["hand"]
        ]
        self._route.send(json.dumps(self._now))
        # Looking at every frame whether they fly would slow them down.
        self._page.wait_for_function("before => window.flights > before", arg=before, polling=50)
        self._page.evaluate(LANDED)
        return int(self._page.evaluate("window.flights")) - before
