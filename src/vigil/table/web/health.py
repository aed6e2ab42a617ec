"""What operators ask: is it well, and how much does it do."""

from __future__ import annotations

import asyncio
import hmac
from ipaddress import ip_address
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from msgspec import Struct
from sqlalchemy import select

from vigil import ENGINE, __version__

from ..refusals import Code, Refused
from .house import House
from .identity import TheHouse

PATIENCE: Final = 5.0


class Health(Struct, frozen=True):
    """`status` is `ok`, or `failing` (with the HTTP status 503) where the database does not answer."""

    status: str
    version: str
    engine: str
    database: str


@get("/health", summary="Whether the server is well", tags=["operations"])
async def health(house: TheHouse) -> Response[Health]:
    is_well = await _database_answers(house)
    kind = "postgresql" if house.database.is_postgres else "sqlite"
    found = Health("ok" if is_well else "failing", __version__, ENGINE, kind)
    return Response(found, status_code=200 if is_well else 503)


async def _database_answers(house: House) -> bool:
    try:
        async with asyncio.timeout(PATIENCE), house.database.reading() as connection:
            await connection.execute(select(1))
    except Exception:
        return False
    return True


@get("/metrics", media_type=MediaType.TEXT, summary="Numbers for Prometheus", tags=["operations"])
async def metrics(request: Request[Any, Any, Any], house: TheHouse) -> Response[bytes]:
    _check_access(request, house.settings.metrics_token)
    numbers = house.metrics
    numbers.tables.set(house.host.tables_in_memory)
    if house.thinkers is not None:
        numbers.bots(house.thinkers.waiting, house.thinkers.tally)
    return Response(numbers.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _check_access(request: Request[Any, Any, Any], token: str) -> None:
    if token:
        sent = request.headers.get("authorization", "").removeprefix("Bearer ")
        is_allowed = hmac.compare_digest(sent.encode(), token.encode())
    else:
        client = request.client
        is_allowed = client is not None and _is_this_machine(client.host)
    if not is_allowed:
        raise Refused(Code.WHO_ARE_YOU, "The numbers are for the operators.", "Send the metrics token as Bearer.")


def _is_this_machine(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


HANDLERS = [health, metrics]
