"""The messages of the log and the reasons why something is not possible, in every form that English needs."""

import re

import pytest

from tests.helpers.message_examples import CRAFTED, FILE, happened, like, text
from tests.helpers.midgame import table as set_table
from vigil.cards import LIBRARY, new_state
from vigil.engine import happenings
from vigil.engine.modifiers import MIXED_PAYMENT
from vigil.engine.reasons import why_not_chosen
from vigil.engine.view import SPECTATOR
from vigil.messages import LOG, MESSAGES, Reader, message, reason_text, sentence, sentences

KINDS = {value for name, value in vars(happenings).items() if name.isupper() and isinstance(value, str)}
ADA = Reader(0, ["Ada", "Ben", "Cleo"].__getitem__)
BEN = Reader(1, ADA.name)
CLEO = Reader(2, ADA.name)


def test_every_happening_has_a_message() -> None:
    assert set(LOG) >= KINDS


def test_the_examples_are_as_they_were_read() -> None:
    assert text() == FILE.read_text(encoding="utf-8"), (
        "python -m tests.helpers.message_examples writes them anew; read them."
    )


def pattern(template: str) -> str:
    """What a template gives, whatever its fields are: `.+ (?:play|plays) .+`."""
    parts = re.split(r"\{\w+(?:'s)?(?::([^{}|]*\|[^{}|]*))?\}", template)
    # Between two pieces of text stand the forms of a field, or nothing where it has none.
    found = [re.escape(part or "") if place % 2 == 0 else f"(?:{part or '.+'})" for place, part in enumerate(parts)]
    return "".join(found) + r"\."


@pytest.mark.parametrize("code", [code for code in LOG if code.startswith(tuple(KINDS))])
def test_the_examples_show_every_message_of_a_game(code: str) -> None:
    said = {sentence(each.seen_by(0), LIBRARY.cards, ADA) for group in CRAFTED for each in group}
    assert any(re.fullmatch(pattern(LOG[code]), each) for each in said)


def test_you_are_addressed_and_others_are_named() -> None:
    taken = happened(happenings.TAKES, 0, "Mystic", source="hand", target="hand", other=1)
    said = [sentence(taken, LIBRARY.cards, reader) for reader in (ADA, BEN, CLEO)]
    assert said == [
        "You take Mystic from Ben's hand.",
        "Ada takes Mystic from your hand.",
        "Ada takes Mystic from Ben's hand.",
    ]


def test_a_hidden_card_is_counted_and_never_named() -> None:
    drawn = like("Mystic", "Militia", "Mystic", kind=happenings.DRAWS, audience=0)
    for reader, said in ((ADA, "You draw Mystic ×2 and Militia."), (BEN, "Ada draws 3 cards.")):
        assert sentences([each.seen_by(reader.you) for each in drawn], LIBRARY.cards, reader) == [said]
    assert sentence(drawn[0].seen_by(SPECTATOR), LIBRARY.cards) == "p1 draws a card."


def test_like_happenings_differ_only_in_their_cards() -> None:
    """From the row or from the supply, a card is acquired; from hand or discard pile, it is not banished alike."""
    bought = [happened(happenings.ACQUIRES, 0, "Mystic", source=zone, other=0) for zone in ("row", "supply")]
    assert sentences(bought, LIBRARY.cards, ADA) == ["You acquire Mystic ×2."]
    banished = [happened(happenings.BANISHES, 0, "Mystic", source=zone, other=0) for zone in ("hand", "discard")]
    assert sentences(banished, LIBRARY.cards, ADA) == [
        "You banish Mystic from your hand and banish Mystic from your discard pile."
    ]


def test_a_player_is_the_subject_of_one_sentence_until_something_else_happens() -> None:
    mine = like("Militia", kind=happenings.PLAYS)
    theirs = like("Mystic", kind=happenings.DISCARDS, seat=1)
    assert sentences([*mine, *theirs, *mine], LIBRARY.cards, ADA) == [
        "You play Militia.",
        "Ben discards Mystic.",
        "You play Militia.",
    ]


@pytest.mark.parametrize("code", MESSAGES)
def test_templates_are_well_formed(code: str) -> None:
    field = re.compile(r"\{(\w+)(?:'s)?(?::([^{}|]*)\|([^{}|]*))?\}")
    for name, one, other in field.findall(MESSAGES[code]):
        assert name.islower() or name in ("Who", "Other")
        assert one != other or not one
    assert not set("{}|") & set(field.sub("", MESSAGES[code]))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("acquire Mystic", "Mystic costs 3 runes; you have 1."),
        ("acq myst", "Mystic costs 3 runes; you have 1."),
        ("defeat Cultist", "Cultist costs 2 power; you have 0."),
        ("defeat Mephit", "Mephit costs 3 power; you have 0."),
        ("acquire Heavy Infantry", "No copies of Heavy Infantry are left."),
        ("acquire Hedron Cannon", "Hedron Cannon costs 8 runes; you have 3."),
    ],
)
def test_why_a_card_cannot_be_had(typed: str, said: str) -> None:
    game = set_table(p1={"runes": 1}, row=["Mephit", "Hedron Cannon", "Arha Initiate"])
    game.turn.mechana_runes = 2
    game.supply = (30, 0)
    reason = why_not_chosen(game, typed)
    assert reason is not None
    assert reason_text(reason) == said


def test_runes_and_power_that_pay_for_each_other_are_counted_together() -> None:
    game = set_table(p1={"runes": 1, "power": 1}, row=["Mephit"])
    game.turn.modify(MIXED_PAYMENT, 1)
    reason = why_not_chosen(game, "acquire Mystic")
    assert reason is not None
    assert reason_text(reason) == "Mystic costs 3 in runes and power together; you have 2."


def test_what_can_be_paid_for_or_is_not_there_has_no_reason() -> None:
    game = new_state(seed=8, first=0)
    game.turn.runes = 9
    assert [why_not_chosen(game, text) for text in ("acquire Mystic", "acquire Nothing", "dance", "")] == [None] * 4


def test_messages_of_the_table() -> None:
    assert message("left", ADA, who=1) == "Ben left the table, and a bot plays for them"
    assert message("left", BEN, who=1) == "You left the table"
    assert message("waiting", ADA, who=2) == "Waiting for Cleo."
