"""Tries the page in Firefox and WebKit: `python -m tools.other_browsers [firefox] [webkit]`.

The tests drive Chromium. This is a smoke run in the other engines, as Debian packages them (firefox-esr;
webkit2gtk-driver with xvfb): the start page, a game's first turns by clicking, cards, rules, the notice when the server
is gone, and cards without it. Firefox is driven with WebDriver BiDi, which it speaks by itself; WebKit with WebDriver.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from . import web

PATIENCE: Final = 60.0
PAUSE: Final = 0.1
TURNS: Final = 3
WAYS: Final = {"firefox": "firefox-esr", "webkit": "WebKitWebDriver"}
PACKAGES: Final = {"firefox": "firefox-esr", "webkit": "webkit2gtk-driver"}


class Driver(Protocol):
    """A page in a browser: goes to addresses, and runs an expression there."""

    def goto(self, url: str) -> None: ...
    def evaluate(self, expression: str) -> Any: ...


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def wait_for(what: str, look: Callable[[], Any]) -> Any:
    """Until something is there; the last error, or what was waited for, when it does not come."""
    problem: Exception | None = None
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if found := look():
                return found
        except (OSError, httpx.HTTPError) as error:
            problem = error
        time.sleep(PAUSE)
    raise TimeoutError(f"{what} did not come within {PATIENCE:.0f} s.") from problem


# --- Firefox


class Firefox:
    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._number = 0
        self._ask("session.new", capabilities={})
        tree = self._ask("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]

    def _ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv(timeout=PATIENCE))
            if told.get("id") == self._number:
                if told["type"] == "error":
                    raise RuntimeError(f"{method}: {told['message']}")
                return told["result"]

    def goto(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        found = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression}) ?? null))()",
            target={"context": self._context},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])


@contextmanager
def firefox(program: str) -> Iterator[Driver]:
    port = free_port()
    with ExitStack() as stack:
        profile = stack.enter_context(tempfile.TemporaryDirectory())
        command = [program, "--headless", "--no-remote", "--profile", profile, f"--remote-debugging-port={port}"]
        running = stack.enter_context(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        stack.callback(running.terminate)
        line = wait_for("Firefox", lambda: connect(f"ws://127.0.0.1:{port}/session", max_size=None))
        yield Firefox(stack.enter_context(line))


# --- WebKit


class WebKit:
    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        wanted = {"webkitgtk:browserOptions": {"binary": _mini_browser(), "args": ["--automation"]}}
        self._session = self._ask("/session", capabilities={"alwaysMatch": wanted})["sessionId"]

    def _ask(self, path: str, **params: Any) -> Any:
        told = self._http.post(path, json=params).json()["value"]
        if isinstance(told, dict) and "error" in told:
            raise RuntimeError(f"{path}: {told['error']}: {told['message']}")
        return told

    def goto(self, url: str) -> None:
        self._ask(f"/session/{self._session}/url", url=url)

    def evaluate(self, expression: str) -> Any:
        script = f"const done = arguments[0]; (async () => done(await ({expression}) ?? null))()"
        return self._ask(f"/session/{self._session}/execute/async", script=script, args=[])

    def close(self) -> None:
        with suppress(httpx.HTTPError):
            self._http.delete(f"/session/{self._session}")


def _mini_browser() -> str:
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"))
    if not found:
        raise FileNotFoundError("There is no MiniBrowser, which WebKitWebDriver starts.")
    return str(found[-1])


@contextmanager
def a_screen() -> Iterator[dict[str, str]]:
    """The environment of a program that needs a screen: the one that is there, or one that nobody sees."""
    program = shutil.which("Xvfb")
    if "DISPLAY" in os.environ or program is None:
        yield dict(os.environ)
        return
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as running:
        try:
            yield {**os.environ, "DISPLAY": f":{os.read(reading, 16).decode().strip()}"}
        finally:
            running.terminate()
            os.close(reading)
            os.close(writing)


@contextmanager
def webkit(program: str) -> Iterator[Driver]:
    port = free_port()
    with ExitStack() as stack:
        environment = stack.enter_context(a_screen())
        running = stack.enter_context(
            subprocess.Popen(
                [program, f"--port={port}"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        )
        stack.callback(running.terminate)
        http = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE))
        wait_for("WebKitWebDriver", lambda: http.get("/status").is_success)
        driver = WebKit(http)
        stack.callback(driver.close)
        yield driver


# --- the run


@contextmanager
def a_server(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    port = free_port()
    command = [sys.executable, "-m", "vigil", "serve", "--port", str(port), "--bot-processes", "1"]
    command += ["--database", f"sqlite:///{folder / 'tables.sqlite'}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        url = f"http://127.0.0.1:{port}"
        try:
            wait_for("The server", lambda: httpx.get(f"{url}/health").is_success)
            yield running, url
        finally:
            running.terminate()


TEXT: Final = "document.body.innerText"
OPEN: Final = """fetch("/api/tables", {
    method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify({seats: ["me", "player"], start: true, settings: {first: 0}}),
}).then((answer) => answer.json()).then(({id}) => id)"""
ACT: Final = """(() => {
    const found = document.querySelector("dialog button:not(.close)") ?? document.querySelector("[data-lit]")
        ?? document.querySelector("[data-action=end]");
    found?.click();
    return found !== null;
})()"""
TURN: Final = """Number(/turn (\\d+)/i.exec(document.querySelector("header")?.innerText ?? "")?.[1] ?? 0)"""


def smoke(page: Driver, folder: Path, say: Callable[[str], None]) -> None:
    with a_server(folder) as (server, url):
        page.goto(url)
        wait_for("The start page", lambda: "Vigil" in page.evaluate(TEXT))
        say("start page")
        table = page.evaluate(OPEN)
        page.goto(f"{url}/tables/{table}")
        wait_for("Something to choose", lambda: page.evaluate("document.querySelector('[data-lit]') !== null"))
        chosen = 0
        while page.evaluate(TURN) < 2 * TURNS:
            chosen += bool(page.evaluate(ACT))
            time.sleep(PAUSE)
            if chosen > 400:
                raise TimeoutError("The game does not go on.")
        say(f"a game up to turn {page.evaluate(TURN)} by clicking")
        page.goto(f"{url}/cards")
        wait_for("Cards", lambda: page.evaluate("document.querySelectorAll('main li a').length") > 30)
        say("cards")
        page.goto(f"{url}/rules/banish")
        wait_for("Rules", lambda: page.evaluate("document.querySelector('h1')?.innerText"))
        say("rules")
        is_kept = page.evaluate("'serviceWorker' in navigator && navigator.serviceWorker.ready.then(() => true)")
        say("the page is kept for times without a server" if is_kept else "no service worker here")
        page.goto(f"{url}/tables/{table}")
        wait_for("The table", lambda: page.evaluate(TURN))
        server.kill()
        began = time.monotonic()
        wait_for("The notice", lambda: "Not connected." in page.evaluate(TEXT))
        say(f"'Not connected' after {time.monotonic() - began:.1f} s")
        if is_kept:
            page.goto(f"{url}/cards")
            wait_for(
                "Cards without a server", lambda: page.evaluate("document.querySelectorAll('main li a').length") > 30
            )
            say("cards without a server")


def main() -> int:
    asked = sys.argv[1:] or list(WAYS)
    drivers = {"firefox": firefox, "webkit": webkit}
    web.build()
    failed = False
    for name in asked:
        program = shutil.which(WAYS.get(name, name))
        if name not in WAYS or program is None:
            print(f"{name}: not found. On Debian: apt-get install {PACKAGES.get(name, '(firefox or webkit)')}")
            continue
        try:
            with tempfile.TemporaryDirectory() as folder, drivers[name](program) as page:
                agent = page.evaluate("navigator.userAgent")
                print(f"{name}: {agent}", flush=True)
                smoke(page, Path(folder), lambda seen: print(f"  {seen}", flush=True))
        except Exception as problem:
            failed = True
            print(f"  failed: {type(problem).__name__}: {problem}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
