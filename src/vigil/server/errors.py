"""One shape for everything that goes wrong: a `Refusal` with a code, a message and a hint."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from vigil.engine.errors import VigilError
from vigil.storage.challenges import TooManyChallenges
from vigil.storage.database import BadDatabase
from vigil.storage.merged_guests import GuestMerged
from vigil.storage.reviews import TooManyReviews
from vigil.storage.usernames import BadName, NameTaken
from vigil.table.messages import Refusal
from vigil.table.refusals import Code, Refused

from .rate_limits import RateLimited

log = logging.getLogger("vigil.web")

CONFLICT: Final = 409
STATUS: Final = {
    Code.NOT_YOUR_TURN: 403,
    Code.NOT_YOUR_SEAT: 403,
    Code.SEAT_HELD_BY_BOT: 403,
    Code.FORBIDDEN: 403,
    Code.BANNED: 403,
    Code.MUTED: 403,
    Code.REGISTRATION_CLOSED: 403,
    Code.INVITATION_REQUIRED: 403,
    Code.BLOCKED: 403,
    Code.DAILY_DEAL_SEALED: 403,
    Code.CROSS_SITE: 403,
    Code.WRONG_PASSWORD: 403,
    Code.ACCOUNT_REQUIRED: 401,
    Code.UNAUTHENTICATED: 401,
    Code.TABLE_NOT_FOUND: 404,
    Code.NOT_FOUND: 404,
    Code.PERSON_NOT_FOUND: 404,
    Code.REPORT_NOT_FOUND: 404,
    Code.INVITATION_NOT_FOUND: 404,
    Code.REVIEW_NOT_FOUND: 404,
    Code.CHALLENGE_NOT_FOUND: 404,
    Code.LESSON_NOT_FOUND: 404,
    Code.PUZZLE_NOT_FOUND: 404,
    Code.METHOD_NOT_ALLOWED: 405,
    Code.TOO_LARGE: 413,
    Code.ILLEGAL_CHOICE: 422,
    Code.INVALID_REQUEST: 422,
    Code.SEAT_NOT_FOUND: 422,
    Code.IDEMPOTENCY_KEY_REUSED: 422,
    Code.RATE_LIMITED: 429,
    Code.LIMIT_REACHED: 429,
    Code.INTERNAL_ERROR: 500,
    Code.UNAVAILABLE: 503,
}
"""What is not here is a conflict with the state of the table: 409."""

KEY: Final = "idempotency-key"
"""The header that marks a retry of the same request."""

_OF_STATUS: Final = {
    401: (Code.UNAUTHENTICATED, "This requires an identity.", "Send the session cookie or a token."),
    404: (Code.NOT_FOUND, "There is nothing at this address.", "/api/docs lists the API."),
    405: (Code.METHOD_NOT_ALLOWED, "This address does not support the method.", "/api/docs lists the API."),
    413: (Code.TOO_LARGE, "The request is too large.", "Send less."),
    415: (Code.INVALID_REQUEST, "The request is not JSON.", "Send JSON with Content-Type: application/json."),
}
_INTERNAL_ERROR: Final = (
    Code.INTERNAL_ERROR,
    "Something went wrong on the server; nothing has changed.",
    "Try again, and please report this.",
)


def refusal(refused: Refused, key: str = "") -> Response[Refusal]:
    headers = {"retry-after": str(refused.seconds)} if isinstance(refused, RateLimited) else {}
    return Response(Refusal.of(refused, key), status_code=STATUS.get(refused.code, CONFLICT), headers=headers)


def as_refused(error: Exception) -> Refused:
    """What somebody is told about a mistake."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, BadDatabase):
        return Refused(Code.UNAVAILABLE, "The database does not respond.", "Try again in a moment.")
    if isinstance(error, TooManyReviews):
        return Refused(Code.LIMIT_REACHED, str(error), "Wait until one of them is done, or cancel one.")
    if isinstance(error, GuestMerged):
        return Refused(Code.UNAUTHENTICATED, str(error), "Send it again as the account.")
    if isinstance(error, TooManyChallenges):
        return Refused(Code.LIMIT_REACHED, str(error), "Withdraw one, or wait for an answer.")
    if isinstance(error, BadName):
        code = Code.NAME_TAKEN if isinstance(error, NameTaken) else Code.INVALID_REQUEST
        return Refused(code, str(error), "Choose another name.")
    if isinstance(error, (VigilError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError)):
        return _invalid(str(error))
    if isinstance(error, HTTPException):
        return _of_http(error)
    return Refused(*_INTERNAL_ERROR)


def _of_http(error: HTTPException) -> Refused:
    if error.status_code in _OF_STATUS:
        return Refused(*_OF_STATUS[error.status_code])
    if error.status_code >= 500:
        return Refused(*_INTERNAL_ERROR)
    reasons = [_reason(each) for each in error.extra] if isinstance(error.extra, list) else []
    return _invalid("; ".join(reasons) or error.detail)


def _reason(extra: Any) -> str:
    message, key = str(extra.get("message", "")), str(extra.get("key", ""))
    return f"{key}: {message}" if key and key != "data" else message


def _invalid(reason: str) -> Refused:
    reason = reason.strip() or "The request cannot be read"
    message = reason if reason[-1] in ".!?" else f"{reason}."
    return Refused(Code.INVALID_REQUEST, message, "/api/docs describes what is expected.")


def answer_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    refused = as_refused(error)
    if refused.code == Code.INTERNAL_ERROR:
        log.error(
            "a request failed", exc_info=error, extra={"fields": {"path": request.scope.get("path_template", "")}}
        )
    return refusal(refused, request.headers.get(KEY, "")[:64])


HANDLERS: Final[ExceptionHandlersMap] = {VigilError: answer_error, HTTPException: answer_error, Exception: answer_error}
