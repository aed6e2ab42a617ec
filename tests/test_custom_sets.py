"""Sets of one's own: they are added whole or not at all, and every mistake is told with the card and the line.

The library of the other tests stays as it is: mistakes are made with a library of our own, games are played in
processes of their own.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest

from tests.helpers.libraries import fresh_library
from vigil.cards import LIBRARY, basics
from vigil.custom_sets import BadSet, add_set, loaded_sources, require_sets
from vigil.engine.errors import UnknownName
from vigil.engine.library import CardSet
from vigil.set_checks import problems_of

ROOT = Path(__file__).parent.parent
FIVE = ROOT / "examples" / "five_cards.py"
STORIES = ROOT / "examples" / "five_cards.toml"

FILE = """\
from vigil.engine.vocabulary import *

CARDS = [
{cards}
]
SET = CardSet("mine", "Mine", CARDS,
    {box})
"""
BOX = 'starting={"Apprentice": 8, "Militia": 2}, supply={"Mystic": 30}, standing=["Cultist"]'
GOOD = 'Hero("Good", VOID, cost=Runes(2), play=[Gain(power=2)]),'
CARD_LINE = 5
"""Where the second card of the list stands."""
SET_LINE = 7


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(dedent(text), encoding="utf-8")
    return path


def file_with(card: str = GOOD.replace("Good", "Other"), box: str = BOX) -> str:
    return FILE.format(cards=indent(f"{GOOD}\n{card}", "    "), box=box)


def mistakes(folder: Path, text: str) -> list[str]:
    """What is said about a file, without its path. The library is what it was."""
    library = fresh_library()
    names = library.names()
    path = write(folder, text)
    with pytest.raises(BadSet) as caught:
        add_set(library, str(path))
    assert library.names() == names
    assert not library.sets
    lines = str(caught.value).splitlines()
    assert all(line.startswith(str(path)) for line in lines), lines
    return [line.removeprefix(f"{path}:") for line in lines]


def vigil(*arguments: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(path or "")}
    command = [sys.executable, "-m", "vigil", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)


# --- good sets


def test_the_example_is_added_with_its_texts() -> None:
    library = fresh_library()
    box = add_set(library, str(FIVE))
    assert library.sets == {"five-cards": box}
    assert [card.set_name for card in box.cards] == ["five-cards"] * 5
    assert library.card("Lantern-Eater").lines() == [
        "Reward: Gain 3 honor. You may banish a card in the center row.",
        "Trophy: You may banish this to draw a card.",
    ]
    assert "five-cards" not in LIBRARY.sets
    assert loaded_sources() == ()


def test_a_file_can_be_added_to_one_library_after_another() -> None:
    first, second = add_set(fresh_library(), str(FIVE)), add_set(fresh_library(), str(FIVE))
    assert first is not second


@pytest.mark.parametrize("box", list(LIBRARY.sets.values()), ids=lambda box: box.name)
def test_the_printed_sets_would_pass(box: CardSet) -> None:
    assert problems_of(box, fresh_library()) == []


def test_a_set_may_have_events(tmp_path: Path) -> None:
    event = 'Event("Dusk", VOID, OncePerTurn(Transform("Dawn")), becomes="Dawn"),'
    dawn = 'transformed=[Hero("Dawn", None, honor=3, play=[Draw(2)])]'
    library = fresh_library()
    add_set(library, str(write(tmp_path, file_with(event, f"{BOX}, {dawn}"))))
    assert library.cards[library.card("Dusk").other_side].name == "Dawn"


# --- mistakes in a card


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ('Hero("X", VOID, play=[Draw(1)])', "A hero costs runes or power. Write cost=Runes(3)."),
        ('Hero("X", VOID, cost=Runes(-1), play=[Draw(1)])', "It costs -1 runes: a cost cannot be negative."),
        ('Hero("X", VOID, cost=Runes(31), play=[Draw(1)])', "It costs 31 runes: nobody can pay more than 30."),
        ('Construct("X", VOID, cost=Runes(0), honor=1)', "A construct costs runes or power. Write cost=Runes(3)."),
        ('Monster("X", cost=Runes(4), reward=[Gain(honor=1)])', "A monster costs 1 power or more, and no runes. Write"),
        (
            'Monster("X", cost=Power(0), reward=[Gain(honor=1)])',
            "A monster costs 1 power or more, and no runes. Write cost=Power(4).",
        ),
        ('Hero("X", VOID, cost=Runes(3), honor=-2)', "honor is -2. Write 0 or more."),
        ('Hero("X", VOID, cost=Runes(3), copies=0)', "copies is 0. Write 1 or more."),
        ('Hero("X", VOID, cost=Runes(3), play=[Gain()])', "Gain has no resource. Write Gain(runes=1), or power,"),
        ('Hero("X", VOID, cost=Runes(3), play=[Draw(-2)])', "Draw(count=-2) is impossible: count must be 1 or more."),
        (
            'Hero("X", VOID, cost=Runes(3), play=[If(VOID, Draw(1))])',
            "If needs a condition, such as Played(HERO) or Control(CONSTRUCT), but this is a filter (a Void card).",
        ),
        (
            'Construct("X", VOID, cost=Runes(3), honor=1, abilities=[AnyTime(Gain(runes=1))])',
            "This ability could be used any number of times. Give it a cost (banish_this=True or destroy_this=True),",
        ),
        ('Hero("X", VOID, cost=3)', "cost is 3. Write Runes(3), Power(4) or both: Runes(1) + Power(6)."),
        ('Hero("X", "void", cost=Runes(3))', "faction is 'void'. Write ENLIGHTENED, LIFEBOUND, MECHANA, VOID"),
        ('Hero("X", VOID, cost=Runes(3), play=["draw"])', "play contains 'draw', which is not an effect."),
        ('Hero("X", VOID, cost=Runes(3), play=[Draw])', "play contains `Draw` without parentheses, which is not an"),
        ('Hero("X", VOID, cost=Runes(3), play=Draw(1))', "play is not a list. Write play=[...]."),
        (
            'Construct("X", VOID, cost=Runes(3), honor=1, abilities=[Draw(1)])',
            "abilities contains Draw(...), which is not an ability. Write OncePerTurn(Draw(...)).",
        ),
        (
            'Hero("X", VOID, cost=Runes(3), play=[If(Played(Named("Mystik")), Draw(1))])',
            'There is no card called "Mystik" (in Named). Did you mean "Mystic"?',
        ),
        (
            'Hero("X", VOID, cost=Runes(3), play=[Gain(honor=HonorOf(CENTER_ROW, Named("Mystik")))])',
            'There is no card called "Mystik" (in Named). Did you mean "Mystic"?',
        ),
        (
            'Event("X", VOID, OncePerTurn(Draw(1)), becomes="Y")',
            'It becomes "Y", which is not among the transformed cards of the set.',
        ),
        ('Hero("X", VOID, cost=Runes(3), play=[Gian(power=1)])', "There is no word `Gian`. Did you mean `Gain`?"),
        ('Hero("X", VOID, cost=Runes(3), plays=[Draw(1)])', "A hero has no `plays`. Did you mean `play`"),
        ('Hero("X", VOID, cost=Runes(3), reward=[Draw(1)])', "A hero has no `reward`."),
        ('Construct("X", VOID, cost=4, honor=1)', "cost is 4. Write Runes(3), Power(4) or both: Runes(1) + Power(6)."),
        ('Construct("X", VOID, cost=Runes(1), honor=1, trophies=[])', "A construct has no `trophies`."),
        ('Hero("X", VOID, cost=Runes(3), orb=7)', "orb is 7. Write LIGHT_ORB or DARK_ORB."),
        ('Hero("X", VOID, cost=Runes(3), arrives=Draw(1))', "arrives is Draw(...). Write Redirect(...)."),
        ('Hero("X", VOID, cost=Runes(3), free_if=HERO)', "free_if is OfKind(...). Write a condition, such as IsDay()."),
        ('Hero("X", VOID, cost=Runes(3), play=[If(IsDay(), "draw")])', "If contains 'draw', which is not an effect."),
        ('Hero("X", VOID, cost=Runes(3), play=[EachPlayer(Draw)])', ""),
        ('Hero("X", VOID, cost=Runes(3), play=[1 / 0])', "ZeroDivisionError: division by zero."),
    ],
)
def test_a_mistake_is_told_with_the_card_and_its_line(tmp_path: Path, card: str, said: str) -> None:
    (line,) = mistakes(tmp_path, file_with(f"{card},"))
    assert line.startswith(f'{CARD_LINE}: "X": {said}')


def test_everything_that_a_set_lacks_is_told_at_once(tmp_path: Path) -> None:
    card = 'Hero("mystic", VOID, play=[Banish(HAND, Named("Nobody"))]),\n\n\nHero("Y", VOID),'
    lines = mistakes(tmp_path, file_with(card, BOX.replace("Militia", "Militiaa")))
    assert [line.split(":")[0] for line in lines] == ["5", "10", "5", "5", "8"]


def test_the_line_is_where_a_card_is_made_with_a_function(tmp_path: Path) -> None:
    text = file_with('made("X"),').replace("CARDS =", "def made(name):\n    return Hero(name, VOID)\n\nCARDS =")
    assert mistakes(tmp_path, text) == ['8: "X": A hero costs runes or power. Write cost=Runes(3).']


def test_names_are_given_once(tmp_path: Path) -> None:
    assert mistakes(tmp_path, file_with('Hero("mystic", VOID, cost=Runes(1)),')) == [
        '5: "mystic": A card called "Mystic" exists already: choose another name.'
    ]
    assert mistakes(tmp_path, file_with(GOOD)) == ['5: "Good": Two cards of the set have this name.']


# --- mistakes in the set


@pytest.mark.parametrize(
    ("box", "said"),
    [
        (BOX.replace("Apprentice", "Aprentice"), '"Aprentice" (in starting). Did you mean "Apprentice"?'),
        (BOX.replace("Mystic", "Mystyc"), '"Mystyc" (in supply). Did you mean "Mystic"?'),
        (BOX.replace("Cultist", "Cultista"), '"Cultista" (in standing). Did you mean "Cultist"?'),
        (BOX.replace("Cultist", "Mystic"), "Mystic cannot be in standing: it is not a monster."),
        (BOX.replace("Mystic", "Cultist"), "Cultist cannot be in supply: it is not a hero or construct."),
        (BOX.replace("8", "-1"), "The count of 'Apprentice' in starting cannot be -1. Write 1 or more."),
        (BOX.replace('{"Apprentice": 8, "Militia": 2}', "{}"), "The set has no starting cards"),
    ],
)
def test_what_a_set_brings_must_be_known(tmp_path: Path, box: str, said: str) -> None:
    (line,) = mistakes(tmp_path, file_with(box=box))
    assert line.startswith(f"{SET_LINE}: ")
    assert said in line


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1: SET is missing. Write SET = CardSet("),
        ("\nSET = 5\n", "2: SET is not a CardSet. Write SET = CardSet("),
        (FILE.format(cards="", box=BOX), "6: The set has no cards."),
        (file_with().replace("CARDS,", "[5],"), "7: The set contains 5, which is not a card."),
        (file_with().replace('"mine"', '"My Set"'), "7: 'My Set' cannot be the name of a set. Use lowercase letters"),
        (file_with().replace('"Mine"', '""'), "7: The set has no title"),
        ("x = 1\nx = = 2\n", "2: This is not valid Python: invalid syntax."),
        ("\nfrom vigil.engine.vocabulary import Gian\n", "2: There is no word `Gian`. Did you mean `Gain`?"),
        (
            "from vigil.engine.vocabulary import Gain\nX = Draw(1)\n",
            "2: `Draw` is not imported. Add it to `from vigil.engine.vocabulary import ...`.",
        ),
        ("import nothing_of_that_name\n", "1: ModuleNotFoundError: No module named 'nothing_of_that_name'."),
        ("raise SystemExit(3)\n", "1: SystemExit: 3."),
    ],
)
def test_mistakes_outside_the_cards_are_told_with_a_line(tmp_path: Path, text: str, said: str) -> None:
    (line,) = mistakes(tmp_path, text)
    assert line.startswith(said)


def test_a_set_that_exists_is_not_replaced() -> None:
    library = fresh_library()
    add_set(library, str(FIVE))
    with pytest.raises(BadSet, match='A set called "five-cards" exists already'):
        add_set(library, str(FIVE))
    assert len(library.cards) == len(basics.BASICS) + 5


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    odd = tmp_path / "odd.py"
    odd.write_bytes(b"\xff\xfe\x00")
    for source, said in [
        (str(tmp_path / "none.py"), "No such file"),
        (str(tmp_path), "Is a directory"),
        (str(odd), "it is not UTF-8 text"),
        ("nobody-announces-this", "Name a Python file"),
    ]:
        with pytest.raises(BadSet, match=said):
            add_set(fresh_library(), source)


# --- effects of the author's own

OWN_EFFECT = """\
from vigil.engine.vocabulary import *

