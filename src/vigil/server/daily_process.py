"""A process in which bots play a daily deal: `python -m vigil.server.daily_process`.

It reads a request, a line of JSON, and writes a line for each game, and `{"done": true}` after the last one. It runs at
the lowest priority, and ends when nobody reads any more.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, BinaryIO

from vigil.bot_pool.processes import run_process
from vigil.daily.deals import PERSON, Kind, setup_of
from vigil.daily.references import references
from vigil.storage.daily import DailyDeal
from vigil.table.fairness import Secret


def request(deal: DailyDeal, without: Sequence[tuple[str, int]]) -> bytes:
    """The line that asks for the games of a deal, except for those that were played before."""
    secret = {"seed": str(deal.secret.seed), "salt": deal.secret.salt}
    return json.dumps({"date": deal.date, "kind": deal.kind, **secret, "without": list(without)}).encode() + b"\n"


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    asked = json.loads(questions.readline())
    secret = Secret(int(asked["seed"]), asked["salt"])
    setup = setup_of(asked["date"], Kind(asked["kind"]))
    without = {(level, number) for level, number in asked["without"]}
    for each in references(setup, secret.seed, secret.bot_seed(1 - PERSON), without):
        result = each.result
        _write(answers, level=each.level, number=each.number, own=result.own, other=result.other, won=result.won)
    _write(answers, done=True)


def _write(answers: BinaryIO, **line: Any) -> None:
    answers.write(json.dumps(line).encode() + b"\n")
    answers.flush()


if __name__ == "__main__":
    run_process(serve)
