"""The command that checks the whole layout and takes pictures of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.helpers.repository import ROOT


def test_pictures_of_one_kind_of_question_on_one_screen(tmp_path: Path) -> None:
    asked = ["--once", "--kinds", "Choose words", "--players", "2", "--sizes", "820x600", "--out", str(tmp_path)]
    command = [sys.executable, "-m", "tools.table_layout", *asked]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "820x600      1" in done.stdout
    assert (tmp_path / "pictures" / "820x600" / "choose-words.jpg").stat().st_size > 10_000
    assert (tmp_path / "sheets" / "820x600-1.png").stat().st_size > 10_000
    assert "choose-words.jpg" in (tmp_path / "index.html").read_text()
    assert "820x600" in (tmp_path / "failures.txt").read_text()
