"""The page about learning is run, and the tables of the encoding are fresh."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from tools.make_encoding_table import ENCODING, encoding_table

LEARN = Path(__file__).parent.parent.parent / "docs" / "learn.md"


def test_the_code_of_the_page_does_what_it_says() -> None:
    tried = doctest.testfile(str(LEARN), module_relative=False)
    assert tried.attempted >= 20
    assert tried.failed == 0


@pytest.mark.parametrize("section", ["PettingZoo", "Gymnasium", "OpenSpiel"])
def test_the_code_of_a_section_runs_by_itself(section: str) -> None:
    text = LEARN.read_text(encoding="utf-8").split(f"## {section}\n")[1].split("\n## ")[0]
    program = "\n".join(example.source for example in doctest.DocTestParser().get_examples(text))
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_worker_processes_that_import_nothing_of_ours_find_the_environment() -> None:
    program = """if __name__ == "__main__":
        import gymnasium
        env = gymnasium.make_vec("vigil.learn:vigil/Ascension-v0", 2, "async", vector_kwargs={"context": "spawn"})
        print(env.reset(seed=1)[0].shape)
        env.close()
    """
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.stdout == "(2, 1116)\n", ran.stderr


def test_the_tables_of_the_encoding_are_fresh() -> None:
    assert ENCODING.read_text(encoding="utf-8") == encoding_table(), "Run make docs."
