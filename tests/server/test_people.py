"""Guests and accounts, sessions, tokens, chat, and the right to leave nothing behind."""

from __future__ import annotations

import pytest

from tests.helpers.servers import Guest, Served, serving
from vigil.table.actions import REMOVED
from vigil.table.clocks import DAY

SECRET = {"name": "Ada of the Tables", "password": "correct horse"}


def with_account(served: Served, name: str, **headers: str) -> Guest:
    found = served.guest(**headers)
    found.good(found.http.post("/api/me/account", json={"name": name, "password": "correct horse"}))
    return found


def test_the_first_contact_makes_a_guest_who_is_known_from_then_on(served: Served) -> None:
    guest = served.guest()
    me = guest.good(guest.http.get("/api/me"))
    assert me["is_guest"]
    assert guest.good(guest.http.patch("/api/me", json={"name": "  Ada   of Vigil "}))["name"] == "Ada of Vigil"
    assert guest.good(guest.http.get("/api/me"))["id"] == me["id"]
    assert served.guest().id != me["id"]


def test_whoever_only_looks_is_not_written_down(served: Served) -> None:
    guest = served.guest()
    guest.good(guest.http.get("/api/lobby"))
    guest.good(guest.http.get("/api/cards"))
    assert not guest.http.cookies


def test_a_cookie_is_for_this_server_alone_and_signed(served: Served) -> None:
    guest = served.guest()
    header = guest.http.get("/api/me").headers["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=lax" in header
    assert "Path=/" in header
    assert "Secure" not in header, "This server is reached over http."
    token, _, signature = guest.http.cookies["vigil"].partition(".")
    for forged in (token, f"{token}.", f"{token}.{signature[:-1]}x", f"x{token}.{signature}"):
        stranger = served.guest(cookie=f"vigil={forged}")
        assert "set-cookie" in stranger.http.get("/api/me").headers


def test_over_https_the_cookie_is_secure(sqlite: str) -> None:
    with serving(sqlite, public_url="https://vigil.example") as served:
        header = served.guest().http.get("/api/me").headers["set-cookie"]
    assert header.startswith("__Host-vigil=")
    assert "Secure" in header


def test_an_account_is_found_again_from_another_device(served: Served) -> None:
    first = served.guest()
    me = first.good(first.http.post("/api/me/account", json=SECRET))
    assert not me["is_guest"]
    second = served.guest()
    for wrong in ({**SECRET, "password": "wrong horse"}, {**SECRET, "name": "Nobody"}):
        second.refused(second.http.post("/api/session", json=wrong), "wrong_password", 403)
    assert second.good(second.http.post("/api/session", json={**SECRET, "name": "ADA of the tables"}))["id"] == me["id"]
    assert second.id == first.id == me["id"]
    third = served.guest()
    third.refused(third.http.post("/api/me/account", json=SECRET), "name_taken", 409)
    first.refused(first.http.post("/api/me/account", json=SECRET), "no_effect", 409)


def test_signing_out_ends_one_session_or_all_of_them(served: Served) -> None:
    ada = with_account(served, "Ada Everywhere")
    others = [served.guest() for _ in range(2)]
    for other in others:
        other.good(other.http.post("/api/session", json={"name": "Ada Everywhere", "password": "correct horse"}))
    table = ada.open(["me"])["id"]
    lines = [other.line(table) for other in others]
    assert lines[0].told()["your_seats"] == [0]
    before = ada.id
    others[0].good(others[0].http.delete("/api/session"))
    assert lines[0].ended() == (4001, "You were signed out.")
    assert (others[0].id == before, others[1].id == before) == (False, True)
    ada.good(ada.http.delete("/api/sessions"))
    assert lines[1].ended()[0] == 4001
    assert before not in (ada.id, others[1].id)


def test_a_session_does_not_last_for_ever(sqlite: str) -> None:
    with serving(sqlite, session_days=2) as served:
        guest = served.guest()
        me = guest.id
        served.clock.time += 1.9 * DAY
        assert guest.id == me
        served.clock.time += 0.2 * DAY
        assert guest.id != me


def test_a_new_password_ends_all_other_sessions(served: Served) -> None:
    ada = with_account(served, "Ada the Careful")
    thief = served.guest()
    thief.good(thief.http.post("/api/session", json={"name": "Ada the Careful", "password": "correct horse"}))
    change = {"old": "wrong horse", "new": "battery staple"}
    ada.refused(ada.http.put("/api/me/password", json=change), "wrong_password", 403)
    ada.good(ada.http.put("/api/me/password", json={**change, "old": "correct horse"}))
    assert ada.id != thief.id
    again = served.guest()
    again.good(again.http.post("/api/session", json={"name": "Ada the Careful", "password": "battery staple"}))


def guesses(guest: Guest, name: str) -> str:
    answer = guest.http.post("/api/session", json={"name": name, "password": "wrong horse"})
    return str(answer.json()["code"])


def test_however_a_name_is_spelled_its_passwords_are_guessed_so_often_only(sqlite: str) -> None:
    with serving(sqlite, trusted_proxies="127.0.0.1", guests_an_hour=120.0) as served:
        with_account(served, "Lara of Vigil")
        spellings = (
            "Lara of Vigil",
            "LARA of vigil",
            "Ｌara of Vigil",
            "Lara  of  Vigil",
            "1ara of Vigi1",
            "lara of ⅴigil",
        )
        strangers = [served.guest(**{"x-forwarded-for": f"198.51.100.{number}"}) for number in range(12)]
        codes = [guesses(stranger, spellings[n % 6]) for n, stranger in enumerate(strangers)]
        assert codes == ["wrong_password"] * 10 + ["rate_limited"] * 2


def test_strangers_who_guess_wrong_do_not_lock_the_owner_out(sqlite: str) -> None:
    with serving(sqlite, trusted_proxies="127.0.0.1", guests_an_hour=120.0) as served:
        home = {"x-forwarded-for": "203.0.113.7"}
        with_account(served, "Mara of Vigil", **home)
        for number in range(12):
            guesses(served.guest(**{"x-forwarded-for": f"198.51.100.{number}"}), "Mara of Vigil")
        right = {"name": "Mara of Vigil", "password": "correct horse"}
        elsewhere, owner = served.guest(**{"x-forwarded-for": "192.0.2.1"}), served.guest(**home)
        elsewhere.refused(elsewhere.http.post("/api/session", json=right), "rate_limited", 429)
        assert owner.good(owner.http.post("/api/session", json=right))["name"] == "Mara of Vigil"
        assert [guesses(owner, "Mara of Vigil") for _ in range(12)].count("rate_limited") > 0, (
            "The address has its limit."
        )


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\0b", "\u202eevil", "\u2800", "A\u0434a"])
def test_nobody_is_called_that(served: Served, name: str) -> None:
    guest = served.guest("Ada")
    guest.refused(guest.http.patch("/api/me", json={"name": name}), "invalid_request", 422)


def test_the_name_of_an_account_is_not_for_guests(served: Served) -> None:
    with_account(served, "Ada the First")
    guest = served.guest("Ben")
    for name in ("Ada the First", "ADA THE F1RST", "expert", "Guest 6180"):
        guest.refused(guest.http.patch("/api/me", json={"name": name}), "name_taken", 409)
    assert guest.good(guest.http.patch("/api/me", json={"name": "Ada the Second"}))["name"] == "Ada the Second"


# --- tokens


def test_a_program_plays_with_a_token_and_does_not_take_the_account_over(served: Served) -> None:
    ada = with_account(served, "Ada and her Program")
    token = ada.good(ada.http.post("/api/me/tokens", json={"label": "my bot"}))["token"]
    program = served.guest(authorization=f"Bearer {token}")
    assert program.id == ada.id
    table = program.open(["me", "me"], start=True)["id"]
    line = program.line(table, authorization=f"Bearer {token}")
    assert line.told()["your_seats"] == [0, 1]
    program.refused(program.http.post("/api/me/tokens", json={"label": "another"}), "forbidden", 403)
    program.refused(program.http.post("/api/me/delete", json={"password": "correct horse"}), "forbidden", 403)
    (listed,) = ada.good(ada.http.get("/api/me/tokens"))
    assert listed["label"] == "my bot"
    assert token not in str(listed)
    ada.good(ada.http.delete(f"/api/me/tokens/{listed['id']}"))
    assert line.ended()[0] == 4001
    program.refused(program.http.get("/api/me"), "unauthenticated", 401)


OPEN_TO_TOKENS = {
    "GET /api/me",
    "POST /api/tables",
    "GET /api/lobby",
    "POST /api/tables/{table_id}/invitations",
    "GET /api/invitations/{token}",
    "POST /api/invitations/{token}",
    "POST /api/tables/{table_id}/actions",
    "GET /api/tables/{table_id}",
    "GET /api/tables/{table_id}/piles",
    "GET /api/tables/{table_id}/hint",
    "GET /api/tables/{table_id}/coach",
    "POST /api/tables/{table_id}/scenario",
    "GET /api/games/{table_id}/moments/{step}",
    "POST /api/positions",
    "POST /api/positions/values",
    "POST /api/positions/file",
    "POST /api/positions/read",
    "GET /api/games/{table_id}",
    "GET /api/games/{table_id}/record",
    "GET /api/games/{table_id}/positions",
    "GET /api/games/{table_id}/positions/{step}/values",
    "GET /api/games/{table_id}/reviews",
    "POST /api/games/{table_id}/reviews",
    "GET /api/games/{table_id}/reviews/{depth}",
    "DELETE /api/games/{table_id}/reviews/{depth}",
    "POST /api/games/{table_id}/rematch",
    "POST /api/challenges",
    "GET /api/challenges",
    "POST /api/challenges/{challenge_id}/accept",
    "DELETE /api/challenges/{challenge_id}",
    "GET /api/notices",
    "GET /api/people/{name}",
    "GET /api/people/{name}/games",
    "GET /api/people/{name}/ratings",
    "GET /api/leaderboards/{pool}",
    "GET /api/puzzles",
    "GET /api/puzzles/next",
    "GET /api/puzzles/daily",
    "GET /api/puzzles/{puzzle_id}",
    "POST /api/puzzles/{puzzle_id}/tries",
    "GET /api/people/{name}/puzzles",
    "GET /api/daily",
    "GET /api/daily/days/{date}",
    "GET /api/daily/months/{month}",
    "POST /api/daily/days/{date}/{kind}",
    "POST /api/daily/days/{date}/{kind}/practice",
    "GET /api/catalogue",
    "GET /api/cards",
    "GET /api/page/cards",
    "GET /api/registration",
    "GET /health",
    "GET /metrics",
}
"""A route that is not listed here must refuse personal tokens."""


def test_a_token_plays_and_reads_but_every_route_of_the_account_refuses_it(served: Served) -> None:
    ada = served.guest("Ada")
    token = ada.good(ada.http.post("/api/me/tokens", json={"label": "my bot"}))["token"]
    program = served.guest(authorization=f"Bearer {token}")
    paths = ada.good(ada.http.get("/api/openapi.json"))["paths"]
    operations = [(method.upper(), path) for path, methods in paths.items() for method in methods]
    answers = {f"{each[0]} {each[1]}": program.http.request(*each, content=b"{}") for each in operations}
    assert {name for name, answer in answers.items() if answer.status_code != 403} == OPEN_TO_TOKENS
    for name in answers.keys() - OPEN_TO_TOKENS:
        ada.refused(answers[name], "forbidden", 403)


def test_a_token_of_somebody_else_is_not_taken_back(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    token = ada.good(ada.http.post("/api/me/tokens", json={"label": "hers"}))["token"]
    (listed,) = ada.good(ada.http.get("/api/me/tokens"))
    ben.good(ben.http.delete(f"/api/me/tokens/{listed['id']}"))
    assert served.guest(authorization=f"Bearer {token}").id == ada.id


@pytest.mark.parametrize("header", ["Bearer nonsense", "Basic YTpi", "Bearer", "nonsense", "Bearer " + "x" * 4_000])
def test_a_token_that_nobody_has_is_a_mistake(served: Served, header: str) -> None:
    stranger = served.guest(authorization=header)
    stranger.refused(stranger.http.get("/api/lobby"), "unauthenticated", 401)


# --- chat


def test_chat_reaches_everybody_but_those_who_do_not_want_to_hear_it(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open(["me"], public=True)["id"]
    ben.act(table, do="say", text="<script>alert('hello')</script>")
    (said,) = ada.now(table)["chat"]
    assert (said["name"], said["text"]) == ("Ben", "<script>alert('hello')</script>")
    ada.good(ada.http.put(f"/api/me/mutes/{ben.id}"))
    assert ada.now(table)["chat"] == []
    assert len(ben.now(table)["chat"]) == 1
    assert ada.good(ada.http.get("/api/me"))["muted"] == [ben.id]
    ada.good(ada.http.delete(f"/api/me/mutes/{ben.id}"))
    assert len(ada.now(table)["chat"]) == 1
    ada.refused(ada.http.put("/api/me/mutes/nobody"), "person_not_found", 404)


def test_whoever_talks_too_much_has_to_wait(sqlite: str) -> None:
    with serving(sqlite, chats_a_minute=12.0) as served:
        ada = served.guest("Ada")
        table = ada.open(["me"])["id"]
        for _ in range(3):
            ada.act(table, do="say", phrase="hello")
        refused = ada.post(table, do="say", phrase="hello")
        assert ada.refused(refused, "rate_limited", 429)["hint"] == "Wait 5 seconds."
        assert refused.headers["retry-after"] == "5"
        line = ada.line(table)
        assert line.send({"do": "say", "phrase": "hello"})["code"] == "rate_limited"
        served.clock.time += 5
        ada.act(table, do="say", phrase="hello")
        assert len(ada.now(table)["chat"]) == 4


# --- the own data


def test_everything_that_is_kept_is_shown_and_can_be_deleted(served: Served) -> None:
    ada, ben = with_account(served, "Ada the Forgotten"), served.guest("Ben")
    table = ada.open(["me"], first=0)["id"]
    ada.act(table, do="say", text="my secret")
    ben.act(table, do="sit", seat=1)
    answer = ada.http.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert data["name"] == "Ada the Forgotten"
    assert [each["action"]["do"] for each in data["actions"]] == ["open", "sit", "say"]
    assert "argon2" not in answer.text
    line = ada.line(table)
    line.told()
    ada.refused(ada.http.post("/api/me/delete", json={"password": "wrong horse"}), "wrong_password", 403)
    before = ada.id
    ada.good(ada.http.post("/api/me/delete", json={"password": "correct horse"}))
    assert line.ended() == (4001, "Your account was deleted.")
    assert ada.id != before
    now = ben.now(table)
    assert now["seats"][0]["person"] == ""
    assert [each["text"] for each in now["chat"]] == [REMOVED]
    assert "Ada" not in str(now)


def test_nobody_waits_for_a_player_who_was_deleted(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    tables = {leaving: ada.open(["me"], first=0, leaving=leaving)["id"] for leaving in ("bot", "end")}
    for table in tables.values():
        ben.act(table, do="sit", seat=1)
        ada.act(table, do="start")
    lobby = ada.open(["me"])["id"]
    ben.act(lobby, do="sit", seat=1)
    ada.good(ada.http.post("/api/me/delete", json={}))
    seats = ben.now(tables["bot"])["seats"]
    assert [(seat["name"], bool(seat["bot"])) for seat in seats] == [("Somebody", True), ("Ben", False)]
    assert ben.now(tables["end"])["phase"] == "ended"
    assert (ben.now(lobby)["seats"][0]["person"], ben.now(lobby)["owner"]) == ("", ben.id)


def test_a_guest_needs_no_password_to_go(served: Served) -> None:
    guest = served.guest("Ada")
    before = guest.id
    guest.good(guest.http.post("/api/me/delete", json={}))
    assert guest.id != before
