"""What somebody types: numbers, words, beginnings of words; and what is said when it means nothing."""

import pytest

from vigil.cards import LIBRARY, new_state
from vigil.engine.errors import UnknownName
from vigil.engine.snapshot import reopen
from vigil.engine.state import GameState
from vigil.terminal.pages import find_card
from vigil.terminal.parsing import NotUnderstood, asks_nothing, plays_without_questions, understand


def table(hand: list[str], row: list[str], runes: int = 0, power: int = 0) -> GameState:
    game = new_state(seed=1, first=0)
    game.players[0].hand = tuple(sorted(LIBRARY.card(name).number for name in hand))
    game.row = tuple(LIBRARY.card(name).number for name in row)
    game.under = ((),) * len(row)
    game.turn.runes, game.turn.power = runes, power
    reopen(game)
    return game


def meant(game: GameState, text: str) -> str:
    assert game.decision is not None
    return game.decision.text(understand(game.view(0), game.decision, text))


@pytest.fixture
def game() -> GameState:
    return table(
        ["Apprentice", "Mystic"], ["Shade of the Black Watch", "Mephit", "Arha Initiate", "Arha Templar"], 4, 1
    )


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        ("1", "play Apprentice"),
        ("play Apprentice", "play Apprentice"),
        ("PLAY  apprentice", "play Apprentice"),
        ("acq mys", "acquire Mystic"),
        ("acq watch", "acquire Shade of the Black Watch"),
        ("acq sh of the bl", "acquire Shade of the Black Watch"),
        ("shade", "acquire Shade of the Black Watch"),
        ("e", "end turn"),
        ("end", "end turn"),
        ("arha i", "acquire Arha Initiate"),
    ],
)
def test_ways_to_say_an_option(game: GameState, typed: str, option: str) -> None:
    assert meant(game, typed) == option


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("99", "There is no option 99: the numbers go from 1 to"),
        ("0", "There is no option 0"),
        ("-1", "There is no option -1"),
        ("arha", 'could be "acquire Arha Initiate" or "acquire Arha Templar": type a little more'),
        ("mystic", 'could be "play Mystic" or "acquire Mystic"'),
        ("defeat mephit", "Mephit costs 3 power; you have 1."),
        ("acquire mistic", 'Did you mean "acquire Mystic"'),
        ("dance", '"dance" is not possible now.'),
        ("acquire", "could be"),
        ("%s {0} [bold]", "is not possible now"),
    ],
)
def test_what_cannot_be_meant_is_explained(game: GameState, typed: str, message: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        meant(game, typed)
    assert message in str(caught.value)


def test_an_empty_pile_is_called_empty(game: GameState) -> None:
    game.supply = (0, *game.supply[1:])
    game.decision = None
    reopen(game)
    with pytest.raises(NotUnderstood, match="No copies of Mystic are left"):
        meant(game, "acquire mystic")


def test_yes_and_no_answer_a_card() -> None:
    game = table(["Seer of the Forked Path"], ["Mephit", "Landtalker"])
    assert game.decision is not None
    game.choose(game.decision.options[0])
    assert meant(game, "n") == "decline"
    assert meant(game, "landt") == "choose Landtalker"
    with pytest.raises(NotUnderstood):
        meant(game, "y")


def test_plain_cards_are_those_that_ask_nothing() -> None:
    plain = {"Apprentice", "Mystic", "Arha Initiate", "Shadow Star", "Flytrap Witch", "Runic Lycanthrope"}
    asking = {"Temple Librarian", "Void Initiate", "Mechana Initiate", "Darkwalker", "Twofold Askara"}
    assert all(asks_nothing(LIBRARY.card(name)) for name in plain)
    assert not any(asks_nothing(LIBRARY.card(name)) for name in asking)


def test_what_helps_other_cards_is_played_first() -> None:
    game = table(["Runic Lycanthrope", "Wolf Shaman", "Shadow Star", "Apprentice", "Void Initiate"], ["Mephit"])
    assert game.decision is not None
    names = [each.words for each in plays_without_questions(game.decision)]
    assert names == ["play Shadow Star", "play Wolf Shaman", "play Apprentice", "play Runic Lycanthrope"]


def test_cards_are_found_by_beginnings_or_named_in_a_hint() -> None:
    assert find_card("ascetic of").name == "Ascetic of the Lidless Eye"
    assert find_card("tablet dawn").name == "Tablet of Time's Dawn"
    assert find_card("MYSTIC").name == "Mystic"
    with pytest.raises(UnknownName, match="could be Arha Initiate"):
        find_card("arha")
    with pytest.raises(UnknownName, match='Did you mean "Landtalker"'):
        find_card("Lantalker")
