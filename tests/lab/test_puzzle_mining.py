"""Making puzzles: their positions, both judges, themes, difficulty, and verifying them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.helpers.redealing import redealt
from vigil.bots import AdvancedBot
from vigil.cards import LIBRARY
from vigil.engine.notation import parse
from vigil.engine.positions import build_position
from vigil.engine.records import Record
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState
from vigil.engine.view import SeatView
from vigil.lab.puzzle_checks import MOST_ALIKE, described_anew, problem_of, unlike
from vigil.lab.puzzle_judges import answers, has_clear_answer, second_judgement
from vigil.lab.puzzle_levels import SOLVERS, difficulty_of, fooled, shares_of_failures
from vigil.lab.puzzle_mining import BadGames, MiningPlan, mine_game, nameless, table_of
from vigil.lab.puzzle_positions import place_of
from vigil.lab.puzzle_themes import Asked, themes_of
from vigil.puzzles import Puzzle, load_puzzles, start
from vigil.puzzles.model import EARLY, LATE, THEMES, id_of
from vigil.review.judge import Verdict

PUZZLES = load_puzzles()


def one_step() -> Puzzle:
    """The clearest one: its answer is far better than the second best."""
    return max((each for each in PUZZLES if len(each.steps) == 1), key=lambda each: each.steps[0].gap)


# --- positions


def turn_of(seed: int, decisions: int) -> tuple[list[GameState], list[SeatView], list[str]]:
    """The games, views and choices of the turn that is going on after so many decisions."""
    game = deal(Setup(LIBRARY, 3, ["rise-of-vigil", "war-of-shadows"]), seed)
    bot = AdvancedBot(seed)
    games: list[GameState] = []
    views: list[SeatView] = []
    choices: list[str] = []
    for number in range(decisions + 1):
        decision = game.decision
        assert decision is not None
        view = game.view(decision.seat)
        if views and (views[-1].turn_number != game.turn_number or views[-1].seat != view.seat):
            games, views, choices = [], [], []
        games.append(game.copy())
        views.append(view)
        if number < decisions:
            option = bot.choose(view, decision)
            choices.append(decision.text(option))
            game.choose(option)
    return games, views, choices[: len(views) - 1]


@pytest.mark.parametrize("seed", range(12))
def test_a_position_has_nothing_that_its_solver_cannot_know(seed: int) -> None:
    games, views, choices = turn_of(seed, 60 + seed)
    place = place_of(views, choices)
    twins = [redealt(game, views[-1].seat, Random(seed)) for game in games]
    assert place_of([twin.view(views[-1].seat) for twin in twins], choices) == place


def test_most_moments_become_positions_with_the_same_options() -> None:
    found = 0
    for seed in range(12):
        games, views, choices = turn_of(seed, 60 + seed)
        place = place_of(views, choices)
        if place is not None:
            found += 1
            twin = place.game(seed)
            assert twin.decision is not None
            assert games[-1].decision is not None
            assert twin.decision.texts() == games[-1].decision.texts()
            assert twin.view(place.seat).to_dict()["row"] == views[-1].to_dict()["row"]
    assert found >= 6


# --- judges


def verdict(*options: tuple[str, float], spread: float = 0.5) -> Verdict:
    """A verdict on these options of a turn, from 200 worlds that vary by so much."""
    given = {"row": ["Mephit", "Landtalker"], "p1": {"runes": 9, "power": 9}, "shuffled": True}
    game = build_position(LIBRARY, ["chronicle-of-the-godslayer"], given)
    assert game.decision is not None
    noise = np.random.default_rng(1).normal(0, spread, (len(options), 200, 1))
    parsed = [parse(game.decision, text) for text, _ in options]
    values = {
        option: np.hstack([chance + noise[place], 100 - chance - noise[place]])
        for place, (option, (_, chance)) in enumerate(zip(parsed, options, strict=True))
    }
    return Verdict(0, parsed, values)


def test_a_clear_answer_is_six_points_better_than_everything_else() -> None:
    first = ("acquire Landtalker", 60.0)
    assert has_clear_answer(verdict(first, ("defeat Mephit", 53.5), ("end turn", 20.0)))
    assert not has_clear_answer(verdict(first, ("defeat Mephit", 54.5), ("end turn", 20.0)))
    assert not has_clear_answer(verdict(first, ("defeat Mephit", 53.5), ("end turn", 20.0), spread=40.0)), "uncertain"
    assert not has_clear_answer(verdict(first, ("end turn", 20.0))), "two options are no puzzle"
    assert not has_clear_answer(verdict(("acquire Landtalker", 93.0), ("defeat Mephit", 80.0), ("end turn", 20.0)))
    assert not has_clear_answer(verdict(("acquire Landtalker", 23.0), ("defeat Mephit", 9.0), ("end turn", 2.0)))


def test_options_that_do_the_same_are_all_right() -> None:
    """Which of two copies is chosen is no puzzle by itself."""
    hand = {"hand": ["Apprentice", "Dogs of War"], "discard": ["Apprentice"]}
    game = build_position(LIBRARY, ["rise-of-vigil"], {"shuffled": True, "p1": hand})
    assert game.decision is not None
    game.choose(parse(game.decision, "play Dogs of War"))
    decision = game.decision
    assert decision is not None
    chances = {"choose Apprentice from hand": 60.0, "choose Apprentice from discard": 59.5, "decline": 40.0}
    values = {parse(decision, text): np.full((9, 2), chance) for text, chance in chances.items()}
    both = answers(Verdict(0, list(values), values))
    assert [decision.text(option) for option in both] == list(chances)[:2]
    values[both[1]] -= 3.0
    assert len(answers(Verdict(0, list(values), values))) == 1, "here the zone decides"
    found = verdict(("acquire Landtalker", 60.0), ("defeat Mephit", 59.9), ("end turn", 20.0))
    assert [option.words for option in answers(found)] == ["acquire Landtalker"], "another card is not the same"


def test_the_second_judge_confirms_the_answer_and_not_another() -> None:
    puzzle = max((each for each in PUZZLES if len(each.steps[0].options) == 3), key=lambda each: each.steps[0].gap)
    view = start(puzzle).view(puzzle.seat)
    assert view.decision is not None
    by_text = dict(zip(view.decision.texts(), view.decision.options, strict=True))
    best = by_text[puzzle.steps[0].best.text]
    worst = by_text[min(puzzle.steps[0].options, key=lambda option: option.chance).text]
    assert second_judgement(view, view.decision, [best], seed=5).is_confirmed
    refused = second_judgement(view, view.decision, [worst], seed=5)
    assert not refused.is_confirmed
    assert refused.gap < 0


# --- difficulty


def test_the_more_bots_fail_the_higher_is_the_rating() -> None:
    names = [solver.name for solver in SOLVERS]
    ratings = [
        difficulty_of({name: float(place <= failing) for place, name in enumerate(names)}).rating
        for failing in range(len(names))
    ]
    assert ratings == sorted(set(ratings))
    assert ratings[0] < 1400 < 1800 < ratings[-1]


def test_a_bot_is_fooled_if_it_mostly_fails() -> None:
    assert fooled({"random": 0.9, "casual": 0.5, "player": 0.49, "expert": 1.0}) == ("casual", "expert")


def test_the_bots_that_a_puzzle_names_fail() -> None:
    puzzle = next(each for each in PUZZLES if "player" in each.fooled and len(each.steps) == 1)
    view = start(puzzle).view(puzzle.seat)
    assert view.decision is not None
    right = [parse(view.decision, text) for text in puzzle.steps[0].accepted]
    assert shares_of_failures([(view, view.decision, right)], seed=0)["player"] >= 0.5
    everything = [(view, view.decision, view.decision.options)]
    assert set(shares_of_failures(everything, seed=0).values()) == {0.0}


# --- themes


def themes(
    answer: str, phase: str = EARLY, sets: str = "chronicle-of-the-godslayer", when: str = "", **given: object
) -> set[str]:
    game = build_position(LIBRARY, [sets], {"shuffled": True, **given})
    if when:
        assert game.decision is not None
        game.choose(parse(game.decision, when))
    assert game.decision is not None
    return set(themes_of([Asked(game, game.decision, [parse(game.decision, answer)])], phase))


def test_themes_of_a_turn() -> None:
    rich = {"p1": {"runes": 9, "power": 9}}
    assert themes("acquire Landtalker", row=["Landtalker", "Mephit"], **rich) == {"acquire"}
    assert themes("defeat Mephit", row=["Landtalker", "Mephit"], **rich) == {"defeat"}
    assert themes("end turn", **rich) == {"less-is-more"}
    assert "constructs" in themes("acquire Snapdragon", row=["Snapdragon"], **rich)
    assert "points" in themes("acquire Landtalker", LATE, row=["Landtalker"], **rich)
    assert "points" not in themes("acquire Mystic", LATE, row=["Landtalker"], **rich)
    assert "last-round" in themes("end turn", honor_pool=0, **rich)
    assert "treasure" in themes("acquire Landtalker", row=["Landtalker / Energy Shard"], sets="rise-of-vigil", **rich)
    assert "team" in themes("end turn", variant="team", players=4, **rich)


def test_themes_of_cards_that_are_played() -> None:
    hand = {"p1": {"hand": ["Arha Initiate", "Militia"]}}
    assert {"draw", "order-of-play"} <= themes("play Arha Initiate", **hand)
    assert "draw" not in themes("play Militia", **hand)


def test_themes_of_questions() -> None:
    row = {"row": ["Mephit", "Landtalker", "Muramasa"], "center_deck": ["Wolf Shaman"], "p1": {"power": 3}}
    assert themes("choose Landtalker", when="defeat Mephit", **row) == {"deny"}
    assert themes("decline", when="defeat Mephit", **row) == {"less-is-more"}


def test_every_theme_that_is_computed_is_explained() -> None:
    for puzzle in PUZZLES[::20]:
        assert described_anew(puzzle) == puzzle
        assert set(puzzle.themes) <= set(THEMES)


# --- verifying


def test_a_swapped_answer_is_found() -> None:
    puzzle = one_step()
    assert problem_of(puzzle, seed=3) == "", "the control"
    step = puzzle.steps[0]
    wrong = next(option.text for option in step.options if option.text not in step.accepted)
    swapped = replace(puzzle, steps=(replace(step, accepted=(wrong,)),))
    swapped = replace(swapped, id=id_of(swapped))
    assert problem_of(swapped, seed=3).startswith("the first judge prefers another option: ")


def test_a_puzzle_that_cannot_be_played_is_found() -> None:
    puzzle = one_step()
    assert problem_of(replace(puzzle, when=("play Nothing",)), seed=3).startswith("it cannot be played: ")


def test_puzzles_that_are_alike_are_thinned_out() -> None:
    puzzle = one_step()
    many = [replace(puzzle, id=f"{number:010x}") for number in range(MOST_ALIKE + 5)]
    assert len(unlike(many)) == MOST_ALIKE


# --- mining


def test_the_tables_take_turns() -> None:
    tables = [table_of(number) for number in range(280)]
    assert {table.players for table in tables} == {2, 3, 4}
    assert {len(table.sets) for table in tables} == {1, 2, 3, 4}
    assert {table.variant for table in tables} == {"standard", "team"}
    assert sum(table.players == 2 for table in tables) > 100
    assert tables == [table_of(number) for number in range(280)]


def short_game(path: Path) -> Record:
    """A finished game between two people, with their names."""
    game = deal(Setup(LIBRARY, 2, ["chronicle-of-the-godslayer"], honor_pool=12), 5)
    record = Record.of(game)
    record.names = ["Ada", "Grace"]
    bots = [AdvancedBot(1), AdvancedBot(2)]
    while (decision := game.decision) is not None:
        record.choose(game, bots[decision.seat].choose(game.view(decision.seat), decision))
    path.write_text(record.to_json())
    return record


def test_finished_games_are_searched_without_their_names(tmp_path: Path) -> None:
    record = short_game(tmp_path / "game.json")
    searched = nameless(record, tmp_path / "game.json")
    assert "Ada" not in searched.to_json()
    plan = MiningPlan(1, (searched,))
    found = mine_game(plan, 0)
    assert found.counts["decisions"] > 5
    assert mine_game(plan, 0) == found
    for puzzle in found.puzzles:
        start(puzzle)


def test_a_game_in_progress_is_not_searched(tmp_path: Path) -> None:
    record = Record.of(deal(Setup(LIBRARY, 2, ["rise-of-vigil"]), 5))
    with pytest.raises(BadGames, match="is not over: a puzzle could tell what somebody holds"):
        nameless(record, tmp_path / "game.json")
