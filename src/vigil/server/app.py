"""The application: routes by subject, behind one layer of middleware.

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

from . import openapi, websocket
from .errors import HANDLERS
from .host import Clock
from .middleware import Middleware
from .routes import (
    admin_people,
    admin_tables,
    catalogue,
    challenges,
    daily,
    games,
    health,
    history,
    notices,
    people,
    play,
    positions,
    profiles,
    puzzles,
    ratings,
    recovery,
    registration,
    reviews,
    sessions,
    tables,
    tokens,
)
from .services import MakeBotPlayers, Services
from .sessions import moderator, operator, somebody, visitor_of
from .settings import ServerSettings
from .static_files import page_handler

LARGEST_BODY: Final = 16_384
"""Bytes: the settings of a table are a few hundred."""

_SUBJECTS: Final = (
    tables,
    play,
    websocket,
    notices,
    people,
    profiles,
    history,
    challenges,
    registration,
    sessions,
    recovery,
    tokens,
    ratings,
    games,
    reviews,
    daily,
    positions,
    puzzles,
    catalogue,
    admin_people,
    admin_tables,
    health,
    openapi,
)


class TableApp(Litestar):
    """Every request passes the middleware, even one for an address that does not exist."""

    outer: Middleware

    async def __call__(
        self, scope: Scope | LifeSpanScope, receive: Receive | LifeSpanReceive, send: Send | LifeSpanSend
    ) -> None:
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
        else:
            await self.outer.pass_through(super().__call__, scope, receive, send)  # type: ignore[arg-type]


def create_app(settings: ServerSettings, *, clock: Clock | None = None, bots: MakeBotPlayers | None = None) -> Litestar:
    """`bots` makes what thinks for the bots at the tables; without it their seats stay silent."""
    services = Services(settings, clock, bots)

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    async def get_services() -> Services:
        return services

    app = TableApp(
        [handler for subject in _SUBJECTS for handler in subject.HANDLERS] + [page_handler()],
        dependencies={
            "services": Provide(get_services),
            "visitor": Provide(visitor_of),
            "me": Provide(somebody),
            "moderator": Provide(moderator),
            "operator": Provide(operator),
        },
        exception_handlers=HANDLERS,
        lifespan=[opened],
        logging_config=None,
        openapi_config=OpenAPIConfig(title=openapi.TITLE, version=__version__, path="/api/-", render_plugins=[]),
        request_max_body_size=LARGEST_BODY,
        state=State({"services": services}),
    )
    app.outer = Middleware(services)
    return app
