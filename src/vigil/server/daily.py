"""The daily deal on a server: draws the deals, opens their games, and lets bots play them for comparison.

The games of bots are played as soon as somebody has started the deal, one deal at a time, in a process of its own at
the lowest priority. The queue is in the database (`storage/daily.py`): nobody's choices and nobody's bots wait for it.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from vigil.daily.days import day_of, end_of
from vigil.daily.deals import OPPONENT, PERSON, Kind, table_of
from vigil.daily.references import Reference
from vigil.daily.results import DealResult
from vigil.storage.daily import DailyDeal, DailyDeals
from vigil.storage.ids import fresh_id
from vigil.table import actions as do
from vigil.table.daily_game import DailyGame
from vigil.table.refusals import Code, Refused
from vigil.table.settings import TableSettings
from vigil.table.table import Phase, Table

from .background import BackgroundWorker, asked_process
from .daily_process import request
from .host import Host

LOOK: Final = 20.0
"""Seconds between two looks for deals that lack games of bots: another worker may have died over them."""
LIMIT: Final = 120.0
"""Seconds for one game of bots. It takes a few seconds of a processor that nobody else needs."""


class ReferenceFailed(Exception):
    """The process ended before all games were played. The text says how."""


class Daily:
    def __init__(self, host: Host, deals: DailyDeals) -> None:
        self.host = host
        self.deals = deals
        self._lease = fresh_id()
        self._worker = BackgroundWorker("games of bots at daily deals", self._play_next, LOOK)

    @property
    def today(self) -> str:
        return day_of(self.host.clock.now())

    def start(self) -> None:
        self._worker.start()

    async def stop(self) -> None:
        await self._worker.stop()
        await self.deals.give_back(self._lease)

    async def deal(self, date: str, kind: Kind) -> DailyDeal:
        """A deal of today, which is drawn if it has to be, or of a past day."""
        found = await (self.deals.draw(date, self.host.clock.now()) if date == self.today else self.deals.of(date))
        deal = next((each for each in found if each.kind == kind), None)
        if deal is None:
            raise Refused(Code.NOT_FOUND, f"There is no deal of {date}.", "Look into the calendar.")
        return deal

    # --- games

    async def begin_attempt(self, date: str, kind: Kind, person: str, new_id: str) -> Table:
        """The scored attempt of this person: begun now, or the one that was begun before.

        Whatever stops on the way, asking again goes on where it stopped.
        """
        deal = await self.deal(date, kind)
        attempt = await self.deals.attempt(date, kind, person)
        if attempt is None:
            if date != self.today:
                raise Refused(
                    Code.DAILY_DEAL_OVER, f"The day of this deal, {date}, is over.", "Practise it, or play today's."
                )
            attempt = await self.deals.start(date, kind, person, new_id, self.host.clock.now())
            self._worker.wake()
        return await self._begun(deal, person, attempt.table_id, scored=True)

    async def begin_practice(self, date: str, kind: Kind, person: str, table_id: str) -> Table:
        """While the day runs, only whoever has finished the scored attempt may try again."""
        deal = await self.deal(date, kind)
        if self.host.clock.now() < end_of(date):
            attempt = await self.deals.attempt(date, kind, person)
            if attempt is None or attempt.result is None:
                raise Refused(
                    Code.DAILY_DEAL_OPEN,
                    "Your scored attempt at this deal is not finished.",
                    "Finish it first, or practise when the day is over.",
                )
        return await self._begun(deal, person, table_id, scored=False)

    async def _begun(self, deal: DailyDeal, person: str, table_id: str, *, scored: bool) -> Table:
        known = await self._known(table_id)
        if known is not None and known.phase != Phase.LOBBY:
            # Everybody in it may have changed since: a guest has become an account.
            return known
        settings = TableSettings(**table_of(deal.date, deal.kind))
        game = DailyGame(deal.date, deal.kind, scored)
        by = person if known is None else known.owner
        await self.host.open(by, settings, deal.secret, table_id, daily=game)
        await self.host.act(table_id, by, do.Sit(PERSON), "daily-sit")
        if deal.kind == Kind.DUEL:
            await self.host.act(table_id, by, do.SeatBot(1 - PERSON, OPPONENT), "daily-bot")
        await self.host.act(table_id, by, do.Start(), "daily-start")
        return await self.host.table(table_id)

    async def _known(self, table_id: str) -> Table | None:
        try:
            return await self.host.table(table_id)
        except Refused as refused:
            if refused.code != Code.TABLE_NOT_FOUND:
                raise
            return None

    # --- games of bots

    async def _play_next(self) -> bool:
        deal = await self.deals.claim(self._lease, self.host.clock.now())
        if deal is not None:
            await self._play_references(deal)
        return deal is not None

    async def _play_references(self, deal: DailyDeal) -> None:
        known = (await self.deals.references(deal.date))[deal.kind]
        question = request(deal, [(each.level, each.number) for each in known])
        async with asked_process(question, "vigil.server.daily_process") as (process, answers):
            while line := await _answer(answers):
                told: dict[str, Any] = json.loads(line)
                if "done" in told:
                    await self.deals.finish(deal, self._lease)
                    return
                found = Reference(told["level"], told["number"], DealResult(told["own"], told["other"], told["won"]))
                if not await self.deals.add_reference(deal, self._lease, found, self.host.clock.now()):
                    return
            raise ReferenceFailed(f"their process ended with code {await process.wait()}")


async def _answer(answers: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(LIMIT):
        return await answers.readline()
