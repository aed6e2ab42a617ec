"""The game for OpenSpiel, judged by OpenSpiel's own tests and played by its algorithms."""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts, sample_some_states
from open_spiel.python.observation import make_observation

from vigil.engine.errors import ImpossibleTable, UnknownName
from vigil.engine.notation import parse
from vigil.engine.snapshot import checksum
from vigil.learn import openspiel

SHORT = "honor_pool=6"
TABLES = [
    *(f"sets={name}" for name in ("chronicle", "rise", "war", "gift")),
    *(f"sets=all,players={players}" for players in (2, 3, 4)),
    "sets=rise+war,players=3,row_length=5,first=2",
    "sets=all,players=4,variant=team",
]


def table(parameters: str = SHORT) -> Any:
    return pyspiel.load_game(f"python_vigil({parameters})")


def dealt(game: Any, seed: int = 1) -> Any:
    """A state after a deal that the seed chose."""
    return advance(game.new_initial_state(), 0, Random(seed))


def advance(state: Any, decisions: int, random: Random) -> Any:
    """The same state so many random decisions later, or at its end; chance never has the last word to say."""
    while not state.is_terminal():
        if not state.is_chance_node():
            if decisions == 0:
                break
            decisions -= 1
        state.apply_action(random.choice(state.legal_actions()))
    return state


def act(state: Any, text: str, *outcomes: int) -> Any:
    """A player does something, and chance says what is to come of it."""
    option = parse(state.position.decision, text)
    state.apply_action(state.table.encoding.action(state.position.decision, option))
    for outcome in outcomes:
        state.apply_action(outcome)
    return state


def third_turn(parameters: str) -> Any:
    """The first player's second turn: the deck is empty, and the next hand comes from all ten cards."""
    state = dealt(table(f"{parameters},first=0"), seed=2)
    return act(act(state, "end turn", 1, 1), "end turn", 1, 1)


# --- OpenSpiel's own tests


