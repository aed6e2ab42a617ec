"""What the measurements say: the generated part of docs/review.md, and the reference rates of the package."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from json import dumps
from math import log, sqrt
from pathlib import Path
from typing import Any, Final

from vigil.bots.network import LARGE, own_network
from vigil.cards import LIBRARY
from vigil.lab.intervals import Estimate, mean_of_blocks, wilson_interval
from vigil.review import FULL, QUICK
from vigil.review.judge import JUDGE_VERSION
from vigil.review.labels import BLUNDER, DOUBTFUL, MISTAKE
from vigil.review.playouts import SHARPNESS, network_hash
from vigil.review.references import ANY, FILE, MIXTURE

from ..pages import DOCS
from .tasks import LEVELS, REFERENCE

PAGE: Final = DOCS / "review.md"
BEGIN: Final = "<!-- made by python -m tools.review_validation write -->"
END: Final = "<!-- end -->"
REFERENCES: Final = Path(__file__).parents[2] / "src" / "vigil" / "review" / FILE
ORDER: Final = ["", DOUBTFUL, MISTAKE, BLUNDER]
FEWEST: Final = 30
"""Fewer games, or decisions, than this are said to be too few."""
FEWEST_OF_A_REFERENCE: Final = 10
"""Sets have reference lines of their own if so many games of every level were measured with them."""

Line = dict[str, Any]


def write_report(lines: Sequence[Line]) -> None:
    """Replaces the generated part of the page, and the file of the package."""
    text = PAGE.read_text(encoding="utf-8")
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{PAGE} has no generated part")
    PAGE.write_text(f"{before}{mark}\n\n{figures(lines)}\n\n{end}{after}", encoding="utf-8")
    REFERENCES.write_text(dumps(references(lines), indent=1) + "\n", encoding="utf-8")


def figures(lines: Sequence[Line]) -> str:
    kinds: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        kinds[line["kind"]].append(line)
    parts = [
        f"Measured until {datetime.now(UTC):%d %B %Y} with judge {JUDGE_VERSION} and network "
        f"`{network_hash(own_network(LARGE))}`; intervals are 95 %. Where fewer than {FEWEST} games or decisions are "
        "behind a number, it says *too few*.",
        *_calibration(kinds["calibration"]),
        *_luck(kinds["luck"]),
        *_rates(kinds["rates"]),
        *_labels(kinds["labels"]),
    ]
    return "\n\n".join(parts)


# --- win chances


def _calibration(games: Sequence[Line]) -> list[str]:
    rows = []
    for table in sorted({each["table"] for each in games}):
        mine = [each for each in games if each["table"] == table]
        losses = {part / 10: _log_loss(mine, part / 10) for part in range(0, 31, 2)}
        best = min(losses, key=lambda each: losses[each])
        few = " (*too few*)" if len(mine) < FEWEST else ""
        cells = [f"{best:.1f}", *(f"{loss:.3f}" for loss in (losses[0.0], _log_loss(mine, SHARPNESS), losses[best]))]
        rows.append([table, f"{len(mine)}{few}", *cells])
    if not rows:
        return []
    return [
        "### The exponent",
        "Games of Expert against itself: the growth of the exponent that makes the results most likely, and the mean "
        f"logarithmic loss of the winner's chance without any, with the one that is used ({SHARPNESS}) and with the "
        "best.",
        _table(["", "games", "best growth", "none", "used", "best"], rows),
    ]


def _log_loss(games: Sequence[Line], sharpness: float) -> float:
    """Every game counts once, however long it was."""
    total = 0.0
    for game in games:
        exponents = [1.0 + sharpness * (1.0 - pool) for pool in game["pools"]]
        powers = [[each**exponent for each in row] for row, exponent in zip(game["expected"], exponents, strict=True)]
        total -= sum(log(row[game["winner"]] / sum(row)) for row in powers) / len(powers)
    return total / len(games)


# --- luck


def _luck(games: Sequence[Line]) -> list[str]:
    rows = []
    for name in [*LIBRARY.sets, MIXTURE]:
        mine = [each for each in games if each["sets"] == name]
        if len(mine) > 1:
            rows.append([_title(name), str(len(mine)), *_luck_cells(mine)])
    rows.append(["all", str(len(games)), *_luck_cells(games)])
    gap = max(each["gap"] for each in games)
    results, adjusted = _spread(games, 0.0), _spread(games, 1.0)
    curve = [(chance, each["result"]) for each in games for chance, _ in each["curve"]]
    return [
        "### Luck and accounts",
        f"Games of Expert against itself, reviewed quickly ({QUICK.nodes} nodes, {QUICK.worlds} worlds), for p1.",
        _table(
            ["", "games", "mean luck", "spread of luck", "its sampling error", "mean remainder", "spread of remainder"],
            rows,
        ),
        f"The parts of the accounts differ from result - start by at most {gap:.2f} points. The standard deviation of "
        f"the results of single games is {results:.0f} points, that of luck-adjusted results {adjusted:.0f}.",
        "How often p1 won when the win chance at the beginning of a turn was so much:",
        _table(["win chance", "turns", "games", "mean chance", "won"], _reliability(games)),
        f"Brier score of the {len(curve)} win chances: {_brier(curve):.3f} (always 50 %: 0.250).",
    ]


def _luck_cells(games: Sequence[Line]) -> list[str]:
    luck = mean_of_blocks([each["luck"] for each in games])
    remainder = mean_of_blocks([each["remainder"] for each in games])
    noise = sqrt(sum(each["luck_error"] ** 2 for each in games) / len(games))
    return [
        _interval(luck, len(games)),
        f"{_deviation([each['luck'] for each in games]):.0f}",
        f"{noise:.0f}",
        _interval(remainder, len(games)),
        f"{_deviation([each['remainder'] for each in games]):.0f}",
    ]


def _deviation(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))


def _spread(games: Sequence[Line], part: float) -> float:
    return _deviation([each["result"] - part * each["luck"] for each in games])


def _brier(curve: Sequence[tuple[float, float]]) -> float:
    return sum((chance / 100 - result / 100) ** 2 for chance, result in curve) / len(curve)


def _reliability(games: Sequence[Line]) -> list[list[str]]:
    rows = []
    for low in range(0, 100, 20):
        found = [
            (chance, each) for each in games for chance, _ in each["curve"] if low <= chance < low + 20 + (low == 80)
        ]
        if not found:
            continue
        inside = {(each["sets"], each["number"]) for _, each in found}
        won = sum(each["result"] for _, each in found) / len(found)
        # The turns of a game have one result, so the games are what is counted for the interval.
        bounds = wilson_interval(won / 100 * len(inside), len(inside))
        mean = sum(chance for chance, _ in found) / len(found)
        rows.append(
            [
                f"{low} to {low + 20}",
                str(len(found)),
                str(len(inside)),
                f"{mean:.0f}",
                f"{won:.0f} ({100 * bounds[0]:.0f} to {100 * bounds[1]:.0f})",
            ]
        )
    return rows


# --- error rates


def _rates(games: Sequence[Line]) -> list[str]:
    names = [*LIBRARY.sets, MIXTURE, ANY]
    rows, wrong, unsure = [], [], []
    for level in LEVELS:
        cells = [_rate(games, level, name) for name in names]
        rows.append([level, *[_interval(each, each.count) if each else "not measured" for each in cells]])
    for name in names:
        for strong, weak in pairwise(LEVELS):
            first, second = _rate(games, strong, name), _rate(games, weak, name)
            if first and second and first.value >= second.value:
                wrong.append(f"{strong} and {weak} in {_title(name)}")
            elif first and second and first.high >= second.low:
                unsure.append(f"{strong} and {weak} in {_title(name)}")
    return [
        "### Error rates",
        f"Mills per real decision of bots against themselves, two players, {QUICK.nodes} nodes a decision, with the "
        "number of games. *Master* has 64 nodes a decision.",
        _table(["", *map(_title, names)], rows),
        f"Neighbours in the wrong order: {', '.join(wrong) or 'none'}. In the right order with intervals that overlap: "
        f"{', '.join(unsure) or 'none'}.",
    ]


def _rate(games: Sequence[Line], level: str, name: str) -> Estimate | None:
    found = [each["rate"] for each in games if each["level"] == level and name in (each["sets"], ANY)]
    return mean_of_blocks(found) if len(found) > 1 else None


def references(lines: Sequence[Line]) -> Line:
    """The file of the package. The random bot is no reference for anybody."""
    games = [each for each in lines if each["kind"] == "rates"]
    rates = []
    for name in [*LIBRARY.sets, MIXTURE, ANY]:
        found = {level: _rate(games, level, name) for level in LEVELS if level != "random"}
        measured = {level: each for level, each in found.items() if each is not None}
        if name != ANY and any(each is None or each.count < FEWEST_OF_A_REFERENCE for each in found.values()):
            continue
        for level, each in measured.items():
            entry = {"sets": name, "players": 2, "nodes": QUICK.nodes, "bot": level}
            numbers = {"rate": each.value, "low": each.low, "high": each.high}
            rates.append({**entry, **{key: round(value, 2) for key, value in numbers.items()}, "games": each.count})
    return {"judge": JUDGE_VERSION, "network": network_hash(own_network(LARGE)), "rates": rates}


# --- labels


def _labels(games: Sequence[Line]) -> list[str]:
    found = [each for game in games for each in game["decisions"]]
    seeded = [each for each in found if each["seeded"]]
    chosen = [each for each in found if not each["seeded"]]
    good = [each for each in chosen if each["loss"] < 1.0]
    rows = []
    for title, part in (
        ("seeded, loss of 8 or more", [each for each in seeded if each["loss"] >= 8]),
        ("seeded, loss of 4 to 8", [each for each in seeded if 4 <= each["loss"] < 8]),
        ("seeded, loss of 2 to 4", [each for each in seeded if 2 <= each["loss"] < 4]),
        ("chosen by Expert, loss below 1", good),
    ):
        cells = [_share([each[budget] != "" for each in part]) for budget in ("quick", "full")]
        rows.append([title, str(len(part)), *cells])
    same = Counter((ORDER.index(each["quick"]), ORDER.index(each["full"])) for each in found)
    equal = [each["quick"] == each["full"] for each in found]
    near = [abs(ORDER.index(each["quick"]) - ORDER.index(each["full"])) <= 1 for each in found]
    matrix = [[ORDER[quick] or "no label", *[str(same[quick, full]) for full in range(4)]] for quick in range(4)]
    return [
        "### Labels",
        f"{len(games)} games of Expert against itself. Of every eighth decision the choice and the worst option in its "
        f"place were judged. The loss is that of a reference with {REFERENCE.nodes:,} nodes and other worlds. The "
        "share that got any label:",
        _table(["", "decisions", f"quick ({QUICK.nodes} nodes)", f"full ({FULL.nodes} nodes)"], rows),
        f"Quick and full give the same label in {_share(equal)} of {len(found)} cases, and differ by at most one step "
        f"in {_share(near)}. Rows are the labels of the quick review, columns those of the full one:",
        _table(["", *[each or "no label" for each in ORDER]], matrix),
    ]


def _share(hits: Sequence[bool]) -> str:
    if not hits:
        return "not measured"
    low, high = wilson_interval(sum(hits), len(hits))
    few = ", *too few*" if len(hits) < FEWEST else ""
    return f"{100 * sum(hits) / len(hits):.1f} % ({100 * low:.1f} to {100 * high:.1f}{few})"


# --- text


def _title(name: str) -> str:
    others = {MIXTURE: "all sets mixed", ANY: "all games"}
    return others[name] if name in others else LIBRARY.sets[name].title


def _interval(found: Estimate, games: int) -> str:
    few = ", *too few*" if games < FEWEST else ""
    return f"{found.value:.1f} ({found.low:.1f} to {found.high:.1f}; {games}{few})"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
