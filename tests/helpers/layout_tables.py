"""Positions at the tables of a real server, looked at in a real browser.

with dealt_positions():
    tables = LayoutTables(come_in())
    for look in tables.looks(position, SCREENS):
        print(look.screen, look.failures)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

from tests.helpers.browsers import Meddler, Player
from tests.helpers.layout_checks import (
    THEMED,
    UNDRAWN,
    FixedZones,
    Look,
    Screen,
    Window,
    in_quick_order,
    look,
    look_at_colors,
)
from tests.helpers.question_kinds import Position
from vigil.table.beginnings import lessons

LESSONS: Final = count()
FOLLOW_LINK: Final = """address => {
    const link = document.createElement('a');
    link.href = address;
    document.body.append(link);
    link.click();
    link.remove();
}"""
"""Goes to an address without loading the page again, as any link in it does."""


class LayoutTables:
    """One page that opens position after position, and takes size after size"""

    def __init__(self, player: Player, keeps_zones: bool = True) -> None:
        self.player = player
        self.page = player.page
        # The other tables of this player wait too: notices of them would come over the one that is looked at.
        self.page.route_web_socket("**/ws/notices", lambda _: None)
        self.window = Window(player.page)
        self.zones = FixedZones() if keeps_zones else None
        self._opened = 0

    def open(self, position: Position) -> None:
        """At a table of one's own: the page's player has to decide, and bots are the others."""
        lesson, step = f"position {next(LESSONS)}", len(position.record.choices)
        seats = ["me" if seat == position.decision.seat else "random" for seat in range(position.seating.players)]
        asked = {"beginning": {"lesson": lesson, "step": step}, "seats": seats, "start": True}
        lessons()[lesson] = position.record
        answer = self.page.request.post(f"{self.player.url}/api/tables", data=asked)
        del lessons()[lesson]
        assert answer.ok, answer.text()
        table = answer.json()["id"]
        if self._opened:
            self.page.evaluate(FOLLOW_LINK, f"/tables/{table}")
        else:
            self.player.goes_to(table)
        self._opened += 1
        self.player.waits()

    def looks(self, position: Position, screens: Iterable[Screen]) -> Iterator[Look]:
        """Opens the position and checks it on each of the screens. With `keeps_zones` all zones have to be where they
        were in the positions before."""
        self.open(position)
        for screen in in_quick_order(screens, backwards=self._opened % 2 == 0):
            has_colors = screen in THEMED
            self.window.resize(screen, 1 if has_colors else UNDRAWN)
            # In a turn, what is possible may lie in a zone that is folded.
            answers = [] if position.decision.is_turn else position.choices()
            found = look(self.page, screen, position.prompt, answers, position.seating.players, position.crowded)
            if self.zones:
                found.failures += self.zones.check(*zones_follow_from(position, screen), found.zones)
            if has_colors:
                found.failures += look_at_colors(self.page)
            yield found

    def picture(self, screen: Screen, path: Path) -> None:
        self.window.set(screen)
        self.page.screenshot(path=path, type="jpeg", quality=70)


def zones_follow_from(position: Position, screen: Screen) -> tuple[str, str]:
    """What the places of all zones follow from, and what those of some follow from beside that: see `FixedZones`."""
    return f"{screen}, {position.seating}, {position.decision.seat}", "+".join(position.game.setup.sets)


# --- names

LONG_NAMES: Final = (
    "Bartholomew Featherstonehaugh-Cholmondele",
    "عبد الرحمن بن عبد العزيز آل سعود الكبير",
    "長い名前を持っている挑戦者の竜宮院左衛門之助三郎太郎",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "Iñtërnâtiônàlizætiøn Ħęłłø Ŵörłđ Ñāmę Ōņe",
    "שרה־לאה בת אברהם ויעקב מירושלים הבנויה",
)


def with_long_names(player: Player) -> None:
    """Everybody at the tables that this player opens from now on is called by a name of forty characters."""

    def rename(told: Any) -> None:
        for seat, name in zip(told["seats"], LONG_NAMES, strict=False):
            seat["name"] = name

    Meddler(player.page, rename)
