"""Names that are drawn by lot: for people and tables, and the secrets that prove who somebody is."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Final

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


def fresh_id() -> str:
    """For a person or a table; short enough for a link, too many to be tried out."""
    return secrets.token_urlsafe(12)


def is_id(text: str) -> bool:
    """Whether this could be one: what cannot is never asked for in the database."""
    return _ID.fullmatch(text) is not None


def fresh_token() -> str:
    """For a session, a program, an invitation: whoever has it is believed."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()