class Own(Effect):
{body}

SET = CardSet("mine", "Mine", [Hero("X", VOID, cost=Runes(1), play=[Own()])],
    starting={{"Apprentice": 8}}, supply={{}}, standing=[])
"""


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("def do(self, game, context): pass", '6: "X": Own has no text. Give it a method phrase(self).'),
        ("def phrase(self): return 'win'", "3: Own does nothing. Give it a method do(self, game, context)."),
        (
            "def do(self, game, context): pass\ndef phrase(self): return ''",
            "The text of Own is empty. Check its phrase().",
        ),
        (
            "def do(self, game, context): pass\ndef phrase(self): return words",
            "Its text cannot be rendered: NameError: name 'words' is not defined.",
        ),
        (
            "def __init__(self): self.inner = Draw(1)\ndef do(self, game, context): pass\ndef phrase(self): return 'x'",
            "Own contains Draw, but its parts() does not return it.",
        ),
        (
            "def do(self, game, context): pass\ndef phrase(self): return 'x'\ndef parts(self): return ('draw',)",
            "Own contains 'draw', which is not an effect.",
        ),
    ],
)
def test_own_effects_must_be_whole(tmp_path: Path, body: str, said: str) -> None:
    (line,) = mistakes(tmp_path, OWN_EFFECT.format(body=indent(body, "    ")))
    assert line.endswith(said)


# --- packages


def announce(folder: Path, text: str) -> Path:
    """An installed package, as far as Python can tell."""
    (folder / "bells.py").write_text(text, encoding="utf-8")
    info = folder / "bells-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bells\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[vigil.sets]\nbells = bells:SET\n")
    return folder


def test_a_package_announces_its_set(tmp_path: Path) -> None:
    path = announce(tmp_path, FIVE.read_text(encoding="utf-8"))
    assert "Orchard of Bells" in vigil("cards", "--set", "bells", "bells", path=path).stdout
    assert "Five Cards" in vigil("sets", "--set", "bells", path=path).stdout
    done = vigil("sets", "--set", "bell", path=path)
    assert (done.returncode, done.stdout) == (2, "")
    assert 'There is no set "bell" to load. Did you mean "bells"?' in done.stderr


def test_mistakes_in_a_package_have_a_line_too(tmp_path: Path) -> None:
    path = announce(tmp_path, file_with('Hero("X", VOID, cost=Runes(3), play=[Gian(power=1)]),'))
    done = vigil("sets", "--set", "bells", path=path)
    assert done.stderr == f'vigil: {path}/bells.py:5: "X": There is no word `Gian`. Did you mean `Gain`?\n'


# --- the commands


def test_a_mistake_ends_a_command_with_a_line(tmp_path: Path) -> None:
    path = write(tmp_path, file_with('Hero("X", VOID, cost=Runes(-3)),'))
    for command in (["simulate"], ["play"], ["cards"], ["scenario", str(STORIES)]):
        done = vigil(*command, "--set", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f'vigil: {path}:5: "X": It costs -3 runes: a cost cannot be negative.\n'


def test_the_stories_of_the_example_hold() -> None:
    done = vigil("scenario", "--strict", "--set", FIVE, STORIES)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all hold" in done.stdout
    for card in add_set(fresh_library(), str(FIVE)).cards:
        assert card.name in done.stdout


def test_its_cards_are_shown() -> None:
    text = vigil("cards", "--set", FIVE, "--full").stdout
    assert text.count("Five Cards, ") == 5


def test_games_are_the_same_in_one_process_and_in_two() -> None:
    match = ("simulate", "--set", FIVE, "--bots", "advanced,random", "--games", "6", "--honor-pool", "20")
    alone, together = (vigil(*match, "--processes", count) for count in ("1", "2"))
    assert alone.returncode == together.returncode == 0, alone.stderr + together.stderr
    assert alone.stdout.startswith("Chronicle of the Godslayer + Five Cards, 2 players")
    assert alone.stdout.splitlines()[:-1] == together.stdout.splitlines()[:-1]


def test_a_set_alone_and_beside_another() -> None:
    short = ("simulate", "--set", FIVE, "--games", "2", "--honor-pool", "5", "--processes", "1")
    assert vigil(*short, "--sets", "five").stdout.startswith("Five Cards, 2 players")
    assert vigil(*short, "--sets", "rise").stdout.startswith("Rise of Vigil + Five Cards, 2 players")


@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "--games", "4", "--processes", "1"),
        ("simulate", "--games", "4", "--processes", "2"),
        ("play", "--bots", "player,player", "--seed", "1"),
    ],
    ids=["simulate", "simulate-2", "play"],
)
def test_an_effect_that_fails_in_a_game_is_told_with_its_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    body = "def do(self, game, context): game.nonsense\ndef phrase(self): return 'win'"
    path = write(tmp_path, OWN_EFFECT.format(body=indent(body, "    ")).replace("Hero(", "Hero(copies=50, name="))
    path.write_text(path.read_text().replace('name="X", VOID', 'name="X", faction=VOID'))
    done = vigil(*command, "--set", path, "--sets", "mine")
    assert done.returncode == 2
    assert not done.stdout or command[0] == "play"
    assert done.stderr.startswith(f"vigil: {path}:4: do failed in a game: AttributeError: 'GameState' object has no")
    assert done.stderr.count("\n") == 1


def test_the_page_about_sets_does_what_it_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "custom-sets.md").read_text(encoding="utf-8")
    cards, rule = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    code = cards.replace("\nSET =", f"\n{rule}\nSET =")
    (story,) = (each for each in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "[[scenario]]" in each)
    told = tmp_path / "my_set.toml"
    told.write_text(story, encoding="utf-8")
    done = vigil("scenario", "--strict", "--set", write(tmp_path, code), told)
    assert done.stdout.endswith("2 scenarios: all hold.\n"), done.stdout + done.stderr


# --- records

PLAYS_A_GAME = """
import sys
from vigil.cards import LIBRARY, new_state
from vigil.custom_sets import load_sets
from tests.helpers.problems import problems
from vigil.engine.records import Record
from vigil.engine.snapshot import checksum, restore, snapshot

