"""A process in which bots think: `python -m vigil.bot_pool.worker FACTORY LIMIT BOTS [SET...]`.

It reads questions and writes answers, a line of JSON each, until nobody asks any more. All that it ever learns of a
game is in the questions: what the seat of the bot may know. Bots are kept, so each remembers what it thought before for
as long as its process lives.
"""

from __future__ import annotations

import faulthandler
import sys
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from traceback import extract_tb
from typing import BinaryIO, Final

import msgspec
from msgspec import Raw, Struct

from vigil.bots import Bot, make_bot
from vigil.bots.hints import advice, reason_in_pieces
from vigil.bots.levels import ExpertBot
from vigil.cards import new_state
from vigil.custom_sets import load_sets
from vigil.engine.options import Decision
from vigil.engine.view import SeatView
from vigil.public.play import add_bots
from vigil.review.budget import ReviewBudget

from .codec import opened
from .processes import run_process

MakeBot = Callable[[str, int], Bot]
"""A bot of this level, with this seed."""

READY: Final = b"ready\n"
MOST_BOTS: Final = 5_000
"""So many bots are remembered; after that, whoever has not been asked for longest is forgotten."""
NICENESS: Final = 5


class Think(Struct, frozen=True, tag_field="ask", tag="think"):
    """What would a bot of this level choose? One seed is one seat at one table.

    `time_share` is the part of its usual time that it may take, because others wait too.
    """

    view: Raw
    level: str
    seed: int
    time_share: float = 1.0


class Advise(Struct, frozen=True, tag_field="ask", tag="advise"):
    """What would a strong player choose, and why?"""

    view: Raw


class Judge(Struct, frozen=True, tag_field="ask", tag="judge"):
    """What is each option worth, searched with so many nodes?"""

    view: Raw
    nodes: int


class JudgedChoice(Struct, frozen=True):
    """An option: the chance to win after it, and what it loses compared with the best one, in points of a hundred.

    `error` is the standard error of the loss. A `blunder` certainly loses a lot.
    """

    choice: str
    chance: float
    loss: float
    error: float
    blunder: bool


class Answer(Struct, frozen=True):
    """A choice and the pieces of the sentence for it; or what went wrong. An exception could name hidden cards.

    The answer to `Judge` lists all options, the best one first.
    """

    choice: str = ""
    why: list[str | list[str]] = []
    fault: str = ""
    judged: list[JudgedChoice] = []


Question = Think | Advise | Judge
_questions: Final = msgspec.json.Decoder(Question)


class Thinker:
    """Answers questions, with bots that it remembers."""

    def __init__(self, make: MakeBot = make_bot) -> None:
        self._make = make
        self._bots: OrderedDict[tuple[str, int], Bot] = OrderedDict()

    def warm_up(self) -> None:
        """What is read and worked out once is not to be charged to the first who asks."""
        view = new_state(seed=1, first=0).view(0)
        assert view.decision is not None
        ExpertBot().values(view, view.decision)
        advice(view, view.decision)

    def answer(self, question: Question) -> Answer:
        try:
            return self._answer(question, opened(bytes(question.view)))
        except Exception as error:
            if isinstance(question, Think):
                self._bots.pop((question.level, question.seed), None)
            return Answer(fault=_located(error))

    def _answer(self, question: Question, view: SeatView) -> Answer:
        decision = view.decision
        assert decision is not None, "This seat has nothing to decide."
        if isinstance(question, Think):
            bot = self._bot(question.level, question.seed)
            bot.time_share = question.time_share
            option = bot.choose(view, decision)
            return Answer(decision.text(option))
        if isinstance(question, Judge):
            return _judged(view, decision, question.nodes)
        option, why = advice(view, decision)
        return Answer(decision.text(option), why)

    def _bot(self, level: str, seed: int) -> Bot:
        bot = self._bots.pop((level, seed), None) or self._make(level, seed)
        self._bots[level, seed] = bot
        if len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)
        return bot


def _judged(view: SeatView, decision: Decision, nodes: int) -> Answer:
    # They bring numpy along, which most processes have no use for.
    from vigil.review.labels import BLUNDER, label_of
    from vigil.review.live import judge_position

    found = judge_position(view, ReviewBudget.of(nodes))
    judged = [
        JudgedChoice(
            each.text, each.chance, each.loss, each.error, label_of(each.loss, each.error, each.worlds) == BLUNDER
        )
        for each in found.options
    ]
    judged.sort(key=lambda each: each.loss)
    why = reason_in_pieces(view, decision, decision.options[found.best])
    return Answer(found.options[found.best].text, why, judged=judged)


def _located(error: Exception) -> str:
    """`KeyError at worth.py:120`"""
    calls = extract_tb(error.__traceback__)
    return f"{type(error).__name__} at {Path(calls[-1].filename).name}:{calls[-1].lineno}"


def serve(thinker: Thinker, patience: float, questions: BinaryIO, answers: BinaryIO) -> None:
    thinker.warm_up()
    answers.write(READY)
    answers.flush()
    for line in questions:
        # Whoever asked ends a process that thinks too long. Should nobody be left to do it, it ends by itself.
        faulthandler.dump_traceback_later(patience, exit=True)
        answer = thinker.answer(_questions.decode(line))
        faulthandler.cancel_dump_traceback_later()
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


def main() -> None:
    factory, limit, bots, *sets = sys.argv[1:]
    load_sets(sets)
    add_bots(filter(None, bots.split(",")))
    run_process(partial(serve, Thinker(resolve_name(factory)), 2 * float(limit)), NICENESS)


if __name__ == "__main__":
    main()
