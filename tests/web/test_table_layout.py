"""Everything that has to be clicked is on the screen, and stays where it is: on a desktop, a tablet and a phone."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from tests.helpers.browsers import LIT, ComeIn, Meddler, Player, expect, played_through
from tests.helpers.looking import covered, covered_on_any_screen
from tests.helpers.servers import Served
from vigil.bots import make_bot
from vigil.cards import LIBRARY
from vigil.engine.options import Decision
from vigil.engine.records import Record
from vigil.engine.setup import Setup, deal
from vigil.engine.terms import CONSTRUCTS_ZONE, PLAYED_ZONE, TROPHIES_ZONE
from vigil.table.beginnings import lessons

SETS = list(LIBRARY.sets)
GAMES: dict[str, tuple[int, list[str], str]] = {
    "two": (2, SETS[3:], "standard"),
    "three": (3, SETS[2:3], "standard"),
    "team": (4, [SETS[0], SETS[2]], "team"),
    "five": (5, SETS[:2], "standard"),
    "six": (6, SETS, "standard"),
    "solitaire": (1, SETS[1:2], "solitaire"),
}
PHONES = ((390, 844), (360, 640))


@cache
def game_of_bots(name: str) -> tuple[Record, list[int]]:
    """A game to its end, and two steps of its second half: the question with most options, and one about the board."""
    players, sets, variant = GAMES[name]
    game = deal(Setup(LIBRARY, players, tuple(sets), variant, None, None, 6, first=None), seed=17)
    bots = [make_bot("player", seat) for seat in range(players)]
    record = Record.of(game)
    questions: list[tuple[int, Decision]] = []
    while (decision := game.decision) is not None:
        if not decision.is_turn:
            questions.append((len(record.choices), decision))
        record.choose(game, bots[decision.seat].choose(game.view(decision.seat), decision))
    late = [(step, decision) for step, decision in questions if 2 * step > len(record.choices)]
    longest = max(late, key=lambda found: len(found[1].options))[0]
    on_board = [
        step for step, decision in late if decision.options[0].zone in (CONSTRUCTS_ZONE, PLAYED_ZONE, TROPHIES_ZONE)
    ]
    return record, sorted({longest, *on_board[-1:]})


def goes_on(player: Player, name: str, step: int) -> None:
    """At a table of one's own, from there; bots are the others."""
    lessons()[name] = game_of_bots(name)[0]
    asked = {"beginning": {"lesson": name, "step": step}, "settings": {"stand_in": "player"}, "start": True}
    answer = player.page.request.post(f"{player.url}/api/tables", data=asked)
    assert answer.ok, answer.text()
    player.goes_to(answer.json()["id"])
    player.waits()


@pytest.mark.parametrize("name", ["two", "three", "team", "five", "six"])
def test_whatever_a_question_is_about_can_be_clicked(come_in: ComeIn, name: str) -> None:
    player = come_in()
    for step in game_of_bots(name)[1]:
        goes_on(player, name, step)
        expect(player.page.locator("[data-zone=question]")).to_be_visible()
        assert covered_on_any_screen(player.page, LIT) == []


def asks(card: str, prompt: str, zone: str, cards: list[str]) -> Any:
    """A question about cards that lie before me, in the last round of a game with full boards."""

    def change(told: Any) -> None:
        sight = told["sights"][0]
        board, mine = sight["board"], sight["board"]["players"][0]
        board |= {"ending": True, "event": "Dhartha's Trial"}
        mine |= {"constructs": ["Shadow Star", "Hedron Cannon", "Burrower Mark II"], "used": [True, False, False]}
        mine |= {zone: cards}
        for other in board["players"][1:]:
            other |= {"constructs": ["Shadow Star", "Hedron Cannon", "The Grand Design"], "used": [False] * 3}
        options = [{"text": f"choose {each}", "verb": "choose", "card": each, "zone": zone} for each in set(cards)]
        sight["decision"] |= {
            "is_turn": False,
            "card": card,
            "prompt": prompt,
            "prompt_pieces": [prompt],
            "options": options,
        }

    return change


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize(
    "question",
    [
        asks(
            "Sea Tyrant",
            "Keep one construct you control and destroy all the others.",
            "constructs",
            ["Shadow Star", "Hedron Cannon", "Burrower Mark II"],
        ),
        asks(
            "Flourishing Druidess",
            "Banish a card you have played this turn.",
            "played",
            ["Apprentice", "Apprentice", "Heavy Infantry", "Militia", "Scrap Weaver", "Yuk Tribe Outcast", "Mystic"],
        ),
    ],
    ids=["Sea Tyrant", "Flourishing Druidess"],
)
def test_a_question_does_not_cover_full_boards(come_in: ComeIn, question: Any, players: int) -> None:
    player = come_in()
    Meddler(player.page, question)
    player.opens(sets=SETS, players=players, seats=["me", *["random"] * (players - 1)], first=0)
    player.waits()
    assert covered_on_any_screen(player.page, LIT) == []


@pytest.mark.parametrize("name", ["two", "six", "solitaire"])
def test_the_result_is_on_the_screen(come_in: ComeIn, name: str) -> None:
    player = come_in()
    goes_on(player, name, len(game_of_bots(name)[0].choices) - 1)
    played_through(player)
    result = player.page.get_by_label("The result")
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
    assert covered_on_any_screen(player.page, ".outcome h1, .outcome footer > *") == []


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_phone_shows_all_buttons_the_constructs_and_the_pool(come_in: ComeIn, width: int, height: int) -> None:
    def lay(told: Any) -> None:
        told["may_undo"] = True
        sight = told["sights"][0]
        constructs = ["Shadow Star", "Hedron Cannon"]
        sight["board"]["players"][0] |= {"constructs": constructs, "used": [False, False]}
        sight["decision"]["options"] += [{"text": f"use {card}", "verb": "use", "card": card} for card in constructs]

    player = come_in(width=width, height=height, has_touch=True, is_mobile=True)
    Meddler(player.page, lay)
    player.opens(first=0)
    player.waits()
    page = player.page
    assert (
        covered(
            page,
            "[data-action], [data-zone=constructs] [data-spot], [data-zone=hand] [data-spot], [data-zone=row] [data-spot]",
        )
        == []
    )
    expect(page.locator("[data-action]")).to_have_count(5)
    for button in page.locator("[data-action]").all():
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
