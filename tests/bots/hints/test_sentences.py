"""Why a bot does something: one sentence for a player, with the numbers behind it and nothing hidden."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.midgame import table
from tests.helpers.positions import SETS, decisions, positions, thinker
from tools.explanations import explanations
from tools.make_docs import GOLDEN
from vigil.bots import BOTS
from vigil.bots.card_values import quick_policy
from vigil.bots.hints.sentences import LONGEST, advice, compose, explain
from vigil.bots.levels import AdvancedBot, PlayerBot
from vigil.bots.weights import PLAIN_WEIGHTS, fitted_weights
from vigil.cards import new_state
from vigil.engine.notation import parse
from vigil.engine.options import Decision, Option
from vigil.engine.state import GameState
from vigil.engine.view import SeatView
from vigil.text.tokens import plain

ROOT = Path(__file__).parents[3]
DECK = ["Apprentice"] * 8 + ["Militia"] * 2


def why(game: GameState, text: str, is_best: bool = False) -> str:
    """What is said about the option with this text."""
    decision = game.decision
    assert decision is not None
    policy = quick_policy(game.setup, PLAIN_WEIGHTS)
    return explain(game.view(decision.seat), decision, parse(decision, text), policy, is_best=is_best)


def after(steps: list[str], **given: Any) -> GameState:
    """The table after these steps of p1's turn."""
    game = table(**given)
    for step in steps:
        assert game.decision is not None
        game.choose(parse(game.decision, step))
    return game


# --- a turn


def test_a_hero_for_as_often_as_it_will_be_played() -> None:
    game = table(row=["Landtalker", "Muramasa"], p1={"runes": 7, "deck": DECK})
    assert why(game, "acquire Landtalker") == (
        "Landtalker: 3 runes a play for about 5 more plays, and 3 honor at the end."
    )
    assert why(game, "acquire Muramasa") == "Muramasa: 3 power a turn for about 12 more turns, and 4 honor at the end."


def test_late_in_the_game_only_honor_counts() -> None:
    game = table(honor_pool=1, row=["Landtalker", "Muramasa"], p1={"runes": 7, "deck": DECK})
    assert why(game, "acquire Landtalker") == "Landtalker: 3 honor at the end; it will hardly be played."
    assert why(game, "acquire Muramasa") == "Muramasa: 4 honor at the end; it will hardly come into play."


def test_a_card_that_waters_the_deck_down() -> None:
    game = table(p1={"runes": 2, "deck": ["Landtalker"] * 10})
    assert why(game, "acquire Heavy Infantry") == (
        "Heavy Infantry: 1 honor at the end; 2 power a play is less than the average card of the deck brings."
    )


def test_what_a_card_does_is_said_for_short_where_there_is_little_room() -> None:
    game = table(row=["Arha Templar", "Tablet of Time's Dawn"], p1={"runes": 10, "deck": DECK})
    assert why(game, "acquire Arha Templar") == (
        "Arha Templar: defeat a Monster that costs 4 or less, in about 5 more plays, and 3 honor at the end."
    )
    game = table(row=["Avatar of the Fallen"], p1={"power": 7})
    assert why(game, "defeat Avatar of the Fallen") == (
        "Avatar of the Fallen: 4 honor for 7 power, and you may acquire or defeat a card in the center row."
    )


def test_nothing_is_said_against_what_is_known_to_be_best() -> None:
    game = table(p1={"runes": 2, "deck": ["Landtalker"] * 10})
    assert why(game, "acquire Heavy Infantry", is_best=True) == (
        "Heavy Infantry: 2 power a play for about 5 more plays, and 1 honor at the end."
    )
    game = table(row=["Landtalker"], p1={"runes": 7, "deck": DECK})
    assert why(game, "end turn") == "7 runes would be lost."
    assert why(game, "end turn", is_best=True) == "Nothing that 7 runes could buy is worth having."
    game = after(["play Arha Initiate", "play Void Initiate"], p1={"hand": ["Arha Initiate", "Void Initiate", *DECK]})
    assert why(game, "decline").startswith("It would be better to banish")
    assert why(game, "decline", is_best=True) == "What is offered costs more than it brings here."


def test_a_card_that_comes_to_the_hand_is_played_at_once() -> None:
    row, late = ["Brother Laias"], {"honor_pool": 1}
    game = table(row=row, p1={"runes": 6, "played": ["Mystic"], "deck": DECK}, **late)
    assert why(game, "acquire Brother Laias") == (
        "Brother Laias: 4 honor, it comes to your hand at once, and 2 cards a play for about one more play."
    )
    game = table(row=row, p1={"runes": 6, "deck": DECK}, **late)
    assert why(game, "acquire Brother Laias") == "Brother Laias: 4 honor at the end; it will hardly be played."
    assert why(game, "acquire Brother Laias", is_best=True) == (
        "Brother Laias: 4 honor at the end, and you may banish a card you have played this turn."
    )


