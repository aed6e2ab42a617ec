"""Reviews over HTTP: computed in a real process, kept with the game, and never of a game in progress."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.helpers.servers import SHORT, Guest, Message, Served, begun, finished, serving

PATIENCE = 90.0


@pytest.fixture
def both(database_url: str) -> Iterator[Served]:
    """A server on either database."""
    with serving(database_url) as served:
        yield served


def resigned(served: Served, choices: int = 12) -> tuple[Guest, Guest, str]:
    """A game of two that ended after some choices, because one of them gave up."""
    ada, ben, table = begun(served, leaving="end")
    lines = [ada.line(table), ben.line(table)]
    for line in lines:
        line.told()
    for _ in range(choices):
        line = next(line for line in lines if line.options)
        done = line.choose(line.options[0])
        for each in lines:
            each.until(done["number"])
    ben.act(table, do="leave")
    return ada, ben, table


def request(guest: Guest, game: str, depth: str = "quick") -> Message:
    return dict(guest.good(guest.http.post(f"/api/games/{game}/reviews", json={"depth": depth})))


def status(guest: Guest, game: str) -> Message:
    (found,) = guest.good(guest.http.get(f"/api/games/{game}/reviews"))["reviews"]
    return dict(found)


def ended(guest: Guest, game: str) -> Message:
    until = monotonic() + PATIENCE
    while (found := status(guest, game))["state"] in ("queued", "running"):
        assert monotonic() < until, found
        sleep(0.05)
    return found


def listed(guest: Guest) -> list[tuple[str, bool]]:
    """The history, and which of its games are reviewed."""
    return [(game["id"], game["reviewed"]) for game in guest.good(guest.http.get("/api/me/games"))["games"]]


def test_a_finished_game_is_reviewed_once_and_everybody_may_read_it(both: Served) -> None:
    ada, ben, game = resigned(both)
    ada.refused(ada.http.get(f"/api/games/{game}/reviews/quick"), "review_not_found", 404)
    assert listed(ada) == [(game, False)]
    assert request(ada, game)["mine"]
    assert ended(ada, game)["state"] == "done"
    assert listed(ada) == [(game, True)]
    review: dict[str, Any] = ben.good(ben.http.get(f"/api/games/{game}/reviews/quick"))
    assert (review["format"], review["steps"], len(review["players"])) == ("vigil review", 12, 2)
    assert not review["finished"], "It was given up."
    assert "Ada" not in str(review), "Names may change; the page of the game has them."
    again = request(ben, game)
    assert (again["state"], again["mine"]) == ("done", False)


def test_a_game_in_progress_is_never_reviewed(both: Served) -> None:
    ada, ben, table = begun(both)
    for guest in (ada, ben, both.guest("A spectator")):
        answer = guest.http.post(f"/api/games/{table}/reviews", json={"depth": "quick"})
        guest.refused(answer, "game_not_over", 409)
        guest.refused(guest.http.get(f"/api/games/{table}/reviews"), "game_not_over")
        guest.refused(guest.http.get(f"/api/games/{table}/reviews/quick"), "game_not_over")


def test_wrong_requests_are_refused_with_what_would_be_right(served: Served) -> None:
    ada, _, game = resigned(served, choices=1)
    told = ada.refused(ada.http.post(f"/api/games/{game}/reviews", json={"depth": "endless"}), "invalid_request")
    assert "endless" in told["message"]
    ada.refused(ada.http.post("/api/games/nowhere/reviews", json={}), "table_not_found", 404)
    ada.refused(ada.http.delete(f"/api/games/{game}/reviews/quick"), "review_not_found", 404)


def test_a_review_whose_process_is_killed_fails_and_can_be_requested_again(served: Served) -> None:
    ada, _, game = resigned(served, choices=40)
    request(ada, game, "full")
    until = monotonic() + PATIENCE
    while not (children := review_processes()):
        assert monotonic() < until
        sleep(0.01)
    for child in children:
        os.kill(child, signal.SIGKILL)
    assert ended(ada, game)["state"] == "failed"
    assert request(ada, game, "full")["state"] == "queued"
    ada.good(ada.http.delete(f"/api/games/{game}/reviews/full"))
    assert ada.good(ada.http.get(f"/api/games/{game}/reviews"))["reviews"] == []


def review_processes() -> list[int]:
    """Children of this process that compute a review."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            is_child = f"PPid:\t{os.getpid()}\n" in (path / "status").read_text()
            if is_child and b"vigil.server.review_process" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found


def test_a_whole_game_that_was_played_to_its_end(served: Served) -> None:
    ada = served.guest("Ada")
    game = finished(ada, **SHORT)
    request(ada, game)
    assert ended(ada, game)["state"] == "done"
    review = ada.good(ada.http.get(f"/api/games/{game}/reviews/quick"))
    assert review["finished"]
    assert review["winners"]
    for player in review["players"]:
        account = player["account"]
        parts = account["luck"] + account["own"] + account["opponents"] + account["remainder"]
        assert account["result"] - account["start"] == pytest.approx(parts, abs=0.05)
