"""The log as sentences for one seat: an opponent's draw is a number of cards, your own draw has names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vigil import messages
from vigil.engine import happenings
from vigil.engine.happenings import Happening
from vigil.messages import Reader, message

if TYPE_CHECKING:
    from vigil.table.table import Table


def told(table: Table, seat: int, since: int = 0) -> list[list[Happening]]:
    """What the seat saw happen, move by move. The first move is the deal."""
    return [[Happening(*each).seen_by(seat) for each in move.told] for move in table.moves[since:]]


def news(table: Table, reader: Reader, since: int) -> list[str]:
    """What happened from this move on, in brief: a sentence or two for each turn."""
    brief = [each for move in told(table, reader.you, since) for each in in_brief(move)]
    return messages.sentences(brief, table.playing.cards, reader)


def turns(table: Table, reader: Reader, count: int) -> list[tuple[str, list[str]]]:
    """The last turns: a heading and the sentences of each."""
    found: list[tuple[str, list[Happening]]] = [("The deal", [])]
    for each in (happening for move in told(table, reader.you) for happening in move):
        if each.kind == happenings.TURN_BEGINS:
            found.append((message(each.kind, reader, who=each.seat, amount=each.amount), []))
        else:
            found[-1][1].append(each)
    cards = table.playing.cards
    return [(heading, messages.sentences(turn, cards, reader)) for heading, turn in found[-count:] if turn]


def in_brief(move: Sequence[Happening]) -> list[Happening]:
    """Without what the board shows anyway: the new cards of the row, and the cards drawn at the end of a turn."""
    ends_turn = any(each.kind in (happenings.TURN_BEGINS, happenings.GAME_OVER) for each in move)
    shown = {happenings.TURN_BEGINS, happenings.ENTERS_ROW}
    if ends_turn:
        shown |= {happenings.DRAWS, happenings.SHUFFLES}
    return [each for each in move if each.kind not in shown]
