"""A review of a whole game: that it is complete, adds up, can be repeated, stopped and stored, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.helpers.networks import library_of_five_cards
from tests.helpers.reviewed import CHRONICLE, GIFT, RISE, TINY, WAR, played, shortened, usual_review
from vigil.bots.bot import BadBudget
from vigil.cards import LIBRARY
from vigil.engine.errors import BadRecord
from vigil.engine.positions import build_position
from vigil.engine.records import Record
from vigil.review import FULL, QUICK, BadReview, Review, ReviewBudget
from vigil.review.review import GameInProgress, Progress, record_hash, review_record, reviewing

TABLES: dict[str, Callable[[], Record]] = {
    "two players": played,
    "a mixture for three": lambda: played((RISE, WAR), 3),
    "teams": lambda: played((GIFT,), 4, "team"),
    "six players": lambda: played((CHRONICLE, GIFT), 6),
    "solitaire": lambda: played((WAR,), 1, "solitaire"),
}


@pytest.mark.parametrize("table", TABLES)
def test_every_account_adds_up(table: str) -> None:
    record = TABLES[table]()
    review = review_record(record, LIBRARY, TINY)
    assert review.finished
    for player in review.players:
        mine = player.account
        parts = mine.luck + mine.own + mine.opponents + mine.remainder
        assert mine.result - mine.start == pytest.approx(parts, abs=1e-6)
        assert mine.adjusted == pytest.approx(mine.result - mine.luck, abs=1e-6)
        assert mine.result == (100.0 if player.seat in review.winners else 0.0)
        assert sum(each.luck for each in mine.luck_by) == pytest.approx(mine.luck, abs=1e-6)
    assert Review.from_json(review.to_json()) == review


def test_the_same_record_and_budget_give_the_same_review() -> None:
    assert review_record(played(), LIBRARY, TINY) == usual_review()


def test_players_with_the_same_name_are_told_apart_by_their_seats() -> None:
    record = played()
    record.names[:] = ["Ada", "Ada"]
    review = review_record(record, LIBRARY, TINY)
    assert [each.name for each in review.players] == ["Ada (p1)", "Ada (p2)"]


def test_every_turn_is_on_the_curve() -> None:
    review = usual_review()
    assert [turn.number for turn in review.turns] == list(range(1, len(review.turns) + 1))
    for turn in review.turns:
        assert sum(turn.chances) == pytest.approx(100, abs=0.1)
        assert all(error >= 0 for error in turn.errors)
    assert review.turns[0].step == 0


def test_decisions_say_where_they_are_in_the_record() -> None:
    record, review = played(), usual_review()
    assert review.decisions
    game = record.begin(LIBRARY)
    at = {each.step: each for each in review.decisions}
    for number, _ in enumerate(record.choices, 1):
        decision = game.decision
        assert decision is not None
        choice = record.choice_in(game, number - 1)
        if number in at:
            found = at[number]
            assert [each.text for each in found.options] == decision.texts()
            assert found.options[found.chosen].text == decision.text(choice)
            assert (found.seat, found.turn) == (decision.seat, game.turn_number)
        game.choose(choice)


def test_the_luck_of_two_players_is_opposite() -> None:
    for event in usual_review().luck:
        assert event.luck[0] == pytest.approx(-event.luck[1], abs=0.02)


def test_teammates_have_one_account() -> None:
    review = review_record(played((CHRONICLE,), 4, "team"), LIBRARY, TINY)
    accounts = [player.account for player in review.players]
    assert accounts[0] == accounts[2]
    assert accounts[1] == accounts[3]


def test_at_most_three_turns_decided_the_game_the_largest_change_first() -> None:
    found = usual_review().turning_points
    sizes = [max(map(abs, each.changes)) for each in found]
    assert 0 < len(found) <= 3
    assert sizes == sorted(sizes, reverse=True)
    assert all(f"in turn {each.turn}" in each.sentence for each in found)


def test_sets_of_ones_own_are_reviewed() -> None:
    library = library_of_five_cards()
    review = review_record(played(tuple(library.sets), library=library), library, TINY)
    assert review.decisions


def test_a_game_that_began_with_a_position_is_reviewed_without_a_deal() -> None:
    given = {"honor_pool": 1, "row": ["Mephit"], "p1": {"power": 4}, "p2": {"honor": 3}}
    game = build_position(LIBRARY, [CHRONICLE], given, 2)
    record = Record(game.setup.to_dict(), 0, position=given)
    while game.decision is not None:
        record.choose(game, game.decision.options[0])
    review = review_record(record, LIBRARY, TINY)
    assert "deal" not in {each.kind for each in review.luck}
    assert review.players[0].account.start == review.turns[0].chances[0]


# --- stopping


def test_progress_is_told_after_every_choice() -> None:
    told: list[Progress] = []
    record = played()
    review_record(record, LIBRARY, TINY, progress=told.append)
    assert told == [Progress(done, len(record.choices)) for done in range(1, len(record.choices) + 1)]


def test_an_exception_from_the_callback_stops_the_review() -> None:
    def stop(done: Progress) -> None:
        if done.done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        review_record(played(), LIBRARY, TINY, progress=stop)


def test_slices_can_be_taken_one_by_one_and_dropped() -> None:
    slices = reviewing(played(), LIBRARY, TINY)
    assert next(slices).done == 1
    slices.close()


# --- what is refused


def test_a_game_in_progress_is_refused_before_anything_is_computed() -> None:
    with pytest.raises(GameInProgress, match="not over"):
        reviewing(shortened(played(), 20), LIBRARY, TINY)


def test_an_abandoned_game_ends_with_the_chances_of_its_last_position() -> None:
    review = review_record(shortened(played(), 20), LIBRARY, TINY, abandoned=True)
    assert not review.finished
    assert review.winners == []
    results = [player.account.result for player in review.players]
    assert sum(results) == pytest.approx(100, abs=0.1)
    assert 0 < results[0] < 100


def test_an_abandoned_game_may_have_no_choices() -> None:
    review = review_record(shortened(played(), 0), LIBRARY, TINY, abandoned=True)
    assert (review.decisions, len(review.turns)) == ([], 1)


def test_a_damaged_record_is_refused() -> None:
    record = played()
    record.choices[4] = "acquire the moon"
    with pytest.raises(BadRecord, match="Choice 5 is not legal"):
        reviewing(record, LIBRARY, TINY)


def test_a_record_with_another_result_is_refused() -> None:
    record = played()
    assert record.result is not None
    record.result = {**record.result, "scores": [99, 0]}
    with pytest.raises(BadRecord, match="scores"):
        reviewing(record, LIBRARY, TINY)


@pytest.mark.parametrize("nodes", [0, 15, -3, 65_537])
def test_budgets_out_of_range_are_refused(nodes: int) -> None:
    with pytest.raises(BadBudget, match="Choose 16 to 65,536"):
        ReviewBudget.of(nodes)


def test_a_full_review_has_more_playouts_than_a_quick_one() -> None:
    assert FULL.nodes > QUICK.nodes
    assert FULL.worlds > QUICK.worlds


# --- as data


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: "[" + text, "not JSON"),
        (lambda text: "{}", "no .format."),
        (lambda text: text.replace('"version": 1,\n "judge"', '"version": 99,\n "judge"'), "version 99"),
        (lambda text: text.replace('"title"', '"titel"'), "titel, title"),
        (lambda text: text.replace('"steps": ', '"steps": "many", "x": '), "missing or unknown"),
    ],
)
def test_text_that_is_no_review_is_refused(damage: Callable[[str], str], message: str) -> None:
    with pytest.raises(BadReview, match=message):
        Review.from_json(damage(usual_review().to_json()))


def test_the_hash_tells_games_apart() -> None:
    record = played()
    assert record_hash(record) == usual_review().record
    assert record_hash(shortened(record, 7)) != usual_review().record
    assert record_hash(replace(record, names=["Ada", "Ben"])) == usual_review().record


def test_players_are_compared_with_bots_where_those_were_measured() -> None:
    review = usual_review()
    rates = [each.rate for each in review.references]
    assert rates == sorted(rates)
    assert {"expert", "advanced", "player"} <= {each.bot for each in review.references}
    for player in review.players:
        nearest = min(review.references, key=lambda each: abs(each.rate - player.error_rate))
        assert player.level == nearest.bot
    assert review_record(played((RISE, WAR), 3), LIBRARY, TINY).references == []
