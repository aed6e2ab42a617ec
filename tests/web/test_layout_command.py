"""The command that checks the whole layout and takes pictures of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.helpers.repository import ROOT


def checked(folder: Path, *asked: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.table_layout", "--out", str(folder), "--once", *asked]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_pictures_of_one_kind_of_question_on_one_screen(tmp_path: Path) -> None:
    done = checked(tmp_path, "--kinds", "Choose words", "--players", "2", "--sizes", "820x600")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "820x600      1" in done.stdout
    assert (tmp_path / "pictures" / "820x600" / "choose-words.jpg").stat().st_size > 10_000
    assert (tmp_path / "sheets" / "820x600-1.png").stat().st_size > 10_000
    assert "choose-words.jpg" in (tmp_path / "index.html").read_text()
    assert "820x600" in (tmp_path / "failures.txt").read_text()


def test_a_size_that_is_not_checked_is_named(tmp_path: Path) -> None:
    done = checked(tmp_path, "--sizes", "9x9")
    assert done.returncode == 2
    assert "360x640" in done.stdout
