"""The public library as programs use it: every line of what it promises."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import vigil


def random_game(choices: int, seed: int = 8, **table: object) -> vigil.Game:
    """A game after so many random choices, or at its end."""
    game = vigil.new_game(**{"sets": "rise,war", "players": 3, "seed": seed, **table})  # type: ignore[arg-type]
    random = Random(seed)
    for _ in range(choices):
        if not game.over:
            game.choose(random.choice(game.decision.options))
    return game


def test_a_game_is_read_and_played_in_words() -> None:
    game = vigil.new_game(sets="rise,war", players=3, seed=8, first=0)
    assert (game.decision.seat, game.decision.prompt) == (0, "Your turn.")
    assert [str(option) for option in game.decision.options] == ["play Apprentice", "play Militia", "end turn"]
    option = game.decision.options[1]
    assert (option.kind, option.card) == ("play", vigil.card("Militia"))
    game.choose("play Militia")
    assert (game.turn.runes, game.turn.power, game.players[0].honor) == (0, 1, 0)
    assert all(isinstance(card, vigil.Card) for card in game.row)
    assert (game.scores, game.winners, game.over) == ([0, 0, 0], [], False)


@pytest.mark.parametrize(
    "sets",
    [
        "rise,war",
        "Rise of Vigil, war",
        ["rise", "war-of-shadows"],
        ("RISE", "War of Shadows"),
        "rov,wos",
        "war,rise",
        {"war", "rise"},
    ],
)
def test_sets_are_named_as_people_name_them(sets: str | list[str]) -> None:
    game = vigil.new_game(sets=sets, seed=8)
    assert sorted(game.sets) == ["Rise of Vigil", "War of Shadows"]
    assert vigil.new_game(sets=" + ".join(game.sets), seed=8) == game, "as the repr names them"


@pytest.mark.parametrize("seed", range(4))
def test_every_option_has_a_text_that_means_it_and_no_other(seed: int) -> None:
    game = vigil.new_game(sets="all", players=4, variant="team", seed=seed, honor_pool=30)
    random = Random(seed)
    while not game.over:
        texts = [str(option) for option in game.decision.options]
        assert len(set(texts)) == len(texts)
        option = random.choice(game.decision.options)
        assert game.decision.parse(str(option)) == option
        game.choose(str(option))
    assert set(game.winners) in ({0, 2}, {1, 3})


def test_the_kind_of_an_option_says_what_happens_to_its_card() -> None:
    game = vigil.position(row=["Mephit"], center_deck=["Wolf Shaman", "Landtalker"], p1={"power": 3})
    game.choose("defeat Mephit")
    assert [option.kind for option in game.decision.options] == ["banish", "decline"]
    game.choose("banish Wolf Shaman")
    assert vigil.card("Wolf Shaman") in game.void
    terrus = "Terrus, Paragon of Strife"
    game = vigil.position(sets="rise", row=[terrus], p1={"power": 7}, p2={"hand": ["Mystic"]})
    game.choose(f"defeat {terrus}")
    assert [option.kind for option in game.decision.options] == ["put", "decline"]
    game.choose("put Mystic")
    assert game.players[0].hand == [vigil.card("Mystic")]


def test_the_supply_is_read_by_card_and_by_name() -> None:
    supply = vigil.new_game(sets="chronicle", seed=8).supply
    assert supply["Mystic"] == supply["mystic"] == supply[vigil.card("Mystic")] == 30
    assert supply.get("Mystic") == 30  # type: ignore[call-overload]
    assert "Heavy Infantry" in supply
    assert "Mephit" not in supply
    assert [(str(card), count) for card, count in supply.items()] == [("Mystic", 30), ("Heavy Infantry", 29)]
    assert repr(supply) == "{<Card 'Mystic'>: 30, <Card 'Heavy Infantry'>: 29}"


def test_what_is_the_same_is_equal() -> None:
    game = random_game(40)
    view = game.view(game.decision.seat)
    assert view.decision == game.decision == game.copy().decision
    assert game.players[0] == game.players[0] != game.players[1]
    assert view.players[view.opponents[0].seat] in view.opponents
    assert game.turn == game.turn != game.copy().turn
    assert len({game.decision, view.decision, *game.players, *game.players}) == 4


def test_steps_decisions_options_and_costs_are_pickled_and_copied() -> None:
    game = vigil.position(row=["Mephit"], center_deck=["Wolf Shaman", "Landtalker"], p1={"power": 3})
    game.choose("defeat Mephit")
    game.choose("banish Wolf Shaman")
    for thing in (*game.replay(), game.decision, *game.decision, *game.row, *(card.cost for card in game.row)):
        for twin in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
            assert twin == thing
            assert repr(twin) == repr(thing)
    last = pickle.loads(pickle.dumps(list(game.replay())))[-1]
    assert (last.choice.kind, last.decision.prompt) == ("banish", "Banish a card in the center row.")


def test_everything_with_a_text_can_be_aligned() -> None:
    game = random_game(3)
    [step, *_] = game.replay()
    for thing in (game.row[0], game.row[0].cost, game.decision.options[0], game.happenings()[0], step):
        assert f"{thing:>80}" == str(thing).rjust(80)


def test_copies_are_equal_and_independent() -> None:
    game = random_game(40)
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        option = game.decision.options[-1]
        twin.choose(option)
        assert twin != game
        assert twin.choices == [*game.choices, str(option)]


@pytest.mark.parametrize("choices", [0, 1, 60, 10_000])
def test_a_saved_game_replays_verifies_and_continues(choices: int, tmp_path: Path) -> None:
    game = random_game(choices, honor_pool=10, names=["Ada", "Ben", "Cleo"])
    game.save(tmp_path / "anything")
    loaded = vigil.load(str(tmp_path / "anything"))
    assert loaded == game
    assert loaded.names == ["Ada", "Ben", "Cleo"]
    assert [step.text for step in loaded.replay()] == game.choices
    if not game.over:
        loaded.choose("end turn") if loaded.decision.is_turn else loaded.choose(loaded.decision.options[0])
        loaded.save(tmp_path / "anything")
        assert vigil.load(tmp_path / "anything") == loaded


def test_steps_hold_the_choice_and_the_game_after_it() -> None:
    game = random_game(30)
    steps = list(game.replay())
    assert [step.number for step in steps] == list(range(1, 31))
    assert all(step.choice in step.decision.options for step in steps)
    assert steps[-1].game == game
    assert steps[0].game.choices == game.choices[:1]
    assert steps[0].happenings(seat=1) == steps[0].game.happenings(seat=1)


def test_a_position_is_saved_with_its_choices(tmp_path: Path) -> None:
    game = vigil.position(
        sets="chronicle", row=["Mephit"], p1={"hand": ["Militia"], "runes": 3}, p2={"honor": 2}, seed=4
    )
    game.choose("play Militia")
    game.choose("acquire Mystic")
    game.save(tmp_path / "x.vigil")
    loaded = vigil.load(tmp_path / "x.vigil")
    assert loaded == game
    assert [step.text for step in loaded.replay()] == ["play Militia", "acquire Mystic"]


def test_a_position_takes_every_word_of_a_scenario() -> None:
    mystic = vigil.card("Mystic")
    game = vigil.position(
        sets=["rise"],
        players=3,
        first="p3",
        turn=1,
        row=["Landtalker / Energy Shard", mystic],
        center_deck=["Mephit"],
        void=["Muramasa"],
        event=vigil.find_cards(kind="event")[0],
        honor_pool=12,
        supply={"Mystic": 3},
        p2={
            "hand": (mystic, "Militia"),
            "deck": ["Apprentice"],
            "power": 2,
            "honor": 5,
            "constructs": ["Wildcall Staff"],
        },
    )
    assert (game.turn.seat, game.first_seat, game.turn.power) == (1, 2, 2)
    assert game.under_row == [[vigil.card("Energy Shard")], []]
    assert (game.supply["Mystic"], game.honor_pool, game.void) == (3, 12, [vigil.card("Muramasa")])
    assert sorted(map(str, game.players[1].hand)) == ["Militia", "Mystic"]
    assert game.event == vigil.find_cards(kind="event")[0]


def test_a_game_between_bots_of_every_kind() -> None:
    class Last(vigil.Bot):
        def choose(self, view: vigil.View, decision: vigil.Decision) -> vigil.Option:
            return decision.options[-1]

    def first(view: vigil.View, decision: vigil.Decision) -> str:
        assert view.seat == decision.seat
        return str(decision.options[0])

    result = vigil.play([Last, Last(), first, "random"], sets="gift", seed=3, honor_pool=20)
    assert result.names == ["Last", "Last", "first", "random"]
    assert result.winners == result.game.winners
    assert result.scores == result.game.scores
    assert result.record.game() == result.game
    assert vigil.play([Last, Last(), first, "random"], sets="gift", seed=3, honor_pool=20).record == result.record


def test_a_bot_need_not_be_a_subclass() -> None:
    class Duck:
        name = "Donald"

        def begin(self, seat: int, seed: int) -> None:
            self.seat = seat

        def choose(self, view: vigil.View, decision: vigil.Decision) -> vigil.Option:
            assert decision is view.decision
            assert decision.seat == self.seat
            return decision.options[0]

    result = vigil.play([Duck(), "expert@2n"], sets="gift", seed=3, honor_pool=4)  # type: ignore[list-item]
    assert result.names == ["Donald", "expert@2n"]
    again = vigil.play([Duck, vigil.bot("expert", nodes=2)], "gift", seed=3, honor_pool=4)  # type: ignore[list-item]
    assert result.record == again.record


def test_bots_play_on_from_a_position() -> None:
    start = vigil.position(row=["Mephit"], honor_pool=2, p1={"power": 3}, p2={"deck": ["Apprentice"]})
    result = vigil.play(["advanced", "random"], game=start)
    assert result.game.over
    assert start.decision.texts == ["defeat Mephit", "defeat Cultist", "end turn"]


def test_solitaire_has_the_cult() -> None:
    result = vigil.play(["random"], variant="solitaire", seed=1, honor_pool=20)
    assert result.game.cult is not None
    assert result.game.cult.score > 0
    assert f"the Cult: {result.game.cult.honor} honor ({result.game.cult.score} with cards)" in str(result.game)
    assert result.winners == ([0] if result.scores[0] > result.game.cult.score else [])


def test_cards_tell_what_is_printed() -> None:
    card = vigil.card("arha templar")
    assert (card.name, card.set, card.faction, card.kind) == (
        "Arha Templar",
        "Chronicle of the Godslayer",
        "Enlightened",
        "hero",
    )
    assert (card.honor, card.copies, str(card.cost), card.cost.runes, card.cost.power) == (3, 2, "4 runes", 4, 0)
    assert card.text
    assert card.rulings
    assert card.cost == 4
    assert sum(each.cost for each in (card, vigil.card("Mystic"), vigil.card("Mephit"))) == 10
    assert vigil.card("Mystic").cost != vigil.card("Mephit").cost, "3 runes are not 3 power"
    assert sorted([vigil.card("Mystic"), card]) == [card, vigil.card("Mystic")]
    assert vigil.card("Mystic").copies == 0, "it is in no center deck"
    assert 3 < card.cost <= vigil.card("Mephit").cost + vigil.card("Mystic").cost
    assert (str(card), repr(card)) == ("Arha Templar", "<Card 'Arha Templar'>")


def test_cards_are_found_by_everything_about_them() -> None:
    found = vigil.find_cards(set="gift", faction="void", text="banish")
    assert found
    for card in found:
        assert (card.set, card.faction) == ("Gift of the Elements", "Void")
        assert "banish" in card.text.lower()
    assert vigil.find_cards(name="templar", kind="Hero", cost=4, set="chronicle") == [vigil.card("Arha Templar")]
    assert len(vigil.find_cards()) > 200
    assert all("fate" in card.keywords for card in vigil.find_cards(keyword="fate"))


def test_a_program_loads_a_set_of_its_own() -> None:
    example = Path(__file__).parents[2] / "examples" / "five_cards.py"
    code = f"""
