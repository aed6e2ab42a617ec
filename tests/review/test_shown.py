"""What people see: the text for a terminal, and the page for a browser."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

from tests.helpers.reviewed import CHRONICLE, TINY, WAR, played, usual_review
from vigil.cards import LIBRARY
from vigil.engine.records import Record
from vigil.review.judge import JUDGE_VERSION
from vigil.review.page import chart, review_page
from vigil.review.review import review_record
from vigil.review.text import review_text


def played_badly() -> Record:
    """A game in which somebody ends every turn at once."""
    record = played(honor=6)
    game = record.begin(LIBRARY)
    bad = Record.of(game, ["Ada", "Ben & <b>Co</b>"])
    while game.decision is not None and len(bad.choices) < 400:
        decision = game.decision
        bad.choose(game, decision.options[-1] if decision.seat == 0 else decision.options[0])
    return bad


def test_the_text_has_all_parts() -> None:
    text = review_text(usual_review())
    judge = f"Judge {JUDGE_VERSION}"
    for part in ("Win chance of bot 1", "mills a decision", "without luck", "The turns that decided it", judge):
        assert part in text
    assert all(len(line) <= 100 for line in text.splitlines()[1:15])


def test_a_bad_game_lists_what_would_have_been_better() -> None:
    review = review_record(played_badly(), LIBRARY, TINY, abandoned=True)
    assert review.players[0].error_rate > 10
    assert review.mistakes
    text = review_text(review)
    assert "Decisions to look at again" in text
    assert "better: " in text


def test_the_page_is_one_file_that_loads_nothing_and_believes_no_name() -> None:
    page = review_page(review_record(played_badly(), LIBRARY, TINY, abandoned=True))
    assert "Ben &amp; &lt;b&gt;Co&lt;/b&gt;" in page
    assert "<b>Co" not in page
    for outside in ("http:", "https:", "src=", "<script", "@import"):
        assert outside not in page
    assert "$" not in page


def test_the_chart_is_a_picture_with_a_name_and_a_point_for_every_turn() -> None:
    review = usual_review()
    picture = chart(review).split("</svg>")[0] + "</svg>"
    root = ElementTree.fromstring(picture)
    curve = next(each for each in root.iter("polyline"))
    assert root.get("aria-label")
    assert len(curve.get("points", "").split()) == len(review.turns) + 1


def test_every_part_of_an_account_has_a_bar_that_begins_where_the_one_before_ended() -> None:
    review = usual_review()
    page = review_page(review)
    table = page[page.index('<tbody><tr><th scope="row">start') :].split("</tbody>")[0] + "</tbody>"
    names = [each.text for each in ElementTree.fromstring(table).iter("th")]
    assert names == ["start", "luck", "own choices", "opponents' choices", "remainder", "result"]
    bars = [each.attrib for each in ElementTree.fromstring(table).iter("rect")]
    ends = [{float(each["x"]), round(float(each["x"]) + float(each["width"]), 1)} for each in bars]
    for before, after in pairwise(ends):
        assert any(abs(one - other) < 1 for one in before for other in after)


def test_solitaire_and_larger_tables_are_shown_too() -> None:
    alone = review_text(review_record(played((WAR,), 1, "solitaire"), LIBRARY, TINY))
    assert "the Cult" in alone
    three = review_record(played((CHRONICLE,), 3), LIBRARY, TINY)
    assert "the digits are the players" in review_text(three)
    assert review_page(three).count("polyline") == 3


def test_a_review_without_turns_is_shown() -> None:
    assert review_text(replace(usual_review(), turns=[], turning_points=[]))
