"""Rated games that are over soon, at hosts as the workers of a server have them."""

from __future__ import annotations

from typing import Any

from vigil.server.host import Host
from vigil.table import actions as do
from vigil.table.clocks import PerTurn
from vigil.table.settings import TableSettings
from vigil.table.table import Table


async def begun(host: Host, *people: str, **settings: Any) -> Table:
    """These people play a rated game, and everybody has had a turn."""
    asked = TableSettings(players=len(people), rated=True, **{"clock": PerTurn(60), **settings})
    table = await host.open(people[0], asked)
    for seat, person in enumerate(people):
        await host.act(table.id, person, do.Sit(seat))
    await host.act(table.id, people[0], do.Start())
    while (now := await host.table(table.id)).is_first_round:
        seat = now.deciding
        await host.act(table.id, now.seats[seat].person, do.Choose(seat, now.version, "end turn"))
    return now


async def won(host: Host, winner: str, loser: str, **settings: Any) -> str:
    """A game of two that the loser has left; the id of its table."""
    table = await begun(host, winner, loser, **settings)
    await host.act(table.id, loser, do.Leave())
    return table.id
