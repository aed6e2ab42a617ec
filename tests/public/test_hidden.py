"""Nothing that is hidden from a seat leaves through a view, a happening, a text or a pickle."""

from __future__ import annotations

import pickle
from random import Random

import pytest

import vigil


@pytest.mark.parametrize("seat", [0, None])
def test_another_hand_is_counted_but_not_shown(seat: int | None) -> None:
    game = vigil.new_game(seed=8, first=1)
    view = game.view(seat)
    assert view.players[1].hand is None
    assert view.players[1].hand_count == 5
    assert view.decision is None
    assert view.deciding == 1


def told(view: vigil.View) -> dict[str, str]:
    """Everything that the view and its players say, as text."""
    found = {"view": f"{view!r} {view}"}
    for each in (view, view.turn, *view.players):
        properties = [name for name in dir(type(each)) if isinstance(getattr(type(each), name), property)]
        found.update((f"{each!r}.{name}", repr(getattr(each, name))) for name in properties if name != "me")
    return found


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_tells_the_same_of_every_game_that_could_be_the_real_one(seat: int | None) -> None:
    view = vigil.new_game(sets="war", players=3, seed=8, first=0).view(seat)
    others = [view.sample(seed) for seed in range(5)]
    assert len({str([player.hand for player in each.players]) for each in others}) > 1
    assert all(told(each.view(seat)) == told(view) for each in others)


def test_a_draw_is_seen_by_its_owner_only() -> None:
    game = vigil.new_game(seed=8, first=0)
    game.choose("end turn")
    own, other, spectator = ([each for each in game.happenings(seat) if each.kind == "draws"] for seat in (0, 1, None))
    assert len(own) == len(other) == len(spectator) == 5
    assert all(each.card is not None for each in own)
    for each in (*other, *spectator):
        assert each.card is None
        assert each.text == "p1 draws a card."
        assert pickle.loads(pickle.dumps(each)) == each


def test_the_whole_history_hides_the_deal_of_the_others() -> None:
    game = vigil.new_game(seed=8, first=0)
    for _ in range(20):
        game.choose(game.decision.options[0])
    drawn = [each for each in game.happenings(1, since=0) if each.kind == "draws"]
    assert {each.seat for each in drawn if each.card is not None} == {1}


def test_what_a_bot_changes_in_its_view_does_not_change_the_game() -> None:
    def vandal(view: vigil.View, decision: vigil.Decision) -> vigil.Option:
        for zone in (view.hand, view.row, view.void, view.players, view.names, view.scores):
            zone.clear()
        return decision.options[0]

    first = vigil.play([lambda view, decision: decision.options[0], "random"], seed=2, honor_pool=4)
    spoiled = vigil.play([vandal, "random"], seed=2, honor_pool=4)
    assert spoiled.record.choices == first.record.choices
    assert spoiled.names == ["vandal", "random"]


def test_a_pickled_view_is_the_same_view() -> None:
    game = vigil.new_game(sets="all", players=3, seed=8)
    random = Random(8)
    for _ in range(60):
        game.choose(random.choice(game.decision.options))
    for seat in (0, 1, 2, None):
        view = pickle.loads(pickle.dumps(game.view(seat)))
        assert view == game.view(seat)


def test_a_sampled_game_looks_the_same_to_the_seat() -> None:
    view = vigil.new_game(sets="war", players=3, seed=8).view(1)
    assert view.sample(seed=5) == view.sample(seed=5)
    assert view.sample(seed=5) != view.sample(seed=6)
    assert view.sample(seed=6).view(1) == view
