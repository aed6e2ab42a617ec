"""Lists that share what they have in common."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vigil.table.shared_list import SharedList

Step = tuple[str, int, int]
steps = st.lists(st.tuples(st.sampled_from(["copy", "append", "cut"]), st.integers(0, 3), st.integers(0, 9)))


@given(steps)
def test_it_is_a_list(steps: list[Step]) -> None:
    """Whatever is done to copies of copies, each is as a list of its own would be."""
    shared, plain = [SharedList([1, 2, 3])], [[1, 2, 3]]
    for kind, which, number in steps:
        place = which % len(shared)
        if kind == "copy":
            shared.append(shared[place].copy())
            plain.append(plain[place][:])
        elif kind == "append":
            shared[place].append(number)
            plain[place].append(number)
        else:
            shared[place].cut(number)
            del plain[place][number:]
    for one, other in zip(shared, plain, strict=True):
        assert one == other
        assert len(one) == len(other)
        assert list(reversed(one)) == other[::-1]
        assert [one[1:], one[-2:], one[:2]] == [other[1:], other[-2:], other[:2]]
        assert [one[::-1], one[1::2]] == [other[::-1], other[1::2]]
        assert [one[each] for each in range(-len(other), len(other))] == other + other


def test_a_copy_costs_the_same_however_long_it_is() -> None:
    moves = SharedList(range(1000))
    twin = moves.copy()
    twin.append(1000)
    assert twin._items is moves._items
    assert (len(moves), len(twin)) == (1000, 1001)


def test_what_is_not_its_own_is_not_there() -> None:
    moves = SharedList("ab")
    moves.copy().append("c")
    with pytest.raises(IndexError, match="There is no item 2 among 2"):
        moves[2]
    assert "c" not in moves
    assert repr(moves) == "SharedList(['a', 'b'])"
