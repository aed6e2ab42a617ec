"""What has to be decided, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from vigil.engine import options as engine
from vigil.engine.card import Card
from vigil.engine.effect import Effect
from vigil.engine.effects.acquire import Acquire, AcquireOrDefeat, Defeat
from vigil.engine.effects.copy_hero import CopyHero
from vigil.engine.effects.hands import SendCard
from vigil.engine.effects.select import Banish, Destroy, DestroyAllButOne, Discard
from vigil.engine.errors import IllegalChoice
from vigil.engine.notation import matching, parse
from vigil.engine.terms import CHOOSE, NOTHING, VERB_WORDS, ZONE_WORDS, seat_name

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
}
"""What happens to a card that is chosen in answer to these effects."""


class Option:
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
        """What choosing it does, in a word or two.

        In a turn: `play`, `use`, `acquire`, `defeat` or `end turn`. In answer to a card: `accept` or `decline`; what
        happens to the chosen card, which is `banish`, `discard`, `destroy`, `acquire`, `defeat`, `copy`, `put` or
        `keep`; `choose` for everything else.
        """
        if self._kind is None:
            self._kind = _kind(self._option, self._decision)
        return self._kind

    @property
    def text(self) -> str:
        """The notation: the shortest text that means this option and no other of its decision."""
        if self._text is None:
            assert self._decision is not None
            self._text = self._decision.text(self._option)
        return self._text

    @property
    def card(self) -> Card | None:
        """The card that it is about."""
        return self._option.card

    @property
    def zone(self) -> str | None:
        """Where the card is: `row`, `supply`, `hand`, `discard`, `void`, ...; None where only one zone is possible."""
        return None if self._option.zone == NOTHING else ZONE_WORDS[self._option.zone]

    @property
    def seat(self) -> int | None:
        """The player that is chosen, that owns the card, or that gets it."""
        return None if self._option.seat == NOTHING else self._option.seat

    @property
    def raw(self) -> engine.Option:
        """The engine's option."""
        return self._option

    def __eq__(self, other: object) -> bool:
        """Options of copies of a game are equal if they mean the same."""
        return isinstance(other, Option) and self._option is other._option and self.kind == other.kind

    def __hash__(self) -> int:
        return hash(self._option)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Option {self.text!r}>"

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
    """The open decision of a game: whose it is, what is asked, and every option.

    >>> import vigil
    >>> game = vigil.new_game(seed=8, first=0)
    >>> game.decision
    <Decision of p1: 'Your turn.' 3 options>
    >>> game.decision.texts
    ['play Apprentice', 'play Militia', 'end turn']
    """

    __slots__ = ("_cards", "_decision", "_options")

    def __init__(self, decision: engine.Decision, cards: Sequence[Card]) -> None:
        self._decision = decision
        self._cards = cards
        self._options: tuple[Option, ...] | None = None

    @property
    def seat(self) -> int:
        """Whose decision it is. Seats are counted from 0."""
        return self._decision.seat

    @property
    def prompt(self) -> str:
        """What is asked, as a sentence."""
        return self._decision.prompt

    @property
    def options(self) -> tuple[Option, ...]:
        """Everything that can be chosen, in a fixed order."""
        if self._options is None:
            self._options = tuple([Option(each, self._decision) for each in self._decision.options])
        return self._options

    @property
    def texts(self) -> list[str]:
        """The options as texts."""
        return [each.text for each in self.options]

    @property
    def card(self) -> Card | None:
        """The card that asks; None if it is a player's turn to act."""
        number = self._decision.card
        return None if number == NOTHING else self._cards[number]

    @property
    def is_turn(self) -> bool:
        """Whether it is a player's turn to act, rather than a question that a card asks."""
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
        """The option that a text means: its notation, or its kind and card (`banish Militia`).

        Raises IllegalChoice if it means none of them, and BadNotation if it could mean several.

        >>> import vigil
        >>> vigil.new_game(seed=8, first=0).decision.parse("play militia")
        <Option 'play Militia'>
        """
        kind, _, rest = text.strip().partition(" ")
        if not matching(self._decision, text) and any(
            each.kind == kind.lower() and each.raw.verb == CHOOSE for each in self.options
        ):
            text = f"choose {rest}"
        return Option(parse(self._decision, text), self._decision)

    def option(self, choice: Option | str | engine.Option) -> Option:
        """The option that is meant by an option (of this game or of a copy) or by a text."""
        if isinstance(choice, str):
            return self.parse(choice)
        if isinstance(choice, engine.Option):
            choice = Option(choice, self._decision)
        if not isinstance(choice, Option):
            raise TypeError(f"A choice is an option or its text, not {choice!r}.")
        if choice.raw not in self._decision.options:
            raise IllegalChoice(f'"{choice}" is not possible now. {seat_name(self.seat)} may: {"; ".join(self.texts)}.')
        return choice

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self._decision.options)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<Decision of {seat_name(self.seat)}: {self.prompt!r} {len(self)} options>"
