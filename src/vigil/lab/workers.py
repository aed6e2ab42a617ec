"""Workers: processes that work through numbered tasks, on this machine or on a Ray cluster (`ray_workers`).

A task depends only on its number and on what all tasks are given, so the results are the same wherever it runs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from signal import SIG_IGN, SIGINT, signal
from threading import current_thread, main_thread
from traceback import format_exception
from typing import Any, Final, Self, TypeVar

from vigil.custom_sets import load_sets, loaded_sources
from vigil.engine.errors import VigilError

Given = TypeVar("Given")
Result = TypeVar("Result")
Work = Callable[[Given, int], Result]
Lost = Callable[[int, int | None], Result]

READY: Final = "ready"
IDLE: Final = -1


class NoWorkers(VigilError):
    """A worker process cannot be started, or died during its task."""


def raise_lost(task: int, exit_code: int | None) -> Any:
    raise NoWorkers(f"A process that played died (exit code {exit_code}). What was finished is kept.")


class Workers(ABC):
    """A number of processes, for one job after another. Use it in a `with` statement."""

    processes: int

    @abstractmethod
    def results(
        self, work: Work[Given, Result], given: Given, tasks: Iterable[int], lost: Lost[Result] = raise_lost
    ) -> Iterator[Result]:
        """Yields `work(given, task)` for each task as it is finished. Custom sets are loaded in every process.

        An exception of `work` is raised here. If a process dies during a task, its result is `lost(task, exit code)`.
        """

    def results_in_order(self, work: Work[Given, Result], given: Given, count: int) -> Iterator[Result]:
        """Yields the results of the tasks 0 to `count - 1` in order."""
        early: dict[int, Result] = {}
        wanted = 0
        for number, result in self.results(_numbered, (work, given), range(count)):
            early[number] = result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(self, *_: object) -> None:
        """Ends the processes."""


def _numbered(job: tuple[Work[Given, Result], Given], task: int) -> tuple[int, Result]:
    work, given = job
    return task, work(given, task)


@dataclass
class _Worker:
    process: Any
    connection: Connection
    task: int = IDLE
    job: object = None
    is_ready: bool = False


class LocalWorkers(Workers):
    """Processes on this machine, started on demand. With one, the work is done in this process."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self._workers: list[_Worker] = []

    def __exit__(self, *_: object) -> None:
        while self._workers:
            self._stop(self._workers[0])

    def results(
        self, work: Work[Given, Result], given: Given, tasks: Iterable[int], lost: Lost[Result] = raise_lost
    ) -> Iterator[Result]:
        if self.processes <= 1:
            for task in tasks:
                yield work(given, task)
            return
        waiting = iter(tasks)
        job = (work, given)
        try:
            self._assign(job, waiting)
            while busy := [worker for worker in self._workers if worker.task != IDLE]:
                for connection in wait([worker.connection for worker in busy]):
                    worker = next(each for each in busy if each.connection is connection)
                    if (answer := self._answer(worker, lost)) is not None:
                        yield answer[0]
                self._assign(job, waiting)
        finally:
            for worker in [each for each in self._workers if each.task != IDLE]:
                self._stop(worker)

    def _assign(self, job: tuple[Any, Any], waiting: Iterator[int]) -> None:
        while True:
            idle = next((worker for worker in self._workers if worker.task == IDLE), None)
            if idle is None and len(self._workers) >= self.processes:
                return
            task = next(waiting, None)
            if task is None:
                return
            idle = idle or self._start()
            idle.task = task
            # A worker that died while it was idle is noticed when its answer is read.
            with suppress(BrokenPipeError):
                if idle.job is not job:
                    idle.job = job
                    # The sets first: what a job is given may need them when it is unpickled.
                    idle.connection.send(loaded_sources())
                    idle.connection.send(job)
                idle.connection.send(task)

    def _answer(self, worker: _Worker, lost: Lost[Result]) -> tuple[Result] | None:
        try:
            answer = worker.connection.recv()
        except (EOFError, ConnectionError):
            task = worker.task
            self._stop(worker, at_once=False)
            if not worker.is_ready:
                raise NoWorkers("A worker process could not be started; its output is above.") from None
            return (lost(task, worker.process.exitcode),)
        if answer == READY:
            worker.is_ready = True
            return None
        worker.task = IDLE
        result, error = answer
        if error is not None:
            raise error
        return (result,)

    def _start(self) -> _Worker:
        # A spawned process inherits no threads and no half-written output, but it does inherit ignored signals: Ctrl-C
        # is left to the process that started it.
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,), daemon=True)
        with interrupts_go_to(SIG_IGN):
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _stop(self, worker: _Worker, at_once: bool = True) -> None:
        self._workers.remove(worker)
        if at_once:
            worker.process.terminate()
        worker.process.join()
        worker.connection.close()


def _work(connection: Connection) -> None:
    """The main loop of a worker process, until the process that started it is gone."""
    work, given = None, None
    with suppress(EOFError, ConnectionError):
        connection.send(READY)
        while True:
            message = connection.recv()
            if isinstance(message, int):
                assert work is not None
                connection.send(_outcome(work, given, message))
            else:
                load_sets(message)
                work, given = connection.recv()


def _outcome(work: Work[Given, Result], given: Given, task: int) -> tuple[Result | None, Exception | None]:
    try:
        return work(given, task), None
    except Exception as error:
        # A traceback is not sent to another process, but a note is.
        error.add_note("".join(format_exception(error)))
        return None, error


@contextmanager
def interrupts_go_to(handler: Any) -> Iterator[None]:
    """Handles Ctrl-C with the handler. In a thread that cannot do so, nothing changes."""
    if current_thread() is not main_thread():
        yield
        return
    usual = signal(SIGINT, handler)
    try:
        yield
    finally:
        signal(SIGINT, usual)
