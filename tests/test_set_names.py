"""Sets can be asked for in short."""

from __future__ import annotations

import pytest

from vigil.cards import LIBRARY
from vigil.custom_sets import BadSet, load_sets
from vigil.engine.errors import UnknownName
from vigil.set_names import set_name, set_names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("chronicle", "chronicle-of-the-godslayer"),
        ("godslayer", "chronicle-of-the-godslayer"),
        ("CotG", "chronicle-of-the-godslayer"),
        ("rise", "rise-of-vigil"),
        ("Rise of Vigil", "rise-of-vigil"),
        ("rov", "rise-of-vigil"),
        ("war", "war-of-shadows"),
        ("sha", "war-of-shadows"),
        (" gift ", "gift-of-the-elements"),
        ("gift-of-the-elements", "gift-of-the-elements"),
    ],
)
def test_short_names(text: str, name: str) -> None:
    assert set_name(text) == name


def test_several_at_once() -> None:
    assert set_names(["war,rise", "war"]) == ["war-of-shadows", "rise-of-vigil"]
    assert set_names(["all"]) == list(LIBRARY.sets)
    assert set_names(["rise,all"]) == ["rise-of-vigil", *(name for name in LIBRARY.sets if name != "rise-of-vigil")]
    assert set_names(["", ","]) == []


def test_mistakes_get_a_hint() -> None:
    with pytest.raises(UnknownName, match=r'no set called "chronicel"\. Did you mean "chronicle"\? Known sets: '):
        set_name("chronicel")
    with pytest.raises(UnknownName, match=r'"the" is ambiguous\. Did you mean chronicle-of-the-godslayer or gift-of-t'):
        set_name("the")


def test_files_and_printed_sets_are_told_apart() -> None:
    with pytest.raises(UnknownName, match=r'"my_set\.py" is a file\. Load it first \(--set in commands'):
        set_names("rise,my_set.py")
    for name in ("rise", "rise-of-vigil"):
        with pytest.raises(BadSet, match=f'"{name}" is there already'):
            load_sets([name])
