"""docs/book.md: what every level loses in the book of decisions."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from datetime import date
from os import cpu_count
from typing import Final

from tools.pages import DOCS
from vigil.commands.book import points
from vigil.lab.book import Entry
from vigil.lab.book_file import OWN_BOOK, own_book
from vigil.lab.book_score import ALL_SETS, Choice, Examination, Group, blunders, examine, losses_by_group, mean_loss
from vigil.lab.entrants import NamedBot, parse_entrant
from vigil.lab.workers import LocalWorkers, Workers
from vigil.set_names import short_name

LEVELS: Final = ("random", "casual", "player", "advanced", "expert", "expert-2026", "master@64n", "master@256n")

HEAD: Final = """\
# The book of decisions

Made by `make book` on {day}; do not edit.

The book measures bots by their choices. Each of its decisions was met in a game of `expert-2026` against itself, and
every option was played to the end of the game in {worlds:,} possible worlds. So the book knows the chance to win with
each option, and what a bot gives away when it chooses another one than the best.

    vigil book score expert                           what a bot loses, by set, players, phase and kind of decision
    vigil book score master@64n
    vigil book make --out book.jsonl.xz               a book of your own; the same command goes on where it stopped
    vigil book make --out book.jsonl.xz --ray auto    on a cluster

## What every level loses

In points of win chance a decision, with 95 % intervals. A blunder is a choice that is worse than the best one by four
points or more, and by two standard errors.
"""

ABOUT: Final = """\
## How it is made

- **The decisions** are those that are worth a thought: there are two options or more, and the quick policy does more
  than play a card or use what is free. Each comes from a game of its own. The tables take turns: every set and all
  sets together, two to four players, and three phases (more than two thirds of the honor pool are left, more than one
  third, less), so that a book of any size is balanced.
- **A world** deals the hidden cards at random and puts the center deck in order. All options meet the same worlds.
  The quick policy of `expert-2026` plays all seats to the end; what counts is the share of the game that the seat
  wins.
- **A loss** is measured without luck: the best option is found in the even worlds and compared with the choice in the
  odd ones, and the other way round. Whatever looks best in some worlds was lucky in them, and would make every bot
  look worse than it is. Where options are about equal the loss of a choice can be negative; the mean is what counts.
  It is a little too low where the two halves disagree about the best option.
- **The interval** is Student's over the decisions. It contains the luck of the worlds: the difference between two
  options has a standard error of about 1.2 points.
- A bot gets a seed of its own in each decision, the same for all bots.

What a score does not know is how strong players would go on: the quick policy plays the rest of the turn and all
later ones, and that favours bots which think the same way. Small differences between strong bots have to be found
otherwise: in games ([the ladder](bots.md)), or in whole turns.

## Whole turns

    vigil book compare master@64n expert

From every decision of the book both bots play the rest of the turn, in the same world, with all choices of their own;
then the quick policy plays the game to its end in 200 worlds. Strong bots play most turns alike; there the difference
is nothing, and luck disturbs only the others.

## Why there is no control variate

A control variate was tried: the difference between two options in a world, less what the network says about it one or
two rounds later. Over 24 decisions with 400 worlds it reduced the standard deviation of a difference from 0.41 to
0.39 and 0.36. Its expectation has to be estimated in additional worlds. With the time that all of this takes, as many
more worlds can be played that the error is at least as small: a game for two is played to its end in a third of a
millisecond. Putting the center deck in order costs next to nothing, and reduced the deviation from 0.41 to 0.38.

## The file

JSON lines, compressed with xz. The first line holds `format`, `seed` and `worlds`; each other line is a decision:

| key | what it says |
| --- | --- |
| `number` | its number, which decides everything else about it |
| `phase`, `kind` | `early`, `middle` or `late`; `turn` (what to do next), `banish`, `take`, `give up` or `other` |
| `rules`, `setup`, `seed`, `choices` | the record of the game up to the decision |
| `worlds` | in how many worlds every option was played |
| `options` | the options, as they are written in records |
| `even`, `odd` | the chance to win with each of them, in the even and in the odd worlds |
| `errors` | the standard error of the difference to the best one, over all worlds |

`{own}` in the package has {count:,} decisions. The same command makes it longer:

    vigil book make --seed 1 --decisions {more} --out src/vigil/lab/books/{own}

Another seed gives a book with other decisions. Whoever tunes a bot on one book should measure it on another.
"""


def main() -> None:
    parser = ArgumentParser(prog="tools.book_page", description="Write docs/book.md.")
    parser.add_argument("--bots", default=",".join(LEVELS))
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    asked = parser.parse_args()
    entries = own_book()
    with LocalWorkers(asked.processes) as workers:
        scored = {name: _choices(name, entries, workers) for name in asked.bots.split(",")}
    (DOCS / "book.md").write_text(page(entries, scored), encoding="utf-8")


def _choices(name: str, entries: list[Entry], workers: Workers) -> list[Choice]:
    found = list(examine(Examination(NamedBot(*parse_entrant(name)), tuple(entries)), workers))
    print(f"{name}: {points(mean_loss(found))}", file=sys.stderr, flush=True)
    return found


def page(entries: list[Entry], scored: dict[str, list[Choice]]) -> str:
    head = HEAD.format(day=f"{date.today():%d %B %Y}", worlds=entries[0].worlds)
    about = ABOUT.format(own=OWN_BOOK, count=len(entries), more=len(entries) + 1000)
    return "\n".join([head, *tables(scored), about])


def tables(scored: dict[str, list[Choice]]) -> list[str]:
    everything = [
        f"| {name} | {points(mean_loss(choices))} | {100 * blunders(choices):.1f} % |"
        for name, choices in scored.items()
    ]
    found = ["\n".join(["|  | points a decision | blunders |", "| --- | ---: | ---: |", *everything]), ""]
    groups = {name: losses_by_group(choices) for name, choices in scored.items()}
    for by, title in (("set", "By set"), ("players", "By players"), ("phase", "By phase"), ("kind", "By kind")):
        columns = [group for group in next(iter(groups.values())) if group.by == by]
        counts = next(iter(groups.values()))
        rows = [
            [title, *(f"{_title(each)} ({counts[each].count:,})" for each in columns)],
            ["---", *["---:"] * len(columns)],
            *([name, *(points(losses[each]) for each in columns)] for name, losses in groups.items()),
        ]
        found += ["\n".join(f"| {' | '.join(row)} |" for row in rows), ""]
    return found


def _title(group: Group) -> str:
    return short_name(group.name) if group.by == "set" and group.name != ALL_SETS else group.name
