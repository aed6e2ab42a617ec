"""The processes in which bots think: as many as are needed, each with one question at a time.

    worker_pool = WorkerPool(processes=3, limit=10.0)
    worker_pool.start()
    answer = await worker_pool.ask(question)       or TooSlow, or Crashed

A process that thinks longer than the limit is killed, one that dies is missed by nobody but its question, and another
takes its place. Everything here runs in the event loop and never waits for a thought.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from vigil.bots import make_bot
from vigil.custom_sets import loaded_sources
from vigil.engine.errors import VigilError

from .processes import start_process
from .queue import Job, JobQueue, Urgency
from .worker import READY, Answer, MakeBot, Question, Think

PAUSE: Final = 1.0
"""Seconds before a process that could not be started is tried again."""
PARTING: Final = 2.0
"""Seconds in which a process that has closed its pipe ends by itself."""
STOPPED: Final = "the server is being stopped"

log = logging.getLogger("vigil.table")


class TooSlow(VigilError):
    """A thought took longer than the limit."""


class Crashed(VigilError):
    """A bot has failed, or its process died. The text says how."""


class Tally(msgspec.Struct):
    """What was thought so far, for whoever runs the server. `seconds` are those of all processes together."""

    thoughts: int = 0
    seconds: float = 0.0
    timeouts: int = 0
    crashes: int = 0


class _Worker:
    """A process with a place of its own. It starts, then it is idle or has a job, then it is dismissed."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.process: asyncio.subprocess.Process | None = None
        self.job: Job | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.is_ready = False
        self.is_dismissed = False

    @property
    def is_idle(self) -> bool:
        return self.is_ready and not self.is_dismissed and self.job is None

    def begin(self, job: Job, limit: float, time_share: float, too_slow: Callable[[_Worker], None]) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        loop = asyncio.get_running_loop()
        self.job, job.begun = job, loop.time()
        self.alarm = loop.call_later(limit, too_slow, self)
        question = job.question
        if isinstance(question, Think):
            question = msgspec.structs.replace(question, time_share=time_share)
        self.process.stdin.write(msgspec.json.encode(question) + b"\n")

    def end(self) -> Job | None:
        """The job that it had, if any: it is not its own any more."""
        job, self.job = self.job, None
        if self.alarm is not None:
            self.alarm.cancel()
        return job

    async def ended(self) -> int:
        """Its exit code, after it has closed its pipe: then it is ending. A kill might come when it has ended already,
        and would take the exit code away from whoever waits for it."""
        assert self.process is not None
        self.is_dismissed = True
        with suppress(TimeoutError):
            return await asyncio.wait_for(self.process.wait(), PARTING)
        self.dismiss()
        return await self.process.wait()

    def dismiss(self) -> None:
        self.is_dismissed = True
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()


