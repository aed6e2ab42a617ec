"""The review of a recorded game: `reviewing` computes it step by step, `review_record` at once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from hashlib import blake2b
from json import dumps
from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.bots.network import Network
from vigil.engine.errors import VigilError
from vigil.engine.scoring import scores
from vigil.engine.terms import NOTHING, seat_name
from vigil.engine.view import SPECTATOR

from . import model
from .account import account
from .budget import FULL, ReviewBudget
from .decisions import corrected, review_decision
from .judge import JUDGE_VERSION, Judge
from .labels import luck_label
from .luck import DEAL, HAND, Luck, LuckMeter, event_after
from .model import DecisionReview, LuckReview, Review, TurnReview
from .players import player_review
from .playouts import Playouts, network_hash, result
from .references import reference_rates
from .statistics import points
from .turning_points import turning_points

if TYPE_CHECKING:
    from vigil.engine.library import Library
    from vigil.engine.options import Option
    from vigil.engine.records import Record
    from vigil.engine.state import GameState

SEED: Final = 0
"""The seed of the sampled worlds, if nothing else is said."""


class GameInProgress(VigilError):
    """The game is not over, so a review could tell a player what the others hold."""


class Progress(NamedTuple):
    """How far a review is: so many of the record's choices."""

    done: int
    total: int


