"""The measurements: each is a numbered task that depends on its number alone, and gives one line of results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count
from random import Random
from typing import Any, Final

from vigil.bots import make_bot
from vigil.bots.bot import Budget
from vigil.bots.network import LARGE, own_network
from vigil.bots.position_features import PositionBatch
from vigil.cards import LIBRARY
from vigil.engine.options import Option
from vigil.engine.records import Record
from vigil.engine.setup import Setup, deal
from vigil.engine.view import SeatView
from vigil.review import FULL, QUICK, ReviewBudget
from vigil.review.decisions import review_decisions
from vigil.review.judge import Judge, Verdict, is_sure
from vigil.review.labels import label_of
from vigil.review.players import error_rate
from vigil.review.playouts import Floats, Playouts
from vigil.review.review import review_record

SETS: Final = [[name] for name in LIBRARY.sets] + [list(LIBRARY.sets)]
LEVELS: Final = ("master", "expert", "advanced", "player", "casual", "random")
MASTER: Final = Budget(nodes=64)
REFERENCE: Final = ReviewBudget.of(2048)
REFERENCE_SEED: Final = 1
EVERY: Final = 8
"""One in so many decisions of a game is judged with three budgets."""

Line = dict[str, Any]


def lines(kind: str, number: int) -> Line:
    """The results of one task."""
    sets = SETS[number % len(SETS)]
    return {"kind": kind, "number": number, "sets": name_of(sets), **TASKS[kind](sets, number // len(SETS))}


def name_of(sets: list[str]) -> str:
    return sets[0] if len(sets) == 1 else "mixture"


def played(sets: list[str], levels: list[str], seed: int) -> Record:
    """A game for two between bots of these levels."""
    game = deal(Setup(LIBRARY, 2, sets), seed)
    record = Record.of(game, levels)
    bots = [
        make_bot(level, 2 * seed + seat, MASTER if level == "master" else None) for seat, level in enumerate(levels)
    ]
    while game.decision is not None:
        seat = game.decision.seat
        record.choose(game, bots[seat].choose(game.view(seat), game.decision))
    return record


def _luck(sets: list[str], number: int) -> Line:
    """A game between equals, reviewed quickly: its luck, its account and its remainder."""
    review = review_record(played(sets, ["expert", "expert"], 10_000 + number), LIBRARY, QUICK)
    first = review.players[0].account
    parts = first.luck + first.own + first.opponents + first.remainder
    return {
        "start": first.start,
        "result": first.result,
        "luck": first.luck,
        "luck_error": first.luck_error,
        "remainder": first.remainder,
        "own": first.own,
        "opponents": first.opponents,
        "gap": abs(first.result - first.start - parts),
        "curve": [(turn.chances[0], turn.number) for turn in review.turns],
        "events": [each.luck[0] for each in review.luck],
    }


def _rates(sets: list[str], number: int) -> Line:
    """A game between two bots of one level: its error rate and its labels."""
    level = LEVELS[number % len(LEVELS)]
    record = played(sets, [level, level], 20_000 + number)
    judge = Judge(Playouts(Setup(LIBRARY, 2, sets)), QUICK.nodes, 0)
    found = list(review_decisions(record, LIBRARY, judge))
    real = [each for each in found if each.real]
    labels = [each.label for each in real]
    return {
        "level": level,
        "rate": error_rate(found)[0],
        "real": len(real),
        "labels": {label: labels.count(label) for label in sorted(set(labels))},
    }


def _labels(sets: list[str], number: int) -> Line:
    """Some decisions of a strong game: the choice, and the worst option in its place, with three budgets."""
    record = played(sets, ["expert", "expert"], 30_000 + number)
    playouts = Playouts(Setup(LIBRARY, 2, sets))
    reference = Judge(playouts, REFERENCE.nodes, REFERENCE_SEED)
    judges = {"quick": Judge(playouts, QUICK.nodes, 0), "full": Judge(playouts, FULL.nodes, 0)}
    found = []
    for view, choice in _sampled(record, reference, number):
        decision = view.decision
        assert decision is not None
        by_reference: dict[Option, Floats] = {}
        by_judges: dict[Option, Floats] = {}
        verdict = reference.judge(view, decision, choice, by_reference)
        worst = max(decision.options, key=lambda option: verdict.difference(option).loss)
        for seeded, option in ((False, choice), (True, worst)):
            again = verdict if option is choice else reference.judge(view, decision, option, by_reference)
            entry: Line = {"seeded": seeded, "loss": _loss(again, option), "label": _label(again, option)}
            for name, judge in judges.items():
                entry[name] = _label(judge.judge(view, decision, option, by_judges), option)
            found.append(entry)
    return {"decisions": found}


def _sampled(record: Record, judge: Judge, number: int) -> Iterator[tuple[SeatView, Option]]:
    """One in `EVERY` of the decisions that a review would judge."""
    chance = Random(number)
    game = record.begin(LIBRARY)
    for index in range(len(record.choices)):
        assert game.decision is not None
        view, choice = game.view(game.decision.seat), record.choice_in(game, index)
        if not judge.is_routine(view, game.decision, choice) and chance.randrange(EVERY) == 0:
            yield view, choice
        game.choose(choice)


def _loss(verdict: Verdict, option: Option) -> float:
    return round(verdict.difference(option).loss, 2)


def _label(verdict: Verdict, option: Option) -> str:
    found = verdict.difference(option)
    if not verdict.is_real or not is_sure(found):
        return ""
    return label_of(found.loss, found.error, found.worlds)


def _calibration(sets: list[str], number: int) -> Line:
    """A game between equals: what the network expects at the beginning of every turn, and who won."""
    players, variant = CALIBRATED[number % len(CALIBRATED)]
    setup = Setup(LIBRARY, players, sets, variant)
    game = deal(setup, 40_000 + number)
    bots = [make_bot("expert", players * number + seat) for seat in range(players)]
    positions, pools, turn = PositionBatch(len(LIBRARY.cards)), [], 0
    while game.decision is not None:
        if game.turn_number != turn:
            turn = game.turn_number
            positions.add(game)
            pools.append(round(min(1.0, game.pool / setup.pool()), 3))
        seat = game.decision.seat
        game.apply(bots[seat].choose(game.view(seat), game.decision))
    expected = own_network(LARGE).chances(setup, positions)
    sides = players // 2 if setup.team else players
    return {
        "table": f"{players} players{' in teams' if setup.team else ''}",
        "pools": pools,
        "expected": [[round(float(each), 4) for each in row[:sides]] for row in expected],
        "winner": min(game.winners) % sides,
    }


CALIBRATED: Final = ((2, "standard"), (3, "standard"), (4, "standard"), (4, "team"))
TASKS: Final = {"luck": _luck, "rates": _rates, "labels": _labels, "calibration": _calibration}
WEIGHTS: Final = {"luck": 2.0, "rates": 4.0, "labels": 0.3, "calibration": 2.0}
"""How many tasks of each kind are done, in proportion."""
KINDS: Final = tuple(TASKS)


def order(done: Mapping[str, Collection[int]]) -> str:
    """The kind whose turn it is, so that all grow together however long the command runs."""
    return min(KINDS, key=lambda kind: len(done[kind]) / WEIGHTS[kind])


def remaining(done: Iterable[tuple[str, int]], part: int, parts: int) -> Iterator[int]:
    """Without end: what one of several machines still has to do. A task is coded as one number, as workers want it."""
    begun: dict[str, set[int]] = {kind: set() for kind in KINDS}
    for kind, number in done:
        begun[kind].add(number)
    while True:
        kind = order(begun)
        number = next(number for number in count(part, parts) if number not in begun[kind])
        begun[kind].add(number)
        yield number * len(KINDS) + KINDS.index(kind)


def lines_of(_: None, code: int) -> Line:
    """The results of a coded task."""
    number, kind = divmod(code, len(KINDS))
    return lines(KINDS[kind], number)