def test_what_has_to_be_discarded_counts_with_what_is_drawn() -> None:
    game = table(row=["Whirlwind Ascetic"], p1={"runes": 5, "deck": DECK})
    assert why(game, "acquire Whirlwind Ascetic").startswith("Whirlwind Ascetic: 3 cards and 2 discards a play for")


def test_what_a_redirect_offers_is_said_to_be_optional() -> None:
    mine = {"runes": 6, "hand": ["Scrap Weaver"], "deck": DECK}
    game = after(["play Scrap Weaver"], row=["Rocket Courier X-99"], p1=mine)
    assert "it can come into play at once" in why(game, "acquire Rocket Courier X-99")
    game = table(row=["Rocket Courier X-99"], p1=mine)
    assert "into play" not in why(game, "acquire Rocket Courier X-99")


def test_what_makes_a_card_cheaper_and_what_lies_under_it() -> None:
    row = ["Landtalker / Energy Shard / Energy Shard"]
    game = table(row=row, p1={"runes": 6, "constructs": ["Wildcall Staff"], "deck": DECK})
    assert why(game, "acquire Landtalker").endswith("and the 2 Energy Shards, 2 runes cheaper now.")
    assert why(game, "acquire Landtalker at full price").endswith("the 2 Energy Shards, and a discount is kept.")
    game = table(row=["Mystic / Energy Shard / Energy Shard"], p1={"runes": 3, "deck": DECK})
    assert why(game, "acquire Mystic from row").endswith("the 2 Energy Shards under it, and 1 honor at the end.")


def test_a_price_in_power_a_free_card_and_a_gift() -> None:
    game = table(row=["Vyrak, the First"], p1={"runes": 9, "power": 5, "deck": DECK})
    assert why(game, "acquire Vyrak, the First with 5 power").endswith("5 of its cost in power, and 7 honor.")
    game = table(row=["Oziah, Judge of Logos"], p1={"energy": 7, "deck": DECK})
    assert why(game, "acquire Oziah, Judge of Logos").endswith("free of cost now, and 5 honor.")
    game = table(players=4, variant="team", p1={"runes": 4}, p3={"deck": DECK})
    assert why(game, "acquire Mystic for p3").startswith("Mystic for p3, at 1 rune more: 2 runes a play for about 5")


def test_a_monster_for_its_reward() -> None:
    game = table(row=["Mephit", "Corrosive Widow / Energy Shard"], p1={"power": 9}, p2={"constructs": ["Muramasa"]})
    assert why(game, "defeat Mephit") == "Mephit: 2 honor for 3 power, and you may banish a card in the center row."
    assert why(game, "defeat Corrosive Widow") == (
        "Corrosive Widow: 3 honor for 4 power, and the Energy Shard under it."
    )


def test_a_reward_that_hits_nothing_is_no_reason() -> None:
    row = ["Corrosive Widow"]
    assert "destroys" in why(table(row=row, p1={"power": 4}, p2={"constructs": ["Muramasa"]}), "defeat Corrosive Widow")
    assert why(table(row=row, p1={"power": 4}), "defeat Corrosive Widow") == "Corrosive Widow: 3 honor for 4 power."


def test_the_last_honor_of_the_pool() -> None:
    game = table(honor_pool=1, p1={"power": 2})
    assert why(game, "defeat Cultist") == (
        "Cultist: 1 honor for 2 power; that empties the honor pool, so this is the last round."
    )


