"""Luck: which events count, for whom and when, and that it is zero on average."""

from __future__ import annotations

import numpy as np

from tests.helpers.reviewed import CHRONICLE, TINY, WAR, played, usual_review
from vigil.cards import LIBRARY
from vigil.engine.chance import Chance
from vigil.engine.notation import parse
from vigil.engine.positions import build_position
from vigil.engine.state import GameState
from vigil.review.luck import Event, LuckMeter, event_after
from vigil.review.playouts import Playouts
from vigil.review.review import review_record

ROW = ["Mephit", "Landtalker", "Muramasa", "Snapdragon", "Demon Slayer", "Spike Vixen"]
DECK = ["Wolf Shaman", "Void Initiate", "Arha Templar", "Avatar Golem", "Cetra, Weaver of Stars", "Runic Lycanthrope"]


def table(**more: object) -> GameState:
    starting = ["Apprentice"] * 8 + ["Militia"] * 2
    mine = {"hand": [], "deck": starting, "runes": 10, "power": 4}
    given = {"row": ROW, "center_deck": DECK, "shuffled": True, "p1": mine, "p2": {"deck": starting}, **more}
    return build_position(LIBRARY, [CHRONICLE], given, 2)


def after(game: GameState, text: str) -> Event | None:
    assert game.decision is not None
    seat, turn, seen = game.decision.seat, game.turn_number, game.seen
    game.choose(parse(game.decision, text))
    return event_after(game, seat, turn, seen)


def test_a_card_that_is_taken_is_replaced_by_chance() -> None:
    found = after(table(), "acquire Spike Vixen")
    assert found is not None
    assert found.kinds == ["row"]
    assert set(found.cards) <= set(DECK)


def test_a_draw_is_chance_for_the_player_who_draws() -> None:
    game = table(p1={"hand": ["Arha Initiate"], "deck": ["Apprentice", "Militia"]})
    assert after(game, "play Arha Initiate") == (["draw"], [game.cards[game.players[0].hand[0]].name])


def test_what_is_certain_is_no_chance() -> None:
    assert after(table(p1={"hand": ["Apprentice"]}), "play Apprentice") is None


def test_the_next_hand_counts_when_it_is_played() -> None:
    assert after(table(), "end turn") is None
    kinds = {(each.kind, each.step) for each in usual_review().luck}
    for turn in usual_review().turns:
        assert ("hand", turn.step) in kinds


def test_the_cult_changes_the_row_at_the_end_of_a_turn() -> None:
    review = review_record(played((WAR,), 1, "solitaire"), LIBRARY, TINY)
    ends = {turn.step for turn in review.turns[1:]}
    assert ends <= {each.step for each in review.luck if each.kind in ("row", "fate")}


def test_a_card_that_is_taken_from_a_hand_at_random_is_chance_together_with_the_new_card_of_the_row() -> None:
    game = table(row=["Xeron, Duke of Lies"], p1={"power": 6}, p2={"hand": ["Mystic", "Militia"]})
    found = after(game, "defeat Xeron, Duke of Lies")
    assert found is not None
    assert found.kinds == ["discard", "row"]
    assert {"Mystic", "Militia"} & set(found.cards)


def test_a_fate_is_named_before_the_row() -> None:
    fated = next(card for card in LIBRARY.cards if card.fate)
    found = after(table(center_deck=[fated.name], row=["Spike Vixen"]), "acquire Spike Vixen")
    assert found is not None
    assert found == (["fate"], [fated.name])


def test_luck_is_zero_on_average_over_all_cards_that_could_have_come() -> None:
    game = table()
    assert game.decision is not None
    choice = parse(game.decision, "acquire Landtalker")
    playouts = Playouts(game.setup)
    found = []
    for seed in range(60):
        twin = game.copy()
        twin.chance = Chance(seed)
        view = twin.view(0)
        twin.choose(choice)
        found.append(LuckMeter(playouts, 8, seed).of_choice(view, choice, twin, 0).luck[0])
    assert np.std(found) > 0.2
    assert abs(np.mean(found)) < 3.5 * np.std(found) / np.sqrt(len(found))


def test_a_hand_is_compared_with_all_hands_that_it_could_have_been() -> None:
    """A hand that buys much is lucky, and one that buys nothing is not."""
    luck = {}
    for name, hand in {"rich": ["Mystic"] * 5, "poor": ["Militia"] * 5}.items():
        rest = ["Mystic"] * 5 + ["Militia"] * 5
        for card in hand:
            rest.remove(card)
        game = table(p1={"hand": hand, "deck": rest})
        luck[name] = LuckMeter(Playouts(game.setup), 8, 0).of_hand(game).luck[0]
    assert luck["rich"] > luck["poor"]
