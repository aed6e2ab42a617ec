"""Opening tables, finding them, inviting people; and games that are over."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from tests.helpers.servers import SHORT, Served, begun, play_on, serving
from vigil.cli import main
from vigil.engine.records import Record


def test_one_request_is_enough_for_the_first_decision(served: Served) -> None:
    now = served.guest("Ada").open(["me", "casual"], start=True, first=0)
    assert now["phase"] == "playing"
    assert now["seats"][1]["bot"] == "casual"
    assert now["views"][0]["decision"]["options"]


def test_a_table_that_is_asked_for_twice_is_opened_once(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    asked = {"seats": ["me", "casual"], "start": True}
    answers = [who.http.post("/api/tables", json=asked, headers={"idempotency-key": "k"}) for who in (ada, ada, ben)]
    first, again, other = (answer.json() for answer in answers)
    assert (first["id"], first["number"]) == (again["id"], again["number"])
    assert other["id"] != first["id"]
    for different in ({**asked, "settings": {"public": True}}, {**asked, "seats": ["me", "expert"]}):
        answer = ada.http.post("/api/tables", json=different, headers={"idempotency-key": "k"})
        ada.refused(answer, "idempotency_key_reused", 422)
    assert len(ada.good(ada.http.get("/api/lobby"))["mine"]) == 1


def test_tables_that_cannot_be_are_not_opened(served: Served) -> None:
    ada = served.guest("Ada")
    wrong = [
        ({"settings": {"players": 7}}, "invalid_request"),
        ({"settings": {"sets": ["rice"]}}, "invalid_request"),
        ({"seats": ["me", "", ""]}, "seat_not_found"),
        ({"seats": ["me", "wizard"]}, "invalid_request"),
        ({"seats": ["me", "me"], "settings": {"rated": True}}, "not_in_rated_games"),
        ({"colour": "red"}, "invalid_request"),
    ]
    for asked, code in wrong:
        ada.refused(ada.http.post("/api/tables", json=asked), code)
    assert ada.good(ada.http.get("/api/lobby"))["mine"] == []


def test_the_lobby_shows_open_tables_and_whose_turn_it_is(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open(["me"], public=True, first=1)["id"]
    hidden = ada.open(["me"])["id"]

    def lines(which: str) -> dict[str, dict[str, object]]:
        return {line["id"]: line for line in ben.good(ben.http.get("/api/lobby"))[which]}

    assert lines("open")[table]["owner_name"] == "Ada"
    assert hidden not in lines("open")
    ben.act(table, do="sit", seat=1)
    ada.act(table, do="start")
    assert table not in lines("open")
    assert lines("running")[table]["deciding"] == "Ben"
    assert lines("mine")[table]["your_turn"]
    assert ben.good(ben.http.get("/api/lobby"))["turns"] == 1


def test_an_invitation_gives_exactly_its_seat_to_the_first_who_takes_it(served: Served) -> None:
    ada, ben, cleo = served.guest("Ada"), served.guest("Ben"), served.guest("Cleo")
    table = ada.open(["me"], players=3)["id"]
    asked = f"/api/tables/{table}/invitations"
    ben.refused(ben.http.post(asked, json={"seat": 1}), "forbidden", 403)
    ada.refused(ada.http.post(asked, json={"seat": 3}), "seat_not_found", 422)
    made = ada.good(ada.http.post(asked, json={"seat": 2}))
    assert made["link"] == f"{served.url}/join/{made['token']}"
    path = f"/api/invitations/{made['token']}"
    shown = ben.good(ben.http.get(path))
    assert (shown["by"], shown["seat"], shown["is_free"]) == ("Ada", 2, True)
    taken = ben.good(ben.http.post(path))
    assert (taken["table"], taken["seat"]) == (table, 2)
    assert ben.good(ben.http.post(path)) == taken
    cleo.refused(cleo.http.post(path), "invitation_not_found", 404)
    cleo.refused(cleo.http.get("/api/invitations/nonsense"), "invitation_not_found", 404)
    assert [seat["name"] for seat in ada.now(table)["seats"]] == ["Ada", "", "Ben"]


def test_an_invitation_to_a_seat_that_is_taken_gives_no_other(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open(["me"], players=3)["id"]
    token = ada.good(ada.http.post(f"/api/tables/{table}/invitations", json={"seat": 1}))["token"]
    ada.act(table, do="seat-bot", seat=1, level="casual")
    ben.refused(ben.http.post(f"/api/invitations/{token}"), "seat_taken", 409)
    assert ben.now(table)["your_seats"] == []


def test_whoever_was_removed_from_a_seat_needs_another_invitation(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = ada.open(["me"])["id"]
    token = ada.good(ada.http.post(f"/api/tables/{table}/invitations", json={"seat": 1}))["token"]
    for _ in range(2):
        assert ben.good(ben.http.post(f"/api/invitations/{token}"))["seat"] == 1
    ada.act(table, do="stand", seat=1)
    ben.refused(ben.http.post(f"/api/invitations/{token}"), "invitation_not_found")
    assert ada.now(table)["seats"][1]["person"] == ""


def test_the_page_of_a_game_and_its_positions(served: Served) -> None:
    ada = served.guest("Ada")
    table = ada.open(["me", "me"], start=True, **SHORT)["id"]
    for path in ("", "/record", "/positions"):
        ada.refused(ada.http.get(f"/api/games/{table}{path}"), "game_not_over", 409)
    line = ada.line(table)
    line.told()
    play_on(line)
    stranger = served.guest()
    page = stranger.good(stranger.http.get(f"/api/games/{table}"))
    record = Record.from_json(stranger.http.get(f"/api/games/{table}/record").text)
    assert [step["choice"] for step in page["steps"]] == record.choices
    assert page["revealed"]["seed"] == str(record.seed) == "8"
    last = len(page["steps"])
    found = stranger.good(stranger.http.get(f"/api/games/{table}/positions", params={"first": last - 1, "count": 100}))
    assert len(found["views"]) == 2
    seats, before = found["views"][0], found["views"][0][0]["board"]
    assert [view["seat"] for view in seats] == [0, 1, None]
    assert [view["decision"] is not None for view in seats].count(True) == 1
    assert not before["over"]
    end = found["views"][1][0]["board"]
    assert (end["over"], end["winners"]) == (True, page["result"]["winners"])
    one = stranger.good(stranger.http.get(f"/api/games/{table}/positions", params={"seat": 1}))
    assert [len(each) for each in one["views"]] == [1]
    assert one["held"][0][1]["hand"] == one["views"][0][0]["board"]["players"][1]["hand"]
    assert sum(one["held"][0][0]["deck"].values()) == 5
    stranger.refused(stranger.http.get(f"/api/games/{table}/positions", params={"seat": 5}), "seat_not_found", 422)
    stranger.refused(
        stranger.http.get(f"/api/games/{table}/positions", params={"count": 5_000}), "invalid_request", 422
    )


def test_a_record_proves_that_its_seed_was_settled_beforehand(served: Served, tmp_path: Path) -> None:
    ada = served.guest("Ada")
    now = ada.open(["me", "me"], start=True, **SHORT)
    line = ada.line(now["id"])
    line.told()
    play_on(line)
    file = tmp_path / "game.json"
    text = ada.http.get(f"/api/games/{now['id']}/record").text
    file.write_text(text)
    told = CliRunner().invoke(main, ["verify", str(file)])
    assert told.exit_code == 0
    assert f"Its seed fits the commitment {now['commitment']}" in told.output
    file.write_text(text.replace("a grain of salt", "a grain of sand"))
    told = CliRunner().invoke(main, ["verify", str(file)])
    assert told.exit_code == 2
    assert "Its seed does not fit the commitment that it names" in told.output


def test_whoever_runs_out_of_time_is_replaced_and_may_come_back(sqlite: str) -> None:
    with serving(sqlite) as served:
        ada, ben, table = begun(served, clock={"kind": "turn", "seconds": 60})
        line = ben.line(table)
        assert [seat["seconds"] for seat in line.told()["seats"]] == [60, 60]
        served.clock.time += 61
        refused = ada.post(table, do="choose", seat=0, version=line.table["version"], choice="end turn")
        ada.refused(refused, "seat_held_by_bot", 403)
        assert ada.now(table)["seats"][0]["bot"] == "player"
        ada.act(table, do="return")
        assert ada.now(table)["seats"][0]["bot"] == ""


def test_the_catalogue_and_the_cards_are_made_from_the_declarations(served: Served) -> None:
    guest = served.guest()
    found = guest.good(guest.http.get("/api/catalogue"))
    assert [each["short"] for each in found["sets"]][:2] == ["chronicle", "rise"]
    assert {"random", "player"} <= {bot["name"] for bot in found["bots"]}
    assert all(bot["description"].endswith(".") for bot in found["bots"])
    assert found["phrases"]["hello"] == "Hello!"
    cards = {card["name"]: card for card in guest.good(guest.http.get("/api/cards"))["cards"]}
    mephit = cards["Mephit"]
    assert (mephit["kind"], mephit["power"], mephit["set"]) == ("monster", 3, "chronicle-of-the-godslayer")
    assert mephit["lines"] == ["Reward: Gain 2 honor. You may banish a card in the center row."]
    assert cards["Hedron Cannon"]["rulings"][0].startswith("Counts itself, so at least 1.")


def test_people_who_share_a_device_have_names_of_their_own(served: Served) -> None:
    ada = served.guest("Ada")
    asked = {"seats": ["me", "me"], "names": ["", "  Second   player "], "start": True}
    now = ada.good(ada.http.post("/api/tables", json=asked))
    assert [seat["name"] for seat in now["seats"]] == ["Ada", "Second player"]
    assert len({seat["person"] for seat in now["seats"]}) == 1
    ada.act(now["id"], do="leave")
    ada.act(now["id"], do="return")
    assert [seat["name"] for seat in ada.now(now["id"])["seats"]] == ["Ada", "Second player"]


def test_nobody_plays_under_the_name_of_an_account(served: Served) -> None:
    grace = served.guest()
    grace.good(grace.http.post("/api/me/account", json={"name": "Grace Hopper", "password": "correct horse"}))
    ada = served.guest("Ada")
    for name in ("Grace Hopper", "GRACE H0PPER", "bot master"):
        asked = {"seats": ["me", "me"], "names": ["", name]}
        ada.refused(ada.http.post("/api/tables", json=asked), "name_taken")
    table = ada.open(["me", ""])["id"]
    ada.refused(ada.post(table, do="sit", seat=1, name="Grace Hopper"), "name_taken")


def test_the_names_on_the_seats_of_somebody_who_is_forgotten_are_gone(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    asked = {"seats": ["me", "me"], "names": ["", "Bea"], "start": True}
    table = ada.good(ada.http.post("/api/tables", json=asked))["id"]
    assert "Bea" in ben.http.get(f"/api/tables/{table}").text
    ada.good(ada.http.post("/api/me/delete", json={}))
    assert [seat["name"] for seat in ben.now(table)["seats"]] == ["Somebody", "Somebody"]