def test_before_the_cult_takes_it() -> None:
    row = ["Cultist", "Mephit", "Lagoon Troll", "Vault Sphinx"]
    game = table(players=1, variant="solitaire", row=row, p1={"power": 9})
    assert why(game, "defeat Vault Sphinx").startswith("Vault Sphinx: 2 honor for 4 power, before the Cult takes it")
    assert "Cult " not in why(game, "defeat Mephit")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("play Apprentice", "Apprentice: 1 rune, which brings Mystic within reach."),
        ("play Militia", "Militia: 1 power, and costs nothing to play."),
        ("play Wolf Shaman", "Wolf Shaman: 1 rune and 1 card, which brings Mystic within reach."),
        ("play Tome of Erabus", "Tome of Erabus: stays in play with 1 energy a turn, in this and about 13 more turns."),
        ("play Darkwalker", "Darkwalker: 2 power, which brings Cultist within reach; Energize 1 would bring more."),
        ("play Yuk Tribe Gremlin", "Yuk Tribe Gremlin: does nothing, but costs nothing to play."),
        ("use Shadow Star", "Shadow Star: 1 power, free once a turn."),
        ("use Vault Sphinx", "Vault Sphinx: 2 energy; energy counts for what is played after it."),
        ("use Riftwatch Outpost #2", "Riftwatch Outpost: 1 power, and it comes back in about 2 turns."),
        ("use Hedron Cannon", "Hedron Cannon: 1 power, free once a turn."),
    ],
)
def test_playing_and_using(text: str, said: str) -> None:
    mine = {
        "hand": ["Apprentice", "Militia", "Wolf Shaman", "Tome of Erabus", "Darkwalker", "Yuk Tribe Gremlin"],
        "constructs": ["Shadow Star", "Riftwatch Outpost", "Hedron Cannon"],
        "trophies": ["Vault Sphinx"],
        "deck": ["Apprentice"] * 4,
        "runes": 2,
    }
    assert why(table(p1=mine), text) == said


def test_abilities_with_a_price() -> None:
    mine = {"runes": 8, "constructs": ["Yggdrasil Staff", "Tablet of Time's Dawn"], "deck": DECK}
    game = table(event="Dhartha's Trial", p1=mine)
    assert why(game, "use Yggdrasil Staff #2") == "Yggdrasil Staff: 3 honor for 4 runes."
    assert why(game, "use Tablet of Time's Dawn") == (
        "Tablet of Time's Dawn: take an additional turn after this one, at the price of 2 honor at the end."
    )
    assert why(game, "use Dhartha's Trial #2") == (
        "Dhartha's Trial: 8 runes for Dhartha, Eternal Seer, and 4 cards a play for about 5 more plays."
    )


def test_the_end_of_a_turn() -> None:
    assert why(table(), "end turn") == "Nothing is left to do."
    assert why(table(p1={"runes": 1}), "end turn") == "Nothing is left that 1 rune could buy."
    game = table(p1={"runes": 3, "power": 1, "hand": ["Militia"]})
    assert why(game, "end turn") == "3 runes and 1 power would be lost, and 1 card would stay unplayed."
    game = table(honor_pool=9, supply={"Mystic": 0}, p1={"runes": 2, "deck": ["Emri, One with the Void"] * 6})
    assert why(game, "end turn") == "Nothing that 2 runes could buy is worth having."
    game = table(p1={"constructs": ["Tablet of Time's Dawn"]})
    assert why(game, "end turn") == "Nothing is left but what is better kept: Tablet of Time's Dawn."


# --- questions


def test_banishing_what_slows_the_deck_down() -> None:
    mine = {"hand": ["Void Initiate"], "discard": ["Apprentice", "Landtalker"], "deck": ["Landtalker"] * 8}
    game = after(["play Void Initiate"], p1=mine)
    assert why(game, "choose Apprentice") == (
        "Apprentice: 1 rune a play is below average and slows your deck of 11 cards down."
    )
    assert why(game, "choose Landtalker") == "Landtalker: 3 runes a play and 3 honor at the end would be lost."
    assert why(game, "decline") == "It would be better to banish Apprentice."


def test_keeping_what_can_be_banished() -> None:
    mine = {"hand": ["Void Initiate"], "discard": ["Landtalker", "Mystic"], "deck": ["Apprentice"] * 9}
    game = after(["play Void Initiate"], p1=mine)
    assert why(game, "decline") == "Nothing there slows your deck of 12 cards down."
    mine["deck"] = ["Apprentice"]
    assert why(after(["play Void Initiate"], p1=mine), "decline") == "A deck of 4 cards is thin enough."
    game = after(["play Void Initiate"], honor_pool=0, p1=mine)
    assert why(game, "decline") == "Too late for a thinner deck to pay."


def test_banishing_from_the_row() -> None:
    row = ["Muramasa", "Apprentice", "Landtalker"]
    game = after(["play Seer of the Forked Path"], row=row, p1={"hand": ["Seer of the Forked Path"], "runes": 6})
    assert why(game, "choose Muramasa") == (
        "Muramasa: kept from p2, who would have 3 power a turn and 4 honor at the end."
    )
    assert why(game, "choose Landtalker") == "Landtalker: you could still have it yourself this turn."


def test_discarding_and_what_comes_of_it() -> None:
    game = after(["play Temple Librarian"], p1={"hand": ["Temple Librarian", "Apprentice", "Landtalker"]})
    assert why(game, "choose Apprentice") == (
        "Apprentice: what your hand would miss least, with 1 rune a play, and in return draw two cards."
    )
    assert why(game, "choose Landtalker") == "Landtalker: 3 runes a play would be missed, and in return draw two cards."


