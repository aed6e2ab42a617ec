"""Who asks: somebody with the cookie of a session, a program with a personal token, or nobody in particular.

The cookie holds a random name of a session and the server's signature of it: what this server has not signed is never
looked for in the database. Its flags keep it away from scripts (HttpOnly), from other sites (SameSite), and, where
the server is reached by https, from the open line (Secure, and a name that only such a cookie may have).
"""

from __future__ import annotations

import hmac
import secrets
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import SkipValidation
from litestar.types import Scope
from msgspec import Struct

from vigil.storage.people import Person
from vigil.table.clocks import DAY
from vigil.table.refusals import Code, Refused

from .rate_limits import address_key
from .services import Services

Asking = ASGIConnection[Any, Any, Any, Any]

COOKIES: Final = "vigil.cookies"
"""Where in the scope of a request the middleware finds the cookies to be set."""
SEEN_AGAIN: Final = DAY
_ACCOUNT_ROUTES: Final = (["api", "me"], ["api", "session"], ["api", "sessions"])
"""How the paths of everything begin that belongs to the account itself."""


class Visitor(Struct, frozen=True):
    """`proof` is the token by which the person is known, of a session or of a program."""

    person: Person | None
    proof: str
    address: str

    @property
    def id(self) -> str:
        return "" if self.person is None else self.person.id

    @property
    def bucket(self) -> str:
        """Whose limits count."""
        return self.id or self.address


def address_of(connection: Asking) -> str:
    return address_key(connection.client.host if connection.client is not None else "")


InjectedServices = SkipValidation[NamedDependency[Services]]
AnyVisitor = SkipValidation[NamedDependency[Visitor]]
KnownVisitor = SkipValidation[NamedDependency[Visitor]]
"""What routes ask for: `services`, whoever asks as `visitor`, and somebody with a name as `me`."""


async def visitor_of(scope: Scope, services: InjectedServices) -> Visitor:
    """Whoever asks, perhaps nobody; a token that is not valid is a mistake, a cookie that has run out is not."""
    connection: Asking = ASGIConnection(scope)
    address = address_of(connection)
    header = connection.headers.get("authorization", "")
    if header:
        kind, _, token = header.partition(" ")
        found = (
            await services.people.of_token(token.strip(), services.clock.now()) if kind.lower() == "bearer" else None
        )
        if found is None:
            raise Refused(Code.UNAUTHENTICATED, "This token is unknown.", "Create a new one, and send it as Bearer.")
        _check_token_scope(scope)
        return Visitor(found, token.strip(), address)
    proof = _signed_token(connection, services)
    person = await services.people.of_session(proof, services.clock.now()) if proof else None
    if person is None:
        return Visitor(None, "", address)
    if services.clock.now() - person.seen > SEEN_AGAIN:
        await services.people.saw(person.id, services.clock.now())
    return Visitor(person, proof, address)


def _check_token_scope(scope: Scope) -> None:
    """A personal token is for playing. Of the account it may only read who it belongs to."""
    route = scope["path_template"]
    is_account_route = route.split("/")[1:3] in _ACCOUNT_ROUTES
    if is_account_route and (scope.get("method"), route) != ("GET", "/api/me"):
        raise Refused(Code.FORBIDDEN, "A personal token cannot do this.", "Sign in with the browser.")


async def somebody(scope: Scope, services: InjectedServices) -> Visitor:
    """Whoever asks, with a name: at the first contact everybody becomes a guest."""
    visitor = await visitor_of(scope, services)
    if visitor.person is not None:
        return visitor
    services.limits.spend("guest", visitor.address)
    guest = await services.people.add_guest(f"Guest {secrets.randbelow(9_000) + 1_000}", services.clock.now())
    return await signed_in(ASGIConnection(scope), services, guest)


async def signed_in(connection: Asking, services: Services, person: Person) -> Visitor:
    """A new session; its cookie goes along with the answer."""
    lasts = services.settings.session_days * DAY
    proof = await services.people.open_session(person.id, services.clock.now(), lasts)
    _set_cookie(connection, services, f"{proof}.{services.signature(proof)}", lasts)
    return Visitor(person, proof, address_of(connection))


def signed_out(connection: Asking, services: Services) -> None:
    _set_cookie(connection, services, "", 0)


def is_secure(connection: Asking, services: Services) -> bool:
    return connection.scope["scheme"] in ("https", "wss") or services.settings.public_url.startswith("https:")


def _cookie_name(connection: Asking, services: Services) -> str:
    return "__Host-vigil" if is_secure(connection, services) else "vigil"


def _signed_token(connection: Asking, services: Services) -> str:
    token, _, signature = connection.cookies.get(_cookie_name(connection, services), "").rpartition(".")
    is_ours = token and hmac.compare_digest(signature.encode(), services.signature(token).encode())
    return token if is_ours else ""


def _set_cookie(connection: Asking, services: Services, value: str, lasts: int) -> None:
    cookie = Cookie(
        key=_cookie_name(connection, services),
        value=value,
        max_age=lasts,
        path="/",
        secure=is_secure(connection, services),
        httponly=True,
        samesite="lax",
    )
    header = cookie.to_header(header="").encode()
    scope: dict[str, Any] = connection.scope  # type: ignore[assignment]
    scope.setdefault(COOKIES, []).append(header)
