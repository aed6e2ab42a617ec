"""Undo: what it costs, who has to agree, and what it would rewind."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.journals import ADA, BEN, CLEO, NAMES, Played, play_on, started
from vigil.engine.state import GameState
from vigil.table import actions as do
from vigil.table import projection
from vigil.table import table as table_module
from vigil.table.actions import SERVER
from vigil.table.refusals import Code
from vigil.table.table import RECENT, Table


def alone(**settings: object) -> Played:
    """Ada plays both seats, so nobody else has to agree to an undo."""
    played = Played(**settings)
    for action in (do.Sit(0), do.Sit(1), do.Start()):
        played.act(ADA, action)
    return played


def position(table: Table) -> bytes:
    return table.playing.view(table.deciding).to_bytes()


# --- what it costs


class Counted:
    """How often cards were dealt, and how many choices were carried out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.deals = self.choices = 0
        deal, after = table_module.deal, table_module._after

        def counted_deal(*given: object) -> GameState:
            self.deals += 1
            return deal(*given)  # type: ignore[arg-type]

        def counted_after(*given: object) -> GameState:
            self.choices += 1
            return after(*given)  # type: ignore[arg-type]

        monkeypatch.setattr(table_module, "deal", counted_deal)
        monkeypatch.setattr(table_module, "_after", counted_after)


def test_a_journal_of_undos_is_loaded_without_playing_anything_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    played = alone()
    play_on(played, 60, "random")
    for _ in range(100):
        last = played.table.moves[-1]
        played.act(ADA, do.Undo(played.table.version))
        played.choose(ADA, last.text)
    counted = Counted(monkeypatch)
    assert Played.trace(played.rebuilt()) == Played.trace(played.table)
    assert (counted.deals, counted.choices) == (1, 60 + 100)


def test_going_back_to_the_deal_plays_every_choice_twice_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    played = alone()
    positions = []
    for _ in range(5 * RECENT):
        positions.append(position(played.table))
        play_on(played, 1, "random")
    counted = Counted(monkeypatch)
    while positions:
        played.act(ADA, do.Undo(played.table.version))
        assert position(played.table) == positions.pop()
    assert (counted.deals, len(played.table.moves)) == (0, 1)
    assert counted.choices < 5 * RECENT


def test_few_games_are_kept_for_undos() -> None:
    played = alone()
    random = Random(5)
    for _ in range(60):
        play_on(played, 8, "random")
        for _ in range(random.randrange(8)):
            played.act(ADA, do.Undo(played.table.version))
    table = played.table
    assert len(table._games) <= 2 * RECENT + len(table.moves) / RECENT
    assert max(table._games) == len(table.moves) - 1


def test_undos_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "MOST_UNDOS", 2)
    played = started()
    for _ in range(2):
        played.choose(ADA, "play Militia")
        assert projection.project(played.table, ADA, 0, NAMES, 0.0).may_undo
        played.act(ADA, do.Undo(played.table.version))
    played.choose(ADA, "play Militia")
    assert not projection.project(played.table, ADA, 0, NAMES, 0.0).may_undo
    played.refused(ADA, do.Undo(played.table.version), Code.NOTHING_TO_UNDO)


# --- who has to agree


def test_whoever_has_left_still_has_to_agree_to_lose_a_choice() -> None:
    played = started()
    played.choose(ADA, "end turn")
    played.choose(BEN, "end turn")
    played.act(BEN, do.Leave())
    request = played.act(ADA, do.Undo(played.table.version))
    assert played.table.unanswered() == [BEN]
    played.refused(CLEO, do.AnswerUndo(request, agree=True), Code.NOT_ASKED)
    played.act(BEN, do.AnswerUndo(request, agree=True))
    assert len(played.table.moves) == 1
    assert Played.trace(played.rebuilt()) == Played.trace(played.table)


def test_leaving_is_no_consent() -> None:
    played = started()
    played.choose(ADA, "end turn")
    played.choose(BEN, "end turn")
    played.act(ADA, do.Undo(played.table.version))
    played.act(BEN, do.Leave())
    assert len(played.table.moves) == 3
    played.choose(ADA, "play Militia")
    assert played.table.request is None


def test_what_a_bot_did_for_somebody_is_taken_back_without_asking() -> None:
    played = started()
    played.act(BEN, do.Leave())
    played.choose(ADA, "end turn")
    played.choose(SERVER, "end turn")
    played.act(ADA, do.Undo(played.table.version))
    assert (len(played.table.moves), played.table.deciding) == (1, 0)


def test_nobody_says_whose_consent_is_needed_but_the_server() -> None:
    played = started()
    played.choose(ADA, "end turn")
    played.act(ADA, do.Undo(played.table.version, consent=(CLEO,)))
    assert played.journal[-1].action == do.Undo(played.table.version)
    assert played.table.unanswered() == [BEN]


# --- what it would rewind


def test_everybody_is_told_which_turns_an_undo_would_rewind() -> None:
    played = Played(players=3)
    for action in (do.Sit(0), do.SeatBot(1, "random"), do.SeatBot(2, "random"), do.Start()):
        played.act(ADA, action)

    def turns() -> list[int]:
        return projection.project(played.table, ADA, 0, NAMES, 0.0).undo_turns

    played.choose(ADA, "play Militia")
    assert turns() == []
    played.choose(ADA, "end turn")
    assert turns() == [1]
    for _ in range(2):
        played.choose(SERVER, "end turn")
    assert turns() == [1, 2, 0]
    played.act(ADA, do.Undo(played.table.version))
    assert (turns(), [move.text for move in played.table.moves]) == ([], ["", "play Militia"])
