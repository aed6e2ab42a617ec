"""The study of what the printed cards are worth: games of the quick policy, in numbered batches.

A batch depends on the seed and its number alone, and leaves nothing but sums, so a study can be stopped and continued,
and studies with different seeds, made on several machines, add up. `docs/card-worth.md` says what came of it.
"""

from __future__ import annotations

import lzma
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count, takewhile
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vigil.cards import LIBRARY
from vigil.engine.errors import VigilError
from vigil.engine.setup import Setup, deal
from vigil.engine.terms import NOTHING
from vigil.files import replacing

from .card_worth import FORCED, Occasions, game_share, phase_of, policy_for, worth_in
from .fingerprint import fingerprint
from .matches import TAKINGS, seed_of
from .tuning import MOST_DECISIONS
from .worth_sums import ACQUIRED, EFFECT, GAIN, HONOR, Cell, Sheet, Sums, add_to, add_up

if TYPE_CHECKING:
    from vigil.engine.state import GameState

    from .workers import Workers

FORMAT: Final = "vigil card worth 2"
TABLES: Final = tuple(
    (sets, players) for players in (2, 3, 4) for sets in [*((name,) for name in LIBRARY.sets), tuple(LIBRARY.sets)]
)
"""The batches take turns at these tables: every set and all sets together, with two to four players."""
GAMES_IN_BATCH: Final = 8
JUDGED_GAMES: Final = 2
"""One in so many games has a judged decision: judging takes as long as playing on from all forced ones."""


class BadWorthStudy(VigilError):
    """A file does not hold the sums of a study of cards, or those of another one."""


@dataclass
class WorthStudy:
    """The sums of the first `batches` batches with this seed."""

    seed: int
    made_by: str
    """A hash of everything that the games depend on."""
    only_judged: bool = False
    """Whether there are no forced decisions, and a judged one in every game instead of every other one."""
    batches: int = 0
    sheet: Sheet = field(default_factory=dict)


def begin_study(seed: int, only_judged: bool = False) -> WorthStudy:
    """A study without any batches."""
    return WorthStudy(seed, fingerprint(("engine", "cards", "bots", "review"), ()), only_judged)


# --- playing


def continue_study(study: WorthStudy, workers: Workers, go_on: Callable[[], bool]) -> Iterator[WorthStudy]:
    """Adds batch after batch in order, until `go_on` says that no new one is to be begun."""
    tasks = takewhile(lambda _: go_on(), count(study.batches))
    early: dict[int, Sheet] = {}
    for number, sheet in workers.results(_batch, (study.seed, study.only_judged), tasks):
        early[number] = sheet
        while study.batches in early:
            add_to(study.sheet, early.pop(study.batches))
            study.batches += 1
            yield study


def _batch(given: tuple[int, bool], number: int) -> tuple[int, Sheet]:
    return number, batch(*given, number)


def batch(seed: int, only_judged: bool, number: int) -> Sheet:
    """What came of the games with this number."""
    setup = _setup(*TABLES[number % len(TABLES)])
    return add_up(
        measure_game(setup, seed_of(seed, number, game), not only_judged, only_judged or game % JUDGED_GAMES == 0)
        for game in range(GAMES_IN_BATCH)
    )


@lru_cache(maxsize=len(TABLES))
def _setup(sets: tuple[str, ...], players: int) -> Setup:
    return Setup(LIBRARY, players, sets)


