"""The middleware: other sites, limits, headers, sizes, and one shape for everything that goes wrong."""

from __future__ import annotations

import json
import logging
import random
import re
import socket as sockets
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.helpers.servers import Served, begun, serving
from vigil.server import websocket as line_module
from vigil.server.middleware import HEADERS, Middleware
from vigil.server.services import Services
from vigil.server.settings import ServerSettings
from vigil.table.refusals import Refused

EVIL = "https://evil.example"


# --- other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": EVIL},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://127.0.0.1:1", "sec-fetch-site": "same-site"},
    ],
)
def test_another_site_cannot_act_with_the_cookie_of_a_visitor(served: Served, headers: dict[str, str]) -> None:
    ada = served.guest("Ada")
    table = ada.open(["me"])["id"]
    refused = ada.http.post(f"/api/tables/{table}/actions", json={"do": "close"}, headers=headers)
    ada.refused(refused, "cross_site", 403)
    assert ada.now(table)["phase"] == "lobby"
    assert ada.http.get("/api/lobby", headers=headers).status_code == 200, "Looking changes nothing."


def test_the_own_page_and_programs_may(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open(["me"])["id"]
    for headers in ({"origin": served.url, "sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {}):
        answer = ada.http.post(f"/api/tables/{table}/actions", json={"do": "say", "phrase": "hello"}, headers=headers)
        ada.good(answer)


def test_a_token_needs_no_such_care(served: Served) -> None:
    ada = served.guest("Ada")
    token = ada.good(ada.http.post("/api/me/tokens", json={"label": "t"}))["token"]
    program = served.guest(authorization=f"Bearer {token}", origin=EVIL)
    assert program.open(["me"])["your_seats"] == [0]


def test_an_origin_can_be_allowed(sqlite: str) -> None:
    with serving(sqlite, origins=f"http://localhost:5173, {EVIL}/") as served:
        ada = served.guest(origin=EVIL)
        line = ada.line(ada.open(["me"])["id"], origin=EVIL)
        assert line.told()["your_seats"] == [0]


def test_another_site_cannot_lead_its_name_here(served: Served) -> None:
    """For a browser its page would be ours, and would come from this machine."""
    rebound = served.guest(host="evil.example", origin="http://evil.example")
    for path in ("/", "/api/lobby", "/metrics"):
        rebound.refused(rebound.http.get(path), "cross_site", 403)
    rebound.refused(rebound.http.post("/api/tables", json={}), "cross_site", 403)
    assert rebound.http.get("/health").status_code == 200
    upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
    line = rebound.http.get("/ws/tables/x", headers={**upgrade, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="})
    rebound.refused(line, "cross_site", 403)


@pytest.mark.parametrize(
    ("host", "settings"),
    [
        ("192.0.2.7:8470", {}),
        ("[2001:db8::1]", {}),
        ("LOCALHOST:8470", {}),
        (sockets.gethostname(), {}),
        ("vigil.example", {"public_url": "https://vigil.example"}),
        ("table.lan:8470", {"names": "other.lan, Table.lan"}),
        ("anything.example", {"names": "*"}),
        ("anything.example", {"trusted_proxies": "127.0.0.1"}),
    ],
)
def test_a_server_goes_by_several_names(sqlite: str, host: str, settings: dict[str, str]) -> None:
    middleware = Middleware(Services(ServerSettings(database=sqlite, **settings)))
    middleware._check_name(host)
    if not settings:
        with pytest.raises(Refused):
            middleware._check_name("evil.example")


@pytest.mark.parametrize("origin", [EVIL, "null", "http://127.0.0.1:1"])
def test_another_site_gets_no_line(served: Served, origin: str) -> None:
    ada = served.guest("Ada")
    table = ada.open(["me"])["id"]
    with pytest.raises(InvalidStatus) as met:
        ada.line(table, origin=origin)
    assert met.value.response.status_code == 403
    assert json.loads(met.value.response.body)["code"] == "cross_site"
    assert ada.line(table, origin=served.url).told()["id"] == table


# --- headers and shapes


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/", 200, ""),
        ("GET", "/tables/abc", 200, ""),
        ("GET", "/health", 200, ""),
        ("GET", "/api/docs", 200, ""),
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/assets/nothing.js", 404, "not_found"),
        ("GET", "/api/tables/nothing", 404, "table_not_found"),
        ("GET", "/api/tables/nothing?since=x", 422, "invalid_request"),
        ("POST", "/health", 405, "method_not_allowed"),
        ("POST", "/api/tables", 422, "invalid_request"),
    ],
)
def test_every_answer_has_the_headers_and_every_mistake_the_shape(
    served: Served, method: str, path: str, status: int, code: str
) -> None:
    guest = served.guest()
    answer = guest.http.request(method, path, content=b"[1" if method == "POST" else None)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "cache-control" in answer.headers
    assert "server" not in answer.headers
    if code:
        guest.refused(answer, code)


def test_no_path_leads_to_the_disk(served: Served) -> None:
    guest = served.guest()
    index = guest.http.get("/").text
    for path in ("/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fpage.py%00", "/%5c..%5cpage", "//etc/passwd"):
        assert guest.http.get(path).text == index or guest.http.get(path).status_code == 404


def test_over_https_browsers_are_told_to_stay_there(sqlite: str) -> None:
    with serving(sqlite, public_url="https://vigil.example") as served:
        assert "max-age" in served.guest().http.get("/health").headers["strict-transport-security"]


def test_too_much_is_not_read(served: Served) -> None:
    guest = served.guest()
    guest.refused(guest.http.post("/api/tables", content=b"x" * 40_000), "too_large", 413)
    chunks = (b" " * 1_000 for _ in range(50))
    guest.refused(guest.http.post("/api/tables", content=chunks), "too_large", 413)


def test_a_mistake_of_ours_is_logged_and_tells_nothing(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("a secret")

    with serving(sqlite) as served:
        ada = served.guest("Ada")
        table = ada.open(["me"])["id"]
        monkeypatch.setattr(served.services, "project", broken)
        with caplog.at_level(logging.ERROR):
            answer = ada.http.get(f"/api/tables/{table}")
    ada.refused(answer, "internal_error", 500)
    assert "a secret" not in answer.text
    assert "a secret" in caplog.text


# --- limits


def test_one_address_asks_only_so_often(sqlite: str) -> None:
    with serving(sqlite, requests_a_second=1.0) as served:
        guest = served.guest()
        answers = [guest.http.get("/api/lobby") for _ in range(6)]
        assert [each.status_code for each in answers] == [200] * 5 + [429]
        guest.refused(answers[-1], "rate_limited")
        assert guest.http.get("/health").status_code == 200
        with pytest.raises(InvalidStatus, match="429"), connect(f"ws://127.0.0.1:{served.port}/ws/tables/x"):
            pass
        served.clock.time += 1
        assert guest.http.get("/api/lobby").status_code == 200


def test_parts_of_the_page_do_not_use_up_the_requests_of_an_address(sqlite: str) -> None:
    """A browser fetches all of them at once."""
    with serving(sqlite, requests_a_second=1.0) as served:
        guest = served.guest()
        parts = [guest.http.get("/assets/none.js").status_code for _ in range(101)]
        assert parts == [404] * 100 + [429]
        assert guest.http.get("/api/lobby").status_code == 200


def test_one_person_acts_only_so_often(sqlite: str) -> None:
    with serving(sqlite, actions_a_second=1.0, tables_an_hour=3.0, guests_an_hour=6.0) as served:
        ada = served.guest("Ada")
        table = ada.open(["me"])["id"]
        ada.refused(ada.http.post("/api/tables", json={}), "rate_limited", 429)
        line = ada.line(table)
        assert [line.send(None)["kind"] for _ in range(6)] == ["done"] * 5 + ["refused"]
        served.guest("Ben")
        third = served.guest()
        third.refused(third.http.get("/api/me"), "rate_limited", 429)


def test_passwords_cannot_be_tried_out(sqlite: str) -> None:
    with serving(sqlite, guests_an_hour=36.0) as served:
        guest = served.guest()
        tries = [guest.http.post("/api/session", json={"name": "Ada", "password": "x"}) for _ in range(4)]
        assert [each.status_code for each in tries] == [403, 403, 403, 429]


def test_one_person_has_only_so_many_lines(sqlite: str) -> None:
    with serving(sqlite, sockets=2) as served:
        ada = served.guest("Ada")
        table = ada.open(["me"])["id"]
        kept = [ada.line(table) for _ in range(2)]
        for line in kept:
            line.told()
        third = ada.line(table)
        assert third.receive()["code"] == "limit_reached"
        kept[0].close()
        while len(served.services.presence.lines()) > 1:
            kept[1].send(None)
        assert ada.line(table).told()["id"] == table


def test_those_without_a_name_have_only_so_many_lines(sqlite: str) -> None:
    with serving(sqlite, address_sockets=3) as served:
        table = served.guest("Ada").open(["me"])["id"]
        for _ in range(3):
            served.guest().line(table).told()
        refused = served.guest().line(table)
        assert refused.receive()["code"] == "limit_reached"
        assert refused.ended() == (4004, "Your network address has 3 connections open already.")


@pytest.mark.slow
def test_a_client_that_does_not_read_is_let_go(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_module, "PATIENCE", 0.2)
    with serving(sqlite) as served:
        ada, _, table = begun(served)
        deaf = sockets.socket()
        deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
        deaf.connect(("127.0.0.1", served.port))
        deaf.sendall(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        line = ada.line(table)
        while line.told()["watching"] != 1:
            pass
        for _ in range(5_000):
            line.send({"do": "say", "text": "x" * 300})
            if line.table["watching"] == 0:
                break
        assert line.table["watching"] == 0
        assert served.services.metrics.slow_clients._value.get() == 1
        deaf.close()


# --- nonsense


def test_nonsense_on_every_route_is_answered(served: Served) -> None:
    """Seed 5. No answer is an error of the server, whatever is sent."""
    chance = random.Random(5)
    guest = served.guest("Ada")
    table = guest.open(["me", "me"], start=True)["id"]
    document = guest.http.get("/api/openapi.json").json()
    words: list[Any] = [None, True, -1, 2**70, 1.5, "", "x", "\0", "é" * 300, [], {}, table, "me", "../..", "'; --"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for _ in range(12):
                filled = path
                for each in operation.get("parameters", []):
                    if each["in"] == "path":
                        word = chance.choice([table, "x", "%00", "a b", "é", "%2e%2e", "-1"])
                        filled = filled.replace(f"{{{each['name']}}}", word)
                names = [each["name"] for each in operation.get("parameters", []) if each["in"] == "query"]
                query = {name: str(chance.choice(words)) for name in names if chance.random() < 0.7}
                body = _nonsense(chance, words, operation, document)
                answer = guest.http.request(method, filled, params=query, **body)
                if answer.status_code == 503:
                    assert answer.json()["code"] == "unavailable", "This server runs no bots."
                    continue
                assert answer.status_code < 500, (method, filled, query, body, answer.text)
                if answer.status_code >= 400:
                    assert {"code", "message", "hint"} <= set(answer.json())
            if guest.http.get("/api/me").status_code != 200:
                guest = served.guest("Ada")


def _nonsense(chance: random.Random, words: list[Any], operation: dict[str, Any], document: Any) -> dict[str, Any]:
    if "requestBody" not in operation:
        return {}
    if chance.random() < 0.2:
        return {"content": chance.randbytes(50)}
    (schema,) = (each["schema"] for each in operation["requestBody"]["content"].values())
    kinds = schema.get("anyOf") or schema.get("oneOf") or [schema]
    name = chance.choice(kinds).get("$ref", "").rsplit("/", 1)[-1]
    shape = document["components"]["schemas"].get(name, {}).get("properties", {})
    made = {key: value.get("const", chance.choice(words)) for key, value in shape.items() if chance.random() < 0.9}
    return {"json": made if chance.random() < 0.9 else chance.choice(words)}


@pytest.mark.parametrize("host", ["evil.example\r\nx: y", "", "é"])
def test_a_strange_host_is_answered(served: Served, host: str) -> None:
    try:
        answer = httpx.get(f"{served.url}/api/lobby", headers={"host": host})
    except (httpx.HTTPError, UnicodeEncodeError):
        return
    assert answer.status_code < 500


def test_a_nul_is_refused_wherever_it_comes_from(database_url: str) -> None:
    """PostgreSQL has no room for it in a text."""
    with serving(database_url) as served:
        ada = served.guest("Ada")
        paths = ada.good(ada.http.get("/api/openapi.json"))["paths"]
        for path, methods in paths.items():
            for method in methods:
                answer = ada.http.request(method, re.sub("{.*?}", "%00", path), content=b"{}")
                assert answer.status_code < 500, (method, path)
        ada.refused(ada.http.delete("/api/me/tokens/%00"), "invalid_request", 422)
        with_nul = {"url": "https://example.com/\0"}
        ada.refused(ada.http.put("/api/me/webhook", json=with_nul), "invalid_request", 422)


def test_a_body_that_comes_with_the_head_does_not_count_as_head(served: Served) -> None:
    body = b'{"sets": ["' + b"x" * 70_000 + b'"]}'
    lines = ["POST /api/positions HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json"]
    head = "\r\n".join([*lines, f"Content-Length: {len(body)}"])
    with sockets.create_connection(("127.0.0.1", served.port)) as line:
        line.settimeout(20)
        line.sendall(head.encode() + b"\r\n\r\n" + body)
        answer = line.recv(65_536).decode()
    assert answer.startswith("HTTP/1.1 413"), answer
    assert "too_large" in answer
