"""The load generator of `make bench-server`, at two tables; and the page that is made of what it says."""

import asyncio
import os
from datetime import UTC, datetime
from random import Random

import msgspec
import pytest

from bench.server import page
from bench.server.load import Measured, Phase, Task, measure
from bench.server.players import NOTICED, PEER, RATED, VIGIL, BoardgamePlayer, Received, Unexpected, VigilPlayer
from bench.server.results import PACE, Results, levels, per_second, percentile
from bench.server.wire import FINAL, PONG, TEXT, Wire
from tests.helpers.servers import serving


def taken(tables: int, every: float, choices: int, each: float = 0.01) -> Measured:
    """One second; every choice took the same time."""
    return Measured(tables, every, 1.0, 2, [each] * choices, 0.5, 0.1, 50_000_000, 50_000_000 + 200_000 * tables)


# --- playing


@pytest.mark.slow
def test_the_generator_plays_at_a_real_server(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as served:
        task = Task(VIGIL, served.port, os.getpid(), 2, [Phase(0.0, 0.5, 0.1), Phase(0.05, 0.5, 0.1)])
        flat_out, calm = asyncio.run(measure(task))
    assert (flat_out.tables, calm.every) == (2, 0.05)
    assert len(flat_out.times) > 2
    assert 2 <= len(calm.times) <= 2 * (0.5 / 0.05 + 2)
    assert flat_out.times == sorted(flat_out.times)
    assert flat_out.bytes_before > 0


@pytest.mark.slow
def test_every_seat_may_have_a_page_that_is_told_whose_turn_it_is(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as served:
        task = Task(NOTICED, served.port, os.getpid(), 2, [Phase(0.1, 2.0, 0.1)])
        [measured] = asyncio.run(measure(task))
    assert measured.times
    assert measured.notices > 0


@pytest.mark.slow
def test_rated_games_end_all_the_time_and_change_ratings(tmp_path, monkeypatch):
    monkeypatch.setattr("bench.server.players.ACCOUNTS", 2)
    monkeypatch.setattr("bench.server.players.LONGEST", 50)
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as served:
        task = Task(RATED, served.port, os.getpid(), 2, [Phase(0.0, 5.0, 0.0)])
        [measured] = asyncio.run(measure(task))
        [live] = served.guest().http.get("/api/people/Player 1/ratings").json()["ratings"]
    assert measured.games > 0
    assert (live["pool"], live["games"] >= measured.games) == ("live", True)


def test_a_generator_that_is_refused_says_so():
    player = VigilPlayer(Random(1))
    with pytest.raises(Unexpected, match="not yours"):
        player.receive(
            b'{"kind":"refused","code":"not_your_seat","message":"Seat 1 is not yours.","hint":"","key":"k"}'
        )


def test_a_player_ends_a_turn_only_when_nothing_else_is_left():
    def message(*options: str) -> bytes:
        shown = [{"text": option, "verb": "?"} for option in options]
        views = [{"seat": 1, "board": {}, "decision": {"options": shown}}]
        return msgspec.json.encode({"kind": "table", "number": 7, "version": 7, "phase": "playing", "views": views})

    player = VigilPlayer(Random(1))
    received = player.receive(message("end turn", "play Militia"))
    assert received is not None
    assert received.version == 7
    assert msgspec.json.decode(received.choice or b"") == {
        "key": "k0",
        "action": {"do": "choose", "seat": 1, "version": 7, "choice": "play Militia"},
    }
    ending = player.receive(message("end turn"))
    assert ending is not None
    assert b'"end turn"' in (ending.choice or b"")
    assert player.receive(b'{"kind":"done","number":8,"key":"k0"}') is None


def test_a_guest_of_boardgame_io_plays_its_hand_and_buys_what_it_can():
    said: list[bytes] = []
    player = BoardgamePlayer("M", "0", "secret")
    player.send = said.append
    for greeting in (b'0{"sid":"a"}', b'40/cards,{"sid":"b"}', b"2"):
        assert player.receive(greeting) is None
    assert said == [b"40/cards,", b'42/cards,["sync", "M", "0", "secret", 2]', b"3"]

    def state(hand, runes, current="0", **more):
        game = {
            "row": ["Titan", "Smith"],
            "players": {"0": {"hand": hand, "runes": runes}, "1": {"hand": 5, "runes": 0}},
        }
        return {"G": game, "ctx": {"currentPlayer": current, **more}, "_stateID": 4}

    def update(body) -> Received:
        received = player.receive(b"42/cards," + msgspec.json.encode(["update", "M", body, []]))
        assert received is not None
        return received

    moves = [update(state(["Smith"], 0)), update(state([], 2)), update(state([], 1))]
    assert [msgspec.json.decode(each.choice[9:])[1]["payload"]["type"] for each in moves] == ["play", "acquire", "end"]
    assert update(state([], 9, current="1")) == Received(4, None, False)
    assert update(state([], 9, gameover={"winner": "0"})) == Received(4, None, True)


# --- the wire


class Written:
    def __init__(self):
        self.data = b""

    def write(self, data):
        self.data += data

    def close(self):
        pass


def test_a_wire_puts_messages_together_however_they_arrive():
    received, ends, written = [], [], Written()
    wire = Wire(received.append, ends.append)
    wire.connection_made(written)
    frames = bytes([FINAL | TEXT, 2]) + b"hi" + bytes([FINAL | TEXT, 126, 1, 0]) + b"x" * 256 + bytes([0x89, 1]) + b"!"
    for byte in b"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n" + frames:
        wire.data_received(bytes([byte]))
    assert received == [b"hi", b"x" * 256]
    assert written.data == bytes([FINAL | PONG, 0x81, 0, 0, 0, 0]) + b"!"
    wire.data_received(bytes([0x88, 5, 0x0F, 0xA1]) + b"bye")
    assert ends == ["the server closed the connection: 4001 bye"]


def test_a_wire_that_is_turned_away_says_how():
    ends: list[str] = []
    wire = Wire(lambda _: None, ends.append)
    wire.connection_made(Written())
    wire.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    assert ends == ["HTTP/1.1 403 Forbidden\r\n\r\n"]


# --- arithmetic and page


def test_the_plan_ends_with_the_most_tables_at_the_pace_of_people():
    plan = levels(seconds=5, warm_up=1, most=1000)
    assert [level.tables for level in plan] == [1, 100, 1000]
    assert [phase.every for level in plan for phase in level.phases] == [0, 0, PACE, 0]


def test_a_ratio_is_taken_within_each_round():
    results = Results(2)
    for ours, theirs in ((300, 100), (30, 10)):
        results.add(VIGIL, [taken(100, 0, ours)])
        results.add(PEER, [taken(100, 0, theirs)])
    assert results.ratio(PEER, 100, 0, per_second) == 3
    assert results.games(PEER) == 4


def test_a_percentile_is_one_of_the_times():
    measured = msgspec.structs.replace(taken(1, 0, 0), times=[each / 1000 for each in range(1, 201)])
    assert percentile(50)(measured) == 0.101
    assert percentile(99)(measured) == 0.199
    assert percentile(100)(measured) == 0.2


def test_the_page_has_both_servers_and_how_to_repeat_it():
    results = Results(1)
    for service, choices in ((VIGIL, 900), (PEER, 300)):
        results.add(service, [taken(1, 0, choices), taken(1000, 0, choices), taken(1000, PACE, 1000)])
    text = page.page(results, datetime(2030, 1, 2, tzinfo=UTC))
    assert "2030-01-02, commit " in text
    assert "| **Vigil**, durable SQLite | 1,000 | 900 | – | 10.0 ms | 10.0 ms | 556 µs | 200 kB |" in text
    assert "| boardgame.io 0.50.2, in memory | 1 | 300 | 3.0× | 10.0 ms | 10.0 ms | 1,667 µs | – |" in text
    assert "make bench-server" in text
    assert "Left out" not in text


def test_the_page_does_without_a_peer():
    results = Results(1, absent="no Node.js was found")
    results.add(VIGIL, [taken(1, 0, 10)])
    assert "- Left out: boardgame.io; no Node.js was found.\n" in page.page(results)