load_sets([sys.argv[1], sys.argv[1]])
game = new_state(2, ["five-cards"], seed=5, honor_pool=20)
record = Record.of(game, ["a", "b"])
while not game.over:
    assert not problems(game)
    assert checksum(restore(LIBRARY, snapshot(game))) == checksum(game)
    record.choose(game, game.decision.options[game.version * 7 % len(game.decision.options)])
print(record.to_json())
"""


def test_a_record_says_which_set_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played = subprocess.run(
        [sys.executable, "-c", PLAYS_A_GAME, FIVE], capture_output=True, text=True, check=True, cwd=ROOT
    )
    path.write_text(played.stdout)
    assert json.loads(played.stdout)["setup"]["sets"] == ["five-cards"]
    for command in (["verify", path], ["replay", path], ["play", "--resume", path]):
        done = vigil(*command)
        assert (done.returncode, done.stdout) == (2, "")
        assert 'This game was played with the set "five-cards", which is not loaded.' in done.stderr
        assert "--set five_cards.py" in done.stderr
    assert " is true: " in vigil("verify", "--set", FIVE, path).stdout


def test_records_of_printed_sets_need_nothing() -> None:
    require_sets({"sets": list(LIBRARY.sets)})
    require_sets({"sets": "nonsense"})
    with pytest.raises(UnknownName, match='Did you mean "rise-of-vigil"'):
        require_sets({"sets": ["rise-of-vigill"]})
