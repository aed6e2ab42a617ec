"""Workers on a Ray cluster. If one is lost, another one does its task again, with the same result."""

from __future__ import annotations

import os
import re
import socket
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, Final

from vigil._version import __version__
from vigil.custom_sets import load_sets, loaded_sources
from vigil.engine.errors import VigilError
from vigil.extras import needed

from .fingerprint import PLAYED_BY, fingerprint
from .workers import Given, Lost, Result, Work, Workers, interrupts_go_to, raise_lost

LOCAL: Final = "local"
"""Instead of an address: start Ray on this machine, and stop it at the end."""
AUTO: Final = "auto"
"""Instead of an address: the cluster that this machine belongs to."""

RETRIES: Final = 8
"""How often a task is tried again after it was lost."""
AHEAD: Final = 4
"""Tasks in progress per processor: enough that none is idle, few enough that the results fit into memory."""
LEAST_AHEAD: Final = 8
OBJECT_STORE: Final = 256 * 2**20
"""Bytes for results in a Ray that is started here; by default it would reserve a third of the memory."""

ANSWER_WITHIN: Final = 5.0
LOOK_EVERY: Final = 5.0
GONE_AFTER: Final = 30.0
"""Seconds without an answer from the cluster's head after which it is given up."""

ENVIRONMENT: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # the way that Ray wants it; otherwise it warns
    "RAY_DEDUP_LOGS_SKIP_REGEX": "(?s).*",  # reports about lost workers would go among the results
    "RAY_NUM_REDIS_GET_RETRIES": "2",  # something that answers but is not Ray would block us for minutes
    # When its head is gone, Ray ends the process that uses it. We notice first.
    "RAY_gcs_rpc_server_reconnect_timeout_s": "600",
}
"""Read by Ray when it is imported. Variables that are already set are kept."""


class NoCluster(VigilError):
    """A cluster cannot be reached, or was lost."""


class WorkerRefuses(VigilError):
    """A worker would not give the results that this machine would give."""


class RayWorkers(Workers):
    """All processors of a cluster. If this process has already joined a cluster, that one is used."""

    def __init__(self, address: str) -> None:
        self.address = address

    def __enter__(self) -> RayWorkers:
        self._joined = _joined(self.address)
        self._ray = self._joined.__enter__()
        self._head = _Head(self._ray, self.address)
        self.processes = max(1, int(self._ray.cluster_resources().get("CPU", 0)))
        return self

    def __exit__(self, *raised: Any) -> None:
        self._joined.__exit__(*raised)

    def results(
        self, work: Work[Given, Result], given: Given, tasks: Iterable[int], lost: Lost[Result] = raise_lost
    ) -> Iterator[Result]:
        """In the order of the tasks."""
        do_task = self._ray.remote(max_retries=RETRIES)(_do_task)
        sets = loaded_sources()
        sources = _fingerprint(sets)
        job = [self._ray.put((work, given))]  # in a list, so that a worker fetches it after it has loaded the sets
        waiting = iter(tasks)
        # Tasks are not cancelled when the results are no longer wanted: that can crash Ray, which drops them when the
        # connection ends anyway.
        under_way: deque[tuple[int, Any]] = deque()
        while True:
            while len(under_way) < max(LEAST_AHEAD, AHEAD * self.processes):
                task = next(waiting, None)
                if task is None:
                    break
                under_way.append((task, do_task.remote(sets, sources, job, task)))
            if not under_way:
                return
            yield self._result(*under_way.popleft(), lost)

    def _result(self, task: int, answer: Any, lost: Lost[Result]) -> Result:
        ray, errors = self._ray, self._ray.exceptions
        try:
            while not ray.wait([answer], timeout=LOOK_EVERY)[0]:
                self._head.look()
            self._head.look()
            result: Result = ray.get(answer)
            return result
        except errors.RayTaskError as error:
            refusal = _refusal(error.cause)
            if refusal:
                raise WorkerRefuses(
                    f"A worker of the cluster cannot take part: {refusal} Every machine needs the same Vigil, "
                    "and a set of your own at the same path."
                ) from None
            raise error.cause from error
        except errors.WorkerCrashedError as error:
            if lost is not raise_lost:
                return lost(task, None)
            raise NoCluster(f"The cluster was lost ({_reason(error)}).") from error
        except (errors.RayError, ConnectionError) as error:
            raise NoCluster(f"The cluster was lost ({_reason(error)}).") from error


def _do_task(sets: tuple[str, ...], sources: str, job: list[Any], task: int) -> Any:
    """What a worker does."""
    try:
        load_sets(sets)
    except VigilError as error:
        raise WorkerRefuses(str(error)) from None
    if _fingerprint(sets) != sources:
        raise WorkerRefuses(f"Its Vigil ({__version__} in {Path(__file__).parents[1]}) has other sources.")
    work, given = _fetch(job[0])
    return work(given, task)


@lru_cache(maxsize=1)
def _fetch(job: Any) -> Any:
    """The same objects for all tasks of a job, so that whatever they cache is kept."""
    import ray

    return ray.get(job)


def _refusal(cause: BaseException) -> str:
    """Why a worker cannot work at all; empty if the task itself failed."""
    if isinstance(cause, WorkerRefuses):
        return str(cause)
    if "failed to import on the worker" in str(cause):
        return str(cause).strip().splitlines()[-1] + "."
    return ""


@cache
def _fingerprint(custom_sets: tuple[str, ...]) -> str:
    return fingerprint((*PLAYED_BY, "lab"), custom_sets)


# --- the cluster


class _Head:
    """Checks from time to time whether the head of the cluster answers."""

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
    ray = needed("ray", "ray", "Playing on a cluster")
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
    """Ctrl-C during its start makes Ray crash, so it is handled afterwards; a second one is handled at once."""
    heard: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        if heard:
            raise KeyboardInterrupt
        heard.append(number)

    with interrupts_go_to(remember):
        yield
    if heard:
        raise KeyboardInterrupt


def _check(address: str) -> None:
    """Ray itself would try for minutes."""
    if address in (LOCAL, AUTO):
        return
    place = _place(address)
    if place is None:
        raise NoCluster(
            f'"{address}" is not the address of a Ray cluster. Write host:6379, ray://host:10001, {AUTO} for the '
            f"cluster that this machine belongs to, or {LOCAL} to start one here."
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
    """The first line of Ray's message, which is often long."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
