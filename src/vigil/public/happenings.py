"""What happened in a game, limited to what a reader may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vigil.engine import happenings as engine
from vigil.engine.card import Card as EngineCard
from vigil.engine.library import Library
from vigil.engine.state import RawHappening
from vigil.engine.terms import NOTHING, ZONE_WORDS
from vigil.messages import Reader, sentence

from .cards import WRAPPED, Card
from .wording import Printed


class Happening(Printed):
    """One thing that happened, as one seat may see it.

    >>> import vigil
    >>> game = vigil.new_game(seed=8, first=0)
    >>> game.choose("play Militia")
    >>> game.happenings(seat=1)
    [<Happening 'p1 plays Militia.'>]
    >>> [happening] = game.happenings(seat=0)
    >>> happening.kind, happening.seat, happening.card, happening.amount, happening.text
    ('plays', 0, <Card 'Militia'>, 1, 'You play Militia.')
    """

    __slots__ = ("_cards", "_happening", "_names", "_you")

    def __init__(
        self, happening: engine.Happening, cards: Sequence[EngineCard], you: int, names: Sequence[str]
    ) -> None:
        self._happening = happening
        self._cards = cards
        self._you = you
        self._names = names

    @property
    def kind(self) -> str:
        """The kind of happening.

        `turn begins`, `plays`, `uses`, `acquires`, `defeats`, `banishes`, `discards`, `destroys`, `draws`, `reveals`,
        `takes`, `moves`, `enters the row`, `event`, `gains`, `loses honor`, `pool grows`, `row grows`, `shuffles`,
        `extra turn`, `last round` or `game over`.
        """
        return self._happening.kind

    @property
    def seat(self) -> int | None:
        """The seat of the player who did it; None if no player did (the table, or the Cult)."""
        return None if self._happening.seat == NOTHING else self._happening.seat

    @property
    def card(self) -> Card | None:
        """The card; None if there is none, or if the reader may not see it."""
        return None if self._happening.card == NOTHING else WRAPPED[self._cards[self._happening.card]]

    @property
    def amount(self) -> int:
        """How much or how many."""
        return self._happening.amount

    @property
    def source(self) -> str | None:
        """The zone that the card came from: `hand`, `row`, ..."""
        return None if self._happening.source == NOTHING else ZONE_WORDS[self._happening.source]

    @property
    def target(self) -> str | None:
        """The zone that the card went to."""
        return None if self._happening.target == NOTHING else ZONE_WORDS[self._happening.target]

    @property
    def other(self) -> int | None:
        """The seat of another player involved: the card's owner, or who gets it."""
        is_slot = self._happening.kind == engine.ENTERS_ROW
        return None if is_slot or self._happening.other == NOTHING else self._happening.other

    @property
    def detail(self) -> str:
        """What was gained, such as `honor`."""
        return self._happening.detail

    @property
    def text(self) -> str:
        """The happening as a sentence that calls the reader `you`."""
        return sentence(self._happening, self._cards, Reader(self._you, self._names.__getitem__))

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Happening) and self._happening == other._happening

    def __hash__(self) -> int:
        return hash(self._happening)

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (tuple(self._happening), self._cards[0].library, self._you, self._names)


def _unpickled(fields: RawHappening, library: Library, you: int, names: Sequence[str]) -> Happening:
    return Happening(engine.Happening(*fields), library.cards, you, names)


def seen_by(
    you: int, raw: Iterable[RawHappening], cards: Sequence[EngineCard], names: Sequence[str]
) -> list[Happening]:
    """The happenings as this seat (or a spectator) may see them. `names` are the names of all players."""
    return [Happening(engine.Happening(*each).seen_by(you), cards, you, names) for each in raw]
