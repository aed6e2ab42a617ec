"""Somebody's games over the API, profiles, blocks and reports: on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select

from tests.helpers.servers import Guest, Served, begun, play_on, serving
from vigil.storage import schema
from vigil.storage.database import Database


@pytest.fixture
def both(database_url: str) -> Iterator[Served]:
    """A server on either database."""
    with serving(database_url) as served:
        yield served


def games_of(guest: Guest, **filters: Any) -> dict[str, Any]:
    return dict(guest.good(guest.http.get("/api/me/games", params=filters)))


def ids(lines: list[dict[str, Any]]) -> list[str]:
    return [line["id"] for line in lines]


def resigned(ada: Guest, ben: Guest, **settings: Any) -> str:
    """A game between the two that Ada has left."""
    table = str(ada.open(["me"], leaving="end", **settings)["id"])
    ben.act(table, do="sit", seat=1)
    ada.act(table, do="start")
    ada.act(table, do="leave")
    return table


def test_a_game_is_in_the_history_of_both_when_it_is_over(both: Served) -> None:
    ada, ben, table = begun(both)
    assert ids(games_of(ada)["current"]) == [table]
    lines = [each.line(table) for each in (ada, ben)]
    for line in lines:
        line.told()
    play_on(*lines)
    mine, theirs = games_of(ada), games_of(ben)
    assert mine["current"] == theirs["current"] == []
    (game,) = mine["games"]
    assert (game["id"], game["ending"], game["sets"]) == (table, "finished", ["chronicle-of-the-godslayer"])
    assert [player["name"] for player in game["players"]] == ["Ada", "Ben"]
    assert {game["outcome"], theirs["games"][0]["outcome"]} == {"won", "lost"}
    result = ada.now(table)["result"]
    assert [player["score"] for player in game["players"]] == result["scores"]
    assert [player["place"] for player in game["players"]][result["winners"][0]] == 1


def test_pages_and_filters(both: Served) -> None:
    ada, ben, cleo = both.guest("Ada"), both.guest("Ben"), both.guest("Cleo the Third")
    tables = []
    for number in range(5):
        both.clock.time += 100
        tables.append(resigned(*((ada, ben) if number % 2 else (cleo, ada))))
    first = games_of(ada, count=2)
    assert ids(first["games"]) == tables[:2:-1]
    second = games_of(ada, count=2, cursor=first["next"])
    assert ids(second["games"]) == tables[2:0:-1]
    last = games_of(ada, count=2, cursor=second["next"])
    assert (ids(last["games"]), last["next"]) == (tables[:1], "")
    assert ids(games_of(ada, opponent="cleo")["games"]) == [tables[4], tables[2], tables[0]]
    assert ids(games_of(ada, result="lost")["games"]) == [tables[3], tables[1]]
    when = second["games"][0]["ended"]
    assert ids(games_of(ada, since=when, until=when + 1)["games"]) == [tables[2]]
    assert games_of(ada, set="war")["games"] == []
    assert len(games_of(ada, set="chronicle")["games"]) == 5
    for nonsense in ({"cursor": "x"}, {"cursor": "nan~a"}, {"set": "nowhere"}, {"result": "best"}, {"since": "nan"}):
        ada.refused(ada.http.get("/api/me/games", params=nonsense), "invalid_request", 422)


def test_games_are_hidden_and_shown_again(both: Served) -> None:
    ada, ben, table = begun(both)
    assert ada.good(ada.http.get("/api/lobby"))["turns"] == 1
    ada.good(ada.http.put(f"/api/me/hidden/{table}"))
    lobby = ada.good(ada.http.get("/api/lobby"))
    assert (lobby["mine"], lobby["turns"]) == ([], 0)
    assert (games_of(ada)["current"], ids(games_of(ada)["hidden"])) == ([], [table])
    assert ids(games_of(ben)["current"]) == [table], "It is hidden for one."
    ada.good(ada.http.delete(f"/api/me/hidden/{table}"))
    assert ids(ada.good(ada.http.get("/api/lobby"))["mine"]) == [table]
    stranger = both.guest()
    stranger.refused(stranger.http.put(f"/api/me/hidden/{table}"), "not_seated")
    stranger.refused(stranger.http.delete(f"/api/me/games/{table}"), "not_seated")


def test_abandoning_ends_what_belongs_to_nobody_else(both: Served) -> None:
    ada, ben, shared = begun(both)
    alone = ada.open(["me", "random"], start=True)["id"]
    lobby = ada.open(["me", ""])["id"]
    joined = ben.open(["me", ""])["id"]
    ada.act(joined, do="sit", seat=1)
    for table in (shared, alone, lobby, joined, alone):
        ada.good(ada.http.delete(f"/api/me/games/{table}"))
    found = games_of(ada)
    assert (found["current"], ids(found["hidden"]), ids(found["games"])) == ([], [shared], [alone])
    assert found["games"][0]["outcome"] == "none"
    now = ben.now(shared)
    assert (now["phase"], now["seats"][0]["bot"]) == ("playing", "player")
    assert (ben.now(lobby)["phase"], ben.now(joined)["phase"]) == ("ended", "lobby")


# --- profiles


def test_a_profile_tells_what_somebody_has_played(both: Served) -> None:
    ada, ben = both.guest().signs_up("Ada Profiled"), both.guest("Ben")
    table = resigned(ben, ada, public=True)
    resigned(ben, ada)
    answer = ben.good(ben.http.get("/api/people/ada PROFILED"))
    assert (answer["name"], answer["is_you"], answer["may_challenge"]) == ("Ada Profiled", False, True)
    found = answer["statistics"]
    assert found["total"] == {"won": 2, "lost": 0, "none": 0}
    assert found["by_set"] == {"chronicle-of-the-godslayer": {"won": 2, "lost": 0, "none": 0}}
    (opponent,) = found["by_opponent"]
    assert (opponent["name"], opponent["has_profile"], opponent["record"]["won"]) == ("Ben", False, 2)
    assert found["streaks"] == {"current": 2, "longest": 2}
    stranger = both.guest()
    games = stranger.good(stranger.http.get("/api/people/Ada Profiled/games"))["games"]
    assert ids(games) == [table], "Only the public one."
    assert len(ben.good(ben.http.get("/api/people/Ada Profiled/games"))["games"]) == 2
    assert not stranger.http.cookies
    for nobody in ("Ben", "Nobody", ben.id):
        stranger.refused(stranger.http.get(f"/api/people/{nobody}"), "person_not_found", 404)


def test_a_private_profile_says_that_it_is(both: Served) -> None:
    ada, ben, cleo = (both.guest().signs_up(f"{name} Private") for name in ("Ada", "Ben", "Cleo"))
    resigned(ben, ada, public=True)
    assert ada.good(ada.http.put("/api/me/profile", json={"private": True})) == {"private": True}
    seen = cleo.good(cleo.http.get("/api/people/Ada Private"))
    assert (seen["private"], seen["statistics"]) == (True, None)
    own = ada.good(ada.http.get("/api/people/Ada Private"))
    assert (own["private"], own["is_you"], own["statistics"]["total"]["won"]) == (True, True, 1)
    for name in ("Ada Private", "Ben Private"):
        assert cleo.good(cleo.http.get(f"/api/people/{name}/games"))["games"] == []
        assert len(ben.good(ben.http.get(f"/api/people/{name}/games"))["games"]) == 1
    (opponent,) = cleo.good(cleo.http.get("/api/people/Ben Private"))["statistics"]["by_opponent"]
    assert (opponent["person"], opponent["name"], opponent["record"]["lost"]) == ("", "Somebody", 1)
    (opponent,) = ben.good(ben.http.get("/api/people/Ben Private"))["statistics"]["by_opponent"]
    assert opponent["name"] == "Ada Private"


# --- blocks and reports


def test_whoever_is_blocked_is_not_heard_and_does_not_sit_down(both: Served) -> None:
    ada, ben, table = begun(both)
    ben_id = ben.id
    ben.act(table, do="say", text="Hurry up!")
    assert [line["text"] for line in ada.now(table)["chat"]] == ["Hurry up!"]
    ada.good(ada.http.put(f"/api/me/blocks/{ben_id}"))
    ada.good(ada.http.put(f"/api/me/blocks/{ben_id}"))
    assert ada.now(table)["chat"] == []
    ada.act(table, do="say", text="Never.")
    assert [line["text"] for line in ben.now(table)["chat"]] == ["Hurry up!"]
    assert [each["name"] for each in ada.good(ada.http.get("/api/me/blocks"))["people"]] == ["Ben"]
    other = ada.open(["me", ""])["id"]
    ben.refused(ben.post(other, do="sit", seat=1), "blocked", 403)
    invitation = ada.good(ada.http.post(f"/api/tables/{other}/invitations", json={"seat": 1}))["token"]
    ben.refused(ben.http.post(f"/api/invitations/{invitation}"), "blocked", 403)
    ada.good(ada.http.delete(f"/api/me/blocks/{ben_id}"))
    ben.good(ben.http.post(f"/api/invitations/{invitation}"))
    ada.refused(ada.http.put("/api/me/blocks/nobody"), "person_not_found", 404)
    ada.refused(ada.http.put(f"/api/me/blocks/{ada.id}"), "no_effect")


async def kept_reports(served: Served) -> list[dict[str, Any]]:
    database = Database(served.services.settings.database_url)
    async with database.reading() as connection:
        found = [dict(row) for row in (await connection.execute(select(schema.reports))).mappings()]
    await database.close()
    return found


def test_a_report_is_kept_for_the_moderators(both: Served) -> None:
    ada, ben, table = begun(both)
    said = {"person": ben.id, "table": table, "text": "Insults everybody.\nSee the chat."}
    made = ada.good(ada.http.post("/api/me/reports", json=said))

    (kept,) = asyncio.run(kept_reports(both))
    assert (kept["id"], kept["reporter"], kept["person"], kept["table_id"]) == (made["id"], ada.id, ben.id, table)
    assert kept["text"] == said["text"]
    for wrong in ({"text": ""}, {"text": "x" * 1_001}, {"text": "\x07"}, {"more": 1}):
        ada.refused(ada.http.post("/api/me/reports", json={**said, **wrong}), "invalid_request", 422)
    ada.refused(ada.http.post("/api/me/reports", json={**said, "person": "nobody"}), "person_not_found", 404)
    ada.refused(ada.http.post("/api/me/reports", json={**said, "table": "nowhere"}), "table_not_found", 404)


def test_whoever_is_deleted_leaves_no_profile_and_no_name(both: Served) -> None:
    ada, ben = both.guest().signs_up("Ada Deleted"), both.guest("Ben")
    table = resigned(ben, ada)
    exported = ada.good(ada.http.get("/api/me/export"))
    assert [each["table_id"] for each in exported["games"]] == [table]
    ada.good(ada.http.post("/api/me/delete", json={"password": "correct horse"}))
    ben.refused(ben.http.get("/api/people/Ada Deleted"), "person_not_found", 404)
    (game,) = games_of(ben)["games"]
    assert [player["name"] for player in game["players"]] == ["Ben", "Somebody"]
