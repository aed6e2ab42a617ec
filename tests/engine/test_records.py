"""Records and saved positions of other versions: what can be read is read, and what cannot says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from vigil.cards import LIBRARY, new_state
from vigil.engine.errors import BadRecord
from vigil.engine.records import Record
from vigil.engine.setup import RULES_VERSION
from vigil.engine.snapshot import SNAPSHOT_VERSION, restore, snapshot

RECORDS = Path(__file__).parent / "records"


def first_rules() -> Record:
    """A team game of rules 1, in which a card could have been given under the present rules."""
    return Record.from_json((RECORDS / "team-rules-1.json").read_text(encoding="utf-8"))


def test_a_game_keeps_the_rules_by_which_it_was_played() -> None:
    record = first_rules()
    game = record.verify(LIBRARY)
    assert (record.rules, game.setup.rules) == (1, 1)
    record.rules = RULES_VERSION
    with pytest.raises(BadRecord, match=r"Choice \d+ is not legal: .* choose p2"):
        record.verify(LIBRARY)


def test_a_checksum_of_another_version_is_not_compared_but_the_scores_are() -> None:
    record = first_rules()
    assert record.result is not None
    assert ":" not in record.result["checksum"]
    record.result["scores"] = [0, 0, 0, 0]
    with pytest.raises(BadRecord, match="The record says scores"):
        record.verify(LIBRARY)


def test_a_checksum_of_the_present_version_is_compared() -> None:
    record = first_rules()
    assert record.result is not None
    record.result["checksum"] = f"{SNAPSHOT_VERSION}:0"
    with pytest.raises(BadRecord, match="The record says checksum"):
        record.verify(LIBRARY)


@pytest.mark.parametrize("version", [None, SNAPSHOT_VERSION - 1, SNAPSHOT_VERSION + 1])
def test_a_position_of_another_version_says_so(version: int | None) -> None:
    saved = snapshot(new_state(seed=1))
    saved["snapshot_version"] = version
    if version is None:
        del saved["snapshot_version"]
    with pytest.raises(BadRecord, match=rf"has version {version or 1}\. This program reads version"):
        restore(LIBRARY, saved)
