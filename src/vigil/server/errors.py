"""One shape for everything that goes wrong: the message `Refusal`, with a code, a sentence, and what would be right."""

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
from vigil.storage.usernames import BadName, NameTaken
from vigil.table.messages import Refusal
from vigil.table.refusals import Code, Refused

from .rate_limits import TooFast

log = logging.getLogger("vigil.web")

CONFLICT: Final = 409
STATUS: Final = {
    Code.FOREIGN: 403,
    Code.NOT_YOURS: 403,
    Code.BLOCKED: 403,
    Code.CROSS_SITE: 403,
    Code.WRONG_PASSWORD: 403,
    Code.WHO_ARE_YOU: 401,
    Code.NO_SUCH_TABLE: 404,
    Code.NO_SUCH_PAGE: 404,
    Code.NO_SUCH_PERSON: 404,
    Code.NO_SUCH_INVITATION: 404,
    Code.NO_SUCH_CHALLENGE: 404,
    Code.NO_SUCH_LESSON: 404,
    Code.NO_SUCH_METHOD: 405,
    Code.TOO_LARGE: 413,
    Code.ILLEGAL: 422,
    Code.UNREADABLE: 422,
    Code.NO_SUCH_SEAT: 422,
    Code.KEY_REUSED: 422,
    Code.TOO_FAST: 429,
    Code.TOO_MANY: 429,
    Code.FAULT: 500,
    Code.BUSY: 503,
}
"""What is not here is a conflict with the state of the table: 409."""

KEY: Final = "idempotency-key"
"""The header with which somebody who asks twice says so."""

_OF_STATUS: Final = {
    401: (Code.WHO_ARE_YOU, "This needs to know who you are.", "Send the cookie or a personal token."),
    404: (Code.NO_SUCH_PAGE, "There is nothing here.", "/api/docs lists what there is."),
    405: (Code.NO_SUCH_METHOD, "That cannot be done here.", "/api/docs lists what can be done where."),
    413: (Code.TOO_LARGE, "That is too much.", "Send less."),
    415: (Code.UNREADABLE, "That is no JSON.", "Send JSON, and say so: Content-Type: application/json."),
}
_FAULT: Final = (Code.FAULT, "Something went wrong here, and nothing has changed.", "Try again, and report it.")


def refusal(refused: Refused, key: str = "") -> Response[Refusal]:
    headers = {"retry-after": str(refused.seconds)} if isinstance(refused, TooFast) else {}
    return Response(Refusal.of(refused, key), status_code=STATUS.get(refused.code, CONFLICT), headers=headers)


def as_refused(error: Exception) -> Refused:
    """What somebody is told about a mistake."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, BadDatabase):
        return Refused(Code.BUSY, "The database does not answer.", "Try again in a moment.")
    if isinstance(error, TooManyChallenges):
        return Refused(Code.TOO_MANY, str(error), "")
    if isinstance(error, BadName):
        code = Code.NAME_IS_TAKEN if isinstance(error, NameTaken) else Code.UNREADABLE
        return Refused(code, str(error), "Choose another name.")
    if isinstance(error, (VigilError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError)):
        return Refused(Code.UNREADABLE, _sentence(str(error)), "/api/docs says what is expected.")
    if isinstance(error, HTTPException):
        return _of_http(error)
    return Refused(*_FAULT)


def _of_http(error: HTTPException) -> Refused:
    if error.status_code in _OF_STATUS:
        return Refused(*_OF_STATUS[error.status_code])
    if error.status_code >= 500:
        return Refused(*_FAULT)
    reasons = [_reason(each) for each in error.extra] if isinstance(error.extra, list) else []
    return Refused(Code.UNREADABLE, _sentence("; ".join(reasons) or error.detail), "/api/docs says what is expected.")


def _reason(extra: Any) -> str:
    message, key = str(extra.get("message", "")), str(extra.get("key", ""))
    return f"{key}: {message}" if key and key != "data" else message


def _sentence(text: str) -> str:
    text = text.strip() or "That cannot be read"
    return text if text[-1] in ".!?" else f"{text}."


def _answer(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    refused = as_refused(error)
    if refused.code == Code.FAULT:
        log.error(
            "a request failed", exc_info=error, extra={"fields": {"path": request.scope.get("path_template", "")}}
        )
    return refusal(refused, request.headers.get(KEY, "")[:64])


HANDLERS: Final[ExceptionHandlersMap] = {VigilError: _answer, HTTPException: _answer, Exception: _answer}
