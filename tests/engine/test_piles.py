"""Piles have no order until a card leaves them."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from vigil.engine.chance import Chance
from vigil.engine.piles import Pile


def drain(pile: Pile, seed: int = 0) -> list[int]:
    chance = Chance(seed)
    return [pile.take(chance) for _ in range(len(pile.cards))]


def test_every_order_of_a_shuffled_pile_is_equally_likely() -> None:
    chance = Chance(1)
    firsts = Counter(Pile([1, 2, 3, 4]).take(chance) for _ in range(8000))
    assert set(firsts) == {1, 2, 3, 4}
    assert all(1800 < count < 2200 for count in firsts.values())


def test_an_ordered_pile_is_drawn_from_the_top() -> None:
    assert drain(Pile.ordered([3, 1, 2])) == [3, 1, 2]


def test_cards_on_top_come_first_and_among_themselves_in_any_order() -> None:
    orders = set()
    for seed in range(40):
        pile = Pile([7, 8, 9])
        pile.put_on_top([1, 2])
        pile.put_on_top([5])
        drawn = drain(pile, seed)
        assert drawn[0] == 5
        assert sorted(drawn[1:3]) == [1, 2]
        assert sorted(drawn[3:]) == [7, 8, 9]
        orders.add(tuple(drawn[1:3]))
    assert orders == {(1, 2), (2, 1)}


def test_a_card_underneath_comes_last() -> None:
    for seed in range(20):
        pile = Pile([1, 2, 3])
        pile.put_on_top([4])
        pile.put_underneath(9)
        pile.put_underneath(8)
        drawn = drain(pile, seed)
        assert drawn[0] == 4
        assert drawn[-2:] == [9, 8]


def test_underneath_an_empty_pile_or_one_with_only_known_cards() -> None:
    pile = Pile([])
    pile.put_underneath(1)
    assert drain(pile) == [1]
    pile = Pile([])
    pile.put_on_top([2])
    pile.put_underneath(1)
    assert drain(pile) == [2, 1]


def test_shuffling_forgets_what_was_on_top() -> None:
    firsts = set()
    for seed in range(40):
        pile = Pile([1, 2, 3])
        pile.put_on_top([4])
        pile.shuffle()
        firsts.add(pile.take(Chance(seed)))
    assert firsts == {1, 2, 3, 4}


@given(st.data())
def test_removing_cards_keeps_the_rest_in_its_layers(data: st.DataObject) -> None:
    top_down = data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=8))
    pile = Pile.ordered(top_down)
    card = data.draw(st.sampled_from(top_down))
    pile.remove(card)
    rest = drain(pile)
    lowest = len(top_down) - 1 - top_down[::-1].index(card)
    assert rest == top_down[:lowest] + top_down[lowest + 1 :]


@given(st.lists(st.integers(0, 9), max_size=12), st.lists(st.integers(0, 9), max_size=4))
def test_copies_are_independent(cards: list[int], on_top: list[int]) -> None:
    pile = Pile(cards[:])
    pile.put_on_top(on_top)
    twin = pile.copy()
    drain(twin)
    assert sorted(pile.cards) == sorted(cards + on_top)
    assert [sorted(layer) for layer in pile.shown_layers()] == [
        each for each in (sorted(on_top), sorted(cards)) if each
    ]
