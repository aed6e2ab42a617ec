"""What operators see: health, numbers, logs, settings, backups, and a server that is stopped."""

from __future__ import annotations

import gzip
import io
import json
import logging
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from click.testing import CliRunner
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import text

from tests.helpers.serve_process import Process
from tests.helpers.servers import PATIENCE, SHORT, Served, begun, connected, play_on, serving
from tools.make_server_docs import API, SERVER, with_parts
from vigil.cli import main
from vigil.commands.serve import has_screen
from vigil.server import logs
from vigil.server import websocket as line_module
from vigil.server.metrics import Metrics
from vigil.server.serve import addresses
from vigil.server.settings import BadSetting, ServerSettings, all_settings, as_environment, settings_from
from vigil.server.static_files import page_handler
from vigil.storage import sqlite_writer


def test_health_tells_whether_the_database_answers(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sqlite) as served:
        guest = served.guest()
        assert guest.good(guest.http.get("/health"))["status"] == "ok"

        def broken() -> Any:
            raise OSError("gone")

        monkeypatch.setattr(served.services.database, "reading", broken)
        answer = guest.http.get("/health")
        monkeypatch.undo()
    assert (answer.status_code, answer.json()["status"]) == (503, "failing")


def test_numbers_are_counted_and_not_for_everybody(sqlite: str) -> None:
    with serving(sqlite, metrics_token="for operators") as served:
        ada, _, table = begun(served)
        ada.line(table).told()
        ada.refused(ada.http.get("/metrics"), "unauthenticated", 401)
        text = ada.http.get("/metrics", headers={"authorization": "Bearer for operators"}).text
    assert 'vigil_action_seconds_count{action="sit",outcome="done"} 1.0' in text
    assert "vigil_tables_in_memory 1.0" in text
    assert "vigil_sockets 1.0" in text
    assert table not in text


def test_without_a_token_this_machine_may_ask(served: Served) -> None:
    assert served.guest().http.get("/metrics").status_code == 200


def test_every_number_has_a_sentence() -> None:
    text = Metrics().text().decode()
    assert not re.search(r"^# HELP \S+ *$", text, re.MULTILINE)


# --- the document


def test_every_message_that_is_sent_fits_the_document(served: Served) -> None:
    ada, _, table = begun(served)
    document = ada.good(ada.http.get("/api/openapi.json"))
    text = json.dumps(document)
    schemas = document["components"]["schemas"]
    assert set(re.findall(r"#/components/schemas/([^\"]+)", text)) <= set(schemas)
    line = ada.line(table)
    line.told()
    line.choose(line.options[0])
    line.choose("dance")
    names = {"table": "TableNow", "done": "Done", "refused": "Refusal"}
    assert {each["kind"] for each in line.heard} == set(names)
    lobby = {"kind": "lobby", **ada.good(ada.http.get("/api/lobby"))}
    for message in [*line.heard, lobby]:
        name = names.get(message["kind"], "Lobby")
        jsonschema.validate(message, {"$ref": f"#/components/schemas/{name}", "components": document["components"]})
    assert schemas["Sent"]["properties"]["action"]
    assert "/ws/tables/{table_id}" in document["x-websockets"]


