"""A strict run allows no shortcut: each of these scenarios holds in a lenient run, and fails in a strict one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.scenario_files import HEAD, play
from vigil.scenarios import ScenarioError

LIBRARIAN = 'given.p1.hand = ["Temple Librarian", "Apprentice"]\ngiven.p1.deck = ["Militia", "Militia"]\n'
MERCHANT = 'given.p1.hand = ["Spirit Merchant", "Apprentice"]\n'
OZIAH = 'given.row = ["Firestorm Effigy", "Lagoon Troll"]\ngiven.p1.hand = ["Oziah, Judge of Logos"]\n'
SHADE = 'given.p1.hand = ["Shade of the Black Watch", "Apprentice"]\n'
VOIDFEEDER = 'given.p1.constructs = ["Voidfeeder"]\ngiven.p1.energy = 2\ngiven.p1.hand = ["Militia"]\n'
REYSA = (
    'given.variant = "team"\ngiven.p1.runes = 1\ngiven.p1.hand = ["Forgemother Reysa"]\n'
    'given.row = ["Zeta Arsenal", "Voidfeeder"]\n'
)
TAKE_BOTH = ["play Forgemother Reysa", "choose acquire", "choose Zeta Arsenal", "choose Voidfeeder"]
TWO_PLACES = 'given.p1.hand = ["Spirit Merchant", "Mystic"]\ngiven.p1.discard = ["Mystic"]\n'


@pytest.mark.parametrize(
    ("given", "steps", "said"),
    [
        (MERCHANT, ["play Spirit Merchant"], "at the end: a question is still open: p1 may"),
        (OZIAH, ["play Oziah, Judge of Logos"], "at the end: a question is still open: p1 may"),
        (VOIDFEEDER, ["use Voidfeeder #2", "check removed.count 1"], "removed.count is 0, not 1"),
        (LIBRARIAN, ["play Temple Librarian", "choose Apprentice"], "not on offer"),
        (SHADE, ["play Shade of the Black Watch", "accept"], "not on offer"),
        (TWO_PLACES, ["play Spirit Merchant", "choose Mystic"], "from hand or choose Mystic from discard?"),
        (REYSA, [*TAKE_BOTH, "check p1.discard.count 2"], "p1.discard.count is 0, not 2"),
        (REYSA, [*TAKE_BOTH, "decline", "check p1.runes 1"], "not on offer"),
        (REYSA, [*TAKE_BOTH, "choose Voidfeeder for p3", "check p3.discard.count 1"], "not on offer"),
        ("", ["cannot p2: end turn"], "it is p1 who has to decide, not p2"),
    ],
)
def test_a_shortcut_fails(tmp_path: Path, given: str, steps: list[str], said: str) -> None:
    text = f"{HEAD}{given}when = {steps}\n"
    assert play(tmp_path, text) == []
    [failure] = play(tmp_path, text, strict=True)
    assert said in failure


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("play Aprentice", r':4: .*There is no card called "Aprentice"\. Did you mean "Apprentice"'),
        ("p1: cannot choose Mystik from hand", 'Did you mean "Mystic"'),
        ("choose Mystic from hnad", 'There is no card called "Mystic from hnad"'),
        ("choose p0", 'There is no card called "p0"'),
        ("choose rnues", 'There is no card called "rnues"'),
        ("aquire Mystic", r'"aquire Mystic" is not a step\. Did you mean "acquire"'),
        ("end the turn", '"end the turn" is not a step'),
    ],
)
def test_a_misspelt_cannot_is_an_error(tmp_path: Path, step: str, said: str) -> None:
    text = f'{HEAD}when = ["{step if "cannot" in step else "cannot " + step}"]\n'
    assert play(tmp_path, text) == []
    with pytest.raises(ScenarioError, match=said):
        play(tmp_path, text, strict=True)


@pytest.mark.parametrize(
    "step",
    [
        "play Apprentice",
        "use Voidfeeder #2",
        "acquire Mystic for p2",
        "acquire Mystic with 2 power",
        "acquire mystic using 1 of the discounts",
        "choose P.R.I.M.E Directive from constructs of p2",
        "choose Mystic from row at 3",
        "choose p2",
        "choose runes",
        "choose deck",
        "accept",
        "decline",
    ],
)
def test_every_form_of_a_step_may_follow_cannot(tmp_path: Path, step: str) -> None:
    assert play(tmp_path, f'{HEAD}when = ["cannot {step}", "p1: cannot {step}"]\n', strict=True) == []