def measure_game(setup: Setup, seed: int, has_forced: bool = True, has_judged: bool = True) -> Sheet:
    """Plays a game with the quick policy in all seats, and measures the cards in it."""
    game = deal(setup, seed)
    policy = policy_for(setup)
    policy.begin()
    occasions = Occasions(seed, has_forced, has_judged)
    taken: dict[tuple[int, int], str] = {}
    for _ in range(MOST_DECISIONS):
        decision = game.decision
        if decision is None:
            break
        choice = policy.pick(game, decision)
        if decision.is_turn and not policy.is_routine(decision, choice):
            occasions.meet(game)
        phase = phase_of(game)
        game.apply(choice)
        for kind, seat, card, *_ in game.happenings:
            if kind in TAKINGS and seat != NOTHING:
                taken.setdefault((card, seat), phase)
    sheet: defaultdict[Cell, Sums] = defaultdict(Sums)
    _count_taken(setup, game, taken, sheet)
    for found in worth_in(setup, occasions, seed):
        cell = _cell(setup, EFFECT if found.how == FORCED else GAIN, found.card, found.phase)
        sheet[cell].add(found.value)
        if found.how == FORCED:
            sheet[cell._replace(measure=HONOR)].add(found.honor)
    return dict(sheet)


def _count_taken(
    setup: Setup, game: GameState, taken: dict[tuple[int, int], str], sheet: defaultdict[Cell, Sums]
) -> None:
    """What those who took a card won beyond their share. The players of one game are one observation."""
    par = 2 / setup.players if setup.team else 1 / setup.players
    won: defaultdict[Cell, list[float]] = defaultdict(list)
    for (card, seat), phase in taken.items():
        won[_cell(setup, ACQUIRED, card, phase)].append(game_share(game, seat) - par)
    for cell, values in won.items():
        sheet[cell].add(sum(values), len(values))


def _cell(setup: Setup, measure: str, card: int, phase: str) -> Cell:
    return Cell(measure, setup.library.cards[card].name, "+".join(setup.sets), setup.players, phase)


# --- the file


def write_study(path: Path, study: WorthStudy) -> None:
    cells = [[*cell, *vars(sums).values()] for cell, sums in sorted(study.sheet.items())]
    data = {"format": FORMAT, "seed": study.seed, "made_by": study.made_by, "only_judged": study.only_judged}
    data |= {"batches": study.batches, "cells": cells}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as draft:
            draft.write_bytes(lzma.compress(dumps(data, ensure_ascii=False).encode(), preset=3))
    except OSError as error:
        raise BadWorthStudy(f"{path} cannot be written: {error.strerror}.") from None


def read_study(path: Path) -> WorthStudy:
    try:
        data = loads(lzma.decompress(path.read_bytes()))
        if data["format"] != FORMAT:
            raise BadWorthStudy(f"{path} is a study of another version of Vigil.")
        sheet = _sheet(data["cells"])
        return WorthStudy(data["seed"], data["made_by"], data["only_judged"], data["batches"], sheet)
    except OSError as error:
        raise BadWorthStudy(f"{path} cannot be read: {error.strerror}.") from None
    except (lzma.LZMAError, ValueError, KeyError, TypeError):
        raise BadWorthStudy(f"{path} is not a study of what cards are worth, or it is damaged.") from None


def _sheet(cells: list[list[Any]]) -> Sheet:
    width = len(Cell._fields)
    return {Cell(*each[:width]): Sums(*each[width:]) for each in cells}


def check_same_version(studies: Iterable[WorthStudy]) -> None:
    """Raises an error for studies whose games do not belong together."""
    if len({study.made_by for study in studies}) > 1:
        raise BadWorthStudy("These studies were made by different versions of Vigil. Use those of one version.")


def check_continued(before: WorthStudy, study: WorthStudy) -> None:
    """Raises an error unless the first study is the beginning of the second."""
    check_same_version([before, study])
    if before.only_judged != study.only_judged:
        raise BadWorthStudy("This study was begun with other decisions: use --only-judged for all of it or for none.")


def merged(studies: Iterable[WorthStudy]) -> Sheet:
    """The sums of several studies. They must be of the same sources and have different seeds."""
    found = list(studies)
    if len({study.seed for study in found}) < len(found):
        raise BadWorthStudy("Two of these studies have the same seed: they hold the same games. Leave one out.")
    check_same_version(found)
    return add_up(study.sheet for study in found)
