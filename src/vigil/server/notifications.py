"""Telling somebody elsewhere that it is their turn: a POST to the address that the person has given.

Notifications are sent for games without a live clock, to people who are not connected to the table. A request that
fails is tried again a few times, as long as the table still waits for the person. Addresses inside the server's own
network are refused (unless a setting allows them): the check is made after the name has been resolved, right before
the connection is opened, so that a name that resolves differently later reaches nothing either.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import httpcore
import msgspec
from msgspec import Struct

from vigil._version import __version__
from vigil.engine.terms import NOTHING
from vigil.table.actions import Entry
from vigil.table.clocks import DaysPerTurn, Untimed
from vigil.table.refusals import Code, Refused
from vigil.table.table import Table

if TYPE_CHECKING:
    from .services import Services

DELAYS: Final = (0.0, 10.0, 60.0, 600.0)
"""Seconds before each try."""
TIMEOUT: Final = 10.0
MOST_WAITING: Final = 5_000
AT_ONCE: Final = 8
_SPECIAL: Final = (ip_network("192.0.0.0/24"), ip_network("fec0::/10"), ip_network("64:ff9b:1::/48"))
"""Not public, although not every Python says so: protocol assignments, site-local addresses, local NAT64."""
_ENDS_WITH_IPV4: Final = (ip_network("::/96"), ip_network("64:ff9b::/96"))
"""IPv4-compatible addresses, and those that are translated (NAT64)."""

log = logging.getLogger("vigil.web")


class YourTurn(Struct, frozen=True, tag_field="kind", tag="your-turn"):
    """What is sent. `deadline` is when your time is over, in seconds since 1970."""

    table: str
    link: str
    seat: int
    turn: int
    deadline: float | None


class Test(Struct, frozen=True, tag_field="kind", tag="test"):
    """What is sent when somebody tries the webhook out."""

    message: str = "This is a test. You will be told here when it is your turn."


def checked_address(url: str, private_too: bool) -> str:
    """An address that a notice may be sent to, as far as can be said before its name is looked up."""
    try:
        parts = urlsplit(url.strip())
        host, _ = parts.hostname, parts.port
        # Refuses empty and overlong parts of a name, which would fail when it is looked up.
        (host or "").encode("idna")
    except ValueError:
        host = None
    is_written_well = url.isascii() and url.strip().isprintable() and " " not in url.strip()
    if not host or parts.scheme not in ("http", "https") or parts.username is not None or not is_written_well:
        raise Refused(Code.INVALID_REQUEST, "This is not an address that can be notified.", "Use https://HOST/PATH.")
    try:
        is_fine = private_too or is_public(host)
    except ValueError:
        is_fine = private_too or "." in host
    if not is_fine:
        raise Refused(Code.INVALID_REQUEST, "This address is not on the public internet.", "Use one that is.")
    return parts.geturl()


def is_public(address: str) -> bool:
    """Whether a numeric address belongs to everybody's network."""
    found = ip_address(address.split("%")[0])
    if isinstance(found, IPv6Address):
        found = _embedded_ipv4(found) or found
    is_special = found.is_multicast or any(found in network for network in _SPECIAL)
    return found.is_global and not is_special


def _embedded_ipv4(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that a gateway, or the machine itself, would take this one for."""
    if any(address in network for network in _ENDS_WITH_IPV4):
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour


class CarefulBackend(httpcore.AnyIOBackend):
    """Opens lines to public addresses only."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError("the name is not known") from error
        addresses = [str(info[4][0]) for info in found]
        if not addresses or not all(map(is_public, addresses)):
            raise httpcore.ConnectError("the address is not in the public network")
        return await super().connect_tcp(addresses[0], port, timeout, local_address, socket_options)


class Notifications:
    """One notice at a time for each table and person; a newer one takes the place of the one that still waits."""

    def __init__(self, services: Services, pause: Callable[[float], Awaitable[Any]] = asyncio.sleep) -> None:
        self._services = services
        self.pause = pause
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._pool: httpcore.AsyncConnectionPool | None = None

    def start(self) -> None:
        backend = httpcore.AnyIOBackend() if self._services.settings.private_webhooks else CarefulBackend()
        # No line is kept: the next notice may be hours away, and the name may have moved.
        self._pool = httpcore.AsyncConnectionPool(
            max_connections=AT_ONCE, max_keepalive_connections=0, network_backend=backend
        )

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            await self._pool.aclose()

    def after_write(self, table: Table, entry: Entry) -> None:
        """Whether somebody else has to decide now, who is not here to see it."""
        seat = table.deciding
        if seat == NOTHING or table.version != entry.number or table.seats[seat].bot:
            return
        person = table.seats[seat].person
        is_async = isinstance(table.settings.clock, (Untimed, DaysPerTurn))
        if not is_async or person == entry.by or person in self._services.presence.here(table.id):
            return
        if len(self._tasks) >= MOST_WAITING:
            self._services.metrics.notice("dropped")
            return
        key = (table.id, person)
        if key in self._tasks:
            self._tasks[key].cancel()
        task = self._tasks[key] = asyncio.create_task(self._deliver(table, person))
        task.add_done_callback(lambda done: self._tasks.pop(key) if self._tasks.get(key) is done else None)

    async def _deliver(self, table: Table, person: str) -> None:
        try:
            for delay in DELAYS:
                if delay:
                    await self.pause(delay)
                known = await self._services.people.person(person)
                if known is None or not known.webhook:
                    return
                if not await self._still_waits(table):
                    self._services.metrics.notice("too late")
                    return
                if await self._sent(known.webhook, table):
                    self._services.metrics.notice("sent")
                    return
            self._services.metrics.notice("given up")
        except Exception:
            log.exception("a notice could not be sent")

    async def _still_waits(self, table: Table) -> bool:
        return (await self._services.host.table(table.id)).version == table.version

    async def _sent(self, address: str, table: Table) -> bool:
        base = self._services.settings.public_url.rstrip("/")
        link = f"{base}/tables/{table.id}"
        notice = YourTurn(table.id, link, table.deciding, table.playing.turn_number, table.deadline)
        is_sent = await self.deliver(address, notice)
        log.info("notice", extra={"fields": {"table": table.id, "sent": is_sent}})
        return is_sent

    async def deliver(self, address: str, message: YourTurn | Test) -> bool:
        """Whether the address has accepted it."""
        assert self._pool is not None
        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), TIMEOUT)
        headers = [("content-type", "application/json"), ("user-agent", f"vigil/{__version__}")]
        try:
            async with (
                asyncio.timeout(2 * TIMEOUT),
                self._pool.stream(
                    "POST",
                    address,
                    headers=headers,
                    content=msgspec.json.encode(message),
                    extensions={"timeout": timeouts},
                ) as response,
            ):
                return 200 <= response.status < 300
        except (
            httpcore.NetworkError,
            httpcore.TimeoutException,
            httpcore.ProtocolError,
            TimeoutError,
            OSError,
            # The name of the host cannot be looked up, however it was stored.
            UnicodeError,
        ):
            return False
