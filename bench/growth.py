"""What grows in a long game: counted, not timed."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from bench.play_vigil import Table
from vigil.engine.rollout import RandomPolicy, rollout
from vigil.engine.scoring import owned

GAMES = 10
LOOKS = 20


@dataclass(frozen=True)
class Growth:
    """Means over the middle of one quarter of a few games."""

    turn: float
    cards: float
    """Of the player whose turn it is, wherever they lie."""
    constructs: float
    """Of the same player, in play."""
    options: float


def growth(table: Table, quarters: Sequence[int], games: int = GAMES) -> list[Growth]:
    """For each quarter. One decision says little about the options of many, so a few in a row are looked at."""
    looks: list[list[tuple[int, ...]]] = [[] for _ in quarters]
    for seed in range(games):
        length = rollout(table.deal(seed), RandomPolicy(seed))
        game, policy, made = table.deal(seed), RandomPolicy(seed), 0
        for quarter, seen in zip(quarters, looks, strict=True):
            made += rollout(game, policy, length * (2 * quarter - 1) // 8 - made)
            for _ in range(LOOKS):
                if game.decision is None:
                    break
                seat = game.turn.seat
                constructs = len(game.players[seat].constructs)
                seen.append((game.turn_number, len(owned(game, seat)), constructs, len(game.decision.options)))
                made += rollout(game, policy, 1)
    return [Growth(*map(fmean, zip(*seen, strict=True))) for seen in looks]
