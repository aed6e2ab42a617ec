"""Tokens: rendered words that still say which icon can replace them, and how they are joined to text or pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple


class Token(NamedTuple):
    """Some words, the icon that can replace them, and the figure shown with the icon: `+2`."""

    text: str
    icon: str = ""
    figure: str = ""


Tokens = list[Token]
COMMA: Final = Token(",")
AND: Final = ("and",)
ASIDE: Final = ("and", ",")
"""Before a condition: `draw a card and, if you do, discard a card`."""


class Sentence(NamedTuple):
    """A sentence without capital letter and full stop. `link` joins it to the previous one in a longer sentence."""

    tokens: Tokens
    link: tuple[str, ...] = AND


def capitalized(tokens: Tokens) -> Tokens:
    first = tokens[0]
    return [first._replace(text=first.text[:1].upper() + first.text[1:]), *tokens[1:]]


def listed(parts: list[Tokens], conjunction: str = "and") -> Tokens:
    """`a`, `a and b`, `a, b and c`. A conjunction that is punctuation separates all parts: `a, b`."""
    tokens = parts[0] if parts else []
    for place, part in enumerate(parts[1:], 2):
        is_word = conjunction.isalpha() and place == len(parts)
        tokens = [*tokens, Token(conjunction) if is_word or not conjunction.isalpha() else COMMA, *part]
    return tokens


def joined(tokens: Tokens) -> str:
    """The words separated by spaces, with none before punctuation or after an opening parenthesis."""
    return "".join(gap + token.text for gap, token in spaced(tokens))


def spaced(tokens: Tokens) -> list[tuple[str, Token]]:
    """Each token with the space (or nothing) before it."""
    found: list[tuple[str, Token]] = []
    last = "("
    for token in tokens:
        is_close = last.endswith(("(", "/")) or token.text.startswith((",", ".", ":", ";", ")", "/", "?", "'"))
        found.append(("" if is_close else " ", token))
        last = token.text
    return found


Piece = str | list[str]
"""A string, `[icon, words]` or `[icon, words, figure]`. Full stops of the short form have the icon `stop`."""


def pieces(tokens: Tokens) -> list[Piece]:
    """The text in pieces for the browser, which can show an icon in place of words."""
    found: list[Piece] = []
    for gap, token in spaced(tokens):
        if token.icon:
            if gap:
                _append(found, gap)
            found.append([token.icon, token.text, *([token.figure] if token.figure else [])])
        else:
            _append(found, gap + token.text)
    return found


def plain(found: Iterable[Piece]) -> str:
    """The words of the pieces."""
    return "".join(piece if isinstance(piece, str) else piece[1] for piece in found)


def _append(found: list[Piece], text: str) -> None:
    """Appends the text, merged with the last piece if that is a string too."""
    if found and isinstance(found[-1], str):
        found[-1] += text
    else:
        found.append(text)