def test_losing_constructs() -> None:
    theirs = {"constructs": ["Muramasa", "Shadow Star"]}
    game = after(["defeat Corrosive Widow"], row=["Corrosive Widow"], p1={"power": 4}, p2=theirs)
    assert why(game, "choose Shadow Star") == "Shadow Star: what you would miss least, with 1 power a turn."
    assert why(game, "choose Muramasa") == "Muramasa: you would be without 3 power a turn until it is drawn again."
    game = after(["defeat Sea Tyrant"], row=["Sea Tyrant"], p1={"power": 5}, p2=theirs)
    assert why(game, "choose Muramasa") == (
        "Muramasa: the best of your 2 constructs, with 3 power a turn and 4 honor at the end."
    )
    game = after(["defeat Mordant Widow"], row=["Mordant Widow"], p1={"power": 5}, p2=theirs)
    assert why(game, "choose Muramasa") == "Muramasa: what p2 would miss most, with 3 power a turn."


def test_cards_without_paying() -> None:
    row = ["Landtalker", "Mephit"]
    game = after(["play Arha Templar"], row=row, p1={"hand": ["Arha Templar"]})
    assert why(game, "choose Mephit") == (
        "Mephit: 2 honor without paying its 3 power, and you may banish a card in the center row."
    )
    game = after(["play Shrine Attendant"], p1={"hand": ["Shrine Attendant"], "deck": DECK})
    assert why(game, "choose Mystic") == (
        "Mystic: 2 runes this turn, 2 runes a play for about 5 more plays, and 1 honor at the end."
    )


def test_parts_payments_and_copies() -> None:
    game = after(["play Mechana Initiate"], p1={"hand": ["Mechana Initiate"], "runes": 2})
    assert why(game, "choose runes") == "Gain 1 rune, which brings Mystic within reach."
    game = after(["play Mechana Initiate"], p1={"hand": ["Mechana Initiate"]})
    assert why(game, "choose runes") == "Gain 1 rune, worth more to you than to gain 1 power."
    game = after(["defeat Shardwing Beetle"], row=["Shardwing Beetle"], p1={"power": 3, "runes": 3})
    assert why(game, "accept") == "3 honor for 3 runes."
    mine = {"hand": ["Twofold Askara"], "played": ["Landtalker", "Militia"]}
    assert why(after(["play Twofold Askara"], p1=mine), "choose Landtalker") == "Landtalker: 3 runes, once more."


def test_where_an_acquired_card_goes() -> None:
    mine = {"runes": 7, "constructs": ["Rocket Courier X-99"], "deck": DECK}
    game = after(["acquire Hedron Link Device"], row=["Hedron Link Device"], p1=mine)
    assert why(game, "accept") == (
        "Hedron Link Device: works from this turn on, all Constructs count as Mechana Constructs for you."
    )
    assert why(game, "decline") == "Hedron Link Device: waits for the next shuffle."


def test_whom_to_harm() -> None:
    row = ["Yuk Tribe Gremlin", "Lieutenant Duros", *["Dark Gladiator"] * 4]
    table_of_three = {"p2": {"honor": 9}, "p3": {"honor": 4, "deck": ["Landtalker"] * 2}}
    game = after(["defeat Yuk Tribe Gremlin"], row=row, p1={"power": 2}, **table_of_three)
    assert why(game, "choose p3") == (
        "Yuk Tribe Gremlin: slows down the deck of p3, your strongest opponent with 10 honor in all."
    )
    assert why(game, "choose p1") == "Yuk Tribe Gremlin: would only slow your own deck down."
    game = after(["defeat Lieutenant Duros"], row=row, p1={"power": 6}, **table_of_three)
    assert why(game, "choose p2") == "An opponent, with 9 honor in all."


def test_the_order_of_rewards() -> None:
    game = after(["play Oziah, Judge of Logos"], row=["Cultist", "Wind Tyrant"], p1={"hand": ["Oziah, Judge of Logos"]})
    assert why(game, "choose Wind Tyrant") == "Wind Tyrant: 3 runes and 3 honor, before the other rewards."
    assert why(game, "choose Cultist") == "Cultist: only honor, so the order does not matter."


def test_a_captured_monster() -> None:
    mine = {"power": 3, "constructs": ["Cell Block E", "Watchmaker's Altar"]}
    game = after(["defeat Samael's Trickster"], row=["Samael's Trickster"], p1=mine)
    assert why(game, "accept") == (
        "Samael's Trickster: counts as a Mechana construct in play, of which you control 3 then."
    )


