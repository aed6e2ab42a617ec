"""How advanced thinks: small tables at which one answer is the sensible one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.helpers.midgame import choice, choices, table

SOLD_OUT = {"Mystic": 0, "Heavy Infantry": 0}
DECK = ["Apprentice"] * 8 + ["Militia"] * 2

# --- the order of play


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        (["Apprentice", "Shadow Star", "Arha Initiate"], "play Shadow Star"),
        (["Apprentice", "Militia", "Arha Initiate"], "play Arha Initiate"),
        (["Arha Initiate", "Darkwalker", "Energy Shard"], "play Energy Shard"),
        (["Demon Slayer", "Twofold Askara"], "play Demon Slayer"),
        (["Apprentice", "Temple Librarian", "Demon Slayer"], "play Temple Librarian"),
        (["Demon Slayer", "Temple Librarian", "Landtalker"], "play Landtalker"),
        (["Yuk Tribe Gremlin", "Arbiter of the Precipice", "Mystic"], "play Arbiter of the Precipice"),
    ],
)
def test_what_is_played_first(hand: list[str], first: str) -> None:
    assert choice(table(p1={"hand": hand, "deck": ["Apprentice"] * 5})) == first


def test_constructs_are_used_every_turn() -> None:
    game = table(p1={"constructs": ["Shadow Star", "The All-Seeing Eye"], "deck": ["Apprentice"]})
    assert choices(game, 3) == ["use The All-Seeing Eye", "use Shadow Star", "play Apprentice"]


def test_the_game_is_won_when_it_can_be_won() -> None:
    constructs = ["P.R.I.M.E Directive", *["Watchmaker's Altar"] * 7]
    game = table(p1={"constructs": constructs}, p2={"honor": 90})
    choices(game, 9)
    assert game.winners == (0,)


def test_energy_is_kept_until_something_asks_for_it() -> None:
    assert choice(table(p1={"trophies": ["Vault Sphinx"], "hand": ["Apprentice"]})) == "play Apprentice"
    game = table(p1={"trophies": ["Vault Sphinx"], "hand": ["Darkwalker", "Apprentice"]})
    assert choices(game, 2) == ["use Vault Sphinx", "play Darkwalker"]


# --- spending


def test_the_best_monster_first_and_cultists_with_what_is_left() -> None:
    game = table(row=["Tormented Soul", "Earth Tyrant"], p1={"power": 8})
    assert choices(game, 2) == ["defeat Earth Tyrant", "defeat Cultist"]


def test_two_small_cards_or_one_large_one_whichever_is_worth_more() -> None:
    row = ["Lifebound Initiate", "Spike Vixen", "Cetra, Weaver of Stars"]
    assert choice(table(row=row, supply=SOLD_OUT, p1={"runes": 7, "deck": DECK})) == "acquire Cetra, Weaver of Stars"
    row[2] = "Runic Lycanthrope"
    game = table(row=row, supply=SOLD_OUT, p1={"runes": 3, "deck": DECK})
    assert sorted(choices(game, 2)) == ["acquire Lifebound Initiate", "acquire Spike Vixen"]


def test_a_reward_of_runes_is_taken_before_buying() -> None:
    game = table(row=["Wind Tyrant", "Landtalker"], supply=SOLD_OUT, p1={"power": 5, "runes": 3, "deck": DECK})
    assert choices(game, 2) == ["defeat Wind Tyrant", "acquire Landtalker"]


def test_runes_for_constructs_only_are_spent_on_constructs() -> None:
    row = ["Rocket Courier X-99", "Demon Slayer"]
    game = table(row=row, supply=SOLD_OUT, p1={"runes": 2, "mechana_runes": 2, "deck": DECK})
    assert choice(game) == "acquire Rocket Courier X-99"


def test_at_the_end_only_honor_counts() -> None:
    game = table(honor_pool=0, row=["Muramasa", "The Grand Design"], p1={"runes": 7})
    assert choice(game) == "acquire The Grand Design"


def test_nothing_useful_is_left() -> None:
    assert choice(table(p1={"power": 1})) == "end turn"
    assert choice(table(honor_pool=300, p1={"runes": 3, "deck": ["Emri, One with the Void"] * 9})) == "end turn"


def test_a_price_in_runes_is_paid_if_they_buy_nothing_better() -> None:
    deck = ["Apprentice"] * 9
    game = table(row=["Shardwing Beetle"], p1={"power": 3, "runes": 3, "deck": deck}, honor_pool=2)
    assert choices(game, 2) == ["defeat Shardwing Beetle", "accept"]


def test_a_gift_is_given_only_if_the_teammate_has_more_of_it() -> None:
    row = ["Hedron Cannon"]
    alone = table(variant="team", players=4, row=row, supply=SOLD_OUT, p1={"runes": 9})
    assert choice(alone) == "acquire Hedron Cannon"
    engine = ["Watchmaker's Altar"] * 6
    together = table(variant="team", players=4, row=row, supply=SOLD_OUT, p1={"runes": 9}, p3={"constructs": engine})
    assert choice(together) == "acquire Hedron Cannon for p3"


# --- questions


def test_banishing_takes_the_weakest_and_never_a_good_card() -> None:
    deck = ["Apprentice"] * 6
    junk = table(
        p1={"hand": ["Void Initiate", "Demon Slayer"], "discard": ["Heavy Infantry", "Apprentice"], "deck": deck}
    )
    assert choices(junk, 2)[1] == "choose Apprentice"
    good = table(p1={"hand": ["Void Initiate", "Demon Slayer"], "discard": ["Heavy Infantry"], "deck": deck})
    assert choices(good, 2)[1] == "decline"


def test_a_small_deck_is_kept() -> None:
    game = table(p1={"hand": ["Void Initiate"], "discard": ["Apprentice"], "deck": ["Heavy Infantry"] * 3})
    assert choices(game, 2)[1] == "decline"


def test_the_best_construct_is_kept() -> None:
    game = table(row=["Sea Tyrant"], p1={"power": 5}, p2={"constructs": ["Shadow Star", "Muramasa", "Snapdragon"]})
    assert choices(game, 2) == ["defeat Sea Tyrant", "choose Muramasa"]


def test_the_worst_construct_is_given_up() -> None:
    game = table(row=["Corrosive Widow"], p1={"power": 4}, p2={"constructs": ["Shadow Star", "Muramasa"]})
    assert choices(game, 2)[1] == "choose Shadow Star"


def test_the_best_construct_of_an_opponent_is_destroyed() -> None:
    game = table(row=["Mordant Widow"], p1={"power": 5}, p2={"constructs": ["Shadow Star", "Muramasa"]})
    assert choices(game, 2)[1] == "choose Muramasa"


def test_a_gremlin_goes_to_the_opponent_who_leads() -> None:
    game = table(row=["Yuk Tribe Gremlin"], p1={"power": 2, "honor": 30}, p2={"honor": 3}, p3={"honor": 9})
    assert choices(game, 2) == ["defeat Yuk Tribe Gremlin", "choose p3"]


def test_honor_is_taken_from_the_leader() -> None:
    row = ["Lieutenant Duros", "Dogs of War", "Cavern Creeper", "Shade Viper"]
    game = table(row=row, p1={"power": 6}, p2={"honor": 8}, p3={"honor": 20})
    taken = choices(game, 2)
    assert taken == ["defeat Lieutenant Duros", "choose p3"]


def test_runes_or_power_whichever_buys_more() -> None:
    for_power = table(p1={"hand": ["Mechana Initiate"], "power": 1, "deck": ["Apprentice"] * 9})
    assert choices(for_power, 2)[1] == "choose gain 1 power"
    for_runes = table(row=["Landtalker"], p1={"hand": ["Mechana Initiate"], "runes": 5, "deck": ["Apprentice"] * 9})
    assert choices(for_runes, 2)[1] == "choose gain 1 rune"


def test_a_construct_goes_directly_into_play() -> None:
    engine = {"runes": 5, "constructs": ["Rocket Courier X-99"]}
    game = table(row=["Watchmaker's Altar"], supply=SOLD_OUT, p1=engine)
    assert choices(game, 2) == ["acquire Watchmaker's Altar", "accept"]


def test_what_is_about_to_be_bought_is_not_banished_from_the_row() -> None:
    row = ["Mephit", "Landtalker", "Muramasa"]
    game = table(row=row, supply=SOLD_OUT, p1={"power": 3, "runes": 6, "deck": DECK}, p2={"deck": DECK})
    assert choices(game, 2) == ["defeat Mephit", "choose Muramasa"]


# --- custom cards

CUSTOM = """
from vigil.cards import LIBRARY, new_state
from vigil.bots import AdvancedBot, RandomBot
from vigil.engine.vocabulary import *

