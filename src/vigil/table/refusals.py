"""What is not allowed: one shape for every refusal."""

from __future__ import annotations

from enum import StrEnum

from vigil.engine.errors import VigilError
from vigil.engine.reasons import Reason
from vigil.engine.view import SPECTATOR
from vigil.messages import Reader, reason_text


class Code(StrEnum):
    """What went wrong, for programs. People read the message."""

    STALE = "stale"
    OUT_OF_TIME = "out_of_time"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_YOUR_SEAT = "not_your_seat"
    SEAT_HELD_BY_BOT = "seat_held_by_bot"
    ILLEGAL_CHOICE = "illegal_choice"
    SEAT_NOT_FOUND = "seat_not_found"
    SEAT_TAKEN = "seat_taken"
    SEATS_OPEN = "seats_open"
    NOT_SEATED = "not_seated"
    GAME_STARTED = "game_started"
    GAME_NOT_RUNNING = "game_not_running"
    GAME_NOT_OVER = "game_not_over"
    NOT_IN_RATED_GAMES = "not_in_rated_games"
    NOT_IN_SCORED_ATTEMPTS = "not_in_scored_attempts"
    DAILY_DEAL_SEALED = "daily_deal_sealed"
    DAILY_DEAL_OVER = "daily_deal_over"
    DAILY_DEAL_OPEN = "daily_deal_open"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOT_ASKED = "not_asked"
    TIME_LEFT = "time_left"
    NO_EFFECT = "no_effect"
    # Not only at a table.
    INVALID_REQUEST = "invalid_request"
    UNAUTHENTICATED = "unauthenticated"
    ACCOUNT_REQUIRED = "account_required"
    FORBIDDEN = "forbidden"
    BANNED = "banned"
    MUTED = "muted"
    REGISTRATION_CLOSED = "registration_closed"
    INVITATION_REQUIRED = "invitation_required"
    BLOCKED = "blocked"
    CROSS_SITE = "cross_site"
    WRONG_PASSWORD = "wrong_password"
    NAME_TAKEN = "name_taken"
    NOT_FOUND = "not_found"
    SET_UNAVAILABLE = "set_unavailable"
    TABLE_NOT_FOUND = "table_not_found"
    PERSON_NOT_FOUND = "person_not_found"
    REPORT_NOT_FOUND = "report_not_found"
    REVIEW_NOT_FOUND = "review_not_found"
    CHALLENGE_NOT_FOUND = "challenge_not_found"
    INVITATION_NOT_FOUND = "invitation_not_found"
    LESSON_NOT_FOUND = "lesson_not_found"
    PUZZLE_NOT_FOUND = "puzzle_not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused"
    RATE_LIMITED = "rate_limited"
    LIMIT_REACHED = "limit_reached"
    TOO_LARGE = "too_large"
    UNAVAILABLE = "unavailable"
    INTERNAL_ERROR = "internal_error"


class Refused(VigilError):
    """An action that changed nothing: a code, a message that says what was wrong, and a hint at what to do instead.

    Where one of them depends on the game, it is a `Reason`, which every client says in words of its own; `message` and
    `hint` are the same as text. `you` is the seat that they call "you".
    """

    def __init__(self, code: Code, message: str | Reason, hint: str | Reason, you: int = SPECTATOR) -> None:
        self.code = code
        self.message, self.why = _said(message, you)
        self.hint, self.advice = _said(hint, you)
        super().__init__(f"{self.message} {self.hint}")


def _said(words: str | Reason, you: int) -> tuple[str, Reason | None]:
    return (words, None) if isinstance(words, str) else (reason_text(words, Reader(you)), words)
