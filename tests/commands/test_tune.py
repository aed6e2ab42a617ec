"""`vigil tune`: what it writes, what it says, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from vigil.bots.weights import PLAIN_WEIGHTS, Weights
from vigil.cards import LIBRARY
from vigil.cli import main
from vigil.engine.setup import Setup
from vigil.lab.tuning import FITTED, BadWeights, Step, Tuning, WeightsFile
from vigil.lab.workers import Workers

SHORT = ["tune", "--steps", "2", "--directions", "2", "-n", "1", "--match", "4", "--seed", "3", "--processes", "1"]
CHRONICLE = "chronicle-of-the-godslayer"
FOOLISH = PLAIN_WEIGHTS._replace(power=0.05, defeat=0.05, rune=0.05)
OLDER = """# What is said here stays.

["rise-of-vigil".2]
rune = 0.995
draw = 2.04567

["chronicle-of-the-godslayer".4]
rune = 1.250
draw = 0.600
"""


def vigil(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], env={"COLUMNS": "80"})


def setup(players: int = 2, sets: tuple[str, ...] = (CHRONICLE,)) -> Setup:
    return Setup(LIBRARY, players, sets)


def interrupted(*_: Any) -> float:
    raise KeyboardInterrupt


def instead_of_fitting(monkeypatch: pytest.MonkeyPatch, *found: Weights | type[BaseException]) -> None:
    """The steps are told in advance, with an interruption where one is wanted."""

    def steps(tuning: Tuning, start: Weights, workers: Workers) -> Iterator[Step]:
        for number, each in enumerate(found, 1):
            if not isinstance(each, Weights):
                raise each
            yield Step(number, each, 0.1)

    monkeypatch.setattr("vigil.commands.tune.fit", steps)


# --- what it writes and says


def test_weights_are_fitted_and_kept_beside_others(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(OLDER)
    result = vigil(*SHORT, "--out", path)
    assert result.exit_code == 0, result.output
    text = path.read_text()
    assert text.startswith(OLDER.partition("\n[")[0])
    tables = tomllib.loads(text)
    assert tables["rise-of-vigil"] == tomllib.loads(OLDER)["rise-of-vigil"]
    assert tables[CHRONICLE]["4"] == {"rune": 1.25, "draw": 0.6}
    fitted = tables[CHRONICLE]["2"]
    assert tuple(fitted) == FITTED
    assert all(0.8 < fitted[name] / getattr(PLAIN_WEIGHTS, name) < 1.25 for name in FITTED)
    assert fitted["rune"] != PLAIN_WEIGHTS.rune
    assert result.stdout.startswith("Chronicle of the Godslayer, 2 players, 2 steps of 4 games each\n")
    assert re.search(rf"^rune +1\.000 +{fitted['rune']:.3f} +[+-]\d+%$", result.stdout, re.MULTILINE)
    assert re.search(r"On 4 fresh deals they won \d+\.\d % of the games against the starting ones \(", result.stdout)
    assert result.stdout.endswith(f"To play against them: VIGIL_WEIGHTS={path} vigil play --bots expert\n")
    assert [each.name for each in tmp_path.iterdir()] == ["weights.toml"]


def test_the_bots_own_file_comes_through_unchanged(tmp_path: Path) -> None:
    shipped = Path(__file__).parents[2] / "src" / "vigil" / "bots" / "weights.toml"
    path = tmp_path / "weights.toml"
    path.write_text(shipped.read_text())
    file = WeightsFile(path)
    file.put(setup(), file.weights(setup()))
    assert path.read_text().split("\n[") == shipped.read_text().split("\n[")


def test_it_begins_where_it_is_told_to(tmp_path: Path) -> None:
    start, out = tmp_path / "start.toml", tmp_path / "out.toml"
    start.write_text(OLDER)
    result = vigil(*SHORT, "--start", start, "--out", out, "--players", "3")
    assert result.exit_code == 0, result.output
    assert re.search(r"^rune +1\.250 +1\.[12]\d\d ", result.stdout, re.MULTILINE), "those of the nearest table"
    assert "; par is 33.3 %." in result.stdout
    assert tomllib.loads(out.read_text())[CHRONICLE]["3"]["draw"] == pytest.approx(0.6, abs=0.1)
    assert start.read_text() == OLDER


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (FOOLISH, PLAIN_WEIGHTS, "They are better."),
        (PLAIN_WEIGHTS, FOOLISH, "They are worse."),
        (PLAIN_WEIGHTS, PLAIN_WEIGHTS, "The difference is not significant with so few deals."),
    ],
)
def test_the_verdict(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, before: Weights, after: Weights, said: str
) -> None:
    start = tmp_path / "start.toml"
    WeightsFile(start).put(setup(), before)
    instead_of_fitting(monkeypatch, after)
    result = vigil(*SHORT, "--match", "40", "--start", start, "--out", tmp_path / "out.toml")
    assert said in result.stdout, result.output


def test_the_best_on_the_way_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of ten steps every second one is a candidate: the sixth is the only one that is not foolish."""
    wise = PLAIN_WEIGHTS._replace(energy=0.31)
    instead_of_fitting(monkeypatch, *(wise if number == 6 else FOOLISH for number in range(1, 11)))
    result = vigil(*SHORT, "--steps", "10", "--match", "12", "--out", tmp_path / "out.toml")
    assert result.exit_code == 0, result.output
    assert WeightsFile(tmp_path / "out.toml").weights(setup()) == wise


