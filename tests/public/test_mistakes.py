"""What is wrong is said, with what would be right, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import vigil

MISTAKES: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: vigil.new_game(sets="rize"), vigil.UnknownName, 'Did you mean "rise"'),
    (lambda: vigil.new_game(players=9), vigil.ImpossibleTable, "is for 1 to 6 players"),
    (lambda: vigil.new_game(variant="teem"), vigil.UnknownName, 'Did you mean "team"'),
    (lambda: vigil.card("Arha Templer"), vigil.UnknownName, 'Did you mean "Arha Templar"'),
    (lambda: vigil.card("Emri"), vigil.UnknownName, 'Did you mean "Emri, One with the Void"'),
    (lambda: vigil.card(3), TypeError, "A card is named by a string, not by 3"),  # type: ignore[arg-type]
    (lambda: vigil.find_cards(faction="viod"), vigil.UnknownName, 'Did you mean "void"'),
    (lambda: vigil.find_cards(cost="many"), vigil.BadNotation, "Write 3, 2-4 or 5"),
    (lambda: vigil.position(rwo=["Mystic"]), vigil.BadPosition, 'There is no key "rwo". Did you mean "row"'),  # type: ignore[call-arg]
    (lambda: vigil.position(row=["Mystik"]), vigil.BadPosition, 'Did you mean "Mystic"'),
    (lambda: vigil.position(p1={"hnd": []}), vigil.BadPosition, 'There is no key "p1.hnd". Did you mean "hand"'),  # type: ignore[typeddict-unknown-key]
    (lambda: vigil.position(p1={"runes": -1}), vigil.BadPosition, "0 or more"),
    (lambda: vigil.position(shuffled=1), vigil.BadPosition, "true or false"),  # type: ignore[typeddict-item]
    (lambda: vigil.position(p2={"runes": "x"}), vigil.BadPosition, "0 or more"),  # type: ignore[typeddict-item]
    (lambda: vigil.position(event="Mephit"), vigil.BadPosition, '"Mephit" is not an event'),
    (lambda: vigil.position(p1={"constructs": ["Militia"]}), vigil.BadPosition, "is a hero, so it cannot be in p1.con"),
    (lambda: vigil.position(p1={"trophies": ["Militia"]}), vigil.BadPosition, "so it cannot be in p1.trophies"),
    (lambda: vigil.position(names=["Ada"]), vigil.ImpossibleTable, "2 players need 2 names, not 1"),
    (lambda: vigil.play(["expret", "random"]), vigil.UnknownName, 'Did you mean "expert"'),
    (lambda: vigil.bot("expert@5"), vigil.VigilError, '"5" is not a budget'),
    (lambda: vigil.bot("expert", nodes="5"), TypeError, "nodes must be a whole number, not '5'"),  # type: ignore[arg-type]
    (lambda: vigil.play(["random"] * 3, players=2), vigil.ImpossibleTable, "2 players need 2 bots, not 3"),
    (lambda: vigil.play([3, "random"]), TypeError, "3 is not a bot"),  # type: ignore[list-item]
    (lambda: vigil.new_game(seed=1).view(5), vigil.UnknownName, "There is no seat 5"),
    (lambda: vigil.new_game(seed=1).view("p1"), TypeError, "seat must be a whole number, not 'p1'"),  # type: ignore[arg-type]
    (lambda: vigil.new_game(seed=1).view(1.0), TypeError, "seat must be a whole number, not 1.0"),  # type: ignore[arg-type]
    (lambda: vigil.new_game(seed=1).view(1).sample("x"), TypeError, "seed must be a whole number"),  # type: ignore[arg-type]
    (lambda: vigil.new_game(first=2), vigil.ImpossibleTable, "p3 cannot take the first turn. The players are p1 to p2"),
    (lambda: vigil.new_game(first="p1"), TypeError, "first must be a whole number, not 'p1'"),  # type: ignore[arg-type]
    (lambda: vigil.new_game(variant=None), TypeError, "variant must be"),  # type: ignore[arg-type]
    (lambda: vigil.new_game(names=["Ada"]), vigil.ImpossibleTable, "2 players need 2 names, not 1"),
    (lambda: vigil.new_game(names=[1, 2]), TypeError, "name must be a string, not 1"),  # type: ignore[list-item]
    (lambda: vigil.new_game(seed=1).happenings(seat=5), vigil.UnknownName, "There is no seat 5"),
    (lambda: vigil.new_game(sets=3), TypeError, "named by a string"),  # type: ignore[arg-type]
    (lambda: vigil.new_game(players="2"), TypeError, "must be a whole number, not '2'"),  # type: ignore[arg-type]
    (lambda: vigil.new_game(seed=1).choose(3), TypeError, "not 3"),  # type: ignore[arg-type]
    (lambda: vigil.find_cards(3), TypeError, "words must be a string, not 3"),  # type: ignore[arg-type]
    (lambda: vigil.find_cards(name=3), TypeError, "name must be a string, not 3"),  # type: ignore[arg-type]
    (lambda: vigil.find_cards(kind=3), TypeError, "kind of card must be a string, not 3"),  # type: ignore[arg-type]
    (lambda: vigil.find_cards(cost=2.5), TypeError, "cost must be a whole number, not 2.5"),  # type: ignore[arg-type]
    (lambda: vigil.find_cards(cost="4-2"), vigil.BadNotation, "Write 2-4"),
    (lambda: vigil.new_game(seed=1).name_of(2), vigil.UnknownName, "There is no seat 2: choose 0 to 1"),
    (lambda: vigil.new_game(seed=1, names="Ada,Ben").name_of(-1), vigil.UnknownName, "There is no seat -1"),
    (lambda: vigil.new_game(seed=1).view().me, vigil.UnknownName, "A spectator has no seat"),
    (lambda: vigil.bot(3), TypeError, "name must be a string, not 3"),  # type: ignore[arg-type]
    (lambda: vigil.bot("expert", seconds=float("nan")), vigil.VigilError, "greater than 0"),
    (lambda: vigil.bot("expert@9n", nodes=5), vigil.VigilError, '"expert@9n" has a budget already'),
    (lambda: vigil.play(["random"] * 2, game=3), TypeError, "game must be a Game, not 3"),  # type: ignore[arg-type]
    (lambda: vigil.play(["random"] * 2, "gift", game=vigil.new_game()), TypeError, "dealt already: leave out sets"),
    (lambda: vigil.new_game(seed=1).view(0).sample(1).save("x"), vigil.BadRecord, "sampled game has no record"),
]


@pytest.mark.parametrize(("mistake", "error", "words"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_explained(mistake: Callable[[], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error) as raised:
        mistake()
    assert words in str(raised.value)


def test_a_wrong_choice_changes_nothing() -> None:
    game = vigil.new_game(seed=8, first=0)
    before = game.copy()
    for wrong in ("play Militja", "acquire Mystic", "", "dance"):
        with pytest.raises(vigil.IllegalChoice, match="p1 may: play Apprentice; play Militia; end turn"):
            game.choose(wrong)
    other = vigil.position(p1={"hand": ["Mystic"]}).decision.options[0]
    with pytest.raises(vigil.IllegalChoice, match='"play Mystic" is not possible now'):
        game.choose(other)
    assert game == before
    assert game.choices == []


def test_a_text_that_could_mean_several_options_is_not_guessed_at() -> None:
    game = vigil.position(p1={"hand": ["Shade of the Black Watch", "Militia"], "discard": ["Militia"]})
    game.choose("play Shade of the Black Watch")
    assert game.decision.texts == ["choose Militia from hand", "choose Militia from discard", "decline"]
    for text in ("choose Militia", "banish Militia"):
        with pytest.raises(vigil.BadNotation, match='"choose Militia from hand" or "choose Militia from d') as raised:
            game.choose(text)
        assert str(raised.value).startswith(f'"{text}" is ambiguous.')
    with pytest.raises(vigil.IllegalChoice, match=r'"banish Milicia from hand" is not possible now\. Did you mean'):
        game.choose("banish Milicia from hand")
    game.choose("banish Militia from discard")
    assert game.players[0].hand == [vigil.card("Militia")]


def test_a_game_that_is_over_says_so() -> None:
    game = vigil.play(["random", "random"], seed=1, honor_pool=5).game
    assert game.decision is None
    with pytest.raises(vigil.GameIsOver):
        game.choose("end turn")


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"play Apprentice"', '"play Mephit"', 1),
        lambda text: text.replace('"scores"', '"scares"'),
        lambda text: text.replace('"vigil record"', '"chess record"'),
        lambda text: "",
    ],
)
def test_a_damaged_file_is_refused(damage: Callable[[str], str], tmp_path: Path) -> None:
    path = tmp_path / "game.vigil"
    vigil.play(["random", "random"], seed=1, honor_pool=5).record.save(path)
    path.write_text(damage(path.read_text()))
    with pytest.raises(vigil.BadRecord, match=r"game\.vigil cannot be loaded\. "):
        vigil.load(path)


def test_no_value_in_a_file_raises_another_error(tmp_path: Path) -> None:
    path = tmp_path / "game.vigil"
    dealt = vigil.play(["random", "random"], seed=1, honor_pool=2).record
    placed = vigil.position(row=["Mephit"], p1={"hand": ["Militia"]}).record
    for record in (json.loads(dealt.to_json()), json.loads(placed.to_json())):
        tables = [record, *(value for value in record.values() if isinstance(value, dict))]
        for table in tables:
            for key, value in list(table.items()):
                for wrong in (None, 3, -1, 1.5, "x", [], [None], {}, {"a": 1}, "9" * 201):
                    table[key] = wrong
                    path.write_text(json.dumps(record))
                    with suppress(vigil.BadRecord):
                        vigil.load(path)
                table[key] = value


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "game.vigil"
    vigil.new_game(seed=1).save(path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert vigil.load(path) == vigil.new_game(seed=1)


def test_choices_past_the_record_are_noticed() -> None:
    game = vigil.new_game(seed=1)
    game.state.choose(game.state.decision.options[0])  # type: ignore[union-attr]
    with pytest.raises(vigil.BadRecord, match=r"game\.state"):
        game.save("never")


def test_a_bot_that_answers_wrongly_is_named() -> None:
    def stubborn(view: vigil.View, decision: vigil.Decision) -> str:
        return "dance"

    with pytest.raises(vigil.IllegalChoice, match=r'p2 \(stubborn\) .* "dance" is not possible'):
        vigil.play(["random", stubborn], seed=1)
    with pytest.raises(vigil.IllegalChoice, match=r"p1 \(lambda\) .* not None"):
        vigil.play([lambda view, decision: None, "random"], seed=1, first=0)  # type: ignore[list-item, return-value]


def test_what_a_bot_raises_goes_through_with_a_note() -> None:
    def broken(view: vigil.View, decision: vigil.Decision) -> str:
        raise ZeroDivisionError("oh")

    with pytest.raises(ZeroDivisionError) as raised:
        vigil.play([broken, "random"], seed=1, first=0)
    assert raised.value.__notes__ == ["p1 (broken) was asked in turn 1: Your turn."]
