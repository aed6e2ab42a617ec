"""Challenges, rematches and notices: on SQLite and on PostgreSQL, at one worker and at two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import httpx
import pytest

from tests.helpers.servers import Guest, Message, Served, begun, serving
from vigil.storage.challenges import LASTS, LASTS_BY_CORRESPONDENCE, MOST_OPEN

LIVE = {"clock": {"kind": "turn", "seconds": 60}}


@pytest.fixture
def both(database_url: str) -> Iterator[Served]:
    """A server on either database."""
    with serving(database_url) as served:
        yield served


def people(served: Served) -> tuple[Guest, Guest]:
    return served.guest().signs_up("Ada Lace"), served.guest().signs_up("Ben Bold")


def challenge(guest: Guest, name: str, **settings: Any) -> httpx.Response:
    return guest.http.post("/api/challenges", json={"name": name, "settings": settings})


def challenged(guest: Guest, name: str, **settings: Any) -> Message:
    return dict(guest.good(challenge(guest, name, **settings)))


def accept(guest: Guest, made: Message) -> httpx.Response:
    return guest.http.post(f"/api/challenges/{made['id']}/accept")


def listed(guest: Guest) -> list[Message]:
    return list(guest.good(guest.http.get("/api/challenges"))["challenges"])


def together(*work: Callable[[], Any]) -> list[Any]:
    with ThreadPoolExecutor(len(work)) as pool:
        return [each.result() for each in [pool.submit(each) for each in work]]


def test_a_challenge_that_is_accepted_is_a_game_that_has_begun(both: Served) -> None:
    ada, ben = people(both)
    waiting = ben.notices()
    assert waiting.receive()["challenges"] == []
    made = challenged(ada, "ben bold", first=1, **LIVE)
    (told,) = waiting.until(lambda now: now["challenges"])["challenges"]
    assert (told["id"], told["by_name"], told["state"]) == (made["id"], "Ada Lace", "open")
    assert [(each["name"], each["accepted"]) for each in told["people"]] == [("Ada Lace", True), ("Ben Bold", False)]
    table = ben.good(accept(ben, made))["table"]
    now = ada.now(table)
    assert (now["phase"], [seat["name"] for seat in now["seats"]]) == ("playing", ["Ada Lace", "Ben Bold"])
    assert ada.good(accept(ada, made))["table"] == table, "Accepting again changes nothing."
    assert [each["table"] for each in listed(ada)] == [table]
    assert waiting.until(lambda now: now["turns"])["waiting"][0]["opponents"] == ["Ada Lace"]
    both.clock.time += 601
    assert listed(ada) == []
    ada.refused(ada.http.delete(f"/api/challenges/{made['id']}"), "stale")


def test_a_challenge_is_declined_or_withdrawn(both: Served) -> None:
    ada, ben = people(both)
    for ends, other in ((ben, ada), (ada, ben)):
        made = challenged(ada, "Ben Bold")
        assert len(listed(ben)) == 1
        ends.good(ends.http.delete(f"/api/challenges/{made['id']}"))
        assert listed(ada) == listed(ben) == []
        other.refused(accept(other, made), "stale")
        other.good(other.http.delete(f"/api/challenges/{made['id']}"))
    stranger = both.guest()
    made = challenged(ada, "Ben Bold")
    stranger.refused(accept(stranger, made), "challenge_not_found", 404)
    stranger.refused(stranger.http.delete(f"/api/challenges/{made['id']}"), "challenge_not_found", 404)
    assert len(listed(ben)) == 1


@pytest.mark.parametrize(("settings", "lasts"), [(LIVE, LASTS), ({}, LASTS_BY_CORRESPONDENCE)])
def test_challenges_expire(database_url: str, settings: dict[str, Any], lasts: float) -> None:
    with serving(database_url) as served:
        ada, ben = people(served)
        made = challenged(ada, "Ben Bold", **settings)
        assert made["expires"] == made["created"] + lasts
        ada.refused(challenge(ada, "Ben Bold"), "limit_reached", 429)
        served.clock.time += lasts
        assert listed(ben) == []
        ben.refused(accept(ben, made), "stale")
        challenged(ada, "Ben Bold")


def test_who_cannot_be_challenged(both: Served) -> None:
    ada, ben = people(both)
    both.guest("Somebody Else")
    ada.refused(challenge(ada, "Somebody Else"), "person_not_found", 404)
    ada.refused(challenge(ada, "Ada Lace"), "no_effect")
    for seats in (["me"], ["me", "me"], ["them", "expert"], ["me", "them", "expert"]):
        asked = {"name": "Ben Bold", "seats": seats}
        ada.refused(ada.http.post("/api/challenges", json=asked), "invalid_request", 422)
    made = challenged(ada, "Ben Bold")
    ben.good(ben.http.put(f"/api/me/blocks/{ada.id}"))
    assert listed(ada) == [], "A block ends what is open."
    ben.refused(accept(ben, made), "stale")
    ada.refused(challenge(ada, "Ben Bold"), "blocked", 403)
    ben.refused(challenge(ben, "Ada Lace"), "blocked", 403)
    ben.good(ben.http.delete(f"/api/me/blocks/{ada.id}"))
    three = {"name": "Ben Bold", "settings": {"players": 3}, "seats": ["expert", "them", "me"]}
    table = ben.good(accept(ben, ada.good(ada.http.post("/api/challenges", json=three))))["table"]
    assert [seat["bot"] for seat in ada.now(table)["seats"]] == ["expert", "", ""]


def test_nobody_challenges_everybody(sqlite: str) -> None:
    with serving(sqlite) as served:
        ada = served.guest().signs_up("Ada Lace")
        for number in range(MOST_OPEN + 1):
            served.guest().signs_up(f"Person {number}")
            answer = challenge(ada, f"Person {number}")
        ada.refused(answer, "limit_reached", 429)


def test_two_who_accept_at_once_play_one_game(postgres_url: str) -> None:
    """Ben has two pages open, at two workers."""
    with serving(postgres_url, secret="x" * 32) as first, serving(postgres_url, secret="x" * 32) as second:
        ada, ben = people(first)
        again = second.guest()
        again.good(again.http.post("/api/session", json={"name": "Ben Bold", "password": "correct horse"}))
        for _ in range(3):
            made = challenged(ada, "Ben Bold")
            answers = together(partial(accept, ben, made), partial(accept, again, made))
            (table,) = {Guest.good(each)["table"] for each in answers}
            assert ada.now(table)["phase"] == "playing"
            ada.act(table, do="leave")
        assert len(ada.good(ada.http.get("/api/me/games"))["current"]) == 3


def test_of_accepting_and_withdrawing_one_is_too_late(postgres_url: str) -> None:
    with serving(postgres_url, secret="x" * 32) as first, serving(postgres_url, secret="x" * 32) as second:
        ada, _ = people(first)
        again = second.guest()
        again.good(again.http.post("/api/session", json={"name": "Ben Bold", "password": "correct horse"}))
        for _ in range(5):
            made = challenged(ada, "Ben Bold")
            accepted, withdrawn = together(
                partial(accept, again, made), partial(ada.http.delete, f"/api/challenges/{made['id']}")
            )
            assert sorted([accepted.status_code == 200, withdrawn.status_code == 204]) == [False, True]


def test_notices_come_from_the_other_worker(postgres_url: str) -> None:
    with serving(postgres_url, secret="x" * 32) as first, serving(postgres_url, secret="x" * 32) as second:
        ada = first.guest().signs_up("Ada Lace")
        ben = second.guest().signs_up("Ben Bold")
        waiting = ben.notices()
        waiting.receive()
        challenged(ada, "Ben Bold")
        assert waiting.until(lambda now: now["challenges"])["challenges"][0]["by_name"] == "Ada Lace"


def test_a_challenge_whose_server_died_is_begun_by_the_next_one(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(database_url) as served:
        ada, ben = people(served)
        made = challenged(ada, "Ben Bold")
        cookies = dict(ada.http.cookies)

        async def die(*_: Any) -> str:
            raise SystemError("the power is cut")

        with monkeypatch.context() as cut:
            cut.setattr("vigil.server.routes.challenges.begin", die)
            assert accept(ben, made).status_code == 500
    with serving(database_url) as served:
        again = served.guest()
        again.http.cookies.update(cookies)
        (found,) = listed(again)
        assert found["state"] == "started"
        assert again.now(found["table"])["phase"] == "playing"


# --- rematches


def test_a_rematch_begins_when_everybody_wants_it(both: Served) -> None:
    ada, ben, cleo = both.guest("Ada"), both.guest("Ben"), both.guest("Cleo")
    table = ada.open(["me", "", "", "random"], players=4, leaving="end", first=0)["id"]
    ben.act(table, do="sit", seat=1)
    cleo.act(table, do="sit", seat=2)
    ada.act(table, do="start")
    ada.refused(ada.http.post(f"/api/games/{table}/rematch"), "game_not_over")
    ben.act(table, do="leave")
    told = ben.notices()
    told.receive()
    first = ada.good(ada.http.post(f"/api/games/{table}/rematch"))
    assert (first["state"], first["rematch_of"]) == ("open", table)
    assert told.until(lambda now: now["challenges"])["challenges"][0]["by_name"] == "Ada"
    answers = together(*(partial(guest.http.post, f"/api/games/{table}/rematch") for guest in (ben, cleo)))
    assert {Guest.good(each)["id"] for each in answers} == {first["id"]}
    again = ada.good(ada.http.post(f"/api/games/{table}/rematch"))["table"]
    now = cleo.now(again)
    assert (now["phase"], [seat["name"] for seat in now["seats"]][:3]) == ("playing", ["Ada", "Ben", "Cleo"])
    assert now["seats"][3]["bot"] == "random"
    stranger = both.guest()
    stranger.refused(stranger.http.post(f"/api/games/{table}/rematch"), "not_seated")


def test_whoever_declines_a_rematch_may_ask_for_one_later(both: Served) -> None:
    ada, ben, table = begun(both, leaving="end")
    ada.act(table, do="leave")
    made = ada.good(ada.http.post(f"/api/games/{table}/rematch"))
    ben.good(ben.http.delete(f"/api/challenges/{made['id']}"))
    assert listed(ada) == []
    assert ben.good(ben.http.post(f"/api/games/{table}/rematch"))["state"] == "open"
    assert ada.good(ada.http.post(f"/api/games/{table}/rematch"))["state"] == "started"


def test_a_game_against_bots_is_played_again_at_once(both: Served) -> None:
    ada = both.guest("Ada")
    table = ada.open(["me", "random"], start=True, leaving="end")["id"]
    ada.act(table, do="leave")
    again = [ada.good(ada.http.post(f"/api/games/{table}/rematch"))["table"] for _ in range(2)]
    assert again[0] == again[1] != table
    assert ada.now(again[0])["phase"] == "playing"


# --- notices


def test_notices_say_which_games_wait(both: Served) -> None:
    ada, ben, table = begun(both)
    told = ben.notices()
    assert told.receive()["turns"] == 0
    line = ada.line(table)
    line.told()
    line.choose("end turn")
    now = told.until(lambda now: now["turns"])
    assert [(game["id"], game["opponents"]) for game in now["waiting"]] == [(table, ["Ada"])]
    assert ben.good(ben.http.get("/api/notices")) == now
    ben.good(ben.http.put(f"/api/me/hidden/{table}"))
    assert told.until(lambda now: not now["turns"])["waiting"] == []
    told.socket.send("anything")
    assert told.receive()["turns"] == 0


def test_a_turn_that_comes_back_at_once_is_another_one(both: Served) -> None:
    ada, ben, table = begun(both)
    told = ben.notices()
    told.receive()

    def ends_turn(guest: Guest, seat: int) -> None:
        guest.act(table, do="choose", seat=seat, version=guest.now(table)["version"], choice="end turn")

    def since(now: Message) -> int:
        return int(now["waiting"][0]["since"])

    ends_turn(ada, 0)
    first = since(told.until(lambda now: now["turns"]))
    choice = ben.now(table)["views"][0]["decision"]["options"][0]["text"]
    ben.act(table, do="choose", seat=1, version=ben.now(table)["version"], choice=choice)
    told.socket.send("anything")
    assert since(told.until(lambda now: now["turns"])) == first
    # Whether the notice between the two turns was sent is a question of time.
    ends_turn(ben, 1)
    ends_turn(ada, 0)
    assert told.until(lambda now: now["turns"] and since(now) > first)


def test_turns_are_followed_without_looking_them_up(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sqlite) as served:
        ada, ben, table = begun(served)
        told = ben.notices()
        told.receive()
        monkeypatch.setattr(served.services.store, "unfinished_games_of", None)
        line = ada.line(table)
        line.told()
        line.choose("end turn")
        assert told.until(lambda now: now["turns"])["waiting"][0]["id"] == table
        now = ben.now(table)
        ben.act(table, do="choose", seat=1, version=now["version"], choice="end turn")
        assert told.until(lambda now: not now["turns"])["waiting"] == []


def test_notices_are_for_people_who_are_known_and_end_with_the_session(both: Served) -> None:
    stranger = both.guest()
    refused = stranger.notices().receive()
    assert (refused["kind"], refused["code"]) == ("refused", "unauthenticated")
    ada = both.guest("Ada")
    told = ada.notices()
    told.receive()
    ada.good(ada.http.delete("/api/session"))
    with pytest.raises(Exception, match="4001"):
        told.receive()


def test_a_rated_challenge_has_to_be_possible_when_it_is_made(served: Served) -> None:
    ada, ben = served.guest().signs_up("Ada"), served.guest("Ben")
    asked = {"name": "Ada", "settings": {"rated": True, "clock": {"kind": "turn"}}}
    ben.refused(ben.http.post("/api/challenges", json=asked), "not_in_rated_games")
    untimed = {"name": "Ben", "settings": {"rated": True}}
    ada.refused(ada.http.post("/api/challenges", json=untimed), "not_in_rated_games")
