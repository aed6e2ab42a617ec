"""Positions at the tables of a real server, looked at in a real browser.

with dealt_positions():
    tables = LayoutTables(come_in())
    for look in tables.looks(position, SCREENS):
        print(look.screen, look.failures)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from tests.helpers.browsers import Meddler, Player
from tests.helpers.layout_checks import THEMED, FixedZones, Look, Screen, Window, look, look_at_colors
from tests.helpers.question_kinds import Position
from vigil.table.beginnings import lessons

LESSON: Final = "a position"


class LayoutTables:
    """One page that opens position after position, and takes size after size."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self.window = Window(player.page)
        self.zones = FixedZones()

    def open(self, position: Position) -> None:
        """At a table of one's own: the page's player has to decide, and bots are the others."""
        step, players = len(position.record.choices), position.seating.players
        seats = ["me" if seat == position.decision.seat else "random" for seat in range(players)]
        asked = {"beginning": {"lesson": LESSON, "step": step}, "seats": seats, "start": True}
        lessons()[LESSON] = position.record
        answer = self.page.request.post(f"{self.player.url}/api/tables", data=asked)
        del lessons()[LESSON]
        assert answer.ok, answer.text()
        self.player.goes_to(answer.json()["id"])
        self.player.waits()

    def looks(self, position: Position, screens: Iterable[Screen]) -> Iterator[Look]:
        """Opens the position and checks it on each of the screens; zones have to be where they were at first."""
        self.open(position)
        for screen in screens:
            self.window.set(screen)
            players, me = position.seating.players, position.decision.seat
            # In a turn, what is possible may lie in a zone that is folded.
            answers = [] if position.decision.is_turn else position.choices()
            found = look(self.page, screen, position.prompt, answers, players, position.crowded)
            found.failures += self.zones.check((screen, position.seating, me), position.game.setup.sets, found.zones)
            if screen in THEMED:
                found.failures += look_at_colors(self.page)
            yield found


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
