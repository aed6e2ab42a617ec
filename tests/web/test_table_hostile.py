"""A page that is told nonsense, or too much of everything, stays whole and goes on. Seed 8."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.helpers.browsers import ComeIn, Meddler, Player, expect
from tests.helpers.servers import Served

NAMES = {
    "emoji": "😀" * 10_000,
    "right to left": "\u202e\u2067" + "שלום " * 500,
    "zero width": "\u200b" * 10_000,
    "marks": "Z" + "\u0335\u0321\u0340" * 3_000,
    "one word": "W" * 10_000,
    "markup": "<img src=x onerror=alert(1)>" * 50,
}


def is_whole(player: Player) -> None:
    """Nothing sticks out, and what matters is in sight, on a phone and on a desk."""
    for width, height in ((360, 740), (1280, 900)):
        player.page.set_viewport_size({"width": width, "height": height})
        assert player.page.evaluate("document.documentElement.scrollWidth") <= width
        for part in (player.page.locator("[data-zone=purse]"), player.end):
            expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_breaks_nothing(come_in: ComeIn, kind: str) -> None:
    """The server takes no such names; a page may meet another server."""

    def rename(told: Any) -> None:
        for seat in told["seats"]:
            seat |= {"person": seat["person"] or "somebody", "name": NAMES[kind], "bot": ""}
        told["chat"] = [{"number": 1, "at": 0, "by": "x", "name": NAMES[kind], "phrase": "", "text": NAMES[kind]}]

    player = come_in()
    Meddler(player.page, rename)
    player.opens(first=0)
    expect(player.hand).to_have_count(5)
    is_whole(player)
    player.hand.first.click()
    expect(player.hand).to_have_count(4)
    box = player.page.get_by_label("The other players").bounding_box()
    assert box is not None
    assert box["height"] < 150


def test_the_server_takes_no_such_name(come_in: ComeIn, served: Served) -> None:
    player = come_in()
    for name in NAMES.values():
        answer = player.page.request.patch(f"{player.url}/api/me", data={"name": name})
        assert answer.status in (400, 413, 422) or len(answer.json()["name"]) <= 40


def test_nonsense_from_the_server_changes_nothing(come_in: ComeIn) -> None:
    def add(told: Any) -> None:
        odd = [{"kind": "?", "seat": 99}, {"kind": "takes", "seat": 99, "source": "?"}]
        told["views"][0]["news"].append({"version": 1, "seat": 77, "happenings": odd, "text": "?"})
        told["views"][0]["board"]["waits"] = {"code": "waiting", "params": {}, "text": "?"}

    player = come_in()
    meddler = Meddler(player.page, add)
    deep = '{"kind":"table","views":' + "[" * 5_000 + "]" * 5_000 + "}"
    meddler.before = [
        "",
        "{",
        "[]",
        "null",
        '{"kind":"table"}',
        '{"kind":"done"}',
        '{"kind":"weather"}',
        deep,
        "x" * 100_000,
    ]
    player.opens(first=0)
    player.hand.first.click()
    expect(player.hand).to_have_count(4)


def test_too_much_of_everything_is_borne(come_in: ComeIn) -> None:
    def add(told: Any) -> None:
        view = told["views"][0]
        board = view["board"]
        board |= {"pool": 10**15, "center_deck": -4, "light": "dusk", "event": "<script>alert(1)</script>", "first": 99}
        board["row"] += [{**board["row"][0], "card": f"Nobody's Card {number}"} for number in range(40)]
        board["row"][0]["under"] = ["Energy Shard"] * 200
        board["turn"] |= {"runes": 10**12, "power": -(10**12)}
        mine, other = board["players"]
        mine |= {"constructs": ["Hedron Cannon"] * 60, "used": [], "honor": 10**9}
        other |= {"constructs": ["Shadow Star"] * 60, "trophies": ["Mephit"] * 40, "played": ["Mystic"] * 40}
        view["decision"]["options"] += [
            {"text": f"choose {number}", "verb": "choose", "label": "way " * 40 + str(number)} for number in range(50)
        ]

    player = come_in()
    Meddler(player.page, add)
    player.opens(first=0)
    expect(player.hand).to_have_count(5)
    is_whole(player)
    player.hand.first.click()
    expect(player.hand).to_have_count(4)


def test_pages_say_so_when_the_server_talks_nonsense(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    page.route("**/api/**", lambda route: route.fulfill(status=200, body=json.dumps({"kind": "?"})))
    page.goto(f"{player.url}/new")
    expect(page.get_by_role("alert").first).to_contain_text("does not understand")
    page.goto(player.url)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("does not understand")
    page.goto(f"{player.url}/join/token")
    expect(page.get_by_role("alert")).to_contain_text("does not understand")
