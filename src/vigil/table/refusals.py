"""What is not allowed: one shape for every refusal."""

from __future__ import annotations

from enum import StrEnum

from vigil.engine.errors import VigilError


class Code(StrEnum):
    """What kind of mistake it was, for programs. People read the sentence."""

    LATE = "late"
    FOREIGN = "foreign"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    NO_SUCH_TABLE = "no-such-table"
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_TAKEN = "seat-taken"
    SEATS_OPEN = "seats-open"
    NOT_SEATED = "not-seated"
    NOT_YOURS = "not-yours"
    NOT_IN_LOBBY = "not-in-lobby"
    NOT_PLAYING = "not-playing"
    NOT_OVER = "not-over"
    NOT_IN_RATED_GAMES = "not-in-rated-games"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOT_ASKED = "not-asked"
    TIME_IS_LEFT = "time-is-left"
    NOTHING_CHANGES = "nothing-changes"
    KEY_REUSED = "key-reused"
    BUSY = "busy"
    FAULT = "fault"
    # What can go wrong on the way to a table.
    NO_SUCH_PAGE = "no-such-page"
    NO_SUCH_METHOD = "no-such-method"
    NO_SUCH_PERSON = "no-such-person"
    NO_SUCH_INVITATION = "no-such-invitation"
    NO_SUCH_CHALLENGE = "no-such-challenge"
    NO_SUCH_LESSON = "no-such-lesson"
    WHO_ARE_YOU = "who-are-you"
    WRONG_PASSWORD = "wrong-password"
    NAME_IS_TAKEN = "name-is-taken"
    BLOCKED = "blocked"
    CROSS_SITE = "cross-site"
    TOO_FAST = "too-fast"
    TOO_LARGE = "too-large"
    TOO_MANY = "too-many"


class Refused(VigilError):
    """An action that changes nothing: a code, what was wrong, and what would be right."""

    def __init__(self, code: Code, sentence: str, right: str) -> None:
        super().__init__(f"{sentence} {right}")
        self.code = code
        self.sentence = sentence
        self.right = right
