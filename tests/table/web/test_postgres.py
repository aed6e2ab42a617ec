"""What several workers on one PostgreSQL owe people, and what happens while it is away."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import asyncpg
import pytest

from .servers import serving


def test_whoever_signs_out_is_signed_out_at_every_worker(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and not when the connections are looked at the next time."""
    monkeypatch.setattr("vigil.table.web.house.AGAIN", 3600.0)
    with serving(postgres_url) as first, serving(postgres_url) as second:
        ada = first.guest("Ada")
        table = ada.open(["me"])["id"]
        cookie = f"vigil={ada.http.cookies['vigil']}"
        line = second.guest().line(table, cookie=cookie)
        assert line.told()["you"] == ada.id
        ada.good(ada.http.delete("/api/sessions"))
        assert line.ended() == (4001, "You were signed out.")


def test_nobody_meets_a_connection_that_the_database_has_closed(postgres_url: str) -> None:
    """As after a restart of PostgreSQL: those in the pool are dead, and do not know it."""

    async def end_all() -> None:
        connection = await asyncpg.connect(postgres_url)
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        await connection.execute(f"{others} AND backend_type = 'client backend'")
        await connection.close()

    with serving(postgres_url) as served:
        ada = served.guest("Ada")
        table = ada.open(["me"])["id"]
        with ThreadPoolExecutor(5) as five:

            def status(_: int) -> int:
                return ada.post(table, do="say", text="hello").status_code

            assert set(five.map(status, range(10))) == {200}
            asyncio.run(end_all())
            assert set(five.map(status, range(10))) == {200}
