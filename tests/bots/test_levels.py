"""Bots that choose at a glance: how often they slip, and what their opinions and styles are."""

from __future__ import annotations

import pytest

from vigil.bots.levels import OPINIONS, STYLES, AdvancedBot, CasualBot, PlayerBot, PolicyBot
from vigil.bots.weights import PLAIN_WEIGHTS
from vigil.cards import new_state
from vigil.engine.terms import PLAY


class SurePlayer(PlayerBot):
    """The same player on its best day."""

    slips = 0.0


def slips_of(bot: PolicyBot, sure: PolicyBot, games: int) -> tuple[int, int]:
    """How often the bot chose otherwise than it would if it never slipped, and out of how many choices."""
    slipped = asked = 0
    for seed in range(games):
        game = new_state(2, ["war-of-shadows"], seed=seed)
        while game.decision is not None:
            decision = game.decision
            view = game.view(decision.seat)
            meant, found = sure.choose(view, decision), bot.choose(view, decision)
            assert bot.choose(view, decision) is found, "a slip belongs to the moment"
            if meant.verb == PLAY or len(decision.options) == 1:
                assert found is meant, "nobody forgets to play a card"
            else:
                asked += 1
                slipped += found is not meant
            game.choose(found)
    return slipped, asked


def test_a_player_slips_now_and_then() -> None:
    slipped, asked = slips_of(PlayerBot(5), SurePlayer(5), games=8)
    assert asked > 500
    # A slip may do by chance what was meant.
    assert 0.02 * asked < slipped < 0.06 * asked


def test_a_casual_player_slips_more_often() -> None:
    class SureCasual(CasualBot):
        slips = 0.0

    slipped, asked = slips_of(CasualBot(5), SureCasual(5), games=4)
    assert 0.13 * asked < slipped < 0.27 * asked


def test_casual_players_have_styles() -> None:
    styles = [CasualBot(seed).style for seed in range(8)]
    assert styles == [*STYLES, *STYLES]
    assert len({CasualBot(seed).weights for seed in range(8)}) == len(STYLES)


def test_an_advanced_player_has_opinions_of_its_own() -> None:
    one, again, other = AdvancedBot(1).weights, AdvancedBot(1).weights, AdvancedBot(2).weights
    assert one == again != other
    for weight, plain in zip(one, PLAIN_WEIGHTS, strict=True):
        assert weight * plain > 0, "nobody likes what is bad"
        assert abs(weight - plain) < 4 * OPINIONS * abs(plain)


def test_all_of_them_together_are_right_about_what_a_rune_is_worth() -> None:
    opinions = [AdvancedBot(seed).weights.rune for seed in range(300)]
    assert sum(opinions) / 300 == pytest.approx(PLAIN_WEIGHTS.rune, rel=0.08)
    assert min(opinions) < 0.7 < 1.4 < max(opinions)
