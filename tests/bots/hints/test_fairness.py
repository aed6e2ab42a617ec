"""Fair play: what a player cannot see makes no difference to what is said about an option."""

from __future__ import annotations

from tests.helpers.positions import Position, positions
from vigil.bots.card_values import quick_policy
from vigil.bots.hints.own_turn import OwnTurn
from vigil.bots.hints.questions import Question
from vigil.bots.hints.reasons import Reasoner
from vigil.bots.hints.sentences import compose
from vigil.bots.policy import QuickPolicy
from vigil.bots.weights import PLAIN_WEIGHTS, fitted_weights
from vigil.engine.options import Decision
from vigil.engine.state import GameState
from vigil.engine.view import SeatView


def sentences(position: Position, game: GameState | None = None) -> list[str]:
    """All that is said in a position; with a `game`, as if that had been sampled from the view."""
    view, decision = position.view, position.decision
    judge = quick_policy(view.setup, fitted_weights(view.setup))
    grounds = grounds_of(view, decision, judge)
    if game is not None:
        grounds.game = game
    return [compose(*grounds.reasons(option)) for option in decision.options]


def grounds_of(view: SeatView, decision: Decision, judge: QuickPolicy) -> OwnTurn | Question:
    return OwnTurn(view, decision, judge) if decision.is_turn else Question(view, decision, judge)


def test_the_same_is_said_whatever_is_hidden() -> None:
    for number, each in enumerate(positions()):
        said = sentences(each)
        assert said == sentences(each.twin(number)), each.story
        assert said == sentences(each, each.view.sample(number + 1)), each.story


def test_an_explanation_that_peeks_is_found_out() -> None:
    def peek(grounds: Reasoner) -> str:
        other = grounds.view.opponents()[0]
        return f"{sum(grounds.game.players[other].hand)} in hand."

    several = [each for each in positions() if len(each.game.players) > 1]
    betrayed = 0
    for number, each in enumerate(several):
        grounds = grounds_of(each.view, each.decision, quick_policy(each.game.setup, PLAIN_WEIGHTS))
        said = peek(grounds)
        grounds.game = each.view.sample(number + 1)
        betrayed += said != peek(grounds)
    assert betrayed > 0.4 * len(several)
