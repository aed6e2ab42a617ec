"""The rulings that no scenario can show: counts, the deal, chance, and which tables can be set.

The others are in tests/rulings/*.toml. Every ruling from 1 to 133 has a test here or there.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable

import pytest

from tools.make_rulings_table import DATA, RULINGS, SCENARIOS, rulings_table, shown_by_ruling, shown_by_topic, titles
from vigil.cards import LIBRARY, new_state
from vigil.engine.errors import ImpossibleTable
from vigil.engine.notation import parse
from vigil.engine.options import END
from vigil.engine.procedures.turn import IDLE_ROUNDS
from vigil.engine.setup import Setup, deal
from vigil.engine.state import GameState
from vigil.engine.terms import FROM_CENTER, FROM_EVENT, FROM_START, FROM_SUPPLY, NOTHING
from vigil.scenarios import load

CHRONICLE = "chronicle-of-the-godslayer"
VIGIL = "rise-of-vigil"
SHADOWS = "war-of-shadows"
ELEMENTS = "gift-of-the-elements"

Deal = Callable[..., GameState]


def names(cards: list[int]) -> list[str]:
    return [LIBRARY.cards[card].name for card in cards]


def number(name: str) -> int:
    return LIBRARY.card(name).number


def supply(game: GameState) -> dict[str, int]:
    return dict(zip(names(list(game.setup.supply)), game.supply, strict=True))


def row_of(game: GameState) -> list[str]:
    """The row as scenarios write it: treasure follows its card after a slash."""
    return [
        " / ".join(names([card, *reversed(under)]))
        for card, under in zip(game.row, game.under, strict=True)
        if card != NOTHING
    ]


@pytest.fixture
def dealt() -> Deal:
    """Deals a game whose center deck is stacked: `dealt(top, next, ..., sets=..., row_length=...)`."""

    def deal_stacked(*cards: str, seed: int = 1, **table: object) -> GameState:
        setup = Setup(LIBRARY, **{"sets": [VIGIL], "first": 0, **table})
        return deal(setup, seed, stacked=[number(name) for name in cards])

    return deal_stacked


# --- setting up


@pytest.mark.parametrize(("players", "pool"), [(2, 60), (3, 90), (4, 120), (5, 150), (6, 180)])
def test_ruling_001_honor_pool_of_thirty_for_each_player(players: int, pool: int) -> None:
    assert new_state(players, [CHRONICLE, VIGIL], seed=1, shards=0).pool == pool


def test_ruling_001_honor_pool_in_solitaire_and_of_any_size() -> None:
    assert new_state(1, [CHRONICLE], "solitaire", seed=1).pool == 50
    assert new_state(3, [CHRONICLE], honor_pool=75, seed=1).pool == 75


@pytest.mark.parametrize(("name", "size"), [(CHRONICLE, 10), (VIGIL, 11), (SHADOWS, 10), (ELEMENTS, 10)])
def test_ruling_002_starting_decks(name: str, size: int) -> None:
    deck = Counter(names(Setup(LIBRARY, 2, [name]).starting_deck()))
    assert deck.pop("Energy Shard (starting)", 0) == (1 if name == VIGIL else 0)
    assert deck == {"Apprentice": 8, "Militia": 2}
    # Without shards in the center deck no fate of the deal can touch the hands.
    game = new_state(2, [name], shards=0, seed=1)
    for player in game.players:
        assert len(player.hand) == 5
        assert len(player.deck.cards) == size - 5


@pytest.mark.parametrize(
    ("name", "mystics", "infantry"), [(CHRONICLE, 30, 29), (VIGIL, 26, 26), (SHADOWS, 20, 20), (ELEMENTS, 20, 20)]
)
def test_ruling_003_always_available_piles_differ_by_set(name: str, mystics: int, infantry: int) -> None:
    game = new_state(4, [name], seed=1)
    assert supply(game) == {"Mystic": mystics, "Heavy Infantry": infantry}
    assert names(list(game.setup.standing_monsters)) == ["Cultist"]


@pytest.mark.parametrize(("name", "size"), [(CHRONICLE, 100), (VIGIL, 130), (SHADOWS, 96), (ELEMENTS, 107)])
def test_ruling_005_center_deck_sizes(name: str, size: int) -> None:
    deck = [LIBRARY.cards[card] for card in Setup(LIBRARY, 2, [name]).center_deck()]
    assert len(deck) == size
    assert sum(card.is_event for card in deck) == (5 if name == ELEMENTS else 0)
    assert not any(card.origin == FROM_EVENT for card in deck)


@pytest.mark.parametrize(
    ("sets", "option", "shards"),
    [
        ([VIGIL], None, 30),
        ([VIGIL], 60, 60),
        ([CHRONICLE, VIGIL], None, 60),
        ([CHRONICLE, VIGIL, SHADOWS, ELEMENTS], None, 120),
        ([CHRONICLE, SHADOWS], None, 0),
    ],
)
def test_ruling_006_thirty_energy_shards_for_every_set(sets: list[str], option: int | None, shards: int) -> None:
    deck = names(Setup(LIBRARY, 2, sets, shards=option).center_deck())
    assert deck.count("Energy Shard") == shards
    assert "Energy Shard (starting)" not in deck


@pytest.mark.parametrize("sets", [[CHRONICLE, VIGIL], [VIGIL, ELEMENTS], [ELEMENTS, SHADOWS, VIGIL]])
def test_ruling_007_starting_shard_in_every_mixture_with_rise_of_vigil(sets: list[str]) -> None:
    deck = Counter(names(Setup(LIBRARY, 2, sets).starting_deck()))
    assert deck == {"Apprentice": 8, "Militia": 2, "Energy Shard (starting)": 1}


def test_ruling_008_hands_are_drawn_before_the_row_is_dealt(dealt: Deal) -> None:
    game = dealt("Energy Shard", "Spirit Merchant", row_length=1)
    assert game.turn_number == 0
    assert game.decision is not None
    hand = set(names(game.players[0].hand))
    assert {each.card.name for each in game.decision.options if each.card} == hand
    assert len(game.players[0].hand) == len(game.players[1].hand) == 5


def test_ruling_009_fates_of_the_deal(dealt: Deal) -> None:
    game = dealt("Energy Shard", "Energy Shard", "Monk of the Lidless Eye", players=3, row_length=1)
    assert [len(player.hand) for player in game.players] == [7, 7, 7]
    assert game.turn_number == 1


def test_ruling_009_fates_of_the_deal_come_in_the_order_of_the_row(dealt: Deal) -> None:
    first_the_monk = dealt("Energy Shard", "Monk of the Lidless Eye", "Energy Shard", "Spirit Merchant", row_length=2)
    assert len(first_the_monk.players[0].hand) == 6
    first_the_merchant = dealt(
        "Energy Shard", "Spirit Merchant", "Energy Shard", "Monk of the Lidless Eye", row_length=2
    )
    assert len(first_the_merchant.players[0].hand) == 5


def test_ruling_009_the_row_of_solitaire_is_dealt_as_any_other(dealt: Deal) -> None:
    alone = {"players": 1, "variant": "solitaire", "row_length": 2}
    first_the_monk = dealt("Energy Shard", "Monk of the Lidless Eye", "Energy Shard", "Spirit Merchant", **alone)
    assert row_of(first_the_monk) == ["Monk of the Lidless Eye / Energy Shard", "Spirit Merchant / Energy Shard"]
    assert len(first_the_monk.players[0].hand) == 6


def test_ruling_009_other_fates_of_the_deal(dealt: Deal) -> None:
    game = dealt("Energy Shard", "Loamspeaker Druid", "Energy Shard", "Omnicron", "Darkwalker", row_length=2)
    assert game.pool == 70
    assert row_of(game) == ["Loamspeaker Druid / Energy Shard", "Omnicron / Energy Shard", "Darkwalker"]


def test_ruling_010_treasure_of_the_deal_keeps_its_slot_open(dealt: Deal) -> None:
    game = dealt(
        "Energy Shard", "Darkwalker", "Zeta Arsenal", "Energy Shard", "Energy Shard", "Reactor Shrine", row_length=3
    )  # fmt: skip
    assert row_of(game) == ["Darkwalker / Energy Shard", "Zeta Arsenal", "Reactor Shrine / Energy Shard / Energy Shard"]


@pytest.mark.parametrize("seed", range(20))
def test_ruling_010_six_slots_hold_six_cards_that_are_no_treasure(seed: int) -> None:
    game = new_state(2, [VIGIL], seed=seed, first=0)
    assert len(game.row) >= 6
    assert not any(card == NOTHING or LIBRARY.cards[card].is_treasure for card in game.row)
    assert all(LIBRARY.cards[card].is_treasure for under in game.under for card in under)


def test_ruling_011_events_of_the_deal(dealt: Deal) -> None:
    game = dealt(
        "Scrap Weaver", "Cetra's Trial", "Processing Hub", "Emri's Trial", "Kiri, Meadow Witch",
        sets=[ELEMENTS], row_length=3,
    )  # fmt: skip
    assert row_of(game) == ["Scrap Weaver", "Processing Hub", "Kiri, Meadow Witch"]
    assert names([game.event]) == ["Emri's Trial"]
    assert names(game.void) == ["Cetra's Trial"]


def test_ruling_012_the_first_player_is_random_and_remembered() -> None:
    games = [new_state(3, [CHRONICLE], seed=seed) for seed in range(60)]
    assert {game.first for game in games} == {0, 1, 2}
    for game in games:
        assert [seat_of_turn(game) for _ in range(4)] == [(game.first + step) % 3 for step in range(4)]


def seat_of_turn(game: GameState) -> int:
    """Whose turn it is; then the turn is ended."""
    seat = game.turn.seat
    game.choose(END)
    return seat


# --- during the game


def play_eagerly(game: GameState) -> list[int]:
    """Always the first thing on offer, until the game is over: whose turns these were."""
    turns = [game.turn.seat]
    while game.decision is not None:
        before = game.turn_number
        game.choose(game.decision.options[0])
        if game.turn_number != before:
            turns.append(game.turn.seat)
    return turns


def test_ruling_019_the_void_that_becomes_the_center_deck_holds_cards_of_the_center_only() -> None:
    game = new_state(2, [CHRONICLE], seed=5, honor_pool=400)
    reshuffled = False
    left = len(game.deck.cards)
    while game.decision is not None and not reshuffled:
        # The first option is always to do something; ending the turn comes last.
        game.choose(game.decision.options[0])
        reshuffled = len(game.deck.cards) > left
        left = len(game.deck.cards)
        assert {LIBRARY.cards[card].origin for card in (*game.void, *game.deck.cards)} <= {FROM_CENTER}
    assert reshuffled
    assert game.removed, "no starting card was banished on the way"


def test_ruling_024_the_two_energy_shards_are_two_cards() -> None:
    ours, theirs = LIBRARY.card("Energy Shard (starting)"), LIBRARY.card("Energy Shard")
    assert ours.number != theirs.number
    assert (ours.origin, theirs.origin) == (FROM_START, FROM_CENTER)
    assert ours.shown_name == theirs.shown_name == "Energy Shard"


def test_ruling_023_where_every_card_goes_when_it_is_banished() -> None:
    origins = {
        FROM_START: {"Apprentice", "Militia", "Energy Shard (starting)"},
        FROM_SUPPLY: {"Mystic", "Heavy Infantry", "Cultist"},
    }
    for origin, expected in origins.items():
        assert {card.name for card in LIBRARY if card.origin == origin} == expected


@pytest.mark.parametrize("first", [0, 1, 2])
def test_ruling_121_everybody_has_the_same_number_of_turns(first: int) -> None:
    # War of Shadows has no card that gives an extra turn.
    game = new_state(3, [SHADOWS], seed=first, first=first)
    turns = Counter(play_eagerly(game))
    assert game.over
    assert len(set(turns.values())) == 1


# --- variants


def test_ruling_128_solitaire_begins_with_fifty_honor_and_one_player() -> None:
    game = new_state(1, [CHRONICLE], "solitaire", seed=1)
    assert game.pool == 50
    assert len(game.players) == 1
    assert game.cult_honor == 0


def test_ruling_130_teams_sit_across_and_play_with_thirty_each() -> None:
    four = new_state(4, [CHRONICLE], "team", seed=1)
    assert four.pool == 120
    assert [four.teammate(seat) for seat in range(4)] == [2, 3, 0, 1]
    six = new_state(6, [CHRONICLE, VIGIL], "team", seed=1, shards=0)
    assert six.pool == 180
    assert [six.teammate(seat) for seat in range(6)] == [3, 4, 5, 0, 1, 2]
    assert six.opponents(1) == [2, 3, 5, 0]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_ruling_130_teams_are_for_four_or_six(players: int) -> None:
    with pytest.raises(ImpossibleTable, match="4 or 6"):
        new_state(players, [CHRONICLE, VIGIL], "team", seed=1)


@pytest.mark.parametrize("players", [5, 6])
def test_ruling_133_five_and_six_players_need_two_sets(players: int) -> None:
    with pytest.raises(ImpossibleTable, match="two sets"):
        new_state(players, [CHRONICLE], seed=1)
    game = new_state(players, [CHRONICLE, SHADOWS], seed=1)
    assert supply(game) == {"Mystic": 50, "Heavy Infantry": 49}
    assert all(len(player.hand) + len(player.deck.cards) == 10 for player in game.players)
    assert len(Setup(LIBRARY, players, [CHRONICLE, SHADOWS]).center_deck()) == 196


# --- judgements of the project


def test_judgement_cards_taken_from_a_hand_at_random_are_shown_to_everybody() -> None:
    scenarios = load(SCENARIOS / "d-monsters.toml")
    game = next(each for each in scenarios if each.title.startswith("Ruling 59: Xeron")).set_up(LIBRARY)
    assert game.decision is not None
    game.choose(parse(game.decision, "defeat Xeron, Duke of Lies"))
    assert Counter(names(game.players[0].shown)) == {"Landtalker": 1, "Mystic": 1}


def test_judgement_the_starting_player_counts_as_active_during_the_deal(dealt: Deal) -> None:
    game = dealt("Energy Shard", "Spirit Merchant", row_length=1, players=3, first=1)
    asked = []
    while game.turn_number == 0:
        assert game.decision is not None
        asked.append(game.decision.seat)
        game.choose(game.decision.options[-1])
    assert asked == [1, 2, 0]
    assert game.turn.seat == 1


@pytest.mark.parametrize("players", [2, 4])
def test_judgement_up_to_four_players_have_the_first_set_s_piles(players: int) -> None:
    assert supply(new_state(players, [SHADOWS, CHRONICLE], seed=1)) == {"Mystic": 20, "Heavy Infantry": 20}
    assert supply(new_state(players, [CHRONICLE, SHADOWS], seed=1)) == {"Mystic": 30, "Heavy Infantry": 29}


def test_judgement_a_standstill_is_scored() -> None:
    game = new_state(seed=1)
    for player in game.players:
        player.deck.cards, player.hand, player.discard = [], (), ()
    game.choose(END)
    turns = 1
    while not game.over:
        assert game.decision is not None
        assert game.decision.options == [END]
        game.choose(END)
        turns += 1
    assert turns == IDLE_ROUNDS * 2
    assert len(game.winners) == 1


def test_judgement_the_starting_deck_of_a_mixture() -> None:
    deck = Counter(names(Setup(LIBRARY, 6, [CHRONICLE, VIGIL, SHADOWS, ELEMENTS]).starting_deck()))
    assert deck == {"Apprentice": 8, "Militia": 2, "Energy Shard (starting)": 1}


# --- the table of them


def test_every_ruling_has_a_test() -> None:
    missing = sorted(set(range(1, 134)) - set(shown_by_ruling()))
    assert not missing, f"no scenario and no function shows: {missing}"


def test_every_ruling_is_in_the_table() -> None:
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    numbers = [ruling["number"] for section in data["section"] for ruling in section["ruling"]]
    assert numbers == list(range(1, 134))


def test_every_open_point_has_a_test() -> None:
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    for each in data["open_point"]:
        assert shown_by_topic("Open point", each["topic"]) or each["shown_by"]


def test_every_title_says_what_it_shows() -> None:
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    topics = {f"Open point: {each['topic']}" for each in data["open_point"]}
    topics |= {f"Judgement: {each['topic']}" for group in data["group"] for each in group["judgement"]}
    for path, title in titles():
        known = title.startswith(("Ruling ", "Rulings ")) or any(title.startswith(topic) for topic in topics)
        assert known, f'{path.name}: "{title}" names no ruling, no open point and no judgement'


def test_the_table_of_rulings_is_up_to_date() -> None:
    assert RULINGS.read_text(encoding="utf-8") == rulings_table(), "Run make docs."
