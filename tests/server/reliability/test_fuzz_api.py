"""The API against whatever its own document allows and forbids: no fault, and every answer as the document says.

More of it: VIGIL_FUZZ=200 pytest -n auto tests/server/reliability/test_fuzz_api.py
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.helpers.servers import PATIENCE, Guest, Served, serving
from vigil.puzzles import load_puzzles
from vigil.ratings.pools import Pool
from vigil.server.app import create_app
from vigil.server.bot_players import BotPlayers
from vigil.server.openapi import document
from vigil.server.settings import ServerSettings
from vigil.storage.reviews import Depth

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = int(os.environ.get("VIGIL_FUZZ", "5"))
_numbers = count()
Known = dict[str, list[str]]


@cache
def described() -> dict[str, Any]:
    found: dict[str, Any] = document(create_app(ServerSettings(database="sqlite:///unused.sqlite")))
    return found


def names() -> list[str]:
    return [f"{method.upper()} {path}" for path, methods in described()["paths"].items() for method in methods]


@cache
def operations() -> dict[str, APIOperation[Any, Any, Any]]:
    """Everything that the document describes, by its name."""
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(described())))
    return {each.ok().label: each.ok() for each in schema.get_all_operations()}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with serving(f"sqlite:///{file}", bots=lambda host: BotPlayers(host, processes=1)) as found:
        yield found


def known_to(guest: Guest) -> Known:
    """What stands in paths and is there: a table before, in and after a game, an invitation, a person, a token."""
    tables = [
        guest.open(["me"], public=True),
        guest.open(["me", "me"], start=True),
        guest.open(["me", "me"], start=True, leaving="end"),
    ]
    ids = [each["id"] for each in tables]
    guest.act(ids[2], do="leave")
    invited = guest.good(guest.http.post(f"/api/tables/{ids[0]}/invitations", json={"seat": 1}))
    guest.good(guest.http.post("/api/me/tokens", json={"label": "mine"}))
    (mine,) = guest.good(guest.http.get("/api/me/tokens"))
    return {
        "table_id": ids,
        "token": [invited["token"]],
        "person": [guest.id],
        "token_id": [mine["id"]],
        "pool": list(Pool),
        "depth": list(Depth),
        "step": ["0", "1", "999"],
        "puzzle_id": [puzzle.id for puzzle in load_puzzles()[:3]],
        "date": ["2026-11-18", "2026-02-30", "today"],
        "month": ["2026-11", "2026-13"],
        # Daily deals; and administration: nobody here has a role, so it does not matter whether these exist.
        "kind": ["duel", "solitaire", "ban", "mute"],
        "report": [guest.id],
        "invitation": [guest.id],
        # Not the session of the requests themselves: whoever ends it asks as somebody new from then on.
        "session_id": ["0" * 64],
    }


def challenged(served: Served) -> Known:
    """People with accounts, of whom one has challenged the other."""
    names = [f"Somebody {next(_numbers)}" for _ in range(2)]
    one, _ = [served.guest().signs_up(name) for name in names]
    made = one.good(one.http.post("/api/challenges", json={"name": names[1]}))
    return {"challenge_id": [made["id"]], "name": names[:1]}


@st.composite
def cases(draw: st.DrawFn, operation: APIOperation[Any, Any, Any], known: Known) -> Case:
    """Two times in three the path leads to something; every second time the rest is wrong in some way."""
    names = [each.name for each in operation.path_parameters]
    path = {name: draw(st.sampled_from(known[name])) for name in names} if draw(st.integers(0, 2)) else {}
    mode = draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
    has_more = bool(operation.query) or bool(operation.headers) or bool(operation.body)
    if not has_more and (path or not names):
        mode = GenerationMode.POSITIVE
    return draw(operation.as_strategy(mode, path_parameters=path or None))


def test_every_operation_is_asked() -> None:
    assert set(operations()) == set(names())


@pytest.mark.parametrize("name", names())
def test_whatever_is_asked_the_answer_is_as_documented(served: Served, name: str) -> None:
    operation = operations()[name]
    guest = served.guest("Ada")
    known = known_to(guest)
    if {"challenge_id", "name"} & {each.name for each in operation.path_parameters}:
        known |= challenged(served)
    cookie = f"vigil={guest.http.cookies['vigil']}"

    @settings(
        max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=cases(operation, known))
    def ask(case: Case) -> None:
        answer = case.call(base_url=served.url, headers={"cookie": cookie}, timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)

    ask()