@pytest.mark.parametrize("parameters", TABLES)
def test_random_simulations_of_openspiel_find_nothing(parameters: str) -> None:
    pyspiel.random_sim_test(table(f"{parameters},{SHORT}"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.deep
def test_a_game_of_full_length_passes_them_too() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("python_vigil"), num_sims=1, serialize=True, verbose=False)


def api_tests() -> Any:
    """The tests of OpenSpiel's API on parts of a tree, as a class for the game."""
    # The module is a program: it reads its flags when it is imported.
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    class OurGame(EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game_name = "python_vigil"
        game = table()

        @classmethod
        def setUpClass(cls) -> None:
            # OpenSpiel looks at 400 states; fewer show the same.
            cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=40)
            cls.game_type = cls.game.get_type()

    return OurGame


def test_the_api_tests_of_openspiel_pass() -> None:
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(api_tests())
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures, (result.errors + result.failures)[0][1]


def test_a_playthrough_of_openspiel_can_be_generated_and_repeated(tmp_path: Path) -> None:
    # Not where tests are collected: it brings scipy along.
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough("python_vigil(honor_pool=2)", action_sequence=None, seed=3)
    assert "PublicObservationString()" in text
    assert "PrivateObservationString(0)" in text
    assert "IsTerminal() = True" in text
    flags.FLAGS.mark_as_parsed()
    path = tmp_path / "playthrough.txt"
    path.write_text(text)
    again, _ = generate_playthrough.replay(str(path))
    assert again == text


def test_mccfr_needs_a_higher_recursion_limit_and_nothing_else() -> None:
    """It recurses once for each decision of a game, and random games are longer than Python's usual limit."""
    limit = sys.getrecursionlimit()
    solver = external_sampling_mccfr.ExternalSamplingSolver(table("honor_pool=1"))
    try:
        sys.setrecursionlimit(50_000)
        state = advance(dealt(table("honor_pool=1")), 0, Random(1))
        assert np.isfinite(solver._update_regrets(last_turn(state), 0))
    finally:
        sys.setrecursionlimit(limit)


def last_turn(state: Any) -> Any:
    """A position near the end: external sampling tries every action of one player, and a whole game takes hours."""
    while True:
        after = advance(state.clone(), 6, Random(5))
        if after.is_terminal():
            return state
        state = after


# --- the table


def test_parameters_are_those_of_a_table() -> None:
    game = table("sets=rise+war,players=3,first=2,row_length=5")
    assert game.setup.sets == ("rise-of-vigil", "war-of-shadows")
    assert (game.num_players(), game.setup.first, game.setup.row_length) == (3, 2, 5)
    assert game.setup.pool() == 90
    assert game.num_distinct_actions() == game.encoding.actions
    assert game.observation_tensor_shape() == [game.encoding.size]


@pytest.mark.parametrize(
    ("parameters", "mistake", "words"),
    [
        ("sets=rize", UnknownName, 'Did you mean "rise"'),
        ("players=9", ImpossibleTable, "is for 1 to 6 players"),
        ("variant=solitaire", ImpossibleTable, "for 2 players or more"),
    ],
)
def test_a_table_that_cannot_be_set_says_why(parameters: str, mistake: type[Exception], words: str) -> None:
    with pytest.raises(mistake, match=words):
        table(parameters)


def test_without_openspiel_a_sentence_says_what_to_install() -> None:
    program = "import sys; sys.modules['open_spiel'] = None; import vigil.learn.openspiel"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "The game for OpenSpiel needs open_spiel, which is not installed." in ran.stderr
    assert "pip install -e '.[openspiel]'" in ran.stderr


# --- actions


def test_actions_are_told_in_the_notation_of_the_decision() -> None:
    random = Random(5)
    state = dealt(table("sets=all,honor_pool=20"), 5)
    while not advance(state, 1, random).is_terminal():
        decision = state.position.decision
        for action in state.legal_actions():
            option = parse(decision, state.action_to_string(action))
            assert state.table.encoding.action(decision, option) == action


def test_an_action_that_is_not_on_offer_has_a_name_too() -> None:
    game = table()
    state = game.new_initial_state()
    names = {state.action_to_string(0, action) for action in range(game.num_distinct_actions())}
    assert {"end turn", "play Apprentice", "acquire Mystic"} <= names


# --- chance


def test_the_future_is_not_in_the_state() -> None:
    state = act(third_turn(SHORT), "end turn")
    assert state.is_chance_node()
    hands = set()
    for outcome in range(30):
        twin = state.clone()
        twin.apply_action(0)
        twin.apply_action(outcome)
        hands.add(tuple(twin.position.game.players[0].hand))
    assert len(hands) > 1


def test_what_needs_no_chance_does_not_ask_for_it() -> None:
    state = act(dealt(table()), "play Apprentice")
    assert not state.is_chance_node()


def test_chance_is_fair() -> None:
    militia = []
    game = table("first=0")
    for number in range(0, 65536, 16):
        state = game.new_initial_state()
        state.apply_action(number // 256)
        state.apply_action(number % 256)
        hand = state.position.game.players[0].hand
        militia.append([state.position.game.cards[card].name for card in hand].count("Militia"))
    # Two of the ten cards, five of which are drawn: none, one and two in 2, 5 and 2 of 9 deals.
    shares = [militia.count(count) / len(militia) for count in range(3)]
    assert shares == pytest.approx([2 / 9, 5 / 9, 2 / 9], abs=0.025)


def test_a_game_that_does_not_end_is_scored_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "LONGEST_GAME", 30)
    state = dealt(pyspiel.load_game("python_vigil"))
    advance(state, 1000, Random(1))
    assert state.is_terminal()
    assert state.position.game.version == 30
    assert sorted(state.returns()) == [-1, 1]


# --- saving


def test_a_saved_state_goes_on_in_the_same_way() -> None:
    game = table("sets=all,players=3,honor_pool=10")
    for decisions in range(0, 60, 3):
        random = Random(decisions)
        state = advance(dealt(game, decisions), decisions, random)
        if not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        if state.is_chance_node():
            state.apply_action(7)
        again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
        for twin in (again, pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())):
            assert str(twin) == str(state)
            assert twin.history() == state.history()
            later, expected = (advance(each.clone(), 20, Random(1)) for each in (twin, state))
            assert checksum(later.position.game) == checksum(expected.position.game)
            for seat in range(3):
                assert later.information_state_string(seat) == expected.information_state_string(seat)


# --- what a seat knows


def test_a_seat_cannot_tell_what_another_has_drawn() -> None:
    state = third_turn(SHORT)
    own, others = set(), set()
    for outcome in range(30):
        twin = act(state.clone(), "end turn", 9, outcome)
        own.add((twin.information_state_string(0), twin.observation_string(0), bytes(tensor(twin, 0))))
        others.add((twin.information_state_string(1), twin.observation_string(1), bytes(tensor(twin, 1))))
    assert len(own) > 1
    assert len(others) == 1


