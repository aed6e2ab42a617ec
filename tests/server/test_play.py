"""Playing over HTTP and WebSockets: two guests, a whole game, and everything that may come in between."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.helpers.servers import SHORT, Served, begun, play_on
from vigil.cards import LIBRARY
from vigil.engine.records import Record


def test_two_guests_play_a_whole_game(served: Served) -> None:
    ada, ben, table = begun(served)
    lines = ada.line(table), ben.line(table)
    for line in lines:
        line.told()
    play_on(*lines)
    for line in lines:
        assert line.table["result"]["winners"]
        assert line.table["revealed"]["seed"]
    text = ada.http.get(f"/api/games/{table}/record").text
    record = Record.from_json(text)
    assert record.names == ["Ada", "Ben"]
    assert record.verify(LIBRARY).over


def test_a_reconnect_in_the_middle_of_an_effect_restores_the_same_prompt(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open(["me", "me"], start=True, sets=["war", "rise"], first=0, honor_pool=40)["id"]
    line = ada.line(table)
    line.told()
    for _ in range(2_000):
        decision = line.view["decision"]
        if decision and not decision["is_turn"]:
            break
        line.until(line.choose(line.options[0])["number"])
    before = line.view
    assert not before["decision"]["is_turn"]
    line.socket.socket.close()
    again = ada.line(table, since=line.table["number"]).told()
    assert again["version"] == line.table["version"]
    restored = next(each for each in again["views"] if each["decision"])
    assert {**restored, "news": []} == {**before, "news": []}


def test_late_foreign_and_illegal_choices_change_nothing(served: Served) -> None:
    ada, ben, table = begun(served)
    now = ada.now(table)
    choose = {"do": "choose", "seat": 0, "version": now["version"], "choice": "play Apprentice"}
    refusals = [
        (ben, choose, "not_your_seat", 403),
        (ben, {**choose, "seat": 1}, "not_your_turn", 403),
        (ada, {**choose, "version": now["version"] - 1}, "stale", 409),
        (ada, {**choose, "choice": "acquire Hedron Cannon"}, "illegal_choice", 422),
        (ada, {**choose, "choice": "dance " * 50}, "invalid_request", 422),
        (ada, {**choose, "seat": 7}, "seat_not_found", 422),
    ]
    for who, action, code, status in refusals:
        who.refused(who.post(table, **action), code, status)
    assert ada.now(table)["number"] == now["number"]


def test_a_choice_that_is_sent_twice_is_applied_once(served: Served) -> None:
    ada, _, table = begun(served)
    line = ada.line(table)
    choose = {"do": "choose", "seat": 0, "version": line.told()["version"], "choice": line.options[0]}
    first, again = line.send(choose, "same"), line.send(choose, "same")
    assert first == again
    assert ada.act(table, "same", **choose)["number"] == first["number"]
    assert line.send(choose, "another")["code"] == "stale"


def test_each_seat_sees_its_own_hand_and_a_spectator_none(served: Served) -> None:
    ada, ben, table = begun(served)
    somebody = served.guest()
    for who, hands in ((ada, [True, False]), (ben, [False, True]), (somebody, [False, False])):
        (view,) = who.line(table).told()["views"]
        assert [player["hand"] is not None for player in view["board"]["players"]] == hands
    watcher = served.guest().line(table)
    assert watcher.told()["your_seats"] == []
    refused = watcher.send({"do": "choose", "seat": 0, "version": 4, "choice": "end turn"})
    assert refused["code"] == "unauthenticated"


def test_one_person_plays_several_seats_from_one_device(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open(["me", "me"], start=True, **SHORT)["id"]
    line = ada.line(table)
    assert [view["seat"] for view in line.told()["views"]] == [0, 1]
    play_on(line)
    assert line.table["phase"] == "finished"


def test_who_is_there_is_told(served: Served) -> None:
    ada, ben, table = begun(served)
    first = ada.line(table)
    assert [seat["here"] for seat in first.told()["seats"]] == [True, False]
    second = ben.line(table)
    while [seat["here"] for seat in first.told()["seats"]] != [True, True]:
        pass
    served.guest().line(table).told()
    while first.told()["watching"] != 1:
        pass
    second.close()
    while [seat["here"] for seat in first.told()["seats"]] != [True, False]:
        pass


def test_a_line_to_nowhere_says_so(served: Served) -> None:
    line = served.guest().line("table_not_found")
    assert line.receive()["code"] == "table_not_found"
    assert line.ended() == (4004, "There is no such table.")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"action":{"do":"fly"}}', "\0", "{" * 5_000, '{"key":5}', "1e999"])
def test_what_cannot_be_read_is_answered(served: Served, text: str) -> None:
    ada, _, table = begun(served)
    line = ada.line(table)
    line.told()
    line.socket.send(text)
    assert line.receive()["code"] == "invalid_request"
    assert line.send(None)["kind"] == "done"


def test_bytes_are_read_like_text_and_too_much_of_them_ends_the_line(served: Served) -> None:
    ada, _, table = begun(served)
    line = ada.line(table)
    line.told()
    line.socket.send(json.dumps({"key": "b"}).encode())
    assert line.receive()["key"] == "b"
    line.socket.send("x" * 20_000)
    assert line.ended()[0] == 1009


def test_a_client_without_sense_is_let_go(served: Served) -> None:
    ada, _, table = begun(served)
    line = ada.line(table)
    with suppress(ConnectionClosed):  # perhaps before the last of them is sent
        for _ in range(60):
            line.socket.send("nonsense")
    assert line.ended()[0] == 4009


def test_the_piles_are_counted_from_the_own_seat_only(served: Served) -> None:
    ada, ben, table = begun(served)
    mine = ada.good(ada.http.get(f"/api/tables/{table}/piles", params={"seat": 0}))
    assert mine["decks"][0] == [{"size": 5, "cards": {"Apprentice": 4, "Militia": 1}}]
    assert mine["decks"][1] == [{"size": 5, "cards": None}]
    ben.refused(ben.http.get(f"/api/tables/{table}/piles", params={"seat": 0}), "not_your_seat", 403)
    assert ben.good(ben.http.get(f"/api/tables/{table}/piles"))["seat"] is None
