"""Runs the Python code blocks of a Markdown page, each as if alone in a fresh interpreter.

    python -m tests.helpers.code_blocks PAGE

A block that continues the blocks before it says so: the comment `<!-- continues -->` is above it, and it is run after
them. All others must work alone.

Every block, with what it continues, runs in a fork of a process that has imported `vigil` and nothing else of it. That
is what a fresh interpreter has after the first import of anything from Vigil; it starts within milliseconds.
"""

from __future__ import annotations

import doctest
import os
import re
import runpy
import sys
import tempfile
import traceback
from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple

FENCE = re.compile(r"^(?P<margin> *)```(?P<language>\w+)\n(?P<code>.*?)^(?P=margin)```$", re.DOTALL | re.MULTILINE)
CONTINUES = "<!-- continues -->"
SHORTER = ("GAMES = 1000", "GAMES = 4")
"""A reader plays a thousand games; a test does not."""


class Block(NamedTuple):
    line: int
    language: str
    code: str
    continues: bool


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page that name a language."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        before = text[: match.start()]
        code, language = dedent(match["code"]).replace(*SHORTER), match["language"]
        found.append(Block(before.count("\n") + 2, language, code, before.rstrip().endswith(CONTINUES)))
    return found


def programs(page: Path) -> list[list[Block]]:
    """The Python blocks of a page, each with those that continue it."""
    chains: list[list[Block]] = []
    for block in blocks(page):
        if block.language != "python":
            continue
        if block.continues and chains:
            chains[-1].append(block)
        else:
            chains.append([block])
    return chains


def run(chain: list[Block], page: Path) -> bool:
    """Runs the blocks one after another in this process. Whether all of them do what the page says."""
    names: dict[str, object] = {"__name__": "__main__"}
    for block in chain:
        if block.code.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(block.code, names, str(page), str(page), block.line - 1)
            done = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
            if done.failed:
                return False
            names = test.globs
        elif len(chain) == 1:
            script = Path("program.py")
            script.write_text(block.code, encoding="utf-8")
            runpy.run_path(str(script), run_name="__main__")  # as a file, so that other processes can import it
        else:
            exec(compile(block.code, str(page), "exec"), names)
    return True


def passes(chain: list[Block], page: Path) -> bool:
    """Whether a chain runs in a process of its own; what it prints is shown where it does not."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            os.chdir(folder)
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
            code = 1
            try:
                code = 0 if run(chain, page) else 1
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        _, status = os.waitpid(child, 0)
        if status == 0:
            return True
        output.seek(0)
        print(f"{page}, line {chain[0].line}:\n{indent(output.read().decode(errors='replace'), '    ')}")
        return False


def main() -> None:
    import vigil  # noqa: F401

    page = Path(sys.argv[1]).resolve()
    failed = [chain for chain in programs(page) if not passes(chain, page)]
    sys.exit(f"{len(failed)} blocks fail. Does an import lack, or {CONTINUES} above the block?" if failed else 0)


if __name__ == "__main__":
    main()
