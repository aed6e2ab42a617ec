"""The generated parts of docs/server.md and docs/api.md: the table of settings, and a conversation with the server."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any, Final
from unittest.mock import patch

from litestar.testing import TestClient

from vigil.server.app import create_app
from vigil.server.settings import ServerSettings, all_settings
from vigil.table.fairness import Secret

from .pages import DOCS, with_generated

SERVER: Final = DOCS / "server.md"
API: Final = DOCS / "api.md"
WIDTH: Final = 120


def with_parts(page: Path) -> str:
    """The page, with everything between its marks made anew."""
    return with_generated(page, PARTS)


def settings_table() -> str:
    lines = ["| environment variable | flag | default | meaning |", "| --- | --- | --- | --- |"]
    for each in all_settings():
        default = "" if each.default in ("", ()) else f"`{str(each.default).lower()}`"
        lines.append(f"| `{each.variable}` | `{each.flag}` | {default} | {each.description} |")
    return "\n".join(lines)


# --- a conversation


class StandingClock:
    def now(self) -> float:
        return 1_800_000_000.0

    def monotonic(self) -> float:
        return 0.0


class Conversation:
    """What was said, as it is printed: ids and tokens by names, large messages cut short."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[str, str] = {}

    def http(self, client: TestClient[Any], method: str, path: str, body: Any = None) -> Any:
        self.say(f"{method} {path}" + (f"  {json.dumps(body)}" if body is not None else ""))
        answer = client.request(method, path, json=body)
        self.say(f"  {answer.status_code} {self._printed(answer.json())}")
        return answer.json()

    def say(self, text: str) -> None:
        self.lines += wrap(text, WIDTH, subsequent_indent="      ", break_long_words=False, break_on_hyphens=False)

    def sent(self, message: Any) -> None:
        self.say(f"> {json.dumps(message)}")

    def received(self, message: Any) -> None:
        self.say(f"< {self._printed(message)}")

    def text(self) -> str:
        text = "\n".join(self.lines)
        for secret, name in self.names.items():
            text = text.replace(secret, name)
        return text

    def _printed(self, message: Any) -> str:
        return json.dumps(_short(message), ensure_ascii=False).replace('"..."', "...").replace("...: ...", "...")


def _short(message: Any) -> Any:
    """A table with what the story is about; everything else whole."""
    if not isinstance(message, dict) or message.get("kind") != "table":
        return message
    shown = {key: message[key] for key in ("kind", "id", "number", "version", "since", "phase", "your_seats")}
    views = [
        {
            "seat": view["seat"],
            "decision": _short_decision(view["decision"]),
            "news": [_short_news(news) for news in view["news"][-1:]],
            "...": "...",
        }
        for view in message["views"]
    ]
    return {**shown, "commitment": message["commitment"][:8] + "…", "views": views, "...": "..."}


def _short_decision(decision: Any) -> Any:
    if decision is None:
        return None
    options = [{"text": each["text"], "...": "..."} for each in decision["options"]]
    return {"prompt": decision["prompt"], "is_turn": decision["is_turn"], "options": options}


def _short_news(news: Any) -> Any:
    happenings = [*news["happenings"][:1], *(["..."] if news["happenings"][1:] else [])]
    return {"version": news["version"], "seat": news["seat"], "happenings": happenings, "text": news["text"]}


def transcript() -> str:
    """Ada opens a table with seed 8, and plays a card; the bot has to wait."""
    told = Conversation()
    with TemporaryDirectory() as folder, patch.object(Secret, "fresh", lambda: Secret(8, "a grain of salt")):
        settings = ServerSettings(database=f"sqlite:///{folder}/tables.sqlite", names="*")
        app = create_app(settings, clock=StandingClock())
        with TestClient(app) as client, patch("vigil.server.sessions.secrets.randbelow", lambda _: 3_217):
            me = told.http(client, "GET", "/api/me")
            told.names[me["id"]] = "ADA"
            asked = {"settings": {"first": 0}, "seats": ["me", "casual"], "start": True}
            table = told.http(client, "POST", "/api/tables", asked)
            told.names[table["id"]] = "TABLE"
            told.say("WebSocket /ws/tables/TABLE?since=0")
            with client.websocket_connect(f"/ws/tables/{table['id']}?since=0") as line:
                _speak(told, line)
    return f"```text\n{told.text()}\n```"


def _speak(told: Conversation, line: Any) -> None:
    now = line.receive_json()
    told.received(now)
    choice = {"do": "choose", "seat": 0, "version": now["version"], "choice": "play Militia"}
    # What is applied brings a table along; what is repeated or refused changes nothing.
    for key, answers in (("a1", 2), ("a1", 1), ("a2", 1)):
        message = {"key": key, "action": choice}
        told.sent(message)
        line.send_json(message)
        received = [line.receive_json() for _ in range(answers)]
        for each in sorted(received, key=lambda each: str(each["kind"])):
            told.received(each)


PARTS: Final = {"settings": settings_table, "transcript": transcript}
