"""Operators and moderators: what they may do, to whom, and what follows from it at once, on both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from tests.helpers.servers import Guest, Served, SetClock, serving
from vigil.cli import main
from vigil.server.steady_clock import SteadyClock
from vigil.table.clocks import DAY

PASSWORD = "correct horse"
WHY = {"reason": "insults"}


def account(served: Served, name: str, **extra: str) -> Guest:
    found = served.guest()
    found.good(found.http.post("/api/me/account", json={"name": name, "password": PASSWORD, **extra}))
    return found


def sign_in(served: Served, name: str) -> Guest:
    found = served.guest()
    found.good(found.http.post("/api/session", json={"name": name, "password": PASSWORD}))
    return found


def admin(url: str, *arguments: str) -> str:
    """`vigil admin`, beside the running server."""
    done = CliRunner().invoke(main, ["admin", *arguments, "--database", url])
    assert done.exit_code == 0, done.output + done.stderr
    return done.output


@pytest.fixture
def served(database_url: str) -> Iterator[Served]:
    with serving(database_url) as found:
        yield found


@pytest.fixture
def olga(served: Served, database_url: str) -> Guest:
    """An operator."""
    found = account(served, "Olga")
    admin(database_url, "grant", "Olga", "operator", "--reason", "runs the server")
    return found


@pytest.fixture
def mona(served: Served, olga: Guest) -> Guest:
    """A moderator."""
    found = account(served, "Mona")
    role = {"role": "moderator", "reason": "looks after people"}
    olga.good(olga.http.put(f"/api/admin/people/{found.id}/role", json=role))
    return found


# --- roles


def test_every_route_of_administration_asks_for_a_role_and_no_token_has_one(served: Served, olga: Guest) -> None:
    paths = olga.good(olga.http.get("/api/openapi.json"))["paths"]
    routes = [
        (method.upper(), path) for path, methods in paths.items() for method in methods if path.startswith("/api/admin")
    ]
    assert len(routes) > 10
    stranger, guest = served.guest(), served.guest("Gus")
    token = olga.good(olga.http.post("/api/me/tokens", json={"label": "bot"}))["token"]
    program = served.guest(authorization=f"Bearer {token}")
    for method, path in routes:
        stranger.refused(stranger.http.request(method, path, content=b"{}"), "unauthenticated", 401)
        guest.refused(guest.http.request(method, path, content=b"{}"), "forbidden", 403)
        program.refused(program.http.request(method, path, content=b"{}"), "forbidden", 403)
    assert not stranger.http.cookies


def test_operators_do_more_than_moderators_and_nobody_acts_on_themselves(
    served: Served, olga: Guest, mona: Guest
) -> None:
    ben = account(served, "Ben")
    role = {"role": "operator", "reason": "why not"}
    mona.refused(mona.http.put(f"/api/admin/people/{ben.id}/role", json=role), "forbidden", 403)
    mona.refused(mona.http.get("/api/admin/invitations"), "forbidden", 403)
    mona.refused(mona.http.post(f"/api/admin/people/{olga.id}/ban", json=WHY), "forbidden", 403)
    olga.refused(olga.http.put(f"/api/admin/people/{olga.id}/role", json={**role, "role": ""}), "forbidden", 403)
    olga.refused(olga.http.put(f"/api/admin/people/{served.guest('Gus').id}/role", json=role), "no_effect", 409)
    assert olga.good(olga.http.get("/api/me"))["role"] == "operator"
    olga.good(olga.http.put(f"/api/admin/people/{mona.id}/role", json={"role": "", "reason": "thank you"}))
    mona.refused(mona.http.get("/api/admin/people"), "forbidden", 403)


def test_people_are_found_by_name_id_and_kind(served: Served, mona: Guest) -> None:
    gus = served.guest("100% Gus_")
    found = {
        (search, only): sorted(
            each["name"]
            for each in mona.good(mona.http.get("/api/admin/people", params={"search": search, "only": only}))["people"]
        )
        for search, only in [("gus", ""), ("%", ""), ("_", ""), (gus.id, ""), ("", "staff"), ("", "guests"), ("x", "")]
    }
    assert found == {
        ("gus", ""): ["100% Gus_"],
        ("%", ""): ["100% Gus_"],
        ("_", ""): ["100% Gus_"],
        (gus.id, ""): ["100% Gus_"],
        ("", "staff"): ["Mona", "Olga"],
        ("", "guests"): ["100% Gus_"],
        ("x", ""): [],
    }
    mona.refused(mona.http.get("/api/admin/people/nobody"), "person_not_found", 404)


# --- bans and mutes


def test_a_ban_ends_everything_at_once_and_by_itself(served: Served, mona: Guest, database_url: str) -> None:
    ben, ada = account(served, "Ben"), served.guest("Ada")
    token = ben.good(ben.http.post("/api/me/tokens", json={"label": "bot"}))["token"]
    table = ben.open(["me", ""], leaving="bot", public=True)["id"]
    ada.act(table, do="sit", seat=1)
    ben.act(table, do="start")
    lines = [
        ben.line(table),
        served.guest(authorization=f"Bearer {token}").line(table, authorization=f"Bearer {token}"),
    ]
    for line in lines:
        line.told()
    page = mona.good(mona.http.post(f"/api/admin/people/{ben.id}/ban", json={**WHY, "hours": 24}))
    assert page["person"]["banned_until"] == served.clock.now() + DAY
    assert [line.ended() for line in lines] == [(4001, "You were banned.")] * 2
    assert ada.now(table)["seats"][0]["bot"], "Nobody waits for somebody who is banned."
    refused = ben.refused(ben.http.post("/api/session", json={"name": "Ben", "password": PASSWORD}), "banned", 403)
    assert "until 1970-01-13 13:46 UTC" in refused["message"]
    assert refused["hint"] == "Reason: insults"
    assert ben.http.get("/api/me", headers={"authorization": f"Bearer {token}"}).json()["code"] == "banned"
    served.clock.time += DAY + 1
    again = sign_in(served, "Ben")
    again.act(table, do="return")
    assert not again.now(table)["seats"][0]["bot"]


def test_a_banned_guest_stays_the_same_guest(served: Served, mona: Guest) -> None:
    """A guest without a session could never come back: it stays, and is refused until the ban is over or lifted."""
    gus = served.guest("Gus")
    gus_id = gus.id
    mona.good(mona.http.post(f"/api/admin/people/{gus_id}/ban", json=WHY))
    refused = gus.refused(gus.http.get("/api/me"), "banned", 403)
    assert refused["message"] == "You are banned on this server."
    gus.refused(gus.http.get("/api/lobby"), "banned", 403)
    mona.good(mona.http.post(f"/api/admin/people/{gus_id}/ban/lift", json={"reason": "a misunderstanding"}))
    assert gus.id == gus_id
    mona.refused(mona.http.post(f"/api/admin/people/{gus_id}/ban/lift", json=WHY), "no_effect", 409)
    sanctions = mona.good(mona.http.get(f"/api/admin/people/{gus_id}"))["sanctions"]
    assert [(each["kind"], each["by_name"], each["lifted"]) for each in sanctions] == [
        ("ban", "Mona", served.clock.now())
    ]


def test_who_is_muted_plays_but_does_not_chat(served: Served, mona: Guest) -> None:
    gus = served.guest("Gus")
    table = gus.open(["me", ""])["id"]
    line = gus.line(table)
    line.told()
    mona.good(mona.http.post(f"/api/admin/people/{gus.id}/mute", json={**WHY, "hours": 1}))
    for said in ({"text": "hi"}, {"phrase": "hello"}):
        answer = line.send({"do": "say", **said})
        assert (answer["code"], answer["hint"]) == ("muted", "Reason: insults")
    gus.act(table, do="stand", seat=0)
    served.clock.time += 3_601
    assert line.send({"do": "say", "text": "hi"})["kind"] == "done"


def test_a_ban_in_one_worker_ends_connections_in_the_other(postgres_url: str) -> None:
    clock = SetClock()
    with serving(postgres_url, clock) as one, serving(postgres_url, clock) as two:
        account(one, "Olga")
        admin(postgres_url, "grant", "Olga", "operator", "--reason", "runs the server")
        olga, gus = sign_in(one, "Olga"), two.guest("Gus")
        table = gus.open(["me", ""])["id"]
        line = gus.line(table)
        line.told()
        olga.good(olga.http.post(f"/api/admin/people/{gus.id}/ban", json=WHY))
        assert line.ended()[0] == 4001
        gus.refused(gus.http.get("/api/me"), "banned", 403)


def test_a_lost_password_is_reset_with_a_code_from_an_operator(
    served: Served, olga: Guest, mona: Guest, database_url: str
) -> None:
    ben = account(served, "Ben")
    path = f"/api/admin/people/{ben.id}/recovery-code"
    mona.refused(mona.http.post(path, json=WHY), "forbidden", 403)
    olga.refused(olga.http.post(path.replace(ben.id, served.guest("Gus").id), json=WHY), "no_effect")
    codes = [olga.good(olga.http.post(path, json=WHY))["code"]]
    codes.append(admin(database_url, "reset-password", "Ben", "--reason", "lost").strip())
    assert ben.good(ben.http.get("/api/me"))["name"] == "Ben", "Nothing changes until a code is used."
    for number, code in enumerate(codes):
        new = {"name": "Ben", "code": code, "password": f"another horse {number}"}
        someone = served.guest()
        someone.good(someone.http.post("/api/session/recovery", json=new))
        someone.good(someone.http.post("/api/session", json={"name": "Ben", "password": new["password"]}))
    ben.refused(ben.http.post("/api/session/recovery", json=new), "wrong_password")


# --- tables and reports


def test_a_closed_table_is_over_for_everybody(served: Served, mona: Guest) -> None:
    gus = served.guest("Gus")
    table = gus.open(["me", "player"], start=True)["id"]
    line = gus.line(table)
    line.told()
    listed = mona.good(mona.http.get("/api/admin/tables", params={"phase": "playing", "person": gus.id}))["tables"]
    assert [(each["id"], each["owner_name"]) for each in listed] == [(table, "Gus")]
    assert mona.http.post(f"/api/admin/tables/{table}/close", json=WHY).status_code == 204
    assert line.told()["phase"] == "ended"
    mona.refused(mona.http.post(f"/api/admin/tables/{table}/close", json=WHY), "no_effect", 409)
    mona.refused(mona.http.post("/api/admin/tables/nowhere/close", json=WHY), "table_not_found", 404)


def test_whatever_is_done_stands_in_the_audit_log(served: Served, olga: Guest, mona: Guest) -> None:
    gus = served.guest("Gus")
    mona.good(mona.http.post(f"/api/admin/people/{gus.id}/mute", json=WHY))
    entries = mona.good(mona.http.get("/api/admin/audit"))["entries"]
    assert [
        (each["number"], each["by_name"] or each["by"], each["action"], each["target_name"]) for each in entries
    ] == [(3, "Mona", "mute", "Gus"), (2, "Olga", "grant_role", "Mona"), (1, "cli", "grant_role", "Olga")]
    assert entries[0]["reason"] == "insults"
    before = mona.good(mona.http.get("/api/admin/audit", params={"before": 2}))
    assert [each["number"] for each in before["entries"]] == [1]
    mona.good(mona.http.get("/api/admin/audit", params={"before": 2**31 - 1}))
    mona.refused(mona.http.get("/api/admin/audit", params={"before": 2**31}), "invalid_request", 422)


# --- registration


@pytest.mark.parametrize("mode", ["invitation", "closed"])
def test_registration_by_invitation_or_not_at_all(database_url: str, mode: str) -> None:
    with serving(database_url) as served:
        account(served, "Olga")
    admin(database_url, "grant", "Olga", "operator", "--reason", "runs the server")
    with serving(database_url, registration=mode) as served:
        olga = sign_in(served, "Olga")
        made = olga.good(olga.http.post("/api/admin/invitations", json={"label": "Ada"}))
        token = made["token"]
        assert made["link"].endswith(f"/sign-up?invitation={token}")
        ada, ben = served.guest("Ada"), served.guest("Ben")
        asked = {"name": "Ada", "password": PASSWORD}
        code = "invitation_required" if mode == "invitation" else "registration_closed"
        ada.refused(ada.http.post("/api/me/account", json=asked), code, 403)
        known = ada.good(ada.http.get("/api/registration", params={"invitation": token}))
        assert known == {"mode": mode, "may_register": mode == "invitation"}
        invited = {**asked, "invitation": token}
        if mode == "closed":
            ada.refused(ada.http.post("/api/me/account", json=invited), code, 403)
            return
        # A name that is taken does not use it up, for her.
        ada.refused(ada.http.post("/api/me/account", json={**invited, "name": "Olga"}), "name_taken")
        ben.refused(ben.http.post("/api/me/account", json={**invited, "name": "Ben"}), code, 403)
        ada.good(ada.http.post("/api/me/account", json=invited))
        (listed,) = olga.good(olga.http.get("/api/admin/invitations"))["invitations"]
        assert (listed["label"], listed["used_by_name"]) == ("Ada", "Ada")
        olga.refused(olga.http.delete(f"/api/admin/invitations/{listed['id']}"), "invitation_not_found", 404)
        other = olga.good(olga.http.post("/api/admin/invitations", json={"label": "Ben", "days": 1}))
        served.clock.time += 2 * DAY
        late = {"name": "Ben", "password": PASSWORD, "invitation": other["token"]}
        ben.refused(ben.http.post("/api/me/account", json=late), code, 403)
        assert olga.http.delete(f"/api/admin/invitations/{other['invitation']['id']}").status_code == 204


def test_a_server_for_accounts_alone_lets_nobody_else_play_or_watch(sqlite: str) -> None:
    with serving(sqlite) as served:
        ada, gus = account(served, "Ada"), served.guest("Gus")
        table = ada.open(seats=["me", "player"], start=True)
        kept = gus.http.cookies["vigil"]
    with serving(sqlite, registration="closed", accounts_only=True) as served:
        stranger, gus = served.guest(), served.guest()
        gus.http.cookies.set("vigil", kept)
        for somebody in (stranger, gus):
            for path in (
                "/api/me",
                "/api/lobby",
                f"/api/tables/{table['id']}",
                "/api/notices",
                "/api/leaderboards/live",
            ):
                somebody.refused(somebody.http.get(path), "account_required", 401)
            somebody.refused(somebody.http.post("/api/tables", json={}), "account_required", 401)
            asked = {"name": "Ben", "password": PASSWORD}
            somebody.refused(somebody.http.post("/api/me/account", json=asked), "registration_closed", 403)
        assert stranger.good(stranger.http.get("/api/session")) == {"me": None, "accounts_only": True}
        assert sign_in(served, "Ada").now(table["id"])["your_seats"] == [0]


# --- `vigil admin` beside a running server


def test_the_command_line_bans_and_closes_beside_a_running_server(database_url: str) -> None:
    """The server's own clock: the command line has no other. Guests are named by their ids."""
    with serving(database_url, SteadyClock()) as served:
        gus, ada = served.guest("Gus [red]"), served.guest("Ada")
        table = gus.open(["me", "me"], start=True)["id"]
        lines = gus.line(table), ada.line(table)
        for line in lines:
            line.told()
        assert "Gus [red]" in admin(database_url, "people", "gus")
        assert table in admin(database_url, "tables", "--phase", "playing", "--person", gus.id)
        admin(database_url, "close", table, "--reason", "empty")
        while lines[1].table["phase"] != "ended":
            lines[1].told()
        gus_id = gus.id
        admin(database_url, "ban", gus_id, "--for", "7d", "--reason", "insults")
        assert lines[0].ended()[0] == 4001
        gus.refused(gus.http.get("/api/me"), "banned", 403)
        shown = admin(database_url, "person", gus_id)
        assert "ban from" in shown
        assert "insults" in shown
        admin(database_url, "lift", gus_id, "ban", "--reason", "sorry")
        assert gus.id == gus_id
        log = admin(database_url, "audit")
    assert [line.split("  ")[3] for line in log.splitlines()] == ["lift_ban", "ban", "close_table"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ban", "Nobody", "--for", "7d", "--reason", "x"], 'There is no account called "Nobody"'),
        (["close", "nowhere", "--reason", "x"], "There is no such table"),
        (["resolve", "nothing", "--resolution", "x"], "There is no such open report"),
        (["ban", "Ada", "--for", "a while", "--reason", "x"], '"a while" is no duration'),
        (["revoke-invitation", "nothing", "--reason", "x"], "There is no such unused invitation"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(sqlite: str, arguments: list[str], says: str) -> None:
    with serving(sqlite) as served:
        account(served, "Ada")
    done = CliRunner().invoke(main, ["admin", *arguments, "--database", sqlite])
    assert done.exit_code == 2
    assert says in done.stderr
    missing = CliRunner().invoke(main, ["admin", "people", "--database", f"{sqlite}.missing"])
    assert "There is no database" in missing.stderr