class Juggle(Effect):
    def do(self, game, context):
        game.turn.runes += 1
    def phrase(self):
        return "juggle"

# What a vocabulary refuses, an author may still bring about.
free = AnyTime(Gain(energy=1), destroy_this=True)
free.destroy_this = False
cards = [
    Hero("Juggler", VOID, cost=Runes(1), honor=1, copies=30, play=[Juggle(), Choose(Juggle(), Draw(1))]),
    Construct("Perpetual Motion", MECHANA, cost=Runes(2), honor=1, copies=30,
              abilities=[free, OncePerTurn(Juggle())]),
    Monster("Paper Tiger", cost=Power(1), copies=30, reward=[Gain(honor=1), May(Banish(HAND | DISCARD)), Juggle()]),
]
LIBRARY.add_set(CardSet("custom", "Custom", cards, starting={"Apprentice": 8, "Militia": 2},
                        supply={"Mystic": 5, "Heavy Infantry": 5}, standing=["Cultist"]))
game = new_state(sets=["custom"], seed=1)
bots = [AdvancedBot(), RandomBot(1)]
while not game.over:
    seat = game.decision.seat
    game.choose(bots[seat].choose(game.view(seat), game.decision))
print("winner", game.winners)
"""


def test_custom_cards_are_played_and_free_abilities_end() -> None:
    """In a process of its own, because the new set stays in the library."""
    done = subprocess.run([sys.executable, "-c", CUSTOM], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "winner (0,)\n", done.stderr
