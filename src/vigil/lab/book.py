"""The book of decisions: real decisions whose every option was played to the end of the game in many possible worlds.

It says what a choice costs, in chances to win, so a bot can be measured by its choices: a thousand decisions tell more
than hours of games. The decisions come from games of a bot that never changes, one from each game, with every set and
all sets together, two to four players and all phases of the game in turn. A world deals the hidden cards and puts the
center deck in order; all options meet the same worlds, and the quick policy plays all seats to the end.

A decision depends on the plan and its number alone. `docs/book.md` says what the bots lose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.bots import question_kinds
from vigil.cards import LIBRARY
from vigil.engine.piles import Pile
from vigil.engine.records import Record
from vigil.engine.rollout import rollout
from vigil.engine.setup import Setup, deal

from .frozen_bots import Expert2026
from .matches import seed_of
from .tuning import MOST_DECISIONS

if TYPE_CHECKING:
    from vigil.bots.policy import QuickPolicy
    from vigil.engine.options import Decision
    from vigil.engine.state import GameState
    from vigil.engine.view import SeatView

    from .workers import Workers

EARLY: Final = "early"
MIDDLE: Final = "middle"
LATE: Final = "late"
PHASES: Final = (EARLY, MIDDLE, LATE)
"""More than two thirds of the honor pool are left; more than one third; less."""

TURN: Final = "turn"
BANISH: Final = "banish"
GIVE_UP: Final = "give up"
TAKE: Final = "take"
OTHER: Final = "other"
_KINDS: Final = {
    question_kinds.BANISH: BANISH,
    question_kinds.DISCARD: GIVE_UP,
    question_kinds.DESTROY: GIVE_UP,
    question_kinds.KEEP_ONE: GIVE_UP,
    question_kinds.TAKE: TAKE,
    question_kinds.DEFEAT: TAKE,
    question_kinds.COPY: TAKE,
    question_kinds.TAKE_DISCARDED: TAKE,
}
KINDS: Final = (TURN, BANISH, TAKE, GIVE_UP, OTHER)
"""What a decision is about: what to do next in the own turn; which card to banish, to take for nothing, to give up."""


@dataclass(frozen=True)
class BookPlan:
    """What a book is made of. Another seed gives other decisions."""

    seed: int = 0
    worlds: int = 1000


class Table(NamedTuple):
    """Where a decision comes from."""

    sets: tuple[str, ...]
    players: int
    phase: str


def table_of(number: int) -> Table:
    """The tables take turns, so that a book is balanced however many decisions it has."""
    sets = [*((name,) for name in LIBRARY.sets), tuple(LIBRARY.sets)]
    phase = PHASES[(number + number // 15) % len(PHASES)]
    return Table(sets[number % len(sets)], 2 + number % 3, phase)


@dataclass(frozen=True)
class Entry:
    """A decision of the book.

    `record` leads to the position. `options` are the options' texts; `halves` holds the chance to win with each option
    twice, in the even and in the odd worlds; `errors` is the standard error of the difference to the best option, over
    all worlds.
    """

    number: int
    phase: str
    kind: str
    record: Record
    worlds: int
    options: tuple[str, ...]
    halves: tuple[tuple[float, ...], tuple[float, ...]]
    errors: tuple[float, ...]

    @property
    def sets(self) -> tuple[str, ...]:
        return tuple(self.record.setup["sets"])

    @property
    def players(self) -> int:
        return int(self.record.setup["players"])

    @property
    def values(self) -> tuple[float, ...]:
        """The chance to win with each option."""
        even, odd = self.halves
        return tuple((one + other) / 2 for one, other in zip(even, odd, strict=True))

    def loss(self, choice: int) -> float:
        """What the choice gives away, as a chance to win.

        Whatever looks best in some worlds was lucky in them. So the best option is found in half of the worlds, and
        how much better it is than the choice, in the other half. Where the two are about equal, a loss can be negative.
        """
        even, odd = self.halves
        best_even, best_odd = even.index(max(even)), odd.index(max(odd))
        return (odd[best_even] - odd[choice] + even[best_odd] - even[choice]) / 2


# --- making


def make_entries(plan: BookPlan, numbers: list[int], workers: Workers) -> Iterator[Entry]:
    """The decisions of these numbers, each as soon as it is ready."""
    return workers.results(make_entry, plan, numbers)


def make_entry(plan: BookPlan, number: int) -> Entry:
    table = table_of(number)
    found = _find(plan, number, table)
    view = found.view
    decision = view.decision
    assert decision is not None
    policy = Expert2026().make_policy(view.setup)
    results = play_out(view, policy, plan, number)
    halves = (_means(results, 0), _means(results, 1))
    best = max(results, key=sum)
    return Entry(
        number,
        table.phase,
        kind_of(decision, policy),
        found.record,
        plan.worlds,
        tuple(decision.texts()),
        halves,
        tuple(round(_error_of_difference(best, each), 5) for each in results),
    )


class Found(NamedTuple):
    """A position with a decision: how it came about, and what the seat sees."""

    record: Record
    view: SeatView


def _find(plan: BookPlan, number: int, table: Table) -> Found:
    """A decision of a game at this table, any of the phase with the same chance."""
    random = Random(f"book {plan.seed} {number}")
    setup = Setup(LIBRARY, table.players, table.sets)
    while True:
        found = list(_decisions(setup, random.getrandbits(48), table.phase))
        if found:
            return random.choice(found)


def _decisions(setup: Setup, seed: int, phase: str) -> Iterator[Found]:
    """The decisions of this phase of a game that are worth a thought."""
    game = deal(setup, seed)
    record = Record.of(game)
    bots = [Expert2026(seed_of(seed, seat)) for seat in range(setup.players)]
    policy = bots[0].make_policy(setup)
    pool = game.pool
    while (decision := game.decision) is not None:
        view = game.view(decision.seat)
        now = PHASES[min(len(PHASES) - 1, len(PHASES) * (pool - game.pool) // pool)]
        if now == phase and len(decision.options) > 1 and not _is_routine(policy, view, decision):
            yield Found(Record(record.setup, record.seed, list(record.choices), rules=record.rules), view)
        record.choose(game, bots[decision.seat].choose(view, decision))


def _is_routine(policy: QuickPolicy, view: SeatView, decision: Decision) -> bool:
    policy.begin()
    return policy.is_routine(decision, policy.pick(view.sample(0), decision))


def kind_of(decision: Decision, policy: QuickPolicy) -> str:
    if decision.is_turn:
        return TURN
    return _KINDS.get(policy.values.effects[decision.frame.effect.number].question, OTHER)


def play_out(view: SeatView, policy: QuickPolicy, plan: BookPlan, number: int) -> list[list[float]]:
    """For every option what the seat won in each world: a game, its share of one, or nothing."""
    assert view.decision is not None
    options = view.decision.options
    results: list[list[float]] = [[] for _ in options]
    for world in range(plan.worlds):
        base = sample_world(view, seed_of(plan.seed, number, world))
        for option, won in zip(options, results, strict=True):
            game = base.copy()
            game.apply(option)
            policy.begin()
            rollout(game, policy, MOST_DECISIONS)
            won.append(share_won(game, view.seat))
    return results


def share_won(game: GameState, seat: int) -> float:
    """The seat's share of a game that has been played out; seats that win together share it."""
    return (seat in game.winners) / max(1, len(game.winners))


def sample_world(view: SeatView, seed: int) -> GameState:
    """A game that could be the real one. The order of the center deck is fixed, so that all options meet it."""
    game = view.sample(seed).copy(quiet=True)
    random = Random(seed)
    layers = game.deck.shown_layers()
    for layer in layers:
        random.shuffle(layer)
    game.deck = Pile.ordered([card for layer in layers for card in layer])
    return game


def _means(results: list[list[float]], half: int) -> tuple[float, ...]:
    return tuple(round(sum(each[half::2]) / len(each[half::2]), 5) for each in results)


def _error_of_difference(one: list[float], other: list[float]) -> float:
    differences = [mine - theirs for mine, theirs in zip(one, other, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    return sqrt(sum((each - mean) ** 2 for each in differences) / max(1, count - 1) / count)
