"""Which question is answered next: urgent ones first, and nobody waits for long because somebody else asks a lot."""

from __future__ import annotations

import asyncio
from collections import deque
from enum import IntEnum
from typing import Final

from vigil.engine.errors import VigilError

from .worker import Answer, Question


class Urgency(IntEnum):
    """Who waits for an answer: somebody who plays, somebody who only watches, or nobody who is connected."""

    PLAYED = 0
    WATCHED = 1
    UNATTENDED = 2


class Job:
    """A question that waits for a process, or for its answer. `owner` is the person on whose account it is asked."""

    def __init__(self, question: Question, slow: bool, owner: str = "", urgency: Urgency = Urgency.PLAYED) -> None:
        self.question = question
        self.slow = slow
        self.owner = owner
        self.urgency = urgency
        self.begun = 0.0
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def settle(self, outcome: Answer | VigilError) -> None:
        if self.answer.done():
            return
        if isinstance(outcome, Answer):
            self.answer.set_result(outcome)
        else:
            self.answer.set_exception(outcome)


class RoundRobin:
    """The owners take turns, one job each; the jobs of one owner go by their arrival."""

    def __init__(self) -> None:
        self._of: dict[str, deque[Job]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def has_next(self) -> bool:
        """Those that nobody waits for any more are left out."""
        while self._of:
            owner, jobs = next(iter(self._of.items()))
            while jobs and jobs[0].answer.done():
                jobs.popleft()
            if jobs:
                return True
            del self._of[owner]
        return False

    def push(self, job: Job) -> None:
        self._of.setdefault(job.owner, deque()).append(job)

    def pop(self) -> Job:
        """The next one, where there is one."""
        owner, jobs = next(iter(self._of.items()))
        job = jobs.popleft()
        del self._of[owner]
        if jobs:
            self._of[owner] = jobs
        return job


class FairQueue:
    """Quick and slow questions. While both wait they share the time evenly; among themselves the owners take turns.

    A table asks one question at a time. Questions that take long cannot keep the others waiting for more than one
    thought of theirs, and however many others there are, the slow ones get on at half speed.
    """

    def __init__(self) -> None:
        self._waiting = {False: RoundRobin(), True: RoundRobin()}
        self._spent = {False: 0.0, True: 0.0}
        self._served = 0.0

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def push(self, job: Job) -> None:
        if not self._waiting[job.slow].has_next():
            # Time in which nobody asked cannot be saved up.
            self._spent[job.slow] = max(self._spent[job.slow], self._served)
        self._waiting[job.slow].push(job)

    @property
    def slow(self) -> int:
        """How many slow questions wait."""
        return len(self._waiting[True])

    def pop(self, slow_too: bool) -> Job | None:
        """The next one; a slow one only where it is allowed."""
        kinds = [kind for kind in (False, True) if self._waiting[kind].has_next() and (slow_too or not kind)]
        if not kinds:
            return None
        kind = min(kinds, key=self._spent.__getitem__)
        self._served = self._spent[kind]
        return self._waiting[kind].pop()

    def spent(self, slow: bool, seconds: float) -> None:
        self._spent[slow] += seconds


class JobQueue:
    """The more urgent questions go first, whatever waits behind them."""

    def __init__(self) -> None:
        self._queues: Final = {urgency: FairQueue() for urgency in Urgency}

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def push(self, job: Job) -> None:
        self._queues[job.urgency].push(job)

    def slow(self, urgency: Urgency) -> int:
        """How many slow questions wait that are at least as urgent."""
        return sum(queue.slow for each, queue in self._queues.items() if each <= urgency)

    def pop(self, slow_too: bool) -> Job | None:
        jobs = (queue.pop(slow_too) for queue in self._queues.values())
        return next((job for job in jobs if job is not None), None)

    def spent(self, job: Job, seconds: float) -> None:
        self._queues[job.urgency].spent(job.slow, seconds)
