"""Positions to ask bots about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tests.helpers.redealing import redealt
from vigil.bots import Bot, Budget, make_bot
from vigil.cards import LIBRARY, new_state
from vigil.engine.options import Decision, Option
from vigil.engine.state import GameState
from vigil.engine.view import SeatView

SETS = list(LIBRARY.sets)
TABLES = [
    *((players, sets, "standard") for sets in (*([name] for name in SETS), SETS) for players in (2, 3, 4)),
    *((4, sets, "team") for sets in ([SETS[0]], [SETS[3]], SETS)),
    *((1, sets, "solitaire") for sets in (*([name] for name in SETS), SETS)),
]
PER_GAME = 24
CARELESS, CAREFUL = "random", "advanced"
COSTLY = {"expert", "master"}
"""Bots that search: they are asked less often."""

FEW_NODES = 32


@dataclass(frozen=True)
class Position:
    """A game in which `decision` is open."""

    story: str
    game: GameState

    @property
    def decision(self) -> Decision:
        assert self.game.decision is not None
        return self.game.decision

    @property
    def view(self) -> SeatView:
        return self.game.view(self.decision.seat)

    @property
    def has_known_top(self) -> bool:
        return bool(self.game.deck.layers) or any(player.deck.layers for player in self.game.players)

    def twin(self, seed: int) -> Position:
        """The same to the player who decides, and to nobody else."""
        return Position(f"{self.story}, dealt anew", redealt(self.game, self.decision.seat, Random(seed)))


FIRST_SEED = 0x5EED_5000
"""No other game of the process has such seeds: where one is found, something knows these games."""


@lru_cache(maxsize=1)
def positions() -> tuple[Position, ...]:
    """From games of careless and of careful players at every kind of table: turns, and the questions of cards."""
    return tuple(
        position
        for number, (players, sets, variant) in enumerate(TABLES)
        for driver in (CARELESS, CAREFUL)
        for position in _picked(_played(new_state(players, sets, variant, seed=FIRST_SEED + number), driver), number)
    )


def _played(game: GameState, driver: str) -> Iterator[Position]:
    bots = [make_bot(driver, seat) for seat in range(len(game.players))]
    name = "+".join(game.setup.sets)
    for decision in decisions(game, bots):
        if len(decision.options) > 1:
            story = f"{driver} players, {len(bots)} at {name}, {game.setup.variant}, version {game.version}"
            yield Position(story, game.copy())


def _picked(played: Iterator[Position], seed: int) -> list[Position]:
    """A few of all, so that what is rare in a game is not rare among them."""
    random = Random(seed)
    turns: list[Position] = []
    questions: list[Position] = []
    stacked: list[Position] = []
    for each in played:
        kind = stacked if each.has_known_top else turns if each.decision.is_turn else questions
        kind.append(each)
    found = [each for kind in (stacked, questions) for each in random.sample(kind, min(8, len(kind)))]
    return found + random.sample(turns, PER_GAME - len(found))


def decisions(
    game: GameState, bots: list[Bot], chosen: Callable[[GameState, int, Option], None] | None = None
) -> Iterator[Decision]:
    """Plays the game itself to its end; every decision, before it is taken.

    `chosen` is told the game, the seat and the choice, before anything has come of it.
    """
    while (decision := game.decision) is not None:
        yield decision
        choice = bots[decision.seat].choose(game.view(decision.seat), decision)
        if chosen is not None:
            chosen(game, decision.seat, choice)
        game.choose(choice)


# --- asking


def thinker(name: str, seed: int = 0) -> Bot:
    """A bot that thinks for a short and counted while: the same on every machine."""
    return make_bot(name, seed, Budget(nodes=FEW_NODES))


def thought(name: str, position: Position, seed: int = 5) -> tuple[Option, dict[Option, float]]:
    """What a newcomer of that name does here, and what it thinks of every option."""
    view, decision = position.view, position.decision
    choice = thinker(name, seed).choose(view, decision)
    values = getattr(thinker(name, seed), "values", None)
    return choice, {} if values is None else values(view, decision)