# --- logs


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What a server writes that tells as much as it can."""
    root = logging.getLogger()
    named = [root, *(logging.getLogger(name) for name in ("vigil", *logs._LIBRARIES))]
    before = [(each, each.level, each.handlers[:]) for each in named]
    written = io.StringIO()
    logs.set_up(ServerSettings(log="json", log_level="debug"), written)
    yield written
    for each, level, handlers in before:
        each.setLevel(level)
        each.handlers = handlers


def test_the_log_of_a_whole_game_tells_no_secrets(sqlite: str, log: io.StringIO) -> None:
    """Seed 8. Not the seed or the salt, no token, no password, no word of the chat, and no card."""
    with serving(sqlite) as served:
        ada, ben, table = begun(served)
        ada.good(ada.http.post("/api/me/account", json={"name": "Ada Logged", "password": "correct horse"}))
        token = ada.good(ada.http.post("/api/me/tokens", json={"label": "bot"}))["token"]
        invitation = ada.good(ada.http.post(f"/api/tables/{table}/invitations", json={"seat": 1}))["token"]
        ben.http.post(f"/api/invitations/{invitation}")
        ada.act(table, do="say", text="the quick brown fox")
        ada.post(table, do="choose", seat=0, version=4, choice="play Hedron Cannon")
        lines = ada.line(table, authorization=f"Bearer {token}"), ben.line(table)
        for line in lines:
            line.told()
        play_on(*lines)
        cookies = [who.http.cookies["vigil"].split(".")[0] for who in (ada, ben)]
        secret = lines[0].table["revealed"]
    told = log.getvalue()
    assert "/api/tables/{table_id}/actions" in told
    assert secret["seed"] == "8"
    assert '"seed"' not in told
    hands = ["Apprentice", "Militia", "Hedron Cannon"]
    for each in [secret["salt"], token, invitation, "correct horse", "quick brown fox", "argon2", *cookies, *hands]:
        assert each not in told


@pytest.mark.parametrize("is_quick", [True, False])
def test_a_fault_is_logged_without_what_was_being_written(
    is_quick: bool, sqlite: str, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement that fails names its columns, and none of the values."""
    with serving(sqlite) as served:
        ada = served.guest("Ada")
        table = ada.open(["me"])["id"]
        if is_quick:
            monkeypatch.setattr(sqlite_writer, "_insert", lambda count: f"INSERT INTO nowhere VALUES ({'?, ' * 5}?)")
        else:
            monkeypatch.setattr(served.services.database, "_quick", None)
            monkeypatch.setattr(served.services.store, "_add_entries", text("INSERT INTO nowhere VALUES (:action)"))
        ada.refused(ada.post(table, do="say", text="the quick brown fox"), "internal_error", 500)
    assert "no such table: nowhere" in log.getvalue()
    assert "quick brown fox" not in log.getvalue()


def test_whoever_goes_without_a_word_is_no_error(
    sqlite: str, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(*_: Any) -> None:
        raise WebSocketDisconnect(detail="connection is disconnected")

    monkeypatch.setattr(line_module.Line, "_send", gone)
    with serving(sqlite) as served:
        ada, _, table = begun(served)
        ada.line(table).ended()
    assert '"level": "error"' not in log.getvalue()


def test_a_line_of_the_log_is_json() -> None:
    record = logging.LogRecord("vigil.web", logging.INFO, "", 0, "request", (), None)
    record.fields = {"status": 200}
    told = json.loads(logs.JsonLines().format(record))
    assert (told["event"], told["status"], told["level"]) == ("request", 200, "info")
    assert logs.Readable().format(record).endswith("info    request  status=200")


# --- settings


def test_a_flag_counts_more_than_the_environment() -> None:
    settings = settings_from({"VIGIL_PORT": "80", "VIGIL_LAN": "yes", "HOME": "/"}, port="90")
    assert (settings.port, settings.lan, settings.listens_on) == (90, True, "0.0.0.0")
    assert settings_from(as_environment(settings)) == settings


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"port": "x"}, '--port (VIGIL_PORT) cannot be "x": it is a whole number from 0 to 65535.'),
        ({"port": "70000"}, "it is a whole number from 0 to 65535"),
        ({"lan": "perhaps"}, "it is true or false"),
        ({"log": "loud"}, "it is auto or json or text"),
        ({"workers": "2"}, "Several workers need PostgreSQL"),
        ({"public_url": "vigil.example"}, "begins with http:// or https://"),
    ],
)
def test_a_setting_that_cannot_be_is_explained(given: dict[str, str], says: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(says)):
        settings_from({}, **given)


@pytest.mark.golden
@pytest.mark.parametrize("page", [SERVER, API], ids=lambda page: page.name)
def test_the_generated_parts_of_the_documentation_are_up_to_date(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == with_parts(page), "Run make docs."
    assert all(f"| `{each.variable}` |" in SERVER.read_text(encoding="utf-8") for each in all_settings())


# --- backups


def vigil(*arguments: str) -> Any:
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_a_backup_of_a_running_server_is_restored_in_either_database(
    sqlite: str, target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file = tmp_path / "backup"
    with serving(sqlite) as served:
        ada, _, table = begun(served)
        done = vigil("backup", str(file), "--database", sqlite)
        assert done.exit_code == 0, done.output
        before = ada.now(table)
        cookie = ada.http.cookies["vigil"]
    assert file.stat().st_mode & 0o077 == 0
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    if target == "postgres":
        other = request.getfixturevalue("postgres_url")
    done = vigil("restore", str(file), "--database", other)
    assert done.exit_code == 0, done.output
    again = vigil("restore", str(file), "--database", other)
    assert (again.exit_code, again.stderr) == (2, "vigil: The database is not empty: restore into a new one.\n")
    with serving(other) as served:
        ada = served.guest(cookie=f"vigil={cookie}")
        assert {**ada.now(table), "seats": []} == {**before, "seats": []}
        line = ada.line(table, cookie=f"vigil={cookie}")
        line.told()
        assert line.choose(line.options[0])["kind"] == "done"


def test_where_nothing_is_kept_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    done = vigil("backup", str(tmp_path / "backup"), "--database", f"sqlite:///{tmp_path / 'tables.sqlite'}")
    assert done.exit_code == 2
    assert "There is nothing to back up" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"nonsense", gzip.compress(b"{}\n", mtime=0), gzip.compress(b"[1,", mtime=0)],
    ids=["empty", "text", "no backup", "cut off"],
)
def test_what_is_no_backup_is_not_restored(sqlite: str, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "backup"
    file.write_bytes(content)
    done = vigil("restore", str(file), "--database", sqlite)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"vigil: {file} is no backup")


