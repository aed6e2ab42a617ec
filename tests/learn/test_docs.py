"""What the page about learning promises to worker processes; and the tables of the encoding are fresh."""

from __future__ import annotations

import subprocess
import sys

from tools.make_encoding_table import ENCODING, encoding_table


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
