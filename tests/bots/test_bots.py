"""Every bot: found by its name, the same for the same seed, fair, and able to finish every game there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from vigil.bots import BOTS, AdvancedBot, Bot, Budget, RandomBot, bot_label, make_bot
from vigil.cards import LIBRARY, new_state
from vigil.engine.errors import UnknownName
from vigil.engine.state import GameState

SETS = list(LIBRARY.sets)
MIXTURES = [list(sets) for count in (2, 3, 4) for sets in combinations(SETS, count)]
TABLES = [
    *((1, [name], "solitaire") for name in SETS),
    *((players, [name], "standard") for name in SETS for players in (2, 3, 4)),
    *((4, [name], "team") for name in SETS),
    *((2, sets, "standard") for sets in MIXTURES),
    *((5, sets, "standard") for sets in MIXTURES[:3]),
    *((6, sets, "standard") for sets in MIXTURES[3:6]),
    *((6, sets, "team") for sets in MIXTURES[6:]),
    (1, SETS, "solitaire"),
    (4, SETS, "team"),
]


def play(game: GameState, bots: list[Bot], most: int = 20_000) -> list[str]:
    """Plays to the end; what was chosen."""
    taken = []
    while game.decision is not None:
        decision = game.decision
        option = bots[decision.seat].choose(game.view(decision.seat), decision)
        taken.append(decision.text(option))
        game.choose(option)
        assert len(taken) < most, "the game goes on for ever"
    return taken


# --- by name


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_found_by_its_name(name: str) -> None:
    bot = make_bot(name, seed=3)
    assert (bot.name, bot.seed) == (name, 3)
    assert bot.about.endswith(".")


def test_a_name_that_is_nearly_right() -> None:
    with pytest.raises(
        UnknownName, match=r'no bot called "advansed"\. Did you mean "advanced"\? Known bots: random, casual'
    ):
        make_bot("advansed")


@pytest.mark.parametrize(
    ("text", "budget"), [("master@5s", Budget(seconds=5)), ("expert@400n", Budget(nodes=400)), ("casual", None)]
)
def test_a_name_may_hold_a_budget(text: str, budget: Budget | None) -> None:
    bot = make_bot(text)
    assert bot.budget == budget
    assert bot_label(bot.name, bot.budget) == text


# --- playing


@pytest.mark.parametrize(("players", "sets", "variant"), TABLES, ids=lambda each: str(each))
def test_advanced_finishes_every_table(players: int, sets: list[str], variant: str) -> None:
    game = new_state(players, sets, variant, seed=5)
    play(game, [AdvancedBot() for _ in range(players)])
    assert game.over


@pytest.mark.parametrize(
    "options", [{"row_length": 1}, {"row_length": 12, "shards": 300}, {"honor_pool": 1}, {"honor_pool": 300}], ids=str
)
def test_advanced_finishes_strange_tables(options: dict[str, int]) -> None:
    game = new_state(2, ["rise-of-vigil"], seed=1, **options)  # type: ignore[arg-type]
    play(game, [AdvancedBot(), RandomBot()])
    assert game.over


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    few = Budget(nodes=8)
    games = [
        play(new_state(sets=SETS, seed=4, honor_pool=15), [make_bot(name, 8, few), make_bot(name, 9, few)])
        for _ in range(2)
    ]
    assert games[0] == games[1]


def test_random_takes_every_option_about_equally_often() -> None:
    game = new_state(seed=1)
    assert game.decision is not None
    bot = RandomBot(1)
    view = game.view(game.decision.seat)
    counts = Counter(bot.choose(view, game.decision) for _ in range(3000))
    fair = 3000 / len(game.decision.options)
    assert set(counts) == set(game.decision.options)
    assert all(0.8 * fair < count < 1.2 * fair for count in counts.values())


@pytest.mark.parametrize("name", SETS)
def test_advanced_beats_random(name: str) -> None:
    wins = 0
    for number in range(40):
        advanced_seat = number % 2
        bots: list[Bot] = [AdvancedBot(number), RandomBot(number)]
        game = new_state(sets=[name], seed=number // 2)
        play(game, bots if advanced_seat == 0 else bots[::-1])
        wins += game.winners == (advanced_seat,)
    assert wins > 0.95 * 40


# --- fairness


def test_advanced_decides_by_what_it_may_know() -> None:
    """Everything hidden is dealt anew: the view is the same, and so is the choice."""
    game = new_state(3, SETS, seed=11)
    bots = [AdvancedBot() for _ in range(3)]
    number = 0
    while game.decision is not None:
        decision = game.decision
        option = bots[decision.seat].choose(game.view(decision.seat), decision)
        if number % 7 == 0:
            other = game.view(decision.seat).sample(number)
            assert other.decision is not None
            assert AdvancedBot().choose(other.view(decision.seat), other.decision) is option
        game.choose(option)
        number += 1
    assert number > 200


def test_no_bot_imports_the_game_itself() -> None:
    for path in Path(AdvancedBot.choose.__code__.co_filename).parent.glob("*.py"):
        outside_type_checking = [line for line in path.read_text().splitlines() if line.startswith(("from", "import"))]
        assert not [line for line in outside_type_checking if "engine.state" in line], path.name
