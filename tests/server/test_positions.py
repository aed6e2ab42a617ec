"""Positions over HTTP: checked, played on, judged, written and read; moments of games, and files for reports."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.servers import Guest, Message, Served, finished, serving
from vigil.scenarios import loads
from vigil.server.bot_players import BotPlayers
from vigil.server.routes.positions import LARGEST_FILE

MEPHIT: Message = {
    "sets": ["chronicle"],
    "given": {
        "row": ["Mephit", "Landtalker"],
        "center_deck": ["Wolf Shaman"],
        "p1": {"hand": ["Heavy Infantry", "Apprentice"], "power": 1},
    },
    "when": ["play Heavy Infantry"],
}


def check(guest: Guest, position: Message, since: int = 0) -> Message:
    return dict(guest.good(guest.http.post("/api/positions", json=position, params={"since": since})))


def test_what_is_possible_and_why_not(served: Served) -> None:
    found = check(served.guest(), MEPHIT)
    assert (found["problems"], found["notes"]) == ([], [])
    view = found["table"]["views"][0]
    assert "defeat Mephit" in [option["text"] for option in view["decision"]["options"]]
    landtalker = view["board"]["row"][1]
    assert landtalker["why_not"]["text"] == "Landtalker costs 6 runes; you have 0."
    assert [each["seat"] for each in found["table"]["views"]] == [0, 1], "both sides are played"
    assert served.guest().http.get("/api/tables/editor").status_code == 404, "nothing was stored"


def test_news_of_the_last_step_alone(served: Served) -> None:
    guest = served.guest()
    number = check(guest, MEPHIT)["table"]["number"]
    later = check(guest, {**MEPHIT, "when": [*MEPHIT["when"], "defeat Mephit"]}, number)["table"]
    (news,) = later["views"][0]["news"]
    assert news["text"].startswith("You defeat Mephit")


def test_problems_are_sentences_and_nonsense_is_refused(served: Served) -> None:
    guest = served.guest()
    wrong = {"sets": ["chronicle"], "given": {"row": ["Mephitt"], "p1": {"trophies": ["Mystic"]}}}
    found = check(guest, wrong)
    assert found["table"] is None
    assert [each["key"] for each in found["problems"]] == ["row", "p1.trophies"]
    for nonsense in (
        {"sets": []},
        {"sets": ["chronicle"], "given": {"p1": {"hnd": []}}},
        {"sets": ["chronicle"], "given": {"honor_pool": -1}},
        {"sets": ["chronicle"], "given": {"honor_pool": 10**30}},
        {"sets": ["chronicle"], "when": ["end turn"] * 301},
        {"sets": ["chronicle"], "given": {"row": ["x" * 201]}},
    ):
        guest.refused(guest.http.post("/api/positions", json=nonsense), "invalid_request")
    large = {"sets": ["chronicle"], "given": {"void": ["Arha Templar of the long name" * 3] * 500}}
    guest.refused(guest.http.post("/api/positions", json=large), "too_large")


def test_a_table_begins_with_a_position_and_its_steps(served: Served) -> None:
    ada = served.guest("Ada")
    asked = {"position": MEPHIT, "seats": ["me", "me"], "start": True}
    now = ada.good(ada.http.post("/api/tables", json=asked))
    assert now["beginning"] == {"game": "", "lesson": "", "step": 1}
    assert now["views"][0]["board"]["turn"]["power"] == 3
    line = ada.line(now["id"])
    line.told()
    line.choose("defeat Mephit")
    alone = ada.good(ada.http.post("/api/tables", json={"position": MEPHIT, "start": True}))
    assert [seat["bot"] for seat in alone["seats"]] == ["", "player"]
    for wrong in ({"position": MEPHIT, "settings": {"rated": True}}, {"position": {**MEPHIT, "when": ["fly"]}}):
        assert ada.http.post("/api/tables", json=wrong).status_code in (409, 422)
    both = {"position": MEPHIT, "beginning": {"lesson": "first-steps"}}
    ada.refused(ada.http.post("/api/tables", json=both), "invalid_request")


def test_a_table_from_a_position_is_there_after_a_restart_and_counts_for_nothing(database_url: str) -> None:
    with serving(database_url) as served:
        ada = served.guest("Ada")
        asked = {"position": {**MEPHIT, "given": {**MEPHIT["given"], "honor_pool": 0}}, "seats": ["me", "me"]}
        now = ada.good(ada.http.post("/api/tables", json={**asked, "start": True}))
        cookies = ada.http.cookies
    with serving(database_url) as served:
        again = served.guest()
        again.http.cookies = cookies
        assert again.now(now["id"]) == now
        line = again.line(now["id"])
        line.told()
        line.choose("end turn")
        line.choose("end turn")
        (game,) = again.good(again.http.get("/api/me/games"))["games"]
        assert game["practice"]
        moment = again.good(again.http.get(f"/api/games/{now['id']}/moments/2"))
        assert moment["exact"]


def test_a_file_is_written_and_read_again(served: Served) -> None:
    guest = served.guest()
    text = guest.good(guest.http.post("/api/positions/file", json={"title": "Mephit", "position": MEPHIT}))["text"]
    (read,) = guest.good(guest.http.post("/api/positions/read", json={"text": text}))["scenarios"]
    assert (read["title"], read["failures"], read["position"]["when"]) == ("Mephit", [], MEPHIT["when"])
    assert check(guest, read["position"])["table"] == check(guest, MEPHIT)["table"]


def test_a_scenario_in_short_is_spelled_out_and_what_fails_is_told(served: Served) -> None:
    text = """
    [[scenario]]
    title = "in short"
    given.row = ["Mephit", "Landtalker"]
    given.p1.power = 3
    when = ["defeat Mephit", "choose Landtalker"]
    then.p1.honor = 7
    """
    guest = served.guest()
    (read,) = guest.good(guest.http.post("/api/positions/read", json={"text": text}))["scenarios"]
    assert read["failures"] == ["at the end: p1.honor is 2, not 7"]
    assert len(read["position"]["when"]) == 2


@pytest.mark.parametrize("text", ["{", "", "[[scenario]]\ngivn = 1", '[[scenario]]\ngiven.row = ["Mephitt"]', "a" * 9])
def test_a_broken_file_is_a_sentence(served: Served, text: str) -> None:
    guest = served.guest()
    guest.refused(guest.http.post("/api/positions/read", json={"text": text}), "invalid_request")


def test_a_large_file_is_refused(served: Served) -> None:
    guest = served.guest()
    for size in (LARGEST_FILE + 1, 50_000):
        guest.refused(guest.http.post("/api/positions/read", json={"text": "#" * size}), "too_large")


# --- games


def test_every_moment_of_a_finished_game_is_a_position(served: Served) -> None:
    ada, stranger = served.guest("Ada"), served.guest()
    game = finished(ada)
    last = len(ada.good(ada.http.get(f"/api/games/{game}"))["steps"])
    for step in (0, 7, 20, last):
        found = stranger.good(stranger.http.get(f"/api/games/{game}/moments/{step}"))
        shown = check(stranger, found["position"])["table"]["views"]
        there = stranger.good(stranger.http.get(f"/api/games/{game}/positions", params={"first": step}))["views"][0]
        assert found["exact"]
        for mine, theirs in zip(shown, there, strict=False):
            assert mine["board"]["row"] == theirs["board"]["row"]
            for one, other in zip(mine["board"]["players"], theirs["board"]["players"], strict=True):
                known = {"top_of_deck": None, "shown": []}
                assert {**one, **known} == {**other, **known}, "a described deck is in a known order"
            assert mine["decision"] == theirs["decision"]
    stranger.refused(stranger.http.get(f"/api/games/{game}/moments/{last + 1}"), "invalid_request")
    running = ada.open(["me", "me"], start=True)["id"]
    stranger.refused(stranger.http.get(f"/api/games/{running}/moments/0"), "game_not_over")


def report(guest: Guest, table: str) -> Message:
    asked = {"title": "This looks wrong"}
    return dict(guest.good(guest.http.post(f"/api/tables/{table}/scenario", json=asked)))


def test_a_report_of_a_running_game_has_what_its_reporter_knows(served: Served) -> None:
    ada, ben, cleo = served.guest("Ada"), served.guest("Ben"), served.guest()
    table = ada.open(["me", ""])["id"]
    ben.act(table, do="sit", seat=1)
    ada.act(table, do="start")
    hands = [
        sorted(who.good(who.http.get(f"/api/tables/{table}"))["views"][0]["board"]["players"][seat]["hand"])
        for seat, who in enumerate((ada, ben))
    ]
    mine, theirs, watched = report(ada, table), report(ben, table), report(cleo, table)
    assert sorted(mine["position"]["given"]["p1"]["hand"]) == hands[0]
    assert sorted(theirs["position"]["given"]["p2"]["hand"]) == hands[1]
    assert "Cards that the reporter could not see are dealt at random." in mine["text"]
    assert len(watched["position"]["given"]["p1"]["hand"]) == 5
    (scenario,) = loads(mine["text"], "report.toml")
    assert scenario.title == "This looks wrong"


def test_a_report_before_the_game_or_without_a_title(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open(["me", ""])["id"]
    asked = {"title": "This looks wrong"}
    ada.refused(ada.http.post(f"/api/tables/{table}/scenario", json=asked), "game_not_running")
    ada.refused(ada.http.post(f"/api/tables/{table}/scenario", json={"title": ""}), "invalid_request")
    ada.refused(ada.http.post("/api/tables/nowhere/scenario", json=asked), "table_not_found")


# --- worth


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file: Path = tmp_path_factory.mktemp("thinking") / "tables.sqlite"
    with serving(f"sqlite:///{file}", bots=lambda host: BotPlayers(host, 1)) as found:
        yield found


def test_what_a_position_is_worth(thinking: Served, served: Served) -> None:
    guest = thinking.guest()
    found = guest.good(guest.http.post("/api/positions/values", json=MEPHIT))
    texts = [option["text"] for option in check(guest, MEPHIT)["table"]["views"][0]["decision"]["options"]]
    assert sorted(option["choice"] for option in found["options"]) == sorted(texts)
    assert (found["seat"], found["options"][0]["loss"]) == (0, 0.0)
    assert found["reason"]
    over = {"sets": ["chronicle"], "given": {"honor_pool": 0, "first": "p2"}, "when": ["end turn"]}
    guest.refused(guest.http.post("/api/positions/values", json=over), "game_not_running")
    without = served.guest()
    without.refused(without.http.post("/api/positions/values", json=MEPHIT), "unavailable")


def test_positions_are_rate_limited(sqlite: str) -> None:
    with serving(sqlite, actions_a_second=4.0) as served:
        guest = served.guest()
        answers = [guest.http.post("/api/positions", json=MEPHIT).status_code for _ in range(6)]
        assert answers == [200] * 4 + [429] * 2
