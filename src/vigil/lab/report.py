"""A study as one page of HTML that needs nothing else: no network, no fonts, no libraries."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from vigil.cards import LIBRARY

from . import charts
from .estimates import Estimate
from .findings import OTHERS, POOL, WINNERS, CardFinding, Findings, Tallied, deciding, find
from .html_tables import Column, figure, html_table, plus_minus, rate, spread, word
from .studies import Study

PAGE: Final = Path(__file__).with_name("report_page.html")
ENOUGH: Final = 30
"""Fewer players than this say little about a card: it is shown, but in grey, and in no chart."""
MOST_DECIDING: Final = 12
"""So many cards at either end of the chart."""
MARK_REACH: Final = 0.3


def write_report(folder: Path, target: Path) -> Findings:
    """Makes the page from the study in the folder."""
    findings = find(Study(folder))
    page = make_page(findings)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page, encoding="utf-8")
    return findings


def make_page(findings: Findings) -> str:
    sections = {
        "decide": ("Cards that decide games", _deciding(findings)),
        "groups": ("Factions and sets", _groups(findings)),
        "first": ("The first player", _first_player(findings)),
        "length": ("Length of games", _length(findings)),
        "honor": ("Honor over time", _honor(findings)),
        "bots": ("Bots", _bots(findings)),
        "cards": ("All cards", _cards(findings)),
    }
    shown = {key: (title, text) for key, (title, text) in sections.items() if text}
    links = "".join(f'<li><a href="#{key}">{escape(title)}</a></li>' for key, (title, _) in shown.items())
    body = []
    for key, (title, text) in shown.items():
        body.append(f'<section id="{key}" aria-labelledby="{key}-title"><h2 id="{key}-title">{escape(title)}</h2>')
        body.append(text + "</section>")
    title = f"{findings.games} games: {_set_titles(findings)}"
    return Template(PAGE.read_text(encoding="utf-8")).substitute(
        title=escape(title), head=_head(findings), links=links, body="\n".join(body)
    )


# --- the top


def _set_title(name: str) -> str:
    if not name:
        return "Basic cards"
    # A set of somebody's own need not be loaded to be read about.
    return LIBRARY.sets[name].title if name in LIBRARY.sets else name


def _set_titles(findings: Findings) -> str:
    return " + ".join(_set_title(name) for name in findings.sets)


def _head(findings: Findings) -> str:
    players = "1 player" if findings.players == 1 else f"{findings.players} players"
    facts = [players, findings.variant, f"{findings.honor_pool} honor in the pool", f"seed {findings.seed}"]
    names = [bot.name for bot in findings.bots]
    facts.append(f"{names[0]} against itself" if len(names) == 1 < findings.players else " against ".join(names))
    return (
        f'<header><h1>{escape(_set_titles(findings))}</h1><p class="soft">{escape(", ".join(facts))}</p>'
        f"{_repeats(findings)}<dl class='figures'>{_key_figures(findings)}</dl></header>"
    )


def _repeats(findings: Findings) -> str:
    if not findings.repeats:
        return ""
    which = "1 game is" if findings.repeats == 1 else f"{findings.repeats:,} games are"
    return (
        f'<p class="soft">{which} left out: the same bots played the same deal in the same way in another game, '
        "and counting it again would only feign certainty.</p>"
    )


def _key_figures(findings: Findings) -> str:
    lengths = findings.lengths
    figures = [("games", f"{findings.games:,}", f"{findings.decisions:,.0f} decisions in each")]
    figures.append(
        ("turns in a game", f"{sum(lengths) / len(lengths):.1f}", f"half of them at most {_part(lengths, 0.5)}")
    )
    if findings.is_solitaire:
        figures.append(("won against the Cult", rate(findings.order[0].value), _between(findings.order[0])))
    elif findings.order:
        figures.append(("won by the first player", rate(findings.order[0].value), _between(findings.order[0])))
    best = deciding(findings, ENOUGH)
    good = next((card for card in best if card.tallied.lift and card.tallied.lift.value > 0), None)
    if good is not None and good.tallied.lift is not None:
        figures.append(("the surest card", good.name, f"{plus_minus(good.tallied.lift.value)} points of win rate"))
    return "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}<small>{escape(note)}</small></dd></div>"
        for name, value, note in figures
    )


def _between(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.1f} to {rate(estimate.high)}"


def _part(ordered: Sequence[int], part: float) -> int:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


# --- the sections


def _deciding(findings: Findings) -> str:
    sure = deciding(findings, ENOUGH)
    if not sure:
        return (
            "<p>No card's players won surely more or surely less often than expected. More games would tell more: "
            f"a card is looked at from {ENOUGH} players on who took it.</p>"
        )
    good = [card for card in sure if card.tallied.lift and card.tallied.lift.value > 0][:MOST_DECIDING]
    bad = [card for card in sure if card.tallied.lift and card.tallied.lift.value < 0][:MOST_DECIDING]
    ordered = sorted(good + bad, key=lambda card: -(card.tallied.lift.value if card.tallied.lift else 0.0))
    rows = [_lift_row(card.name, card.tallied, card.tallied.lift) for card in ordered]
    return (
        "<p>Who took these cards won more often (dot) or less often (diamond) than the same bots do at such tables; "
        "the lines are 95 % intervals.</p>"
        + figure(
            charts.intervals("Win rate against expectation, by card", rows, 0.0, "as expected", charts.points),
            "Percentage points of win rate. Taking a card and winning go together here; that one causes the other is "
            f"not said. Of {len(findings.cards)} cards, about one in twenty would stand out by luck alone.",
        )
    )


def _lift_row(label: str, tallied: Tallied, lift: Estimate | None) -> charts.Row:
    shown = lift or Estimate(0.0, 0.0, 0.0, 0)
    note = f"{label}: {plus_minus(shown.value)} points ({plus_minus(shown.low)} to {plus_minus(shown.high)})"
    return charts.Row(label, shown, f"{note}, {tallied.holders:,} players took it")


def _groups(findings: Findings) -> str:
    by_set = {_set_title(name): tallied for name, tallied in findings.sets_tallied.items()}
    parts = ["<p>Of the cards of each group that somebody took: how many more went to winners than expected?</p>"]
    parts.append('<div class="side">')
    for title, groups in (("By faction", findings.factions_tallied), ("By set", by_set)):
        taken = {name: tallied for name, tallied in groups.items() if tallied.taken}
        if not taken:
            continue
        rows = [_lift_row(name, tallied, tallied.winners_lift) for name, tallied in taken.items()]
        chart = charts.intervals(f"{title}: cards taken by winners", rows, 0.0, "as expected", charts.points)
        parts.append("<div>" + figure(chart, f"{title}, in percentage points.") + _group_table(title, taken) + "</div>")
    return "".join(parts) + "</div>"


def _group_table(title: str, groups: dict[str, Tallied]) -> str:
    columns = [Column("Group", True), Column("Taken"), Column("Pick rate"), Column("By winners"), Column("Honor")]
    rows = [
        [
            word(name),
            (f"{tallied.taken:,}", tallied.taken),
            spread(tallied.pick_rate),
            spread(tallied.winners_share),
            spread(tallied.honor, as_rate=False),
        ]
        for name, tallied in groups.items()
    ]
    return html_table(columns, rows, title)


def _first_player(findings: Findings) -> str:
    if findings.players == 1:
        return ""
    first = findings.order[0]
    side = "The first player's team" if findings.is_team else "The first player"
    kind = charts.kind_of(first, findings.par)
    verdict = {
        "more": "Going first is an advantage here.",
        "less": "Going first is a disadvantage here.",
        "even": "That is within what chance explains.",
    }[kind]
    names = ["1st", "2nd", "3rd", "4th", "5th", "6th"]
    rows = [
        charts.Row(f"{name} to play", each, f"{name} to play: {rate(each.value)} ({_between(each)})")
        for name, each in zip(names, findings.order, strict=False)
    ]
    table = [
        [(name, place), spread(each)] for place, (name, each) in enumerate(zip(names, findings.order, strict=False))
    ]
    chart = charts.intervals("Games won, by order of play", rows, findings.par, "among equals", charts.percent)
    return (
        f"<p>{side} won {rate(first.value)} of the games ({_between(first)}); among equals it would be "
        f"{rate(findings.par)}. {verdict}</p>"
        + figure(chart, "Share of the games won, by order of play.")
        + _figures(html_table([Column("To play"), Column("Games won")], table, "Games won, by order of play"))
    )


def _length(findings: Findings) -> str:
    lengths = findings.lengths
    # Most games end with a round, so classes that cut rounds in two would show a saw.
    classes = charts.bins(lengths, step=findings.players)
    stalled = f" {findings.stalled:,} came to a standstill." if findings.stalled else ""
    table = html_table(
        [Column("Turns"), Column("Games")],
        [[(each.label, each.low), (f"{each.count:,}", each.count)] for each in classes],
        "Length of games",
    )
    return (
        f"<p>Nine games of ten took {_part(lengths, 0.05)} to {_part(lengths, 0.95)} turns, "
        f"all players together.{stalled}</p>"
        + figure(charts.histogram("Turns in a game", classes, len(lengths), "turns"), "How many turns the games took.")
        + _figures(table)
    )


def _figures(table: str) -> str:
    """What a chart shows, for whoever cannot see it or wants to know exactly."""
    return f"<details><summary>The figures</summary>{table}</details>"


def _honor(findings: Findings) -> str:
    outcome = {name: findings.honor[name] for name in (WINNERS, OTHERS, POOL)}
    bots = {bot.name: findings.honor[bot.name] for bot in findings.bots}
    parts = [
        "<p>The score after each round, tokens and cards together, averaged over the games that were going on.</p>"
    ]
    parts.append('<div class="side">')
    parts.append(_line_figure("Winners, the others, and the pool", outcome))
    if len(bots) > 1:
        parts.append(_line_figure("By bot", bots))
    return "".join(parts) + "</div>"


def _line_figure(title: str, series: dict[str, list[float]]) -> str:
    shown = {name: values for name, values in series.items() if values}
    longest = max(len(values) for values in shown.values())
    rows = [
        [
            (str(number + 1), number + 1),
            *(
                (f"{values[number]:.1f}", values[number]) if number < len(values) else ("", "")
                for values in shown.values()
            ),
        ]
        for number in range(longest)
    ]
    table = html_table([Column("Round"), *(Column(name) for name in shown)], rows, title)
    chart = charts.lines(f"Honor over time: {title}", shown, "round", "honor")
    return "<div>" + figure(chart, f"{title}.") + _figures(table) + "</div>"


def _bots(findings: Findings) -> str:
    columns = [Column("Bot", True), Column("Seats"), Column("Win rate"), Column("Average honor")]
    rows = [
        [
            word(bot.name),
            (f"{bot.win_rate.count:,}", bot.win_rate.count),
            spread(bot.win_rate),
            spread(bot.score, as_rate=False),
        ]
        for bot in findings.bots
    ]
    return html_table(columns, rows, "Bots")


def _cards(findings: Findings) -> str:
    columns = [
        Column("Card", True),
        Column("Set", True),
        Column("Faction", True),
        Column("Kind", True),
        Column("Players who took it"),
        Column("Pick rate"),
        Column("Win rate when taken"),
        Column("Against expectation, points"),
        Column("Average honor"),
        Column("Turn"),
    ]
    rows = [_card_row(card) for card in findings.cards]
    few = [card.tallied.holders < ENOUGH for card in findings.cards]
    return (
        _filter(findings)
        + html_table(columns, rows, "All cards", name="all-cards", few=few, tall=True)
        + f'<p class="soft">Grey: fewer than {ENOUGH} players took it, so the figures say little.</p>'
    )


def _card_row(card: CardFinding) -> list[tuple[str, float | str]]:
    tallied = card.tallied
    lift = tallied.lift
    picture = charts.mark(lift, MARK_REACH) if lift else ""
    shown = spread(lift, points=True)
    return [
        word(card.name),
        word(_set_title(card.set_name)),
        word(card.faction),
        word(card.kind),
        (f"{tallied.holders:,}", tallied.holders),
        spread(tallied.pick_rate),
        spread(tallied.win_rate),
        (picture + shown[0], shown[1]),
        spread(tallied.honor, as_rate=False),
        (f"{tallied.usual_turn:.0f}", tallied.usual_turn) if tallied.taken else ("", ""),
    ]


def _filter(findings: Findings) -> str:
    """Hidden until the script that makes it work has run."""
    choices = {
        1: ("Set", sorted({_set_title(card.set_name) for card in findings.cards})),
        2: ("Faction", sorted({card.faction for card in findings.cards if card.faction})),
        3: ("Kind", sorted({card.kind for card in findings.cards})),
    }
    fields = ['<label>Find <input type="search" placeholder="a card" data-column="0"></label>']
    for column, (label, names) in choices.items():
        options = "".join(f"<option>{escape(name)}</option>" for name in names)
        select = f'<select data-column="{column}"><option value="">all</option>{options}</select>'
        fields.append(f"<label>{label} {select}</label>")
    return f'<div class="filter" data-table="all-cards" hidden>{"".join(fields)}<output></output></div>'
