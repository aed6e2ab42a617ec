"""A process that computes one review: `python -m vigil.server.review_process [SET...]`.

It reads a request, a line of JSON, and writes lines of JSON: `{"progress": 0.25}` now and then, and at the end
`{"review": {...}}` or `{"error": "..."}`. It runs at the lowest priority, and ends when nobody reads any more.
"""

from __future__ import annotations

import json
import sys
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from vigil.bot_pool.processes import run_process
from vigil.cards import LIBRARY
from vigil.custom_sets import load_sets
from vigil.engine.errors import VigilError
from vigil.engine.records import Record
from vigil.review.budget import FULL, QUICK, ReviewBudget

if TYPE_CHECKING:
    from vigil.review.review import Progress

REPORT_EVERY: Final = 0.25
"""Seconds between two reports of progress."""
REVIEW: Final = b'{"review":'
"""The beginning of the last line."""
DEPTHS: Final[dict[str, ReviewBudget]] = {"quick": QUICK, "full": FULL}


def request(record: str, depth: str, *, abandoned: bool) -> bytes:
    """The line that asks for a review of a record, which is JSON itself."""
    return json.dumps({"record": record, "depth": depth, "abandoned": abandoned}).encode() + b"\n"


class _Reporter:
    """Writes lines, and reports of progress not too often."""

    def __init__(self, out: BinaryIO) -> None:
        self.out = out
        self._last = monotonic()

    def write(self, **line: Any) -> None:
        self.out.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self.out.flush()

    def progress(self, now: Progress) -> None:
        if monotonic() - self._last >= REPORT_EVERY:
            self._last = monotonic()
            self.write(progress=now.done / now.total)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    # The server imports this module too, and has no use for numpy.
    from vigil.review.review import review_record

    reporter = _Reporter(answers)
    asked = json.loads(questions.readline())
    try:
        record = Record.from_json(asked["record"])
        review = review_record(
            record, LIBRARY, DEPTHS[asked["depth"]], abandoned=asked["abandoned"], progress=reporter.progress
        )
    except VigilError as error:
        reporter.write(error=str(error))
    else:
        reporter.write(review=review.to_data())


def main() -> None:
    load_sets(sys.argv[1:])
    run_process(serve)


if __name__ == "__main__":
    main()
