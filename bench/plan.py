"""What is measured: the rows of the tables, each of them a workload of a program."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from bench.measure import COPY_BYTES, STATE_BYTES
from bench.peers import PEERS
from bench.play_vigil import CHOOSE, LIBRARY, ROLLOUT, Table
from bench.programs import Program
from vigil._compiled import COMPILED, ENGINE, PLAIN

SETS = {
    "Chronicle of the Godslayer": "chronicle-of-the-godslayer",
    "Rise of Vigil": "rise-of-vigil",
    "War of Shadows": "war-of-shadows",
    "Gift of the Elements": "gift-of-the-elements",
}
CHRONICLE, *_ = ALL_SETS = tuple(SETS.values())
BOXES = {**{title: (name,) for title, name in SETS.items()}, "all four sets": ALL_SETS}
PLAYERS = (2, 4)
ENGINES = (COMPILED, PLAIN) if ENGINE == COMPILED else (PLAIN,)
BEST = ENGINES[0]

BOTH = (STATE_BYTES, COPY_BYTES)

QUARTERS = (1, 2, 3, 4)
LONG_POOL = 600
POOLS = {"ordinary game": None, f"{LONG_POOL} honor in the pool": LONG_POOL}

LEARN = {"vigil.learn.vector": "Vigil, vectorised", "vigil.learn.pettingzoo_env": "Vigil, PettingZoo"}


@dataclass(frozen=True)
class Row:
    name: str
    program: Program
    workload: str
    copies: bool = False
    weighs: tuple[str, ...] = ()
    """The tasks that ask for memory."""


def vigil_row(engine: str, table: Table) -> str:
    return f"Vigil, {engine}, {table.name}"


def mixture(count: int) -> tuple[str, ...]:
    """The first so many sets, mixed."""
    return ALL_SETS[:count]


def quarter_table(pool: int | None, quarter: int) -> Table:
    return Table((CHRONICLE,), 2, ROLLOUT, pool, quarter)


def vigil_tables(engine: str) -> Iterator[Table]:
    yield Table((CHRONICLE,), loop=LIBRARY)
    for sets in BOXES.values():
        for players in PLAYERS:
            yield Table(sets, players, CHOOSE)
            yield Table(sets, players, ROLLOUT)
    if engine == BEST:
        yield from (Table(mixture(count), loop=ROLLOUT) for count in (2, 3))
        yield from (quarter_table(pool, quarter) for pool in POOLS.values() for quarter in QUARTERS)


def rows() -> tuple[list[Row], dict[str, str]]:
    """Every row, and a sentence for each part that has to be left out here."""
    found: list[Row] = []
    absent: dict[str, str] = {}
    for engine in ENGINES:
        program = Program(sys.executable, "bench.play_vigil", "vigil", engine)
        for table in vigil_tables(engine):
            copied = table.loop != ROLLOUT or table.quarter is not None
            whole = table == Table((CHRONICLE,)) or table.loop == LIBRARY
            weighs = BOTH if whole else (COPY_BYTES,) if copied and engine == BEST else ()
            found.append(Row(vigil_row(engine, table), program, table.name, copied, weighs))
    if COMPILED not in ENGINES:
        absent["the compiled engine"] = "it has not been built (`make engine`, which needs a C compiler)"
    for peer in PEERS:
        peer_program = peer.program()
        if peer_program is None:
            absent[peer.title] = "it could not be installed here"
            continue
        found += [Row(name, peer_program, workload, True, BOTH) for name, workload in peer.games.items()]
        found += [Row(environment(name), peer_program, workload) for name, workload in peer.environments.items()]
    for module, name in LEARN.items():
        if find_spec("numpy") and find_spec("pettingzoo") and find_spec("vigil.learn") and find_spec(module):
            found.append(Row(environment(name), Program(sys.executable, "bench.play_learn", module, BEST), module))
        else:
            absent[name] = "it needs the extra `learn`"
    return found, absent


def environment(name: str) -> str:
    """The same game may be a row among the engines and among the environments."""
    return f"{name} (environment)"
