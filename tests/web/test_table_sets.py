"""Whole games of every set and variant in a real browser, and what each of them brings to the table. Seed 8."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.helpers.browsers import ComeIn, Meddler, expect, played_through
from vigil.cards import LIBRARY

SHORT = 3
"""Honor in the pool: a game of a few turns."""


@pytest.mark.parametrize("sets", [*([each] for each in LIBRARY.sets), list(LIBRARY.sets)], ids=lambda sets: sets[-1])
def test_a_whole_game_of_each_set_and_of_all_of_them(come_in: ComeIn, sets: list[str]) -> None:
    player = come_in()
    player.opens(sets=sets, seats=["me", "random"], honor_pool=SHORT)
    played_through(player)
    expect(player.page.get_by_label("The result").get_by_role("heading", level=1)).to_have_text(
        re.compile("^You (won|lost)")
    )


def test_a_team_of_two_while_somebody_watches(come_in: ComeIn) -> None:
    player, watcher = come_in(), come_in()
    watcher.goes_home()
    table = player.opens(players=4, variant="team", seats=["me", *["random"] * 3], honor_pool=1, first=0, public=True)
    partner = player.page.get_by_label(re.compile(", random bot$")).nth(1)
    expect(partner).to_contain_text("your partner")
    expect(player.page.locator("[data-zone=bar]")).to_contain_text("1st")
    watcher.page.get_by_role("link", name=re.compile("teams")).click()
    expect(watcher.page).to_have_url(re.compile(table))
    expect(player.page.get_by_text("1 watching")).to_be_visible()
    # Whoever watches sees everybody, nobody's hand, and can do nothing.
    expect(watcher.page.get_by_label("The other players").get_by_role("article")).to_have_count(4)
    expect(watcher.page.get_by_role("group", name=re.compile("hand$"))).to_have_count(0)
    expect(watcher.lit).to_have_count(0)
    played_through(player)
    for each in (player, watcher):
        expect(each.page.get_by_label("The result")).to_be_visible()


def with_everything(told: Any) -> None:
    """A position that has something of each set in it."""
    board = told["views"][0]["board"]
    row = board["row"]
    row[0] |= {"card": "Marsh Ranger", "runes": 3, "power": 3}
    row[1] |= {"card": "Darkwalker", "runes": 3, "under": ["Energy Shard", "Energy Shard"]}
    board |= {"event": "Dhartha's Trial", "light": "day", "ending": True, "first": 0}
    board["turn"] |= {"energy": 4, "mechana_runes": 2}
    mine, other = board["players"]
    mine |= {"hand": ["Dhartha, Eternal Seer"], "trophies": ["Mephit"], "constructs": ["Hedron Cannon"], "used": [True]}
    other |= {"trophies": ["Mephit"], "constructs": ["Shadow Star"], "honor": 33}


def test_what_the_sets_bring_is_in_sight(come_in: ComeIn) -> None:
    player = come_in()
    page = player.page
    Meddler(page, with_everything)
    player.opens(sets=list(LIBRARY.sets), seats=["me", "random"], first=0)
    row = page.get_by_label("The center row")
    expect(row.get_by_role("img", name=re.compile("Marsh Ranger.*3 runes and 3 power"))).to_be_visible()
    expect(row.get_by_text("2× Energy Shard")).to_be_visible()
    expect(row.get_by_role("button", name=re.compile("Dhartha's Trial.*The event"))).to_be_visible()
    expect(page.get_by_role("group", name="Your runes and power")).to_contain_text("4 energy")
    expect(page.locator("[data-zone=light]").first).to_contain_text("Day")
    expect(page.locator("[data-zone=status]")).to_contain_text("2 runes for Mechana constructs only")
    expect(page.locator(".sky .day.here")).to_have_count(1)
    expect(player.hand).to_have_accessible_name(re.compile("Dhartha, Eternal Seer"))
    expect(page.get_by_role("group", name="Trophies").get_by_role("button")).to_have_accessible_name(
        re.compile("Mephit")
    )
    expect(page.get_by_role("group", name="Constructs").get_by_role("button")).to_have_accessible_name(
        re.compile("Used")
    )
    # The final round cannot be missed, nor who has the last turn.
    expect(page.get_by_role("alert")).to_contain_text("Last round:")
    expect(page.get_by_label(re.compile(", random bot$"))).to_contain_text("last turn")