# --- the page


def test_a_built_page_is_served_with_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>The table</title>")
    script = "let x = 1;\n" * 500
    (tmp_path / "assets" / "app.js").write_text(script)
    (tmp_path / "assets" / "app.js.gz").write_bytes(gzip.compress(script.encode()))
    (tmp_path / "icon.svg").write_text("<svg/>")
    monkeypatch.setattr("vigil.server.app.page_handler", lambda: page_handler(tmp_path))
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as served:
        http = served.guest().http
        for path in ("/", "/tables/abc", "/join/abc"):
            assert "The table" in http.get(path).text
            assert http.get(path).headers["cache-control"] == "no-cache"
        for encoding in ("gzip", "identity"):
            answer = http.get("/assets/app.js", headers={"accept-encoding": encoding})
            assert answer.text == script
            assert "javascript" in answer.headers["content-type"]
            assert answer.headers.get("content-encoding", "identity") == encoding
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["vary"] == "accept-encoding"
        icon = http.get("/icon.svg")
        assert icon.headers["content-type"] == "image/svg+xml"
        assert "content-encoding" not in icon.headers
        assert icon.headers["cache-control"] == "no-cache"
        for path in ("/assets/other.js", "/assets", "/tables/x.js", "/..%2ftables.sqlite", f"/{'x' * 3_000}.js"):
            assert http.get(path).status_code == 404
        assert http.get("/a%00b").status_code == 200, "It looks like a view, and touches no file."


def test_without_a_page_the_server_says_so(served: Served) -> None:
    page = served.guest().http.get("/")
    assert page.headers["content-type"].startswith("text/html")


# --- the process


@pytest.mark.slow
def test_a_server_is_stopped_and_started_and_the_game_goes_on(tmp_path: Path) -> None:
    """With a bot at the table; the seed is the server's own."""
    first = Process("--log", "json", XDG_DATA_HOME=str(tmp_path))
    with httpx.Client(timeout=PATIENCE) as http:
        asked = {"settings": {**SHORT, "first": 1}, "seats": ["me", "random"], "start": True}
        table = http.post(f"{first.url}/api/tables", json=asked).json()["id"]
        cookie = {"cookie": f"vigil={http.cookies['vigil']}"}
        with connected(f"ws://127.0.0.1:{first.port}/ws/tables/{table}", cookie) as line:
            while not (now := json.loads(line.recv(timeout=PATIENCE)))["views"][0]["decision"]:
                pass
            log = first.stop()
            while True:
                try:
                    line.recv(timeout=PATIENCE)
                except Exception:
                    break
            assert line.close_code == 1012
        assert all(json.loads(each)["level"] == "info" for each in log.splitlines()), log
        assert (tmp_path / "vigil" / "tables.sqlite").exists()
        second = Process(XDG_DATA_HOME=str(tmp_path))
        again = http.get(f"{second.url}/api/tables/{table}", headers=cookie).json()
        assert again["views"][0]["decision"] == now["views"][0]["decision"]
        hint = http.get(f"{second.url}/api/tables/{table}/hint?seat=0", headers=cookie).json()
        assert 'vigil_bots{what="thoughts"}' in http.get(f"{second.url}/metrics").text
        assert hint["choice"] in [each["text"] for each in again["views"][0]["decision"]["options"]]
        second.stop(signal.SIGINT)
    assert second.process.returncode == 130


