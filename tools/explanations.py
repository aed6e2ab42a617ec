"""A page of explanations, of every kind from every golden table: to be read, and to show what a change changes."""

from __future__ import annotations

from collections import Counter
from random import Random

from vigil.bots.card_values import quick_policy
from vigil.bots.hints import explain
from vigil.bots.weights import PLAIN_WEIGHTS
from vigil.cards import new_state
from vigil.engine.options import END, Decision, Option
from vigil.engine.state import GameState
from vigil.engine.terms import NOTHING, USE

from .golden import TABLES

GAMES = 3
MOST_OF_A_KIND = 2
TAKEN = 0.1
"""The part of all options that chance falls on: the page is from all parts of the games."""

HEAD = """\
# Explanations

Made by `make docs`: what is said about options in random games, judged by the plain weights.
"""

Kind = tuple[object, ...]


def explanations() -> str:
    lines = [HEAD]
    for name, (players, sets, variant) in TABLES.items():
        lines += [f"## {name}", "", "| asked by | option | explanation |", "| --- | --- | --- |"]
        random = Random(name)
        seen: Counter[Kind] = Counter()
        for seed in range(2026, 2026 + GAMES):
            lines += _told(new_state(players, sets, variant, seed=seed), random, seen)
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _told(game: GameState, random: Random, seen: Counter[Kind]) -> list[str]:
    lines: list[str] = []
    while game.decision is not None:
        decision = game.decision
        for option in decision.options:
            kind = _kind(decision, option)
            if seen[kind] < MOST_OF_A_KIND and random.random() < TAKEN:
                seen[kind] += 1
                lines.append(_line(game, decision, option))
        busy = [each for each in decision.options if each is not END]
        game.choose(random.choice(busy) if busy and random.random() < 0.9 else decision.options[-1])
    return lines


def _kind(decision: Decision, option: Option) -> Kind:
    """Options of one kind are explained alike, as a rule."""
    card = option.card
    if not decision.is_turn:
        return (type(decision.frame.effect), option.verb, option.zone, option.seat == NOTHING)
    kind = NOTHING if card is None else card.kind_number
    ability = card is not None and option.verb == USE and card.uses[option.slot].once
    return (option.verb, kind, option.zone, option.seat == NOTHING, option.power, option.cuts, ability)


def _line(game: GameState, decision: Decision, option: Option) -> str:
    asking = "" if decision.card == NOTHING else game.cards[decision.card].name
    told = explain(game.view(decision.seat), decision, option, quick_policy(game.setup, PLAIN_WEIGHTS))
    return f"| {asking} | {decision.text(option)} | {told} |"