import vigil
print(vigil.load_set({str(example)!r}))
print(vigil.play("random,random", sets=["five", "rise"], seed=1, honor_pool=5).game.sets)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "<CardSet 'Five Cards', 5 cards>\n['Five Cards', 'Rise of Vigil']\n"


def test_every_integer_type_is_a_number() -> None:
    class Three:  # like numpy's integers
        def __index__(self) -> int:
            return 3

    game = vigil.new_game(sets="all", players=Three(), seed=Three(), honor_pool=Three())  # type: ignore[arg-type]
    assert game == vigil.new_game(sets="all", players=3, seed=3, honor_pool=3)
    assert vigil.position(turn=1, p2={"runes": Three()}).turn.runes == 3  # type: ignore[typeddict-item]
    assert game.view(0).sample(Three()) == game.view(0).sample(3)  # type: ignore[arg-type]


def test_names_and_variants_are_read_as_people_write_them() -> None:
    game = vigil.new_game(variant="Team", names="Ada, Ben, Cleo, Dan", seed=8)
    assert (game.variant, game.names) == ("team", ["Ada", "Ben", "Cleo", "Dan"])
    assert vigil.new_game(names=["", ""], seed=8).players[0].name == "p1"


def test_happenings_name_the_players() -> None:
    game = vigil.new_game(seed=8, first=0, names=["Ada", "Ben"])
    game.choose("play Militia")
    assert [game.happenings(seat)[0].text for seat in (0, 1, None)] == [
        "You play Militia.",
        "Ada plays Militia.",
        "Ada plays Militia.",
    ]
    assert pickle.loads(pickle.dumps(game.happenings(1)[0])).text == "Ada plays Militia."
