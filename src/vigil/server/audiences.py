"""Those who are connected to a table in this process: after a change all of them are told together.

What they share is looked up once (`Surroundings`), and where nothing has to be waited for, no task is woken: with a
thousand tables, waking two tasks after every choice would cost as much as making what they send.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from vigil.table.table import Table

if TYPE_CHECKING:
    from .services import Services, Surroundings


class Member(Protocol):
    def tell(self, table: Table, known: Surroundings | None) -> None:
        """The table has changed, or who is there. Without `known` something has to be looked up first."""


class Audiences:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._at: dict[str, _Audience] = {}

    @contextmanager
    def joined(self, table_id: str, member: Member) -> Iterator[None]:
        """The table has to be in memory; as long as somebody watches, it stays there."""
        audience = self._at.get(table_id)
        if audience is None:
            audience = self._at[table_id] = _Audience(self._services)
            audience.open(table_id)
        audience.members[member] = None
        try:
            yield
        finally:
            del audience.members[member]
            if not audience.members:
                del self._at[table_id]
                audience.close()


class _Audience:
    def __init__(self, services: Services) -> None:
        self.members: dict[Member, None] = {}
        self._services = services
        self._loop = asyncio.get_running_loop()
        self._is_due = False

    def open(self, table_id: str) -> None:
        self._waking = self._services.host.waking(table_id, self._wake)
        self._room = self._waking.__enter__()

    def close(self) -> None:
        self._waking.__exit__(None, None, None)

    def _wake(self) -> None:
        if not self._is_due:
            self._is_due = True
            # Whoever has acted is answered meanwhile: both go out together.
            self._loop.call_soon(self._loop.call_soon, self._tell)

    def _tell(self) -> None:
        self._is_due = False
        table = self._room.table
        if table is not None:
            known = self._services.known_surroundings(table)
            for member in list(self.members):
                member.tell(table, known)
