"""A server to be killed: two bots at a table. It tells which table, and the process in which they think."""

from __future__ import annotations

import asyncio
import sys

from tests.helpers.journals import CLEO
from tests.helpers.thinking_tables import bots_at
from vigil.server.bot_players import BotPlayers
from vigil.server.host import Host
from vigil.storage.store import Store


async def serve(url: str) -> None:
    host = Host(await Store.open(url))
    host.here = lambda table_id: {CLEO}
    bot_players = BotPlayers(host, processes=1, pace=0.02)
    await bot_players.start()
    table = await bots_at(host, "random", "player", seed=4)
    while not bot_players.ready:
        await asyncio.sleep(0.05)
    (worker,) = bot_players._pool._workers.values()
    assert worker.process is not None
    print(table.id, worker.process.pid, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
