"""Who asks: somebody with the cookie of a session, a program with a personal token, or nobody in particular.

The cookie holds a random name of a session and the server's signature of it: what this server has not signed is never
looked for in the database. Its flags keep it away from scripts (HttpOnly), from other sites (SameSite), and, where
the server is reached by https, from the open line (Secure, and a name that only such a cookie may have).

A guest who signs in to an account does not vanish: a second cookie remembers the guest's session, so that the guest's
games can be merged into the account, or played on after signing out.
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

from vigil.storage.administration import Role
from vigil.storage.people import Person
from vigil.table.clocks import DAY
from vigil.table.refusals import Code, Refused

from .devices import device_name
from .rate_limits import address_key
from .services import Services

Asking = ASGIConnection[Any, Any, Any, Any]

COOKIES: Final = "vigil.cookies"
"""Where in the scope of a request the middleware finds the cookies to be set."""
GUEST: Final = "-guest"
"""What the name of the second cookie ends with."""
SIGN_OUT: Final = ("DELETE", "/api/session")
"""What a banned guest may still do."""
_ACCOUNT_ROUTES: Final = (["api", "me"], ["api", "session"], ["api", "sessions"], ["api", "admin"])
"""How the paths of everything begin that belongs to the account itself, and of administration."""


_WAYS_IN: Final = (
    ("GET", "/api/session"),
    ("POST", "/api/session"),
    SIGN_OUT,
    ("POST", "/api/session/recovery"),
    ("POST", "/api/me/account"),
)
"""What somebody without an account may do where everybody needs one."""


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
        await services.moderation.require_not_banned(found)
        return Visitor(found, token.strip(), address)
    proof = _signed_token(connection, services)
    person = await services.people.of_session(proof, services.clock.now()) if proof else None
    if services.settings.accounts_only and (person is None or person.is_guest):
        _require_way_in(scope)
    if person is None:
        return Visitor(None, "", address)
    if (scope.get("method"), scope["path_template"]) != SIGN_OUT:
        await services.moderation.require_not_banned(person)
    return Visitor(person, proof, address)


def _require_way_in(scope: Scope) -> None:
    """On a server for accounts alone, everybody else may only come in: sign in, register, or use a recovery code."""
    if (scope.get("method"), scope["path_template"]) not in _WAYS_IN:
        raise Refused(Code.ACCOUNT_REQUIRED, "This server is for people with an account.", "Sign in.")


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
    if services.settings.accounts_only and services.settings.registration == "closed":
        # Only whoever registers comes here without a name, and nobody may.
        raise Refused(Code.REGISTRATION_CLOSED, "This server takes no new accounts.", "Sign in, if you have one.")
    services.limits.spend("guest", visitor.address)
    guest = await services.people.add_guest(f"Guest {secrets.randbelow(9_000) + 1_000}", services.clock.now())
    return await signed_in(ASGIConnection(scope), services, guest)


async def signed_in(connection: Asking, services: Services, person: Person) -> Visitor:
    """A new session; its cookie goes along with the answer."""
    await services.moderation.require_not_banned(person)
    lasts = services.settings.session_days * DAY
    device = device_name(connection.headers.get("user-agent", ""))
    proof = await services.people.open_session(person.id, services.clock.now(), lasts, device)
    _set_cookie(connection, services, proof)
    return Visitor(person, proof, address_of(connection))


async def signed_out(connection: Asking, services: Services) -> None:
    """Whoever was a guest on this device before signing in is that guest again."""
    guest = await earlier_guest(connection, services)
    _set_cookie(connection, services, guest.proof if guest is not None else "")
    if guest is not None:
        forget_guest(connection, services)


# --- the guest that somebody was before


def keep_guest(connection: Asking, services: Services, proof: str) -> None:
    """The session of a guest, while somebody is signed in to an account."""
    _set_cookie(connection, services, proof, GUEST)


def forget_guest(connection: Asking, services: Services) -> None:
    _set_cookie(connection, services, "", GUEST)


async def earlier_guest(connection: Asking, services: Services) -> Visitor | None:
    proof = _signed_token(connection, services, GUEST)
    person = await services.people.of_session(proof, services.clock.now()) if proof else None
    if person is None or not person.is_guest or (person.banned_until or 0.0) > services.clock.now():
        return None
    return Visitor(person, proof, address_of(connection))


# --- cookies


def is_secure(connection: Asking, services: Services) -> bool:
    return connection.scope["scheme"] in ("https", "wss") or services.settings.public_url.startswith("https:")


def _cookie_name(connection: Asking, services: Services, kind: str = "") -> str:
    return ("__Host-vigil" if is_secure(connection, services) else "vigil") + kind


def _signed_token(connection: Asking, services: Services, kind: str = "") -> str:
    token, _, signature = connection.cookies.get(_cookie_name(connection, services, kind), "").rpartition(".")
    is_ours = token and hmac.compare_digest(signature.encode(), services.signature(token).encode())
    return token if is_ours else ""


def _set_cookie(connection: Asking, services: Services, proof: str, kind: str = "") -> None:
    """Without a proof the cookie is removed."""
    cookie = Cookie(
        key=_cookie_name(connection, services, kind),
        value=f"{proof}.{services.signature(proof)}" if proof else "",
        max_age=services.settings.session_days * DAY if proof else 0,
        path="/",
        secure=is_secure(connection, services),
        httponly=True,
        samesite="lax",
    )
    header = cookie.to_header(header="").encode()
    scope: dict[str, Any] = connection.scope  # type: ignore[assignment]
    scope.setdefault(COOKIES, []).append(header)


# --- operators and moderators

Staff = SkipValidation[NamedDependency[Visitor]]
"""What the routes of administration ask for: a `moderator` (or an operator), or an `operator`."""


async def moderator(scope: Scope, services: InjectedServices) -> Visitor:
    return await _staff(scope, services, {Role.MODERATOR, Role.OPERATOR})


async def operator(scope: Scope, services: InjectedServices) -> Visitor:
    return await _staff(scope, services, {Role.OPERATOR})


async def _staff(scope: Scope, services: Services, roles: set[str]) -> Visitor:
    visitor = await visitor_of(scope, services)
    if visitor.person is None:
        raise Refused(Code.UNAUTHENTICATED, "This requires an identity.", "Sign in.")
    if visitor.person.role not in roles:
        raise Refused(Code.FORBIDDEN, "Your role does not allow this.", "Ask an operator of the server.")
    return visitor
