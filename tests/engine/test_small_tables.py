"""Tables with hardly any cards: decks run out at once, and what was just defeated comes back in the same moment."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.helpers.libraries import fresh_library
from vigil.cards import LIBRARY
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState
from vigil.engine.terms import DEFEAT, FROM_CENTER, NOTHING, PLAY, ROW_ZONE, SOLITAIRE, STANDARD, TEAM
from vigil.engine.vocabulary import EVERY_ONE, AcquireOrDefeat, CardSet, Gain, Monster, Power
from vigil.scenarios import Scenario

SETS = list(LIBRARY.sets)
CENTER = [card for card in LIBRARY if card.origin == FROM_CENTER and not card.is_event and not card.is_treasure]
OWNED = [card.name for card in CENTER if not card.is_monster]
CONSTRUCTS = [card.name for card in CENTER if card.is_construct]
TAKERS = ["Avatar of the Fallen", "Herald of Doom", "Aklys, the Scourge"]
"""Their rewards reach into the row, where they themselves may lie again."""
STEPS = 120


def small_table(random: Random, variant: str) -> GameState:
    def some(names: list[str], most: int) -> list[str]:
        return random.choices(names, k=random.randint(0, most))

    players = {STANDARD: random.choice((2, 3)), TEAM: 4, SOLITAIRE: 1}[variant]
    takers = random.sample(TAKERS, random.randint(1, 3))
    anything = [card.name for card in CENTER if card.name not in TAKERS]
    row = [name + " / Energy Shard" * random.choice((0, 0, 1)) for name in takers + some(anything, 3)]
    given = {
        "variant": variant,
        "players": players,
        "seed": random.randrange(1000),
        "row": random.sample(row, len(row)),
        "center_deck": some([*anything, "Energy Shard"], 3) if random.random() < 0.4 else [],
        "void": some(anything, 1),
        "honor_pool": random.randint(20, 200),
    }
    for seat in range(players):
        given[f"p{seat + 1}"] = {
            "hand": some([*OWNED, "Oziah, Judge of Logos"], 6),
            "deck": some([*OWNED, "Apprentice"], 6),
            "discard": some(OWNED, 3),
            "constructs": some(CONSTRUCTS, 4),
            "runes": random.randint(0, 10),
            "power": random.randint(8, 30),
            "energy": random.randint(0, 9),
        }
    return Scenario("here", "a small table", SETS, given, [], {}, 1, []).set_up(LIBRARY)


def all_cards(game: GameState) -> Counter[int]:
    found = Counter(card for card in game.row if card != NOTHING)
    for zone in (game.deck.cards, game.void, game.removed, game.in_transit, game.cult_cards, *game.under):
        found.update(zone)
    for player in game.players:
        for zone in (player.hand, player.deck.cards, player.discard, player.played, player.constructs, player.trophies):
            found.update(zone)
    found.update(dict(zip(game.setup.supply, game.supply, strict=True)))
    return found


@pytest.mark.parametrize("variant", [STANDARD, TEAM, SOLITAIRE])
@pytest.mark.parametrize("seed", range(25))
def test_every_effect_comes_to_an_end_and_no_card_is_lost(variant: str, seed: int) -> None:
    random = Random(f"{variant} {seed}")
    game = small_table(random, variant)
    cards = all_cards(game)
    for _ in range(STEPS):
        decision = game.decision
        if decision is None:
            break
        if decision.is_turn:
            assert (game.in_transit, game.fates, len(game.stack)) == ((), (), 1)
        # Whoever ends the turn early would see little of the table.
        acts = decision.options[:-1] if decision.is_turn and random.random() < 0.9 else []
        fights = [option for option in acts if option.verb == DEFEAT and option.zone == ROW_ZONE]
        game.choose(random.choice(fights or acts or decision.options))
        assert all_cards(game) == cards
        assert NOTHING not in game.row or not (game.deck.cards or game.void), "a gap that could be filled"


def test_rewards_that_take_the_whole_row_come_to_an_end() -> None:
    reward = [Gain(honor=1), AcquireOrDefeat(count=EVERY_ONE)]
    maws = Monster("Maw", cost=Power(1), copies=6, reward=reward)
    library = fresh_library()
    library.add_set(CardSet("own", "Own", [maws], starting={"Militia": 10}, supply={}, standing=[]))
    game = deal(Setup(library, 2, ["own"]), seed=1)
    for verb in (PLAY, DEFEAT):
        assert game.decision is not None
        game.choose(next(option for option in game.decision.options if option.verb == verb))
    assert game.players[game.turn.seat].honor == 1 + 6 + 6**2 + 6**3, "the row is full again after every defeat"
    assert game.row == (maws.number,) * 6
