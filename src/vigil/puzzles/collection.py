"""Collections of puzzles: the one that comes with Vigil, and those of files. JSON lines, compressed: a header, then a
line for each puzzle."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import Any, Final

from vigil.engine.errors import did_you_mean
from vigil.engine.terms import seat_name
from vigil.files import replacing

from .model import PHASES, THEMES, BadPuzzles, Difficulty, Puzzle, PuzzleOption, PuzzleStep, id_of

FORMAT: Final = "vigil puzzles 1"
OWN_PUZZLES: Final = "puzzles.jsonl.xz"
"""The puzzles that come with Vigil."""
LARGEST_FILE: Final = 16 * 2**20
"""Bytes, compressed."""
LARGEST_TEXT: Final = 256 * 2**20
"""Bytes, unpacked: a small file could unpack to more than there is memory."""


@dataclass(frozen=True)
class Origin:
    """What a collection was made with: the version of the judge, the hash of its network, the rules of the games, and
    which games: those of Expert with this seed, or records with this hash. `searched` are the numbers of the games that
    were searched, `counts` how many of their decisions reached each stage."""

    judge: int
    network: str
    rules: int
    source: str
    searched: tuple[int, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()

    @property
    def plan(self) -> tuple[int, str, int, str]:
        """What has to agree for two runs to belong together."""
        return self.judge, self.network, self.rules, self.source

    def after(self, searched: Iterable[int], counts: Mapping[str, int]) -> Origin:
        return replace(self, searched=tuple(sorted(searched)), counts=tuple(counts.items()))


def together(origins: Sequence[Origin]) -> Origin:
    """What the puzzles of several files were made with, who must agree about the judge."""
    first = origins[0]
    if any(each.plan[:3] != first.plan[:3] for each in origins):
        raise BadPuzzles("The files were made with different versions of the judge, its network or the rules.")
    counts: Counter[str] = Counter()
    for each in origins:
        counts.update(dict(each.counts))
    sources = "; ".join(dict.fromkeys(each.source for each in origins))
    return Origin(first.judge, first.network, first.rules, sources, (), tuple(counts.items()))


def load_puzzles(path: Path | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of a file, or those that come with Vigil. Raises BadPuzzles if the file is no such file."""
    return _own()[1] if path is None else read_puzzles(path)[1]


def origin_of(path: Path | None = None) -> Origin:
    """What the puzzles of a file, or those that come with Vigil, were made with."""
    return _own()[0] if path is None else read_puzzles(path)[0]


@lru_cache(maxsize=1)
def _own() -> tuple[Origin, tuple[Puzzle, ...]]:
    with resources.as_file(resources.files(__package__).joinpath(OWN_PUZZLES)) as path:
        return read_puzzles(path)


@lru_cache(maxsize=1)
def _own_by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in load_puzzles()}


def puzzle_by_id(name: str, puzzles: Sequence[Puzzle] | None = None) -> Puzzle:
    """The puzzle with this id."""
    known = _own_by_id() if puzzles is None else {puzzle.id: puzzle for puzzle in puzzles}
    wanted = name.strip().lower()
    if wanted not in known:
        raise BadPuzzles(f'There is no puzzle "{name}".{did_you_mean(wanted, known)}')
    return known[wanted]


def find_puzzles(
    sets: Sequence[str] = (), theme: str = "", players: int | None = None, puzzles: Sequence[Puzzle] | None = None
) -> list[Puzzle]:
    """The puzzles with exactly these sets (any, if none is named), with the theme, for so many players."""
    if theme and theme not in THEMES:
        raise BadPuzzles(f'There is no theme "{theme}".{did_you_mean(theme, THEMES)} Themes: {", ".join(THEMES)}.')
    return [
        puzzle
        for puzzle in (load_puzzles() if puzzles is None else puzzles)
        if (not sets or set(sets) == set(puzzle.sets))
        and (not theme or theme in puzzle.themes)
        and players in (None, puzzle.players)
    ]


