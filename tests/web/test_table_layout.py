"""Everything that has to be clicked is on the screen, and stays where it is: on a desktop, a tablet and a phone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import pytest

from tests.helpers.browsers import LIT, ComeIn, Meddler, Player, expect, played_through
from tests.helpers.layout_checks import SCREENS, THEMED, Screen, Zones, look, moved
from tests.helpers.layout_tables import LayoutTables, with_long_names
from tests.helpers.looking import SIZES, covered, covered_on_any_screen
from tests.helpers.question_kinds import SEATINGS, Position, Seating, at_table, kinds, late_questions, sample
from tests.helpers.servers import Served
from vigil.bots import make_bot
from vigil.cards import LIBRARY
from vigil.engine.records import Record
from vigil.engine.setup import Setup, deal
from vigil.table.beginnings import lessons

SIX_SIZES = tuple(Screen(width, height, touch=height > width) for width, height in SIZES)
ZONES = {"row", "supply", "constructs", "played", "hand", "bar"}
"""Some of the zones that every table has on every screen."""
PHONES = ((390, 844), (360, 640))


def check(tables: LayoutTables, positions: Iterable[Position], screens: Sequence[Screen]) -> None:
    """No rule of `layout_checks.js` is broken. Every other position is seen on every other screen."""
    failures = [
        f"{seen.screen}, {position.name}: {failure}"
        for number, position in enumerate(positions)
        for seen in tables.looks(position, screens[number % 2 :: 2])
        for failure in seen.failures
    ]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("seating", SEATINGS, ids=str)
def test_every_zone_with_candidates_on_every_screen(tables: LayoutTables, seating: Seating) -> None:
    """A sample of all kinds of questions; `python -m tools.table_layout` checks all of them."""
    positions = [each for each in sample() if each.seating == seating]
    check(tables, positions, SCREENS)


def test_crowded_boards_of_six_players_with_long_names(come_in: ComeIn) -> None:
    tables = LayoutTables(come_in(no_viewport=True))
    with_long_names(tables.player)
    asked = {str(each.kind): each for each in kinds()}
    kinds_of_candidates = ("DestroyAllButOne constructs", "may Banish deck+discard+hand+played")
    positions = [at_table(asked[kind], Seating(6), every_set=True, crowded=True) for kind in kinds_of_candidates]
    check(tables, filter(None, positions), SCREENS)


def test_what_is_possible_stands_out_in_every_theme(tables: LayoutTables) -> None:
    check(tables, sample()[::4], THEMED)


def test_late_questions_of_games_of_bots(tables: LayoutTables) -> None:
    longest = {position.seating: position for position in reversed(late_questions())}
    check(tables, longest.values(), SIX_SIZES)


def test_zones_stay_where_they_are_in_everybodys_turn(tables: LayoutTables, served: Served) -> None:
    tables.window.set(SCREENS[0])
    player, bob = tables.player, served.guest("Bob")
    table = player.plays_with(bob)
    player.waits()
    screens = SCREENS[::2]

    def zones() -> list[Zones]:
        found = []
        for screen in screens:
            tables.window.set(screen)
            seen = look(player.page, screen)
            assert seen.failures == [], screen
            found.append(seen.zones)
        return found

    begun = zones()
    assert all(set(each) >= ZONES for each in begun)
    player.hand.first.click()
    player.waits()
    played = zones()
    player.end.click()
    player.end.click()
    expect(player.page.get_by_text("Waiting for Bob").first).to_be_visible()
    waiting = zones()
    line = bob.line(table)
    line.told()
    line.choose("play Apprentice")
    expect(player.page.get_by_label("Bob", exact=True)).to_contain_text("1 rune")
    for later in (played, waiting, zones()):
        assert [moved(*each) for each in zip(begun, later, strict=True)] == [[]] * len(screens)


def test_the_ways_to_pay_for_a_card_can_be_clicked(tables: LayoutTables) -> None:
    asked = max((each for each in kinds() if "several ways" in each.kind.zones), key=lambda each: each.options)
    position = at_table(asked, Seating(4, "team"))
    assert position
    several = next(each for each in position.choices() if len(each) > 1)
    tables.open(position)
    page = tables.page
    for screen in SCREENS[::4]:
        tables.window.set(screen)
        page.locator(f'{LIT}[data-choice="{several[0]}"]').first.click()
        ways = page.locator("dialog[open] button")
        for way in (ways.first, ways.last):
            way.click(trial=True)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


SETS = list(LIBRARY.sets)
GAMES: dict[str, tuple[int, list[str], str]] = {
    "two": (2, SETS[3:], "standard"),
    "six": (6, SETS, "standard"),
    "solitaire": (1, SETS[1:2], "solitaire"),
}


@cache
def finished_game(name: str) -> Record:
    players, sets, variant = GAMES[name]
    game = deal(Setup(LIBRARY, players, tuple(sets), variant, None, None, 6, first=None), seed=17)
    bots = [make_bot("player", seat) for seat in range(players)]
    record = Record.of(game)
    while (decision := game.decision) is not None:
        record.choose(game, bots[decision.seat].choose(game.view(decision.seat), decision))
    return record


def goes_on(player: Player, name: str, step: int) -> None:
    """At a table of one's own, from there; bots are the others."""
    lessons()[name] = finished_game(name)
    asked = {"beginning": {"lesson": name, "step": step}, "settings": {"stand_in": "player"}, "start": True}
    answer = player.page.request.post(f"{player.url}/api/tables", data=asked)
    assert answer.ok, answer.text()
    player.goes_to(answer.json()["id"])
    player.waits()