def review_record(
    record: Record,
    library: Library,
    budget: ReviewBudget = FULL,
    *,
    abandoned: bool = False,
    network: Network | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Review:
    """Reviews a game at once. `progress` is called after every choice; an exception from it stops the review."""
    steps = reviewing(record, library, budget, abandoned=abandoned, network=network)
    while True:
        try:
            done = next(steps)
        except StopIteration as stop:
            found: Review = stop.value
            return found
        if progress is not None:
            progress(done)


def reviewing(
    record: Record,
    library: Library,
    budget: ReviewBudget = FULL,
    *,
    abandoned: bool = False,
    network: Network | None = None,
) -> Generator[Progress, None, Review]:
    """Reviews a game in slices: yields after every choice and returns the review. Close the generator to cancel it.

    An `abandoned` game is one that will not be continued; a game in progress is refused. Raises `BadRecord` for a
    record that is damaged, and whatever else is wrong with it before the first slice.
    """
    end = record.verify(library)
    if not end.over and not abandoned:
        raise GameInProgress(
            "The game is not over, and games in progress are not reviewed. Finish it first; "
            "a game that nobody will continue can be reviewed as an abandoned one."
        )
    return _reviewing(record, library, budget, network)


def _reviewing(
    record: Record, library: Library, budget: ReviewBudget, network: Network | None
) -> Generator[Progress, None, Review]:
    game = record.begin(library)
    work = _Work(game, budget, network)
    work.begin(game, is_dealt=record.position is None)
    for index in range(len(record.choices)):
        work.take_step(game, record.choice_in(game, index), index + 1)
        yield Progress(index + 1, len(record.choices))
    return work.review(game, record)


class _Work:
    """What was found out so far about a game that is replayed."""

    def __init__(self, game: GameState, budget: ReviewBudget, network: Network | None) -> None:
        self.budget = budget = budget.at(game.setup)
        self.playouts = Playouts(game.setup, network)
        self.judge = Judge(self.playouts, budget.nodes, SEED)
        self.meter = LuckMeter(self.playouts, budget.worlds, SEED)
        self.start: list[float] = []
        self.turns: list[TurnReview] = []
        self.decisions: list[DecisionReview] = []
        self.luck: list[LuckReview] = []

    def begin(self, game: GameState, is_dealt: bool) -> None:
        if is_dealt and not game.over:
            found = self.meter.of_deal(game)
            self.start = points(found.before)
            self._note(found, step=0, turn=game.turn_number, seat=NOTHING, kinds=[DEAL], cards=_row(game))
        if not game.over:
            self._begin_turn(game, 0)
            self.start = self.start or self.turns[0].chances

    def take_step(self, game: GameState, choice: Option, number: int) -> None:
        """Judges a choice, makes it, and measures the luck of what follows."""
        decision = game.decision
        assert decision is not None
        seat, turn, seen = decision.seat, game.turn_number, game.seen
        view = game.view(seat)
        judged = review_decision(self.judge, view, choice, number)
        if judged is not None:
            if self.playouts.network is None:
                self._correct_last(judged)
            self.decisions.append(judged)
        game.choose(choice)
        event = event_after(game, seat, turn, seen)
        is_new_turn = game.turn_number != turn or game.over
        if event is not None:
            found = self.meter.of_choice(view, choice, game, SPECTATOR if is_new_turn else seat)
            self._note(found, step=number, turn=turn, seat=view.turn.seat, kinds=event.kinds, cards=event.cards)
        if game.turn_number != turn and not game.over:
            self._begin_turn(game, number)

    def _correct_last(self, judged: DecisionReview) -> None:
        """Compares the last decision with this one, if they belong to the same turn."""
        if self.decisions and self.decisions[-1].turn == judged.turn:
            last = self.decisions[-1]
            between = [each for each in self.luck if last.step <= each.step < judged.step and each.turn == judged.turn]
            luck = sum(each.luck[judged.seat] for each in between if each.kind != HAND)
            error = hypot(*[each.errors[judged.seat] for each in between if each.kind != HAND])
            self.decisions[-1] = corrected(last, judged, luck, error)

    def _begin_turn(self, game: GameState, step: int) -> None:
        found = self.meter.of_hand(game)
        seat = game.turn.seat
        zeros = [0.0] * len(game.players)
        chances, errors = points(found.before), points(found.before_errors)
        known = points(found.after)
        self.turns.append(TurnReview(game.turn_number, seat, step, chances, errors, known, zeros, zeros))
        hand = [game.cards[number].name for number in game.players[seat].hand]
        self._note(found, step=step, turn=game.turn_number, seat=seat, kinds=[HAND], cards=hand)

    def _note(self, found: Luck, *, step: int, turn: int, seat: int, kinds: list[str], cards: list[str]) -> None:
        luck, errors = points(found.luck), points(found.errors)
        label = luck_label(luck[seat], errors[seat]) if seat != NOTHING else ""
        self.luck.append(LuckReview(step, turn, seat, kinds[0], kinds[1:], cards, luck, errors, label))

    # --- putting it together

    def review(self, game: GameState, record: Record) -> Review:
        setup = game.setup
        end = result(game) if game.over else self._last_chances(game)
        start = self.start or end
        turns = [self._summed(turn) for turn in self.turns]
        references = reference_rates(setup, self.budget)
        players = []
        for seat, name in enumerate(_distinct_names(record.names, setup.players)):
            allies = [seat, game.teammate(seat)] if setup.team else [seat]
            own_account = account(seat, allies, start[seat], end[seat], self.luck, self.decisions)
            players.append(player_review(seat, name, self.decisions, own_account, references))
        return Review(
            format=model.FORMAT,
            version=model.VERSION,
            judge=self._judge_data(),
            record=record_hash(record),
            title=setup.title,
            solitaire=setup.solitaire,
            finished=game.over,
            winners=list(game.winners),
            scores=scores(game),
            steps=len(record.choices),
            players=players,
            turns=turns,
            decisions=self.decisions,
            luck=self.luck,
            turning_points=turning_points(turns, end, self.decisions, self.luck, [each.name for each in players]),
            references=references,
        )

    def _last_chances(self, game: GameState) -> list[float]:
        """The win chances at the last position of an abandoned game, from what everybody may know."""
        return points(self.meter.of_hand(game).before)

    def _summed(self, turn: TurnReview) -> TurnReview:
        """The turn with the luck and the losses in it. The deal came before the first turn."""
        luck = [each.luck for each in self.luck if each.turn == turn.number and each.kind != DEAL]
        choices = [each.effects for each in self.decisions if each.turn == turn.number]
        return replace(turn, luck=_added(turn.luck, luck), choices=_added(turn.choices, choices))

    def _judge_data(self) -> model.Judge:
        network = self.playouts.network
        return model.Judge(
            version=JUDGE_VERSION,
            network="" if network is None else network_hash(network),
            win_chance=self.playouts.meaning,
            nodes=self.budget.nodes,
            worlds=self.budget.worlds,
            seed=SEED,
        )


def record_hash(record: Record) -> str:
    """Tells games apart: a hash of everything that a record's game depends on."""
    parts = [record.rules, record.setup, str(record.seed), record.position, record.choices]
    return blake2b(dumps(parts, sort_keys=True).encode(), digest_size=12).hexdigest()


def _distinct_names(names: Sequence[str], seats: int) -> list[str]:
    """A name for every seat; where several have the same one, with the seat: `expert (p1)`."""
    given = [names[seat] if seat < len(names) else seat_name(seat) for seat in range(seats)]
    return [f"{name} ({seat_name(seat)})" if given.count(name) > 1 else name for seat, name in enumerate(given)]


def _added(zeros: list[float], rows: list[list[float]]) -> list[float]:
    return [round(sum(column), 2) for column in zip(*[zeros, *rows], strict=True)]


def _row(game: GameState) -> list[str]:
    return [game.cards[number].name for number in game.row if number != NOTHING]
