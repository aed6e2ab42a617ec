"""Bad input: a clear exception that says what would be right, and a game that has not changed."""

from __future__ import annotations

from typing import Any

import pytest

from vigil.cards import LIBRARY, new_state
from vigil.engine.errors import (
    BadNotation,
    BadRecord,
    GameIsOver,
    IllegalChoice,
    ImpossibleTable,
    LateChoice,
    UnknownName,
    VigilError,
)
from vigil.engine.notation import parse
from vigil.engine.options import END, YES
from vigil.engine.records import Record
from vigil.engine.snapshot import restore, snapshot

ALL = list(LIBRARY.sets)


@pytest.mark.parametrize(
    ("table", "kind", "words"),
    [
        ({"players": 7, "sets": ALL}, ImpossibleTable, "is for 1 to 6 players"),
        ({"players": 0}, ImpossibleTable, "is for 1 to 6 players"),
        ({"players": 1}, ImpossibleTable, "solitaire"),
        ({"players": 3, "variant": "team"}, ImpossibleTable, "4 or 6"),
        ({"players": 2, "variant": "solitaire"}, ImpossibleTable, "for 1 player"),
        ({"players": 5}, ImpossibleTable, "at least two sets"),
        ({"sets": []}, ImpossibleTable, "at least one set"),
        ({"sets": ["rise-of-virgil"]}, UnknownName, 'Did you mean "rise-of-vigil"'),
        ({"variant": "solitair"}, UnknownName, 'Did you mean "solitaire"'),
        ({"honor_pool": 0}, ImpossibleTable, "1 to 1000"),
        ({"shards": -1}, ImpossibleTable, "0 to 300"),
        ({"row_length": 0}, ImpossibleTable, "1 to 12"),
        ({"first": 2}, ImpossibleTable, "players are p1 to p2"),
    ],
)
def test_impossible_tables(table: dict[str, Any], kind: type[VigilError], words: str) -> None:
    with pytest.raises(kind, match=words):
        new_state(**table)


def test_a_choice_that_is_not_on_offer_changes_nothing() -> None:
    game = new_state(seed=1)
    before = snapshot(game)
    with pytest.raises(IllegalChoice, match=r"is not possible now.*end turn"):
        game.choose(YES)
    with pytest.raises(IllegalChoice):
        game.choose(LIBRARY.card("Muramasa").play_option)
    assert snapshot(game) == before


def test_a_late_choice_changes_nothing() -> None:
    game = new_state(seed=1)
    before = snapshot(game)
    with pytest.raises(LateChoice, match="answers version 5, but the game is at version 0"):
        game.choose(END, version=5)
    assert snapshot(game) == before
    game.choose(END, version=0)
    assert game.version == 1


def test_nothing_can_be_chosen_after_the_end() -> None:
    game = new_state(seed=1, honor_pool=1)
    while not game.over:
        assert game.decision is not None
        defeats = [each for each in game.decision.options if each.text.startswith("defeat")]
        game.choose((defeats or game.decision.options)[0])
    with pytest.raises(GameIsOver):
        game.choose(END)


def test_unknown_cards() -> None:
    with pytest.raises(UnknownName, match='Did you mean "Landtalker"'):
        LIBRARY.card("Land talker")
    assert LIBRARY.card("tablet of time\u2019s dawn").name == "Tablet of Time's Dawn"


def test_texts_that_are_no_choice() -> None:
    game = new_state(seed=1)
    assert game.decision is not None
    with pytest.raises(IllegalChoice, match='Did you mean "play Apprentice"'):
        parse(game.decision, "play Aprentice")
    with pytest.raises(IllegalChoice):
        parse(game.decision, "")


def test_an_ambiguous_text_is_not_guessed() -> None:
    game = new_state(players=2, sets=ALL, seed=5)
    card = LIBRARY.card("Darkwalker").number
    shard = LIBRARY.card("Energy Shard").number
    game.row = (card, card, *game.row[2:])
    game.under = ((), (shard,), *game.under[2:])
    game.turn.runes = 9
    game.choose(game.decision.options[0]) if game.decision else None
    assert game.decision is not None
    with pytest.raises(BadNotation, match="is ambiguous"):
        parse(game.decision, "acquire Darkwalker")
    assert parse(game.decision, "acquire Darkwalker from row at 2").slot == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("[]", "not a record of Vigil"),
        ('{"format": "chess"}', "not a record of Vigil"),
        ('{"format": "vigil record", "rules": 99}', "rules version 99"),
        ('{"format": "vigil record", "rules": 1}', "damaged"),
        ('{"format": "vigil record", "rules": 1, "setup": {}, "seed": "x"}', "damaged"),
        (
            '{"format": "vigil record", "rules": 1, "setup": {}, "seed": "1", "choices": [1], "names": []}',
            "list of strings",
        ),
    ],
)
def test_damaged_records(text: str, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        Record.from_json(text)


def test_records_that_do_not_fit() -> None:
    game = new_state(seed=1)
    record = Record.of(game)
    record.choices = ["acquire Muramasa"]
    with pytest.raises(BadRecord, match="Choice 1 is not legal"):
        record.replay(LIBRARY)
    record.setup["players"] = 9
    with pytest.raises(BadRecord, match="game cannot be set up"):
        record.begin(LIBRARY)
    record.setup["size"] = 9
    with pytest.raises(BadRecord, match="game cannot be set up"):
        record.begin(LIBRARY)


def test_a_record_that_claims_another_result_is_found_out() -> None:
    game = new_state(seed=2, honor_pool=3)
    record = Record.of(game)
    while not game.over:
        assert game.decision is not None
        record.choose(game, game.decision.options[0])
    assert record.result is not None
    record.verify(LIBRARY)
    record.result["scores"] = [100, 0]
    with pytest.raises(BadRecord, match="says scores"):
        record.verify(LIBRARY)


def test_a_damaged_position_is_refused() -> None:
    saved = snapshot(new_state(seed=1))
    del saved["turn"]
    with pytest.raises(BadRecord, match="not a snapshot"):
        restore(LIBRARY, saved)