class WorkerPool:
    """The first process is started at once, the others when there is something to do for them.

    Where there are several, one of them takes quick questions only. A bot is asked in the same process again where that
    is free, because there it remembers what it thought before.

    `sets` are the sources of the custom sets; without them, those that this process has loaded. `bots` are bots from
    files, such as `my_bot.py:Bot`.
    """

    def __init__(
        self,
        processes: int,
        limit: float,
        make: MakeBot = make_bot,
        sets: Sequence[str] | None = None,
        bots: Sequence[str] = (),
    ) -> None:
        self.processes = processes
        self.limit = limit
        self.tally = Tally()
        self._factory = f"{make.__module__}:{make.__qualname__}"
        self._sets = tuple(loaded_sources() if sets is None else sets)
        self._bots = tuple(bots)
        self._queue = JobQueue()
        self._workers: dict[int, _Worker] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()

    def start(self) -> None:
        self._hire()

    async def stop(self) -> None:
        """What is being thought is forgotten."""
        self._stopping.set()
        while (job := self._queue.pop(slow_too=True)) is not None:
            job.settle(Crashed(STOPPED))
        for worker in self._workers.values():
            if (job := worker.end()) is not None:
                job.settle(Crashed(STOPPED))
            worker.dismiss()
        await asyncio.gather(*self._tasks)

    async def ask(
        self, question: Question, slow: bool = False, owner: str = "", urgency: Urgency = Urgency.PLAYED
    ) -> Answer:
        """Slow questions are those that may take more than a few hundredths of a second."""
        if self._stopping.is_set():
            raise Crashed(STOPPED)
        job = Job(question, slow, owner, urgency)
        self._queue.push(job)
        self._hand_out()
        return await job.answer

    @property
    def waiting(self) -> int:
        """How many questions have no process yet."""
        return len(self._queue)

    @property
    def ready(self) -> int:
        """How many processes are there to think."""
        return sum(worker.is_ready and not worker.is_dismissed for worker in self._workers.values())

    # --- handing out

    def _hand_out(self) -> None:
        while idle := [worker for worker in self._workers.values() if worker.is_idle]:
            slow = sum(worker.job is not None and worker.job.slow for worker in self._workers.values())
            most = max(1, self.processes - 1)
            job = self._queue.pop(slow_too=slow < most)
            if job is None:
                break
            # Everybody has a home, and goes to its neighbour where that is taken.
            home = job.question.seed if isinstance(job.question, Think) else 0
            nearest = min(idle, key=lambda worker: (worker.place - home) % self.processes)
            # Where more bots think than there are processes for it, each thinks for a shorter time.
            thinking = slow + 1 + self._queue.slow(job.urgency)
            nearest.begin(job, self.limit, min(1.0, most / thinking), self._too_slow)
        is_coming = any(not worker.is_ready for worker in self._workers.values())
        if self._queue and not is_coming and not idle and len(self._workers) < self.processes:
            self._hire()

    def _too_slow(self, worker: _Worker) -> None:
        job = worker.end()
        worker.dismiss()
        if job is not None:
            self.tally.timeouts += 1
            self._count(job)
            job.settle(TooSlow(f"That took longer than {self.limit:g} seconds."))

    def _count(self, job: Job) -> None:
        seconds = asyncio.get_running_loop().time() - job.begun
        self.tally.seconds += seconds
        self._queue.spent(job, seconds)

    # --- processes

    def _hire(self) -> None:
        place = next(place for place in range(self.processes) if place not in self._workers)
        worker = self._workers[place] = _Worker(place)
        task = asyncio.create_task(self._employ(worker))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _employ(self, worker: _Worker) -> None:
        """Listens to a process until it ends, however that comes about."""
        ending = "it could not be started"
        try:
            worker.process = process = await self._started()
            if self._stopping.is_set():
                worker.dismiss()
            assert process.stdout is not None
            async for line in process.stdout:
                self._heard(worker, line)
                self._hand_out()
            ending = f"its process ended with code {await worker.ended()}"
        except Exception:
            log.exception("a process to think in failed")
            worker.dismiss()
        await self._buried(worker, ending)

    async def _buried(self, worker: _Worker, ending: str) -> None:
        job = worker.end()
        if job is not None:
            self.tally.crashes += 1
            self._count(job)
            job.settle(Crashed(ending))
        if not worker.is_ready and not self._stopping.is_set():
            log.error("a process to think in is missing, %s; the next try is in %g seconds", ending, PAUSE)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), PAUSE)
        del self._workers[worker.place]
        if not self._stopping.is_set():
            self._hand_out()

    async def _started(self) -> asyncio.subprocess.Process:
        arguments = (self._factory, str(self.limit), ",".join(self._bots), *self._sets)
        return await start_process("vigil.bot_pool.worker", *arguments)

    def _heard(self, worker: _Worker, line: bytes) -> None:
        if not worker.is_ready:
            worker.is_ready = line == READY
            return
        job = worker.end()
        if job is None:
            # The answer to a question that took too long.
            return
        answer = msgspec.json.decode(line, type=Answer)
        self._count(job)
        if answer.fault:
            self.tally.crashes += 1
            job.settle(Crashed(answer.fault))
        else:
            self.tally.thoughts += 1
            job.settle(answer)
