"""The log: sentences, each with what the looking seat may know."""

import re
from typing import Any

import pytest

from tests.helpers.terminal import TABLES, named, wander
from vigil.cards import LIBRARY, new_state
from vigil.engine import happenings, terms
from vigil.engine.happenings import Happening
from vigil.engine.records import Record
from vigil.engine.view import happenings_for
from vigil.messages import Reader, sentences
from vigil.terminal.log import in_brief, turns
from vigil.terminal.session import Session, seat_labels


def number(name: str) -> int:
    return LIBRARY.card(name).number


def test_the_news_leave_out_what_the_board_shows() -> None:
    end_of_turn = [
        Happening(happenings.DRAWS, 0, number("Mystic"), audience=0),
        Happening(happenings.TURN_BEGINS, 1, amount=2),
    ]
    assert in_brief(end_of_turn) == []
    middle = [
        Happening(happenings.DRAWS, 0, number("Mystic"), audience=0),
        Happening(happenings.ENTERS_ROW, -1, number("Mephit")),
    ]
    assert [each.kind for each in in_brief(middle)] == [happenings.DRAWS]


def test_the_log_is_kept_turn_by_turn() -> None:
    game = new_state(seed=2, first=0)
    record = Record.of(game, seat_labels(2, []))
    record.choices = wander(game, 1, 20)
    headings = [heading for heading, _ in turns(Session(record, {}).table, Reader(0), 99)]
    assert headings[:3] == ["The deal", "Turn 1: your turn", "Turn 2: p2's turn"]


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_whole_games_become_sentences_without_secrets(table: dict[str, Any]) -> None:
    for seed in range(2):
        game = new_state(seed=seed, honor_pool=8, **table)
        for step in range(2000):
            wander(game, step, 1)
            if game.over:
                break
            for happening in happenings_for(game, 0):
                if happening.kind == happenings.DRAWS and happening.seat != 0:
                    assert happening.card == terms.NOTHING
            for sentence in sentences(happenings_for(game, 0), game.cards, Reader(0)):
                assert re.fullmatch(r"\S.*\S\.", sentence)
                assert not re.search(r" {2}|p0|[{}|]", sentence)
