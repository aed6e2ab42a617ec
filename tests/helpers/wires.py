"""The application without a network: the bytes that it hands over to be sent."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any

from litestar import Litestar

PATIENCE = 20.0


class Wire:
    """A WebSocket as the application sees it. After the block it is closed, and the application knows."""

    def __init__(self, app: Litestar, path: str, cookie: str = "") -> None:
        headers = [(b"host", b"localhost"), *([(b"cookie", cookie.encode())] if cookie else [])]
        self._app = app
        self._scope: dict[str, Any] = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 5),
            "server": ("127.0.0.1", 8470),
            "subprotocols": [],
            "extensions": {},
        }
        self._to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._from_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def __aenter__(self) -> Wire:
        self._task = asyncio.create_task(self._app(self._scope, self._to_app.get, self._from_app.put))  # type: ignore[arg-type]
        await self._to_app.put({"type": "websocket.connect"})
        assert (await self._next())["type"] == "websocket.accept"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._to_app.put({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(PATIENCE):
            await self._task

    async def _next(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            return await self._from_app.get()

    async def send(self, text: str) -> None:
        await self._to_app.put({"type": "websocket.receive", "text": text})

    async def receive(self) -> bytes:
        message = await self._next()
        assert message["type"] == "websocket.send", message
        return str(message["text"]).encode()
