"""The daily deal: today's, past days, the calendar, and playing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath
from msgspec import Struct

from vigil.daily.days import BadDate, Streak, checked_day, day_of, end_of, streak_of
from vigil.daily.deals import OPPONENT, Kind, table_of
from vigil.daily.references import LEVELS, Reference
from vigil.daily.results import DealResult, Played, percentile, share_text
from vigil.storage.daily import Attempt, DailyDeal
from vigil.storage.ids import fresh_id
from vigil.table.messages import Revealed
from vigil.table.refusals import Code, Refused
from vigil.table.table import ANONYMOUS

from ..services import Services
from ..sessions import AnyVisitor, InjectedServices, KnownVisitor
from .play import Key


class AttemptState(StrEnum):
    """`unfinished`: the day was over before the game was."""

    RUNNING = "running"
    FINISHED = "finished"
    GIVEN_UP = "given_up"
    UNFINISHED = "unfinished"


class DailyScore(Struct, frozen=True):
    """`other` is the score of Expert, or of the Cult. Of a game that was given up both are those at its end."""

    own: int
    other: int
    won: bool


class DailyAttempt(Struct, frozen=True):
    """A scored attempt; `score` is there when it has ended in time."""

    table: str
    state: AttemptState
    score: DailyScore | None


class BotScores(Struct, frozen=True):
    """What bots of a level made of the deal: own score minus the other one, game by game."""

    level: str
    margins: list[int]


class Comparison(Struct, frozen=True):
    """`margins` are those of all people who finished, you too; `given_up` is how many others gave up. `percentile` is
    the share of the others' results that yours is better than, in percent, where equal ones count half; nothing without
    others, or without a result of yours. While bots still play, `bots_ready` is false."""

    margins: list[int]
    given_up: int
    percentile: float | None
    bots: list[BotScores]
    bots_percentile: float | None
    bots_ready: bool


class DailyResult(Struct, frozen=True):
    """Somebody's result. `game` is the id of the table; the name of people with a private profile is not told."""

    name: str
    has_profile: bool
    you: bool
    game: str
    state: AttemptState
    score: DailyScore


class DealOfDay(Struct, frozen=True):
    """`commitment` is the SHA-256 of `salt:seed`; both are `revealed` when the day is over, and so are the `results`.
    `players` have started it. The `comparison` is for whoever has ended an attempt; of a past day it is for all."""

    kind: Kind
    sets: list[str]
    opponent: str
    commitment: str
    revealed: Revealed | None
    players: int
    attempt: DailyAttempt | None
    comparison: Comparison | None
    results: list[DailyResult]


class DailyDay(Struct, frozen=True):
    """A day, from midnight to midnight UTC: it `ends` then, in seconds since 1970, as `now` is. `share` is a text about
    your results that names no cards; empty without results."""

    date: str
    today: str
    now: float
    ends: float
    deals: list[DealOfDay]
    streak: Streak
    share: str


class CalendarAttempt(Struct, frozen=True):
    kind: Kind
    state: AttemptState
    score: DailyScore | None


class CalendarDay(Struct, frozen=True):
    """A day that has deals, and what you have made of them."""

    date: str
    attempts: list[CalendarAttempt]


class CalendarMonth(Struct, frozen=True):
    """`month` is a text like `2026-11`. The `streak` is that of today."""

    month: str
    today: str
    days: list[CalendarDay]
    streak: Streak


class StartedDeal(Struct, frozen=True):
    """The game is at this table."""

    table: str


@get("/api/daily", summary="Show the deals of today", tags=["daily"])
async def daily_today(request: Request[Any, Any, Any], services: InjectedServices, visitor: AnyVisitor) -> DailyDay:
    """The first who asks on a day makes the server draw its deals; their commitments are shown from then on."""
    return await _day(request, services, visitor.id, services.daily.today)


@get("/api/daily/days/{date:str}", summary="Show the deals of a day", tags=["daily"])
async def daily_day(
    request: Request[Any, Any, Any], services: InjectedServices, visitor: AnyVisitor, date: FromPath[str]
) -> DailyDay:
    """Of a past day everything is shown: the seeds, and all results with their games."""
    return await _day(request, services, visitor.id, _checked(services, date))


@get("/api/daily/months/{month:str}", summary="Show a month of daily deals", tags=["daily"])
async def daily_month(services: InjectedServices, visitor: AnyVisitor, month: FromPath[str]) -> CalendarMonth:
    first, last = _checked_date(f"{month}-01"), f"{month}-31"
    mine = await services.daily.deals.attempts_of(visitor.id) if visitor.id else []
    now = services.clock.now()
    days = [
        CalendarDay(date, [CalendarAttempt(each.kind, *_outcome(each, now)) for each in mine if each.date == date])
        for date in await services.daily.deals.dates(first, last)
    ]
    return CalendarMonth(month, services.daily.today, days, _streak(mine, services.daily.today))


@post("/api/daily/days/{date:str}/{kind:str}", status_code=200, summary="Start or continue an attempt", tags=["daily"])
async def start_daily(
    services: InjectedServices, me: KnownVisitor, date: FromPath[str], kind: FromPath[Kind]
) -> StartedDeal:
    """Everybody has one scored attempt at a deal, on its day only: asking again leads to the same game."""
    date = _checked(services, date)
    if await services.daily.deals.attempt(date, kind, me.id) is None:
        services.limits.spend("table", me.bucket)
    table = await services.daily.begin_attempt(date, kind, me.id, fresh_id())
    return StartedDeal(table.id)


