"""A review as text for a terminal: the win chances, the players, the accounts, and the moments that count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .labels import BLUNDER, DOUBTFUL, MISTAKE
from .model import DecisionReview, LuckReview, LuckSum, PlayerReview, Review
from .statistics import NORMAL_95

HEIGHT: Final = 10
"""The lines of the chart."""
MOST_LUCK: Final = 5
"""So many chance events are listed."""
SIGNS: Final = {BLUNDER: "??", MISTAKE: "?", DOUBTFUL: "?!"}

KINDS: Final = {
    "deal": "the deal",
    "hand": "hands",
    "draw": "cards drawn",
    "row": "the row",
    "fate": "fates",
    "discard": "random losses",
}


def review_text(review: Review, width: int = 100) -> str:
    """The whole review, at most so many columns wide."""
    parts = [
        headline(review),
        chart(review, width),
        _players(review),
        _accounts(review),
        _turning_points(review),
        _mistakes(review),
        _luck(review),
        _footer(review),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def headline(review: Review) -> str:
    """`Rise of Vigil, 2 players: Ada won, 63 to 61`"""
    scores = " to ".join(map(str, review.scores))
    if not review.finished:
        return f"{review.title}: abandoned after {review.steps} choices, at {scores}"
    if review.solitaire:
        return f"{review.title}: {'won' if review.winners else 'lost'} with {scores} honor"
    winners = " and ".join(review.players[seat].name for seat in review.winners)
    return f"{review.title}: {winners} won, {scores}"


# --- the chart


def chart(review: Review, width: int) -> str:
    """The win chances at the beginning of every turn. Below it are the labels of the turn's worst decision."""
    if not review.turns:
        return ""
    seats = [0] if len(review.players) <= 2 else list(range(len(review.players)))
    points = [turn.chances for turn in review.turns]
    points.append([player.account.result for player in review.players])
    columns = max(1, min(3, (width - 6) // len(points)))
    shown = points[: (width - 6) // columns]
    grid = [[" "] * (columns * len(shown)) for _ in range(HEIGHT + 1)]
    for place, chances in enumerate(shown):
        for seat in seats:
            line = HEIGHT - round(max(0.0, min(100.0, chances[seat])) / 100 * HEIGHT)
            is_taken = grid[line][place * columns] != " "
            grid[line][place * columns] = "*" if is_taken else "•" if len(seats) == 1 else str(seat + 1)
    if len(seats) == 1:
        title = f"Win chance of {review.players[0].name} at the beginning of every turn, and the result"
    else:
        title = "Win chances at the beginning of every turn, and the result; the digits are the players"
    rows = [f"{_axis(line)} ┤{''.join(cells)}".rstrip() for line, cells in enumerate(grid)]
    marks = "".join(_mark(review, turn.number).ljust(columns)[:columns] for turn in review.turns[: len(shown)])
    return "\n".join([title, *rows, f"     {marks}".rstrip(), f"     turn 1 to {review.turns[-1].number}"])


def _axis(line: int) -> str:
    return f"{100 - line * 100 // HEIGHT:>3}" if line % 5 == 0 else "   "


def _mark(review: Review, turn: int) -> str:
    labels = [each.label for each in review.mistakes if each.turn == turn]
    return next((sign for label, sign in SIGNS.items() if label in labels), "")


# --- tables


def _table(rows: Sequence[Sequence[str]]) -> str:
    """The first column to the left, the others to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _players(review: Review) -> str:
    rows = [["Errors", "mills a decision", "95 %", "real decisions", "?!", "?", "??"]]
    for player in review.players:
        reach = NORMAL_95 * player.error_rate_error
        rows.append(
            [
                player.name,
                f"{player.error_rate:.1f}",
                f"± {reach:.1f}",
                str(player.decisions),
                *map(str, (player.doubtful, player.mistakes, player.blunders)),
            ]
        )
    for each in review.references:
        rows.append([f"  {each.bot}", f"{each.rate:.1f}", f"{each.low:.1f} to {each.high:.1f}", "", "", "", ""])
    note = "\nThe bots below are references, measured at tables like this." if review.references else ""
    return _table(rows) + note


def _accounts(review: Review) -> str:
    rows = [["Account", "start", "luck", "own choices", "opponents'", "remainder", "result", "without luck"]]
    for player in review.players:
        mine = player.account
        rows.append(
            [
                player.name,
                f"{mine.start:.0f}",
                _signed(mine.luck, mine.luck_error),
                _signed(mine.own, mine.own_error),
                _signed(mine.opponents, mine.opponents_error),
                f"{mine.remainder:+.0f}",
                f"{mine.result:.0f}",
                f"{mine.adjusted:.0f}",
            ]
        )
    luck = [f"Luck of {player.name}: {_luck_by(player)}." for player in review.players]
    return "\n".join([_table(rows), *luck])


def _signed(points: float, error: float) -> str:
    return f"{points:+.0f} ± {NORMAL_95 * error:.0f}"


def _luck_by(player: PlayerReview) -> str:
    """`hands +12, hands of others -5, the row +3`"""
    groups: dict[str, float] = {}
    for each in player.account.luck_by:
        groups[_whose(each, player)] = groups.get(_whose(each, player), 0.0) + each.luck
    return ", ".join(f"{words} {points:+.0f}" for words, points in groups.items()) or "none"


def _whose(each: LuckSum, player: PlayerReview) -> str:
    words = KINDS[each.kind]
    return words if each.kind == "deal" or each.seat == player.seat else f"{words} in other turns"


# --- moments


def _turning_points(review: Review) -> str:
    if not review.turning_points:
        return ""
    lines = [f"  {each.sentence} Step {each.step}." for each in review.turning_points]
    return "\n".join(["The turns that decided it", *lines])


def _mistakes(review: Review) -> str:
    if not review.mistakes:
        return "No decision was a clear mistake."
    return "\n".join(
        [
            "Decisions to look at again (in vigil replay the number before the step shows it)",
            *(_mistake(review, each) for each in review.mistakes),
        ]
    )


def _mistake(review: Review, each: DecisionReview) -> str:
    who = review.players[each.seat].name
    chosen, best = each.options[each.chosen], each.options[each.best]
    loss = f"-{each.loss:.1f} ± {NORMAL_95 * each.error:.1f}"
    return (
        f"  step {each.step}, turn {each.turn}, {who}: {each.label} ({loss}): {chosen.text}\n"
        f"      better: {best.text} ({best.chance:.0f} % instead of {chosen.chance:.0f} %). {each.reason}"
    )


def _luck(review: Review) -> str:
    found = sorted((each for each in review.luck if each.label), key=lambda each: -abs(each.luck[each.seat]))
    lines = [_event(review, each) for each in found[:MOST_LUCK]]
    return "\n".join(["Luck that counted", *lines]) if lines else ""


def _event(review: Review, each: LuckReview) -> str:
    who = review.players[each.seat].name
    points = each.luck[each.seat]
    reach = NORMAL_95 * each.errors[each.seat]
    cards = ", ".join(dict.fromkeys(each.cards))
    what = KINDS[each.kind]
    return f"  step {each.step}, turn {each.turn}, {who}: {points:+.1f} ± {reach:.1f}, {each.label}; {what}: {cards}"


def _footer(review: Review) -> str:
    judge = review.judge
    network = f", network {judge.network}" if judge.network else ""
    return (
        f"{judge.win_chance}\nJudge {judge.version}{network}: {judge.nodes:,} playouts a decision, {judge.worlds:,} "
        "worlds a chance event. ± are 95 % intervals of the sampling; the judge itself can be wrong, too."
    )
