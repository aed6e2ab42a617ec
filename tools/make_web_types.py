"""Makes what the browser table knows of the server's messages, from the OpenAPI document: web/src/api/messages.ts.

    python -m tools.make_web_types

The file holds every message twice: as a TypeScript type, and as a shape that the page checks what it receives against.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from vigil.server.app import create_app
from vigil.server.openapi import document
from vigil.server.settings import ServerSettings

FILE: Final = Path(__file__).parent.parent / "web" / "src" / "api" / "messages.ts"

RECEIVED: Final = (
    "TableNow", "PresenceNow", "Done", "Refusal", "Piles", "Hint", "Me", "Lobby", "Catalogue", "Invitation", "Invited",
    "Seated", "GamePage", "Positions", "GameHistory", "GamePages", "Profile", "ProfileSettings", "BlockedPeople",
    "ReportReceived", "ChallengeNow", "NoticesNow",
)  # fmt: skip
SENT: Final = ("Sent", "NewTable", "NewChallenge", "NewReport")

Schema = dict[str, Any]
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_HEAD: Final = """\
/** The server's messages. Made from its OpenAPI document by `python -m tools.make_web_types`: change them there. */

"""


def schemas() -> dict[str, Schema]:
    app = create_app(ServerSettings(database="sqlite:///:memory:"))
    found: dict[str, Schema] = document(app)["components"]["schemas"]
    return found


def text() -> str:
    """The whole file."""
    known = schemas()
    types = [_type_of(name, known[name]) for name in _reached(known, (*RECEIVED, *SENT))]
    shapes = {name: _shape_of(known[name]) for name in _reached(known, RECEIVED)}
    lines = [f"  {name}: {json.dumps(shape, separators=(',', ':'))}," for name, shape in shapes.items()]
    received = ["export interface Received {", *(f"  {name}: {name};" for name in RECEIVED), "}"]
    return (
        _HEAD + "\n\n".join(types) + "\n\n" + "\n".join(received) + "\n\nexport const SHAPES = {\n" + "\n".join(lines)
    ) + "\n} as const;\n"


def _reached(known: dict[str, Schema], roots: tuple[str, ...]) -> list[str]:
    """The schemas that these consist of, by name."""
    seen: set[str] = set()
    wanted = list(roots)
    while wanted:
        name = wanted.pop()
        if name not in seen:
            seen.add(name)
            wanted += _references(known[name])
    return sorted(seen)


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for each in schema:
            yield from _references(each)
    elif isinstance(schema, dict):
        if "$ref" in schema:
            yield _name(schema)
        for key, each in schema.items():
            if key != "discriminator":
                yield from _references(each)


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _alternatives(schema: Schema) -> list[Schema]:
    found: list[Schema] = schema.get("anyOf") or schema.get("oneOf") or []
    return found


# --- as TypeScript


def _type_of(name: str, schema: Schema) -> str:
    if "properties" not in schema:
        return f"export type {name} = {_typed(schema)};"
    required = schema.get("required", [])
    fields = [
        f"  {field}{'' if field in required else '?'}: {_typed(each)};" for field, each in schema["properties"].items()
    ]
    return "\n".join([f"export interface {name} {{", *fields, "}"]) if fields else f"export type {name} = object;"


def _typed(schema: Schema) -> str:
    if "$ref" in schema:
        return _name(schema)
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    if alternatives := _alternatives(schema):
        return " | ".join(_typed(each) for each in alternatives)
    if schema["type"] == "array":
        inner = _typed(schema["items"])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if schema["type"] == "object":
        return f"Record<string, {_typed(schema['additionalProperties'])}>"
    return _PLAIN[schema["type"]]


# --- as shapes


def _shape_of(schema: Schema) -> Any:
    if "properties" in schema:
        required = schema.get("required", [])
        return {
            field if field in required else f"{field}?": _shape_of(each) for field, each in schema["properties"].items()
        }
    if "$ref" in schema:
        return f"@{_name(schema)}"
    if "enum" in schema:
        # One word tells messages apart. Of many words a later server may know more than this page.
        return f"={schema['enum'][0]}" if len(schema["enum"]) == 1 else "string"
    if alternatives := _alternatives(schema):
        return ["or", *(_shape_of(each) for each in alternatives)]
    if schema["type"] == "array":
        return ["list", _shape_of(schema["items"])]
    if schema["type"] == "object":
        return ["map", _shape_of(schema["additionalProperties"])]
    return _PLAIN[schema["type"]]


def main() -> int:
    new = text()
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == new:
        print(f"{FILE} is up to date.")
        return 0
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(new, encoding="utf-8")
    print(f"Wrote {FILE}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
