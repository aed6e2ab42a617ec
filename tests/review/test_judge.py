"""The judge: it finds what wins, knows nothing that the player does not, and keeps the chosen option in the race."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tests.helpers.redealing import redealt
from tests.helpers.reviewed import CHRONICLE, TINY, WAR, played
from vigil.cards import LIBRARY
from vigil.engine.errors import GameIsOver
from vigil.engine.notation import parse
from vigil.engine.options import Option
from vigil.engine.positions import build_position
from vigil.engine.state import GameState
from vigil.review.decisions import corrected, review_decision
from vigil.review.judge import Judge, Verdict
from vigil.review.labels import BLUNDER, DOUBTFUL, MISTAKE, label_of, luck_label
from vigil.review.live import judge_position
from vigil.review.playouts import Floats, Playouts, win_chances
from vigil.review.review import review_record
from vigil.review.statistics import student_95


def last_chance() -> GameState:
    """The last turn of the game. Whoever defeats the Cultist wins by a point, whoever does not loses."""
    given = {"players": 2, "turn": "p2", "honor_pool": 0, "p1": {"honor": 4}, "p2": {"honor": 4, "power": 2}}
    # The later player wins a tie, so p1 has one more.
    given["p1"] = {"honor": 5}
    return build_position(LIBRARY, [CHRONICLE], given, 2)


def middle() -> GameState:
    """A position in the middle of a game, where something can be bought."""
    record = played(honor=30)
    for _, game in record.steps(LIBRARY):
        if game.turn_number > 8 and game.decision and len(game.decision.options) > 4:
            return game
    raise AssertionError("there is no such position")


def test_what_wins_the_game_is_the_best_option() -> None:
    game = last_chance()
    found = judge_position(game.view(1), TINY)
    chances = {each.text: each.chance for each in found.options}
    assert chances == {"defeat Cultist": 100.0, "end turn": 0.0}
    assert found.options[found.best].text == "defeat Cultist"
    assert "Cultist" in found.reason


def test_throwing_the_game_away_is_a_blunder_with_the_better_option_and_a_reason() -> None:
    game = last_chance()
    assert game.decision is not None
    view = game.view(1)
    found = review_decision(Judge(Playouts(game.setup), 16, 0), view, parse(game.decision, "end turn"), 1)
    assert found is not None
    assert (found.label, found.loss, found.effects) == (BLUNDER, 100.0, [100.0, -100.0])
    assert found.options[found.best].text == "defeat Cultist"
    assert found.reason


def test_playing_a_card_is_routine_and_not_judged() -> None:
    game = played().begin(LIBRARY)
    assert game.decision is not None
    judge = Judge(Playouts(game.setup), 16, 0)
    assert review_decision(judge, game.view(game.decision.seat), game.decision.options[0], 1) is None


def test_the_judge_knows_nothing_that_the_player_does_not() -> None:
    game = middle()
    assert game.decision is not None
    seat = game.decision.seat
    known = judge_position(game.view(seat), TINY)
    twin = redealt(game, seat, Random(3))
    assert twin.players[1 - seat].hand != game.players[1 - seat].hand
    assert judge_position(twin.view(seat), TINY) == known


def test_a_chosen_option_meets_every_world() -> None:
    game = middle()
    assert game.decision is not None
    view = game.view(game.decision.seat)
    judge = Judge(Playouts(game.setup), 64, 0)
    for option in game.decision.options:
        verdict = judge.judge(view, game.decision, option)
        assert len(verdict.values[option]) == max(map(len, verdict.values.values()))


def test_good_options_get_more_worlds() -> None:
    game = middle()
    assert game.decision is not None
    verdict = Judge(Playouts(game.setup), 64, 0).judge(game.view(game.decision.seat), game.decision)
    assert len(verdict.values[verdict.best]) > min(map(len, verdict.values.values()))


def test_worlds_that_are_known_are_not_played_again() -> None:
    game = middle()
    decision = game.decision
    assert decision is not None
    view, playouts = game.view(decision.seat), Playouts(game.setup)
    alone = [Judge(playouts, nodes, 0).judge(view, decision, decision.options[-1]) for nodes in (32, 128)]
    played = playouts.nodes
    known: dict[Option, Floats] = {}
    for nodes, verdict in zip((32, 128), alone, strict=True):
        again = Judge(playouts, nodes, 0).judge(view, decision, decision.options[-1], known)
        for option, values in verdict.values.items():
            assert again.values[option] == pytest.approx(values, abs=0.01)
    assert playouts.nodes - played < played
    before = playouts.nodes
    Judge(playouts, 128, 0).judge(view, decision, decision.options[-1], known)
    assert playouts.nodes == before


def test_a_view_without_a_decision_cannot_be_judged() -> None:
    game = middle()
    assert game.decision is not None
    with pytest.raises(ValueError, match=f"view of seat {game.decision.seat}"):
        judge_position(game.view(1 - game.decision.seat), TINY)
    over = played().replay(LIBRARY)
    with pytest.raises(GameIsOver, match="nothing to judge"):
        judge_position(over.view(0), TINY)


def test_picking_the_best_of_equals_costs_nothing_on_average() -> None:
    """Where all options are equal and noisy, the best mean is too good; the estimate of the effect is not."""
    options = middle().decision
    assert options is not None
    chance = np.random.default_rng(1)
    losses, effects = [], []
    for _ in range(400):
        values = {option: chance.normal(50, 10, (16, 2)) for option in options.options}
        verdict = Verdict(0, options.options, values)
        losses.append(verdict.difference(options.options[0]).loss)
        effects.append(verdict.effects(options.options[0])[0])
    assert np.mean(losses) > 1.5
    assert abs(np.mean(effects)) < 3 * np.std(effects) / 20


@pytest.mark.parametrize(
    ("loss", "error", "label"),
    [
        (9.0, 0.2, BLUNDER),
        (9.0, 1.0, MISTAKE),
        (4.5, 0.1, MISTAKE),
        (3.0, 0.1, DOUBTFUL),
        (3.0, 2.0, ""),
        (1.9, 0.0, ""),
    ],
)
def test_a_label_needs_the_lower_bound_of_the_loss(loss: float, error: float, label: str) -> None:
    assert label_of(loss, error, 1000) == label


def test_a_few_worlds_need_a_larger_loss_than_many() -> None:
    assert label_of(10.0, 0.9, 1000) == BLUNDER
    assert label_of(10.0, 0.9, 4) == MISTAKE


@pytest.mark.parametrize(("degrees", "quantile"), [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_students_quantile_is_that_of_the_tables(degrees: int, quantile: float) -> None:
    assert student_95(degrees) == pytest.approx(quantile, rel=0.015)


def test_luck_is_named_where_it_is_sure() -> None:
    named = [luck_label(luck, 1.0) for luck in (4.0, 6.0, -6.0, 12.0, -12.0)]
    assert named == ["", "lucky", "unlucky", "very lucky", "very unlucky"]
    assert luck_label(6.0, 4.0) == ""


def test_win_chances_sharpen_while_the_pool_is_emptied() -> None:
    expected = np.array([[0.7, 0.3], [0.7, 0.3]])
    full, empty = win_chances(expected, np.array([1.0, 0.0]), team=False)
    assert full == pytest.approx([0.7, 0.3])
    assert empty[0] > 0.85
    assert sum(empty) == pytest.approx(1)


def test_in_solitaire_a_loss_is_no_larger_than_what_is_missing_at_the_next_decision() -> None:
    review = review_record(played((WAR,), 1, "solitaire"), LIBRARY, TINY)
    first = replace(review.decisions[0], loss=30.0, effects=[-30.0], label=BLUNDER, chance_error=0.1)
    start = first.options[first.best].chance
    regained = replace(first, step=first.step + 1, options=[replace(each, chance=start) for each in first.options])
    assert corrected(first, regained, luck=0.0, luck_error=0.0).label == ""
    assert corrected(first, regained, luck=12.0, luck_error=0.1).loss == 12.0
    assert corrected(first, regained, luck=40.0, luck_error=0.1) == first
