"""The game of a challenge that everybody has accepted.

Everything here may be done twice, at one worker or at two: the id of the table follows from the challenge, and each
action has a key, so the second time changes nothing. A challenge that was accepted just before a server died is begun
when it starts again.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from vigil.storage.challenges import Challenge
from vigil.table import actions as do
from vigil.table.actions import Action

if TYPE_CHECKING:
    from .services import Services

log = logging.getLogger("vigil.web")


async def begin(services: Services, challenge: Challenge) -> str:
    """The id of the table."""
    owner = challenge.challenger
    table = await services.host.open(
        owner, challenge.settings, table_id=services.signature(f"challenge:{challenge.id}")
    )
    for place, seat in enumerate(challenge.seats):
        action: Action = do.Sit(place, seat.name) if seat.person else do.SeatBot(place, seat.bot)
        await services.host.act(table.id, seat.person or owner, action, f"challenge-{place}")
    await services.host.act(table.id, owner, do.Start(), "challenge-start")
    await services.challenges.started(challenge.id, table.id, services.clock.now())
    services.notices.tell(challenge.people())
    return table.id


async def begin_accepted(services: Services) -> None:
    """Begins what a server that died has left behind."""
    for challenge in await services.challenges.unstarted():
        try:
            await begin(services, challenge)
        except Exception:
            log.exception("challenge %s could not be begun", challenge.id)
