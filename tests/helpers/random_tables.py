"""Tables with any game on them, and the same tables with everything hidden dealt anew."""

from __future__ import annotations

from random import Random

from tests.helpers.journals import ADA, BEN, CLEO
from tests.helpers.redealing import redeal
from vigil.cards import LIBRARY
from vigil.engine.happenings import EVERYONE
from vigil.engine.snapshot import reopen
from vigil.engine.view import SPECTATOR
from vigil.table import actions as do
from vigil.table.actions import SERVER, Entry
from vigil.table.fairness import Secret
from vigil.table.settings import TableSettings
from vigil.table.shared_list import SharedList
from vigil.table.table import Phase, Table

TABLES = [
    *(TableSettings(sets=(name,), players=2 + place % 3) for place, name in enumerate(LIBRARY.sets)),
    TableSettings(sets=("all",), players=3),
    TableSettings(sets=("all",), players=4, variant="team"),
    TableSettings(sets=("all",), players=1, variant="solitaire"),
]
HOLDERS = (ADA, BEN, CLEO, ADA)
"""At a table for four Ada has two seats."""


def random_table(agreed: TableSettings, seed: int, choices: int) -> Table:
    random = Random(seed)
    table = Table("t", Secret(seed, "salt"), Entry(1, 0.0, ADA, do.Open(agreed)))
    for seat in range(agreed.players):
        table.apply(Entry(table.number + 1, 0.0, HOLDERS[seat], do.Sit(seat)))
    table.apply(Entry(table.number + 1, 0.0, SERVER, do.Start()))
    while choices and table.phase == Phase.PLAYING:
        decision = table.playing.decision
        assert decision is not None
        text = random.choice(decision.texts())
        choice = do.Choose(decision.seat, table.version, text)
        table.apply(Entry(table.number + 1, 0.0, HOLDERS[decision.seat], choice))
        choices -= 1
    return table


def dealt_anew_behind(table: Table, seats: list[int], random: Random) -> None:
    """Everything is changed that these seats cannot see: hidden cards, piles, the future, and what others were told."""
    game = table.playing.copy()
    own = {seat: game.copy().players[seat] for seat in seats}
    redeal(game, SPECTATOR, random)
    for seat, player in own.items():
        game.players[seat] = player
    game.decision = table.playing.decision
    if game.decision is not None and game.decision.seat in seats:
        reopen(game)
    table.game = game
    cards = range(len(game.cards))
    moves = []
    for move in table.moves:
        happened = [
            each
            if each[8] == EVERYONE or each[8] in seats
            else (*each[:2], random.choice(cards), *each[3:7], "x", each[8])
            for each in move.told
        ]
        moves.append(move._replace(told=happened, text="hidden"))
    table.moves = SharedList(moves)
