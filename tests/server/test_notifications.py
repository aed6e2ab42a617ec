"""Notifications to a webhook, with a real receiver on this machine."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import httpcore
import pytest

from tests.helpers.servers import PATIENCE, Served, begun, serving
from vigil.server.notifications import DELAYS, CarefulBackend, checked_address, is_public
from vigil.table.refusals import Refused


class Receiver:
    """Keeps what it is sent, and answers with the statuses that it was given, the last of them for ever."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.got: Queue[dict[str, Any]] = Queue()
        self.url = ""

    def answer(self) -> int:
        return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]


@contextmanager
def receiving(*statuses: int) -> Iterator[Receiver]:
    receiver = Receiver(*statuses)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(receiver.answer())
            self.send_header("content-length", "0")
            self.end_headers()
            receiver.got.put(json.loads(body))

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver.url = f"http://127.0.0.1:{server.server_port}/turn"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def noticing(sqlite: str) -> Iterator[tuple[Served, list[float]]]:
    """A server that may tell private addresses, and does not really wait before it tries again."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    with serving(sqlite, private_webhooks=True, public_url="http://vigil.example") as served:
        served.services.notifications.pause = pause
        yield served, pauses


def end_turn(who: Any, table: str) -> None:
    now = who.now(table)
    who.act(table, do="choose", seat=now["your_seats"][0], version=now["version"], choice="end turn")


def test_whoever_is_away_is_told_that_it_is_their_turn(sqlite: str) -> None:
    with receiving(204) as receiver, noticing(sqlite) as (served, _):
        ada, ben, table = begun(served, clock={"kind": "days", "days": 2})
        ben.good(ben.http.put("/api/me/webhook", json={"url": receiver.url}))
        end_turn(ada, table)
        assert receiver.got.get(timeout=PATIENCE) == {
            "kind": "your-turn",
            "table": table,
            "link": f"http://vigil.example/tables/{table}",
            "seat": 1,
            "turn": 2,
            "deadline": served.clock.time + 2 * 86_400,
        }


def test_whoever_looks_or_has_no_time_anyway_is_not_told(sqlite: str) -> None:
    with receiving(204) as receiver, noticing(sqlite) as (served, _):
        for clock, looks in (({"kind": "none"}, True), ({"kind": "turn", "seconds": 60}, False)):
            ada, ben, table = begun(served, clock=clock)
            ben.good(ben.http.put("/api/me/webhook", json={"url": receiver.url}))
            if looks:
                ben.line(table).told()
            end_turn(ada, table)
        # One that is told, after the others: had they been told, they would have come before.
        ada, ben, table = begun(served)
        ben.good(ben.http.put("/api/me/webhook", json={"url": receiver.url}))
        end_turn(ada, table)
        assert receiver.got.get(timeout=PATIENCE)["table"] == table
        assert receiver.got.empty()


def test_a_webhook_is_tried_out(sqlite: str) -> None:
    with receiving(204, 500) as receiver, noticing(sqlite) as (served, _):
        ada = served.guest("Ada")
        ada.refused(ada.http.post("/api/me/webhook/test"), "no_effect", 409)
        ada.good(ada.http.put("/api/me/webhook", json={"url": receiver.url}))
        assert ada.good(ada.http.post("/api/me/webhook/test")) == {"delivered": True}
        assert receiver.got.get(timeout=PATIENCE)["kind"] == "test"
        assert ada.good(ada.http.post("/api/me/webhook/test")) == {"delivered": False}


def test_trying_out_is_limited(sqlite: str) -> None:
    with serving(sqlite, private_webhooks=True, guests_an_hour=12.0) as served:
        ada = served.guest()
        ada.good(ada.http.put("/api/me/webhook", json={"url": "http://127.0.0.1:9/"}))
        ada.good(ada.http.post("/api/me/webhook/test"))
        ada.refused(ada.http.post("/api/me/webhook/test"), "rate_limited", 429)


def test_a_receiver_that_fails_is_tried_again(sqlite: str) -> None:
    with receiving(500, 503, 200) as receiver, noticing(sqlite) as (served, pauses):
        ada, ben, table = begun(served)
        ben.good(ben.http.put("/api/me/webhook", json={"url": receiver.url}))
        end_turn(ada, table)
        first, *others = [receiver.got.get(timeout=PATIENCE) for _ in range(3)]
        assert others == [first, first]
        assert pauses == list(DELAYS[1:3])


def test_nobody_is_told_of_a_turn_that_is_over(sqlite: str) -> None:
    with receiving(500) as receiver, noticing(sqlite) as (served, _):
        ada, ben, table = begun(served)
        waiting, go_on = threading.Event(), threading.Event()

        async def pause(_: float) -> None:
            waiting.set()
            await asyncio.to_thread(go_on.wait)

        served.services.notifications.pause = pause
        ben.good(ben.http.put("/api/me/webhook", json={"url": receiver.url}))
        end_turn(ada, table)
        assert waiting.wait(PATIENCE)
        end_turn(ben, table)
        go_on.set()
        assert receiver.got.get(timeout=PATIENCE)["seat"] == 1
        while served.services.notifications._tasks:
            ada.now(table)
        assert receiver.got.empty()


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com/",
        "https://",
        "nonsense",
        "https://user:password@example.com/",
        "http://127.0.0.1/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://localhost/",
        "http://example.com:99999/",
        "http://\u2025.example/",
        "http://a..example/",
        "http://.../",
        f"http://{'a' * 64}.example/",
        "http://example.com/a path",
        "http://example.com/\r\nx: y",
        "http://example.com/\x7f",
    ],
)
def test_an_address_that_is_not_public_is_refused(served: Served, url: str) -> None:
    with pytest.raises(Refused):
        checked_address(url, private_too=False)
    guest = served.guest("Ada")
    guest.refused(guest.http.put("/api/me/webhook", json={"url": url}), "invalid_request", 422)
    assert guest.good(guest.http.get("/api/me"))["webhook"] is None


def test_a_name_that_leads_inside_is_not_followed() -> None:
    async def tried() -> None:
        with pytest.raises(httpcore.ConnectError, match="not in the public network"):
            await CarefulBackend().connect_tcp("localhost", 80)

    asyncio.run(tried())


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822", "2002:5db8:d822::1"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "2002:7f00:1::1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "::127.0.0.1",
        "::10.0.0.1",
        "::",
        "fec0::1",
        "feff::1",
        "fd00::1",
        "192.0.0.192",
        "::ffff:192.0.0.192",
    ],
)
def test_addresses_that_lead_inside_in_disguise(address: str) -> None:
    assert not is_public(address)


def test_a_webhook_can_be_taken_back(served: Served) -> None:
    guest = served.guest("Ada")
    guest.good(guest.http.put("/api/me/webhook", json={"url": "https://example.com/turn"}))
    assert guest.good(guest.http.get("/api/me"))["webhook"] == "https://example.com/turn"
    guest.good(guest.http.delete("/api/me/webhook"))
    assert guest.good(guest.http.get("/api/me"))["webhook"] is None