@post("/api/daily/days/{date:str}/{kind:str}/practice", status_code=200, summary="Practise a deal", tags=["daily"])
async def practise_daily(
    services: InjectedServices, me: KnownVisitor, date: FromPath[str], kind: FromPath[Kind], key: Key = ""
) -> StartedDeal:
    """The same cards again, as often as you like, with undo and hints; it counts for nothing. On the day itself only
    after your scored attempt."""
    services.limits.spend("table", me.bucket)
    table_id = services.signature(f"daily:{me.id}:{date}:{kind}:{key}") if key else fresh_id()
    table = await services.daily.begin_practice(_checked(services, date), kind, me.id, table_id)
    return StartedDeal(table.id)


def _checked(services: Services, date: str) -> str:
    date = _checked_date(date)
    if date > services.daily.today:
        raise Refused(Code.NOT_FOUND, "This day has not begun (UTC).", "Come back then.")
    return date


def _checked_date(date: str) -> str:
    try:
        return checked_day(date)
    except BadDate as error:
        raise Refused(Code.NOT_FOUND, str(error), "Look into the calendar.") from None


# --- a day


async def _day(request: Request[Any, Any, Any], services: Services, person: str, date: str) -> DailyDay:
    daily, now = services.daily, services.clock.now()
    is_today = date == day_of(now)
    deals = await (daily.deals.draw(date, now) if is_today else daily.deals.of(date))
    attempts = await daily.deals.attempts_at(date)
    references = await daily.deals.references(date)
    mine = await daily.deals.attempts_of(person) if person else []
    streak = _streak(mine, daily.today)
    shown, played = [], []
    for deal in deals:
        of_deal = [each for each in attempts if each.kind == deal.kind]
        own = next((each for each in of_deal if person and each.person == person), None)
        others = [each.result for each in of_deal if each is not own and each.result is not None]
        bots = references[deal.kind]
        if own is not None and own.result is not None:
            played.append(Played(deal.kind, own.result, others, [each.result for each in bots]))
        may_compare = not is_today or (own is not None and own.result is not None)
        comparison = _comparison(own, others, bots, deal.referenced) if may_compare else None
        results = [] if is_today else await _results(services, of_deal, person, now)
        shown.append(_deal(deal, own, len(of_deal), comparison, results, now))
    base = services.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
    share = share_text(date, played, streak if is_today else None, f"{base}/daily/{date}") if played else ""
    return DailyDay(date, daily.today, now, end_of(date), shown, streak, share)


def _deal(
    deal: DailyDeal,
    own: Attempt | None,
    players: int,
    comparison: Comparison | None,
    results: list[DailyResult],
    now: float,
) -> DealOfDay:
    is_over = now >= end_of(deal.date)
    return DealOfDay(
        kind=deal.kind,
        sets=list(table_of(deal.date, deal.kind)["sets"]),
        opponent=OPPONENT if deal.kind == Kind.DUEL else "",
        commitment=deal.secret.commitment,
        revealed=Revealed(str(deal.secret.seed), deal.secret.salt) if is_over else None,
        players=players,
        attempt=None if own is None else DailyAttempt(own.table_id, *_outcome(own, now)),
        comparison=comparison,
        results=results,
    )


def _comparison(
    own: Attempt | None, others: Sequence[DealResult], bots: Sequence[Reference], is_ready: bool
) -> Comparison:
    mine = None if own is None else own.result
    everybody = [*others, *([] if mine is None else [mine])]
    played = [each.result for each in bots]
    by_level = [
        BotScores(level, [each.result.margin for each in bots if each.level == level])
        for level in LEVELS
        if any(each.level == level for each in bots)
    ]
    return Comparison(
        margins=sorted(each.margin for each in everybody if not each.given_up),
        given_up=sum(each.given_up for each in others),
        percentile=None if mine is None else percentile(mine, others),
        bots=by_level,
        bots_percentile=None if mine is None else percentile(mine, played),
        bots_ready=is_ready,
    )


async def _results(services: Services, attempts: Sequence[Attempt], you: str, now: float) -> list[DailyResult]:
    """The best ones first."""
    ended = [each for each in attempts if each.result is not None]
    people = {each.person for each in ended}
    names = await services.names.of(people)
    hidden = await services.history.private(people) - {you}
    accounts = await services.history.accounts(people) - hidden
    ended.sort(key=lambda each: each.result.rank if each.result else (0, False), reverse=True)
    lines = []
    for each in ended:
        state, score = _outcome(each, now)
        assert score is not None
        name = ANONYMOUS if each.person in hidden else names.get(each.person, ANONYMOUS)
        mine = bool(you) and each.person == you
        lines.append(DailyResult(name, each.person in accounts, mine, each.table_id, state, score))
    return lines


def _outcome(attempt: Attempt, now: float) -> tuple[AttemptState, DailyScore | None]:
    result = attempt.result
    if result is None:
        is_over = now >= end_of(attempt.date)
        return (AttemptState.UNFINISHED if is_over else AttemptState.RUNNING), None
    state = AttemptState.GIVEN_UP if result.given_up else AttemptState.FINISHED
    return state, DailyScore(result.own, result.other, result.won)


def _streak(attempts: Collection[Attempt], today: str) -> Streak:
    finished = {each.date for each in attempts if each.result is not None and not each.result.given_up}
    return streak_of(finished, today)


HANDLERS = [daily_today, daily_day, daily_month, start_daily, practise_daily]
