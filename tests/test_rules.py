"""The rules in words: nothing that a player meets is missing, and everything they point to exists."""

from __future__ import annotations

import re
import tomllib
from urllib.parse import parse_qsl

import pytest
from click.testing import CliRunner

from tools.make_rulings_table import DATA
from tools.make_web_cards import rules
from vigil.cards import LIBRARY
from vigil.cli import main
from vigil.engine.errors import UnknownName
from vigil.public.cards import all_keywords, find_cards
from vigil.rules import Topic, find_topics, topics, turn

MEANT_BY_THE_RULES = {
    "acquire", "defeat", "banish", "construct", "honor", "runes", "power", "treasure", "energy", "event", "center-row",
    "void", "end-of-the-game", "always-available", "solitaire", "team-play", "hero", "monster", "destroy", "draw",
    "faction", "reward", "turn", "starting-deck",
}  # fmt: skip
BY_NAME = {topic.name: topic for topic in topics()}
every_topic = pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.name)


def gained(cards: tuple[str, ...], thing: str) -> int:
    """What these cards give according to their text."""
    return sum(int(n) for name in cards for n in re.findall(rf"(\d+) {thing}", LIBRARY.card(name).text))


def test_every_keyword_of_every_set_is_explained() -> None:
    assert set(all_keywords()) | MEANT_BY_THE_RULES <= set(BY_NAME)


@pytest.mark.parametrize("keyword", all_keywords())
def test_a_keyword_is_found_under_the_sets_that_print_it(keyword: str) -> None:
    printed = {card.set_name for card in LIBRARY if keyword in card.keywords}
    assert set(BY_NAME[keyword].sets) == printed
    assert BY_NAME[keyword].search == f"keyword={keyword}"


@every_topic
def test_a_topic_is_told_in_two_to_five_sentences(topic: Topic) -> None:
    assert 2 <= len(re.findall(r"[.:;](?: |$)", topic.text)) <= 7
    assert 80 < len(topic.text) < 480


@every_topic
def test_what_a_topic_points_to_exists(topic: Topic) -> None:
    rulings = {
        ruling["number"]
        for section in tomllib.loads(DATA.read_text(encoding="utf-8"))["section"]
        for ruling in section["ruling"]
    }
    assert set(topic.cards) <= set(LIBRARY.names())
    assert set(topic.sets) <= set(LIBRARY.sets)
    assert set(topic.rulings) <= rulings
    assert set(topic.see) <= set(BY_NAME) - {topic.name}


@every_topic
def test_the_search_of_a_topic_finds_its_examples(topic: Topic) -> None:
    if not topic.search:
        return
    asked = dict(parse_qsl(topic.search, strict_parsing=True))
    basic = asked.get("set") == "basic"
    if basic:
        del asked["set"]
    found = {card.name for card in find_cards(**asked) if not basic or not card.set}
    assert found & set(topic.cards)


def test_the_turn_that_is_told_adds_up() -> None:
    play, acquire, defeat, end = turn()
    assert (play.runes, play.power) == (gained(play.cards, "rune"), gained(play.cards, "power"))
    assert (LIBRARY.card(acquire.cards[0]).runes, LIBRARY.card(defeat.cards[0]).power) == (play.runes, play.power)
    assert (acquire.paid_runes, defeat.paid_power) == (play.runes, play.power)
    assert defeat.honor == gained(defeat.cards, "honor")
    assert not end.cards


def test_topics_are_found_by_name_by_other_words_and_by_what_they_say() -> None:
    assert [topic.name for topic in find_topics("Dual Cost")] == ["dual-cost"]
    assert [topic.name for topic in find_topics("cultist")] == ["always-available"]
    assert "treasure" in [topic.name for topic in find_topics("waits under the next")]
    with pytest.raises(UnknownName, match=r'There is no rule about "energise"\. Did you mean "Energize"'):
        find_topics("energise")


def test_the_page_tells_the_same_with_the_sentences_of_the_rulings() -> None:
    told = rules()
    assert [step["title"] for step in told["turn"]] == [step.title for step in turn()]
    unite = next(topic for topic in told["topics"] if topic["name"] == "unite")
    assert unite["text"] == BY_NAME["unite"].text
    assert unite["rulings"] == ["Unite works whichever of the two heroes comes first; the card itself does not count."]


def test_the_command_shows_a_rule_with_its_examples() -> None:
    shown = CliRunner().invoke(main, ["rules", "infest"]).output
    assert shown.startswith("Infest  Gift of the Elements")
    assert "Yuk Tribe Gremlin: Reward: Gain 1 honor." in shown
    overview = CliRunner().invoke(main, ["rules"]).output
    assert overview.startswith("Play your hand")
    assert "rules acquire" in overview
