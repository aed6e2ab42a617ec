"""Numbers for whoever looks after the server, in the words of Prometheus."""

from __future__ import annotations

import os
from typing import Final

from msgspec.structs import asdict
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from vigil.bot_pool.pool import Tally

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The folder through which several workers add their numbers up."""
TOGETHER: Final = 100
"""So many messages are counted at a time; those of this process are complete whenever somebody asks."""
_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._requests = Histogram(
            "vigil_request_seconds",
            "Answering a request.",
            ["method", "route", "status"],
            buckets=_QUICK,
            registry=registry,
        )
        self._actions = Histogram(
            "vigil_action_seconds",
            "From an action's arrival until it is durable, or refused.",
            ["action", "outcome"],
            buckets=_QUICK,
            registry=registry,
        )
        self._known_actions: dict[tuple[str, str], Histogram] = {}
        self._uncounted: list[int] = []
        self._messages = Counter("vigil_messages", "Messages sent over WebSockets.", registry=registry)
        self._bytes = Counter("vigil_message_bytes", "Bytes of messages sent over WebSockets.", registry=registry)
        self._notices = Counter("vigil_notices", "Notifications to webhooks.", ["outcome"], registry=registry)
        self.slow_clients = Counter("vigil_slow_clients", "Connections ended for being too slow.", registry=registry)
        mode: Final = "livesum"
        self.sockets = Gauge("vigil_sockets", "Open WebSockets.", registry=registry, multiprocess_mode=mode)
        self.tables = Gauge("vigil_tables_in_memory", "Tables in memory.", registry=registry, multiprocess_mode=mode)
        self.waiting = Gauge("vigil_bots_waiting", "Bots that wait.", registry=registry, multiprocess_mode=mode)
        self._bots = Gauge(
            "vigil_bots", "What bots have done, and how it went.", ["what"], registry=registry, multiprocess_mode=mode
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, status).observe(seconds)

    def action(self, name: str, outcome: str, seconds: float) -> None:
        key = (name, outcome)
        if key not in self._known_actions:
            self._known_actions[key] = self._actions.labels(name, outcome)
        self._known_actions[key].observe(seconds)

    def message(self, size: int) -> None:
        self._uncounted.append(size)
        if len(self._uncounted) >= TOGETHER:
            self._count_messages()

    def _count_messages(self) -> None:
        self._messages.inc(len(self._uncounted))
        self._bytes.inc(sum(self._uncounted))
        self._uncounted.clear()

    def notice(self, outcome: str) -> None:
        self._notices.labels(outcome).inc()

    def bots(self, waiting: int, tally: Tally) -> None:
        self.waiting.set(waiting)
        for name, value in asdict(tally).items():
            self._bots.labels(name).set(value)

    def text(self) -> bytes:
        self._count_messages()
        registry = self.registry
        if SHARED in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
