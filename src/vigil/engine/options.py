"""Options and decisions. Options are interned: equal options are the same object, so comparing them is cheap."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from ..text.english import ENGLISH
from ..text.phrases import Words
from ..text.tokens import Piece, pieces
from . import terms
from .errors import IllegalChoice
from .terms import NOTHING, seat_name

if TYPE_CHECKING:
    from .abilities import Use
    from .card import Card
    from .frames import Frame


class Option:
    """One legal action or answer.

    `number` is that of the card, NOTHING if there is none; `slot` is the slot in the row or the index of the ability;
    `seat` is the chosen player, the owner of the card, or the teammate who gets it; `power` is the part of a cost of
    runes or power that is paid in power; `cuts` is the number of optional discounts used, if fewer than would help;
    `label` is the text of an answer that is neither a card nor a player. `serial` numbers the options of a process in
    the order in which they were made: an index for tables, different in every process.
    """

    __slots__ = ("card", "cuts", "label", "number", "power", "seat", "serial", "slot", "verb", "zone")

    def __init__(
        self, verb: int, card: Card | None, zone: int, slot: int, seat: int, power: int, cuts: int, label: str
    ) -> None:
        self.verb = verb
        self.card = card
        self.number = NOTHING if card is None else card.number
        self.zone = zone
        self.slot = slot
        self.seat = seat
        self.power = power
        self.cuts = cuts
        self.label = label
        self.serial = next(_serials)

    def __repr__(self) -> str:
        return f"<Option {self.text!r}>"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, ...]:
        return (option, (self.verb, self.card, self.zone, self.slot, self.seat, self.power, self.cuts, self.label))

    @property
    def text(self) -> str:
        """The option in full. `Decision.text` is the shortest text that is unique among the options of a decision."""
        return describe(self, with_zone=True, with_slot=True)

    @property
    def words(self) -> str:
        """The shortest form: the verb and the name."""
        return describe(self, with_zone=False, with_slot=False)

    @property
    def ability(self) -> Use:
        """The ability that the option uses. Its verb must be USE."""
        assert self.card is not None
        return self.card.uses[self.slot]


_serials: Final = count()
_known: Final[dict[tuple[int, Card | None, int, int, int, int, int, str], Option]] = {}


def option(
    verb: int,
    card: Card | None = None,
    zone: int = NOTHING,
    slot: int = NOTHING,
    seat: int = NOTHING,
    power: int = NOTHING,
    cuts: int = NOTHING,
    label: str = "",
) -> Option:
    """The interned option with these properties. Keyed by card object: numbers are not unique across libraries."""
    key = (verb, card, zone, slot, seat, power, cuts, label)
    found = _known.get(key)
    if found is None:
        # Another thread may have made it meanwhile: the first one stays.
        found = _known.setdefault(key, Option(verb, card, zone, slot, seat, power, cuts, label))
    return found


def label_option(label: str) -> Option:
    return option(terms.CHOOSE, label=label)


def seat_option(seat: int) -> Option:
    return option(terms.CHOOSE, seat=seat)


PLACE_LABELS: Final = {
    terms.HAND_ZONE: "hand",
    terms.CONSTRUCTS_ZONE: "into play",
    terms.DECK_ZONE: "top of the deck",
    terms.DISCARD_ZONE: "discard pile",
}


def place_option(place: int) -> Option:
    """The option to put a card in this place."""
    return label_option(PLACE_LABELS[place])


YES: Final = option(terms.ACCEPT)
NO: Final = option(terms.DECLINE)
END: Final = option(terms.END_TURN)


def describe(choice: Option, with_zone: bool, with_slot: bool) -> str:
    verb = choice.verb
    if verb in (terms.ACCEPT, terms.DECLINE, terms.END_TURN):
        return terms.VERB_WORDS[verb]
    if choice.card is None:
        return f"choose {choice.label or seat_name(choice.seat)}"
    text = f"{terms.VERB_WORDS[verb]} {choice.card.name}"
    if verb == terms.USE:
        return text if choice.slot == 0 else f"{text} #{choice.slot + 1}"
    if verb == terms.PLAY:
        return text
    if with_zone and choice.zone != NOTHING:
        text += f" from {terms.ZONE_WORDS[choice.zone]}"
    if with_slot and choice.slot != NOTHING:
        text += f" at {choice.slot + 1}"
    if choice.seat != NOTHING and _is_gift(choice):
        text += f" for {seat_name(choice.seat)}"
    elif choice.seat != NOTHING and with_zone:
        text += f" of {seat_name(choice.seat)}"
    if choice.power != NOTHING:
        text += f" with {choice.power} power"
    if choice.cuts != NOTHING:
        text += " at full price" if choice.cuts == 0 else f" using {choice.cuts} of the discounts"
    return text


def _is_gift(choice: Option) -> bool:
    """Whether the option's seat is the teammate who gets the card, rather than its owner."""
    return choice.verb in (terms.ACQUIRE, terms.DEFEAT) or choice.label == "gift"


@mypyc_attr(free_list_len=1)
class Decision:
    """The open decision of a game: which seat decides, and all legal options in a fixed order."""

    __slots__ = ("frame", "options", "seat")

    def __init__(self, seat: int, options: list[Option], frame: Frame) -> None:
        self.seat = seat
        self.options = options
        self.frame = frame

    def __copy__(self) -> Decision:
        """A decision never changes, so its copies are itself."""
        return self

    def __deepcopy__(self, memo: object) -> Decision:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("A decision is a part of its game: pickle the game, or a view with the decision in it.")

    def __repr__(self) -> str:
        return f"<Decision of {seat_name(self.seat)}: {self.prompt} {len(self.options)} options>"

    @property
    def is_turn(self) -> bool:
        """Whether this is the choice of an action in the player's own turn, rather than a question from a card."""
        return self.options[-1] is END

    @property
    def card(self) -> int:
        """The card that poses the question; NOTHING if `is_turn`."""
        return NOTHING if self.is_turn else self.frame.context.card

    @property
    def is_optional(self) -> bool:
        return self.options[-1] is NO

    @property
    def question(self) -> Words:
        """What is asked, as a phrase that can be rendered in several ways."""
        return self.frame.effect.question(self.frame)

    @property
    def prompt(self) -> str:
        """The question as a sentence."""
        return ENGLISH.text(self.question)

    @property
    def prompt_pieces(self) -> list[Piece]:
        """The question in pieces, for clients that show icons and the names of players."""
        return pieces(ENGLISH.sentences(self.question))

    @property
    def refusal(self) -> str:
        """What declining means: `banish nothing`. Empty if the decision is not optional."""
        return self.frame.effect.refusal(self.frame) if self.is_optional else ""

    @property
    def chosen(self) -> list[Card]:
        """The cards chosen so far, where several are chosen one after the other."""
        if self.frame.effect.offers_picks:
            return []
        return [each.card for each in self.frame.picks if each.card is not None]

    def text(self, choice: Option) -> str:
        """The shortest text that identifies this option within the decision."""
        short = choice.words
        twins = [each for each in self.options if each is not choice and each.words == short]
        if not twins:
            return short
        zoned = describe(choice, with_zone=True, with_slot=False)
        if all(describe(each, with_zone=True, with_slot=False) != zoned for each in twins):
            return zoned
        return choice.text

    def texts(self) -> list[str]:
        return [self.text(each) for each in self.options]

    def illegal(self, text: str, hint: str = "") -> IllegalChoice:
        """The error for a text that names none of the options."""
        return IllegalChoice(
            f'"{text}" is not possible now.{hint} {seat_name(self.seat)} may: {"; ".join(self.texts())}.'
        )
