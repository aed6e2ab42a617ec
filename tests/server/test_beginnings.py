"""Tables that go on from a finished game, or from a lesson: over HTTP, and after a restart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.servers import Guest, Message, Served, finished, play_on, serving
from vigil.cards import LIBRARY
from vigil.engine.records import Record
from vigil.server.routes import tables


def position(guest: Guest, game: str, step: int) -> Message:
    """As the seat sees it that has to decide there."""
    found = guest.good(guest.http.get(f"/api/games/{game}/positions", params={"first": step}))
    return next(dict(view) for view in found["views"][0] if view["decision"])


def go_on(guest: Guest, **asked: Any) -> Message:
    return dict(guest.good(guest.http.post("/api/tables", json={"start": True, **asked})))


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"sets": ["rise", "war"], "players": 3},
        {"variant": "team", "players": 4},
        {"variant": "solitaire", "players": 1, "honor_pool": 15},
    ],
    ids=["two", "three", "team", "solitaire"],
)
def test_a_stranger_goes_on_from_the_middle_of_any_game(served: Served, settings: dict[str, Any]) -> None:
    ada, stranger = served.guest("Ada"), served.guest()
    game = finished(ada, **settings)
    there = position(ada, game, 12)
    now = go_on(stranger, beginning={"game": game, "step": 12})
    assert now["beginning"] == {"game": game, "lesson": "", "step": 12}
    assert now["your_seats"] == [there["seat"]], "who decides there, where nobody chose a seat"
    assert {seat["bot"] for seat in now["seats"]} <= {"", "player"}
    assert now["views"][0]["board"] == there["board"]
    assert now["views"][0]["decision"] == there["decision"]
    assert (now["commitment"], now["revealed"]["seed"]) == ("", "8")


def test_seat_and_levels_can_be_chosen_and_the_other_game_stays(served: Served) -> None:
    ada = served.guest("Ada")
    game = finished(ada)
    before = ada.good(ada.http.get(f"/api/games/{game}"))
    deciding = position(ada, game, 9)["seat"]
    seats = ["me", "casual"] if deciding else ["casual", "me"]
    now = go_on(ada, beginning={"game": game, "step": 9}, seats=seats)
    assert now["your_seats"] == [1 - deciding]
    assert now["views"][0]["decision"] is None
    assert ada.good(ada.http.get(f"/api/games/{game}")) == before


def test_the_game_that_went_on_has_a_page_and_a_record(served: Served) -> None:
    ada = served.guest("Ada")
    game = finished(ada)
    beginning = {"game": game, "lesson": "", "step": 20}
    table = go_on(ada, beginning=beginning, seats=["me", "me"])["id"]
    line = ada.line(table)
    line.told()
    line.choose("end turn" if "end turn" in line.options else line.options[-1])
    play_on(line)
    page = ada.good(ada.http.get(f"/api/games/{table}"))
    assert page["beginning"] == beginning
    record = Record.from_json(ada.http.get(f"/api/games/{table}/record").text)
    assert record.choices[:20] == Record.from_json(ada.http.get(f"/api/games/{game}/record").text).choices[:20]
    assert record.verify(LIBRARY).over
    assert position(ada, table, 20) == {**position(ada, game, 20), "news": position(ada, table, 20)["news"]}


def test_what_cannot_be_gone_on_from(served: Served) -> None:
    ada = served.guest("Ada")
    game = finished(ada)
    running = ada.open(["me", "me"], start=True)["id"]
    length = len(ada.good(ada.http.get(f"/api/games/{game}"))["steps"])
    wrong = [
        ({"beginning": {"game": running}}, "game_not_over"),
        ({"beginning": {"game": "nowhere"}}, "table_not_found"),
        ({"beginning": {"lesson": "nowhere"}}, "lesson_not_found"),
        ({"beginning": {}}, "invalid_request"),
        ({"beginning": {"game": game, "lesson": "first-steps"}}, "invalid_request"),
        ({"beginning": {"game": game, "step": -1}}, "invalid_request"),
        ({"beginning": {"game": game, "step": length}}, "game_not_running"),
        ({"beginning": {"game": game}, "settings": {"rated": True}}, "not_in_rated_games"),
        ({"beginning": {"game": game}, "seats": ["me", "casual", "casual"]}, "seat_not_found"),
    ]
    for asked, code in wrong:
        ada.refused(ada.http.post("/api/tables", json=asked), code)
    mine = [line["id"] for line in ada.good(ada.http.get("/api/lobby"))["mine"]]
    assert mine == [running]


def test_whoever_opens_too_many_tables_makes_no_more_work(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is gone on from is replayed: that is done within the limit only."""
    replayed: list[str] = []
    lesson = tables.lesson
    monkeypatch.setattr(tables, "lesson", lambda name: (replayed.append(name), lesson(name))[1])
    with serving(sqlite, tables_an_hour=6.0) as served:
        ada = served.guest("Ada")
        asked = {"beginning": {"lesson": "first-steps"}}
        answers = [ada.http.post("/api/tables", json=asked) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
    assert len(replayed) == 2


def test_a_lesson_deals_the_same_to_everybody(served: Served) -> None:
    boards = []
    for name in ("Ada", "Ben"):
        now = go_on(served.guest(name), beginning={"lesson": "first-steps"}, seats=["me", "casual"])
        assert now["your_seats"] == [0]
        assert now["settings"]["sets"] == ["chronicle-of-the-godslayer"]
        boards.append(now["views"][0]["board"])
    assert boards[0] == boards[1]


def test_a_lesson_that_starts_from_a_position_has_a_replay_and_can_be_gone_on_from(served: Served) -> None:
    ada = served.guest("Ada")
    table = go_on(ada, beginning={"lesson": "a-better-deck"}, seats=["me", "me"])["id"]
    line = ada.line(table)
    line.told()
    line.choose("end turn")
    play_on(line)
    record = Record.from_json(ada.http.get(f"/api/games/{table}/record").text)
    assert record.position is not None
    assert record.verify(LIBRARY).over
    there = position(ada, table, 1)
    now = go_on(ada, beginning={"game": table, "step": 1})
    assert now["views"][0]["board"] == there["board"]


def test_after_a_restart_it_is_there_again(sqlite: str) -> None:
    with serving(sqlite) as served:
        ada = served.guest("Ada")
        now = go_on(ada, beginning={"game": finished(ada), "step": 7}, seats=["me", "me"])
        lesson = go_on(ada, beginning={"lesson": "rise-of-vigil"}, seats=["me", "me"])
        cookies = ada.http.cookies
    with serving(sqlite) as served:
        again = served.guest()
        again.http.cookies = cookies
        assert again.now(now["id"]) == now
        assert again.now(lesson["id"]) == lesson
