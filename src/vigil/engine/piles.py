"""Face-down piles. The order of a pile is undetermined until cards leave it, except for cards put on top or underneath.

A pile is a stack of layers, each an unordered bag: every card of the topmost layer is equally likely to be drawn next.
A shuffled pile is one layer; a card put on top is a layer of its own. The state therefore does not contain future
draws, and cannot leak them.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64, mypyc_attr

from .chance import Chance


@mypyc_attr(free_list_len=1)
class Pile:
    """`cards` from the bottom up; `layers` holds the start and original size of each layer above the lowest.

    Copies are copy-on-write: they share the list of cards until one of them changes it, which most never do.
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
        """The list of cards, copied first if it is shared, so that it may be changed."""
        if self._shared:
            self.cards = self.cards[:]
            self._shared = False
        return self.cards

    def renew(self, cards: list[int]) -> None:
        """Replaces the (empty) pile with these cards, shuffled."""
        self.cards = cards
        self.layers = ()
        self._shared = False

    def take(self, chance: Chance) -> int:
        """Removes and returns the top card. The pile must not be empty."""
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
        """Whether everybody knows the next card: it was put on top by itself."""
        return len(self.layers) > 0 and self.layers[-1][1] == 1

    def put_on_top(self, cards: Sequence[int]) -> None:
        """Adds a layer: which cards are in it is known, their order is not."""
        if cards:
            self.layers = (*self.layers, (len(self.cards), len(cards)))
            self._own().extend(cards)

    def put_underneath(self, card: int) -> None:
        self._own().insert(0, card)
        raised = tuple((start + 1, size) for start, size in self.layers)
        lowest = (raised[0][0] if raised else len(self.cards)) - 1
        self.layers = ((1, lowest), *raised) if lowest else raised

    def remove(self, card: int) -> None:
        """Removes one copy of the card from anywhere in the pile, after its owner has searched the pile."""
        index = self.cards.index(card)
        del self._own()[index]
        kept = []
        for start, size in self.layers:
            kept.append((start - 1, size) if start > index else (start, size))
        self.layers = tuple(
            each for n, each in enumerate(kept) if each[0] < (kept[n + 1][0] if n + 1 < len(kept) else len(self.cards))
        )

    def shuffle(self) -> None:
        """Merges the layers into one, so that every order is equally likely."""
        self.layers = ()

    def shown_layers(self) -> list[list[int]]:
        """The layers from the top down, each sorted. For viewers who may see the cards."""
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
