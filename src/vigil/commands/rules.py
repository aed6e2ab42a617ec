"""`vigil rules`: looking rules up."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from vigil import LIBRARY
from vigil.rules import Topic, find_topics, topics, turn

from .output import console

FEW = 3
"""So many topics are shown whole; of more, the titles."""


def show_rules(words: str) -> None:
    """How a turn goes and what can be looked up; or what somebody looked up."""
    out = console()
    if not words:
        for step in turn():
            out.print(step.title, style="bold")
            out.print(Padding(Text(step.text), (0, 0, 1, 2)))
        _titles(out, topics())
        return
    found = find_topics(words)
    if len(found) > FEW:
        _titles(out, found)
    else:
        for topic in found:
            _whole(out, topic)


def _titles(out: Console, found: tuple[Topic, ...] | list[Topic]) -> None:
    out.print(Columns([topic.title for topic in found], padding=(0, 3), column_first=True))
    out.print(f"Name one of them to read it: vigil rules {found[0].title.lower()}", style="dim")


def _whole(out: Console, topic: Topic) -> None:
    sets = ", ".join(LIBRARY.sets[name].title for name in topic.sets)
    out.print(Text.assemble((topic.title, "bold"), (f"  {sets}", "dim")))
    out.print(Padding(Text(topic.text), (0, 0, 0, 2)))
    for name in topic.cards:
        card = LIBRARY.card(name)
        out.print(Padding(Text.assemble((f"{card.name}: ", "bold dim"), (card.text, "dim")), (0, 0, 0, 2)))
    if topic.see:
        titles = {other.name: other.title for other in topics()}
        out.print(Padding(Text(f"See {', '.join(titles[name] for name in topic.see)}.", style="dim"), (0, 0, 1, 2)))
