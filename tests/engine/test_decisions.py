"""What a decision says about itself."""

from __future__ import annotations

from vigil.cards import LIBRARY
from vigil.engine.notation import parse
from vigil.engine.options import Decision
from vigil.engine.positions import build_position


def asked(sets: list[str], given: dict[str, object], *choices: str) -> Decision:
    """The decision that is open after these choices."""
    game = build_position(LIBRARY, sets, given)
    for choice in choices:
        assert game.decision is not None
        game.choose(parse(game.decision, choice))
    assert game.decision is not None
    return game.decision


def test_cards_that_were_picked_one_after_the_other_are_chosen() -> None:
    given = {"row": ["Deluge Elemental"], "p1": {"power": 8, "hand": ["Mystic", "Militia", "Apprentice"]}}
    choices = ("defeat Deluge Elemental", "choose Mystic", "choose Militia")
    decision = asked(["gift-of-the-elements"], given, *choices)
    assert [card.name for card in decision.chosen] == ["Mystic", "Militia"]


def test_cards_that_are_offered_are_not_chosen_yet() -> None:
    row = ["Terrus, Paragon of Strife"]
    given = {"row": row, "p1": {"power": 7}, "p2": {"hand": ["Mystic"]}, "p3": {"hand": ["Militia"]}, "players": 3}
    decision = asked(["rise-of-vigil"], given, "defeat Terrus, Paragon of Strife")
    assert [decision.text(each) for each in decision.options] == ["choose Mystic", "choose Militia", "decline"]
    assert decision.chosen == []
