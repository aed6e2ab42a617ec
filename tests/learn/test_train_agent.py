"""The example that trains an agent, run as a reader of the docs would run it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "train_agent.py"


def train(curve: Path, updates: int, games: int) -> str:
    """Short games, so that an update takes a second. Returns what the example says."""
    options = {"--honor": 10, "--seed": 1, "--updates": updates, "--games": games, "--curve": curve}
    command = [sys.executable, str(EXAMPLE), *(str(word) for option in options.items() for word in option)]
    utf8 = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", env=utf8, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_it_shows_how_an_agent_learns(tmp_path: Path) -> None:
    said = train(tmp_path / "two.svg", updates=2, games=2)
    assert re.search(r"\d of 2 more games .*\n\(95 % interval: ", said), said
    assert "100% |" in said
    assert len(points(tmp_path / "two.svg")) == 3


@pytest.mark.deep
def test_ten_updates_beat_the_random_bot_beyond_doubt(tmp_path: Path) -> None:
    said = train(tmp_path / "ten.svg", updates=10, games=64)
    found = re.search(r"(\d+) of 64 more games .*\n\(95 % interval: ([\d.]+)%", said)
    assert found, said
    assert int(found[1]) >= 54
    assert float(found[2]) > 70
    assert "100% |" in said
    curve = points(tmp_path / "ten.svg")
    assert len(curve) == 11
    # In the picture up is less: it begins near the middle and ends near the top.
    assert curve[0] - curve[-1] > 30

    train(tmp_path / "two.svg", updates=2, games=2)
    assert points(tmp_path / "two.svg") == curve[:3], "The same seed gives the same curve."


def points(curve: Path) -> list[float]:
    line = ElementTree.parse(curve).getroot().find("{http://www.w3.org/2000/svg}polyline")
    assert line is not None
    return [float(point.split(",")[1]) for point in line.attrib["points"].split()]
