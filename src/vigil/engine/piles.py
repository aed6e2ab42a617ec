"""Face-down piles. A pile has no order until a card leaves it, except where cards were put on top or underneath.

A pile is a stack of layers, each of them a bag: in the topmost layer every card is equally likely to be the next one.
A shuffled pile is one layer; a card put on top is a layer of its own. So the future is not in the state, and nothing
can leak it.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64, mypyc_attr

from .chance import Chance


@mypyc_attr(free_list_len=1)
class Pile:
    """`cards` from the bottom up; `layers` holds where each layer above the lowest begins, and its size when laid.

    A copy shares its list of cards with the original until one of the two changes it: most copies never do.
    """

    __slots__ = ("_shared", "cards", "layers")

    def __init__(self, cards: list[int], layers: tuple[tuple[int, int], ...] = (), shared: bool = False) -> None:
        self.cards = cards
        self.layers = layers
        self._shared = shared

    def copy(self) -> Pile:
        self._shared = True
        return Pile(self.cards, self.layers, True)

    def _own(self) -> list[int]:
        """The list of cards, to be changed."""
        if self._shared:
            self.cards = self.cards[:]
            self._shared = False
        return self.cards

    def renew(self, cards: list[int]) -> None:
        """An empty pile is made anew of these cards, shuffled."""
        self.cards = cards
        self.layers = ()
        self._shared = False

    def take(self, chance: Chance) -> int:
        """The top card leaves the pile. Whoever calls makes sure that there is one."""
        cards = self._own()
        last: i64 = len(cards) - 1
        lowest: i64 = self.layers[-1][0] if self.layers else 0
        index: i64 = lowest + chance.below(last - lowest + 1) if lowest < last else last
        if lowest == last and self.layers:
            self.layers = self.layers[:-1]
        card = cards.pop()
        if index != last:
            card, cards[index] = cards[index], card
        return card

    def top_is_known(self) -> bool:
        """Everybody knows the next card: it was laid there alone."""
        return len(self.layers) > 0 and self.layers[-1][1] == 1

    def put_on_top(self, cards: Sequence[int]) -> None:
        """A new layer: the cards are known, their order among themselves is not."""
        if cards:
            self.layers = (*self.layers, (len(self.cards), len(cards)))
            self._own().extend(cards)

    def put_underneath(self, card: int) -> None:
        self._own().insert(0, card)
        raised = tuple((start + 1, size) for start, size in self.layers)
        lowest = (raised[0][0] if raised else len(self.cards)) - 1
        self.layers = ((1, lowest), *raised) if lowest else raised

    def remove(self, card: int) -> None:
        """Takes out one card, wherever it is, after its owner looked through the pile."""
        index = self.cards.index(card)
        del self._own()[index]
        kept = []
        for start, size in self.layers:
            kept.append((start - 1, size) if start > index else (start, size))
        self.layers = tuple(
            each for n, each in enumerate(kept) if each[0] < (kept[n + 1][0] if n + 1 < len(kept) else len(self.cards))
        )

    def shuffle(self) -> None:
        """Every order becomes equally likely: the layers are one bag again."""
        self.layers = ()

    def shown_layers(self) -> list[list[int]]:
        """From the top down, the layers as sorted bags; for whoever may look."""
        starts = [0, *(start for start, _ in self.layers)]
        ends = [*starts[1:], len(self.cards)]
        bags = [sorted(self.cards[start:end]) for start, end in zip(starts, ends, strict=True) if start < end]
        bags.reverse()
        return bags

    @staticmethod
    def ordered(cards_from_top: Sequence[int]) -> Pile:
        """A pile whose order is known from top to bottom."""
        cards = list(reversed(cards_from_top))
        return Pile(cards, tuple((start, 1) for start in range(1, len(cards))))