def tensor(state: Any, seat: int) -> Any:
    return np.array(state.observation_tensor(seat), np.float32)


def test_a_seat_recalls_the_way_to_where_it_is() -> None:
    """Two ways to the same table: the views are equal, but the seat remembers what it did."""
    start = dealt(table("honor_pool=6,first=0"), seed=6)
    one = act(act(act(start.clone(), "play Apprentice"), "play Militia"), "end turn", 1, 1)
    other = act(act(act(start.clone(), "play Militia"), "play Apprentice"), "end turn", 1, 1)
    for seat in (0, 1):
        assert one.observation_string(seat) == other.observation_string(seat)
        assert one.information_state_string(seat) != other.information_state_string(seat)


def test_recollections_only_grow() -> None:
    random = Random(3)
    state = dealt(table("sets=all,players=3,honor_pool=6"), 3)
    before = ["", "", ""]
    while not state.is_terminal():
        for seat in range(3):
            story, view = state.information_state_string(seat).rsplit("\n", 1)
            assert story.startswith(before[seat])
            assert view == state.observation_string(seat)
            before[seat] = story
        advance(state, 1, random)


def test_resampled_states_look_the_same_from_the_seat() -> None:
    state = advance(third_turn("honor_pool=20"), 60, Random(4))
    seat = state.current_player()
    other_draws = f"p{2 - seat} draws"
    hands = set()
    for seed in range(20):
        twin = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0))
        assert twin.information_state_string(seat) == state.information_state_string(seat)
        assert twin.legal_actions() == state.legal_actions()
        hands.add(tuple(twin.position.game.players[1 - seat].hand))
        # The other seat no longer recalls the cards that it really drew: the searcher never saw them.
        drawn = [line for line in twin.information_state_string(1 - seat).splitlines() if line.startswith(other_draws)]
        assert drawn
        assert {line.split(" (")[0] for line in drawn} == {other_draws}
    assert len(hands) > 1


def test_what_all_players_hold_is_not_shown_to_anybody() -> None:
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="observed from one seat or from outside"):
        table().make_py_observer(everything)


def observers(game: Any) -> tuple[Any, Any, Any]:
    kinds = pyspiel.PrivateInfoType
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=kinds.NONE)
    private = pyspiel.IIGObservationType(public_info=False, perfect_recall=False)
    return tuple(make_observation(game, kind) for kind in (None, public, private))  # type: ignore[return-value]


def test_the_public_and_the_private_part_make_the_whole() -> None:
    game = table("sets=all,players=3")
    whole, public, private = observers(game)
    state = advance(dealt(game), 60, Random(2))
    for seat in range(3):
        for each in (whole, public, private):
            each.set_from(state, seat)
        assert private.tensor.any()
        assert np.array_equal(public.tensor + private.tensor, whole.tensor)
        assert not (public.tensor * private.tensor).any()


def test_the_public_part_does_not_change_with_hidden_cards() -> None:
    game = table("sets=all")
    _, public, private = observers(game)
    state = advance(dealt(game), 40, Random(3))
    random, texts = Random(1), set()
    before = public.string_from(state, 0)
    for _ in range(5):
        # What the player to move cannot know is dealt anew: the other player's hand.
        twin = state.resample_from_infostate(state.current_player(), random.random)
        other = 1 - state.current_player()
        assert public.string_from(twin, other) == before
        texts.add(private.string_from(twin, other))
    assert len(texts) > 1


# --- algorithms


@pytest.mark.parametrize("searcher", [mcts.MCTSBot, ismcts.ISMCTSBot])
def test_searches_of_openspiel_play(searcher: Any) -> None:
    game = table()
    numbers = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, numbers)
    bot = searcher(game=game, evaluator=evaluator, uct_c=2.0, max_simulations=8, random_state=numbers)
    state = dealt(game)
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        advance(state, 0, Random(1))


def test_the_environment_of_openspiel_plays_to_the_end() -> None:
    environment = rl_environment.Environment(
        table("players=3,honor_pool=6"), chance_event_sampler=rl_environment.ChanceEventSampler(seed=3)
    )
    random = Random(3)
    moment = environment.reset()
    while not moment.last():
        legal = moment.observations["legal_actions"][moment.observations["current_player"]]
        moment = environment.step([random.choice(legal)])
    assert sorted(moment.rewards) == [-1, 0, 1]