def test_a_step_between_two_candidates_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    instead_of_fitting(monkeypatch, *(PLAIN_WEIGHTS if number == 5 else FOOLISH for number in range(1, 11)))
    vigil(*SHORT, "--steps", "10", "--out", tmp_path / "out.toml")
    assert WeightsFile(tmp_path / "out.toml").weights(setup()) == FOOLISH


def test_ctrl_c_in_the_choice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    instead_of_fitting(monkeypatch, PLAIN_WEIGHTS, FOOLISH)
    monkeypatch.setattr("vigil.commands.tune.share_of_deal", interrupted)
    result = vigil(*SHORT, "--out", tmp_path / "out.toml")
    assert result.exit_code == 130
    assert "The choice among the steps was stopped. The weights of the last one are in" in result.stdout
    assert WeightsFile(tmp_path / "out.toml").weights(setup()) == FOOLISH


def test_a_mixture_is_kept_under_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instead_of_fitting(monkeypatch, PLAIN_WEIGHTS)
    assert vigil(*SHORT, "--sets", "all", "--out", tmp_path / "out.toml").exit_code == 0
    assert list(tomllib.loads((tmp_path / "out.toml").read_text())) == ["all"]


def test_a_small_weight_is_not_rounded_to_nothing(tmp_path: Path) -> None:
    file = WeightsFile(tmp_path / "out.toml")
    file.put(setup(), PLAIN_WEIGHTS._replace(energy=0.000123456, slack=1.23456))
    again = WeightsFile(tmp_path / "out.toml").weights(setup())
    assert (again.energy, again.slack) == (0.000123, 1.235)


# --- interruptions


