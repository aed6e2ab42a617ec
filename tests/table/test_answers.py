"""What requests with a key have led to."""

from __future__ import annotations

from vigil.table import actions as do
from vigil.table.actions import Entry
from vigil.table.answers import Answers


def entry(number: int, key: str, by: str = "ada") -> Entry:
    return Entry(number, 0.0, by, do.Start(), key)


def test_an_entry_is_found_by_who_sent_it_with_which_key() -> None:
    answers = Answers()
    first, second = entry(1, "a"), entry(2, "a", "ben")
    for each in (first, second, entry(3, "")):
        answers.add(each)
    assert answers.find("ada", "a") is first
    assert answers.find("ben", "a") is second
    assert answers.find("ada", "b") is None
    assert answers.find("ada", "") is None


def test_a_draft_that_is_not_written_leaves_nothing_behind() -> None:
    answers = Answers()
    answers.add(entry(1, "a"))
    draft = answers.copy()
    draft.add(entry(2, "lost"))
    assert draft.find("ada", "lost") is not None
    assert answers.find("ada", "lost") is None
    # Somebody else was first: without a key, or with one.
    for written in (entry(2, ""), entry(2, "other", "ben")):
        followed = answers.copy()
        followed.add(written)
        assert followed.find("ada", "lost") is None
        assert followed.find(written.by, written.key) is (written if written.key else None)
        assert followed.find("ada", "a") is not None


def test_copies_share_what_they_have_in_common() -> None:
    answers = Answers()
    for number in range(1, 100):
        answers.add(entry(number, f"k{number}"))
    draft = answers.copy()
    draft.add(entry(100, "k100"))
    assert draft._entries is answers._entries


def test_a_guest_who_becomes_somebody_else_repeats_under_the_new_name() -> None:
    answers = Answers()
    answers.add(entry(1, "a", "guest"))
    before = answers.copy()
    answers.rename(lambda by: "ada" if by == "guest" else by)
    assert answers.find("ada", "a") is not None
    assert answers.find("guest", "a") is None
    assert before.find("guest", "a") is not None
