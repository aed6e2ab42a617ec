"""Pools: games of one kind are compared with each other. The sets that are played with do not matter."""

from __future__ import annotations

from enum import StrEnum


class Pool(StrEnum):
    """Two players with a clock for the turn or the game; two with days for each turn; three and more; teams."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"
    MULTIPLAYER = "multiplayer"
    TEAM = "team"


def pool_of(players: int, is_team: bool, is_live: bool) -> Pool:
    if is_team:
        return Pool.TEAM
    if players > 2:
        return Pool.MULTIPLAYER
    return Pool.LIVE if is_live else Pool.CORRESPONDENCE
