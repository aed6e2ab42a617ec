"""The scripts that bots are measured by: what they buy, that they finish every game, and how the arena finds them."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from click.testing import CliRunner, Result

from tests.helpers.midgame import table
from vigil.bots import BOTS, Bot
from vigil.cards import LIBRARY, new_state
from vigil.cli import main
from vigil.engine.setup import Setup
from vigil.engine.state import GameState
from vigil.lab.arena import Contest, Entrant, duel
from vigil.lab.frozen_bots import FROZEN
from vigil.lab.intervals import share_of_blocks
from vigil.lab.scripted_bots import SCRIPTS, GreedyHonor, Lifebound, Mechana, PowerRush, Script, WishList
from vigil.lab.workers import LocalWorkers

SETS = list(LIBRARY.sets)
CHRONICLE = "chronicle-of-the-godslayer"
TABLES = [
    *((2, [name], "standard") for name in SETS),
    (4, [CHRONICLE], "team"),
    (1, [CHRONICLE], "solitaire"),
    (4, SETS, "team"),
    (1, SETS, "solitaire"),
    (6, SETS, "standard"),
]


def turn(bot: Bot, game: GameState) -> list[str]:
    """What the bot does until it ends its turn."""
    taken: list[str] = []
    while "end turn" not in taken:
        decision = game.decision
        assert decision is not None
        option = bot.choose(game.view(decision.seat), decision)
        taken.append(decision.text(option))
        game.choose(option)
    return taken[:-1]


# --- what they do with a turn


def test_power_rush_buys_heavy_infantry_and_takes_the_most_honor() -> None:
    game = table(row=["Hedron Cannon", "Tormented Soul", "Sea Tyrant"], p1={"runes": 9, "power": 7})
    assert turn(PowerRush(), game) == ["acquire Heavy Infantry"] * 4 + ["defeat Sea Tyrant", "defeat Cultist"]


def test_of_equal_honor_the_cheaper_fight() -> None:
    assert turn(PowerRush(), table(row=["Tormented Soul"], p1={"power": 3})) == ["defeat Cultist"]


def test_greedy_honor_fights_and_then_buys_what_has_the_most_honor() -> None:
    row = ["Landtalker", "The Grand Design", "Wind Tyrant"]
    game = table(row=row, p1={"hand": ["Apprentice"], "runes": 3, "power": 5})
    assert turn(GreedyHonor(), game) == ["play Apprentice", "defeat Wind Tyrant", "acquire The Grand Design"]


def test_lifebound_buys_from_the_top_of_its_list() -> None:
    game = table(row=["Landtalker", "Snapdragon", "Wolf Shaman"], p1={"runes": 11})
    assert turn(Lifebound(), game) == ["acquire Snapdragon", "acquire Landtalker"]


def test_lifebound_plays_some_cards_first_and_some_last() -> None:
    hand = ["Runic Lycanthrope", "Twofold Askara", "Apprentice", "Druids of the Stone Circle"]
    game = table(row=["Wolf Shaman", "Spike Vixen", "Landtalker"], p1={"hand": hand})
    assert turn(Lifebound(), game)[:6] == [
        "play Druids of the Stone Circle",
        "choose Mystic",
        "play Apprentice",
        "play Runic Lycanthrope",
        "play Twofold Askara",
        "choose Runic Lycanthrope",
    ]


def test_runes_become_honor_where_only_lesser_cards_could_be_bought() -> None:
    given = {"runes": 4, "constructs": ["Yggdrasil Staff"]}
    lesser = table(row=["Wolf Shaman"], p1=given)
    assert turn(Lifebound(), lesser) == ["use Yggdrasil Staff", "use Yggdrasil Staff #2"]
    prized = table(row=["Runic Lycanthrope"], p1=given)
    assert turn(Lifebound(), prized) == ["use Yggdrasil Staff", "acquire Runic Lycanthrope"]


def test_enough_runes_and_enough_power_are_enough() -> None:
    deck = ["Apprentice"] * 8
    assert turn(Lifebound(), table(p1={"runes": 3, "deck": [*deck, "Mystic"]})) == ["acquire Mystic"]
    assert turn(Lifebound(), table(p1={"runes": 3, "deck": [*deck, *["Mystic"] * 2]})) == ["acquire Heavy Infantry"]
    strong = [*deck, *["Mystic"] * 2, *["Heavy Infantry"] * 4]
    assert turn(Lifebound(), table(p1={"runes": 3, "deck": strong})) == []


def test_mechana_buys_constructs_and_no_power() -> None:
    game = table(row=["Watchmaker's Altar", "Rocket Courier X-99", "Demon Slayer"], p1={"runes": 9, "mechana_runes": 5})
    assert turn(Mechana(), game) == ["acquire Watchmaker's Altar", "acquire Rocket Courier X-99", "acquire Mystic"]
    assert turn(Mechana(), table(p1={"runes": 3, "deck": ["Mystic"] * 9})) == []


def test_mechana_keeps_the_tablet_until_turns_are_strong() -> None:
    tablet = "Tablet of Time's Dawn"
    assert turn(Mechana(), table(p1={"constructs": [tablet, *["Burrower Mark II"] * 4]})) == []
    assert turn(Mechana(), table(p1={"constructs": [tablet, *["Burrower Mark II"] * 5]})) == [f"use {tablet}"]
    assert turn(Lifebound(), table(p1={"constructs": [tablet]})) == [f"use {tablet}"]


@pytest.mark.parametrize("kind", [Lifebound, Mechana])
def test_every_wish_is_a_card_of_the_first_set(kind: type[WishList]) -> None:
    box = LIBRARY.sets[CHRONICLE]
    names = {card.name for card in box.cards} | set(box.supply)
    assert set(kind.prized) | set(kind.liked) | set(kind.first) | set(kind.last) <= names
    assert len(set(kind.prized + kind.liked)) == len(kind.prized + kind.liked)


# --- whole games


@pytest.mark.parametrize("kind", SCRIPTS.values(), ids=lambda kind: kind.name)
@pytest.mark.parametrize(("players", "sets", "variant"), TABLES, ids=lambda each: str(each))
def test_they_finish_every_table(kind: type[Script], players: int, sets: list[str], variant: str) -> None:
    """And they decide by what they may know: with everything hidden dealt anew they choose the same."""
    game = new_state(players, sets, variant, seed=9)
    for number in range(20_000):
        decision = game.decision
        if decision is None:
            break
        option = kind(1).choose(game.view(decision.seat), decision)
        if number % 29 == 0:
            other = game.view(decision.seat).sample(number)
            assert other.decision is not None
            assert kind(1).choose(other.view(decision.seat), other.decision) is option
        game.choose(option)
    assert game.over


@pytest.mark.parametrize(("better", "worse"), list(combinations([GreedyHonor, PowerRush, Lifebound, Mechana], 2)))
def test_they_stand_in_order(better: type[Script], worse: type[Script]) -> None:
    """The three of the study in the order that it found; the control is above them."""
    contest = Contest((Entrant("better", better), Entrant("worse", worse)), Setup(LIBRARY, sets=[CHRONICLE]), seed=2)
    with LocalWorkers(1) as workers:
        scores = duel(contest, 60, workers)
    assert len(scores) == 60
    assert share_of_blocks(scores, games=2).low > 0.5


# --- in the arena


def arena(*arguments: str) -> Result:
    short = ["--blocks", "2", "--honor-pool", "6", "--processes", "1"]
    return CliRunner().invoke(main, ["arena", *arguments, *short], env={"COLUMNS": "80"})


def test_the_arena_knows_them_by_name() -> None:
    result = arena(*SCRIPTS, "random")
    assert result.exit_code == 0, result.output
    for name in SCRIPTS:
        assert re.search(rf"^{name} .* 0 +0$", result.stdout, re.MULTILINE), result.stdout


def test_an_unknown_name_is_answered_with_all_that_are_known() -> None:
    result = arena("random", "powerrush")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        'vigil: There is no bot called "powerrush". Did you mean "power-rush"? '
        f"Known bots: {', '.join([*BOTS, *FROZEN, *SCRIPTS])}.\n"
    )


def test_players_are_not_offered_scripts() -> None:
    assert not set(BOTS) & set(SCRIPTS)
