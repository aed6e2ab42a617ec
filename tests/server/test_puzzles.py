"""Puzzles over HTTP: what is sent, what is not sent before the try, and what a try makes of the ratings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.puzzle_collection import BEST, REASON, hand, monster, small_collection, two_steps
from tests.helpers.servers import Guest, Message, Served, serving
from vigil.puzzles import Puzzle, puzzle_of_the_day

ONE, TWO, HAND = monster(), two_steps(), hand()


@pytest.fixture(autouse=True)
def puzzles(tmp_path: Path) -> Iterator[tuple[Puzzle, ...]]:
    with small_collection(tmp_path) as found:
        yield found


@pytest.fixture
def both(database_url: str) -> Iterator[Served]:
    """A server on either database."""
    with serving(database_url) as served:
        yield served


def get(guest: Guest, path: str, **query: Any) -> Message:
    return dict(guest.good(guest.http.get(f"/api/puzzles{path}", params=query)))


def answer(guest: Guest, puzzle: Puzzle, *choices: str, key: str = "", give_up: bool = False) -> Message:
    headers = {"idempotency-key": key} if key else {}
    body = {"choices": list(choices), "give_up": give_up}
    return dict(guest.good(guest.http.post(f"/api/puzzles/{puzzle.id}/tries", json=body, headers=headers)))


def options(puzzle: Message) -> list[str]:
    (view,) = puzzle["table"]["views"]
    return [each["text"] for each in view["decision"]["options"]]


# --- what is sent


def test_a_puzzle_is_the_solvers_view_without_the_answer(served: Served) -> None:
    found = get(served.guest(), f"/{ONE.id}")
    assert options(found) == list(ONE.steps[0].texts)
    assert (found["id"], found["steps"], found["seat"], found["tried"]) == (ONE.id, 1, 0, "")
    (view,) = found["table"]["views"]
    assert view["board"]["players"][1]["hand"] is None, "Nobody sees the opponent's cards."
    told = json.dumps(found)
    assert not any(word in told for word in (REASON, str(BEST), "accepted", "chance", "themes", "fooled", "difficulty"))
    assert not found["table"]["may_undo"]


def test_nobody_becomes_a_guest_by_looking(served: Served) -> None:
    guest = served.guest()
    for path in ("", "/daily", "/next", f"/{ONE.id}"):
        get(guest, path)
    assert not guest.http.cookies


def test_the_puzzle_of_the_day_is_the_same_for_everybody(served: Served, puzzles: tuple[Puzzle, ...]) -> None:
    day = datetime.fromtimestamp(served.clock.now(), UTC).date()
    found = [get(served.guest(), "/daily") for _ in range(2)]
    assert [each["id"] for each in found] == [puzzle_of_the_day(day).id] * 2
    assert found[0]["day"] == day.isoformat()
    overview = get(served.guest(), "")
    assert (overview["day"], overview["today"], overview["count"]) == (day.isoformat(), "", len(puzzles))
    assert {each["name"]: each["count"] for each in overview["themes"]} == {
        "defeat": 2,
        "order-of-play": 1,
        "two-steps": 1,
    }
    assert sorted((each["sets"], each["count"]) for each in overview["collections"]) == [
        (["chronicle-of-the-godslayer"], 2),
        (["rise-of-vigil"], 1),
    ]


def test_wrong_requests_are_refused_with_what_would_be_right(served: Served) -> None:
    ada = served.guest("Ada")
    ada.refused(ada.http.get("/api/puzzles/nothing"), "puzzle_not_found", 404)
    ada.refused(ada.http.get("/api/puzzles/next", params={"theme": "nonsense"}), "invalid_request")
    ada.refused(ada.http.get("/api/puzzles/next", params={"sets": "nonsense"}), "invalid_request")
    ada.refused(ada.http.get("/api/puzzles/next", params={"sets": "war"}), "puzzle_not_found", 404)
    tries = f"/api/puzzles/{ONE.id}/tries"
    told = ada.refused(ada.http.post(tries, json={"choices": ["fly away"]}), "illegal_choice", 422)
    assert "defeat Mephit" in told["message"]
    ada.refused(ada.http.post(tries, json={"choices": []}), "invalid_request")
    ada.refused(ada.http.post(tries, json={"choices": ["x" * 500]}), "invalid_request")
    ada.refused(ada.http.post("/api/puzzles/nothing/tries", json={"give_up": True}), "puzzle_not_found")
    assert get(ada, "")["you"]["tries"] == 0, "None of this was a try."


# --- answers


def test_the_right_answer(both: Served) -> None:
    ada = both.guest("Ada")
    found = answer(ada, ONE, "defeat Mephit")
    assert (found["right"], found["counted"], found["table"]) == (True, True, None)
    (step,) = found["solution"]["steps"]
    assert step["reason"] == REASON
    assert step["options"][step["best"]] == {"text": "defeat Mephit", "chance": BEST, "loss": 0.0, "error": 0.8}
    assert [each["text"] for each in step["options"]] == list(ONE.steps[0].texts)
    assert step["chosen"] == step["best"]
    assert (found["solution"]["themes"], found["solution"]["fooled"]) == (["defeat"], ["player", "advanced"])
    assert found["change"]["after"]["rating"] > found["change"]["before"]["rating"] == 1500
    assert found["solution"]["rating"]["rating"] < 1450, "The puzzle has lost."
    assert (found["you"]["tries"], found["you"]["solved"], found["you"]["streak"]) == (1, 1, 1)
    assert get(ada, f"/{ONE.id}")["tried"] == "solved"


def test_a_choice_that_is_as_good_is_right(served: Served) -> None:
    found = answer(served.guest(), ONE, "acquire Seer of the Forked Path")
    (step,) = found["solution"]["steps"]
    assert (found["right"], step["options"][step["chosen"]]["loss"]) == (True, 0.5)


@pytest.mark.parametrize("gives_up", [False, True])
def test_a_wrong_answer_and_giving_up_count_as_failures(served: Served, gives_up: bool) -> None:
    ada = served.guest()
    found = answer(ada, ONE, *([] if gives_up else ["end turn"]), give_up=gives_up)
    assert (found["right"], found["you"]["solved"], found["you"]["streak"]) == (False, 0, 0)
    assert found["change"]["after"]["rating"] < 1500
    chosen = found["solution"]["steps"][0]["chosen"]
    assert (chosen is None) == gives_up
    assert get(ada, f"/{ONE.id}")["tried"] == "failed"


def test_only_the_first_try_changes_a_rating(both: Served) -> None:
    ada = both.guest("Ada")
    first = answer(ada, ONE, "end turn", key="a")
    again = answer(ada, ONE, "defeat Mephit", key="b")
    assert (again["right"], again["counted"], again["change"]) == (True, False, None)
    assert again["you"] == first["you"]
    assert again["solution"]["tries"] == 1
    assert get(ada, f"/{ONE.id}")["tried"] == "failed"


def test_an_answer_that_is_sent_again_counts_once_and_says_the_same(both: Served) -> None:
    ada = both.guest("Ada")
    with ThreadPoolExecutor(4) as threads:
        found = [each.result() for each in [threads.submit(answer, ada, ONE, "end turn", key="k") for _ in range(8)]]
    assert all(each == found[0] for each in found)
    assert found[0]["counted"]
    body = {"choices": ["defeat Mephit"]}
    told = ada.http.post(f"/api/puzzles/{ONE.id}/tries", json=body, headers={"idempotency-key": "k"})
    ada.refused(told, "idempotency_key_reused", 422)


def test_a_puzzle_of_two_steps(both: Served) -> None:
    ada = both.guest("Ada")
    found = answer(ada, TWO, "defeat Mephit", key="k")
    assert (found["right"], found["solution"], found["counted"]) == (True, None, False)
    assert options(found) == list(TWO.steps[1].texts)
    assert "choose Void Initiate" in options(found)
    (view,) = found["table"]["views"]
    assert [each["text"] for each in view["news"]], "What came of the first choice is shown."
    assert REASON not in json.dumps(found)
    assert get(ada, f"/{TWO.id}")["tried"] == "", "The try is not over."
    done = answer(ada, TWO, "defeat Mephit", "choose Void Initiate", key="k")
    assert (done["right"], done["counted"]) == (True, True)
    assert [step["chosen"] == step["best"] for step in done["solution"]["steps"]] == [True, True]


def test_the_first_wrong_choice_ends_the_try(served: Served) -> None:
    ada, ben = served.guest(), served.guest()
    found = answer(ada, TWO, "end turn", "choose Void Initiate")
    assert (found["right"], [step["chosen"] is None for step in found["solution"]["steps"]]) == (False, [False, True])
    found = answer(ben, TWO, "defeat Mephit", "decline")
    assert (found["right"], found["counted"]) == (False, True)
    too_many = {"choices": ["defeat Mephit", "choose Void Initiate", "end turn"]}
    ben.refused(ben.http.post(f"/api/puzzles/{TWO.id}/tries", json=too_many), "invalid_request")


def test_the_position_of_the_answer_can_be_played_on(served: Served) -> None:
    ada = served.guest()
    position = answer(ada, ONE, give_up=True)["solution"]["position"]
    checked = ada.good(ada.http.post("/api/positions", json=position))
    assert checked["problems"] == []
    assert [each["text"] for each in checked["table"]["views"][0]["decision"]["options"]] == list(ONE.steps[0].texts)


# --- the next one


def test_the_next_puzzle_is_a_new_one_until_all_are_solved(served: Served) -> None:
    ada = served.guest("Ada")
    answer(ada, ONE, "defeat Mephit")
    answer(ada, HAND, "end turn")
    assert {get(ada, "/next")["id"] for _ in range(5)} == {TWO.id}
    answer(ada, TWO, "defeat Mephit", "choose Void Initiate")
    assert get(ada, "/next")["id"] == HAND.id, "The one that was missed comes again."
    ada.refused(ada.http.get("/api/puzzles/next", params={"theme": "defeat"}), "puzzle_not_found", 404)
    ada.refused(ada.http.get("/api/puzzles/next", params={"after": HAND.id}), "puzzle_not_found", 404)


def test_the_next_puzzle_is_of_the_sets_and_the_theme(served: Served) -> None:
    ada = served.guest()
    assert {get(ada, "/next", sets="rise-of-vigil")["id"] for _ in range(5)} == {HAND.id}
    assert {get(ada, "/next", theme="two-steps")["id"] for _ in range(5)} == {TWO.id}
    assert {get(ada, "/next", theme="defeat", after=TWO.id)["id"] for _ in range(5)} == {ONE.id}


# --- people


def test_the_history_the_profile_and_the_account_of_a_guest(both: Served) -> None:
    ada = both.guest()
    answer(ada, ONE, "defeat Mephit")
    both.clock.time += 10.0
    answer(ada, HAND, "end turn")
    found = ada.good(ada.http.get("/api/me/puzzles"))
    assert [(each["puzzle"], each["solved"]) for each in found["tries"]] == [(HAND.id, False), (ONE.id, True)]
    assert found["tries"][0]["change"]["before"]["rating"] == found["tries"][1]["change"]["after"]["rating"]
    assert (found["you"]["best_streak"], found["you"]["streak"]) == (1, 0)
    ada.signs_up("Ada")
    shown = both.guest().http.get("/api/people/Ada/puzzles")
    assert ada.good(shown) == found["you"], "What was done as a guest is the account's."
    ada.good(ada.http.put("/api/me/profile", json={"private": True}))
    both.guest().refused(both.guest().http.get("/api/people/Ada/puzzles"), "forbidden", 403)
    assert ada.good(ada.http.get("/api/people/Ada/puzzles")) == found["you"]


def test_too_many_requests_are_refused(sqlite: str) -> None:
    with serving(sqlite, actions_a_second=1.0) as served:
        ada = served.guest("Ada")
        get(ada, f"/{ONE.id}")
        ada.refused(ada.http.get(f"/api/puzzles/{ONE.id}"), "rate_limited", 429)
