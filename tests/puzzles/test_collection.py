"""Collections of puzzles: what is found, the puzzle of the day, and files that are not what they should be."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from vigil.puzzles import THEMES, BadPuzzles, Puzzle, find_puzzles, load_puzzles, puzzle_by_id, puzzle_of_the_day
from vigil.puzzles.collection import data_of, origin_of, read_puzzles, write_puzzles
from vigil.puzzles.model import id_of

FEW = load_puzzles()[:12]


def lines_of(puzzles: tuple[Puzzle, ...], folder: Path) -> list[Any]:
    path = folder / "whole.jsonl.xz"
    write_puzzles(path, origin_of(), puzzles)
    return [json.loads(line) for line in lzma.decompress(path.read_bytes()).decode().splitlines()]


def written(lines: list[Any], folder: Path) -> Path:
    path = folder / "puzzles.jsonl.xz"
    path.write_bytes(lzma.compress("\n".join(map(json.dumps, lines)).encode()))
    return path


def test_there_are_puzzles_of_all_sets_and_numbers_of_players() -> None:
    puzzles = load_puzzles()
    assert len(puzzles) >= 100
    assert {puzzle.players for puzzle in puzzles} == {2, 3, 4}
    alone = {puzzle.sets for puzzle in puzzles if len(puzzle.sets) == 1}
    assert len(alone) == 4
    assert {len(puzzle.sets) for puzzle in puzzles} == {1, 2, 3, 4}
    assert {theme for puzzle in puzzles for theme in puzzle.themes} <= set(THEMES)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl.xz"
    write_puzzles(path, origin_of(), FEW)
    assert read_puzzles(path) == (origin_of(), tuple(sorted(FEW, key=lambda puzzle: puzzle.id)))


def test_puzzles_are_found_by_id_sets_theme_and_players() -> None:
    one = FEW[0]
    assert puzzle_by_id(one.id.upper()) is one
    assert one in find_puzzles(one.sets)
    assert all(set(puzzle.sets) == set(one.sets) for puzzle in find_puzzles(one.sets))
    for theme in one.themes:
        assert one in find_puzzles(theme=theme)
    assert all(puzzle.players == 3 for puzzle in find_puzzles(players=3))
    assert len(find_puzzles()) == len(load_puzzles())


def test_what_does_not_exist_is_not_found() -> None:
    with pytest.raises(BadPuzzles, match='There is no puzzle "0000000000"'):
        puzzle_by_id("0000000000")
    with pytest.raises(BadPuzzles, match=r'There is no theme "bannish"\. Did you mean "banish"\?'):
        find_puzzles(theme="bannish")


def test_every_puzzle_has_its_day_before_one_comes_again() -> None:
    first = date.fromordinal(len(FEW) * 61_000)
    round_ = [puzzle_of_the_day(first + timedelta(days=each), FEW) for each in range(len(FEW))]
    assert {puzzle.id for puzzle in round_} == {puzzle.id for puzzle in FEW}
    again = [puzzle_of_the_day(first + timedelta(days=each), FEW[::-1]) for each in range(len(FEW))]
    assert round_ == again, "the same for everybody, in whatever order their puzzles are"
    later = [puzzle_of_the_day(first + timedelta(days=len(FEW) + each), FEW) for each in range(len(FEW))]
    assert later != round_, "the next round has another order"


def test_there_is_no_puzzle_of_the_day_without_puzzles() -> None:
    with pytest.raises(BadPuzzles, match="There are no puzzles"):
        puzzle_of_the_day(date(2026, 12, 24), ())


# --- files that are broken


def _cut(lines: list[Any]) -> None:
    lines.pop()


def _doubled(lines: list[Any]) -> None:
    lines.append(lines[-1])
    lines[0]["puzzles"] += 1


def _of_another_version(lines: list[Any]) -> None:
    lines[0]["format"] = "vigil puzzles 9"


def _foreign(lines: list[Any]) -> None:
    lines[0] = {"format": "vigil book 1", "seed": 1, "worlds": 5}


def _headless(lines: list[Any]) -> None:
    del lines[0]["network"]


def _with_another_answer(lines: list[Any]) -> None:
    step = lines[1]["steps"][0]
    step["accepted"] = [next(text for text, _, _ in step["options"] if text not in step["accepted"])]


def _without_answer(lines: list[Any]) -> None:
    lines[1]["steps"][0]["accepted"] = []


def _with_an_open_hand(lines: list[Any]) -> None:
    other = next(seat for seat, count in enumerate(lines[1]["hidden_hands"]) if count)
    lines[1]["given"][f"p{other + 1}"]["hand"] = ["Mystic"]


def _with_a_known_deck(lines: list[Any]) -> None:
    lines[1]["given"]["center_deck"].reverse()


def _with_a_number_as_text(lines: list[Any]) -> None:
    lines[1]["difficulty"] = ["hard", 100]


def _with_a_bare_list(lines: list[Any]) -> None:
    lines[1] = [1, 2, 3]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (_cut, "its header says 12"),
        (_doubled, "the same puzzle twice"),
        (_of_another_version, 'has the format "vigil puzzles 9". This version of Vigil reads "vigil puzzles 1"'),
        (_foreign, 'has the format "vigil book 1"'),
        (_headless, "its header lacks"),
        (_with_another_answer, "line 2 is not a puzzle.*its id belongs to another position or answer"),
        (_without_answer, "line 2 is not a puzzle"),
        (_with_an_open_hand, "it shows the hand of p"),
        (_with_a_known_deck, "a deck is not sorted"),
        (_with_a_number_as_text, "'hard' is not a number"),
        (_with_a_bare_list, "line 2 is not a puzzle"),
    ],
)
def test_a_broken_file_is_refused(damage: Callable[[list[Any]], None], message: str, tmp_path: Path) -> None:
    lines = lines_of(FEW, tmp_path)
    assert read_puzzles(written(lines, tmp_path)), "the control: as it was"
    damage(lines)
    with pytest.raises(BadPuzzles, match=message):
        read_puzzles(written(lines, tmp_path))


@pytest.mark.parametrize("content", [b"", b"no xz at all", lzma.compress(b"[]"), lzma.compress(b"\xff\xfe")])
def test_another_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(BadPuzzles, match=r"not a file of puzzles|is damaged"):
        load_puzzles(path)


def test_half_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl.xz"
    write_puzzles(path, origin_of(), FEW)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(BadPuzzles, match="is damaged"):
        load_puzzles(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadPuzzles, match=r"There is no file .*mine.xz. `vigil puzzles make` makes one."):
        load_puzzles(tmp_path / "mine.xz")


def test_the_id_depends_on_the_answer_but_not_on_what_was_measured() -> None:
    puzzle = FEW[0]
    step = puzzle.steps[0]
    measured = tuple(replace(option, chance=option.chance + 1) for option in step.options)
    assert id_of(replace(puzzle, steps=(replace(step, options=measured), *puzzle.steps[1:]))) == puzzle.id
    assert id_of(replace(puzzle, steps=(replace(step, accepted=("end turn",)),))) != puzzle.id
    assert data_of(puzzle)["id"] == puzzle.id
