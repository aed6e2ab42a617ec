"""The messages about what happened in a game and why something is not possible: one template per code.

    sentences(happenings, cards, reader)            the log: similar happenings grouped, one sentence per player
    sentence(happening, cards, reader)              one happening
    message("answer-first", reader, card="Mephit")  any other message

The browser fills in the same templates (`web/src/play/messages.ts`); tests/helpers/message_examples.json is tested
against both.

A field is `{name}` or `{name:one|other}`: the first form is for the reader, for the number 1 and for a single card,
the second for everything else. A capitalized name starts a sentence.

    who, other, owner   seats: the reader is "you", and `{who's}` is "your" or "Ada's". The owner of the cards is
                        "their" if it is `who`
    cards               names; an empty one for each card that the reader may not see
    total, amount       a number that is summed over grouped happenings, and one that is not
    from, to            places, which have their own templates
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from vigil.engine.card import Card
from vigil.engine.happenings import Happening
from vigil.engine.reasons import Reason
from vigil.engine.terms import NOTHING, ZONE_WORDS, seat_name
from vigil.engine.view import SPECTATOR

TIMES: Final = "×"

# Successive messages whose templates start with `{Who} {who:...}` can share their subject.
LOG: Final = {
    "turn begins": "Turn {amount}: {who's} turn",
    "plays": "{Who} {who:play|plays} {cards}",
    "uses": "{Who} {who:use|uses} {cards}",
    "acquires": "{Who} {who:acquire|acquires} {cards}",
    "acquires for another": "{Who} {who:acquire|acquires} {cards} for {other}",
    "acquires by the Cult": "The Cult takes {cards}",
    "defeats": "{Who} {who:defeat|defeats} {cards}",
    "defeats by the Cult": "The Cult defeats {cards} and gains {total} honor",
    "banishes": "{Who} {who:banish|banishes} {cards}{from}",
    "discards": "{Who} {who:discard|discards} {cards}",
    "destroys": "{Who's} {cards} {cards:is|are} destroyed",
    "draws": "{Who} {who:draw|draws} {cards}",
    "reveals": "{Who} {who:reveal|reveals} {cards}{from}",
    "reveals from deck": "{Who} {who:reveal|reveals} {cards} from the top of {owner's} deck",
    "takes": "{Who} {who:take|takes} {cards}{from}",
    "moves": "{Who} {who:put|puts} {cards}{to}",
    "enters the row": "{cards} {cards:enters|enter} the center row",
    "enters the row as treasure": "{cards} {cards:is|are} placed under the center row",
    "event": "A new event begins: {cards}",
    "gains": "{Who} {who:gain|gains} {total} {what}",
    "loses honor": "{Other} {other:take|takes} {total} honor from {who}",
    "pool grows": "{total} honor is added to the honor pool",
    "row grows": "The center row grows to {amount} cards",
    "shuffles": "{Who} {who:shuffle|shuffles} {owner's} discard pile into a new deck",
    "shuffles from void": "The void is shuffled into a new center deck",
    "extra turn": "{Who} {who:take|takes} an extra turn after this one",
    "last round": "The honor pool is empty: this is the last round",
    "game over": "The game is over",
    # Only at the table and in replays.
    "last turn": "Last round: {who} {who:take|takes} the last turn",
    "left": "{Who} left the table{who:|, and a bot plays for them}",
    "timed-out": "{Who} ran out of time{who:|, and a bot plays for them}",
    "returned": "{Who} came back",
    "disconnected": "{Who} lost the connection",
    "connected": "{Who} is connected again",
    "deal": "The cards are dealt",
    "ends turn": "{Who} {who:end|ends} the turn",
    "chooses": "{Who} {who:choose|chooses}: {choice}",
}

# Each starts with a space. A place without a template is left out.
PLACES: Final = {
    "from hand": " from {owner's} hand",
    "from discard": " from {owner's} discard pile",
    "from deck": " from {owner's} deck",
    "from played": " from the cards played this turn",
    "from constructs": " from play",
    "from trophies": " from {owner's} trophies",
    "from row": " from the center row",
    "from void": " from the void",
    "to hand": " into {owner's} hand",
    "to discard": " into {owner's} discard pile",
    "to deck": " on top of {owner's} deck",
    "to constructs": " into play",
    "to void": " into the void",
    "to center deck": " on the bottom of the center deck",
}

REASONS: Final = {
    "game-over": "The game is over.",
    "waiting": "Waiting for {who}.",
    "waiting-for-answer": "Waiting for {who} to answer {card}.",
    "answer-first": "Answer {card} first.",
    "question-first": "Answer the question first.",
    "none-left": "No copies of {card} are left.",
    "not-enough-runes": "{card} costs {runes} {runes:rune|runes}; you have {have_runes}.",
    "not-enough-power": "{card} costs {power} power; you have {have_power}.",
    "not-enough-of-both": (
        "{card} costs {runes} {runes:rune|runes} and {power} power; you have {have_runes} and {have_power}."
    ),
    "not-enough-together": "{card} costs {cost} in runes and power together; you have {have}.",
    "used": "Already used this turn.",
    "not-yours": "This card belongs to {who}.",
    # Refusals by the table.
    "nothing-to-decide": "{Who} {who:have|has} nothing to decide now.",
    "out-of-time": "{Who's} time is up.",
    "time-left": "{Who} still {who:have|has} time.",
    "seat-of-a-person": "A person plays on seat {seat}.",
    "seat-of-another": "Seat {seat} is not yours.",
    "seat-of-a-bot": "A bot plays on seat {seat} for you.",
    "not-possible": '"{choice}" is not possible now.',
    "no-undo-yet": "There is no choice to take back.",
    "no-undo-after-resume": "Choices from before the game was resumed cannot be taken back.",
    "no-undo-after-other": "The last choice was {who's}: you can take back only your own.",
    "no-undo-of-revealed": '"{choice}" revealed something hidden, so it stands.',
    "no-undo-when-scored": "Your last choice stands: this attempt at the daily deal is scored.",
    "no-undo-when-rated": "Your last choice stands: it revealed something hidden, or somebody has chosen since.",
    "no-undo-for-bot": "A bot plays for you.",
    "no-undo-twice": "Somebody has already asked to take a choice back.",
    "no-undo-left": "A game allows {most} undos, and all have been used.",
}

MESSAGES: Final = LOG | PLACES | REASONS

Value = int | str | Sequence[str]
Params = Mapping[str, Value]

_FIELD: Final = re.compile(r"\{(\w+)('s)?(?::([^{}|]*)\|([^{}|]*))?\}")
_SUBJECT: Final = re.compile(r"\{(?:Who|Other)\} (?=\{)")
_SEATS: Final = ("who", "other", "owner")


class Reader(NamedTuple):
    """The reader of a message: the seat that is called "you", and how other seats and counts are written."""

    you: int = SPECTATOR
    name: Callable[[int], str] = seat_name
    times: str = TIMES
    """The sign before a count: `Apprentice ×3`."""


ANYBODY: Final = Reader()


def message(code: str, reader: Reader = ANYBODY, /, **params: Value) -> str:
    """The message with this code. Messages of the log have no full stop."""
    return _fill(MESSAGES[code], params, reader)


def reason_text(reason: Reason, reader: Reader = ANYBODY) -> str:
    return message(reason.code, reader, **reason.params)


def sentence(happening: Happening, cards: Sequence[Card], reader: Reader = ANYBODY) -> str:
    """One happening as a sentence. Pass `Happening.seen_by` the reader first, to remove what they may not see."""
    return sentences([happening], cards, reader)[0]


def sentences(happened: Iterable[Happening], cards: Sequence[Card], reader: Reader = ANYBODY) -> list[str]:
    """The happenings as sentences: similar ones share a clause, and successive clauses about a player a sentence."""
    found: list[tuple[str, list[str]]] = []
    for clause in _grouped(_Clause(each, cards, reader) for each in happened):
        subject, rest = clause.text(reader)
        if not subject or not found or found[-1][0] != subject:
            found.append((subject, []))
        found[-1][1].append(rest)
    return [f"{subject}{_listed(clauses, ', and ')}." for subject, clauses in found]


class _Clause:
    """A group of happenings whose messages differ only in their cards and in the amount that is summed."""

    __slots__ = ("cards", "facts", "key", "total")

    def __init__(self, happening: Happening, cards: Sequence[Card], reader: Reader) -> None:
        card = None if happening.card == NOTHING else cards[happening.card]
        who_and_where = happening.seat, happening.other, _zone(happening.source), _zone(happening.target)
        is_treasure = card is not None and card.is_treasure
        self.facts = (happening.kind, *who_and_where, happening.amount, happening.detail, is_treasure)
        self.cards: tuple[str, ...] = ("" if card is None else card.shown_name,)
        self.total = happening.amount
        self.key = _text(self.facts, (), 0, reader)

    def text(self, reader: Reader) -> tuple[str, str]:
        return _text(self.facts, self.cards, self.total, reader)

    def add(self, other: _Clause) -> None:
        self.cards += other.cards
        self.total += other.total


def _zone(zone: int) -> str:
    return "" if zone == NOTHING else ZONE_WORDS[zone]


@lru_cache(maxsize=4096)
def _text(
    facts: tuple[str, int, int, str, str, int, str, bool], cards: tuple[str, ...], total: int, reader: Reader
) -> tuple[str, str]:
    """The subject that the message can share with its neighbors (may be empty), and the rest."""
    kind, who, other, source, target, amount, what, is_treasure = facts
    traits = (
        ("by the Cult", who == NOTHING),
        ("for another", other not in (NOTHING, who)),
        (f"from {source}", True),
        ("as treasure", is_treasure),
    )
    variants = (LOG[code] for trait, holds in traits if holds and (code := f"{kind} {trait}") in LOG)
    template = next(variants, LOG[kind])
    params: Params = {
        "who": who,
        "other": other,
        "owner": who if other == NOTHING else other,
        "from": source,
        "to": target,
        "cards": cards,
        "total": total,
        "amount": amount,
        "what": what,
    }
    start = _SUBJECT.match(template)
    shared = 0 if start is None else start.end()
    return _fill(template[:shared], params, reader), _fill(template[shared:], params, reader)


def _grouped(clauses: Iterable[_Clause]) -> list[_Clause]:
    """Merges repeated clauses, and repeated pairs of clauses, such as two defeats each followed by its honor."""
    groups: list[_Clause] = []
    for clause in clauses:
        groups.append(clause)
        keys = [each.key for each in groups[-4:]]
        count = 1 if keys[-2:-1] == keys[-1:] else 2 if keys[-4:-2] == keys[-2:] else 0
        for place in range(count):
            groups[place - 2 * count].add(groups[place - count])
        del groups[len(groups) - count :]
    return groups


# --- templates


def _fill(template: str, params: Params, reader: Reader) -> str:
    return _FIELD.sub(lambda field: _filled(field, params, reader), template)


def _filled(field: re.Match[str], params: Params, reader: Reader) -> str:
    name, possessive, one, other = field.groups("")
    key = name.lower()
    value = params[key]
    if key in ("from", "to"):
        return _fill(PLACES.get(f"{key} {value}", ""), params, reader)
    if one or other:
        count = value if isinstance(value, int) else len(value)
        return one if count == (reader.you if key in _SEATS else 1) else other
    if key in _SEATS and isinstance(value, int):
        if value == reader.you:
            return ("you" if name == key else "You") + ("r" if possessive else "")
        return "their" if key == "owner" and value == params["who"] else reader.name(value) + possessive
    return str(value) if isinstance(value, int | str) else _listed(_counted(value, reader.times))


def _counted(cards: Sequence[str], times: str) -> list[str]:
    hidden = cards.count("")
    unnamed = ["a card"] if hidden == 1 else [f"{hidden} cards"] if hidden else []
    return counted_names(filter(None, cards), times) + unnamed


def counted_names(names: Iterable[str], times: str = TIMES) -> list[str]:
    """The distinct names with their counts, in order of first occurrence: `Apprentice ×3`."""
    return [name if count == 1 else f"{name} {times}{count}" for name, count in Counter(names).items()]


def _listed(parts: Sequence[str], last: str = " and ") -> str:
    """`a`, `a and b`, `a, b and c`. Names that contain commas are separated by semicolons."""
    if len(parts) < 3:
        return (last if any(" and " in part for part in parts) else " and ").join(parts)
    separator = "; " if last == " and " and any("," in part for part in parts) else ", "
    return separator.join(parts[:-1]) + last + parts[-1]
