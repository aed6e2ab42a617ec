"""The daily deal on a server: one deal for everybody, one scored attempt each, and a seed that stays secret."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from tests.helpers.daily_games import DAY, TODAY, line_at, play_to_the_end, practise, start
from tests.helpers.servers import Guest, Message, Served, serving
from vigil.cards import LIBRARY
from vigil.commands.play import verify
from vigil.daily.references import names
from vigil.server.bot_players import BotPlayers
from vigil.server.daily_process import request
from vigil.storage.daily import DailyDeal, DailyDeals
from vigil.table.fairness import Secret

SEED, SALT = 98_765_432_109_876_543_210_987_654_321, "a-salt-that-nobody-guesses"
PATIENCE = 90.0


@pytest.fixture
def served(database_url: str) -> Iterator[Served]:
    with serving(database_url) as found, a_secret():
        yield found


def a_secret() -> Any:
    """A seed that is recognised wherever it turns up."""
    return patch.object(Secret, "fresh", lambda: Secret(SEED, SALT))


def day(guest: Guest, date: str = "") -> Message:
    return dict(guest.good(guest.http.get(f"/api/daily/days/{date}" if date else "/api/daily")))


def deal(guest: Guest, kind: str = "solitaire", date: str = "") -> Message:
    return next(dict(each) for each in day(guest, date)["deals"] if each["kind"] == kind)


def test_the_deal_is_promised_when_the_day_begins_and_revealed_when_it_is_over(served: Served) -> None:
    ada = served.guest("Ada")
    first = deal(ada)
    assert first["revealed"] is None
    assert first["commitment"] == sha256(f"{SALT}:{SEED}".encode()).hexdigest()
    table = start(ada)
    assert ada.now(table)["commitment"] == first["commitment"]
    served.clock.time += DAY
    after = deal(ada, date=TODAY)
    assert after["revealed"] == {"seed": str(SEED), "salt": SALT}
    assert after["commitment"] == first["commitment"]
    assert day(ada)["date"] == "1970-01-13"


@pytest.mark.parametrize("kind", ["solitaire", "duel"])
def test_everybody_meets_the_same_cards(served: Served, kind: str) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    tables = [(guest, start(guest, kind)) for guest in (ada, ben)]
    boards = [guest.now(table)["views"][0]["board"] for guest, table in tables]
    assert boards[0] == boards[1]
    assert len({table for _, table in tables}) == 2


def test_nobody_learns_the_seed_while_the_day_runs(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = start(ada)
    play_to_the_end(ada, table)
    again = practise(ada)
    play_to_the_end(ada, again)
    told = []
    for guest in (ada, ben):
        for path in [
            *("/api/daily", f"/api/daily/days/{TODAY}", "/api/daily/months/1970-01", "/api/me/export"),
            *("/api/me", "/api/me/games", "/api/lobby", f"/api/tables/{table}", f"/api/tables/{again}"),
            *(f"/api/tables/{table}/piles", f"/api/games/{table}", f"/api/games/{table}/record"),
            *(f"/api/games/{table}/positions", f"/api/games/{table}/moments/3", f"/api/games/{table}/reviews"),
            *(f"/api/games/{table}/positions/3/values", f"/api/games/{again}/record", f"/api/games/{again}"),
        ]:
            told.append(guest.http.get(path).text)
        report = guest.http.post(f"/api/tables/{table}/scenario", json={"title": "It looks wrong"})
        review = guest.http.post(f"/api/games/{table}/reviews", json={})
        for refused in (report, review, guest.http.get(f"/api/games/{table}/record")):
            guest.refused(refused, "daily_deal_sealed", 403)
            told.append(refused.text)
    line = line_at(ada, table)
    told += [json.dumps(each) for each in line.heard]
    told.append(caplog.text)
    assert not [each for each in told if str(SEED) in each or SALT in each]
    assert any(f'"id":"{table}"' in each for each in told), "Its player sees the game."
    served.clock.time += DAY
    assert str(SEED) in ben.http.get(f"/api/games/{table}/record").text, "This test can see a seed."


def test_only_its_player_sees_the_game_while_the_day_runs(served: Served) -> None:
    ada, ben = served.guest("Ada"), served.guest("Ben")
    table = start(ada)
    ben.refused(ben.http.get(f"/api/tables/{table}"), "daily_deal_sealed", 403)
    ben.refused(ben.http.get(f"/api/tables/{table}/piles"), "daily_deal_sealed", 403)
    line = ben.line(table)
    assert line.receive()["code"] == "daily_deal_sealed"
    ada.http.delete(f"/api/me/games/{table}")
    ben.refused(ben.http.get(f"/api/tables/{table}"), "daily_deal_sealed", 403)
    asked = {"settings": {}, "beginning": {"game": table, "step": 0}}
    ada.refused(ada.http.post("/api/tables", json=asked), "daily_deal_sealed", 403)
    served.clock.time += DAY
    assert ben.now(table)["revealed"]["seed"] == str(SEED)


def test_there_is_one_scored_attempt_and_no_help_in_it(served: Served) -> None:
    ada = served.guest("Ada")
    table = start(ada)
    ada.refused(ada.http.post(f"/api/daily/days/{TODAY}/solitaire/practice"), "daily_deal_open", 409)
    line = line_at(ada, table)
    choice = line.options[0]
    line.until(line.choose(choice)["number"])
    assert not line.table["may_undo"]
    assert line.send({"do": "undo", "version": line.table["version"]})["code"] == "not_in_scored_attempts"
    for help_ in ("hint", "coach"):
        answer = ada.http.get(f"/api/tables/{table}/{help_}", params={"seat": 0})
        ada.refused(answer, "not_in_scored_attempts", 409)
    ada.act(table, do="leave")
    assert start(ada) == table
    ada.act(table, do="return")
    assert deal(ada)["attempt"]["state"] == "running"
    ada.act(table, do="close")
    assert deal(ada)["attempt"]["state"] == "given_up"
    assert start(ada) == table, "There is no other one."
    other = practise(ada)
    assert other != table
    line = line_at(ada, other)
    assert line.options[0] == choice, "The same deal."
    line.until(line.choose(choice)["number"])
    assert line.table["may_undo"]


def test_results_are_compared_when_one_has_finished(served: Served) -> None:
    ada, ben, cara = served.guest("Ada"), served.guest("Ben"), served.guest("Cara")
    play_to_the_end(ada, start(ada))
    assert deal(ada)["comparison"]["percentile"] is None, "There is nobody else yet."
    play_to_the_end(ben, start(ben), last=True)
    cara.act(start(cara), do="close")
    assert deal(served.guest("Dora"))["comparison"] is None
    scores = [deal(each)["attempt"]["score"] for each in (ada, ben)]
    margins = [each["own"] - each["other"] for each in scores]
    assert margins[0] != margins[1]
    better, worse = (ada, ben) if margins[0] > margins[1] else (ben, ada)
    assert [deal(each)["comparison"]["percentile"] for each in (better, worse, cara)] == [100, 50, 0]
    assert deal(ada)["comparison"]["margins"] == sorted(margins)
    assert deal(ada)["comparison"]["given_up"] == 1
    assert deal(ada)["results"] == [], "Names and games are shown when the day is over."
    served.clock.time += DAY
    lines = deal(served.guest("Dora"), date=TODAY)["results"]
    names = ["Ada" if better is ada else "Ben", "Ben" if better is ada else "Ada", "Cara"]
    assert [each["name"] for each in lines] == names
    assert [each["state"] for each in lines] == ["finished", "finished", "given_up"]


def test_what_is_not_finished_when_the_day_is_over_does_not_count(served: Served) -> None:
    ada = served.guest("Ada")
    table = start(ada)
    served.clock.time += DAY
    assert deal(ada, date=TODAY)["attempt"]["state"] == "unfinished"
    play_to_the_end(ada, start(ada))
    after = deal(ada, date=TODAY)
    assert (after["attempt"]["state"], after["attempt"]["score"]) == ("unfinished", None)
    assert start(ada) == table
    ben = served.guest("Ben")
    ben.refused(ben.http.post(f"/api/daily/days/{TODAY}/duel"), "daily_deal_over", 409)
    assert ben.now(practise(ben))["daily"] == {
        "game": {"date": TODAY, "kind": "solitaire", "scored": False},
        "sealed": False,
    }
    ben.refused(ben.http.get("/api/daily/days/1970-01-14"), "not_found", 404)
    ben.refused(ben.http.get("/api/daily/days/yesterday"), "not_found", 404)
    ben.refused(ben.http.get("/api/daily/months/1970-13"), "not_found", 404)


def test_streaks_and_the_calendar_go_from_day_to_day(served: Served) -> None:
    ada = served.guest("Ada")
    for number in range(3):
        play_to_the_end(ada, start(ada, date=f"1970-01-{12 + number}"))
        served.clock.time += DAY
    assert day(ada)["streak"] == {"current": 3, "longest": 3}, "Today can still be played."
    served.clock.time += DAY
    month = ada.good(ada.http.get("/api/daily/months/1970-01"))
    assert month["streak"] == {"current": 0, "longest": 3}
    played = {each["date"]: [one["state"] for one in each["attempts"]] for each in month["days"]}
    assert played == {f"1970-01-{date}": ["finished"] for date in (12, 13, 14)} | {"1970-01-15": []}


def test_the_text_to_share_names_no_cards(served: Served) -> None:
    ada = served.guest("Ada")
    assert day(ada)["share"] == ""
    play_to_the_end(ada, start(ada))
    text = day(ada)["share"]
    lines = text.splitlines()
    assert lines[0] == f"Vigil daily deal, {TODAY}"
    assert lines[1].startswith("Solitaire: ")
    assert lines[-1].endswith(f"/daily/{TODAY}")
    assert not [card.name for card in LIBRARY.cards if card.name in text]


def test_a_guest_keeps_the_attempt_with_an_account(served: Served) -> None:
    """Where both have one, the one that was started first counts: nobody tries as a guest and then for good."""
    owner = served.guest().signs_up("Ada")
    guest = served.guest("Gus")
    tried = start(guest)
    served.clock.time += 1
    start(owner)
    duel = start(guest, "duel")
    ada = {"name": "Ada", "password": "correct horse"}
    guest.good(guest.http.post("/api/session", json=ada))
    guest.good(guest.http.post("/api/session/guest"))
    assert deal(guest)["attempt"]["table"] == tried
    assert deal(guest, "duel")["attempt"]["table"] == duel
    assert deal(guest)["players"] == 1
    exported = guest.good(guest.http.get("/api/me/export"))["daily_attempts"]
    assert {each["table_id"] for each in exported} == {tried, duel}


def test_results_of_deleted_people_stay_without_a_name(served: Served) -> None:
    ada, ben = served.guest("Ada").signs_up("Ada"), served.guest("Ben")
    for each in (ada, ben):
        play_to_the_end(each, start(each))
    ada.good(ada.http.post("/api/me/delete", json={"password": "correct horse"}))
    assert deal(ben)["comparison"]["percentile"] == 50
    served.clock.time += DAY
    assert sorted(each["name"] for each in deal(ben, date=TODAY)["results"]) == ["Ben", "Somebody"]


def test_bots_play_the_deal_for_comparison(served: Served) -> None:
    ada = served.guest("Ada")
    play_to_the_end(ada, start(ada))
    until = monotonic() + PATIENCE
    while not (found := deal(ada)["comparison"])["bots_ready"]:
        assert monotonic() < until, found
        sleep(0.2)
    assert {each["level"]: len(each["margins"]) for each in found["bots"]} == {
        **{"casual": 5, "player": 5, "advanced": 5, "expert": 5}
    }
    assert 0 <= found["bots_percentile"] <= 100


def test_a_record_is_verified_against_the_commitment_of_the_day(served: Served, tmp_path: Path) -> None:
    ada = served.guest("Ada")
    commitment = deal(ada)["commitment"]
    table = start(ada)
    play_to_the_end(ada, table)
    served.clock.time += DAY
    file = tmp_path / "game.json"
    file.write_bytes(ada.http.get(f"/api/games/{table}/record").content)
    said = CliRunner().invoke(verify, [str(file)])
    assert said.exit_code == 0, said.output
    assert commitment in said.output
    changed = json.loads(file.read_text())
    changed["seed"] = str(SEED + 1)
    file.write_text(json.dumps(changed))
    assert CliRunner().invoke(verify, [str(file)]).exit_code != 0


def test_two_workers_give_one_attempt_to_whoever_asks_both(postgres_url: str) -> None:
    with serving(postgres_url) as first, serving(postgres_url) as second, a_secret():
        ada = first.guest("Ada")
        elsewhere = second.guest()
        elsewhere.http.cookies = ada.http.cookies
        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(start, each) for each in [ada, elsewhere] * 8]
            tables = {each.result() for each in asked}
        (table,) = tables
        assert deal(elsewhere)["players"] == 1
        assert [each["number"] for each in (ada.now(table), elsewhere.now(table))] == [3, 3]
        assert deal(ada)["commitment"] == deal(elsewhere)["commitment"]


def test_an_attempt_survives_the_end_of_the_server(database_url: str) -> None:
    with serving(database_url) as served, a_secret():
        ada = served.guest("Ada")
        table = start(ada)
        line = line_at(ada, table)
        line.until(line.choose(line.options[0])["number"])
        board, cookies = ada.now(table)["views"][0]["board"], ada.http.cookies
    with serving(database_url) as served:
        ada = served.guest()
        ada.http.cookies = cookies
        assert start(ada) == table
        assert ada.now(table)["views"][0]["board"] == board
        play_to_the_end(ada, table)
        assert deal(ada)["attempt"]["state"] == "finished"


def test_expert_answers_the_same_choices_in_the_same_way(database_url: str) -> None:
    def bots(host: Any) -> BotPlayers:
        return BotPlayers(host, processes=1)

    with serving(database_url, bots=bots) as served, a_secret():
        records = []
        for name in ("Ada", "Ben"):
            guest = served.guest(name)
            table = start(guest, "duel")
            line = line_at(guest, table)
            for _ in range(40):
                while not line.options and line.table["phase"] == "playing":
                    line.receive()
                if line.table["phase"] != "playing":
                    break
                line.until(line.choose(line.options[0])["number"])
            line.close()
            guest.act(table, do="close")
            records.append(table)
        served.clock.time += DAY
        steps = [ada_steps(served, table) for table in records]
        shared = min(map(len, steps))
        assert shared > 40
        assert steps[0][:shared] == steps[1][:shared]
        assert {seat for seat, _ in steps[0]} == {0, 1}


def ada_steps(served: Served, table: str) -> list[tuple[int, str]]:
    guest = served.guest()
    page = guest.good(guest.http.get(f"/api/games/{table}"))
    return [(each["seat"], each["choice"]) for each in page["steps"]]


def test_bots_go_on_playing_where_a_killed_process_stopped(database_url: str) -> None:
    add, killed = DailyDeals.add_reference, []
    few = names()[:4]

    async def add_and_kill(deals: DailyDeals, *arguments: Any) -> bool:
        added = await add(deals, *arguments)
        if not killed:
            killed.extend(processes())
            for process in killed:
                os.kill(process, signal.SIGKILL)
        return added

    def ask_for_few(deal: DailyDeal, without: Sequence[tuple[str, int]]) -> bytes:
        return request(deal, [*without, *(each for each in names() if each not in few)])

    with (
        patch("vigil.server.daily.LOOK", 0.1),
        patch("vigil.server.daily.request", ask_for_few),
        patch("vigil.storage.daily.LEASE", -1.0),
        patch.object(DailyDeals, "add_reference", add_and_kill),
        serving(database_url) as served,
    ):
        ada = served.guest("Ada")
        play_to_the_end(ada, start(ada))
        until = monotonic() + PATIENCE
        while not (found := deal(ada)["comparison"])["bots_ready"]:
            assert monotonic() < until, found
            sleep(0.02)
        assert killed
        assert sum(len(each["margins"]) for each in found["bots"]) == len(few)


def processes() -> list[int]:
    """Children of this process that play deals."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            is_child = f"PPid:\t{os.getpid()}\n" in (path / "status").read_text()
            if is_child and b"vigil.server.daily_process" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found