def puzzle_of_the_day(day: date, puzzles: Sequence[Puzzle] | None = None) -> Puzzle:
    """The puzzle of this day: the same for everybody who has the same puzzles.

    The days are divided into rounds of as many days as there are puzzles. In a round each puzzle has one day, in an
    order that depends on the number of the round.
    """
    known = load_puzzles() if puzzles is None else puzzles
    if not known:
        raise BadPuzzles("There are no puzzles.")
    number, place = divmod(day.toordinal(), len(known))
    return sorted(known, key=lambda puzzle: blake2b(f"{number} {puzzle.id}".encode()).digest())[place]


# --- files


def read_puzzles(path: Path) -> tuple[Origin, tuple[Puzzle, ...]]:
    """What the puzzles of the file were made with, and the puzzles."""
    lines = _lines(path)
    try:
        header = json.loads(lines[0])
        found = header["format"]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        raise BadPuzzles(f"{path} is not a file of puzzles.") from None
    if found != FORMAT:
        raise BadPuzzles(f'{path} has the format "{found}". This version of Vigil reads "{FORMAT}".')
    try:
        origin = Origin(
            _count(header["judge"]),
            _text(header["network"]),
            _count(header["rules"]),
            _text(header["source"]),
            tuple(map(_count, header["searched"])),
            tuple((_text(name), _count(count)) for name, count in header["counts"].items()),
        )
        count = _count(header["puzzles"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadPuzzles(f"{path} is damaged: its header lacks what the puzzles were made with.") from None
    puzzles = []
    for number, line in enumerate(lines[1:], 2):
        try:
            puzzle = puzzle_from(json.loads(line))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
            raise BadPuzzles(f"{path} is damaged: line {number} is not a puzzle ({error}).") from None
        puzzles.append(puzzle)
    if len(puzzles) != count:
        raise BadPuzzles(f"{path} is damaged: it has {len(puzzles)} puzzles, and its header says {count}.")
    if len({puzzle.id for puzzle in puzzles}) != count:
        raise BadPuzzles(f"{path} is damaged: it has the same puzzle twice.")
    return origin, tuple(puzzles)


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            packed = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise BadPuzzles(f"There is no file {path}. `vigil puzzles make` makes one.") from None
    except OSError as error:
        raise BadPuzzles(f"{path} cannot be read: {error.strerror}.") from None
    if len(packed) > LARGEST_FILE:
        raise BadPuzzles(f"{path} is too large for a file of puzzles.")
    try:
        unpacker = lzma.LZMADecompressor()
        text = unpacker.decompress(packed, LARGEST_TEXT)
        if not unpacker.eof:
            reason = "it unpacks to too much" if len(text) >= LARGEST_TEXT else "its end is missing"
            raise BadPuzzles(f"{path} is damaged: {reason}.")
        return text.decode().splitlines()
    except (lzma.LZMAError, UnicodeDecodeError):
        raise BadPuzzles(f"{path} is not a file of puzzles, or it is damaged.") from None


def write_puzzles(path: Path, origin: Origin, puzzles: Iterable[Puzzle]) -> None:
    """Writes a file of puzzles, in the order of their ids."""
    in_order = sorted(puzzles, key=lambda puzzle: puzzle.id)
    header = {
        "format": FORMAT,
        "judge": origin.judge,
        "network": origin.network,
        "rules": origin.rules,
        "source": origin.source,
        "searched": list(origin.searched),
        "counts": dict(origin.counts),
        "puzzles": len(in_order),
    }
    lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in [header, *map(data_of, in_order)]]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as draft:
            draft.write_bytes(lzma.compress("\n".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))
    except OSError as error:
        raise BadPuzzles(f"{path} cannot be written: {error.strerror}.") from None


def data_of(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as JSON data."""
    return {
        "id": puzzle.id,
        "sets": list(puzzle.sets),
        "given": puzzle.given,
        "hidden_hands": list(puzzle.hidden_hands),
        "when": list(puzzle.when),
        "seat": puzzle.seat,
        "phase": puzzle.phase,
        "steps": [
            {
                "prompt": step.prompt,
                "options": [[each.text, each.chance, each.error] for each in step.options],
                "accepted": list(step.accepted),
                "reason": step.reason,
            }
            for step in puzzle.steps
        ],
        "themes": list(puzzle.themes),
        "difficulty": [puzzle.difficulty.rating, puzzle.difficulty.deviation],
        "fooled": list(puzzle.fooled),
    }


def puzzle_from(data: Mapping[str, Any]) -> Puzzle:
    """The puzzle of this data. Raises ValueError, KeyError or TypeError if it is not one."""
    rating, deviation = map(_number, data["difficulty"])
    puzzle = Puzzle(
        id=_text(data["id"]),
        sets=_texts(data["sets"]),
        given=dict(data["given"]),
        hidden_hands=tuple(map(_count, data["hidden_hands"])),
        when=_texts(data["when"]),
        seat=_count(data["seat"]),
        phase=_text(data["phase"]),
        steps=tuple(map(_step, data["steps"])),
        themes=_texts(data["themes"]),
        difficulty=Difficulty(rating, deviation),
        fooled=_texts(data["fooled"]),
    )
    _check(puzzle)
    return puzzle


def _check(puzzle: Puzzle) -> None:
    players = _count(puzzle.given["players"])
    if not 1 <= players <= 6 or len(puzzle.hidden_hands) != players or puzzle.seat >= players:
        raise ValueError("players and seats do not fit together")
    if puzzle.given.get("turn") != seat_name(puzzle.seat):
        raise ValueError("it is not the solver's turn")
    if puzzle.hidden_hands[puzzle.seat] or "shuffled" in puzzle.given or "seed" in puzzle.given:
        raise ValueError("hidden cards and those that the solver knows are mixed up")
    for seat, count in enumerate(puzzle.hidden_hands):
        table = puzzle.given.get(seat_name(seat), {})
        if seat != puzzle.seat and table.get("hand"):
            raise ValueError(f"it shows the hand of {seat_name(seat)}")
        if count > len(table.get("deck", [])):
            raise ValueError(f"{seat_name(seat)} has fewer cards than their hand")
    piles = [puzzle.given.get("center_deck", [])]
    piles += [puzzle.given.get(seat_name(seat), {}).get("deck", []) for seat in range(players)]
    if any(pile != sorted(pile) for pile in piles):
        raise ValueError("a deck is not sorted: its order must not be known")
    if not 1 <= len(puzzle.steps) <= 2:
        raise ValueError("a puzzle has one or two steps")
    if puzzle.phase not in PHASES or not set(puzzle.themes) <= set(THEMES):
        raise ValueError("unknown phase or theme")
    if puzzle.id != id_of(puzzle):
        raise ValueError("its id belongs to another position or answer")


def _step(data: Mapping[str, Any]) -> PuzzleStep:
    options = tuple(
        PuzzleOption(_text(text), _number(chance), _number(error)) for text, chance, error in data["options"]
    )
    step = PuzzleStep(_text(data["prompt"]), options, _texts(data["accepted"]), _text(data["reason"]))
    if not step.accepted or not set(step.accepted) < set(step.texts) or len(set(step.texts)) < len(options):
        raise ValueError("the answers are not among the options, or nothing else is")
    return step


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _texts(values: object) -> tuple[str, ...]:
    if not isinstance(values, list):
        raise TypeError(f"{values!r} is not a list of texts")
    return tuple(map(_text, values))


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(f"{value!r} is not a number of things")
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not -1e6 < value < 1e6:
        raise TypeError(f"{value!r} is not a number")
    return float(value)
