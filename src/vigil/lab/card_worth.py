"""What taking a card is worth, measured in one game: what happens if it is taken, and what if it is not.

For each card that a player could have taken from the center in a game, one of the occasions is drawn at random, and the
game is played on from there twice: in one arm the player takes the card, in the other the quick policy chooses among
everything else, and leaves the card for the rest of the turn. Which arm a game gets could be decided by a coin; playing
both, in the same world, gives the same mean with a smaller variance. In each of these games one decision was forced.

One decision of the game is also judged by the evaluator of the reviews: what each card that could be taken there is
worth, compared with the best alternative.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

from vigil.bots.card_values import quick_policy
from vigil.bots.weights import fitted_weights
from vigil.engine.effects.acquire import Acquire, Defeat
from vigil.engine.options import END, Decision
from vigil.engine.piles import Pile
from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.rollout import rollout
from vigil.engine.scoring import scores
from vigil.engine.terms import ACQUIRE, DEFEAT, NOTHING
from vigil.review.playouts import Playouts

from .book import PHASES, share_won
from .tuning import MOST_DECISIONS
from .worth_sums import Measured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vigil.bots.policy import QuickPolicy
    from vigil.engine.options import Option
    from vigil.engine.records import Record
    from vigil.engine.setup import Setup
    from vigil.engine.state import GameState
    from vigil.review.playouts import Floats

FORCED: Final = "forced"
JUDGED: Final = "judged"

JUDGED_WORLDS: Final = 16
"""A judged decision is played on in so many worlds with each of its options."""


@dataclass(frozen=True)
class Occasion:
    """A position in which a card could be taken. Its game is a copy."""

    game: GameState

    @property
    def decision(self) -> Decision:
        assert self.game.decision is not None
        return self.game.decision


class Occasions:
    """Follows a game from outside, and draws the occasions: for each card one, for the judge one.

    Every occasion has the same chance, however many there are: the newest replaces the one that is kept with the chance
    one in the number of those met. Neither kind has to be drawn.
    """

    def __init__(self, seed: int, has_forced: bool = True, has_judged: bool = True) -> None:
        self._random = Random(seed)
        self._has_forced = has_forced
        self._has_judged = has_judged
        self._met: dict[int, int] = {}
        self._decisions = 0
        self.forced: dict[int, Occasion] = {}
        self.judged: Occasion | None = None

    def meet(self, game: GameState) -> None:
        """Call this for every real decision of a player's own turn, before the choice."""
        assert game.decision is not None
        cards = takeable(game.decision.options)
        if not cards:
            return
        here: Occasion | None = None
        for card in cards if self._has_forced else ():
            self._met[card] = self._met.get(card, 0) + 1
            if self._random.randrange(self._met[card]) == 0:
                here = here or Occasion(game.copy(quiet=True))
                self.forced[card] = here
        self._decisions += 1
        if self._has_judged and self._random.randrange(self._decisions) == 0:
            self.judged = here or Occasion(game.copy(quiet=True))


def takes(option: Option) -> bool:
    """Whether the option acquires or defeats a card, for the player whose turn it is."""
    return option.verb in (ACQUIRE, DEFEAT) and option.seat == NOTHING


def takeable(options: Sequence[Option]) -> list[int]:
    """The cards that can be taken."""
    return sorted({option.number for option in options if takes(option)})


