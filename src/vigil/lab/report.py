"""A study as one HTML page that needs no network, fonts or libraries. The page is a Jinja template."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from vigil.cards import LIBRARY
from vigil.extras import needed

from . import charts
from .book import PHASES
from .findings import OTHERS, POOL, WINNERS, CardFinding, Findings, Tallied, deciding, find
from .intervals import Estimate
from .studies import Study
from .worth_findings import WorthFinding, find_worth

PAGE: Final = Path(__file__).with_name("report_page.html")
ENOUGH: Final = 30
"""A card that fewer players took is shown in grey, and in no chart."""
MOST_DECIDING: Final = 12
"""The number of cards at either end of the chart."""
SECTIONS: Final = {
    "decide": "Cards that decide games",
    "groups": "Factions and sets",
    "first": "The first player",
    "leaders": "Who is ahead",
    "length": "Length of games",
    "honor": "Honor over time",
    "bots": "Bots",
    "worth": "What a card is worth",
    "cards": "All cards",
}


def write_report(folder: Path, target: Path) -> Findings:
    """Writes the page about the study in the folder."""
    study = Study(folder)
    findings = find(study)
    page = make_page(findings, find_worth(study, findings, PHASES))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page, encoding="utf-8")
    return findings


def make_page(findings: Findings, worth: Sequence[WorthFinding] = ()) -> str:
    """The page. `worth` is empty for a study without forced and judged decisions."""
    jinja = needed("jinja2", "lab", "A report")
    template = jinja.Environment(autoescape=True, trim_blocks=True, undefined=jinja.StrictUndefined)
    template.filters |= {"rate": rate, "points": points, "between": between, "quantile": quantile}
    template.filters |= {"set_title": set_title, "card_text": card_text}
    page: str = template.from_string(PAGE.read_text(encoding="utf-8")).render(
        findings=findings,
        charts=charts,
        sections=_sections(findings, worth),
        worth=worth,
        phases=PHASES,
        worth_reach=_worth_reach(worth),
        titles=" + ".join(map(set_title, findings.sets)),
        facts=_facts(findings),
        key_figures=_key_figures(findings),
        deciding=_deciding(findings),
        groups=_groups(findings),
        order=_order(findings),
        honor=_honor(findings),
        leaders=_leaders(findings),
        picks=_picks(findings),
        cards=_by_effect(findings),
        reach=_reach(findings),
        filters=_filters(findings),
        enough=ENOUGH,
    )
    return page


def _sections(findings: Findings, worth: Sequence[WorthFinding]) -> dict[str, str]:
    missing = {"worth"} if not worth else set()
    if findings.players == 1:
        missing |= {"first", "leaders"}
    return {name: title for name, title in SECTIONS.items() if name not in missing}


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
    """The title of a set; its name if it is a custom set that is not loaded."""
    return LIBRARY.sets[name].title if name in LIBRARY.sets else name or "Basic cards"


def card_text(name: str) -> str:
    """What a card says; nothing for a card of a custom set that is not loaded."""
    return LIBRARY.card(name).text if name in LIBRARY.names() else ""


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


def _leaders(findings: Findings) -> list[charts.Row]:
    return [
        charts.Row(f"round {number}", each, f"ahead after round {number}: {rate(each.value)} won ({between(each)})")
        for number, each in findings.leaders.items()
    ]


def _picks(findings: Findings) -> list[charts.Point]:
    """Cards of the row, by how often they are taken from it and how often those who took them win."""
    found = []
    for card in findings.cards:
        tallied = card.tallied
        pick, win, lift = tallied.pick_rate, tallied.win_rate, tallied.lift
        if pick and win and lift and tallied.holders >= ENOUGH:
            note = f"{card.name}: taken {rate(pick.value)}, won {rate(win.value)}. {card_text(card.name)}"
            found.append(charts.Point(pick.value, win.value, charts.kind_of(lift, 0.0), card.name, note))
    return found


def _by_effect(findings: Findings) -> list[CardFinding]:
    """The cards with the largest effect first; those that too few players took come last."""

    def order(card: CardFinding) -> tuple[bool, float]:
        lift = card.tallied.lift
        return card.tallied.holders < ENOUGH, -lift.value if lift else 1.0

    return sorted(findings.cards, key=order)


def _reach(findings: Findings) -> float:
    """What the small marks in the table reach to: the largest interval of a card that enough players took."""
    lifts = [card.tallied.lift for card in findings.cards if card.tallied.holders >= ENOUGH]
    return max((max(abs(each.low), abs(each.high)) for each in lifts if each), default=0.3)


def _worth_reach(worth: Sequence[WorthFinding]) -> float:
    effects = [each.effect for each in worth if each.effect and each.effect.count >= ENOUGH]
    return max((max(abs(each.low), abs(each.high)) for each in effects), default=0.3)


def _filters(findings: Findings) -> dict[str, list[Any]]:
    """The filters of the table of cards, from its second column on."""
    return {
        "Set": sorted({set_title(card.set_name) for card in findings.cards}),
        "Faction": sorted({card.faction for card in findings.cards if card.faction}),
        "Kind": sorted({card.kind for card in findings.cards}),
    }