@pytest.mark.slow
def test_several_workers_serve_one_table(postgres_url: str) -> None:
    """Ada and Ben are connected to whichever worker takes them; they see each other and each other's choices."""
    server = Process("--database", postgres_url, "--workers", "2", VIGIL_REQUESTS_A_SECOND="0")
    try:
        with (
            httpx.Client(base_url=server.url, timeout=PATIENCE) as ada,
            httpx.Client(base_url=server.url, timeout=60) as ben,
        ):
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    ada.get("/health")
                    break
                except httpx.HTTPError:
                    assert time.monotonic() < deadline
            table = ada.post("/api/tables", json={"settings": {"first": 0}, "seats": ["me"]}).json()["id"]
            assert ben.post(f"/api/tables/{table}/actions", json={"do": "sit", "seat": 1}).status_code == 200
            # Her worker judges by what it has heard of.
            while not all(seat["person"] for seat in ada.get(f"/api/tables/{table}").json()["seats"]):
                time.sleep(0.02)
            assert ada.post(f"/api/tables/{table}/actions", json={"do": "start"}).status_code == 200
            address = f"ws://127.0.0.1:{server.port}/ws/tables/{table}"
            headers = [{"cookie": f"vigil={who.cookies['vigil']}"} for who in (ada, ben)]
            with connected(address, headers[0]) as a, connected(address, headers[1]) as b:
                now = told = json.loads(a.recv(timeout=PATIENCE))
                while not all(told["here"] if "here" in told else [seat["here"] for seat in told["seats"]]):
                    told = json.loads(a.recv(timeout=PATIENCE))
                choose = {"do": "choose", "seat": 0, "version": now["version"], "choice": "end turn"}
                a.send(json.dumps({"key": "k", "action": choose}))
                while True:
                    seen = json.loads(b.recv(timeout=PATIENCE))
                    if seen.get("version", 0) > now["version"] and seen["views"][0]["decision"]:
                        break
            # The worker counts a choice when it has answered it: others may have heard of it before.
            deadline = time.monotonic() + PATIENCE
            while 'action="choose"' not in ada.get("/metrics").text:
                assert time.monotonic() < deadline
                time.sleep(0.02)
    finally:
        server.stop()


def test_a_port_that_is_taken_is_said_in_one_line(served: Served) -> None:
    done = vigil("serve", "--port", str(served.port), "--database", "sqlite:///unused.sqlite")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"vigil: Port {served.port} of 127.0.0.1 is not available:")


@pytest.mark.parametrize("url", ["postgresql://127.0.0.1:1/nothing", "sqlite:////proc/nowhere/tables.sqlite"])
def test_a_database_that_cannot_be_had_is_said_in_one_line(url: str) -> None:
    done = vigil("serve", "--port", "0", "--database", url)
    assert done.exit_code == 2
    # Servers of other tests that are being stopped may still write something between.
    said = [line for line in done.stderr.splitlines() if "vigil: " in line]
    assert len(said) == 1, done.stderr
    assert said[0].startswith("vigil: The database cannot be used: ")
    assert "Traceback" not in done.stderr


def test_a_file_that_is_no_database_is_said_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "poem.sqlite"
    file.write_text("Shall I compare thee to a summer's day?")
    for command in (("serve", "--port", "0"), ("backup", str(tmp_path / "backup"))):
        done = vigil(*command, "--database", f"sqlite:///{file}")
        assert (done.exit_code, done.stderr) == (2, "vigil: The database cannot be used: file is not a database\n")


def test_defaults_need_no_configuration() -> None:
    settings = ServerSettings()
    assert settings.listens_on == "127.0.0.1"
    assert addresses(settings, 80) == ["http://127.0.0.1:80/"]
    assert addresses(ServerSettings(lan=True), 80)[0] == "http://127.0.0.1:80/"
    assert settings.database_url.endswith("vigil/tables.sqlite")


# --- opening a browser


@pytest.mark.parametrize(
    ("platform", "display", "has_one"), [("linux", "", False), ("linux", ":0", True), ("darwin", "", True)]
)
def test_a_browser_is_opened_only_where_it_can_show_itself(
    monkeypatch: pytest.MonkeyPatch, platform: str, display: str, has_one: bool
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert has_screen() is has_one


def test_serve_opens_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("vigil.commands.serve.has_screen", lambda: True)
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("vigil.server.serve.serve", lambda _, ready: ready(["http://127.0.0.1:1/"]))
    result = CliRunner().invoke(main, ["serve", "--open"])
    assert (result.exit_code, opened) == (0, ["http://127.0.0.1:1/"])
    assert "Vigil is served at http://127.0.0.1:1/" in result.output
