"""Processes that work through numbered tasks. One that dies takes its task with it, and is replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Final, TypeVar

from vigil.engine.errors import VigilError

from .matches import ignoring_interrupts

Given = TypeVar("Given")
Result = TypeVar("Result")

READY: Final = "ready"
IDLE: Final = -1


class NoWorkers(VigilError):
    """A process that is needed cannot be started."""


@dataclass
class _Worker:
    process: Any
    connection: Connection = field(repr=False)
    task: int = IDLE
    is_ready: bool = False


class Crew:
    """So many processes, for one errand after the other. A crew of one works in this process."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._workers: list[_Worker] = []

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        while self._workers:
            self._dismiss(self._workers[0])

    def results(
        self,
        work: Callable[[Given, int], Result],
        given: Given,
        tasks: Iterable[int],
        lost: Callable[[int, int], Result],
    ) -> Iterator[Result]:
        """`work(given, task)` for each task, as they are done.

        Where a process died over a task, `lost(task, exit code)` is the result. Whoever stops listening dismisses those
        that are still at work.
        """
        if self.processes <= 1:
            for task in tasks:
                yield work(given, task)
            return
        waiting = iter(tasks)
        try:
            self._hand_out(work, given, waiting)
            while busy := [worker for worker in self._workers if worker.task != IDLE]:
                for connection in wait([worker.connection for worker in busy]):
                    worker = next(each for each in busy if each.connection is connection)
                    if (answer := self._answer(worker, lost)) is not None:
                        yield answer[0]
                self._hand_out(work, given, waiting)
        finally:
            for worker in [each for each in self._workers if each.task != IDLE]:
                self._dismiss(worker)

    def _hand_out(self, work: Callable[[Given, int], Result], given: Given, waiting: Iterator[int]) -> None:
        """A process is started for a task, so that short errands need few of them."""
        while True:
            idle = next((worker for worker in self._workers if worker.task == IDLE), None)
            if idle is None and len(self._workers) >= self.processes:
                return
            task = next(waiting, None)
            if task is None:
                return
            idle = idle or self._hire()
            idle.task = task
            # One that died while it was idle is noticed when its answer is awaited.
            with suppress(BrokenPipeError):
                idle.connection.send((work, given, task))

    def _answer(self, worker: _Worker, lost: Callable[[int, int], Result]) -> tuple[Result] | None:
        try:
            answer = worker.connection.recv()
        except (EOFError, ConnectionError):
            task = worker.task
            self._dismiss(worker, at_once=False)
            if not worker.is_ready:
                raise NoWorkers("A process that should play could not be started; what it said is above.") from None
            return (lost(task, worker.process.exitcode),)
        if answer == READY:
            worker.is_ready = True
            return None
        worker.task = IDLE
        return (answer,)

    def _hire(self) -> _Worker:
        # A spawned process inherits no threads and no half-written output, but it does inherit what is ignored.
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,), daemon=True)
        with ignoring_interrupts():
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _dismiss(self, worker: _Worker, at_once: bool = True) -> None:
        self._workers.remove(worker)
        if at_once:
            worker.process.terminate()
        worker.process.join()
        worker.connection.close()


def _work(connection: Connection) -> None:
    """What a process does until the one that started it is gone, however that ended."""
    with suppress(EOFError, ConnectionError):
        connection.send(READY)
        while True:
            work, given, task = connection.recv()
            connection.send(work(given, task))
