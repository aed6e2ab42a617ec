"""Golden games: readable transcripts of whole games. A change of the rules shows as a difference in one of them."""

from __future__ import annotations

from collections import Counter
from random import Random
from textwrap import fill

from vigil.cards import LIBRARY, new_state
from vigil.engine.light import light_over
from vigil.engine.options import END, Option
from vigil.engine.procedures.solitaire import cult_score
from vigil.engine.scoring import scores
from vigil.engine.snapshot import checksum
from vigil.engine.state import GameState
from vigil.engine.terms import DAY, NIGHT, NOTHING, seat_name

ALL = tuple(LIBRARY.sets)
TABLES: dict[str, tuple[int, tuple[str, ...], str]] = {
    **{name: (2, (name,), "standard") for name in ALL},
    "all-sets": (3, ALL, "standard"),
    "team": (4, ("chronicle-of-the-godslayer", "war-of-shadows"), "team"),
    "solitaire": (1, ("rise-of-vigil", "gift-of-the-elements"), "solitaire"),
    "six-players": (6, ALL, "standard"),
}


def transcript(name: str) -> str:
    """A game in which everybody does something whenever possible, at random, written down turn by turn."""
    players, sets, variant = TABLES[name]
    game = new_state(players, sets, variant, seed=2026)
    random = Random(name)
    lines = [f"{name}: {players} players, {variant}, sets {', '.join(sets)}, seed 2026", ""]
    turn: list[str] = []
    lines += _table(game)
    while not game.over:
        decision = game.decision
        assert decision is not None
        choice = _pick(decision.options, random)
        who = "" if decision.seat == game.turn.seat else f"{seat_name(decision.seat)}: "
        turn.append(who + decision.text(choice))
        active = game.turn.seat
        game.choose(choice)
        if choice is END or game.over:
            lines += [f"{seat_name(active)}: " + "; ".join(turn), ""]
            turn = []
            lines += [] if game.over else _table(game)
    points = scores(game)
    lines.append("scores: " + ", ".join(f"{seat_name(seat)} {each}" for seat, each in enumerate(points)))
    if variant == "solitaire":
        lines.append(f"the Cult: {cult_score(game)}")
    lines.append("winners: " + (", ".join(seat_name(seat) for seat in game.winners) or "the Cult"))
    lines.append(f"checksum: {checksum(game)}")
    return "\n".join(fill(line, 118, subsequent_indent="    ") for line in lines) + "\n"


def _pick(options: list[Option], random: Random) -> Option:
    busy = [each for each in options if each is not END]
    return random.choice(busy) if busy and random.random() < 0.95 else options[-1]


def _table(game: GameState) -> list[str]:
    """What lies on the table when a turn begins."""
    seat = game.turn.seat
    player = game.players[seat]
    row = []
    for number, under in zip(game.row, game.under, strict=True):
        if number != NOTHING:
            row.append(game.cards[number].name + " / treasure" * len(under))
    light = {DAY: ", day", NIGHT: ", night"}.get(light_over(game), "")
    event = "" if game.event == NOTHING else f", event {game.cards[game.event].name}"
    honor = " ".join(str(each.honor) for each in game.players)
    lines = [f"turn {game.turn_number}, {seat_name(seat)} (pool {game.pool}, honor {honor}{light}{event})"]
    lines.append(f"row: {', '.join(row)}")
    lines.append(f"hand: {_counted(game, player.hand)}")
    for title, cards in (("constructs", player.constructs), ("trophies", player.trophies)):
        if cards:
            lines.append(f"{title}: {_counted(game, cards)}")
    return lines


def _counted(game: GameState, cards: list[int]) -> str:
    counts = Counter(game.cards[number].name for number in cards)
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items()) or "nothing"
