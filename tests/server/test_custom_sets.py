"""Servers that host custom sets: `vigil serve --set FILE`. In processes, because a set stays in the library."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from tests.helpers.repository import ROOT
from tests.helpers.serve_process import Process
from tests.helpers.servers import PATIENCE, connected, serving
from vigil.cli import main
from vigil.server.page_cards import page_cards

FIVE = ROOT / "examples" / "five_cards.py"
SHORT = {"sets": ["five-cards"], "honor_pool": 4, "first": 0}


@pytest.fixture
def set_file(tmp_path: Path) -> Path:
    file = tmp_path / "five_cards.py"
    file.write_bytes(FIVE.read_bytes())
    return file


@contextmanager
def server(*arguments: str, cookie: str = "") -> Iterator[tuple[httpx.Client, int]]:
    """Somebody at a new server, and the server's process."""
    process = Process(*arguments, VIGIL_REQUESTS_A_SECOND="0", VIGIL_ACTIONS_A_SECOND="0")
    headers = {"cookie": f"vigil={cookie}"} if cookie else {}
    try:
        with httpx.Client(base_url=process.url, timeout=PATIENCE, headers=headers) as client:
            yield client, process.process.pid
    finally:
        process.stop(signal.SIGTERM)


def good(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


def play(client: httpx.Client, table: str, moves: int) -> dict[str, Any]:
    """The last option each time, which is rarely the end of the turn; the table as it is then."""
    address = f"{str(client.base_url).replace('http', 'ws')}/ws/tables/{table}".replace("//ws", "/ws")
    cookie = client.headers.get("cookie") or f"vigil={client.cookies['vigil']}"
    with connected(address, {"cookie": cookie}) as line:
        while True:
            now = json.loads(line.recv(timeout=PATIENCE))
            if now["kind"] != "table":
                continue
            if not moves or now["phase"] != "playing":
                return dict(now)
            decision = now["views"][0]["decision"]
            if decision is not None:
                choice = decision["options"][0]["text"]
                action = {"do": "choose", "seat": 0, "version": now["version"], "choice": choice}
                line.send(json.dumps({"key": f"k{moves}", "action": action}))
                moves -= 1


@pytest.mark.slow
def test_a_game_with_a_custom_set_outlives_the_server_but_not_its_set(set_file: Path, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    original = set_file.read_text()
    changed = original.replace('"Lantern-Eater"', '"Lantern-Drinker"')
    hosting = ("--database", database, "--set", str(set_file))
    with server(*hosting) as (client, pid):
        catalogue = good(client.get("/api/catalogue"))
        known = good(client.get("/api/page/cards"))
        assert catalogue["sets"][-1]["name"] == "five-cards"
        assert catalogue["cards_version"] == known["version"] != page_cards()["version"]
        assert "Lantern-Eater" in {card["name"] for card in known["cards"]}
        # From now on the file is another one. The process in which bots think is started again, with the old cards.
        set_file.write_text(changed)
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)
        rated = {"settings": {"sets": ["five-cards"], "rated": True, "clock": {"kind": "turn"}}, "seats": ["me"]}
        good(client.post("/api/me/account", json={"name": "Ada", "password": "correct horse"}))
        refused = client.post("/api/tables", json=rated)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_in_rated_games")
        assert refused.json()["message"] == "Rated games have printed cards only, not five-cards."
        asked = {"settings": SHORT, "seats": ["me", "player"], "start": True}
        running = good(client.post("/api/tables", json=asked))
        assert running["settings"]["set_versions"] == [known["sets"][-1]["version"]]
        over = good(client.post("/api/tables", json=asked))
        assert play(client, over["id"], 200)["phase"] == "finished"
        before = play(client, running["id"], 3)
        cookie = client.cookies["vigil"]
        steps = len(good(client.get(f"/api/games/{over['id']}"))["steps"])

    for file_now, problem in ((changed, "has changed since this game was opened"), (None, "is not on this server")):
        if file_now is not None:
            set_file.write_text(file_now)
        with server(*(hosting if file_now else hosting[:2]), cookie=cookie) as (client, _):
            for path in (f"/api/tables/{running['id']}", f"/api/games/{over['id']}"):
                refused = client.get(path)
                assert (refused.status_code, refused.json()["code"]) == (409, "set_unavailable")
                assert problem in refused.text
            lobby = good(client.get("/api/lobby"))
            assert [[line["id"] for line in lobby[name]] for name in ("mine", "latest")] == [
                [running["id"]],
                [over["id"]],
            ]
            assert lobby["running"] == []

    set_file.write_text(original)
    with server(*hosting, cookie=cookie) as (client, _):
        now = good(client.get(f"/api/tables/{running['id']}"))
        assert now["views"][0]["board"] == before["views"][0]["board"]
        assert play(client, running["id"], 200)["phase"] == "finished"
        replay = good(client.get(f"/api/games/{over['id']}/positions", params={"first": steps, "count": 1, "seat": 0}))
        assert replay["views"][0][0]["board"]["over"]


@pytest.mark.slow
def test_all_workers_have_the_same_sets(set_file: Path, postgres_url: str) -> None:
    with server("--database", postgres_url, "--workers", "2", "--set", str(set_file)) as (client, _):
        asked = {"settings": SHORT, "seats": ["me", "player"], "start": True}
        table = good(client.post("/api/tables", json=asked))["id"]
        versions = {good(httpx.get(client.base_url.join("/api/catalogue")))["cards_version"] for _ in range(8)}
        assert len(versions) == 1
        assert play(client, table, 200)["phase"] == "finished"


def test_a_set_that_cannot_be_loaded_is_explained_before_anything_starts(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("SET = 1\n")
    done = CliRunner().invoke(main, ["serve", "--port", "0", "--set", str(file)])
    assert done.exit_code == 2
    assert re.fullmatch(r"vigil: .*mine\.py:1: SET is not a CardSet\..*\n", done.stderr)


def test_nobody_names_versions_for_the_server(tmp_path: Path) -> None:
    """Settings with versions that are not loaded are not checked when they are read: they are when a table opens."""
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as served:
        ada = served.guest("Ada")
        settings = {"sets": ["nowhere"], "players": 10**9, "set_versions": ["1"]}
        answer = ada.http.post("/api/tables", json={"settings": settings})
        assert answer.status_code == 422
        assert "There is no set called" in answer.text