def test_ctrl_c_keeps_the_last_step(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "out.toml"
    better = PLAIN_WEIGHTS._replace(rune=1.5)
    instead_of_fitting(monkeypatch, better, KeyboardInterrupt)
    result = vigil(*SHORT, "--out", path)
    assert result.exit_code == 130
    assert result.stdout == f"Stopped after 1 of 2 steps. The weights are in {path}; continue from them with --start.\n"
    assert WeightsFile(path).weights(setup()) == better


def test_ctrl_c_before_the_first_step_writes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "out.toml"
    path.write_text(OLDER)
    instead_of_fitting(monkeypatch, KeyboardInterrupt)
    result = vigil(*SHORT, "--out", path)
    assert (result.exit_code, path.read_text()) == (130, OLDER)
    assert result.stdout == f"Stopped before the first step: nothing was written to {path}.\n"


def test_ctrl_c_in_the_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    instead_of_fitting(monkeypatch, PLAIN_WEIGHTS)
    monkeypatch.setattr("vigil.commands.tune.share_of_deal", interrupted)
    result = vigil(*SHORT, "--out", tmp_path / "out.toml")
    assert (result.exit_code, (tmp_path / "out.toml").exists()) == (130, True)
    assert result.stdout.endswith("The match against the starting weights was stopped.\n")


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group of processes")
def test_ctrl_c_at_a_terminal(tmp_path: Path) -> None:
    # A shell that starts something in the background has it ignore Ctrl-C; the program is to hear it all the same.
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{hears}; import vigil.cli; vigil.cli.main()"
    path = tmp_path / "weights.toml"
    command = [sys.executable, "-c", program, *SHORT, "--steps", "100000", "--out", str(path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        deadline = time.monotonic() + 60
        while not path.exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGINT)
        try:
            out, _ = running.communicate(timeout=30)
        finally:
            running.kill()
    assert running.returncode == 130
    assert re.match(r"Stopped after \d+ of 100000 steps\. The weights are in ", out)
    assert tuple(tomllib.loads(path.read_text())[CHRONICLE]["2"]) == FITTED
    assert [each.name for each in tmp_path.iterdir()] == ["weights.toml"]


def test_a_disk_that_is_full_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "out.toml"
    path.write_text(OLDER)

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    file = WeightsFile(path)
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(BadWeights, match=r"out\.toml cannot be written: No space left on device\."):
        file.put(setup(), PLAIN_WEIGHTS)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("out.toml", OLDER)]


# --- mistakes


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "1"], "A game for 1 player is solitaire"),
        (["--players", "7"], "A game is for 1 to 6 players, not for 7"),
        (["--sets", "rise,war"], "choose one set, or --sets all."),
        (["--sets", "nowhere"], 'There is no set called "nowhere".'),
        (["--start", "nowhere.toml"], "There is no file nowhere.toml."),
        (["--out", "nowhere/weights.toml"], "nowhere is not a writable folder."),
    ],
)
def test_mistakes_are_answered_with_a_line(arguments: list[str], said: str) -> None:
    result = vigil(*SHORT, "--out", "never-written.toml", *arguments)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1), result.output
    assert said in result.stderr
    assert not Path("never-written.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "said"), [(["--steps", "0", "--out", "x"], "0 is not in the range"), ([], "Missing option '--out'")]
)
def test_mistakes_of_usage(arguments: list[str], said: str) -> None:
    result = vigil(*SHORT, *arguments)
    assert (result.exit_code, said in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("rune 1", "is not a file of weights: Expected '='"),
        ("rune = 1", '"rune" should hold tables by number of players: ["rune".2].'),
        ("[all]\nrune = 1", '"all" should hold tables by number of players: ["all".2].'),
        ("[all]\n2 = 1", '["all".2]: a table of weights is missing.'),
        ("[all.2]\npowr = 1", '["all".2]: there is no weight `powr`. Did you mean "power"?'),
        ("[all.2]\npower = true", "`power` should be a number, not True."),
        ("[all.2]\npower = inf", "`power` should be a number, not inf."),
        ("[all.2]\npower = 1", f"has no weights for {CHRONICLE}. It has those for all."),
        ("", f"has no weights for {CHRONICLE}. It has those for nothing."),
    ],
)
def test_a_start_that_cannot_be_used(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "start.toml"
    path.write_text(content)
    result = vigil(*SHORT, "--start", path, "--out", tmp_path / "out.toml")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1), result.output
    assert said in result.stderr
    assert not (tmp_path / "out.toml").exists()


def test_a_file_of_something_else_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary")
    result = vigil(*SHORT, "--out", path)
    assert (result.exit_code, path.read_text()) == (2, "Dear diary")
    assert "diary.txt is not a file of weights" in result.stderr
