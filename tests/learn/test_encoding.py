"""The encoding: ids that mean the same everywhere, and observations that hold what the view holds and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.helpers.playing import decisions
from tests.helpers.redealing import redealt
from tests.helpers.walks import Table, every_table
from vigil.cards import LIBRARY
from vigil.engine.errors import IllegalChoice
from vigil.engine.frames import NO_CONTEXT, Frame
from vigil.engine.options import YES, Decision, label_option, option, seat_option
from vigil.engine.procedures.turn import TAKE_TURN
from vigil.engine.setup import deal
from vigil.engine.snapshot import reopen
from vigil.engine.state import GameState
from vigil.engine.terms import ACQUIRE, CHOOSE, DISCARD_ZONE, NOTHING, ROW_ZONE
from vigil.learn import ENCODING_VERSION, Encoding, table
from vigil.learn.parts import NotEncodable

ROOT = Path(__file__).parent.parent.parent

# An agent that was trained with a version of the encoding has to find every id and every place where they were. If one
# of these changes, raise ENCODING_VERSION and write down the new ones.
FINGERPRINTS = {
    1: {
        "chronicle": "38bcf6f51c3dc483",
        "rise": "c41dd24b052c0558",
        "war": "c53967f69a525d54",
        "gift": "804ff4f18cd274bc",
        "all": "03e08eee2ec9dc51",
    },
    2: {
        "chronicle": "244baef22a4a4944",
        "rise": "93cda9b9327cd0bc",
        "war": "777c8541e8ee845a",
        "gift": "59da0a13da743dde",
        "all": "3690d5265ed26077",
    },
}


def names(encoding: Encoding, game: GameState, seat: int) -> dict[str, int]:
    """What an observation says, by the names of its places; without the zeros."""
    values = encoding.observe(game.view(seat)).tolist()
    return {name: value for name, value in zip(encoding.feature_names(), values, strict=True) if value}


# --- action ids


@pytest.mark.parametrize("where", list(every_table()), ids=str)
def test_every_option_has_an_id_of_its_own_and_finds_its_way_back(where: Table) -> None:
    setup = table(where.sets, where.players, where.variant)
    encoding = Encoding(setup)
    for _, decision in decisions(setup, seed=11):
        ids = encoding.ids(decision)
        assert len(set(ids)) == len(ids), decision.texts()
        assert [encoding.option(decision, each) for each in ids] == decision.options
        assert [encoding.action(decision, each) for each in decision.options] == ids
        assert not any("other answer" in encoding.action_name(each) for each in ids), decision.texts()


def test_an_id_is_called_what_the_option_is_called() -> None:
    setup = table("rise", players=3)
    encoding = Encoding(setup)
    said = 0
    for _, decision in decisions(setup, seed=5):
        for choice, action in zip(decision.options, encoding.ids(decision), strict=True):
            if choice.card is not None:
                assert choice.card.name in encoding.action_name(action)
                said += 1
    assert said > 500


def test_a_player_is_chosen_as_seen_from_the_decider() -> None:
    encoding = Encoding(table(players=3))
    frame = Frame(TAKE_TURN, NO_CONTEXT)
    for seat in range(3):
        options = [seat_option((seat + step) % 3) for step in range(3)]
        named = [encoding.action_name(each) for each in encoding.ids(Decision(seat, options, frame))]
        assert named == ["choose yourself", "choose player 1 to the left", "choose player 2 to the left"]
    apprentice = LIBRARY.card("Apprentice")
    taken = [option(CHOOSE, apprentice, DISCARD_ZONE, NOTHING, seat) for seat in (0, 2)]
    ids = encoding.ids(Decision(1, taken, frame))
    assert [encoding.action_name(each) for each in ids] == [
        "choose from discard of player 2 to the left: Apprentice",
        "choose from discard of player 1 to the left: Apprentice",
    ]


def test_equal_cards_of_the_row_are_told_apart_by_their_order() -> None:
    encoding = Encoding(table("rise"))
    card = next(card for card in encoding.cards if card.is_hero and card.copies >= 3)
    frame = Frame(TAKE_TURN, NO_CONTEXT)
    alone = encoding.ids(Decision(0, [option(ACQUIRE, card, ROW_ZONE, 4)], frame))
    options = [
        option(ACQUIRE, card, ROW_ZONE, 1),
        option(ACQUIRE, card, ROW_ZONE, 4),
        option(ACQUIRE, card, ROW_ZONE, 4, cuts=0),
        option(ACQUIRE, card, ROW_ZONE, 5),
    ]
    ids = encoding.ids(Decision(0, options, frame))
    assert ids[0] == alone[0], "the slot alone makes no difference"
    assert [encoding.action_name(each) for each in ids] == [
        f"acquire {card.name}",
        f"acquire {card.name} (copy 2)",
        f"acquire {card.name} using 0 of the discounts (copy 2)",
        f"acquire {card.name} (copy 3)",
    ]


def test_what_nobody_foresaw_is_numbered_until_there_are_too_many() -> None:
    encoding = Encoding(table())
    frame = Frame(TAKE_TURN, NO_CONTEXT)
    strange = [label_option(f"strange answer {number}") for number in range(9)]
    ids = encoding.ids(Decision(0, strange[:8], frame))
    assert [encoding.action_name(each) for each in ids] == [f"other answer {number}" for number in range(1, 9)]
    with pytest.raises(NotEncodable, match='no action for "choose strange answer 8"'):
        encoding.ids(Decision(0, strange, frame))


def test_an_action_that_is_not_on_offer_is_refused_with_what_is() -> None:
    setup = table(first=0)
    encoding = Encoding(setup)
    _, decision = next(decisions(setup, seed=8))
    accept = next(each for each in range(encoding.actions) if encoding.action_name(each) == "accept")
    with pytest.raises(IllegalChoice, match=r'"accept" is not possible now. On offer: .*\(play Apprentice\)'):
        encoding.option(decision, accept)
    with pytest.raises(IllegalChoice, match=f"There are actions 0 to {encoding.actions - 1}"):
        encoding.option(decision, encoding.actions)
    with pytest.raises(IllegalChoice, match='"accept" is not among the options: play Apprentice'):
        encoding.action(decision, YES)


def test_the_mask_allows_what_is_on_offer() -> None:
    setup = table("gift")
    encoding = Encoding(setup)
    for _, decision in decisions(setup, seed=2):
        mask = encoding.mask(decision)
        assert mask.dtype == np.int8
        assert mask.shape == (encoding.actions,)
        assert np.flatnonzero(mask).tolist() == sorted(encoding.ids(decision))
    assert not encoding.mask(None).any()


# --- observations


@pytest.mark.parametrize("where", [each for each in every_table() if len(each.sets) in (1, 4)], ids=str)
def test_nobody_can_observe_what_the_view_hides(where: Table) -> None:
    setup = table(where.sets, where.players, where.variant)
    encoding = Encoding(setup)
    random = Random(3)
    for number, (game, decision) in enumerate(decisions(setup, seed=21, most=300)):
        if decision.is_turn and number % 7:
            continue
        for seat in range(where.players):
            seen = encoding.observe(game.view(seat))
            assert seen.dtype == np.int16
            assert seen.min() >= 0
            assert np.array_equal(encoding.observe_seat(game, seat)[0], seen), f"{decision.prompt} seat {seat}"
            again = encoding.observe(redealt(game, seat, random).view(seat))
            assert np.array_equal(seen, again), f"{decision.prompt} seat {seat}"


def test_an_observation_counts_the_cards_that_a_player_sees() -> None:
    """Recounted here from the names of the places, for the zones that matter most."""
    setup = table("gift,rise", players=3)
    encoding = Encoding(setup)
    for game, decision in decisions(setup, seed=4, most=400):
        seat = decision.seat
        view = game.view(seat)
        said = names(encoding, game, seat)
        left = view.players[(seat + 1) % 3]
        zones = {
            "own hand": view.me.hand or (),
            "own deck": [card for layer in view.me.deck for card in layer.cards or ()],
            "own discard": view.me.discard,
            "own constructs": view.me.constructs,
            "left 1 discard": left.discard,
            "left 1 unseen": left.unseen,
            "left 1 constructs": left.constructs,
            "row": [card for card in view.row if card != NOTHING],
            "void": view.void,
            "played this turn": view.turn.played,
        }
        for zone, cards in zones.items():
            counted = {
                key.removeprefix(f"{zone}: "): value for key, value in said.items() if key.startswith(f"{zone}: ")
            }
            assert counted == dict(Counter(LIBRARY.cards[card].name for card in cards)), zone
        numbers = (view.pool, view.turn.runes, view.turn.power, view.me.honor, left.hand_count)
        keys = (
            "table: honor in the pool",
            "turn: runes",
            "turn: power",
            "own numbers: honor",
            "left 1 numbers: cards in hand",
        )
        assert tuple(said.get(key, 0) for key in keys) == numbers


def test_an_observation_says_what_is_asked() -> None:
    setup = table("all", players=2)
    encoding = Encoding(setup)
    questions = set()
    for game, decision in decisions(setup, seed=9):
        said = names(encoding, game, decision.seat)
        assert said["deciding: own"] == 1
        [asked] = [key for key in said if key.startswith("asked: ")]
        assert asked.endswith(type(decision.frame.effect).__name__)
        if decision.card != NOTHING:
            assert said[f"asking card: {LIBRARY.cards[decision.card].name}"] == 1
        questions.add(asked)
    assert len(questions) > 3


def test_the_slots_of_the_row_say_which_copy_lies_on_the_treasure() -> None:
    setup = table("rise", first=0)
    encoding = Encoding(setup)
    game, _ = next(decisions(setup, seed=1))
    card, shard = encoding.cards.index(LIBRARY.cards[game.row[0]]), LIBRARY.card("Energy Shard").number
    game.row = type(game.row)([game.row[0], *game.row[1:5], game.row[0]])
    game.under = type(game.under)([(), (), (), (), (), (shard, shard)])
    reopen(game)
    said = names(encoding, game, 0)
    assert said["row slots: slot 1"] == said["row slots: slot 6"] == card + 1
    assert said["row treasure: slot 6"] == 2
    assert "row treasure: slot 1" not in said


def test_a_card_where_none_of_its_kind_can_be_is_not_counted_elsewhere() -> None:
    setup = table("gift", first=0)
    game, _ = next(decisions(setup, seed=1))
    event = next(card for card in LIBRARY if card.is_event)
    game.players[0].hand = type(game.players[0].hand)([event.number])
    with pytest.raises(NotEncodable, match="no place for it"):
        Encoding(setup).observe(game.view(0))


def test_tokens_say_the_same_as_the_counts() -> None:
    setup = table("gift,rise", players=3)
    encoding = Encoding(setup)
    seen = [encoding.observe(game.view(decision.seat)) for game, decision in decisions(setup, seed=4, most=60)]
    tokens = encoding.tokens(np.stack(seen), most=200)
    for row, observation in enumerate(seen):
        counted = {
            f"{encoding.zones[zone - 1]}: {encoding.cards[card - 1].name}": count
            for card, zone, count in zip(tokens.cards[row], tokens.zones[row], tokens.copies[row], strict=True)
            if card
        }
        named = dict(zip(encoding.feature_names(), observation.tolist(), strict=True))
        assert counted == {name: named[name] for name in named if name.split(": ")[0] in encoding.zones and named[name]}
        assert tokens.numbers[row].tolist() == observation[encoding.card_of == 0].tolist()
    with pytest.raises(NotEncodable, match=r"There are \d+ tokens: ask for that many at least, not for 3"):
        encoding.tokens(seen[0], most=3)


# --- the same everywhere


@pytest.mark.parametrize("sets", FINGERPRINTS[ENCODING_VERSION])
def test_the_encoding_changes_only_with_its_version(sets: str) -> None:
    assert Encoding(table(sets)).fingerprint() == FINGERPRINTS[ENCODING_VERSION][sets]


PROGRAM = """
import sys
from hashlib import blake2b
from vigil.custom_sets import load_sets
load_sets(sys.argv[1:])
from tests.helpers.playing import decisions
from vigil.learn import Encoding, table
setup = table("rise,gift", players=3)
encoding = Encoding(setup)
told = blake2b(encoding.fingerprint().encode())
for game, decision in decisions(setup, seed=7, most=200):
    told.update(repr(encoding.ids(decision)).encode())
    told.update(encoding.observe(game.view(decision.seat)).tobytes())