@pytest.mark.parametrize("name", ["two", "six", "solitaire"])
def test_the_result_is_on_the_screen(come_in: ComeIn, name: str) -> None:
    player = come_in()
    goes_on(player, name, len(finished_game(name).choices) - 1)
    played_through(player)
    result = player.page.get_by_label("The result")
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
    assert covered_on_any_screen(player.page, ".outcome h1, .outcome footer > *") == []


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_phone_shows_all_buttons_the_constructs_and_the_pool(come_in: ComeIn, width: int, height: int) -> None:
    def lay(told: Any) -> None:
        told["may_undo"] = True
        view = told["views"][0]
        constructs = ["Shadow Star", "Hedron Cannon"]
        view["board"]["players"][0] |= {"constructs": constructs, "used": [False, False]}
        view["decision"]["options"] += [{"text": f"use {card}", "verb": "use", "card": card} for card in constructs]

    player = come_in(width=width, height=height, has_touch=True, is_mobile=True)
    Meddler(player.page, lay)
    player.opens(first=0)
    player.waits()
    page = player.page
    on_screen = [
        "[data-action]:visible",
        *(f"[data-zone={zone}] [data-spot]" for zone in ("constructs", "hand", "row")),
    ]
    assert covered(page, ", ".join(on_screen)) == []
    expect(page.locator("[data-action]:visible")).to_have_count(5)
    for button in page.locator("[data-action]:visible").all():
        expect(button).to_be_in_viewport(ratio=1)


def test_no_button_comes_to_the_place_of_another(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    player.opens(first=0)
    player.hand.first.click()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    player.waits()
    play_all = page.get_by_role("button", name="Play all")
    places = [undo.bounding_box(), player.end.bounding_box()]
    clicked = play_all.bounding_box()
    assert clicked
    play_all.click()
    expect(play_all).to_have_count(0)
    player.waits()
    assert [undo.bounding_box(), player.end.bounding_box()] == places
    under = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.textContent ?? ''"
    for share in (0.1, 0.5, 0.9):
        point = [clicked["x"] + share * clicked["width"], clicked["y"] + clicked["height"] / 2]
        assert page.evaluate(under, point) == ""


def test_what_others_have_to_spend_stands_with_them(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    page = player.page
    bob = served.guest("Bob")
    table = player.plays_with(bob, first=1)
    expect(page.locator("[data-zone=status]")).to_contain_text("Waiting for Bob.")
    line = bob.line(table)
    line.told()
    line.choose("play Apprentice")
    expect(page.get_by_label("Bob", exact=True)).to_contain_text("1 rune")
    expect(page.locator("[data-zone=bar]").get_by_text("1 rune")).not_to_be_visible()
    expect(page.locator("[data-zone=bar]")).to_contain_text(re.compile("0 honor"))
