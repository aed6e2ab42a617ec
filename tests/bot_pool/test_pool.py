"""The processes that think are shared by all tables, and by whoever wants a hint."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.helpers import thinking_bots
from tests.helpers.journals import ADA, BEN
from tests.helpers.thinking_tables import PATIENCE, bots_at, has_moves, tell, until
from vigil.bot_pool import pool
from vigil.bot_pool.pool import WorkerPool
from vigil.bot_pool.queue import FairQueue, Job, JobQueue, Urgency
from vigil.bot_pool.worker import Think, Thinker
from vigil.bots import make_bot
from vigil.bots.hints import advice
from vigil.bots.levels import SHORTEST_SEARCH, MasterBot
from vigil.cards import new_state
from vigil.server import bot_players as thinking
from vigil.server.bot_players import BotPlayers, usual_processes
from vigil.server.host import Host
from vigil.table.refusals import Code, Refused


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'vigil.sqlite'}"


def test_the_table_never_waits_for_a_thought(url: str) -> None:
    """A thought keeps its processor busy for 0.3 seconds; the event loop goes on meanwhile."""
    gaps: list[float] = []

    async def tick() -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.01)
            gaps.append(time.perf_counter() - last)
            last = time.perf_counter()

    async def story(host: Host, bot_players: BotPlayers) -> None:
        while not bot_players.ready:
            await asyncio.sleep(0.05)
        ticking = asyncio.create_task(tick())
        await until(host, await bots_at(host, "expert", "expert"), has_moves(6))
        ticking.cancel()

    tell(url, story, make=thinking_bots.pondering)
    assert sum(gap > 0.25 for gap in gaps) < 3, "Six thoughts were thought."


def test_slow_tables_do_not_starve_quick_ones(url: str) -> None:
    """Six tables ponder for 0.3 seconds a choice, in one process; a quick one waits for no more than one of them."""

    async def story(host: Host, bot_players: BotPlayers) -> None:
        slow = [await bots_at(host, "expert", "expert", seed=seed) for seed in range(6)]
        await until(host, slow[0], has_moves(1))
        before = bot_players.tally.thoughts
        quick = await until(host, await bots_at(host, "random", "random"), has_moves(8))
        pondered = bot_players.tally.thoughts - before - len(quick.moves)
        assert pondered <= 2 * len(quick.moves)
        await until(host, slow[-1], has_moves(2))

    tell(url, story, make=thinking_bots.pondering)


async def jobs(*kinds: bool) -> list[Job]:
    return [Job(Think(msgspec.Raw(b"{}"), "expert", place), slow) for place, slow in enumerate(kinds)]


def test_quick_and_slow_questions_share_the_time() -> None:
    async def story() -> None:
        queue = FairQueue()
        quick, slow = await jobs(*[False] * 40), await jobs(*[True] * 4)
        for job in quick + slow:
            queue.push(job)
        served = []
        while (job := queue.pop(slow_too=True)) is not None:
            served.append(job)
            queue.spent(job.slow, 1.0 if job.slow else 0.125)
        assert [job for job in served if job.slow] == slow
        assert [job for job in served if not job.slow] == quick
        assert [served.index(job) for job in slow[:3]] == [1, 10, 19]

    asyncio.run(story())


def test_time_in_which_nobody_asked_is_not_saved_up() -> None:
    async def story() -> None:
        queue = FairQueue()
        (early,) = await jobs(False)
        for _ in range(100):
            queue.push(early)
            assert queue.pop(slow_too=True) is early
            queue.spent(False, 1.0)
        slow, quick = await jobs(*[True] * 3), await jobs(*[False] * 3)
        for job in quick + slow:
            queue.push(job)
        served = []
        for _ in range(4):
            job = queue.pop(slow_too=True)
            assert job is not None
            served.append(job.slow)
            queue.spent(job.slow, 1.0)
        assert served == [True, False, True, False]

    asyncio.run(story())


def test_a_question_that_nobody_waits_for_is_left_out() -> None:
    async def story() -> None:
        queue = FairQueue()
        gone, slow, quick = await jobs(False, True, False)
        for job in (gone, slow, quick):
            queue.push(job)
        gone.answer.cancel()
        assert queue.pop(slow_too=False) is quick
        assert queue.pop(slow_too=False) is None
        assert queue.pop(slow_too=True) is slow
        assert len(queue) == 0

    asyncio.run(story())


def of(owner: str, count: int, urgency: Urgency = Urgency.PLAYED, slow: bool = True) -> list[Job]:
    return [Job(Think(msgspec.Raw(b"{}"), "expert", place), slow, owner, urgency) for place in range(count)]


def served(queue: JobQueue) -> list[Job]:
    found = []
    while (job := queue.pop(slow_too=True)) is not None:
        found.append(job)
    return found


def test_somebody_with_a_hundred_tables_keeps_another_waiting_for_one_thought() -> None:
    async def story() -> None:
        queue = JobQueue()
        many, one = of(ADA, 100), of(BEN, 2)
        for job in many + one:
            queue.push(job)
        order = served(queue)
        assert [order.index(job) for job in one] == [1, 3]
        assert [job for job in order if job.owner == ADA] == many

    asyncio.run(story())


def test_whoever_plays_goes_before_whoever_watches_and_before_tables_where_nobody_is() -> None:
    async def story() -> None:
        queue = JobQueue()
        jobs = [job for urgency in reversed(Urgency) for job in of(ADA, 3, urgency) + of(BEN, 1, urgency, slow=False)]
        for job in jobs:
            queue.push(job)
        assert [job.urgency for job in served(queue)] == sorted(job.urgency for job in jobs)
        assert len(queue) == 0

    asyncio.run(story())


def test_processes_are_started_when_there_is_something_to_do() -> None:
    async def story() -> None:
        worker_pool = WorkerPool(3, 10.0, thinking_bots.pondering)
        worker_pool.start()
        view = msgspec.Raw(new_state(seed=1, first=0).view(0).to_bytes())
        for count, most in ((1, 1), (6, 3)):
            asked = (worker_pool.ask(Think(view, "expert", seed), slow=True) for seed in range(count))
            answers = await asyncio.gather(*asked)
            assert {answer.choice for answer in answers} == {"play Apprentice"}
            assert worker_pool.ready <= most
        # The first one may have done everything before the second one had started.
        while worker_pool.ready < 2:
            await asyncio.sleep(0.05)
        await worker_pool.stop()
        with pytest.raises(pool.Crashed):
            await worker_pool.ask(Think(view, "expert", 1))

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_where_many_bots_think_each_takes_less_of_its_time() -> None:
    async def story() -> None:
        worker_pool = WorkerPool(1, 10.0, thinking_bots.hurrying)
        worker_pool.start()
        view = msgspec.Raw(new_state(seed=1, first=0).view(0).to_bytes())
        assert (await worker_pool.ask(Think(view, "expert", 0), slow=True)).choice == "end turn"
        owners = [worker_pool.ask(Think(view, "expert", seed), slow=True, owner=str(seed)) for seed in range(4)]
        idle = worker_pool.ask(Think(view, "expert", 9), slow=True, urgency=Urgency.UNATTENDED)
        answers = await asyncio.gather(*owners, idle)
        # The first one was asked alone, and nobody who plays waits behind the last one.
        assert [answer.choice for answer in answers] == ["end turn", *["play Apprentice"] * 2, "end turn", "end turn"]
        await worker_pool.stop()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_a_searching_bot_takes_its_share_of_the_time() -> None:
    setup = new_state(seed=1).setup
    bot = MasterBot(1)
    alone = bot._budget_now(setup).seconds
    bot.time_share = 0.25
    shared = bot._budget_now(setup).seconds
    assert alone is not None
    assert shared == pytest.approx(alone / 4)
    bot.time_share = 0.001
    assert bot._budget_now(setup).seconds == pytest.approx(SHORTEST_SEARCH)


def test_one_processor_is_left_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, processes in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)))
        assert usual_processes() == processes


# --- hints


def test_a_hint_says_what_to_do_and_why(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        table = await bots_at(host, ADA, "random")
        view = table.playing.view(0)
        assert view.decision is not None
        option, why = advice(view, view.decision)
        assert await bot_players.hint(view) == (view.decision.text(option), why)
        with pytest.raises(Refused) as met:
            await bot_players.hint(table.playing.view(1))
        assert met.value.code == Code.NOT_YOUR_TURN

    tell(url, story)


def test_too_many_hints_at_once_are_refused(url: str) -> None:
    async def story(host: Host, bot_players: BotPlayers) -> None:
        view = (await bots_at(host, ADA, "random")).playing.view(0)
        asked = (bot_players.hint(view) for _ in range(thinking.MOST_HINTS + 1))
        results = await asyncio.gather(*asked, return_exceptions=True)
        refused = [each for each in results if isinstance(each, Refused)]
        assert [each.code for each in refused] == [Code.UNAVAILABLE]
        assert isinstance(await bot_players.hint(view), tuple)

    tell(url, story)


def test_a_thinker_forgets_whoever_has_not_been_asked_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vigil.bot_pool.worker.MOST_BOTS", 2)
    made: list[int] = []

    def make(level: str, seed: int) -> Any:
        made.append(seed)
        return make_bot(level, seed)

    thinker = Thinker(make)
    view = msgspec.Raw(new_state(seed=1, first=0).view(0).to_bytes())
    for seed in (1, 2, 1, 3, 1, 2):
        assert thinker.answer(Think(view, "random", seed)).choice
    assert made == [1, 2, 3, 2]
