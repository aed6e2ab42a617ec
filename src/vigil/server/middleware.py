"""What happens to every request before the application sees it, and to every answer before it leaves.

Before: the name that it is sent to, the limits of the address, and whether another site is behind it. After: headers
that keep a browser from running, embedding or guessing anything that was not meant, the cookies, a line in the log, and
the numbers.

Against requests that other sites make with the visitor's cookie the browser itself is asked: `Sec-Fetch-Site` and
`Origin` say where a request comes from, and no page can change them. A program sends neither, and no cookie that it
does not have. Whoever sends a personal token needs no such care: browsers do not add tokens by themselves.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Receive, Send

from vigil.table.messages import Refusal
from vigil.table.refusals import Code, Refused

from .errors import CONFLICT, STATUS
from .rate_limits import RateLimited, address_key
from .services import Services
from .sessions import COOKIES
from .static_files import HASHED

log = logging.getLogger("vigil.web")
Scope = dict[str, Any]
"""What the server says about a request, in the words of ASGI."""

SAFE: Final = ("GET", "HEAD", "OPTIONS")
HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_HEADERS: Final = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_NOT_KEPT: Final = (b"cache-control", b"no-store")
_HTTPS_ONLY: Final = (b"strict-transport-security", b"max-age=31536000")
_UNLIMITED: Final = ("/health", "/metrics")


def header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _name_in(host: str) -> str:
    """What a Host header says, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return host


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Middleware:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._origins = services.settings.allowed_origins
        self._names = services.settings.allowed_names
        self._is_public_https = services.settings.public_url.startswith("https:")

    async def pass_through(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 0

        async def sending(message: Any) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                message["headers"] = self._headers(scope, message["headers"])
            await send(message)

        try:
            self._check(scope)
        except Refused as refused:
            await _refuse(scope, sending, refused)
        else:
            await app(scope, receive, sending)  # type: ignore[arg-type]
        if scope["type"] == "http":
            self._count(scope, status, time.perf_counter() - began)

    def _check(self, scope: Scope) -> None:
        if scope["path"] != "/health":
            self._check_name(header(scope, b"host"))
        client = scope.get("client")
        if scope["path"] not in _UNLIMITED:
            kind = "file" if scope["path"].startswith(HASHED) else "request"
            self._services.limits.spend(kind, address_key(client[0] if client else ""))
        is_write = scope["type"] == "websocket" or scope["method"] not in SAFE
        if is_write and not header(scope, b"authorization"):
            self._check_site(scope)

    def _check_name(self, host: str) -> None:
        """Another site can have its own name lead to this server, and is then the same site to the browser."""
        name = _name_in(host)
        if name and "*" not in self._names and name not in self._names and not _is_address(name):
            raise Refused(Code.CROSS_SITE, f'This server is not called "{name}".', "Add it to VIGIL_NAMES.")

    def _check_site(self, scope: Scope) -> None:
        origin = header(scope, b"origin").lower()
        if origin in self._origins:
            return
        site = header(scope, b"sec-fetch-site")
        is_foreign = site not in ("", "same-origin", "none")
        if origin:
            is_foreign = is_foreign or urlsplit(origin).netloc != header(scope, b"host").lower()
        if is_foreign:
            raise Refused(
                Code.CROSS_SITE, "This request comes from another site.", "Use this server's own page, or a token."
            )

    def _headers(self, scope: Scope, given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        found = [*given, *_HEADERS]
        if not any(name.lower() == b"cache-control" for name, _ in found):
            found.append(_NOT_KEPT)
        if self._is_public_https or scope["scheme"] in ("https", "wss"):
            found.append(_HTTPS_ONLY)
        return found + [(b"set-cookie", cookie) for cookie in scope.get(COOKIES, ())]

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        # The template and not the path: an invitation is a secret, and it stands in the path.
        route = scope.get("path_template", "") or "(none)"
        self._services.metrics.request(scope["method"], route, status, seconds)
        fields = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.log(logging.DEBUG if route == "/health" else logging.INFO, "request", extra={"fields": fields})


async def _refuse(scope: Scope, send: Any, refused: Refused) -> None:
    status = STATUS.get(refused.code, CONFLICT)
    headers = [(b"content-type", b"application/json")]
    if isinstance(refused, RateLimited):
        headers.append((b"retry-after", str(refused.seconds).encode()))
    body = msgspec.json.encode(Refusal.of(refused))
    kind = "http.response"
    if scope["type"] == "websocket":
        kind = "websocket.http.response"
        if kind not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 4000 + status, "reason": refused.message})
            return
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
