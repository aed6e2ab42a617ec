"""Broken scenario files: what is wrong and in which line, never a traceback, never a silent pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from vigil import LIBRARY
from vigil.scenarios import ScenarioError, load, run

HEAD = '[[scenario]]\ntitle = "t"\nsets = ["rise-of-vigil"]\n'


def play(folder: Path, text: str) -> list[str]:
    path = folder / "story.toml"
    path.write_text(text)
    return [str(failure) for scenario in load(path) for failure in run(LIBRARY, scenario)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[scenario]\n", r"is not TOML.*line 1"),
        ("", "holds no scenario"),
        ("scenario = [1, 2]", "holds no scenario"),
        ("title = 1\n", '"title" is not known'),
        (HEAD + "wenn = []\n", r":4: .*wenn.*Did you mean \"when\""),
        ('[[scenario]]\nsets = ["rise"]\n', "There is no set called"),
        ("[[scenario]]\nsets = 3\n", '"sets" must be a list'),
        (HEAD + "when = 3\n", '"when" must be a list'),
        (HEAD + "given = 3\n", '"given" must be a table'),
        (HEAD + "given.row = 5\n", '"row" must be a list'),
        (HEAD + "given.cult = 5\n", "given.cult must be a table"),
        (HEAD + 'given.row = ["Darkwolker"]\n', r':4: .*Did you mean "Darkwalker"'),
        (HEAD + 'given.p1.hnd = ["Mystic"]\n', r':4: .*Did you mean "hand"'),
        (HEAD + "given.p1.runes = -1\n", "0 or more"),
        (HEAD + 'given.p1.runes = "3"\n', "0 or more"),
        (HEAD + "given.players = 9\n", "seats for 1 to 6"),
        (HEAD + 'given.variant = "team"\ngiven.players = 3\n', "4 or 6"),
        (HEAD + 'given.turn = "p9"\n', "p9"),
        (HEAD + "given.supply.Muramasa = 3\n", "not an always-available card"),
        (HEAD + "given.weather = 3\n", "given.weather is not known"),
        (HEAD + "then.p1.hnd = []\n", r'Did you mean "hand"'),
        (HEAD + "then.rwo = []\n", r'Did you mean "row"'),
        (HEAD + 'then.void = ["Mystik"]\n', r'Did you mean "Mystic"'),
        (HEAD + "then.void = 3\n", "is a list"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ScenarioError, match=words):
        play(tmp_path, text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="cannot be read"):
        load(tmp_path / "nothing.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ScenarioError, match="not UTF-8"):
        load(tmp_path / "binary.toml")


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ('"play Mystic"', r'step 1 "play Mystic": not on offer. p1 may: .*end turn'),
        ('"end turn", "p1: end turn"', "it is p2 who has to decide, not p1"),
        ('"cannot end turn"', "should not be"),
        ('"check p1.runes 2"', "p1.runes is 0, not 2"),
        ('"accept"', "not on offer"),
        ('"play Spirit Merchant"', "a question is still open"),
        ('"play Spirit Merchant", "end turn"', r"not on offer. p1 may .*decline"),
    ],
)
def test_steps_that_do_not_hold(tmp_path: Path, steps: str, words: str) -> None:
    text = HEAD + f'given.p1.hand = ["Spirit Merchant", "Apprentice"]\nwhen = [{steps}]\n'
    failures = play(tmp_path, text)
    assert failures
    with pytest.raises(AssertionError, match=words):
        raise AssertionError(failures[0])


def test_what_is_said_of_the_end_must_hold(tmp_path: Path) -> None:
    failures = play(tmp_path, HEAD + 'given.p1.hand = ["Apprentice"]\nthen.p1.hand = []\nthen.turn = "p2"\n')
    assert failures == ['at the end: p1.hand is ["Apprentice"], not []', 'at the end: turn is "p1", not "p2"']


def test_an_optional_answer_may_be_any_word_of_its_label(tmp_path: Path) -> None:
    for word in ("runes", "rune", "power"):
        text = (
            f'[[scenario]]\ngiven.p1.hand = ["Mechana Initiate"]\nwhen = ["play Mechana Initiate", "choose {word}"]\n'
        )
        assert play(tmp_path, text) == []


@pytest.mark.parametrize("steps", ['"use Voidfeeder #2"', '"use Voidfeeder #2", "choose Militia"'])
def test_the_one_object_of_a_used_ability_may_be_named_or_not(tmp_path: Path, steps: str) -> None:
    given = 'given.p1.constructs = ["Voidfeeder"]\ngiven.p1.energy = 2\ngiven.p1.hand = ["Militia"]\n'
    assert play(tmp_path, HEAD + given + f'when = [{steps}]\nthen.removed = ["Militia"]\n') == []
    declined = steps.split(",")[0] + ', "decline"'
    assert play(tmp_path, HEAD + given + f'when = [{declined}]\nthen.p1.hand = ["Militia"]\n') == []


def test_names_are_found_with_and_without_their_full_stops(tmp_path: Path) -> None:
    text = '[[scenario]]\ngiven.p1.hand = ["P.R.I.M.E. Directive"]\nwhen = ["play P.R.I.M.E Directive"]\n'
    assert play(tmp_path, text) == []
