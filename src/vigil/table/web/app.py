"""The application: routes by subject, behind one border.

app = create_app(ServerSettings())      what any ASGI server runs
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import LifeSpanReceive, LifeSpanScope, LifeSpanSend, Receive, Scope, Send

from vigil._version import __version__

from ..host import Clock
from . import cards, health, openapi, people, play, records, socket, tables, tokens
from .border import Border
from .errors import HANDLERS
from .house import House, MakeThinkers
from .identity import somebody, visitor_of
from .page import page_handler, read_files
from .settings import ServerSettings

LARGEST_BODY: Final = 16_384
"""Bytes: the settings of a table are a few hundred."""

_SUBJECTS: Final = (tables, play, socket, people, tokens, records, cards, health, openapi)


class TableApp(Litestar):
    """Everything passes the border, also what leads nowhere."""

    border: Border

    async def __call__(
        self, scope: Scope | LifeSpanScope, receive: Receive | LifeSpanReceive, send: Send | LifeSpanSend
    ) -> None:
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
        else:
            await self.border.pass_through(super().__call__, scope, receive, send)  # type: ignore[arg-type]


def create_app(settings: ServerSettings, *, clock: Clock | None = None, bots: MakeThinkers | None = None) -> Litestar:
    """`bots` makes what thinks for the bots at the tables; without it their seats stay silent."""
    house = House(settings, clock, bots)

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    async def this_house() -> House:
        return house

    app = TableApp(
        [handler for subject in _SUBJECTS for handler in subject.HANDLERS] + [page_handler(read_files())],
        dependencies={"house": Provide(this_house), "visitor": Provide(visitor_of), "me": Provide(somebody)},
        exception_handlers=HANDLERS,
        lifespan=[opened],
        logging_config=None,
        openapi_config=OpenAPIConfig(title=openapi.TITLE, version=__version__, path="/api/-", render_plugins=[]),
        request_max_body_size=LARGEST_BODY,
        state=State({"house": house}),
    )
    app.border = Border(house)
    return app
