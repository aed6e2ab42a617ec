"""Moments of games as scenarios: they lead to the same table, and tell nothing that the reporter may not know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from tests.helpers.midgame import table
from tests.helpers.redealing import redealt
from vigil.bots import make_bot
from vigil.cards import LIBRARY, new_state
from vigil.engine.notation import parse
from vigil.engine.state import GameState
from vigil.engine.view import SPECTATOR
from vigil.scenarios import describe, loads, moment, run, scenario_text

GAMES = {
    "two": (["chronicle-of-the-godslayer"], 2, "standard"),
    "three": (["rise-of-vigil"], 3, "standard"),
    "mixed": (["war-of-shadows", "gift-of-the-elements"], 2, "standard"),
    "alone": (["chronicle-of-the-godslayer"], 1, "solitaire"),
    "teams": (["rise-of-vigil"], 4, "team"),
}


def after(game: GameState, choice: str) -> GameState:
    assert game.decision is not None
    found = game.copy()
    found.choose(parse(game.decision, choice))
    return found


@cache
def played(name: str, length: int = 110) -> tuple[list[GameState], list[str]]:
    sets, players, variant = GAMES[name]
    games, choices = [new_state(sets=sets, players=players, variant=variant, seed=5)], []
    bot = make_bot("advanced", 3)
    while len(choices) < length and (decision := games[-1].decision) is not None:
        choices.append(decision.text(bot.choose(games[-1].view(decision.seat), decision)))
        games.append(after(games[-1], choices[-1]))
    return games, choices


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_a_finished_game_is_reached(name: str) -> None:
    games, choices = played(name)
    for step in range(0, len(games), 5):
        found = moment(LIBRARY, games[: step + 1], choices[:step])
        assert found.is_exact, f"after step {step}, {choices[step - 1]}"


def test_its_file_runs_and_sets_up_the_same_table() -> None:
    games, choices = played("mixed")
    found = moment(LIBRARY, games[:78], choices[:77])
    now = describe(games[77])
    then = {"row": now["row"], "p1": {"honor": now["p1"].get("honor", 0)}, "turn": now["turn"]}
    text = scenario_text('It looks "wrong"', found.sets, found.given, found.steps, then, "A comment.")
    (scenario,) = loads(text, "report.toml")
    assert text.startswith("# A comment.\n[[scenario]]\n")
    assert (scenario.title, scenario.steps, scenario.given) == ('It looks "wrong"', found.steps, found.given)
    assert run(LIBRARY, scenario) == []


def own_turns(name: str, seat: int) -> Iterator[tuple[list[GameState], list[str]]]:
    """The games and choices of every turn of a seat, as far as it has come."""
    games, choices = played(name)
    start = 0
    for place in range(1, len(games)):
        if games[place].turn_number != games[place - 1].turn_number:
            start = place
        if games[place].turn.seat == seat and place - start == 2:
            yield games[start : place + 1], choices[start:place]


def with_other_hands(game: GameState, seat: int, random: Random) -> GameState:
    """The same game, except that the other players hold other cards that the seat cannot see."""
    twin = redealt(game, seat, random)
    own = game.copy()
    twin.players[seat], twin.deck = own.players[seat], own.deck
    return twin


@pytest.mark.parametrize("name", ["two", "three", "mixed", "teams"])
def test_a_running_game_tells_a_seat_nothing_new(name: str) -> None:
    """Two games that the seat cannot tell apart give the same scenario, to the letter."""
    compared = 0
    for games, choices in own_turns(name, 0):
        twins = [with_other_hands(games[0], 0, Random(compared))]
        for choice in choices:
            twins.append(after(twins[-1], choice))
        differ = any(one.hand != other.hand for one, other in zip(games[0].players, twins[0].players, strict=True))
        if differ and games[-1].view(0).to_bytes() == twins[-1].view(0).to_bytes():
            assert moment(LIBRARY, games, choices, 0) == moment(LIBRARY, twins, choices, 0)
            compared += 1
    assert compared >= 3


def test_mostly_the_steps_lead_a_seat_to_the_moment_too() -> None:
    games, choices = played("three")
    for seat in (0, SPECTATOR):
        found = [moment(LIBRARY, games[: step + 1], choices[:step], seat).is_exact for step in range(0, 100, 5)]
        assert sum(found) >= 16


def test_a_hidden_choice_of_somebody_else_is_not_told() -> None:
    """Cards that are discarded together are picked one by one: the first pick is nobody else's business."""
    deck = ["Mystic", "Heavy Infantry", "Apprentice", "Militia"]
    games = [table(turn="p2", p2={"hand": ["Whirlwind Ascetic", "Cetra, Weaver of Stars", "Militia"], "deck": deck})]
    choices = ["play Whirlwind Ascetic", "choose Cetra, Weaver of Stars"]
    for choice in choices:
        games.append(after(games[-1], choice))
    found = moment(LIBRARY, games, choices, 0)
    assert (found.is_exact, found.steps) == (False, [])
    assert moment(LIBRARY, games, choices, 1).steps == choices
