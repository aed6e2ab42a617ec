"""Docs are run: their code blocks, scenarios and commands; and what they point to is there."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click import Context, Group

from tests.helpers.code_blocks import Block, blocks, passes, programs
from tests.helpers.repository import ROOT
from tools.make_command_docs import COMMANDS
from tools.make_vocabulary import VOCABULARY, vocabulary_page
from vigil.cards import LIBRARY
from vigil.cli import main
from vigil.scenarios import load, run

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), ROOT / "web" / "README.md"]
COMMAND = re.compile(r"^ +(?:\$ |\w+=\S+ )*vigil (?P<rest>[a-z].*)$", re.MULTILINE)


def located(page: Path) -> str:
    return str(page.relative_to(ROOT))


# --- code


@pytest.mark.parametrize("page", [page for page in PAGES if programs(page)], ids=located)
def test_every_code_block_runs_in_a_fresh_interpreter(page: Path) -> None:
    command = [sys.executable, "-m", "tests.helpers.code_blocks", page]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_block_that_fails_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\nanswer = 42\n```\n\nLater:\n\n```python\nprint(answer)\n```\n", encoding="utf-8")
    alone, other = programs(page)
    assert passes(alone, page)
    assert not passes(other, page)
    assert "NameError" in capsys.readouterr().out
    assert passes([*alone, *other], page)
    wrong = Block(1, "python", ">>> 1 + 1\n3\n", False)
    assert not passes([wrong], page)


# --- scenarios


@pytest.mark.parametrize("page", PAGES, ids=located)
def test_scenarios_hold(page: Path, tmp_path: Path) -> None:
    for number, block in enumerate(each for each in blocks(page) if "[[scenario]]" in each.code):
        path = tmp_path / f"{number}.toml"
        path.write_text(block.code, encoding="utf-8")
        for scenario in load(path):
            if set(scenario.sets) <= set(LIBRARY.sets):  # tests/test_custom_sets.py runs those with custom cards
                assert run(LIBRARY, scenario, strict=True) == []


# --- commands


def options_of(words: list[str]) -> set[str]:
    """The options of the command that these words call."""
    context, command = Context(main), main
    for word in words:
        found = command.get_command(context, word) if isinstance(command, Group) else None
        if found is None:
            break
        command = found
    assert command is not main, f"There is no command {words[0]}."
    return {"--help", *(option for each in command.params for option in (*each.opts, *each.secondary_opts))}


@pytest.mark.parametrize("page", PAGES, ids=located)
def test_commands_and_their_options_exist(page: Path) -> None:
    for line in COMMAND.findall(page.read_text(encoding="utf-8")):
        words = re.split(r"  +|[;|#]", line)[0].split()
        wrong = {word.split("=")[0] for word in words if word.startswith("--")} - options_of(words)
        assert not wrong, f"vigil {line}: there is no {wrong}."


def test_the_page_about_commands_is_up_to_date() -> None:
    # In a process of its own: tests that load custom sets add their names to the help.
    program = "from tools.make_command_docs import command_page; print(command_page(), end='')"
    page = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert COMMANDS.read_text(encoding="utf-8") == page, "Run make docs."


def test_the_page_about_the_vocabulary_is_up_to_date() -> None:
    assert VOCABULARY.read_text(encoding="utf-8") == vocabulary_page(), "Run make docs."
    assert "| `Banish(places: Places, kind: Filter=ANY" in vocabulary_page()


# --- links


@pytest.mark.parametrize("page", PAGES, ids=located)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_the_files_that_the_tour_names_exist() -> None:
    for name in re.findall(r"`(\w+\.py)`", (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")):
        assert list((ROOT / "src").rglob(name)) or list((ROOT / "tests").rglob(name)), name


def test_the_page_about_dependencies_names_all_of_them() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    names = {name for group in groups for each in group if (name := re.split(r"[\[>]", each)[0]) != project["name"]}
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8").lower()
    assert sorted(name for name in names if name not in page and name.replace("_", "") not in page) == []


def test_the_question_in_the_issue_template_is_a_scenario_that_holds(tmp_path: Path) -> None:
    template = (ROOT / ".github" / "ISSUE_TEMPLATE" / "ruling.yml").read_text(encoding="utf-8")
    example = re.search(r"value: \|\n((?: {8}.*\n)+)", template[template.index("id: scenario") :])
    assert example is not None
    path = tmp_path / "question.toml"
    path.write_text(re.sub("^ {8}", "", example[1], flags=re.MULTILINE), encoding="utf-8")
    assert tomllib.loads(path.read_text(encoding="utf-8"))
    assert [run(LIBRARY, each, strict=True) for each in load(path)] == [[]]
