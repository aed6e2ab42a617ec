"""Broken scenario files: what is wrong and in which line, never a traceback, never a silent pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.scenario_files import HEAD, play
from vigil.scenarios import ScenarioError, load


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[scenario]\n", r"not valid TOML.*line 1"),
        ("", "contains no scenarios"),
        ("scenario = [1, 2]", "contains no scenarios"),
        ("title = 1\n", 'There is no key "title"'),
        (HEAD + "wenn = []\n", r":4: .*wenn.*Did you mean \"when\""),
        ('[[scenario]]\nsets = ["rise"]\n', "There is no set called"),
        ("[[scenario]]\nsets = 3\n", '"sets" must be a list'),
        (HEAD + "when = 3\n", '"when" must be a list'),
        (HEAD + "given = 3\n", '"given" must be a table'),
        (HEAD + "given.row = 5\n", '"row" must be a list'),
        (HEAD + "given.cult = 5\n", '"cult" must be a table'),
        (HEAD + "given.cult.honor = 5\n", '"cult" is for solitaire'),
        (HEAD + 'given.row = ["Darkwolker"]\n', r':4: .*Did you mean "Darkwalker"'),
        (HEAD + 'given.p1.hnd = ["Mystic"]\n', r':4: .*Did you mean "hand"'),
        (HEAD + "given.p1.runes = -1\n", "0 or more"),
        (HEAD + 'given.p1.runes = "3"\n', "0 or more"),
        (HEAD + "given.players = 9\n", "1 to 6 players, not for 9"),
        (HEAD + 'given.variant = "team"\ngiven.players = 3\n', "4 or 6"),
        (HEAD + 'given.turn = "p9"\n', "p9"),
        (HEAD + "given.supply.Muramasa = 3\n", "not an always-available card"),
        (HEAD + "given.weather = 3\n", 'There is no key "weather"'),
        (HEAD + "then.p1.hnd = []\n", r'Did you mean "p1.hand"'),
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
        ('"play Spirit Merchant", "end turn"', r"not on offer. p1 may .*decline"),
    ],
)
def test_steps_that_do_not_hold(tmp_path: Path, steps: str, words: str) -> None:
    text = HEAD + f'given.p1.hand = ["Spirit Merchant", "Apprentice"]\nwhen = [{steps}]\n'
    failures = play(tmp_path, text)
    assert failures
    with pytest.raises(AssertionError, match=words):
        raise AssertionError(failures[0])


def test_what_is_still_asked_at_the_end_is_said_where_something_differs(tmp_path: Path) -> None:
    text = HEAD + 'given.p1.hand = ["Spirit Merchant", "Apprentice"]\nwhen = ["play Spirit Merchant"]\n'
    assert play(tmp_path, text + 'then.p1.hand = ["Apprentice"]\n') == []
    wrong, still_open = play(tmp_path, text + "then.p1.hand = []\n")
    assert wrong == 'at the end: p1.hand is ["Apprentice"], not []'
    assert still_open.startswith("at the end: a question is still open: p1 may")


@pytest.mark.parametrize("steps", ["", ', "choose Apprentice"', ', "p1: choose Apprentice from hand"'])
def test_an_answer_that_is_given_for_the_player_may_be_named_once(tmp_path: Path, steps: str) -> None:
    text = (
        'given.p1.hand = ["Temple Librarian", "Apprentice"]\ngiven.p1.deck = ["Militia", "Militia"]\n'
        'then.p1.discard = ["Apprentice"]\n'
    )
    assert play(tmp_path, HEAD + text + f'when = ["play Temple Librarian"{steps}]\n') == []
    [twice] = play(tmp_path, HEAD + text + 'when = ["play Temple Librarian"' + ', "choose Apprentice"' * 2 + "]\n")
    assert 'step 3 "choose Apprentice": not on offer' in twice
    [wrong] = play(tmp_path, HEAD + text + 'when = ["play Temple Librarian", "choose Militia"]\n')
    assert 'step 2 "choose Militia": not on offer' in wrong


def test_yes_may_be_said_where_there_is_one_thing_to_say_it_to(tmp_path: Path) -> None:
    text = 'given.p1.hand = ["Shade of the Black Watch", "Apprentice"]\nthen.removed = ["Apprentice"]\n'
    assert play(tmp_path, HEAD + text + 'when = ["play Shade of the Black Watch", "accept"]\n') == []


def test_a_zone_need_not_say_whose_it_is(tmp_path: Path) -> None:
    text = (
        'given.row = ["Emberwing Moth"]\ngiven.center_deck = ["Shrine Attendant"]\ngiven.p1.power = 5\n'
        'given.p2.constructs = ["Pillar of Resolve", "Map of the Stars"]\nthen.p2.discard = ["Pillar of Resolve"]\n'
    )
    for answer in ("Pillar of Resolve", "Pillar of Resolve from constructs", "Pillar of Resolve from constructs of p2"):
        assert play(tmp_path, HEAD + text + f'when = ["defeat Emberwing Moth", "choose {answer}"]\n') == []


def test_the_first_ability_may_have_its_number(tmp_path: Path) -> None:
    text = 'given.p1.constructs = ["Voidfeeder"]\nthen.p1.power = 1\n'
    for step in ("use Voidfeeder", "use Voidfeeder #1"):
        assert play(tmp_path, HEAD + text + f'when = ["{step}"]\n') == []


@pytest.mark.parametrize("said", ['then.turn = "p3"', 'then.first = "p3"', 'then.winners = ["p3"]'])
def test_whoever_is_named_at_the_end_sits_at_the_table(tmp_path: Path, said: str) -> None:
    failures = play(tmp_path, HEAD + f'when = ["end turn", "p2: end turn", "p3: end turn"]\n{said}\n')
    assert all("The players are p1 to p2" not in each and "p1 who has to decide" not in each for each in failures)


def test_a_question_may_seat_six_players_with_one_set(tmp_path: Path) -> None:
    text = 'given.players = 6\ngiven.variant = "team"\nwhen = ["end turn"]\nthen.turn = "p2"\n'
    assert play(tmp_path, HEAD + text) == []


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