# --- every option there is


def test_every_option_gets_a_sentence() -> None:
    for each in positions():
        view, decision = each.view, each.decision
        policy = quick_policy(view.setup, fitted_weights(view.setup))
        for option in decision.options:
            said = explain(view, decision, option, policy)
            assert re.fullmatch(r"\S.*[^.,;: ]\.", said), f"{said!r} about {option}: {each.story}"
            assert not re.search(r"  |, ,|,,|: [,;]|, (and )?[.;]|None|\band and\b", said), said
            assert len(said) <= 1.12 * LONGEST, said


def test_the_page_of_explanations_is_the_golden_one() -> None:
    golden = (GOLDEN / "explanations.md").read_text(encoding="utf-8")
    assert explanations() == golden, "read the difference; if it is meant, run: make docs"


def test_cards_that_nobody_has_seen_are_explained_too() -> None:
    code = (
        "from vigil.cards import new_state\n"
        "from vigil.bots.hints import advice\n"
        "from vigil.custom_sets import load_sets\n"
        "(box,) = load_sets(['examples/five_cards.py'])\n"
        "game = new_state(2, [box.name], seed=3)\n"
        "while (decision := game.decision) is not None:\n"
        "    option, said = advice(game.view(decision.seat), decision)\n"
        "    print(*said)\n"
        "    game.choose(option)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert "Orchard of Bells: at least 1 rune a turn for about" in done.stdout


# --- numbers


@pytest.mark.parametrize("name", SETS)
def test_about_as_many_turns_are_left_as_there_come(name: str) -> None:
    errors: list[float] = []
    for seed in range(4):
        game = new_state(2, [name], seed=seed)
        foretold: list[tuple[int, float]] = []
        policy = quick_policy(game.setup, fitted_weights(game.setup))
        for _ in decisions(game, [AdvancedBot(seed), AdvancedBot(seed)]):
            if len(foretold) < game.turn_number and not game.ending:
                foretold.append((game.turn.seat, policy.evaluator.turns_left(game)))
        last = game.turn_number
        errors += [left - (last - turn) / 2 for turn, (_, left) in enumerate(foretold, 1)]
    assert abs(sum(errors) / len(errors)) < 2.5
    assert sum(abs(each) for each in errors) / len(errors) < 3


def test_a_fact_is_told_whatever_else_has_room() -> None:
    assert compose("Landtalker", ["3 runes a play", "and 3 honor"]) == "Landtalker: 3 runes a play, and 3 honor."
    fact = "won 63 of 100 possible games"
    assert compose("Landtalker", ["3 runes a play", "and x" * 20], fact) == f"Landtalker: 3 runes a play; {fact}."
    assert compose("", [("too long " * 20, "short")]) == "Short."
    assert compose("", ["; too late"]) == "Too late."


# --- bots


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_explains_what_it_does(name: str) -> None:
    for each in positions()[::150]:
        bot = thinker(name)
        option = bot.choose(each.view, each.decision)
        assert bot.explain(each.view, each.decision, option).endswith(".")


class SeeingBot(PlayerBot):
    def finding(self, view: SeatView, decision: Decision, option: Option) -> str:
        return "won 63 of 100 possible games"


def test_a_bot_that_looks_ahead_tells_what_it_saw() -> None:
    game = table(row=["Landtalker"], p1={"runes": 6, "deck": DECK})
    assert game.decision is not None
    option = parse(game.decision, "acquire Landtalker")
    said = SeeingBot().explain(game.view(0), game.decision, option)
    assert re.fullmatch(r"Landtalker: 3 runes a play for about 5 more plays.*; won 63 of 100 possible games\.", said)


def test_explaining_changes_nothing() -> None:
    """Whoever explains every option plays the same game as whoever is silent."""
    games = [new_state(3, SETS, seed=21) for _ in range(2)]
    for game, explains in zip(games, (False, True), strict=True):
        bots = [thinker("player", seat) for seat in range(3)]
        for decision in decisions(game, bots):
            view = game.view(decision.seat)
            before = view.to_bytes()
            for option in decision.options if explains else ():
                bots[decision.seat].explain(view, decision, option)
            assert view.to_bytes() == before
    assert games[0].version == games[1].version
    assert games[0].winners == games[1].winners


def test_advice_is_a_choice_of_the_quick_policy() -> None:
    for each in positions()[::40]:
        view, decision = each.view, each.decision
        policy = quick_policy(view.setup, fitted_weights(view.setup))
        option, said = advice(view, decision)
        assert option is policy.pick(view.sample(3), decision)
        assert plain(said) == explain(view, decision, option, policy)
