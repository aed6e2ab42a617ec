"""The table of rulings: what each one says, how sure it is, and the tests that hold it.

The sentences are in rulings.toml; the tests say themselves which ruling they show: a scenario in its title ("Ruling 47:
...", "Rulings 12 and 121: ..."), a function in its name (test_ruling_047_...).
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
RULINGS = ROOT / "docs" / "rulings.md"
DATA = ROOT / "tools" / "rulings.toml"
SCENARIOS = ROOT / "tests" / "rulings"
FUNCTIONS = ROOT / "tests" / "test_rulings.py"

INTRODUCTION = """\
# Rulings

Made by `make docs` from `tools/rulings.toml` and from the titles of the tests: every ruling that the engine follows,
how sure it is, and the tests that hold it. The scenarios can be read by anybody who plays
([the format](scenarios.md)), and `vigil scenario tests/rulings/*.toml` plays them.

How sure: **O** official (a rulebook, or the publisher's answers); **A** not said officially, but the official digital
version does it; **C** a player's proposal that nobody answered; **J** a judgement, because no source was found. Where
two letters stand together, one part of the ruling is surer than the other.
"""


def rulings_table() -> str:
    """The whole of docs/rulings.md."""
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    shown = shown_by_ruling()
    lines = [INTRODUCTION]
    for section in data["section"]:
        lines += [f"## {section['title']}", "", "| | ruling | sure | shown by |", "| --: | --- | --- | --- |"]
        for ruling in section["ruling"]:
            number = ruling["number"]
            tests = "<br>".join(shown[number])
            lines.append(f"| {number} | {ruling['sentence']} | {ruling['certainty']} | {tests} |")
        lines.append("")
    lines += ["## Open points", "", "Questions that no source answers, and the defaults that were set for them.", ""]
    lines += ["| topic | default | shown by |", "| --- | --- | --- |"]
    lines += [_topic_row(each, "Open point") for each in data["open_point"]]
    lines += ["", "## Judgements of this project", ""]
    lines += ["Where the rulings above leave something open, this is how it is played here.", ""]
    for group in data["group"]:
        lines += [f"### {group['title']}", ""]
        lines += [_judgement(each) for each in group["judgement"]]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _topic_row(entry: dict[str, str], kind: str) -> str:
    tests = "<br>".join(shown_by_topic(kind, entry["topic"]))
    return f"| {entry['topic']} | {entry['sentence']} | {tests or entry['shown_by']} |"


def _judgement(entry: dict[str, str]) -> str:
    tests = "; ".join(shown_by_topic("Judgement", entry["topic"]))
    return f"- **{entry['topic']}**: {entry['sentence']}" + (f" ({tests})" if tests else "")


# --- which test shows what


def shown_by_ruling() -> dict[int, list[str]]:
    """For every ruling the tests that show it, as they stand in the table."""
    found: dict[int, list[str]] = defaultdict(list)
    for path, title in titles():
        head, _, rest = title.partition(": ")
        if re.fullmatch(r"Rulings? [\d, and]+", head):
            for number in re.findall(r"\d+", head):
                found[int(number)].append(f"{_link(path)}: {rest}")
    for name in functions():
        match = re.match(r"test_ruling_(\d{3})_", name)
        if match:
            found[int(match[1])].append(f"{_link(FUNCTIONS)}: `{name}`")
    return found


def shown_by_topic(kind: str, topic: str) -> list[str]:
    found = [
        f"{_link(path)}: {title.removeprefix(f'{kind}: ')}"
        for path, title in titles()
        if title.startswith(f"{kind}: {topic}")
    ]
    name = f"test_{kind.lower()}_{re.sub('[^a-z0-9]+', '_', topic.lower())}"
    return found + [f"{_link(FUNCTIONS)}: `{each}`" for each in functions() if each == name]


@cache
def titles() -> list[tuple[Path, str]]:
    """The title of every scenario of the rulings, and its file."""
    found: list[tuple[Path, str]] = []
    for path in sorted(SCENARIOS.glob("*.toml")):
        content: dict[str, list[dict[str, Any]]] = tomllib.loads(path.read_text(encoding="utf-8"))
        found += [(path, str(scenario["title"])) for scenario in content["scenario"]]
    return found


def functions() -> list[str]:
    return re.findall(r"^def (test_\w+)", FUNCTIONS.read_text(encoding="utf-8"), re.MULTILINE)


def _link(path: Path) -> str:
    return f"[{path.stem}](../{path.relative_to(ROOT).as_posix()})"


def main() -> None:
    RULINGS.parent.mkdir(exist_ok=True)
    RULINGS.write_text(rulings_table(), encoding="utf-8")
    print(f"wrote {RULINGS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
