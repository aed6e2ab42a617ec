"""What happened, in sentences, for one seat: another player's draw is a number of cards, the own draw has names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from vigil.engine import happenings, terms
from vigil.engine.happenings import Happening
from vigil.engine.terms import NOTHING, seat_name
from vigil.engine.view import happenings_for

from .signs import Signs, counted_names, in_words

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.state import GameState

# A happening with a subject is a pair: who, and what is said of that player. The verb stands in front, for `You`.
Clause = tuple[int, str]
NOBODY: Final = -2
THE_CULT: Final = NOTHING

_PILES: Final = {
    terms.HAND: "the hand",
    terms.DISCARD: "the discard pile",
    terms.DECK: "the deck",
    terms.PLAYED: "the cards played",
    terms.CONSTRUCTS: "play",
    terms.TROPHIES: "the trophies",
    terms.ROW: "the row",
    terms.VOID: "the void",
    terms.CENTER_DECK: "the center deck",
}
_THIRD_PERSON: Final = {"pass": "passes", "banish": "banishes", "go": "goes"}


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
                    found.append((turn_heading(each, self.seat), []))
                else:
                    found[-1][1].append(each)
        last = [each for each in found[-count:] if each[1]]
        return [(heading, sentences(told, cards, self.seat, self.signs)) for heading, told in last]


def turn_heading(begins: Happening, seat: int) -> str:
    return f"Turn {begins.amount}, {seat_name(begins.seat)}" + (" (you)" if begins.seat == seat else "")


def in_brief(entry: list[Happening]) -> list[Happening]:
    """Without what the board shows anyway: the new cards of the row, and the five cards drawn at the end of a turn."""
    ends_turn = any(each.kind in (happenings.TURN_BEGINS, happenings.GAME_OVER) for each in entry)
    dull = {happenings.TURN_BEGINS, happenings.ENTERS_ROW}
    if ends_turn:
        dull |= {happenings.DRAWS, happenings.SHUFFLES}
    return [each for each in entry if each.kind not in dull]


def sentences(told: Sequence[Happening], cards: Sequence[Card], seat: int, signs: Signs) -> list[str]:
    """Like happenings in one clause, and the clauses about one player in one sentence."""
    teller = _Teller(cards, seat, signs)
    found: list[str] = []
    subject = NOBODY
    predicates: list[str] = []
    for group in _alike(told):
        who, predicate = teller.clause(group)
        if predicates and (who != subject or who == NOBODY):
            found.append(teller.sentence(subject, predicates))
            predicates = []
        subject = who
        predicates.append(predicate)
    if predicates:
        found.append(teller.sentence(subject, predicates))
    return found


def _alike(told: Sequence[Happening]) -> list[list[Happening]]:
    """Runs of the same thing: three plays in a row are told together.

    So are pairs that repeat: a defeat and its honor, twice, are two defeats and their honor.
    """
    groups: list[list[Happening]] = []
    for each in told:
        kind = _kind(each)
        if groups and _kind(groups[-1][0]) == kind:
            groups[-1].append(each)
            continue
        groups.append([each])
        if len(groups) > 3 and _kind(groups[-3][0]) == kind and _kind(groups[-4][0]) == _kind(groups[-2][0]):
            groups[-4] += groups[-2]
            groups[-3] += groups[-1]
            del groups[-2:]
    return groups


def _kind(happening: Happening) -> tuple[object, ...]:
    is_place = happening.kind == happenings.ENTERS_ROW
    other = NOTHING if is_place else happening.other
    source = NOTHING if happening.kind in (happenings.ACQUIRES, happenings.DEFEATS) else happening.source
    if happening.kind == happenings.ACQUIRES and other == happening.seat:
        other = NOTHING
    return happening.kind, happening.seat, source, happening.target, other, happening.detail


class _Teller:
    """Puts a run of like happenings into words."""

    def __init__(self, cards: Sequence[Card], seat: int, signs: Signs) -> None:
        self.cards = cards
        self.seat = seat
        self.signs = signs
        self.ways: dict[str, Callable[[list[Happening]], Clause]] = {
            happenings.ACQUIRES: self._acquires,
            happenings.DEFEATS: self._defeats,
            happenings.BANISHES: self._banishes,
            happenings.DESTROYS: self._destroys,
            happenings.DRAWS: self._draws,
            happenings.REVEALS: self._reveals,
            happenings.TAKES: self._takes,
            happenings.MOVES: self._moves,
            happenings.ENTERS_ROW: self._enters_row,
            happenings.EVENT_BEGINS: self._event_begins,
            happenings.GAINS: self._gains,
            happenings.LOSES_HONOR: self._loses_honor,
            happenings.POOL_GROWS: self._pool_grows,
            happenings.ROW_GROWS: self._row_grows,
            happenings.SHUFFLES: self._shuffles,
            happenings.EXTRA_TURN: lambda told: (told[0].seat, "take another turn after this one"),
            happenings.LAST_ROUND: lambda told: (NOBODY, "The honor pool is empty: this is the last round"),
            happenings.GAME_OVER: self._game_over,
            happenings.TURN_BEGINS: lambda told: (NOBODY, turn_heading(told[-1], self.seat)),
        }

    def clause(self, told: list[Happening]) -> Clause:
        way = self.ways.get(told[0].kind)
        if way is not None:
            return way(told)
        # Plays, uses, discards: the kind itself is the verb.
        verb = told[0].kind.removesuffix("s")
        return told[0].seat, f"{verb} {self.names(told)}"

    def sentence(self, subject: int, predicates: list[str]) -> str:
        if subject == NOBODY:
            return predicates[0] + "."
        if subject == self.seat:
            return f"You {', '.join(predicates)}."
        who = "The Cult" if subject == THE_CULT else seat_name(subject)
        return f"{who} {', '.join(third_person(each) for each in predicates)}."

    def names(self, told: list[Happening]) -> str:
        known = [self.cards[each.card].shown_name for each in told if each.card != NOTHING]
        parts = counted_names(known, self.signs)
        hidden = len(told) - len(known)
        if hidden:
            parts.append("a card" if hidden == 1 else f"{hidden} cards")
        return in_words(parts)

    def whose(self, seat: int) -> str:
        return "your" if seat == self.seat else f"{seat_name(seat)}'s"

    # --- one way for each kind

    def _acquires(self, told: list[Happening]) -> Clause:
        first = told[0]
        if first.seat == NOTHING:
            return THE_CULT, f"take {self.names(told)}"
        gift = "" if first.other in (NOTHING, first.seat) else f" for {seat_name(first.other)}"
        return first.seat, f"acquire {self.names(told)}{gift}"

    def _defeats(self, told: list[Happening]) -> Clause:
        if told[0].seat != NOTHING:
            return told[0].seat, f"defeat {self.names(told)}"
        return THE_CULT, f"defeat {self.names(told)} for {sum(each.amount for each in told)} honor"

    def _banishes(self, told: list[Happening]) -> Clause:
        first = told[0]
        where = _PILES.get(first.source, "")
        # Banishing from the deck of another is about that player's cards, and a row has no owner.
        if first.other not in (NOTHING, first.seat) and first.source in (terms.HAND, terms.DISCARD, terms.DECK):
            where = where.replace("the", self.whose(first.other), 1)
        return first.seat, f"banish {self.names(told)}" + (f" from {where}" if where else "")

    def _destroys(self, told: list[Happening]) -> Clause:
        return told[0].seat, f"lose {self.names(told)} from play to the discard pile"

    def _draws(self, told: list[Happening]) -> Clause:
        return told[0].seat, f"draw {self.names(told)}"

    def _reveals(self, told: list[Happening]) -> Clause:
        if told[0].source == terms.DECK:
            return told[0].seat, f"reveal {self.names(told)} from the top of the deck"
        return told[0].seat, f"show {self.names(told)} in the hand"

    def _takes(self, told: list[Happening]) -> Clause:
        first = told[0]
        pile = _PILES.get(first.source, "the cards").removeprefix("the ")
        return first.seat, f"take {self.names(told)} from {self.whose(first.other)} {pile}"

    def _moves(self, told: list[Happening]) -> Clause:
        first = told[0]
        names = self.names(told)
        if first.target == terms.DISCARD and first.other != NOTHING:
            return first.seat, f"put {names} into {self.whose(first.other)} discard pile"
        places = {
            terms.HAND: "into the hand",
            terms.CONSTRUCTS: "directly into play",
            terms.DECK: "on top of the deck",
            terms.DISCARD: "into the discard pile",
            terms.CENTER_DECK: "under the center deck",
            terms.VOID: "into the void",
        }
        return first.seat, f"put {names} {places.get(first.target, 'elsewhere')}"

    def _enters_row(self, told: list[Happening]) -> Clause:
        treasure = [each for each in told if self.cards[each.card].is_treasure]
        others = [each for each in told if not self.cards[each.card].is_treasure]
        if not others:
            return NOBODY, f"{self.names(treasure)} slips under the row"
        verb = "comes" if len(others) == 1 else "come"
        under = f", with {self.names(treasure)} underneath" if treasure else ""
        return NOBODY, f"{self.names(others)} {verb} into the row{under}"

    def _event_begins(self, told: list[Happening]) -> Clause:
        return NOBODY, f"A new event begins: {self.cards[told[-1].card].shown_name}"

    def _gains(self, told: list[Happening]) -> Clause:
        return told[0].seat, f"gain {sum(each.amount for each in told)} {told[0].detail}"

    def _loses_honor(self, told: list[Happening]) -> Clause:
        first = told[0]
        whom = "you" if first.seat == self.seat else seat_name(first.seat)
        return first.other, f"take {sum(each.amount for each in told)} honor from {whom}"

    def _pool_grows(self, told: list[Happening]) -> Clause:
        return NOBODY, f"The honor pool grows by {sum(each.amount for each in told)}"

    def _row_grows(self, told: list[Happening]) -> Clause:
        return NOBODY, f"The row grows to {told[-1].amount} cards"

    def _shuffles(self, told: list[Happening]) -> Clause:
        if told[0].source == terms.VOID:
            return NOBODY, "The void is shuffled and becomes the new center deck"
        return told[0].seat, "shuffle the discard pile into a new deck"

    def _game_over(self, told: list[Happening]) -> Clause:
        return NOBODY, "The game is over"


def third_person(predicate: str) -> str:
    """`play Mystic` gives `plays Mystic`."""
    verb, space, rest = predicate.partition(" ")
    return _THIRD_PERSON.get(verb, verb + "s") + space + rest
