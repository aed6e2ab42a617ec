"""Who may do what: each secret is good for one thing, other sites for nothing, and nothing is told too early."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.helpers.servers import SHORT, Guest, Served, begun, play_on, serving
from vigil.server.middleware import HEADERS

EVIL = "https://evil.example"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}") as found:
        yield found


def described(served: Served) -> Iterator[tuple[str, str]]:
    """Every method and path that the document knows."""
    document = served.guest().http.get("/api/openapi.json").json()
    for path, methods in document["paths"].items():
        for method in methods:
            yield method.upper(), path


def filled(path: str, table: str) -> str:
    """The path with something in it; where a table is asked for, this one."""
    for name in ("person", "token", "token_id"):
        path = path.replace(f"{{{name}}}", "somebody")
    return path.replace("{table_id}", table)


# --- other sites


def test_no_route_can_be_used_by_another_site(served: Served) -> None:
    """Every route that changes something refuses before it looks at anything; none is opened to other origins."""
    ada = served.guest("Ada")
    table = ada.open(["me"])["id"]
    before = ada.good(ada.http.get("/api/me/export"))
    writing = [(method, path) for method, path in described(served) if method != "GET"]
    assert len(writing) > 12
    for method, path in writing:
        for headers in ({"origin": EVIL}, {"sec-fetch-site": "cross-site"}):
            answer = ada.http.request(method, filled(path, table), headers=headers, json={})
            ada.refused(answer, "cross_site", 403)
    assert ada.good(ada.http.get("/api/me/export")) == before


def test_no_answer_is_opened_to_another_site(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open(["me"])["id"]
    asked = {"origin": EVIL, "access-control-request-method": "POST"}
    for method, path in described(served):
        for asked_by in ("OPTIONS", method):
            answer = ada.http.request(asked_by, filled(path, table), headers=asked)
            assert not [name for name in answer.headers if name.startswith("access-control-")], (asked_by, path)


# --- headers and cookies


def test_every_route_sends_the_headers_and_no_cookie_that_is_kept_by_a_cache(served: Served) -> None:
    for method, path in described(served):
        answer = served.guest().http.request(method, filled(path, "nothing"))
        assert answer.status_code < 500
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (method, path)
        cached = answer.headers["cache-control"] != "no-store"
        assert not (cached and "set-cookie" in answer.headers), (method, path)


@pytest.mark.parametrize("public", ["", "https://vigil.example"], ids=["http", "https"])
def test_a_cookie_is_set_and_taken_away_with_the_same_flags(tmp_path: Path, public: str) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", public_url=public, session_days=2) as served:
        guest = served.guest()
        given = flags(guest.http.get("/api/me"))
        taken = flags(guest.http.delete("/api/session"))
    assert given.pop("max-age") == str(2 * 24 * 3600)
    assert taken.pop("max-age") == "0"
    assert given == taken
    assert {"httponly", "path", "samesite"} <= set(given)
    assert ("secure" in given) == bool(public)
    assert "domain" not in given, "The cookie is for this host, and not for its neighbours."


def flags(answer: httpx.Response) -> dict[str, str]:
    parts = [part.partition("=") for part in answer.headers["set-cookie"].split("; ")[1:]]
    return {name.lower(): value for name, _, value in parts}


def test_whoever_signs_in_gets_another_session(served: Served) -> None:
    """A cookie that somebody else has put into the browser does not become one of the account."""
    ada = served.guest()
    account = {"name": "Ada Unfixed", "password": "correct horse"}
    mine = ada.good(ada.http.post("/api/me/account", json=account))["id"]
    victim = served.guest("Victim")
    planted = victim.http.cookies["vigil"]
    assert victim.good(victim.http.post("/api/session", json=account))["id"] == mine
    assert victim.http.cookies["vigil"] != planted
    assert served.guest(cookie=f"vigil={planted}").id != mine


# --- secrets


def test_each_secret_is_good_for_one_thing(served: Served) -> None:
    """The token of a program, the name of a session, and an invitation do not stand for each other."""
    ada = served.guest("Ada")
    table = ada.open(["me"])["id"]
    token = ada.good(ada.http.post("/api/me/tokens", json={"label": "t"}))["token"]
    invitation = ada.good(ada.http.post(f"/api/tables/{table}/invitations", json={"seat": 1}))["token"]
    cookie = ada.http.cookies["vigil"]
    session, _, signature = cookie.partition(".")
    for wrong in (session, cookie, invitation, ada.id, table):
        stranger = served.guest(authorization=f"Bearer {wrong}")
        stranger.refused(stranger.http.get("/api/me"), "unauthenticated", 401)
    for wrong in (token, f"{token}.{signature}", f"{invitation}.{signature}", f"{ada.id}.{signature}"):
        assert served.guest(cookie=f"vigil={wrong}").id != ada.id
    ben = served.guest("Ben")
    for wrong in (token, session, table):
        ben.refused(ben.http.post(f"/api/invitations/{wrong}"), "invitation_not_found", 404)
    assert ben.now(table)["your_seats"] == []


def test_a_link_gives_its_seat_and_nothing_else(served: Served) -> None:
    ada, ben, cleo = (served.guest(name) for name in ("Ada", "Ben", "Cleo"))
    table = ada.open(["me"], players=3, **SHORT)["id"]
    links = [invited(ada, table, seat) for seat in (1, 2)]
    assert ben.good(ben.http.post(links[0]))["seat"] == 1
    ben.refused(ben.post(table, do="seat-bot", seat=2, level="random"), "forbidden", 403)
    ben.refused(ben.post(table, do="stand", seat=0), "forbidden", 403)
    ben.refused(ben.http.post(f"/api/tables/{table}/invitations", json={"seat": 2}), "forbidden", 403)
    cleo.good(cleo.http.post(links[1]))
    ada.act(table, do="start")
    version = ada.now(table)["version"]
    choice: dict[str, Any] = {"do": "choose", "version": version, "choice": "end turn"}
    for who, seats in ((ben, (0, 2)), (cleo, (0, 1)), (served.guest("Dora"), (0, 1, 2))):
        for seat in seats:
            who.refused(who.post(table, seat=seat, **choice), "not_your_seat", 403)
            for question in ("piles", "hint"):
                asked = who.http.get(f"/api/tables/{table}/{question}", params={"seat": seat})
                who.refused(asked, "not_your_seat", 403)
    late = invited(ada, table, 1)
    dora = served.guest("Dora")
    dora.refused(dora.http.post(late), "game_started", 409)
    assert dora.now(table)["your_seats"] == []


def invited(owner: Guest, table: str, seat: int) -> str:
    made = owner.good(owner.http.post(f"/api/tables/{table}/invitations", json={"seat": seat}))
    return f"/api/invitations/{made['token']}"


def test_a_link_leads_to_the_server_whatever_the_request_says_about_it(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", public_url="https://vigil.example/", names="*") as served:
        ada = served.guest()
        me = ada.http.get("/api/me").headers["set-cookie"].split(";")[0]
        headers = {"host": "evil.example", "x-forwarded-host": "evil.example", "cookie": me}
        table = ada.good(ada.http.post("/api/tables", json={}, headers=headers))["id"]
        made = ada.http.post(f"/api/tables/{table}/invitations", json={"seat": 1}, headers=headers)
        assert ada.good(made)["link"].startswith("https://vigil.example/join/")


# --- too early


def test_the_seed_is_told_when_the_game_is_over_and_not_before(served: Served) -> None:
    """Seed 8. Its salt stands for the whole secret: the two are told together."""
    salt = "a grain of salt"
    ada, ben, table = begun(served)
    lines = ada.line(table), ben.line(table)
    for line in lines:
        line.told()
    asked = [f"/api/tables/{table}", f"/api/tables/{table}/piles", f"/api/games/{table}", f"/api/games/{table}/record"]
    asked += [f"/api/games/{table}/positions", "/api/me/export", "/api/lobby", f"/api/tables/{table}/piles?seat=0"]
    assert not [path for path in asked if salt in ada.http.get(path).text]
    play_on(*lines)
    for line in lines:
        early = [each for each in line.heard if each["kind"] != "table" or each["phase"] == "playing"]
        assert len(early) > 20
        assert salt not in str(early)
        assert line.table["revealed"] == {"seed": "8", "salt": salt}
    assert salt in ada.http.get(f"/api/games/{table}/record").text
