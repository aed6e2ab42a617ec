"""`vigil arena` as somebody at a terminal sees it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.helpers.arena_bots import Raises, Sleeps
from vigil.bots import BOTS
from vigil.cli import main
from vigil.lab.entrants import entrants, parse_entrant

SHORT = ["arena", "advanced", "random", "--blocks", "4", "--honor-pool", "10", "--processes", "1"]


def vigil(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], env={"COLUMNS": "80"})


def test_two_bots() -> None:
    result = vigil(*SHORT)
    assert result.exit_code == 0
    text = result.stdout
    assert text.startswith("Chronicle of the Godslayer, 2 players, standard\n")
    assert re.search(r"advanced +100\.0 % +\d+\.\d to 100\.0 % +50\.0 % +1500 +reference", text)
    assert re.search(r"random +0\.0 % +0\.0 to \d+\.\d % +50\.0 % +\d+ +below \d+", text)
    assert re.search(r"advanced +\+\d+\.\d ±\d+\.\d +[\d.]+ [mµ]s +[\d.]+ [mµ]s +\d+ +0 +0\n", text)
    assert re.search(r"The first player won 50\.0 % of the games \(\d", text)
    assert "Counted: 4 blocks of 2 games with seed 0." in text
    assert re.search(r"A process played [\d.,]+ games and [\d,]+ decisions a second\.", text)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "3"], "33.3 %"),
        (["--variant", "team"], "The first player's team won"),
        (["--variant", "solitaire"], "solitaire"),
        (["--sets", "all", "--reference", "random"], "above"),
        (["--sprt", "0,400"], "The sequential test accepts H1 after"),
        (["--sprt", "0,1"], "is undecided between +0 and +1 Elo after 4 blocks."),
    ],
)
def test_other_tables(arguments: list[str], said: str) -> None:
    result = vigil(*SHORT, *arguments)
    assert (result.exit_code, said in result.stdout) == (0, True), result.output


def test_a_round_robin_fits_into_eighty_columns() -> None:
    six = ["random", "advanced"] * 3
    result = vigil("arena", *six, "--blocks", "2", "--honor-pool", "4", "--processes", "1")
    assert "won against" in result.stdout
    assert "6 advanced #3" in result.stdout
    assert "…" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_mishaps_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "raises", Raises)
    monkeypatch.setitem(BOTS, "sleeps", Sleeps)
    monkeypatch.setattr(Raises, "name", "raises")
    monkeypatch.setattr(Sleeps, "name", "sleeps")
    text = vigil("arena", "raises", "random", *SHORT[3:]).stdout
    assert "4 blocks set aside, not counted:\n" in text
    assert re.search(r"  raises: LookupError: no idea what to do \(arena_bots.py:\d+\) \(4 times\)\n", text)
    assert "win rate" not in text
    text = vigil("arena", "random", "sleeps", *SHORT[3:], "--blocks", "1", "--move-limit", "0.1").stdout
    assert "1 block set aside, not counted:\n" in text
    assert "  sleeps: A decision took more than 0.1 seconds.\n" in text
    assert re.search(r"sleeps +[\d.]+ [mµ]s +[\d.]+ ms +\d+ +0 +1\n", text)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["advanced"], "An arena needs at least two bots."),
        (["advanced", "advansed"], 'Did you mean "advanced"?'),
        (["advanced", "random@2"], '"2" is not a budget. Write 1s'),
        (["advanced", "random@0s"], "A budget must be greater than 0"),
        (["advanced", "random", "--reference", "master"], "The entrants are advanced, random."),
        (["advanced", "random", "--sprt", "15"], "such as 0,15"),
        (["advanced", "random", "random", "--sprt", "0,15"], "compares two bots"),
        (["advanced", "random", "--blocks", "0"], "An arena of 0 blocks cannot be played"),
        (["advanced", "random", "--move-limit", "0"], "Choose one above 0"),
        (["advanced", "random", "--move-limit", "nan"], "Choose one above 0"),
        (["advanced", "random", "--players", "7"], "A game is for 1 to 6 players, not for 7"),
    ],
)
def test_mistakes_are_answered_with_a_line(arguments: list[str], said: str) -> None:
    result = vigil("arena", *arguments)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert said in result.stderr


def test_the_code_of_the_page_runs() -> None:
    page = Path(__file__).parents[2] / "docs" / "arena.md"
    [code] = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    found: dict[str, Any] = {}
    exec(code, found)
    assert found["scores"] == [1.0] * 10


def test_budgets_are_read() -> None:
    for name in BOTS:
        assert parse_entrant(name.upper()) == (name, None)
        for text, nodes, seconds in (("@400n", 400, None), ("@1s", None, 1.0), ("@.25s", None, 0.25)):
            found, budget = parse_entrant(name + text)
            assert budget is not None
            assert (found, budget.nodes, budget.seconds) == (name, nodes, seconds)
    labels = [entrant.label for entrant in entrants(["random@1.0s", "random@1s"])]
    assert labels == ["random@1s", "random@1s #2"]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group of processes")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_keeps_what_there_is(tmp_path: Path, processes: str) -> None:
    # A shell that starts something in the background has it ignore Ctrl-C; the program is to hear it all the same.
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{hears}; import vigil.cli; vigil.cli.main()"
    path = tmp_path / "arena.jsonl"
    command = [
        sys.executable,
        "-c",
        program,
        *SHORT[:3],
        "--blocks",
        "100000",
        "--processes",
        processes,
        "--out",
        str(path),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        deadline = time.monotonic() + 60
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGINT)
        try:
            out, err = running.communicate(timeout=30)
        finally:
            running.kill()
    assert (running.returncode, "Traceback" in err) == (130, False)
    assert re.search(r"Stopped after \d+ blocks of 100000, .* The same command resumes from here\.", out)
    assert path.read_bytes().endswith(b"}\n")


def test_an_interruption_before_the_first_block(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("vigil.lab.arena.play_block", interrupted)
    result = vigil(*SHORT)
    assert (result.exit_code, result.stdout) == (130, "Stopped after 0 blocks of 4, 0 s.\n")


def test_without_scipy_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    result = CliRunner().invoke(main, ["arena", "advanced", "random"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("vigil: An arena needs scipy, which is not installed.")