def phase_of(game: GameState) -> str:
    whole = game.setup.pool()
    return PHASES[max(0, min(len(PHASES) - 1, len(PHASES) * (whole - game.pool) // whole))]


def worth_in(setup: Setup, occasions: Occasions, seed: int) -> Iterator[Measured]:
    """Measures what was drawn from one game."""
    policy = policy_for(setup)
    for number, (card, occasion) in enumerate(sorted(occasions.forced.items())):
        yield forced(occasion.game, card, policy, seed + number)
    if occasions.judged is not None:
        yield from judged(occasions.judged.game, playouts_for(setup), seed)


def measured_in(record: Record, setup: Setup, seed: int) -> Iterator[Measured]:
    """Measures the cards of a recorded game. From a forced decision on, the quick policy plays all seats."""
    game = record.begin(setup.library)
    policy = policy_for(setup)
    occasions = Occasions(seed)
    for index in range(len(record.choices)):
        choice = record.choice_in(game, index)
        assert game.decision is not None
        if game.decision.is_turn and not policy.is_routine(game.decision, choice):
            occasions.meet(game)
        game.choose(choice)
    yield from worth_in(setup, occasions, seed)


@lru_cache(maxsize=32)
def policy_for(setup: Setup) -> QuickPolicy:
    return quick_policy(setup, fitted_weights(setup))


@lru_cache(maxsize=32)
def playouts_for(setup: Setup) -> Playouts:
    return Playouts(setup)


# --- the forced decision


def forced(game: GameState, card: int, policy: QuickPolicy, seed: int) -> Measured:
    """Plays both arms of a forced decision to the end of the game."""
    decision = game.decision
    assert decision is not None
    seat = decision.seat
    world = _world(game, seed)
    taken, left = world.copy(), world
    taken.apply(_plainest(decision.options, card))
    policy.begin()
    _leave_for_this_turn(left, card, policy)
    for arm in (taken, left):
        policy.begin()
        rollout(arm, policy, MOST_DECISIONS)
    wins = [game_share(arm, seat) for arm in (taken, left)]
    leads = [_lead(arm, seat) for arm in (taken, left)]
    return Measured(FORCED, seat, game.turn_number, card, phase_of(game), wins[0] - wins[1], leads[0] - leads[1])


def _world(game: GameState, seed: int) -> GameState:
    """A copy in which the order of the center deck is fixed, so that both arms meet it."""
    world = game.copy(quiet=True)
    random = Random(seed)
    layers = world.deck.shown_layers()
    for layer in layers:
        random.shuffle(layer)
    world.deck = Pile.ordered([card for layer in layers for card in layer])
    return world


def _plainest(options: Sequence[Option], card: int) -> Option:
    """The option that takes the card in the usual way: for runes before power, with all discounts."""
    found = [option for option in options if option.number == card and takes(option)]
    return min(found, key=lambda option: (option.power != NOTHING, option.cuts != NOTHING))


def _leave_for_this_turn(game: GameState, card: int, policy: QuickPolicy) -> None:
    """Plays the turn to its end without the card: the player neither pays for it nor takes it by an effect."""
    seat, turn = game.turn.seat, game.turn_number
    for _ in range(MOST_DECISIONS):
        decision = game.decision
        if decision is None or game.turn_number != turn:
            return
        game.apply(policy.pick(game, _without(decision, card) if decision.seat == seat else decision))


def _without(decision: Decision, card: int) -> Decision:
    if decision.options[-1] is not END and not isinstance(decision.frame.effect, (Acquire, Defeat)):
        return decision
    left = [
        option
        for option in decision.options
        if option.number != card or (decision.options[-1] is END and option.verb not in (ACQUIRE, DEFEAT))
    ]
    return Decision(decision.seat, left, decision.frame) if left else decision


def game_share(game: GameState, seat: int) -> float:
    """The seat's share of a finished game: 1 for a win, also one with a teammate."""
    return share_won(game, seat) * (2 if game.setup.team else 1)


def _lead(game: GameState, seat: int) -> float:
    """The seat's final score less the mean score of its opponents."""
    found = scores(game)
    others = (
        [float(cult_score(game))] if game.setup.solitaire else [float(found[each]) for each in game.opponents(seat)]
    )
    return found[seat] - sum(others) / len(others)


# --- the judge


def judged(game: GameState, playouts: Playouts, seed: int) -> Iterator[Measured]:
    """Compares every card that can be taken with the best alternative to it, from what the player may know."""
    decision = game.decision
    assert decision is not None
    values = _values(game, decision, playouts, seed)
    for card in takeable(decision.options):
        mine = [place for place, each in enumerate(decision.options) if each.number == card and takes(each)]
        others = [place for place in range(len(decision.options)) if place not in mine]
        gain = gain_of(values[:, mine], values[:, others])
        yield Measured(JUDGED, decision.seat, game.turn_number, card, phase_of(game), gain / 100, 0.0)


def _values(game: GameState, decision: Decision, playouts: Playouts, seed: int) -> Floats:
    """The win chance of the deciding seat in points: a row for each world, a column for each option."""
    view = game.view(decision.seat)
    games = []
    for world in range(JUDGED_WORLDS):
        base = view.sample(seed + world).copy(quiet=True)
        for option in decision.options:
            twin = base.copy()
            twin.apply(option)
            games.append(twin)
    values = playouts.values(games, game.turn_number, game.turn.seat)[:, decision.seat]
    return values.reshape(JUDGED_WORLDS, len(decision.options))


def gain_of(mine: Floats, others: Floats) -> float:
    """How much better one group of options is than another, each by its best.

    Whatever looks best in some worlds was lucky in them. So the best are found in one half of the worlds and compared
    in the other, and the other way round.
    """
    halves = (slice(0, None, 2), slice(1, None, 2))
    found = []
    for picked, measured in (halves, halves[::-1]):
        best, alternative = (int(each[picked].mean(axis=0).argmax()) for each in (mine, others))
        found.append(float((mine[measured, best] - others[measured, alternative]).mean()))
    return sum(found) / 2
