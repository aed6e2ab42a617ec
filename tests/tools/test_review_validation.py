"""The validation of reviews: what it measures goes into the page and into the reference rates as it was measured."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from tools.review_validation.__main__ import main, read
from tools.review_validation.report import PAGE, figures, references
from tools.review_validation.tasks import KINDS, order, remaining
from vigil.cards import LIBRARY

CHRONICLE = next(iter(LIBRARY.sets))


def luck(number: int, points: float) -> dict[str, Any]:
    parts = {"start": 50.0, "result": 100.0, "luck": points, "luck_error": 5.0, "remainder": 50.0 - points}
    return {"kind": "luck", "number": number, "sets": CHRONICLE, **parts, "gap": 0.0, "curve": [(90.0, 1), (30.0, 2)]}


def rate(level: str, mills: float) -> dict[str, Any]:
    return {"kind": "rates", "number": 0, "sets": CHRONICLE, "level": level, "rate": mills, "real": 90, "labels": {}}


def judged(seeded: bool, loss: float, quick: str, full: str) -> dict[str, Any]:
    return {"seeded": seeded, "loss": loss, "label": full, "quick": quick, "full": full}


LINES = [
    *(luck(number, points) for number, points in enumerate([-20.0, 30.0, 5.0])),
    *(rate("expert", mills) for mills in (3.0, 4.0, 3.5, 3.0)),
    *(rate("advanced", mills) for mills in (2.0, 2.5, 2.2, 2.1)),
    {
        "kind": "labels",
        "number": 0,
        "sets": CHRONICLE,
        "decisions": [judged(True, 12.0, "mistake", "blunder"), judged(False, 0.2, "doubtful", "")],
    },
]


def test_figures_have_their_intervals_and_say_where_there_are_too_few() -> None:
    text = figures(LINES)
    assert "| Chronicle of the Godslayer | 3 | 5.0 (-57.1 to 67.1; 3, *too few*) |" in text
    assert "| seeded, loss of 8 or more | 1 | 100.0 % (20.7 to 100.0, *too few*) |" in text
    assert "| chosen by Expert, loss below 1 | 1 | 100.0 % (20.7 to 100.0, *too few*) | 0.0 %" in text


def test_levels_in_the_wrong_order_are_named() -> None:
    assert (
        "wrong order: expert and advanced in Chronicle of the Godslayer, expert and advanced in all games."
        in figures(LINES)
    )


def test_sets_with_too_few_games_share_one_reference() -> None:
    found = references(LINES)["rates"]
    assert [(each["sets"], each["bot"], each["games"]) for each in found] == [
        ("any", "expert", 4),
        ("any", "advanced", 4),
    ]


def test_all_kinds_of_measurements_grow_together() -> None:
    done = {"luck": {0, 1}, "rates": {0, 1, 2}, "labels": set[int](), "calibration": {0, 1}}
    assert order(done) == "labels"


def coded(code: int) -> tuple[str, int]:
    return KINDS[code % len(KINDS)], code // len(KINDS)


def test_two_machines_share_the_tasks_and_go_on_with_what_is_missing() -> None:
    parts = [{coded(code) for code in islice(remaining([], part, 2), 40)} for part in range(2)]
    assert not parts[0] & parts[1]
    assert {number for kind, number in parts[0] | parts[1] if kind == "rates"} >= set(range(30))
    again = {coded(code) for code in islice(remaining([("rates", 0), ("rates", 4)], 0, 2), 3)}
    assert ("rates", 2) in {coded(code) for code in islice(remaining([("rates", 0), ("rates", 4)], 0, 2), 20)}
    assert not again & {("rates", 0), ("rates", 4)}


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "part-0-of-1.jsonl"
    path.write_text('{"kind": "luck", "number": 0}\n{"kind": "lab', encoding="utf-8")
    assert read(path) == [{"kind": "luck", "number": 0}]
    assert CliRunner().invoke(main, ["run", str(tmp_path), "--minutes", "0"]).exit_code == 0
    assert path.read_text(encoding="utf-8").endswith("lab\n"), "the next result begins a line of its own"


def test_the_page_has_a_generated_part() -> None:
    assert "### Error rates" in PAGE.read_text(encoding="utf-8")
