"""What the peers' programs count, told by peers made of cardboard: the real ones live elsewhere."""

import sys
from importlib import import_module
from types import ModuleType, SimpleNamespace

import pytest


@pytest.fixture
def program(monkeypatch):
    """Imports a program beside a peer that is only pretended."""

    def load(name, **pretended):
        for module, content in pretended.items():
            fake = ModuleType(module)
            fake.__dict__.update(content)
            monkeypatch.setitem(sys.modules, module, fake)
        monkeypatch.delitem(sys.modules, f"bench.{name}", raising=False)
        loaded = import_module(f"bench.{name}")
        monkeypatch.delitem(sys.modules, f"bench.{name}")
        return loaded

    return load


class Spiel:
    """A card is dealt, somebody decides, eight times over."""

    def __init__(self, steps=0, chances=(0.5, 0.5)):
        self.steps = steps
        self.chances = chances

    def new_initial_state(self):
        return Spiel(0, self.chances)

    def is_terminal(self):
        return self.steps == 16

    def is_chance_node(self):
        return self.steps % 2 == 0

    def chance_outcomes(self):
        return list(enumerate(self.chances))

    def legal_actions(self):
        return [0, 1]

    def apply_action(self, action):
        assert action in (0, 1)
        self.steps += 1

    def clone(self):
        return Spiel(self.steps, self.chances)


def test_openspiel_counts_what_players_do_and_not_what_chance_does(program):
    games = program("play_openspiel", pyspiel={"load_game": lambda name: Spiel()}).RandomGames("hearts")
    assert games.play(seed=1) == (1, 8)
    middle = games.middle(seed=1)
    assert middle.steps == 8
    assert games.copy(middle) is not middle


def test_openspiel_refuses_a_game_whose_chance_it_would_sample_wrongly(program):
    loaded = program("play_openspiel", pyspiel={"load_game": lambda name: Spiel(chances=(0.9, 0.1))})
    with pytest.raises(SystemExit, match="not equally likely"):
        loaded.RandomGames("loaded dice")


class CardGame:
    """Ten steps; the legal actions are asked of the game."""

    def __init__(self):
        self.steps = 0

    def init_game(self):
        self.steps = 0

    def is_over(self):
        return self.steps == 10

    def get_legal_actions(self):
        return ["draw", "pass"]

    def step(self, action):
        assert action in ("draw", "pass")
        self.steps += 1


class CardEnvironment:
    def __init__(self):
        self.game = CardGame()

    def seed(self, seed):
        pass

    def state(self):
        return {"legal_actions": {3: None, 4: None}}, 0

    def reset(self):
        self.game.init_game()
        return self.state()

    def is_over(self):
        return self.game.is_over()

    def step(self, action):
        assert action in (3, 4)
        self.game.steps += 1
        return self.state()


def test_rlcard_counts_every_step_of_the_game(program):
    loaded = program("play_rlcard", rlcard={"make": lambda name, config: CardEnvironment()})
    games = loaded.find("game uno")
    assert games.play(seed=1) == (1, 10)
    middle = games.middle(seed=1)
    games.play(seed=2)  # which deals the same game of the environment anew
    assert middle.steps == 5
    assert loaded.find("env uno").play(seed=1) == (1, 10)


def test_rlcard_asks_the_judge_where_the_game_does_not_know(program):
    class Judged(CardGame):
        def __init__(self):
            super().__init__()
            self.judge = SimpleNamespace(get_legal_actions=super().get_legal_actions)

        def __getattribute__(self, name):
            if name == "get_legal_actions":
                raise AttributeError(name)
            return super().__getattribute__(name)

    environment = CardEnvironment()
    environment.game = Judged()
    loaded = program("play_rlcard", rlcard={"make": lambda name, config: environment})
    assert loaded.find("game gin-rummy").play(seed=1) == (1, 10)


class Agents:
    """Two agents act in turn, three times each; then each of them has to be sent away with a None."""

    def reset(self, seed):
        self.actions = []

    def agent_iter(self):
        while len(self.actions) < 8:
            yield "agent"

    def last(self):
        over = len(self.actions) >= 6
        return {"action_mask": Mask([0, 1, 0, 1])}, 0.0, over, False, {}

    def step(self, action):
        self.actions.append(action)


class Mask(list):
    def nonzero(self):
        return ([place for place, allowed in enumerate(self) if allowed],)


def test_pettingzoo_counts_actions_and_not_farewells(program):
    env = Agents()
    loaded = program("play_pettingzoo", **{"pettingzoo.classic.cards_v1": {"env": lambda: env}})
    assert loaded.find("cards_v1").play(seed=1) == (1, 6)
    assert set(env.actions[:6]) <= {1, 3}
    assert env.actions[6:] == [None, None]


def test_pyminion_counts_every_question(program):
    def ask_everything(game):
        for player in game.players:
            decide = player.decider
            decide.action_phase_decision(["smithy"], player, game)
            decide.treasure_phase_decision(["copper"], player, game)
            decide.discard_decision("?", None, [1, 2, 3], player, game, min_num_discard=1, max_num_discard=2)
            decide.binary_decision("?", None, player, game)

    class Game:
        def __init__(self, players, expansions, log_stdout):
            self.players = players

        play = ask_everything

    def bot(decider, player_id):
        return SimpleNamespace(decider=decider)

    loaded = program(
        "play_pyminion",
        **{
            "pyminion": {"__path__": []},
            "pyminion.bots": {"__path__": []},
            "pyminion.bots.bot": {"Bot": bot, "BotDecider": object},
            "pyminion.expansions": {"__path__": []},
            "pyminion.expansions.base": {"base_set": []},
            "pyminion.game": {"Game": Game},
        },
    )
    assert loaded.RandomGames().play(seed=1) == (1, 8)
    assert len(loaded.pick_some([1, 2, 3], 1, 2)) in (1, 2)
    assert sorted(loaded.pick_some([1, 2], 5, -1)) == [1, 2]


@pytest.mark.slow
def test_vectorised_games_take_legal_actions_and_count_them_all():
    pytest.importorskip("numpy")
    from bench.play_learn import CALLS, GAMES, find

    workload = find("vigil.learn.vector")
    before = workload.games.finished
    ended, decisions = workload.play(seed=1)  # an action that is not on offer would raise
    assert decisions == CALLS * GAMES
    assert ended == workload.games.finished - before
