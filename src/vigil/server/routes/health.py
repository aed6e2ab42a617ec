"""What operators ask: is it well, and how much does it do."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator
from ipaddress import ip_address
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from msgspec import Struct
from sqlalchemy import delete, insert, select

from vigil._compiled import ENGINE
from vigil._version import __version__
from vigil.storage.database import Database, reason_of
from vigil.storage.schema import keys
from vigil.table.refusals import Code, Refused

from ..services import Services
from ..sessions import InjectedServices

PATIENCE: Final = 5.0
PROBE: Final = "health"
"""The name of a key that nobody ever sees."""


class Health(Struct, frozen=True):
    """`status` is `ok`, or `failing` (with the HTTP status 503); then `problems` says what is wrong."""

    status: str
    version: str
    engine: str
    database: str
    problems: list[str]


@get("/health", summary="Check the health of the server", tags=["operations"])
async def health(services: InjectedServices) -> Response[Health]:
    problems = [each async for each in _problems(services)]
    kind = "postgresql" if services.database.is_postgres else "sqlite"
    found = Health("failing" if problems else "ok", __version__, ENGINE, kind, problems)
    return Response(found, status_code=503 if problems else 200)


async def _problems(services: Services) -> AsyncIterator[str]:
    database = services.database
    try:
        async with asyncio.timeout(PATIENCE), database.reading() as connection:
            await connection.execute(select(1))
    except Exception:
        yield "The database does not answer."
    else:
        if database.write_failed and (reason := await _still_fails(database)):
            yield f"The database cannot be written: {reason}."
    if services.descriptors.are_short():
        yield f"{services.descriptors.open} of {services.descriptors.limit} file descriptors are in use."


async def _still_fails(database: Database) -> str:
    """After a write has failed, tries one that changes nothing: perhaps nobody else writes any more."""
    try:
        async with asyncio.timeout(PATIENCE), database.writing() as connection:
            await connection.execute(insert(keys).values(name=PROBE, value=""))
            await connection.execute(delete(keys).where(keys.c.name == PROBE))
    except TimeoutError:
        return "it takes too long"
    except Exception as error:
        return reason_of(error)
    return ""


@get("/metrics", media_type=MediaType.TEXT, summary="Metrics for Prometheus", tags=["operations"])
async def metrics(request: Request[Any, Any, Any], services: InjectedServices) -> Response[bytes]:
    _check_access(request, services.settings.metrics_token)
    numbers = services.metrics
    numbers.tables.set(services.host.tables_in_memory)
    if services.bot_players is not None:
        numbers.bots(services.bot_players.waiting, services.bot_players.tally)
    return Response(numbers.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _check_access(request: Request[Any, Any, Any], token: str) -> None:
    if token:
        sent = request.headers.get("authorization", "").removeprefix("Bearer ")
        is_allowed = hmac.compare_digest(sent.encode(), token.encode())
    else:
        client = request.client
        is_allowed = client is not None and _is_this_machine(client.host)
    if not is_allowed:
        raise Refused(Code.UNAUTHENTICATED, "Metrics are for operators.", "Send the metrics token as Bearer.")


def _is_this_machine(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


HANDLERS = [health, metrics]
