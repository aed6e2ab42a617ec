"""The examples beside train_agent.py, run small, as a reader of the docs would run them."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

with_torch = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed: pip install torch")


def run(example: str, *arguments: object) -> str:
    command = [sys.executable, str(EXAMPLES / example), *map(str, arguments)]
    surroundings = {**os.environ, "PYTHONIOENCODING": "utf-8", "OMP_NUM_THREADS": "1"}
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", env=surroundings, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_policy_learns_to_do_what_a_bot_does(tmp_path: Path) -> None:
    said = run("clone_bot.py", "--games", 10, "--passes", 4, "--bot", "player", "--data", tmp_path / "decisions.npz")
    first, *_, last = (float(each) for each in re.findall(r"pass \d+: ([\d.]+)%", said))
    assert last > first
    assert last > 60, said
    with np.load(tmp_path / "decisions.npz") as data:
        assert data["masks"][np.arange(len(data["actions"])), data["actions"]].all()
        assert set(data["results"].tolist()) == {-1.0, 1.0}


@with_torch
def test_ppo_learns_a_little_in_two_updates(tmp_path: Path) -> None:
    said = run(
        "train_ppo.py",
        "--updates",
        2,
        "--every",
        0,
        "--games",
        10,
        "--opponents",
        "random",
        "--curve",
        tmp_path / "c.svg",
    )
    assert re.search(r"\d+ of 10 games won \(\d+ to \d+ %\) against random", said)
    assert (tmp_path / "c.svg").read_text().startswith("<svg")


@with_torch
def test_the_loop_of_search_and_learning_runs() -> None:
    said = run("alphazero.py", "--rounds", 1, "--games", 1, "--simulations", 4, "--honor", 2)
    assert re.search(r"round 1: \d+ decisions, loss [\d.]+, \d+ of 40 won", said)


def test_the_notebook_runs_from_top_to_bottom() -> None:
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    shown = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "it is kept without outputs"
            shown.append(run_cell("".join(cell["source"]), names))
    assert "<table>" in shown[0]._repr_html_()
    assert [True] * 3 in shown


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell, and returns the value of its last line, as a notebook shows it."""
    *body, last = ast.parse(source).body
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    exec(compile(ast.Module([last], []), "cell", "exec"), names)
    return None
