"""What can be agreed on, and what is refused with a sentence."""

from __future__ import annotations

import msgspec
import pytest

from vigil.engine.errors import ImpossibleTable, UnknownName
from vigil.table.clocks import DaysPerTurn, PerGame, PerTurn, Untimed
from vigil.table.settings import Leaving, TableSettings


def read(text: str) -> TableSettings:
    return msgspec.json.decode(text, type=TableSettings)


def test_nothing_has_to_be_said() -> None:
    settings = read("{}")
    assert settings == TableSettings()
    assert settings.sets == ("chronicle-of-the-godslayer",)
    assert (settings.players, settings.clock, settings.leaving) == (2, Untimed(), Leaving.BOT)


def test_sets_are_known_by_their_short_names() -> None:
    assert read('{"sets": ["rise", "war"]}').sets == ("rise-of-vigil", "war-of-shadows")
    assert len(read('{"sets": ["all"], "players": 6}').sets) > 3


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ('{"kind": "none"}', Untimed()),
        ('{"kind": "turn", "seconds": 60}', PerTurn(60)),
        ('{"kind": "game", "seconds": 600, "increment": 5}', PerGame(600, 5)),
        ('{"kind": "days", "days": 2}', DaysPerTurn(2)),
    ],
)
def test_every_clock_can_be_agreed_on(text: str, clock: object) -> None:
    settings = read(f'{{"clock": {text}}}')
    assert settings.clock == clock
    assert msgspec.json.decode(msgspec.json.encode(settings), type=TableSettings) == settings


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"players": 7}', "is for 1 to 6 players"),
        ('{"players": 5}', "need at least two sets"),
        ('{"variant": "team", "players": 3}', "Team play is for 4 or 6 players"),
        ('{"sets": []}', "at least one set"),
        ('{"honor_pool": 0}', "Choose 1 to 1000"),
        ('{"clock": {"kind": "turn", "seconds": 1}}', "choose 10 to 86400"),
        ('{"clock": {"kind": "game", "increment": -1}}', "choose 0 to 3600"),
        ('{"clock": {"kind": "days", "days": 400}}', "choose 1 to 30"),
        ('{"rated": true, "row_length": 4}', "played as printed"),
        ('{"rated": true, "variant": "solitaire", "players": 1}', "Solitaire cannot be rated"),
    ],
)
def test_what_cannot_be_played_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ImpossibleTable, match=sentence):
        read(text)


@pytest.mark.parametrize("text", ['{"sets": ["rize"]}', '{"variant": "teem"}', '{"stand_in": "advancd"}'])
def test_a_misspelt_name_gets_a_hint(text: str) -> None:
    with pytest.raises(UnknownName, match="Did you mean"):
        read(text)


@pytest.mark.parametrize("text", ['{"player": 2}', '{"players": "2"}', '{"clock": {"kind": "sundial"}}', "[]"])
def test_what_has_another_shape_is_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(text)
