"""A server to be killed: two bots at a table. It tells which table, and the process in which they think."""

from __future__ import annotations

import asyncio
import sys

from tests.helpers.journals import CLEO
from tests.helpers.thinking_tables import bots_at
from vigil.table.host import Host
from vigil.table.store import Store
from vigil.table.thinking import Thinkers


async def serve(url: str) -> None:
    host = Host(await Store.open(url))
    host.here = lambda table_id: {CLEO}
    thinkers = Thinkers(host, processes=1, pace=0.02)
    await thinkers.start()
    table = await bots_at(host, "random", "player", seed=4)
    while not thinkers.ready:
        await asyncio.sleep(0.05)
    (worker,) = thinkers._crew._workers.values()
    assert worker.process is not None
    print(table.id, worker.process.pid, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
