"""docs/benchmarks.md: tables first, then how they came about."""

import platform
import sysconfig
from pathlib import Path

from bench import plan, tables
from bench.grid import Grid
from bench.results import Results


def page(results: Results) -> str:
    return f"""\
# Benchmarks

Made by `make bench`; do not edit. {machine()}
Every program plays at random. Machines are noisy: trust the ratios more than the figures.

![Decisions a second of Vigil and its peers, as bars](benchmarks.svg)

{section(tables.engines(results), ENGINES)}

{section(tables.environments(results), ENVIRONMENTS)}

{section(tables.sets(results), SETS)}

{section(tables.mixtures(results), MIXTURES)}

{section(tables.lengths(results), LENGTHS)}

{section(tables.hot(results), HOT if results.hot else NO_HOT)}

## How it is measured

- The programs take turns, {results.rounds} rounds after a warm-up, with {results.seconds:g} s of processor time
  for each figure in each round, all on the same core. Figures are medians over the rounds; a ratio is taken within
  each round first, so that a slow moment of the machine meets both sides of it.
- A decision is one question that a program asks a player; dealing and drawing take their time but are not counted, and
  setting up is part of a game. Games of different rules differ in length and in what a decision is: pyminion, for one,
  asks once for all treasures of a hand, Vigil once for each card.
- Copies are of positions halfway through a game: `game.copy()` for Vigil, `state.clone()` for OpenSpiel,
  `copy.deepcopy` for pyminion and rlcard, which have no copy of their own.
- The memory of a state is what one more game, stopped halfway, adds to the resident memory of a fresh process; that
  of a copy is what one more copy adds. They are kept until the process has grown by 24 MB (or for three
  seconds), and the growth is divided by their number. What all of them share (cards, rules) is not in it; a copy of
  Vigil shares with its original what neither has changed yet, and `deepcopy` doubles what pyminion's games share.
- The time to import is processor time in a fresh process without the start of the interpreter, a median of five.
- Each peer lives in an environment of its own under `.bench`, with the versions that `bench/constraints` pins.
{left_out(results)}"""


ENGINES = """\
Two players (crazy eights five, hearts four). *First row* says how many times as fast the first row of the table is.
`choose` is the engine's own loop, driven from Python as the peers are; `rollout` plays the game inside the engine;
`vigil.Game` is the same loop through the public library, which turns numbers into cards and words when it is asked.
Vigil plays Chronicle of the Godslayer, pyminion ten random piles of Dominion's base set with logging disabled."""

ENVIRONMENTS = """\
What a learning agent meets: each decision comes with an observation and the legal actions. Vigil plays Chronicle of the
Godslayer for two; vectorised, it steps 128 games a call."""

SETS = f"""\
Decisions a second unless a column says otherwise; games/s (`rollout`) and the memory of a copy are of the {plan.BEST}
engine."""

MIXTURES = f"""\
Time of a decision in a `rollout` of the {plan.BEST} engine, beside the mean of the same sets played alone. A ratio
near 1 says that mixing costs nothing: a decision costs what its cards cost, however many others there are."""

LENGTHS = f"""\
Quarters of the same games, `rollout`, {plan.BEST} engine, Chronicle of the Godslayer for two. *Cost* is beside the
first quarter; the figures after it are means from the middle of the quarter, cards and constructs of the player whose
turn it is. What grows are decks and the constructs in play: a shuffle touches every card of a deck, and a turn asks
every construct in play whether it can be used. Nothing else in the state knows how long a game has lasted."""

HOT = """\
Samples of `perf` during rollouts of the compiled engine, by what the code is there for: files are the engine's own
code, the other groups are CPython's work on its behalf."""

NO_HOT = "Not measured here: it takes Linux's `perf` and the compiled engine."


def section(table: Grid, text: str) -> str:
    heading = f"## {table.title}\n\n{text}"
    return f"{heading}\n\n{table.for_markdown()}" if table.rows else heading


def left_out(results: Results) -> str:
    return "".join(f"- Left out: {name}; {reason}.\n" for name, reason in results.absent.items())


def machine() -> str:
    return f"{interpreter()}, on {processor()}, one core."


def interpreter() -> str:
    """Name, version, and whether the build was profile-guided: without it CPython is 8 to 28 % slower."""
    guided = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    build = "with" if guided else "without"
    return f"{platform.python_implementation()} {platform.python_version()} built {build} PGO"


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())
