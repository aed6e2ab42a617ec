"""Every message about what happened in a game, or why something is not possible: a template for each code.

    sentences(happenings, cards, reader)            the log: like happenings together, one sentence for each player
    sentence(happening, cards, reader)              one happening
    message("answer-first", reader, card="Mephit")  any other message

The browser fills in the same templates (`web/src/play/messages.ts`), and tests/text/examples.json keeps both the same.

A field is `{name}`, or `{name:one|other}`: the first form is for the reader, for the number 1 and for a single card,
the second for everybody and everything else. A capital letter begins a sentence.

    who, other, owner   seats: the reader is "you", and `{who's}` is "your" or "Ada's". The owner is whoever has the
                        cards, "their" where that is `who`
    cards               names; an empty one for each card that the reader may not see
    total, amount       a number that is summed over like happenings, and one that is not
    from, to            places, which have templates of their own
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vigil.engine.terms import NOTHING, ZONE_WORDS, seat_name
from vigil.engine.view import SPECTATOR

if TYPE_CHECKING:
    from vigil.engine.card import Card
    from vigil.engine.happenings import Happening
    from vigil.engine.reasons import Reason

TIMES: Final = "×"

# A template that begins with `{Who} {who:...}` shares its subject with the messages beside it.
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
    # Of the table and of replays.
    "left": "{Who} left the table{who:|, and a bot plays for them}",
    "timed-out": "{Who} ran out of time{who:|, and a bot plays for them}",
    "returned": "{Who} came back",
    "deal": "The cards are dealt",
    "ends turn": "{Who} {who:end|ends} the turn",
    "chooses": "{Who} {who:choose|chooses}: {choice}",
}

# Each begins with a space: where a place has no template, nothing is said of it.
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
    # Refused by the table.
    "nothing-to-decide": "{Who} {who:have|has} nothing to decide now.",
    "out-of-time": "{Who's} time is up.",
    "seat-of-a-person": "A person plays on seat {seat}.",
    "seat-of-another": "Seat {seat} is not yours.",
    "seat-of-a-bot": "A bot plays on seat {seat} for you.",
    "not-possible": '"{choice}" is not possible now.',
    "no-undo-yet": "There is no choice to take back.",
    "no-undo-after-resume": "Choices from before the game was resumed cannot be taken back.",
    "no-undo-after-other": "The last choice was {who's}: you can take back only your own.",
    "no-undo-of-revealed": '"{choice}" revealed something hidden, so it stands.',
    "no-undo-when-rated": '"{choice}" stands: it revealed something hidden, or somebody has chosen since.',
    "no-undo-for-bot": "A bot plays for you.",
    "no-undo-twice": "Somebody has already asked to take a choice back.",
    "no-undo-left": "A game allows {most} undos, and all have been used.",
}

MESSAGES: Final = LOG | PLACES | REASONS

Params = Mapping[str, Any]


class Reader(NamedTuple):
    """Whom a message is for: the seat that is called "you", and what the others are called."""

    you: int = SPECTATOR
    name: Callable[[int], str] = seat_name


ANYBODY: Final = Reader()


def message(code: str, reader: Reader = ANYBODY, /, **params: int | str) -> str:
    return _TEMPLATES[code].fill(params, reader)


def reason_text(reason: Reason, reader: Reader = ANYBODY) -> str:
    return _TEMPLATES[reason.code].fill(reason.params, reader)


def sentence(happening: Happening, cards: Sequence[Card], reader: Reader = ANYBODY) -> str:
    """One happening as a sentence; `Happening.seen_by` has left out what the reader may not see."""
    return sentences([happening], cards, reader)[0]


def sentences(happened: Iterable[Happening], cards: Sequence[Card], reader: Reader = ANYBODY) -> list[str]:
    """Like happenings in one clause, and successive clauses about one player in one sentence."""
    found: list[tuple[int | None, str, list[str]]] = []
    for clause in _grouped(_Clause(each, cards) for each in happened):
        template, params = clause.template, clause.params
        subject = params[template.subject] if template.subject else None
        if subject is None or not found or found[-1][0] != subject:
            found.append((subject, template.fill(params, reader, 0, template.shared), []))
        found[-1][2].append(template.fill(params, reader, template.shared))
    return [f"{start}{_listed(clauses, ', and ')}." for _, start, clauses in found]


# --- like happenings


class _Clause:
    """Like happenings: their messages differ only in their cards, and in the amount that is summed."""

    __slots__ = ("key", "params", "template")

    def __init__(self, happening: Happening, cards: Sequence[Card]) -> None:
        card = None if happening.card == NOTHING else cards[happening.card]
        self.template = _template(happening, card)
        self.params: dict[str, Any] = {
            "who": happening.seat,
            "other": happening.other,
            "owner": happening.seat if happening.other == NOTHING else happening.other,
            "cards": ["" if card is None else card.shown_name],
            "total": happening.amount,
            "amount": happening.amount,
            "what": happening.detail,
            "from": _zone(happening.source),
            "to": _zone(happening.target),
        }
        self.key = (self.template, [self.params[each] for each in self.template.fixed])

    def add(self, other: _Clause) -> None:
        self.params["cards"] += other.params["cards"]
        self.params["total"] += other.params["total"]


def _template(happening: Happening, card: Card | None) -> _Template:
    """That of the kind, or of a variant that has a message of its own."""
    if happening.kind in _WITH_VARIANTS:
        traits = (
            ("by the Cult", happening.seat == NOTHING),
            ("for another", happening.other not in (NOTHING, happening.seat)),
            (f"from {_zone(happening.source)}", True),
            ("as treasure", card is not None and card.is_treasure),
        )
        for trait, holds in traits:
            if holds and (variant := f"{happening.kind} {trait}") in LOG:
                return _TEMPLATES[variant]
    return _TEMPLATES[happening.kind]


def _zone(zone: int) -> str:
    return "" if zone == NOTHING else ZONE_WORDS[zone]


def _grouped(clauses: Iterable[_Clause]) -> list[_Clause]:
    """Like happenings together, and so are pairs that repeat: a defeat and its honor, twice."""
    groups: list[_Clause] = []
    for clause in clauses:
        if groups and groups[-1].key == clause.key:
            groups[-1].add(clause)
            continue
        groups.append(clause)
        if len(groups) > 3 and groups[-3].key == clause.key and groups[-4].key == groups[-2].key:
            for earlier, later in zip(groups[-4:-2], groups[-2:], strict=True):
                earlier.add(later)
            del groups[-2:]
    return groups


# --- templates

_FIELD: Final = re.compile(r"\{(\w+)('s)?(?::([^{}|]*)\|([^{}|]*))?\}")
_SUBJECT: Final = re.compile(r"\{(Who|Other)\} (?=\{)")
_SEATS: Final = ("who", "other", "owner")

_Part = Callable[[Params, Reader], str]


class _Template:
    """A template in parts. The first of them, as many as `shared`, are a subject that neighbours may share.

    `fixed` are the parameters in which like happenings agree.
    """

    def __init__(self, template: str) -> None:
        subject = _SUBJECT.match(template)
        self.subject = "" if subject is None else subject[1].lower()
        self.shared = 0 if subject is None else 2
        self.parts: list[_Part] = []
        names = set()
        done = 0
        for field in _FIELD.finditer(template):
            self.parts += [*_words(template[done : field.start()]), _part(*field.groups(""))]
            names.add(field[1].lower())
            done = field.end()
        self.parts += _words(template[done:])
        whose = {"owner"} if names & {"from", "to"} else set()
        self.fixed = [*(names | whose) - {"cards", "total"}]

    def fill(self, params: Params, reader: Reader, first: int = 0, last: int | None = None) -> str:
        return "".join([part(params, reader) for part in self.parts[first:last]])


def _words(text: str) -> list[_Part]:
    return [lambda params, reader: text] if text else []


def _part(name: str, possessive: str, one: str, other: str) -> _Part:
    """What a field is filled in with."""
    key = name.lower()
    if key in ("from", "to"):
        return lambda params, reader: _TEMPLATES.get(f"{key} {params[key]}", _NOTHING_SAID).fill(params, reader)
    if key in _SEATS:
        return _seat(name, possessive, one, other)
    if key == "cards":
        if one:
            return lambda params, reader: one if len(params[key]) == 1 else other
        return lambda params, reader: _listed(_counted(params[key]))
    if one:
        return lambda params, reader: one if params[key] == 1 else other
    return lambda params, reader: str(params[key])


def _seat(name: str, possessive: str, one: str, other: str) -> _Part:
    key = name.lower()
    if one or other:
        return lambda params, reader: one if params[key] == reader.you else other
    you = ("you" if name == key else "You") + ("r" if possessive else "")

    def called(params: Params, reader: Reader) -> str:
        seat = params[key]
        if seat == reader.you:
            return you
        return "their" if key == "owner" and seat == params["who"] else reader.name(seat) + possessive

    return called


def _counted(cards: list[str]) -> list[str]:
    hidden = cards.count("")
    unnamed = ["a card"] if hidden == 1 else [f"{hidden} cards"] if hidden else []
    return counted_names(filter(None, cards)) + unnamed


def counted_names(names: Iterable[str], times: str = TIMES) -> list[str]:
    """Equal names together, in the order in which they first come: `Apprentice ×3`."""
    return [name if count == 1 else f"{name} {times}{count}" for name, count in Counter(names).items()]


def _listed(parts: Sequence[str], last: str = " and ") -> str:
    """`a`, `a and b`, `a, b and c`. Where a name has a comma of its own, semicolons separate the names."""
    if len(parts) < 3:
        return " and ".join(parts)
    separator = "; " if last == " and " and any("," in part for part in parts) else ", "
    return separator.join(parts[:-1]) + last + parts[-1]


_TEMPLATES: Final = {code: _Template(template) for code, template in MESSAGES.items()}
_NOTHING_SAID: Final = _Template("")
_WITH_VARIANTS: Final = {kind for kind in LOG for code in LOG if code.startswith(f"{kind} ")}
