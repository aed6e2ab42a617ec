"""Matches on a Ray cluster: the games that processes of one's own would play, in the same order.

A game depends on the match and its number alone. So a worker that is lost costs nothing but time: another one plays its
games again, and the result is the same.
"""

from __future__ import annotations

import os
import re
import socket
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from signal import SIGINT, signal
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any, Final

from vigil._version import __version__
from vigil.engine.errors import VigilError
from vigil.extras import needed

from .matches import Match, Played, chunk_size, play_game
from .sources import PLAYED_BY, fingerprint

LOCAL: Final = "local"
"""Instead of an address: a Ray on this machine, started for the match and ended with it."""
AUTO: Final = "auto"
"""Instead of an address: the cluster that this machine belongs to."""

RETRIES: Final = 8
"""How often the same games may be lost before the match is given up."""
AHEAD: Final = 4
"""So many chunks for each processor are under way: enough that none is idle, few enough to be kept in memory."""
LEAST_AHEAD: Final = 8
OBJECT_STORE: Final = 256 * 2**20
"""Bytes that a Ray started here may take for results; by default it would reserve a third of the machine."""

ANSWER_WITHIN: Final = 5.0
LOOK_EVERY: Final = 5.0
GONE_AFTER: Final = 30.0
"""Seconds without a sign of the cluster's head: a short absence is forgiven."""

ENVIRONMENT: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # the way that Ray wants it; otherwise it warns
    "RAY_DEDUP_LOGS_SKIP_REGEX": "(?s).*",  # obituaries of lost workers would go among the results
    "RAY_NUM_REDIS_GET_RETRIES": "2",  # whoever answers, but is no Ray, would keep us for minutes
    # Without its head Ray ends the process that uses it, study and all. We notice first.
    "RAY_gcs_rpc_server_reconnect_timeout_s": "600",
}
"""Read by Ray when it is imported. What somebody has set already stays."""


class NoCluster(VigilError):
    """A cluster cannot be reached, or is lost in the middle of a match."""


class WorkerRefuses(VigilError):
    """A worker cannot play the match as it would be played here."""


@contextmanager
def cluster_games(match: Match, address: str) -> Iterator[Iterator[Played]]:
    """Joins the cluster, and gives every game of the match, in order, as soon as it is there.

    Where this process has joined a cluster already, that one plays.
    """
    match.check()
    with _joined(address) as ray:
        yield _play(ray, match, _Head(ray, address))


def _play(ray: Any, match: Match, head: _Head) -> Iterator[Played]:
    processors = max(1, int(ray.cluster_resources().get("CPU", 0)))
    size = chunk_size(match.games, processors)
    chunk = ray.remote(max_retries=RETRIES)(_play_chunk)
    chunks = (range(start, min(start + size, match.games)) for start in range(0, match.games, size))
    sources = _fingerprint(match.custom_sets)
    # Nothing is cancelled when somebody stops: that can crash Ray, which drops our chunks with the connection anyway.
    under_way: deque[Any] = deque()
    while True:
        while len(under_way) < max(LEAST_AHEAD, AHEAD * processors) and (numbers := next(chunks, None)):
            under_way.append(chunk.remote(match, sources, numbers))
        if not under_way:
            return
        yield from _result(ray, under_way.popleft(), head)


def _play_chunk(match: Match, sources: str, numbers: range) -> list[Played]:
    """What a worker does."""
    match.check()
    if _fingerprint(match.custom_sets) != sources:
        raise WorkerRefuses(f"Its Vigil ({__version__} in {Path(__file__).parents[1]}) has other sources.")
    return [play_game(match, number) for number in numbers]


def _result(ray: Any, chunk: Any, head: _Head) -> list[Played]:
    errors = ray.exceptions
    try:
        while not ray.wait([chunk], timeout=LOOK_EVERY)[0]:
            head.look()
        head.look()
        played: list[Played] = ray.get(chunk)
        return played
    except errors.RayTaskError as error:
        refusal = _refusal(error.cause)
        if refusal:
            raise WorkerRefuses(
                f"A worker of the cluster cannot play this match: {refusal} Every machine needs the same Vigil, "
                "and a set of your own at the same path."
            ) from None
        raise error.cause from error
    except (errors.RayError, ConnectionError) as error:
        raise NoCluster(f"The cluster was lost ({_reason(error)}).") from error


def _refusal(cause: BaseException) -> str:
    """What keeps a worker from playing at all. Anything else has happened in a game."""
    if isinstance(cause, VigilError):
        return str(cause)
    if "failed to import on the worker" in str(cause):
        return str(cause).strip().splitlines()[-1] + "."
    return ""


@cache
def _fingerprint(custom_sets: tuple[str, ...]) -> str:
    return fingerprint((*PLAYED_BY, "lab"), custom_sets)


# --- the cluster


class _Head:
    """Looks whether the machine that holds the cluster together is there."""

    def __init__(self, ray: Any, address: str) -> None:
        is_client = address.startswith("ray://")
        place = _place(address if is_client else ray.get_runtime_context().gcs_address)
        assert place is not None
        self.place = place
        self.looked = self.seen = monotonic()

    def look(self) -> None:
        if monotonic() - self.looked < LOOK_EVERY:
            return
        if _answers(*self.place):
            self.seen = monotonic()
        self.looked = monotonic()
        if self.looked - self.seen > GONE_AFTER:
            raise NoCluster(f"The cluster was lost: {':'.join(map(str, self.place))} no longer answers.")


@contextmanager
def _joined(address: str) -> Iterator[Any]:
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    ray = needed("ray", "ray", "A match on a cluster")
    if ray.is_initialized():
        yield ray
        return
    _check(address)
    options: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": "CRITICAL"}
    if address == LOCAL:
        options |= {"include_dashboard": False, "object_store_memory": OBJECT_STORE}
    try:
        try:
            with _interrupts_wait():
                ray.init(**options)
        except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
            if address == AUTO and isinstance(error, ConnectionError):
                raise NoCluster(
                    f"This machine belongs to no Ray cluster that is up. To start one: --ray {LOCAL}"
                ) from None
            raise NoCluster(f"The Ray cluster {address} cannot be joined: {_reason(error)}") from error
        yield ray
    finally:
        ray.shutdown()


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Ctrl-C in the middle of its start makes Ray crash, so it is heard afterwards; a second one is heard at once."""
    if current_thread() is not main_thread():
        yield
        return
    heard: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        if heard:
            raise KeyboardInterrupt
        heard.append(number)

    usual = signal(SIGINT, remember)
    try:
        yield
    finally:
        signal(SIGINT, usual)
    if heard:
        raise KeyboardInterrupt


def _check(address: str) -> None:
    """Ray itself would try for minutes."""
    if address in (LOCAL, AUTO):
        return
    place = _place(address)
    if place is None:
        raise NoCluster(
            f'"{address}" is no address of a Ray cluster: write host:6379, ray://host:10001, {AUTO} for the cluster '
            f"that this machine belongs to, or {LOCAL} to start one here."
        )
    if not _answers(*place):
        raise NoCluster(f"Nothing answers at {address}. Is the Ray cluster up, and is that its address?")


def _place(address: str) -> tuple[str, int] | None:
    found = re.fullmatch(r"(?:ray://)?\[?([^\[\]/]+?)\]?:(\d{1,5})", address)
    return (found[1], int(found[2])) if found else None


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), ANSWER_WITHIN).close()
    except (OSError, OverflowError):
        return False
    return True


def _reason(error: BaseException) -> str:
    """The first line of what Ray says, which says a lot."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
