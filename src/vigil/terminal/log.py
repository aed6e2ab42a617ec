"""What happened, in sentences, for one seat: an opponent's draw is a number of cards, your own draw has names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vigil import messages
from vigil.engine import happenings
from vigil.engine.view import happenings_for
from vigil.messages import Reader, message

from .signs import Signs

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.happenings import Happening
    from vigil.engine.state import GameState


class Log:
    """What one seat was told, choice by choice. The first entry is the deal; an undo takes the last ones back."""

    def __init__(self, seat: int, signs: Signs) -> None:
        self.seat = seat
        self.signs = signs
        self.entries: list[list[Happening]] = []

    def listen(self, game: GameState) -> None:
        self.entries.append(happenings_for(game, self.seat))

    def forget_after(self, choices: int) -> None:
        del self.entries[choices + 1 :]

    def news(self, cards: Sequence[Card], since: int) -> list[str]:
        """In brief, a sentence or two for each turn, what happened from this entry on."""
        told: list[Happening] = []
        for entry in self.entries[since:]:
            told += in_brief(entry)
        return sentences(told, cards, self.seat, self.signs)

    def turns(self, cards: Sequence[Card], count: int) -> list[tuple[str, list[str]]]:
        """The last turns: a heading and the sentences of each."""
        found: list[tuple[str, list[Happening]]] = [("The deal", [])]
        for entry in self.entries:
            for each in entry:
                if each.kind == happenings.TURN_BEGINS:
                    found.append((message(each.kind, Reader(self.seat), who=each.seat, amount=each.amount), []))
                else:
                    found[-1][1].append(each)
        last = [each for each in found[-count:] if each[1]]
        return [(heading, sentences(told, cards, self.seat, self.signs)) for heading, told in last]


def in_brief(entry: list[Happening]) -> list[Happening]:
    """Without what the board shows anyway: the new cards of the row, and the five cards drawn at the end of a turn."""
    ends_turn = any(each.kind in (happenings.TURN_BEGINS, happenings.GAME_OVER) for each in entry)
    dull = {happenings.TURN_BEGINS, happenings.ENTERS_ROW}
    if ends_turn:
        dull |= {happenings.DRAWS, happenings.SHUFFLES}
    return [each for each in entry if each.kind not in dull]


def sentences(told: Sequence[Happening], cards: Sequence[Card], seat: int, signs: Signs) -> list[str]:
    """The messages of the log, with the signs that this terminal can show."""
    return messages.sentences(told, cards, Reader(seat, times=signs.times))
