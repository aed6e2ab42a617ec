"""A list that grows at its end, whose copies share what they have in common.

twin = moves.copy()     takes no longer for a thousand moves than for one
twin.append(move)       neither does this; `moves` does not change
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class SharedList(Sequence[Item], Generic[Item]):
    """The first `_length` of the shared items are its own; what lies behind them belongs to a copy that has gone on."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def copy(self) -> SharedList[Item]:
        twin: SharedList[Item] = SharedList.__new__(SharedList)
        twin._items, twin._length = self._items, self._length
        return twin

    def append(self, item: Item) -> None:
        if len(self._items) != self._length:
            # A copy has gone on another way.
            self._items = self._items[: self._length]
        self._items.append(item)
        self._length += 1

    def cut(self, length: int) -> None:
        """Keeps the first `length` items."""
        self._length = min(self._length, length)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> Item: ...

    @overload
    def __getitem__(self, place: slice) -> list[Item]: ...

    def __getitem__(self, place: int | slice) -> Item | list[Item]:
        if isinstance(place, slice):
            start, stop, step = place.indices(self._length)
            return (
                self._items[start:stop:step] if step > 0 else [self._items[each] for each in range(start, stop, step)]
            )
        if not -self._length <= place < self._length:
            raise IndexError(f"There is no item {place} among {self._length}.")
        return self._items[place if place >= 0 else self._length + place]

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._length)

    def __reversed__(self) -> Iterator[Item]:
        return islice(reversed(self._items), len(self._items) - self._length, None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"SharedList({list(self)!r})"
