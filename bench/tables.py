"""The tables of the report, made from the results."""

from collections.abc import Iterator

from bench import plan
from bench.grid import NOTHING, Grid, kilobytes, milliseconds, nanoseconds, plain, times, whole
from bench.measure import COPY, COPY_BYTES, STATE_BYTES
from bench.peers import PEERS
from bench.play_vigil import CHOOSE, LIBRARY, ROLLOUT, Table
from bench.results import Results

HEADLINE = plan.vigil_row(plan.BEST, Table((plan.CHRONICLE,)))
LOOPS = {CHOOSE: "`choose`", ROLLOUT: "`rollout`"}


def all_tables(results: Results) -> list[Grid]:
    made = [engines(results), environments(results), sets(results), mixtures(results), lengths(results), hot(results)]
    return [table for table in made if table.rows]


def engine_rows() -> Iterator[tuple[str, str, str]]:
    """The name in the table, the row itself, and the one with its copies: the engine's loops share theirs."""
    for engine in plan.ENGINES:
        copied = plan.vigil_row(engine, Table((plan.CHRONICLE,)))
        for loop, shown in LOOPS.items():
            yield f"**Vigil**, {engine}, {shown}", plan.vigil_row(engine, Table((plan.CHRONICLE,), loop=loop)), copied
        public = plan.vigil_row(engine, Table((plan.CHRONICLE,), loop=LIBRARY))
        yield f"**Vigil**, {engine}, `vigil.Game`", public, public
    for peer in PEERS:
        for name in peer.games:
            yield titled(peer.title, name), name, name


def titled(title: str, name: str) -> str:
    """The row's name with the version of the peer in it."""
    project, _, game = name.partition(", ")
    assert title.startswith(project)
    return f"{title}, {game}"


def engines(results: Results) -> Grid:
    rows = []
    for label, row, copied in engine_rows():
        if not results.has(row):
            continue
        rows.append(
            (
                label,
                whole(results.decisions(row)),
                times(results.ratio(HEADLINE, row)),
                whole(results.games(row)),
                whole(results.decisions_per_game(row)),
                whole(results.copies(copied)),
                times(results.ratio(HEADLINE, copied, COPY)),
                kilobytes(results.bytes[copied, STATE_BYTES]),
                kilobytes(results.bytes[copied, COPY_BYTES]),
                milliseconds(results.imports[row]),
            )
        )
    columns = (
        "",
        "decisions/s",
        "first row",
        "games/s",
        "per game",
        "copies/s",
        "first row",
        "a state",
        "a copy",
        "import",
    )
    return Grid("Engines", columns, rows)


def environment_rows() -> Iterator[tuple[str, str]]:
    for name in plan.LEARN.values():
        yield name.replace("Vigil", "**Vigil**"), plan.environment(name)
    for peer in PEERS:
        for name in peer.environments:
            yield titled(peer.title, name), plan.environment(name)


def environments(results: Results) -> Grid:
    present = [(label, row) for label, row in environment_rows() if results.has(row)]
    rows = [
        (
            label,
            whole(results.decisions(row)),
            times(results.ratio(present[0][1], row)),
            whole(results.games(row)) if results.games(row) else NOTHING,
            milliseconds(results.imports[row]),
        )
        for label, row in present
    ]
    return Grid("Environments for learning", ("", "decisions/s", "first row", "games/s", "import"), rows)


def sets(results: Results) -> Grid:
    """A line for each table that can be set, a column for each way to play it."""
    columns = [f"{engine}\n{loop}" for engine in plan.ENGINES for loop in LOOPS.values()]
    columns += [f"{engine}\ncopies/s" for engine in plan.ENGINES]
    rows = []
    for players in plan.PLAYERS:
        for title, names in plan.BOXES.items():
            choosing, inside = Table(names, players, CHOOSE), Table(names, players, ROLLOUT)
            played = [plan.vigil_row(engine, table) for engine in plan.ENGINES for table in (choosing, inside)]
            copied = [plan.vigil_row(engine, choosing) for engine in plan.ENGINES]
            rows.append(
                (
                    title,
                    str(players),
                    *(whole(results.decisions(row)) for row in played),
                    *(whole(results.copies(row)) for row in copied),
                    whole(results.games(played[1])),
                    kilobytes(results.bytes[copied[0], COPY_BYTES]),
                )
            )
    return Grid("Every set", ("", "players", *columns, "games/s", "a copy"), rows)


def mixtures(results: Results) -> Grid:
    """Does a decision cost more when more sets are mixed? Its sets alone say what to expect."""
    rows = []
    for count in range(1, len(plan.ALL_SETS) + 1):
        whole_row = plan.vigil_row(plan.BEST, Table(plan.mixture(count), loop=ROLLOUT))
        parts = [plan.vigil_row(plan.BEST, Table((name,), loop=ROLLOUT)) for name in plan.mixture(count)]
        mean = len(parts) / sum(1 / results.decisions(part) for part in parts)
        rows.append(
            (
                f"{count} mixed" if count > 1 else "1 alone",
                whole(results.decisions(whole_row)),
                nanoseconds(results.decisions(whole_row)),
                nanoseconds(mean),
                times(results.beside_parts(whole_row, parts)),
            )
        )
    return Grid("By the number of sets", ("sets", "decisions/s", "a decision", "mean of its sets", "ratio"), rows)


def lengths(results: Results) -> Grid:
    """Does a decision cost more late in a game?"""
    rows = []
    for title, pool in plan.POOLS.items():
        tables = [plan.quarter_table(pool, quarter) for quarter in plan.QUARTERS]
        first, *_ = names = [plan.vigil_row(plan.BEST, table) for table in tables]
        for quarter, row, grown in zip(plan.QUARTERS, names, results.growth[title], strict=True):
            rows.append(
                (
                    f"{title}, quarter {quarter}",
                    nanoseconds(results.decisions(row)),
                    times(results.ratio(first, row)),
                    whole(results.copies(row)),
                    times(results.ratio(first, row, COPY)),
                    whole(grown.turn),
                    whole(grown.cards),
                    f"{grown.constructs:.1f}",
                    f"{grown.options:.1f}",
                )
            )
    columns = ("", "a decision", "cost", "copies/s", "cost", "turn", "cards", "constructs", "options")
    return Grid("By the length of the game", columns, rows)


def hot(results: Results) -> Grid:
    rows = [(name, f"{share:.1%}") for name, share in results.hot]
    return Grid("Where the time goes", ("", "time"), rows)


def bars(results: Results) -> list[tuple[str, float, bool]]:
    """For the picture: name, decisions a second, and whether it is ours. The fastest first."""
    rows = [(label, row) for label, row, _ in engine_rows()]
    rows += [(f"{label} (environment)", row) for label, row in environment_rows()]
    shown = [(plain(label), row) for label, row in rows if results.has(row)]
    return sorted(((label, results.decisions(row), "Vigil" in label) for label, row in shown), key=lambda bar: -bar[1])
