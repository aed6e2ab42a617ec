"""Decisions and their options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from vigil.engine import options as engine
from vigil.engine.card import Card as EngineCard
from vigil.engine.effect import Effect
from vigil.engine.effects.acquire import Acquire, AcquireOrDefeat, Defeat
from vigil.engine.effects.copy_hero import CopyHero
from vigil.engine.effects.hands import DiscardRandomThenTakeOne, SendCard
from vigil.engine.effects.select import Banish, Destroy, DestroyAllButOne, Discard
from vigil.engine.library import Library
from vigil.engine.notation import matching, the_one
from vigil.engine.snapshot import as_data, frame_from
from vigil.engine.terms import CHOOSE, NOTHING, VERB_WORDS, ZONE_WORDS, seat_name

from .cards import WRAPPED, Card
from .wording import Printed, amount

CARD_KINDS: Final[dict[type[Effect], str]] = {
    AcquireOrDefeat: "acquire",
    Acquire: "acquire",
    Defeat: "defeat",
    Banish: "banish",
    Discard: "discard",
    Destroy: "destroy",
    DestroyAllButOne: "keep",
    CopyHero: "copy",
    SendCard: "put",
    DiscardRandomThenTakeOne: "put",
}
"""What happens to a card that is chosen in answer to these effects."""


class Option(Printed):
    """One of the options of a decision.

    >>> import vigil
    >>> option = vigil.new_game(seed=8, first=0).decision.options[0]
    >>> option
    <Option 'play Apprentice'>
    >>> str(option), option.kind, option.card.cost
    ('play Apprentice', 'play', <Cost free>)
    """

    __slots__ = ("_decision", "_kind", "_option", "_text")

    def __init__(
        self, option: engine.Option, decision: engine.Decision | None, kind: str | None = None, text: str | None = None
    ) -> None:
        self._option = option
        self._decision = decision
        self._kind = kind
        self._text = text

    @property
    def kind(self) -> str:
        """What the option does, in a word or two.

        In a turn: `play`, `use`, `acquire`, `defeat` or `end turn`. In answer to a card: `accept` or `decline`; what
        happens to the chosen card, which is `banish`, `discard`, `destroy`, `acquire`, `defeat`, `copy`, `put` or
        `keep`; `choose` for everything else.
        """
        if self._kind is None:
            self._kind = _kind(self._option, self._decision)
        return self._kind

    @property
    def text(self) -> str:
        """The notation: the shortest text that identifies this option within its decision."""
        if self._text is None:
            assert self._decision is not None
            self._text = self._decision.text(self._option)
        return self._text

    @property
    def card(self) -> Card | None:
        """The card that the option is about; None if it is not about a card."""
        return None if self._option.card is None else WRAPPED[self._option.card]

    @property
    def zone(self) -> str | None:
        """Where the card is: `row`, `supply`, `hand`, `discard`, `void`, ...; None if only one zone is possible."""
        return None if self._option.zone == NOTHING else ZONE_WORDS[self._option.zone]

    @property
    def seat(self) -> int | None:
        """The seat of the player who is chosen, owns the card, or gets it; None if there is none."""
        return None if self._option.seat == NOTHING else self._option.seat

    @property
    def raw(self) -> engine.Option:
        """The engine's option."""
        return self._option

    def __eq__(self, other: object) -> bool:
        """Options are equal if they mean the same, also across copies of a game."""
        return isinstance(other, Option) and self._option is other._option and self.kind == other.kind

    def __hash__(self) -> int:
        return hash(self._option)

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, ...]:
        return Option, (self._option, None, self.kind, self.text)


def _kind(option: engine.Option, decision: engine.Decision | None) -> str:
    if option.verb != CHOOSE or option.card is None or decision is None:
        return VERB_WORDS[option.verb]
    effect = decision.frame.effect
    if isinstance(effect, AcquireOrDefeat) and option.card.is_monster:
        return "defeat"
    return next((kind for effect_type, kind in CARD_KINDS.items() if isinstance(effect, effect_type)), "choose")


class Decision:
    """The open decision of a game: which seat decides, the question, and all legal options.

    >>> import vigil
    >>> game = vigil.new_game(seed=8, first=0)
    >>> game.decision
    <Decision of p1: 'Your turn.' 3 options>
    >>> game.decision.texts
    ['play Apprentice', 'play Militia', 'end turn']
    """

    __slots__ = ("_cards", "_decision", "_options")

    def __init__(self, decision: engine.Decision, cards: Sequence[EngineCard]) -> None:
        self._decision = decision
        self._cards = cards
        self._options: tuple[Option, ...] | None = None

    @property
    def seat(self) -> int:
        """The seat that decides. Seats are counted from 0."""
        return self._decision.seat

    @property
    def prompt(self) -> str:
        """The question as a sentence."""
        return self._decision.prompt

    @property
    def options(self) -> tuple[Option, ...]:
        """All legal options, in a fixed order."""
        if self._options is None:
            self._options = tuple([Option(each, self._decision) for each in self._decision.options])
        return self._options

    @property
    def texts(self) -> list[str]:
        """The options in notation."""
        return [each.text for each in self.options]

    @property
    def card(self) -> Card | None:
        """The card that poses the question; None if `is_turn`."""
        number = self._decision.card
        return None if number == NOTHING else WRAPPED[self._cards[number]]

    @property
    def is_turn(self) -> bool:
        """Whether this is the choice of an action in the player's own turn, rather than a question from a card."""
        return self._decision.is_turn

    @property
    def is_optional(self) -> bool:
        """Whether the player may decline."""
        return self._decision.is_optional

    @property
    def raw(self) -> engine.Decision:
        """The engine's decision."""
        return self._decision

    def parse(self, text: str) -> Option:
        """Parses the text of an option: its notation, or its kind and card (`banish Militia`).

        Raises IllegalChoice if no option matches, and BadNotation if several do.

        >>> import vigil
        >>> vigil.new_game(seed=8, first=0).decision.parse("play militia")
        <Option 'play Militia'>
        """
        found = matching(self._decision, text)
        if not found:
            kind, _, rest = text.strip().partition(" ")
            chosen = matching(self._decision, f"choose {rest}")
            found = [each for each in chosen if _kind(each, self._decision) == kind.lower()]
        return Option(the_one(self._decision, text, found), self._decision)

    def option(self, choice: Option | str | engine.Option) -> Option:
        """This decision's option for a text, or for an option of this game or a copy. Raises IllegalChoice."""
        if isinstance(choice, str):
            return self.parse(choice)
        if isinstance(choice, engine.Option):
            choice = Option(choice, self._decision)
        if not isinstance(choice, Option):
            raise TypeError(f"A choice must be an option or its text, not {choice!r}.")
        if choice.raw not in self._decision.options:
            raise self._decision.illegal(str(choice))
        return choice

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self._decision.options)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        """Decisions are equal if they ask the same seat the same question with the same options."""
        return (
            isinstance(other, Decision)
            and self.seat == other.seat
            and self.raw.options == other.raw.options
            and self.prompt == other.prompt
        )

    def __hash__(self) -> int:
        return hash((self.seat, *self.raw.options))

    def __repr__(self) -> str:
        return f"<Decision of {seat_name(self.seat)}: {self.prompt!r} {amount(len(self), 'option')}>"

    def __reduce__(self) -> tuple[object, ...]:
        raw = self._decision
        return _unpickled, (self._cards[0].library, raw.seat, raw.options, as_data(raw.frame))


def _unpickled(library: Library, seat: int, options: list[engine.Option], frame: list[Any]) -> Decision:
    return Decision(engine.Decision(seat, options, frame_from(library, frame)), library.cards)
