"""What a bot loses by its choices in a book of decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from vigil.cards import LIBRARY

from .book import KINDS, PHASES, Entry
from .book_file import BadBook
from .intervals import Estimate, mean_of_blocks
from .matches import seed_of

if TYPE_CHECKING:
    from vigil.engine.options import Decision
    from vigil.engine.view import SeatView

    from .arena import BotFactory
    from .workers import Workers

BLUNDER: Final = 0.04
"""A loss of so much is a blunder."""


class Choice(NamedTuple):
    """The option that a bot chose in a decision, and what it lost by that."""

    entry: Entry
    option: int
    loss: float


@dataclass(frozen=True)
class Examination:
    """A bot and the decisions that it is asked about."""

    make: BotFactory
    entries: tuple[Entry, ...]
    seed: int = 0


def examine(examination: Examination, workers: Workers) -> Iterator[Choice]:
    """What the bot chooses in every decision, each as soon as it is known."""
    for place, option in workers.results(_answer, examination, range(len(examination.entries))):
        entry = examination.entries[place]
        yield Choice(entry, option, entry.loss(option))


def _answer(examination: Examination, place: int) -> tuple[int, int]:
    entry = examination.entries[place]
    view, decision = rebuild(entry)
    bot = examination.make(seed_of(examination.seed, entry.number))
    return place, decision.options.index(bot.choose(view, decision))


def rebuild(entry: Entry) -> tuple[SeatView, Decision]:
    """The position of the decision, as its seat sees it."""
    game = entry.record.replay(LIBRARY)
    if game.decision is None or tuple(game.decision.texts()) != entry.options:
        raise BadBook(f"Decision {entry.number} of the book has other options under the present rules.")
    view = game.view(game.decision.seat)
    assert view.decision is not None
    return view, view.decision


# --- what they say


class Group(NamedTuple):
    """A part of the book: `set`, `players`, `phase` or `kind`, and which one."""

    by: str
    name: str


def mean_loss(choices: Sequence[Choice]) -> Estimate:
    """The mean loss of a decision, in chances to win. The decisions are of different games, so each counts as one."""
    return mean_of_blocks([choice.loss for choice in choices])


def blunders(choices: Sequence[Choice]) -> float:
    """The share of choices that are clearly worse than the best: by a blunder, and by two standard errors."""
    return sum(_is_blunder(choice) for choice in choices) / len(choices)


def _is_blunder(choice: Choice) -> bool:
    values = choice.entry.values
    gap = max(values) - values[choice.option]
    return gap >= BLUNDER and gap >= 2 * choice.entry.errors[choice.option]


def losses_by_group(choices: Sequence[Choice]) -> dict[Group, Estimate]:
    """The mean loss in every part of the book that has decisions."""
    parts: list[tuple[str, list[str], Callable[[Entry], str]]] = [
        ("set", [*LIBRARY.sets, ALL_SETS], set_of),
        ("players", ["2", "3", "4"], lambda entry: str(entry.players)),
        ("phase", list(PHASES), lambda entry: entry.phase),
        ("kind", list(KINDS), lambda entry: entry.kind),
    ]
    found: dict[Group, Estimate] = {}
    for by, names, name_of in parts:
        for name in names:
            if inside := [choice for choice in choices if name_of(choice.entry) == name]:
                found[Group(by, name)] = mean_loss(inside)
    return found


ALL_SETS: Final = "all"


def set_of(entry: Entry) -> str:
    return entry.sets[0] if len(entry.sets) == 1 else ALL_SETS
