"""Fair play: from what a bot is given, and from what it keeps, no way leads to anything hidden."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from json import dumps, loads
from multiprocessing import get_context
from types import FrameType, ModuleType
from typing import Any

import pytest

from tests.helpers.controls import PeekingBot
from tests.helpers.positions import Position, positions, thinker, thought
from tests.helpers.written_views import written
from vigil.bots import BOTS
from vigil.cards import LIBRARY
from vigil.engine.chance import Chance
from vigil.engine.snapshot import restore, snapshot
from vigil.engine.state import GameState
from vigil.engine.view import SeatView


def some() -> list[Position]:
    """A handful, each with somebody whose hand is hidden."""
    return [each for each in positions() if len(each.game.players) > 1][::97]


def open_turn() -> Position:
    """The player whose turn it is has cards in the deck."""
    return next(each for each in positions() if each.decision.is_turn and each.view.me.deck and each.view.opponents())


# --- everything within reach


def within_reach(*roots: object) -> Iterator[object]:
    """Everything that can be got at from these, the caches of Vigil's modules included.

    Modules of others are not entered: through those everything in the process can be reached, this test too.
    """
    modules = [module for module in list(sys.modules.values()) if isinstance(module, ModuleType)]
    outside = {id(vars(module)) for module in modules if module.__name__.split(".")[0] != "vigil"}
    seen: set[int] = set()
    waiting = [*roots]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or id(thing) in outside or isinstance(thing, (ModuleType, FrameType)):
            continue
        seen.add(id(thing))
        yield thing
        waiting += gc.get_referents(thing)


def secrets(game: GameState, seat: int) -> dict[int, str]:
    """What the seat must not get hold of, by identity: also a copy of a game shares its hands and its piles."""
    found: dict[int, str] = {id(game): "the game", id(game.chance): "its chance", id(game.players): "its players"}
    piles = {"the center deck": game.deck}
    for number, player in enumerate(game.players):
        found[id(player)] = f"player {number}"
        piles[f"the deck of {number}"] = player.deck
        if number != seat and player.hand and player.hand is not player.shown:
            found[id(player.hand)] = f"the hand of {number}"
    for name, pile in piles.items():
        found[id(pile)] = found[id(pile.cards)] = name
    return found


def leaks(position: Position, *roots: object) -> set[str]:
    hidden = secrets(position.game, position.decision.seat)
    found = set()
    for thing in within_reach(*roots):
        if id(thing) in hidden:
            found.add(hidden[id(thing)])
        elif isinstance(thing, Chance) and thing.seed == position.game.chance.seed:
            found.add("a copy of its chance")
    return found


def test_no_bot_can_reach_anything_hidden() -> None:
    """All of them at once: to look at everything within reach takes longer than to choose."""
    for each in some():
        bots, view, decision = [thinker(name) for name in BOTS], each.view, each.decision
        for bot in bots:
            bot.choose(view, decision)
        if leaks(each, bots, view, decision):
            found = {name: leaks(each, bot, view, decision) for name, bot in zip(BOTS, bots, strict=True)}
            pytest.fail(f"{each.story}: {found}")


def test_the_walk_sees_all_that_a_bot_could_use() -> None:
    each = open_turn()
    found = list(within_reach(each.view))
    for known in (LIBRARY, LIBRARY.cards[0], each.game.setup, each.game.row, each.decision.frame):
        assert any(thing is known for thing in found)


def give_a_hand(view: SeatView, game: GameState) -> None:
    other = view.opponents()[0]
    view.players[other].hand = game.players[other].hand


def give_a_deck(view: SeatView, game: GameState) -> None:
    view.me.deck[0] = view.me.deck[0]._replace(cards=game.players[view.seat].deck.cards)


def give_the_order_of_the_center_deck(view: SeatView, game: GameState) -> None:
    view.center_deck[0] = view.center_deck[0]._replace(cards=game.deck.cards)


@pytest.mark.parametrize(
    ("give", "found"),
    [
        (give_a_hand, "the hand of"),
        (give_a_deck, "the deck of"),
        (give_the_order_of_the_center_deck, "the center deck"),
    ],
)
def test_a_view_that_leaks_is_found_out(give: Callable[[SeatView, GameState], None], found: str) -> None:
    each = open_turn()
    view = each.view
    assert leaks(each, view) == set()
    give(view, each.game)
    assert [leak.startswith(found) for leak in leaks(each, view)] == [True]


@pytest.mark.parametrize("keep", [lambda game: game, lambda game: game.copy()], ids=["the game", "a copy"])
def test_a_bot_that_keeps_a_game_is_found_out(keep: Callable[[GameState], GameState]) -> None:
    each = open_turn()
    bot = PeekingBot(keep(each.game))
    assert "the center deck" in leaks(each, bot)


# --- hidden zones that raise when they are touched


class Touched(Exception):
    """Somebody has looked where nobody may look."""


def _refuse(*_: object, **__: object) -> Any:
    raise Touched("this zone is hidden")


_WAYS_TO_LOOK = (
    *(
        "__add__",
        "__contains__",
        "__eq__",
        "__getitem__",
        "__hash__",
        "__iter__",
        "__len__",
        "__radd__",
        "__reduce_ex__",
    ),
    *("__repr__", "__reversed__", "copy", "count", "index", "pop", "sort"),
)
UntouchableList = type("UntouchableList", (list,), dict.fromkeys(_WAYS_TO_LOOK, _refuse))
UntouchableTuple = type("UntouchableTuple", (tuple,), dict.fromkeys(_WAYS_TO_LOOK, _refuse))


def forbid(game: GameState, seat: int) -> None:
    """From now on whoever touches what is hidden from the seat is caught."""
    game.deck.cards = UntouchableList()
    for number, player in enumerate(game.players):
        player.deck.cards = UntouchableList()
        if number != seat:
            player.hand = UntouchableTuple()


@pytest.mark.parametrize("name", BOTS)
def test_hidden_zones_are_never_touched(name: str) -> None:
    for each in some():
        game = each.game.copy()
        seat = each.decision.seat
        view = game.view(seat)
        forbid(game, seat)
        assert thinker(name).choose(view, each.decision) in each.decision.options


def test_whoever_touches_a_hidden_zone_is_caught() -> None:
    each = open_turn()
    game, view = each.game.copy(), each.view
    forbid(game, view.seat)
    with pytest.raises(Touched):
        PeekingBot(game).choose(view, each.decision)


# --- everything in a view, and nothing else


def test_everything_in_a_view_is_the_same_for_twins() -> None:
    """Not only what views are compared by, but every attribute of every object in them."""
    for number, each in enumerate(positions()):
        twin = each.twin(number)
        assert written(each.view, each.decision) == written(twin.view, twin.decision), each.story


@pytest.mark.parametrize("give", [give_a_hand, give_a_deck, give_the_order_of_the_center_deck])
def test_nothing_in_a_view_is_left_unwritten(give: Callable[[SeatView, GameState], None]) -> None:
    each = open_turn()
    view = each.view
    give(view, each.twin(1).game)
    assert written(view, each.decision) != written(each.view, each.decision)


# --- alone in another process


def letter(view: SeatView) -> str:
    """A game made up from the view alone, as text: nothing else of this process reaches the other one."""
    return dumps(snapshot(view.sample(3)))


def answers(name: str, letters: list[str]) -> list[tuple[bytes, int]]:
    """Run in the other process: what the bot was given there, and which option it took."""
    found = []
    for each in letters:
        position = Position("letter", restore(LIBRARY, loads(each)))
        view, decision = position.view, position.decision
        choice = thinker(name).choose(view, decision)
        found.append((written(view, decision), decision.options.index(choice)))
    return found


@pytest.mark.slow
def test_a_bot_alone_with_a_view_answers_the_same() -> None:
    """Where there is no real game to look at, the view is the same, and so is the answer."""
    with get_context("spawn").Pool(1) as pool:
        for name in BOTS:
            here = [
                (written(each.view, each.decision), each.decision.options.index(thought(name, each, 0)[0]))
                for each in some()
            ]
            assert pool.apply(answers, (name, [letter(each.view) for each in some()])) == here, name