print(told.hexdigest())
"""


def test_other_processes_and_other_loaded_sets_give_the_same_numbers() -> None:
    custom = str(ROOT / "examples" / "five_cards.py")
    answers = []
    for salt, engine, sets in (("1", "plain", []), ("2", "plain", [custom]), ("3", "", [])):
        surroundings = {**os.environ, "PYTHONHASHSEED": salt, "VIGIL_ENGINE": engine}
        command = [sys.executable, "-c", PROGRAM, *sets]
        done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
        answers.append(done.stdout)
    assert len(set(answers)) == 1


CUSTOM = """
import sys
from vigil.custom_sets import load_sets
[box] = load_sets(sys.argv[1:])
from tests.helpers.playing import decisions
from vigil.learn import Encoding, table
setup = table([box.name, "rise-of-vigil"])
encoding = Encoding(setup)
for seed in range(3):
    for game, decision in decisions(setup, seed):
        assert [encoding.option(decision, each) for each in encoding.ids(decision)] == decision.options
        encoding.observe(game.view(decision.seat))
print(sum(name.startswith("play") for name in map(encoding.action_name, range(encoding.actions))))
"""


def test_sets_of_ones_own_are_encoded_like_the_printed_ones() -> None:
    command = [sys.executable, "-c", CUSTOM, str(ROOT / "examples" / "five_cards.py")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    printed = Encoding(table("rise"))
    plays = sum(name.startswith("play") for name in map(printed.action_name, range(printed.actions)))
    assert int(done.stdout) == plays + 5


def test_of_the_events_used_in_a_turn_the_present_one_is_shown() -> None:
    setup = table("gift")
    game = deal(setup, 1)
    trials = [LIBRARY.card("Dhartha's Trial"), LIBRARY.card("Emri's Trial")]
    game.event = trials[0].number
    game.turn.event_uses = trials[0].abilities[0].bit | trials[1].abilities[0].bit
    encoding = Encoding(setup)
    seen = zip(encoding.feature_names(), encoding.observe(game.view(0)), strict=True)
    assert [name for name, number in seen if number and name.startswith("used")] == ["used: Dhartha's Trial #1"]
