"""A view arrives in another process as it was sent."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.written_views import written
from vigil.bot_pool.codec import opened
from vigil.cards import LIBRARY, new_state
from vigil.engine.view import SPECTATOR


@pytest.mark.parametrize(
    ("players", "variant", "seed"), [(2, "standard", 1), (4, "team", 2), (1, "solitaire", 3), (5, "standard", 4)]
)
def test_a_view_arrives_with_everything_that_is_in_it(players: int, variant: str, seed: int) -> None:
    """Not only what views are compared by: for whoever has to decide, every attribute of every object."""
    random = Random(seed)
    game = new_state(players=players, sets=list(LIBRARY.sets), variant=variant, seed=seed, honor_pool=40)
    decisions = 0
    while game.decision is not None and decisions < 250:
        for seat in (SPECTATOR, *range(players)):
            view = game.view(seat)
            arrived = opened(view.to_bytes())
            assert arrived.to_bytes() == view.to_bytes()
            assert (arrived.decision is None) == (seat != game.decision.seat)
        arrived = opened(game.view(game.decision.seat).to_bytes())
        assert arrived.decision is not None
        assert written(arrived, arrived.decision) == written(game.view(game.decision.seat), game.decision)
        game.choose(random.choice(game.decision.options))
        decisions += 1
    assert opened(game.view(0).to_bytes()).to_bytes() == game.view(0).to_bytes()


def test_a_bot_far_away_samples_the_same_games() -> None:
    game = new_state(seed=5, first=0)
    view = game.view(0)
    there, here = opened(view.to_bytes()).sample(7), view.sample(7)
    assert [player.hand for player in there.players] == [player.hand for player in here.players]
    assert there.view(1).to_bytes() == here.view(1).to_bytes()
