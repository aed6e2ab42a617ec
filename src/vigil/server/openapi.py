"""The API as a document, and its viewer: the routes as the application knows them, the messages as msgspec does.

The WebSocket has no place in OpenAPI: it is described under `x-websockets`, with the schemas of what goes either way.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, get

from vigil.table.messages import Done, Piles, PresenceNow, Refusal, TableNow
from vigil.table.refusals import Code

from .errors import CONFLICT, STATUS
from .notices import NoticesNow
from .notifications import YourTurn
from .static_files import viewer_response
from .websocket import Sent

TITLE: Final = "Vigil"
ABOUT: Final = (
    "Tables of the Ascension deckbuilding game. Every error is answered with a Refusal: a code for programs, a "
    "message, and a hint at what to do instead."
)
_REF: Final = "#/components/schemas/{name}"
_BESIDES: Final = (TableNow, PresenceNow, Piles, Done, Refusal, Sent, YourTurn, NoticesNow)


def document(app: Litestar) -> dict[str, Any]:
    schema = app.openapi_schema.to_schema()
    schema["info"]["description"] = _about()
    _, parts = msgspec.json.schema_components(_BESIDES, ref_template=_REF)
    schemas = schema.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(parts)
    schema["components"]["securitySchemes"] = {
        "cookie": {"type": "apiKey", "in": "cookie", "name": "vigil"},
        "token": {"type": "http", "scheme": "bearer"},
    }
    schema["security"] = [{}, {"cookie": []}, {"token": []}]
    for methods in schema["paths"].values():
        for operation in methods.values():
            _describe_refusals(operation)
    schema["x-websockets"] = {
        "/ws/tables/{table_id}": {
            "summary": "Follow a table and act at it",
            "parameters": {"since": "the last entry that the client has seen, 0 for none"},
            "receives": {"$ref": _REF.format(name="Sent")},
            "sends": {
                "anyOf": [{"$ref": _REF.format(name=name)} for name in ("TableNow", "PresenceNow", "Done", "Refusal")]
            },
        },
        "/ws/notices": {
            "summary": "Games that wait for you, and challenges, as they come",
            "sends": {"anyOf": [{"$ref": _REF.format(name=name)} for name in ("NoticesNow", "Refusal")]},
        },
    }
    return schema


def _about() -> str:
    rows = [f"| `{code}` | {STATUS.get(code, CONFLICT)} |" for code in Code]
    table = ["| code | HTTP status |", "| --- | --- |", *rows]
    return "\n".join([ABOUT, "", "<details><summary>Codes</summary>", "", *table, "", "</details>"])


def _describe_refusals(operation: dict[str, Any]) -> None:
    """Every status that is no success has one shape."""
    answer = {
        "description": "Refused: nothing has changed.",
        "content": {"application/json": {"schema": {"$ref": _REF.format(name="Refusal")}}},
    }
    good = {status: each for status, each in operation["responses"].items() if status.startswith("2")}
    operation["responses"] = {**good, "4XX": answer, "5XX": answer}


@cache
def _document_of(app: Litestar) -> dict[str, Any]:
    return document(app)


@get("/api/openapi.json", include_in_schema=False)
async def show_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    found = await asyncio.to_thread(_document_of, request.app)
    return Response(msgspec.json.encode(found), media_type="application/json")


@get("/api/docs", include_in_schema=False)
async def show_viewer() -> Response[Any]:
    return viewer_response()


HANDLERS = [show_document, show_viewer]
