"""The log: sentences, each with what the looking seat may know."""

from typing import Any

import pytest

from tests.helpers.terminal import TABLES, named, wander
from vigil import LIBRARY, new_game
from vigil.engine import happenings, terms
from vigil.engine.happenings import Happening
from vigil.engine.view import SPECTATOR, happenings_for
from vigil.terminal.log import Log, in_brief, sentences
from vigil.terminal.signs import UNICODE


def number(name: str) -> int:
    return LIBRARY.card(name).number


def told(seat: int, *happened: Happening) -> list[str]:
    return sentences([each.seen_by(seat) for each in happened], LIBRARY.cards, seat, UNICODE)


def test_a_draw_has_names_only_for_whoever_draws() -> None:
    draws = [Happening(happenings.DRAWS, 1, number(name), 1, audience=1) for name in ("Mystic", "Militia", "Mystic")]
    assert told(1, *draws) == ["You draw Mystic ×2 and Militia."]
    assert told(0, *draws) == ["p2 draws 3 cards."]
    assert told(0, draws[0]) == ["p2 draws a card."]
    assert told(SPECTATOR, *draws) == ["p2 draws 3 cards."]


def test_what_one_player_does_is_one_sentence() -> None:
    happened = [
        Happening(happenings.PLAYS, 1, number("Apprentice")),
        Happening(happenings.PLAYS, 1, number("Apprentice")),
        Happening(happenings.DEFEATS, 1, number("Cultist"), 1, terms.SUPPLY),
        Happening(happenings.GAINS, 1, amount=1, detail="honor"),
        Happening(happenings.ENTERS_ROW, -1, number("Mephit"), 1, terms.CENTER_DECK, terms.ROW, 3),
    ]
    assert told(0, *happened) == [
        "p2 plays Apprentice ×2, defeats Cultist, gains 1 honor.",
        "Mephit comes into the row.",
    ]
    assert told(1, *happened)[0] == "You play Apprentice ×2, defeat Cultist, gain 1 honor."


@pytest.mark.parametrize(
    ("happening", "sentence"),
    [
        (Happening(happenings.ACQUIRES, 1, number("Mystic"), 1, terms.SUPPLY, other=3), "p2 acquires Mystic for p4."),
        (Happening(happenings.ACQUIRES, -1, number("Mephit"), 1, terms.ROW, terms.CULT), "The Cult takes Mephit."),
        (Happening(happenings.DEFEATS, -1, number("Mephit"), 2, terms.ROW), "The Cult defeats Mephit for 2 honor."),
        (
            Happening(happenings.BANISHES, 1, number("Militia"), 1, terms.HAND, terms.REMOVED, 1),
            "p2 banishes Militia from the hand.",
        ),
        (
            Happening(happenings.DESTROYS, 0, number("Muramasa"), 1, terms.CONSTRUCTS, terms.DISCARD),
            "You lose Muramasa from play to the discard pile.",
        ),
        (
            Happening(happenings.TAKES, 1, number("Mystic"), 1, terms.HAND, terms.HAND, 0),
            "p2 takes Mystic from your hand.",
        ),
        (
            Happening(happenings.MOVES, 1, number("Yuk Tribe Gremlin"), 1, terms.LIMBO, terms.DISCARD, 0),
            "p2 puts Yuk Tribe Gremlin into your discard pile.",
        ),
        (Happening(happenings.LOSES_HONOR, 0, amount=5, other=1), "p2 takes 5 honor from you."),
        (Happening(happenings.LAST_ROUND, 1), "The honor pool is empty: this is the last round."),
        (
            Happening(happenings.SHUFFLES, 1, -1, 0, terms.DISCARD, terms.DECK),
            "p2 shuffles the discard pile into a new deck.",
        ),
        (Happening(happenings.EXTRA_TURN, 1), "p2 takes another turn after this one."),
        (Happening("inspects", 1, number("Mystic")), "p2 inspects Mystic."),
    ],
)
def test_sentences(happening: Happening, sentence: str) -> None:
    assert told(0, happening) == [sentence]


def test_the_news_leave_out_what_the_board_shows() -> None:
    end_of_turn = [
        Happening(happenings.DRAWS, 0, number("Mystic"), audience=0),
        Happening(happenings.TURN_BEGINS, 1, amount=2),
    ]
    assert in_brief(end_of_turn) == []
    middle = [
        Happening(happenings.DRAWS, 0, number("Mystic"), audience=0),
        Happening(happenings.ENTERS_ROW, -1, number("Mephit")),
    ]
    assert [each.kind for each in in_brief(middle)] == [happenings.DRAWS]


def test_the_log_is_kept_turn_by_turn_and_can_forget() -> None:
    game = new_game(seed=2, first=0)
    log = Log(0, UNICODE)
    log.listen(game)
    for step in range(20):
        wander(game, step, 1)
        log.listen(game)
    headings = [heading for heading, _ in log.turns(game.cards, 99)]
    assert headings[:3] == ["The deal", "Turn 1, p1 (you)", "Turn 2, p2"]
    log.forget_after(1)
    assert len(log.entries) == 2


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_whole_games_become_sentences_without_secrets(table: dict[str, Any]) -> None:
    for seed in range(2):
        game = new_game(seed=seed, honor_pool=8, **table)
        for step in range(2000):
            wander(game, step, 1)
            if game.over:
                break
            for happening in happenings_for(game, 0):
                if happening.kind == happenings.DRAWS and happening.seat != 0:
                    assert happening.card == terms.NOTHING
            for sentence in sentences(happenings_for(game, 0), game.cards, 0, UNICODE):
                assert sentence.endswith(".")
                assert "elsewhere" not in sentence


def test_pairs_that_repeat_are_told_together() -> None:
    pair = [
        Happening(happenings.DEFEATS, 1, number("Cultist"), 1, terms.SUPPLY),
        Happening(happenings.GAINS, 1, amount=1, detail="honor"),
    ]
    assert told(0, *pair, *pair, *pair) == ["p2 defeats Cultist ×3, gains 3 honor."]
