"""A study as one page of HTML that needs nothing else: no network, no fonts, no libraries. The page is a template."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from vigil.cards import LIBRARY
from vigil.extras import needed

from . import charts
from .estimates import Estimate
from .findings import OTHERS, POOL, WINNERS, Findings, Tallied, deciding, find
from .studies import Study

PAGE: Final = Path(__file__).with_name("report_page.html")
ENOUGH: Final = 30
"""Fewer players than this say little about a card: it is shown in grey, and in no chart."""
MOST_DECIDING: Final = 12
"""So many cards at either end of the chart."""
SECTIONS: Final = {
    "decide": "Cards that decide games",
    "groups": "Factions and sets",
    "first": "The first player",
    "length": "Length of games",
    "honor": "Honor over time",
    "bots": "Bots",
    "cards": "All cards",
}


def write_report(folder: Path, target: Path) -> Findings:
    """Makes the page from the study in the folder."""
    findings = find(Study(folder))
    page = make_page(findings)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page, encoding="utf-8")
    return findings


def make_page(findings: Findings) -> str:
    jinja = needed("jinja2", "lab", "A report")
    template = jinja.Environment(autoescape=True, trim_blocks=True, undefined=jinja.StrictUndefined)
    template.filters |= {"rate": rate, "points": points, "between": between, "quantile": quantile}
    template.filters["set_title"] = set_title
    page: str = template.from_string(PAGE.read_text(encoding="utf-8")).render(
        findings=findings,
        charts=charts,
        sections={name: title for name, title in SECTIONS.items() if name != "first" or findings.players > 1},
        titles=" + ".join(map(set_title, findings.sets)),
        facts=_facts(findings),
        key_figures=_key_figures(findings),
        deciding=_deciding(findings),
        groups=_groups(findings),
        order=_order(findings),
        honor=_honor(findings),
        filters=_filters(findings),
        enough=ENOUGH,
    )
    return page


# --- words


def rate(share: float) -> str:
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%"


def points(share: float) -> str:
    """Percentage points with their sign, and a real minus."""
    return f"{100 * share:+.1f}".replace("-", "−")


def between(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.1f} to {rate(estimate.high)}"


def quantile(ordered: Sequence[int], part: float) -> int:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def set_title(name: str) -> str:
    """A custom set need not be loaded to be read about."""
    return LIBRARY.sets[name].title if name in LIBRARY.sets else name or "Basic cards"


# --- what the page shows


def _facts(findings: Findings) -> list[str]:
    players = "1 player" if findings.players == 1 else f"{findings.players} players"
    names = [bot.name for bot in findings.bots]
    bots = f"{names[0]} against itself" if len(names) == 1 < findings.players else " against ".join(names)
    return [players, findings.variant, f"{findings.honor_pool} honor in the pool", f"seed {findings.seed}", bots]


def _key_figures(findings: Findings) -> list[tuple[str, str, str]]:
    """Names, values and notes."""
    lengths = findings.lengths
    turns = f"{sum(lengths) / len(lengths):.1f}"
    figures = [
        ("games", f"{findings.games:,}", f"{findings.decisions:,.0f} decisions in each"),
        ("turns in a game", turns, f"half of them at most {quantile(lengths, 0.5)}"),
    ]
    if findings.order:
        won = "won against the Cult" if findings.is_solitaire else "won by the first player"
        figures.append((won, rate(findings.order[0].value), between(findings.order[0])))
    lifts = [(card.name, card.tallied.lift) for card in deciding(findings, ENOUGH)]
    best = [(name, lift.value) for name, lift in lifts if lift and lift.value > 0]
    if best:
        figures.append(("the surest card", best[0][0], f"{points(best[0][1])} points of win rate"))
    return figures


def _deciding(findings: Findings) -> list[charts.Row]:
    rows = [_lift_row(card.name, card.tallied, card.tallied.lift) for card in deciding(findings, ENOUGH)]
    good = [row for row in rows if row.estimate.value > 0][:MOST_DECIDING]
    bad = [row for row in rows if row.estimate.value < 0][:MOST_DECIDING]
    return sorted(good + bad, key=lambda row: -row.estimate.value)


def _lift_row(label: str, tallied: Tallied, lift: Estimate | None) -> charts.Row:
    shown = lift or Estimate(0.0, 0.0, 0.0, 0)
    note = f"{label}: {points(shown.value)} points ({points(shown.low)} to {points(shown.high)})"
    return charts.Row(label, shown, f"{note}, {tallied.holders:,} players took it")


def _groups(findings: Findings) -> list[tuple[str, dict[str, Tallied], list[charts.Row]]]:
    by_set = {set_title(name): tallied for name, tallied in findings.sets_tallied.items()}
    found = []
    for title, groups in (("By faction", findings.factions_tallied), ("By set", by_set)):
        taken = {name: tallied for name, tallied in groups.items() if tallied.taken}
        rows = [_lift_row(name, tallied, tallied.winners_lift) for name, tallied in taken.items()]
        found.append((title, taken, rows))
    return found


def _order(findings: Findings) -> list[charts.Row]:
    names = [f"{each} to play" for each in ("1st", "2nd", "3rd", "4th", "5th", "6th")]
    return [
        charts.Row(name, each, f"{name}: {rate(each.value)} ({between(each)})")
        for name, each in zip(names, findings.order, strict=False)
    ]


def _honor(findings: Findings) -> list[tuple[str, dict[str, list[float]]]]:
    charted = {"Winners, the others, and the pool": [WINNERS, OTHERS, POOL]}
    if len(findings.bots) > 1:
        charted["By bot"] = [bot.name for bot in findings.bots]
    return [
        (title, {name: findings.honor[name] for name in names if findings.honor[name]})
        for title, names in charted.items()
    ]


def _filters(findings: Findings) -> dict[str, list[Any]]:
    """The choices for the second column of the table of cards and those after it."""
    return {
        "Set": sorted({set_title(card.set_name) for card in findings.cards}),
        "Faction": sorted({card.faction for card in findings.cards if card.faction}),
        "Kind": sorted({card.kind for card in findings.cards}),
    }
