"""Ratings over the API: who may play rated games, what is shown at the table, and leaderboards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.helpers.servers import Guest, Message, Served, serving
from vigil.cli import main
from vigil.ratings.bots import bot_rating
from vigil.ratings.pools import Pool
from vigil.table.clocks import DAY

RATED = {"rated": True, "clock": {"kind": "turn", "seconds": 60}}
NEWCOMER = {"rating": 1500, "deviation": 350, "provisional": True}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as found:
        yield found


def account(served: Served, name: str) -> Guest:
    guest = served.guest()
    guest.good(guest.http.post("/api/me/account", json={"name": name, "password": "correct horse"}))
    return guest


def begun(ada: Guest, ben: Guest, **settings: Any) -> str:
    """Everybody has had a turn."""
    table = str(ada.open(["me"], **{**RATED, **settings})["id"])
    ben.act(table, do="sit", seat=1)
    now = ada.act(table, do="start")
    for _ in range(2):
        now = ada.now(table)
        seat = now["views"][0]["board"]["deciding"]
        (ada, ben)[seat].act(table, do="choose", seat=seat, version=now["version"], choice="end turn")
    return table


def ratings(guest: Guest, name: str, **asked: Any) -> list[Message]:
    return list(guest.good(guest.http.get(f"/api/people/{name}/ratings", params=asked))["ratings"])


# --- who plays rated games


def test_rated_games_are_for_accounts(served: Served) -> None:
    guest, ada = served.guest("Gus"), account(served, "Ada")
    refused = guest.refused(
        guest.http.post("/api/tables", json={"settings": RATED, "seats": ["me"]}), "not_in_rated_games"
    )
    assert "account" in refused["message"]
    table = ada.open(["me"], **RATED)["id"]
    guest.refused(guest.post(table, do="sit", seat=1), "not_in_rated_games")
    invited = ada.good(ada.http.post(f"/api/tables/{table}/invitations", json={"seat": 1}))
    guest.refused(guest.http.post(f"/api/invitations/{invited['token']}"), "not_in_rated_games")
    line = guest.line(table)
    line.told()
    guest.good(guest.http.post("/api/me/account", json={"name": "Gustav", "password": "correct horse"}))
    assert line.send({"do": "sit", "seat": 1})["kind"] == "done"


def test_a_rated_game_needs_a_clock_and_own_names(served: Served) -> None:
    ada = account(served, "Ada")
    for asked in (
        {"settings": {"rated": True}},
        {"settings": RATED, "seats": ["me"], "names": ["Somebody"]},
        {"settings": RATED, "seats": ["me", "me"]},
        {"settings": {**RATED, "stand_in": "master"}},
    ):
        ada.refused(ada.http.post("/api/tables", json=asked), "not_in_rated_games")
    assert ada.good(ada.http.get("/api/lobby"))["mine"] == []


def test_there_are_no_hints_and_no_coach_in_rated_games(served: Served) -> None:
    ada, ben = account(served, "Ada"), account(served, "Ben")
    table = begun(ada, ben)
    for help_asked in ("hint", "coach"):
        answer = ada.http.get(f"/api/tables/{table}/{help_asked}", params={"seat": 0})
        ada.refused(answer, "not_in_rated_games")


# --- what is shown


def test_the_table_shows_ratings_and_what_became_of_them(served: Served) -> None:
    ada, ben = account(served, "Ada"), account(served, "Ben")
    table = begun(ada, ben)
    watcher = served.guest().line(table)
    assert [seat["rating"] for seat in watcher.told()["seats"]] == [NEWCOMER, NEWCOMER]
    number = ben.act(table, do="leave")["number"]
    over = watcher.until(number)
    won, lost = over["result"]["ratings"]
    assert won["before"] == lost["before"] == over["seats"][0]["rating"] == NEWCOMER
    assert won["after"]["rating"] > 1500 > lost["after"]["rating"]
    assert ada.good(ada.http.get(f"/api/games/{table}"))["result"]["ratings"] == [won, lost]
    again = begun(ada, ben)
    assert [seat["rating"] for seat in ada.now(again)["seats"]] == [won["after"], lost["after"]]


def test_an_unrated_table_shows_no_ratings(served: Served) -> None:
    ada = account(served, "Ada")
    table = ada.open(["me", "expert"], start=True)
    assert [seat["rating"] for seat in table["seats"]] == [None, None]
    assert not table["may_abort"]


def test_a_bot_shows_its_fixed_rating(served: Served) -> None:
    ada = account(served, "Ada")
    table = ada.open(["me", "expert"], start=True, **RATED)
    expert = bot_rating("expert", Pool.LIVE)
    assert table["seats"][1]["rating"]["rating"] == round(expert.value)
    assert table["may_abort"]
    ada.act(table["id"], do="abort")
    over = ada.now(table["id"])
    assert over["result"]["aborted"]
    assert over["result"]["ratings"] == []
    assert ratings(ada, "Ada") == []


# --- people and leaderboards


def test_somebody_has_ratings_with_a_history(served: Served) -> None:
    ada, ben = account(served, "Ada"), account(served, "Ben")
    tables = [begun(ada, ben) for _ in range(3)]
    for table in tables:
        ben.act(table, do="leave")
    (live,) = ratings(served.guest(), "ada")
    assert (live["pool"], live["games"]) == ("live", 3)
    assert [each["game"] for each in live["history"]] == tables
    assert live["history"][-1]["after"] == live["rating"]
    (short,) = ratings(ada, "Ada", games=1)
    assert [each["game"] for each in short["history"]] == tables[-1:]
    served.clock.time += 400 * DAY
    (later,) = ratings(ada, "Ada")
    assert later["rating"]["deviation"] > live["rating"]["deviation"]
    ada.refused(ada.http.get("/api/people/Nobody/ratings"), "person_not_found", 404)


def test_the_ratings_of_a_private_profile_are_its_owners(served: Served) -> None:
    ada, ben = account(served, "Ada"), account(served, "Ben")
    table = begun(ada, ben)
    ben.act(table, do="leave")
    ada.good(ada.http.put("/api/me/profile", json={"private": True}))
    ben.refused(ben.http.get("/api/people/Ada/ratings"), "forbidden", 403)
    assert len(ratings(ada, "Ada")) == 1
    assert ben.now(table)["seats"][0]["rating"] == NEWCOMER


def test_a_leaderboard_lists_who_has_played_enough(served: Served) -> None:
    ada, ben = account(served, "Ada"), account(served, "Ben")

    def board(guest: Guest, **asked: int) -> Message:
        return dict(guest.good(guest.http.get("/api/leaderboards/live", params=asked)))

    assert board(ada) == {"pool": "live", "total": 0, "offset": 0, "lines": []}
    while not board(ada)["total"]:
        ben.act(begun(ada, ben), do="leave")
        ada.act(begun(ada, ben), do="leave")
    found = board(ada)
    assert [line["rank"] for line in found["lines"]] == list(range(1, found["total"] + 1))
    assert all(line["is_you"] == (line["name"] == "Ada") for line in found["lines"])
    assert board(ada, offset=found["total"])["lines"] == []
    ada.refused(ada.http.get("/api/leaderboards/chess"), "invalid_request", 422)


def test_rerate_says_what_it_did(served: Served) -> None:
    ada, ben = account(served, "Ada"), account(served, "Ben")
    ben.act(begun(ada, ben), do="leave")
    done = CliRunner().invoke(main, ["admin", "rerate", "--database", served.services.settings.database])
    assert done.output == "Rated games: 1 (1 before).\nNothing changed.\n"
