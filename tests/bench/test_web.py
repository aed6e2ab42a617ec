"""`make bench-web`, once and quickly; and what it reads from a trace of the browser."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from bench.programs import ROOT
from bench.web import page
from bench.web.trace import MARK, longest_task
from bench.web.watching import HANDS, Watched
from vigil.cards import LIBRARY


def told(*events: dict[str, Any]) -> bytes:
    return msgspec.json.encode({"traceEvents": [{"pid": 1, "tid": 1, **each} for each in events]})


def mark(at: int) -> dict[str, Any]:
    return {"name": "TimeStamp", "ts": at, "args": {"data": {"message": MARK}}}


def task(at: int, lasted: int, worked: int, **thread: int) -> dict[str, Any]:
    return {"name": "RunTask", "ts": at, "dur": lasted, "tdur": worked, **thread}


@pytest.mark.slow
def test_a_quick_look_prints_all_figures_and_writes_nothing() -> None:
    written = ROOT / "docs" / "web-benchmarks.md"
    before = written.read_bytes() if written.exists() else None
    done = subprocess.run(
        [sys.executable, "-m", "bench.web", "--quick"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for figure in ("first decision", "longest frame", "4 times slower", "JavaScript at first load"):
        assert figure in done.stdout
    assert (written.read_bytes() if written.exists() else None) == before


def test_only_tasks_of_the_page_between_its_marks_count() -> None:
    trace = told(
        task(0, 900_000, 900_000),
        mark(1_000_000),
        task(1_000_100, 30_000, 12_000),
        task(1_100_000, 20_000, 15_000),
        task(1_200_000, 500_000, 500_000, tid=2),
        mark(2_000_000),
        task(2_000_001, 800_000, 800_000),
    )
    assert longest_task(trace) == (0.03, 0.015)


def test_a_trace_without_marks_is_no_measurement() -> None:
    with pytest.raises(ValueError, match="0 marks"):
        longest_task(told(task(0, 1, 1)))


def test_twenty_different_cards_move() -> None:
    cards = [card for hand in HANDS for card in hand]
    assert len(set(cards)) == 20
    assert all(card in {each.name for each in LIBRARY} for card in cards)


def test_the_page_says_medians_beside_the_aims() -> None:
    rounds = [Watched(1, seconds, 0.2, 0.03, 0.02, 0.04, 20) for seconds in (0.3, 0.4, 0.9)]
    slow = [Watched(4, 1.5, 0.8, 0.1, 0.08, 0.12, 20)]
    text = page.page(72_000, [rounds, slow], "140.0", 0.5, datetime(2026, 7, 1, tzinfo=UTC))
    assert "| **as it is** | 400 ms | 200 ms | 30 ms | 20 ms | 40 ms |" in text
    assert "| 4 times slower | 1,500 ms |" in text
    assert "| *aim* | under 1,000 ms |" in text
    assert "**72.0 kB**" in text
