"""Tables for stories: entries are judged and applied, as the host does it, without a store."""

from __future__ import annotations

from typing import Any

import pytest

from vigil.bots import make_bot
from vigil.table import actions as do
from vigil.table.actions import SERVER, Action, Entry
from vigil.table.fairness import Secret
from vigil.table.refusals import Code, Refused
from vigil.table.settings import TableSettings
from vigil.table.table import Phase, Table
from vigil.table.validation import accept

ADA, BEN, CLEO = "ada", "ben", "cleo"
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo"}


class Played:
    """A table, its journal, and the time."""

    def __init__(self, seed: int = 8, **settings: Any) -> None:
        opening = Entry(1, 0.0, ADA, do.Open(TableSettings(**{"first": 0, **settings})))
        self.journal = [opening]
        self.secret = Secret(seed, "a grain of salt")
        self.table = Table("t", self.secret, opening)
        self.now = 0.0

    def act(self, by: str, action: Action, key: str = "") -> int:
        entry, self.table = accept(self.table, by, action, self.now, key)
        self.journal.append(entry)
        return entry.number

    def tried(self, by: str, action: Action) -> Refused | None:
        try:
            self.act(by, action)
        except Refused as refused:
            return refused
        return None

    def refused(self, by: str, action: Action, code: Code) -> Refused:
        """The action is refused with this code, and leaves no trace."""
        before = self.trace(self.table)
        with pytest.raises(Refused) as met:
            self.act(by, action)
        assert met.value.code == code, met.value
        assert self.trace(self.table) == before
        return met.value

    def choose(self, by: str, choice: str) -> int:
        return self.act(by, do.Choose(self.table.deciding, self.table.version, choice))

    def may(self) -> list[str]:
        decision = self.table.playing.decision
        assert decision is not None
        return decision.texts()

    def rebuilt(self) -> Table:
        return Table.rebuilt("t", self.secret, self.journal)

    @staticmethod
    def trace(table: Table) -> dict[str, object]:
        """Everything about a table that a comparison can be made of."""
        hidden = {"game", "_games"}
        kept = {name: value for name, value in vars(table).items() if name not in hidden}
        kept["position"] = None if table.game is None else table.game.view(table.game.turn.seat).to_bytes()
        return {name: repr(value) for name, value in kept.items()}


def started(seed: int = 8, **settings: Any) -> Played:
    """Ada and Ben face each other; Ada begins. With seed 8 both have five cards of which some are Apprentices."""
    played = Played(seed, **settings)
    people = [ADA, BEN, CLEO]
    for seat in range(played.table.settings.players):
        played.act(people[seat % 3], do.Sit(seat))
    played.act(ADA, do.Start())
    return played


def play_on(played: Played, choices: int = 100_000, level: str = "advanced") -> None:
    """Everybody follows a bot's advice until the game is over, or for so many choices."""
    bot = make_bot(level)
    while choices and played.table.phase == Phase.PLAYING:
        table = played.table
        seat = table.deciding
        decision = table.playing.decision
        assert decision is not None
        by = SERVER if table.seats[seat].bot else table.seats[seat].person
        option = bot.choose(table.playing.view(seat), decision)
        played.act(by, do.Choose(seat, table.version, decision.text(option)))
        choices -= 1
