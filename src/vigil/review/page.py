"""A review as one page for the browser, with everything in it: no scripts, no network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Final, NamedTuple

from .model import Account, DecisionReview, PlayerReview, Review
from .statistics import NORMAL_95
from .text import KINDS, SIGNS, headline

WIDTH: Final = 900
HEIGHT: Final = 260
LEFT: Final = 40
BOTTOM: Final = 28
TOP: Final = 8


def review_page(review: Review) -> str:
    """The page as HTML."""
    template = resources.files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    return Template(template).substitute(
        title=escape(headline(review)),
        chart=chart(review),
        players=_players(review),
        accounts="".join(_account(player) for player in review.players),
        turning_points=_list(f"{each.sentence} (step {each.step})" for each in review.turning_points),
        mistakes=_mistakes(review),
        luck=_luck(review),
        meaning=escape(review.judge.win_chance),
        judge=escape(
            f"Judge {review.judge.version}, network {review.judge.network or 'none'}, {review.judge.nodes} playouts a "
            f"decision, {review.judge.worlds} worlds a chance event, seed {review.judge.seed}."
        ),
    )


# --- the chart


def chart(review: Review) -> str:
    """The win chances at the beginning of every turn with their 95 % bands, and the decisions with a label."""
    seats = [0] if len(review.players) <= 2 else range(len(review.players))
    points = [(turn.chances, turn.errors) for turn in review.turns]
    points.append(([each.account.result for each in review.players], [0.0] * len(review.players)))
    xs = [LEFT + (WIDTH - LEFT - 8) * place / max(1, len(points) - 1) for place in range(len(points))]
    parts = [_grid()]
    for seat in seats:
        parts.append(_band(xs, [each[0][seat] for each in points], [each[1][seat] for each in points], seat))
    for each in review.mistakes:
        place = next((place for place, turn in enumerate(review.turns) if turn.number == each.turn), 0)
        parts.append(_sign(review, each, xs[place], points[place][0][each.seat if len(review.players) > 2 else 0]))
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 6}">turn 1</text>')
    parts.append(f'<text x="{WIDTH - 8}" y="{HEIGHT - 6}" text-anchor="end">end</text>')
    who = review.players[0].name if len(review.players) <= 2 else "every player"
    label = escape(f"Win chance of {who} at the beginning of every turn", quote=True)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>{_legend(review)}'
    )


def _y(chance: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - max(0.0, min(100.0, chance)) / 100)


def _grid() -> str:
    lines = []
    for chance in (0, 25, 50, 75, 100):
        y = _y(chance)
        lines.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 8}" y1="{y:.1f}" y2="{y:.1f}"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{chance}</text>')
    return "".join(lines)


def _band(xs: Sequence[float], chances: Sequence[float], errors: Sequence[float], seat: int) -> str:
    upper = [(x, _y(chance + NORMAL_95 * error)) for x, chance, error in zip(xs, chances, errors, strict=True)]
    lower = [(x, _y(chance - NORMAL_95 * error)) for x, chance, error in zip(xs, chances, errors, strict=True)]
    line = [(x, _y(chance)) for x, chance in zip(xs, chances, strict=True)]
    return (
        f'<polygon class="band seat{seat + 1}" points="{_path([*upper, *reversed(lower)])}"/>'
        f'<polyline class="curve seat{seat + 1}" points="{_path(line)}"/>'
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _sign(review: Review, each: DecisionReview, x: float, chance: float) -> str:
    told = escape(f"Step {each.step}, {review.players[each.seat].name}: {each.label}, {each.loss:.1f} points lost")
    return (
        f'<g class="{each.label}"><title>{told}</title><circle cx="{x:.1f}" cy="{_y(chance):.1f}" r="5"/>'
        f'<text x="{x:.1f}" y="{_y(chance) - 8:.1f}" text-anchor="middle">{SIGNS[each.label]}</text></g>'
    )


def _legend(review: Review) -> str:
    if len(review.players) <= 2:
        return f"<p>The curve is the win chance of {escape(review.players[0].name)}; the band is a 95 % interval.</p>"
    names = [f'<span class="key seat{each.seat + 1}"></span> {escape(each.name)}' for each in review.players]
    return f"<p>{' '.join(names)}; the bands are 95 % intervals.</p>"


# --- tables


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(each)}</td>" for each in row[1:])}</tr>'
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _players(review: Review) -> str:
    rows = [
        [
            each.name,
            f"{each.error_rate:.1f} ± {NORMAL_95 * each.error_rate_error:.1f}",
            str(each.decisions),
            *map(str, (each.doubtful, each.mistakes, each.blunders)),
        ]
        for each in review.players
    ]
    rows += [
        [f"bot {each.bot}", f"{each.rate:.1f} ({each.low:.1f} to {each.high:.1f})", *[""] * 4]
        for each in review.references
    ]
    return _table(["", "mills a decision", "real decisions", "doubtful", "mistakes", "blunders"], rows)


class _Step(NamedTuple):
    """A row of an account: a change of the win chance, or where it begins and ends."""

    name: str
    begin: float
    end: float
    points: str
    error: float = 0.0
    kind: str = "whole"


def _account(player: PlayerReview) -> str:
    """The account as bars that begin where the one before ended, from the start to the result."""
    account: Account = player.account
    steps = [_Step("start", 0.0, account.start, f"{account.start:.0f}")]
    at = account.start
    for name, points, error in (
        ("luck", account.luck, account.luck_error),
        ("own choices", account.own, account.own_error),
        ("opponents' choices", account.opponents, account.opponents_error),
        ("remainder", account.remainder, 0.0),
    ):
        kind = "rest" if name == "remainder" else "gain" if points >= 0 else "fall"
        steps.append(_Step(name, at, at + points, f"{points:+.0f}", error, kind))
        at += points
    steps.append(_Step("result", 0.0, account.result, f"{account.result:.0f}"))
    ends = [end for each in steps for end in (each.begin, each.end)]
    low, high = min(0.0, *ends), max(100.0, *ends)
    rows = "".join(
        f'<tr><th scope="row">{escape(each.name)}</th><td class="bar">{_bar(each, low, high)}</td>'
        f"<td>{each.points}</td><td>{f'± {NORMAL_95 * each.error:.0f}' if each.error else ''}</td></tr>"
        for each in steps
    )
    head = '<tr><th></th><td></td><th scope="col">points</th><th scope="col">95 %</th></tr>'
    return (
        f"<section><h3>{escape(player.name)}</h3><table><thead>{head}</thead><tbody>{rows}</tbody></table>"
        f"<p>Without luck the result would be {account.adjusted:.0f}.</p></section>"
    )


def _bar(step: _Step, low: float, high: float) -> str:
    begin, end = sorted((step.begin - low, step.end - low))
    middle = 50 - low
    return (
        f'<svg viewBox="0 0 {high - low:.1f} 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="{step.kind}" x="{begin:.1f}" width="{max(0.6, end - begin):.1f}" height="10"/>'
        f'<line class="grid" x1="{middle:.1f}" x2="{middle:.1f}" y1="0" y2="10"/></svg>'
    )


def _list(items: Iterable[str]) -> str:
    return "<ol>" + "".join(f"<li>{escape(each)}</li>" for each in items) + "</ol>"


def _mistakes(review: Review) -> str:
    rows = [
        [
            f"step {each.step}, turn {each.turn}",
            review.players[each.seat].name,
            f"{each.label} {SIGNS[each.label]}",
            f"{each.loss:.1f} ± {NORMAL_95 * each.error:.1f}",
            each.options[each.chosen].text,
            each.options[each.best].text,
            each.reason,
        ]
        for each in review.mistakes
    ]
    if not rows:
        return "<p>No decision was a clear mistake.</p>"
    return _table(["where", "who", "label", "points lost", "chosen", "better", "why"], rows)


def _luck(review: Review) -> str:
    found = sorted((each for each in review.luck if each.label), key=lambda each: -abs(each.luck[each.seat]))
    rows = [
        [
            f"step {each.step}, turn {each.turn}",
            review.players[each.seat].name,
            each.label,
            f"{each.luck[each.seat]:+.1f} ± {NORMAL_95 * each.errors[each.seat]:.1f}",
            f"{KINDS[each.kind]}: {', '.join(dict.fromkeys(each.cards))}",
        ]
        for each in found
    ]
    return _table(["where", "who", "label", "points", "what"], rows) if rows else "<p>No event stands out.</p>"
